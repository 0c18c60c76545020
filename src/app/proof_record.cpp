#include "app/proof_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/error.hpp"
#include "engine/json.hpp"

namespace tesuji::app {

using nlohmann::json;
using nlohmann::ordered_json;

ProofRecord::ProofRecord(std::string path, const ordered_json& about) : path_(std::move(path)) {
  std::error_code ignored;
  const bool device =
      std::filesystem::exists(path_, ignored) && !std::filesystem::is_regular_file(path_, ignored);
  if (!device) {
    lock_.emplace(path_);
    if (std::filesystem::exists(path_, ignored)) read(read_file(path_), about);
  }
  const bool fresh = device || std::filesystem::file_size(path_, ignored) == 0 || ignored;
  file_.emplace(path_);
  if (fresh) file_->append(engine::to_line({{"proof", about}}) + '\n');
}

void ProofRecord::read(const std::string& text, const ordered_json& about) {
  std::size_t end = 0, number = 0;
  for (std::size_t newline; (newline = text.find('\n', end)) != std::string::npos; end = newline + 1) {
    json line = json::parse(text.substr(end, newline - end), nullptr, false);
    const bool good = line.is_object() && line.contains(number == 0 ? "proof" : "moves");
    if (!good)
      throw Error(fmt::format("{} line {} was not written by tesuji solve --record; name another file", path_,
                              number + 1));
    if (number++ == 0) {
      if (line["proof"] != json::parse(engine::to_line(about)))
        throw Error(fmt::format(
            "{} records another position, other options or another --job-nodes; name another file", path_));
    } else {
      lines_.push_back(std::move(line));
    }
  }
  if (end != text.size()) std::filesystem::resize_file(path_, end);  // a line that was not finished
}

std::vector<json> ProofRecord::jobs(const std::string& goal) const {
  std::vector<json> found;
  std::copy_if(lines_.begin(), lines_.end(), std::back_inserter(found),
               [&](const json& line) { return line.value("goal", "") == goal; });
  return found;
}

void ProofRecord::add(const std::string& goal, const std::vector<std::string>& moves, const json& answer) {
  ordered_json line = {{"goal", goal}, {"moves", moves}};
  line.update(ordered_json(answer));
  file_->append(engine::to_line(line) + '\n');
}

}  // namespace tesuji::app
