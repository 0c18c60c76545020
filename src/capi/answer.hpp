// How a function of the C interface answers: a status, and a text that the caller frees. No exception passes.
#pragma once

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <new>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "capi/tesuji.h"
#include "engine/json.hpp"

namespace tesuji::capi {

class Busy : public Error {
 public:
  Busy() : Error("this session is searching already; wait for it, stop it or open another session") {}
};

inline int hand_over(std::string_view text, int status, char** out) noexcept {
  if (out == nullptr) return status;
  *out = static_cast<char*>(std::malloc(text.size() + 1));
  if (*out == nullptr) return TESUJI_NO_MEMORY;
  std::memcpy(*out, text.data(), text.size());
  (*out)[text.size()] = '\0';
  return status;
}

// Calls `action`, which returns the text of the answer. An exception becomes a status and {"error": …}.
template <class Action>
int answer(char** out, Action action) noexcept {
  if (out != nullptr) *out = nullptr;
  try {
    const auto fail = [out](std::string_view message, int status) {
      return hand_over(engine::to_line(engine::error_json(message)), status, out);
    };
    try {
      return hand_over(action(), TESUJI_OK, out);
    } catch (const std::bad_alloc&) {
      return TESUJI_NO_MEMORY;
    } catch (const Busy& busy) {
      return fail(busy.what(), TESUJI_BUSY);
    } catch (const nlohmann::json::parse_error& error) {
      return fail(fmt::format("the request is not valid JSON: error at byte {}", error.byte), TESUJI_ERROR);
    } catch (const nlohmann::json::exception&) {
      return fail("the request is not valid JSON: a number is too large", TESUJI_ERROR);
    } catch (const std::exception& error) {
      return fail(error.what(), TESUJI_ERROR);
    } catch (...) {
      return fail("unknown failure; this is a bug", TESUJI_ERROR);
    }
  } catch (...) {  // there was no memory for the message
    return TESUJI_NO_MEMORY;
  }
}

template <class Pointer>
Pointer* given(Pointer* pointer, const char* name) {
  if (pointer == nullptr) throw Error(fmt::format("'{}' is NULL", name));
  return pointer;
}

}  // namespace tesuji::capi
