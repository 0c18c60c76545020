// A load check (scripts/load-server starts it): 500 well-behaved clients, each with an address of its own,
// beside 200 hostile ones. Every well-behaved request has to be answered with 200 or 429 within 2 s,
// /api/health within 100 ms, and the server's memory must not grow. These are times, so this is a command of
// its own and no test. usage: server-load PORT PID [ROUNDS [RELAXED]]   (PID: of the server; RELAXED: factor
// for the times, under a sanitizer)
#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "server/client.hpp"

namespace tesuji::testing {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

int open_connection(int port, const std::string& from) {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  ::inet_pton(AF_INET, from.c_str(), &address.sin_addr);
  (void)::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  ::inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
  (void)::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  return fd;
}

struct Figures {
  std::vector<double> good, health;
  int ok = 0, busy = 0, other = 0, lost = 0;
};

// One client of any kind, moved by a poll loop.
class Client {
 public:
  enum class Kind { Good, Trickle, TrickleBody, Flood, NoReader, NoStreamReader, HangUp };
  Client(Kind kind, int port, std::string address, unsigned seed)
      : kind_(kind), port_(port), address_(std::move(address)), random_(seed) {}
  ~Client() { close(); }
  Client(Client&& other) = delete;

  [[nodiscard]] int fd() const { return fd_; }
  [[nodiscard]] short wanted() const {
    if (fd_ < 0) return 0;
    const bool reads = kind_ != Kind::NoReader && kind_ != Kind::NoStreamReader;
    return static_cast<short>((reads ? POLLIN : 0) | (sent_ < output_.size() && due() ? POLLOUT : 0));
  }
  [[nodiscard]] bool good() const { return kind_ == Kind::Good; }
  [[nodiscard]] int rounds() const { return rounds_; }

  void begin() {
    close();
    fd_ = open_connection(port_, address_);
    start_ = last_ = Clock::now();
    sent_ = 0;
    input_.clear();
    output_ = text();
  }

  void on_event(short events, Figures& figures) {
    if ((events & POLLOUT) != 0) write();
    if ((events & (POLLIN | POLLHUP | POLLERR)) == 0) return;
    char buffer[65536];
    const ssize_t got = ::recv(fd_, buffer, sizeof buffer, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINPROGRESS)) return;
    if (got <= 0) {
      finish(figures, 0);
      return;
    }
    input_.append(buffer, static_cast<std::size_t>(got));
    if (kind_ == Kind::HangUp) {
      finish(figures, 0);
    } else if (const int status = complete(); status != 0) {
      finish(figures, status);
    }
  }

  // A request that is not answered at all counts as lost after this time.
  void check(Figures& figures, double limit) {
    if (fd_ >= 0 && good() && seconds_since(start_) > limit) finish(figures, 0);
    // Hostile clients come back at once, but not all in the same moment.
    if (fd_ < 0 && !good() && random_() % 50 == 0) begin();
  }

 private:
  [[nodiscard]] bool trickles() const { return kind_ == Kind::Trickle || kind_ == Kind::TrickleBody; }
  [[nodiscard]] bool due() const { return !trickles() || sent_ == 0 || seconds_since(last_) > 1; }

  std::string text() {
    const Fields json = {{"Content-Type", "application/json"}, {"Connection", "close"}};
    const std::string search = R"({"game":"connect4","position":"445344533","nodes":20000,"hash":"1M"})";
    switch (kind_) {
      case Kind::Good:
        switch (random_() % 4) {
          case 0:
            return request_text("POST", "/api/board", json, R"({"game":"chess","moves":["e2e4","e7e5"]})");
          case 1:
            return request_text("POST", "/api/solve", json, search);
          case 2:
            return request_text("GET", "/api/games", {{"Connection", "close"}});
          default:
            return request_text("GET", "/", {{"Connection", "close"}});
        }
      case Kind::Trickle:
        return request_text("GET", "/" + std::string(3000, 'a'));
      case Kind::TrickleBody:
        return request_text("POST", "/api/solve", json, std::string(3000, ' '));
      case Kind::Flood: {
        static const std::string large = request_text(
            "POST", "/api/solve", {{"Content-Type", "application/json"}}, std::string(2'000'000, '['));
        if (random_() % 2 == 0) return large;
        std::string noise(random_() % 6000, '\0');
        for (char& byte : noise) byte = static_cast<char>(random_());
        return noise;
      }
      case Kind::NoReader: {
        std::string many;
        for (int i = 0; i < 200; ++i) many += request_text("GET", "/api/games");
        return many;
      }
      case Kind::NoStreamReader:
        return request_text("POST", "/api/analyze", {{"Content-Type", "application/json"}},
                            R"({"game":"chess","hash":"1M","time":"300ms"})");
      case Kind::HangUp:
        return request_text("POST", "/api/analyze", {{"Content-Type", "application/json"}},
                            R"({"game":"chess","hash":"1M"})");
    }
    return {};
  }

  void write() {
    const std::size_t size = trickles() && sent_ > 0 ? 1 : output_.size() - sent_;
    const ssize_t done = ::send(fd_, output_.data() + sent_,
                                trickles() ? std::min<std::size_t>(size, 60) : size, MSG_NOSIGNAL);
    if (done > 0) sent_ += static_cast<std::size_t>(done);
    last_ = Clock::now();
  }

  // The status, once the whole response is there.
  [[nodiscard]] int complete() const {
    const std::size_t head = input_.find("\r\n\r\n");
    if (head == std::string::npos) return 0;
    const std::size_t at = input_.find("Content-Length: ");
    const std::size_t length = at < head ? std::strtoull(input_.c_str() + at + 16, nullptr, 10) : 0;
    return input_.size() >= head + 4 + length ? std::atoi(input_.c_str() + 9) : 0;
  }

