// What differs between operating systems, except files (file.hpp) and child processes (match/process.hpp).
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <string>
#include <string_view>

namespace tesuji::platform {

// To be called first in a program. Holds the places of standard streams that are closed; on Windows it also
// makes them pass bytes unchanged, and the console show UTF-8.
void prepare_standard_streams();

enum class Stream { Output, Error };
bool is_terminal(Stream stream);

// For the calling thread and those that it starts, where the system can do that.
void lower_thread_priority(int niceness);

// Raises the number of files and connections that may be open, up to `wanted`. Returns how many may be.
std::uint64_t raise_open_files(std::uint64_t wanted);

// The folder of the running program; empty if it is unknown.
std::filesystem::path program_folder();

// "host:process", for people who look where work is done.
std::string host_and_process();

std::tm local_time(std::time_t time);

enum class Encoding { Utf8, ShiftJis };  // Shift-JIS as Windows has it (CP932), where the system knows that
// To the other encoding. Throws Error; `failure`, and the number of the byte, is its message if a character
// cannot be converted.
std::string converted(std::string_view bytes, Encoding from, const std::string& failure);

}  // namespace tesuji::platform
