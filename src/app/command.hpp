// What every subcommand gets, and the functions that add them; each is in a file of its own name.
#pragma once

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "engine/registry.hpp"
#include "search/limits.hpp"

namespace tesuji::app {

inline constexpr int kFailure = 1;  // the exit status of work that failed
inline constexpr int kUsage = 2;    // and of a call that was wrong

// The call itself was wrong: one line, and exit status kUsage.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Parses the value of an option: what is wrong with it is an error of the call.
template <class Parse>
auto usage(const char* option, Parse parse) {
  try {
    return parse();
  } catch (const Error& error) {
    throw UsageError(std::string(option) + ": " + error.what());
  }
}

// To standard error. If nobody can read it (closed, or a full disk), it is lost, and nothing else happens.
template <class... Args>
void print_error(fmt::format_string<Args...> format, Args&&... args) {
  std::fputs(fmt::format(format, std::forward<Args>(args)...).c_str(), stderr);
}

struct Context {
  const engine::Registry& registry;
  search::StopFlag& stop;  // set by Ctrl-C
  std::string game;        // the game named on the command line, if it is one; its options are then known
  int exit_code = 0;
};

// All of them, in the order of the help.
void add_commands(CLI::App& app, Context& context);

void add_solve(CLI::App& app, Context& context);
void add_analyze(CLI::App& app, Context& context);
void add_play(CLI::App& app, Context& context);
void add_perft(CLI::App& app, Context& context);
void add_bench(CLI::App& app, Context& context);
void add_batch(CLI::App& app, Context& context);
void add_convert(CLI::App& app, Context& context);
void add_book(CLI::App& app, Context& context);
void add_hash(CLI::App& app, Context& context);
void add_serve(CLI::App& app, Context& context);
void add_epd(CLI::App& app, Context& context);
void add_gtp(CLI::App& app, Context& context);
void add_openings(CLI::App& app, Context& context);
void add_manual(CLI::App& app, Context& context);
void add_match(CLI::App& app, Context& context);
void add_uci(CLI::App& app, Context& context);
void add_usi(CLI::App& app, Context& context);
void add_worker(CLI::App& app, Context& context);
void add_verify(CLI::App& app, Context& context);
void add_check(CLI::App& app, Context& context);
void add_generate(CLI::App& app, Context& context);
void add_print(CLI::App& app, Context& context);

}  // namespace tesuji::app