  void finish(Figures& figures, int status) {
    if (good()) {
      figures.good.push_back(seconds_since(start_));
      figures.ok += status == 200;
      figures.busy += status == 429;
      figures.lost += status == 0;
      figures.other += status != 200 && status != 429 && status != 0;
      ++rounds_;
    }
    close();
  }
  void close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

  const Kind kind_;
  const int port_;
  const std::string address_;
  std::mt19937 random_;
  int fd_ = -1, rounds_ = 0;
  Clock::time_point start_, last_;
  std::string output_, input_;
  std::size_t sent_ = 0;
};

long resident_kib(int pid) {
  long size = 0, resident = 0;
  std::ifstream("/proc/" + std::to_string(pid) + "/statm") >> size >> resident;
  return resident * (::sysconf(_SC_PAGESIZE) / 1024);
}

double percentile(std::vector<double>& times, double part) {
  if (times.empty()) return 0;
  std::sort(times.begin(), times.end());
  return times[std::min(times.size() - 1,
                        static_cast<std::size_t>(part * static_cast<double>(times.size())))];
}

int run(int port, int pid, int rounds, double relaxed) {
  rlimit files{4096, 4096};
  ::setrlimit(RLIMIT_NOFILE, &files);
  std::vector<std::unique_ptr<Client>> clients;
  const auto address = [](int net, int number) {
    return "127." + std::to_string(net) + "." + std::to_string(number / 200) + "." +
           std::to_string(1 + number % 200);
  };
  for (int i = 0; i < 500; ++i) {
    clients.push_back(
        std::make_unique<Client>(Client::Kind::Good, port, address(1, i), static_cast<unsigned>(i)));
  }
  constexpr Client::Kind kHostile[] = {Client::Kind::Trickle,        Client::Kind::TrickleBody,
                                       Client::Kind::Flood,          Client::Kind::NoReader,
                                       Client::Kind::NoStreamReader, Client::Kind::HangUp};
  for (int i = 0; i < 200; ++i) {
    clients.push_back(
        std::make_unique<Client>(kHostile[i % 6], port, address(2, i / 10), static_cast<unsigned>(1000 + i)));
  }
  Figures figures;
  int health_failures = 0;
  // In a thread of its own, so that it measures the server and not the 700 clients beside it.
  std::atomic<bool> ended = false;
  std::thread health_probe([&] {
    while (!ended) {
      const auto asked = Clock::now();
      Connection connection(port, "127.3.0.1");
      connection.send(request_text("GET", "/api/health", {{"Connection", "close"}}));
      const int status = connection.reply().status;
      figures.health.push_back(seconds_since(asked));
      health_failures += status != 200;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  });
  long early = 0;
  const auto start = Clock::now();
  std::vector<pollfd> polled(clients.size());
  for (bool done = false; !done;) {
    done = true;
    for (std::size_t i = 0; i < clients.size(); ++i) {
      Client& client = *clients[i];
      client.check(figures, 10 * relaxed);
      if (client.good() && client.rounds() < rounds) {
        done = false;
        // Each comes once a second.
        if (client.fd() < 0 && seconds_since(start) > client.rounds() + static_cast<double>(i) / 500)
          client.begin();
      }
      polled[i] = {client.fd(), client.wanted(), 0};
    }
    ::poll(polled.data(), polled.size(), 10);
    for (std::size_t i = 0; i < clients.size(); ++i) {
      if (polled[i].revents != 0) clients[i]->on_event(polled[i].revents, figures);
    }
    // By then every thread and every buffer has been used.
    if (early == 0 && figures.good.size() > static_cast<std::size_t>(500 * rounds / 2))
      early = resident_kib(pid);
  }
  const long late = resident_kib(pid);
  ended = true;
  health_probe.join();
  const double slowest = percentile(figures.good, 1), health = percentile(figures.health, 1);
  std::printf(
      "%zu requests of 500 clients beside 200 hostile ones in %.1f s: %d answered 200, %d answered 429, %d "
      "other, %d lost\n",
      figures.good.size(), seconds_since(start), figures.ok, figures.busy, figures.other, figures.lost);
  std::printf("time to answer: median %.0f ms, 99%% %.0f ms, slowest %.0f ms\n",
              1e3 * percentile(figures.good, 0.5), 1e3 * percentile(figures.good, 0.99), 1e3 * slowest);
  std::printf("/api/health (%zu): median %.0f ms, 99%% %.0f ms, slowest %.0f ms\n", figures.health.size(),
              1e3 * percentile(figures.health, 0.5), 1e3 * percentile(figures.health, 0.99), 1e3 * health);
  std::printf("resident memory: %ld KiB at half time, %ld KiB at the end\n", early, late);
  const bool passed = health_failures == 0 && figures.other == 0 && figures.lost == 0 &&
                      slowest < 2 * relaxed && health < 0.1 * relaxed && late - early < (8 << 10) * relaxed;
  std::puts(passed ? "passed" : "FAILED");
  return passed ? 0 : 1;
}

}  // namespace
}  // namespace tesuji::testing

int main(int count, char** arguments) {
  if (count < 3) {
    std::fputs("usage: server-load PORT PID [ROUNDS [RELAXED]]\n", stderr);
    return 2;
  }
  return tesuji::testing::run(std::atoi(arguments[1]), std::atoi(arguments[2]),
                              count > 3 ? std::atoi(arguments[3]) : 10,
                              count > 4 ? std::atof(arguments[4]) : 1.0);
}
