// libFuzzer targets for everything that reads text or files from outside. One program holds them all, so that
// the code under test is built and linked once; the environment variable FUZZ_TARGET chooses (scripts/fuzz
// sets it).
//
// A target may throw tesuji::Error, which is how readers refuse their input. Any other exception, a sanitizer
// report, a hang or a broken promise (abort) is a finding.
#include "targets.hpp"

#include <cstdio>
#include <cstdlib>

#include "base/error.hpp"
#include "games/games.hpp"

namespace tesuji::fuzz {

const engine::Registry& registry() {
  static const engine::Registry all = [] {
    engine::Registry games;
    games::register_all(games);
    return games;
  }();
  return all;
}

engine::CommonOptions small() {
  engine::CommonOptions common;
  common.hash_bytes = 1 << 16;
  return common;
}

const engine::Game& game(const std::string& name) {
  return registry().game(name);
}

engine::Engine& engine_of(const std::string& name) {
  static std::map<std::string, std::unique_ptr<engine::Engine>> engines;
  auto& engine = engines[name];
  if (!engine) {
    engine = game(name).new_engine();
    engine->configure(small());
  }
  return *engine;
}

void require(bool condition, const char* promise) {
  if (condition) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

namespace {

const Targets& targets() {
  static const Targets all = [] {
    Targets made;
    add_text_targets(made);
    add_file_targets(made);
    add_talk_targets(made);
    return made;
  }();
  return all;
}

Target chosen = nullptr;

}  // namespace
}  // namespace tesuji::fuzz

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const char* name = std::getenv("FUZZ_TARGET");
  const auto& all = tesuji::fuzz::targets();
  const auto found = name == nullptr ? all.end() : all.find(name);
  if (found == all.end()) {
    for (const auto& [target, function] : all) std::printf("%s\n", target.c_str());
    std::exit(name == nullptr ? 0 : 2);
  }
  tesuji::fuzz::chosen = found->second;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    tesuji::fuzz::chosen({reinterpret_cast<const char*>(data), size});
  } catch (const tesuji::Error&) {
  }
  return 0;
}
