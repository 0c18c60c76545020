// Runs a target (fuzz/targets.cpp) without libFuzzer: over each file of a folder as it is, and over changed
// copies of it. The changes are drawn from a fixed seed, so that a test with this program does the same
// everywhere. usage: FUZZ_TARGET=NAME fuzz-replay FOLDER COPIES
#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

const std::string* current = nullptr;

// What was run when the program ended badly.
void run(const std::string& input) {
  current = &input;
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

// An exception that nobody caught ends in abort, and so does a broken promise.
void on_abort(int) {
  if (current == nullptr) return;
  std::ofstream("fuzz-finding", std::ios::binary) << *current;
  std::fputs("the input is in fuzz-finding\n", stderr);
}

std::string changed(std::string input, const std::vector<std::string>& all, std::mt19937& random) {
  for (unsigned i = 0, changes = 1 + random() % 4; i < changes; ++i) {
    const std::size_t at = random() % (input.size() + 1);
    switch (random() % 6) {
      case 0:
        input.insert(at, 1, static_cast<char>(random()));
        break;
      case 1:
        input.erase(at, 1 + random() % 8);
        break;
      case 2:
        if (at < input.size()) input[at] = static_cast<char>(random());
        break;
      case 3:
        if (at < input.size()) input[at] = static_cast<char>(input[at] ^ (1 << random() % 8));
        break;
      case 4:
        input.insert(at, input.substr(random() % (input.size() + 1), random() % 30));
        break;
      default: {  // the end of another one
        const std::string& other = all[random() % all.size()];
        input = input.substr(0, at) + other.substr(std::min(other.size(), at));
      }
    }
  }
  return input.substr(0, 4096);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) {
    std::fputs("usage: FUZZ_TARGET=NAME fuzz-replay FOLDER COPIES\n", stderr);
    return 2;
  }
  std::signal(SIGABRT, on_abort);
  LLVMFuzzerInitialize(&count, &arguments);
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(arguments[1])) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> inputs;
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    inputs.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  if (inputs.empty()) {
    std::fprintf(stderr, "%s has no files\n", arguments[1]);
    return 1;
  }
  const int copies = std::atoi(arguments[2]);
  std::mt19937 random(1);
  for (const std::string& input : inputs) run(input);
  for (int i = 0; i < copies; ++i) run(changed(inputs[random() % inputs.size()], inputs, random));
  current = nullptr;
  std::printf("%zu inputs and %d changed copies\n", inputs.size(), copies);
  return 0;
}
