// What a server allows: who may reach it, and how much one request and all of them together may cost.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "server/http.hpp"

namespace tesuji::server {

struct Options {
  // The first is the address to listen on; each is also a name that clients may use for this server.
  std::vector<std::string> hosts = {"127.0.0.1"};
  int port = 8080;             // 0 = any free one
  std::filesystem::path page;  // the folder of the built page; empty = the interface alone
  http::Limits http;

  std::size_t position_bytes = std::size_t{64} << 10;
  std::size_t moves = 1024;  // played from the position, in one request
  std::chrono::milliseconds time = std::chrono::minutes(10);
  int threads = 1;                                       // of one search
  std::uint64_t hash_bytes = std::uint64_t{1} << 30;     // of one search's tables
  std::uint64_t hash_default = std::uint64_t{64} << 20;  // if the request names none
  int searches = 2;                                      // at once
  int queue = 8;                                         // waiting for one of them to end
  int searches_per_client = 5;                           // running and waiting
  int requests = 256;                                    // waiting to be parsed; beyond this number: 429

  // How long a stream is silent before it tells how the table stands, and how long a response waits for a
  // first event: an error in that time still gets its own status.
  std::chrono::milliseconds heartbeat{200};
  std::chrono::milliseconds first_event{300};
};

}  // namespace tesuji::server
