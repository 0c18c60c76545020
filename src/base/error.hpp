// The exception type of the project: one line that says what is wrong, where, and what to do about it.
#pragma once

#include <stdexcept>
#include <string>

#include "tt/error.hpp"

namespace tesuji {

class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message) : std::runtime_error(message) {}
};

// Calls `action`; an error of the table library leaves as an Error with the same text.
template <class Action>
decltype(auto) with_table_errors(Action action) {
  try {
    return action();
  } catch (const tt::Error& error) {
    throw Error(error.what());
  }
}

}  // namespace tesuji
