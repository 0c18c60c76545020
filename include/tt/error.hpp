// The exception that the library throws: one line that says what is wrong and what to do about it.
#pragma once

#include <stdexcept>
#include <string>

namespace tt {

class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace tt
