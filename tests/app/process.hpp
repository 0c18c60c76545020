// Runs a command and returns what it said.
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace tesuji::test {

struct Finished {
  int status = -1;
  std::string out, err;
};

// A folder that is gone with the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "tesuji-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

inline std::string slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline void spit(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

// `arguments` are shell words; `input` is the program's standard input.
inline Finished run(const std::string& program, const std::string& arguments, const std::string& input = "") {
  const TemporaryFolder folder;
  spit(folder.file("in"), input);
  const std::string command = program + " " + arguments + " <" + folder.file("in") + " >" +
                              folder.file("out") + " 2>" + folder.file("err");
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), slurp(folder.file("out")),
          slurp(folder.file("err"))};
}

// Whether the process catches SIGINT by now, as the kernel says: a signal that comes earlier ends it unheard.
inline bool catches_interrupts(pid_t process) {
  std::istringstream status(slurp("/proc/" + std::to_string(process) + "/status"));
  for (std::string word; status >> word;)
    if (word == "SigCgt:" && status >> word) return (std::stoull(word, nullptr, 16) >> (SIGINT - 1) & 1) != 0;
  return false;
}

// Starts a program, sends SIGINT as soon as it listens, and waits for its end. `arguments` are plain words.
inline Finished interrupt(const std::string& program, const std::string& arguments) {
  const TemporaryFolder folder;
  std::vector<std::string> words{program};
  std::istringstream split(arguments);
  for (std::string word; split >> word;) words.push_back(word);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const std::string out = folder.file("out"), err = folder.file("err");

  const pid_t child = fork();
  if (child == 0) {
    dup2(open(out.c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
    dup2(open(err.c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
    execv(pointers[0], pointers.data());
    _exit(127);
  }
  int status = 0;
  pid_t ended = 0;
  while ((ended = waitpid(child, &status, WNOHANG)) == 0 && !catches_interrupts(child))
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  if (ended == 0) {
    kill(child, SIGINT);
    waitpid(child, &status, 0);
  }
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), slurp(out), slurp(err)};
}

}  // namespace tesuji::test
