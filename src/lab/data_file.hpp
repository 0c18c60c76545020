// Files of training positions: blocks of records, each with a checksum, only ever appended to.
//
//   block    header (64 bytes: see BlockHeader), then `count` records of 32 bytes
//
// A program that dies while it writes leaves an incomplete last block behind. The next writer cuts it off; a
// reader stops before it. Any other damage is an error.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "lab/record.hpp"

namespace tesuji::lab {

inline constexpr std::size_t kBlockRecords = 8192;

struct Block {
  std::uint64_t stream = 0;      // of random numbers that made it: a run has one of its own
  std::uint64_t soft_nodes = 0;  // of each search
  std::vector<Record> records;
};

// Reads a file block by block. Throws Error if the file is damaged or belongs to another game.
class DataReader {
 public:
  DataReader(std::string path, std::string game);
  ~DataReader();
  DataReader(const DataReader&) = delete;
  DataReader& operator=(const DataReader&) = delete;

  bool next(Block& block);  // false: there is no further complete block
  // Where the last complete block ended.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }

 private:
  [[noreturn]] void fail(const std::string& what) const;
  std::string path_, game_;
  int file_ = -1;
  std::uint64_t size_ = 0, offset_ = 0;
};

// Appends blocks. One writer at a time: the file is locked.
class DataWriter {
 public:
  // Creates the file, or goes on with it: calls on_block for each block that is there and cuts off an
  // incomplete one.
  DataWriter(const std::string& path, std::string game, const std::function<void(const Block&)>& on_block);
  ~DataWriter();
  DataWriter(const DataWriter&) = delete;
  DataWriter& operator=(const DataWriter&) = delete;

  void append(const Block& block);
  [[nodiscard]] std::uint64_t cut_off() const { return cut_off_; }  // bytes of an incomplete block

 private:
  std::string path_, game_;
  int file_ = -1;
  std::uint64_t cut_off_ = 0;
};

}  // namespace tesuji::lab
