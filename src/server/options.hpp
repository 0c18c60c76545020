// What a server allows: who may reach it, and how much one request and all of them together may cost.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace tesuji::server {

struct Options {
  std::string host = "127.0.0.1";
  int port = 8080;             // 0 = any free one
  std::filesystem::path page;  // the folder of the built page; empty = the interface alone

  std::size_t body_bytes = std::size_t{1} << 20;       // of one request
  std::size_t position_bytes = std::size_t{64} << 10;  // of the position in it
  std::size_t moves = 1024;                            // played from the position, in one request
  std::chrono::milliseconds time = std::chrono::minutes(10);
  int threads = 1;                                        // of one search
  std::uint64_t hash_bytes = std::uint64_t{1} << 30;      // of one search's table
  std::uint64_t hash_standard = std::uint64_t{64} << 20;  // where the request names none
  int searches = 2;                                       // at once
  int queue = 8;                                          // waiting for one of them to end
  int connections = 64;                                   // served at once; the rest wait to be accepted
};

// Is this the machine itself? Anything else is open to the network.
[[nodiscard]] bool is_loopback(const std::string& host);

}  // namespace tesuji::server
