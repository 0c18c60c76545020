// A Redis server of the test's own: on loopback, with its own port and folder.
#pragma once

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "app/process.hpp"
#include "queue/redis.hpp"

extern char** environ;

namespace tesuji::test {

// A child process; killed at the end, if it is still there.
class Child {
 public:
  explicit Child(std::vector<std::string> command, const std::string& output = "/dev/null") {
    std::vector<char*> arguments;
    for (std::string& word : command) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, output.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    if (posix_spawnp(&pid_, arguments[0], &actions, nullptr, arguments.data(), environ) != 0) pid_ = -1;
    posix_spawn_file_actions_destroy(&actions);
    EXPECT_GT(pid_, 0) << "cannot start " << command[0];
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() { end(SIGKILL); }

  void end(int signal) {
    if (pid_ <= 0) return;
    ::kill(pid_, signal);
    wait();
  }
  // The exit status, or 128 and the signal.
  int wait() {
    int status = 0;
    while (pid_ > 0 && ::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  [[nodiscard]] bool running() {
    if (pid_ <= 0) return false;
    int status = 0;
    if (::waitpid(pid_, &status, WNOHANG) == 0) return true;
    pid_ = -1;
    return false;
  }

 private:
  pid_t pid_ = -1;
};

class RedisServer {
 public:
  RedisServer() {
    std::filesystem::create_directories(folder_.file("data"));
    do {
      port_ = free_port();
    } while (!start());  // somebody else was quicker with this port
  }

  [[nodiscard]] queue::RedisAddress address() const {
    queue::RedisAddress address;
    address.host = "127.0.0.1";
    address.port = port_;
    return address;
  }
  [[nodiscard]] std::string url() const { return "redis://127.0.0.1:" + std::to_string(port_); }

  void kill() { process_->end(SIGKILL); }
  // On the same port, with what its append-only file has.
  bool start() {
    process_ = std::make_unique<Child>(
        std::vector<std::string>{"redis-server", "--port", std::to_string(port_), "--bind", "127.0.0.1",
                                 "--dir", folder_.file("data"), "--appendonly", "yes", "--appendfsync",
                                 "always", "--save", ""},
        folder_.file("log"));
    while (process_->running()) {
      try {
        queue::Redis(address()).command({"DBSIZE"});  // refused as long as it reads its file
        return true;
      } catch (const Error&) {
        std::this_thread::yield();
      }
    }
    return false;
  }
  void forget_everything() {
    kill();
    std::filesystem::remove_all(folder_.file("data"));
    std::filesystem::create_directories(folder_.file("data"));
    EXPECT_TRUE(start());
  }

 private:
  static int free_port() {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    EXPECT_EQ(::bind(socket, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size), 0);
    ::close(socket);
    return ntohs(address.sin_port);
  }

  TemporaryFolder folder_;
  int port_ = 0;
  std::unique_ptr<Child> process_;
};

}  // namespace tesuji::test
