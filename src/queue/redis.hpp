// A connection to a Redis server: commands as words, replies as values.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

struct redisContext;

namespace tesuji::queue {

// redis://[:password@]host[:port][/db]
struct RedisAddress {
  std::string host;
  int port = 6379;
  std::string password;
  int database = 0;

  [[nodiscard]] std::string shown() const;  // without the password
};
RedisAddress parse_redis_address(std::string_view url);  // throws Error

// The connection broke, or the server is starting: the same may work a moment later.
class RedisLost : public Error {
 public:
  using Error::Error;
};
// The server is there and reads its file: it will answer when it has finished.
class RedisLoading : public RedisLost {
 public:
  using RedisLost::RedisLost;
};

struct RedisReply {
  enum class Kind { Nil, Text, Number, Array };
  Kind kind = Kind::Nil;
  std::string text;
  std::int64_t number = 0;
  std::vector<RedisReply> items;

  [[nodiscard]] bool nil() const { return kind == Kind::Nil; }
};

class Redis {
 public:
  // Connects, logs in and selects the database. Throws RedisLost if nobody answers, Error if the server
  // refuses or is too old.
  explicit Redis(const RedisAddress& address);
  Redis(const Redis&) = delete;
  Redis& operator=(const Redis&) = delete;
  ~Redis();

  using Words = std::vector<std::string>;
  // Throws Error with what the server said, RedisLost if it said nothing.
  RedisReply command(const Words& words);
  // All of them at once: one round trip.
  std::vector<RedisReply> pipeline(const std::vector<Words>& commands);

  [[nodiscard]] const RedisAddress& address() const { return address_; }

 private:
  void append(const Words& words);
  RedisReply receive();
  [[noreturn]] void lost() const;

  struct Free {
    void operator()(redisContext* context) const;
  };
  RedisAddress address_;
  std::unique_ptr<redisContext, Free> context_;
};

}  // namespace tesuji::queue
