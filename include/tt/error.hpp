// The one exception type of the project: a message that its reader can act on, in one line.
#pragma once

#include <stdexcept>
#include <string>

namespace tesuji {

class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace tesuji
