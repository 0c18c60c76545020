// tesuji hash info|verify FILE
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "base/size.hpp"
#include "engine/json.hpp"
#include "tt/snapshot.hpp"

namespace tesuji::app {
namespace {

void print(const tt::snapshot::Info& info, const std::string& path, bool verified, bool json) {
  const bool zstd = info.compression == tt::Compression::Zstd;
  if (json) {
    nlohmann::ordered_json out = {{"file", path},
                                  {"version", info.version},
                                  {"game", info.game},
                                  {"keys", info.keys},
                                  {"layout", info.layout},
                                  {"table_bytes", info.table_bytes()},
                                  {"file_bytes", info.file_bytes},
                                  {"generation", info.generation},
                                  {"compression", zstd ? "zstd" : "none"}};
    if (verified) out["sound"] = true;
    fmt::print("{}\n", engine::to_line(out));
    return;
  }
  fmt::print("{}: a table of {} for {}, layout {}, keys {}\n", path, format_bytes(info.table_bytes()),
             info.game, info.layout, info.keys);
  fmt::print("{} on disk{}, generation {}, version {}\n", format_bytes(info.file_bytes),
             zstd ? ", compressed" : "", info.generation, info.version);
  if (verified) fmt::print("every byte is as it was written\n");
}

}  // namespace

void add_hash(CLI::App& app, Context&) {
  CLI::App* hash = app.add_subcommand("hash", "Look into a saved table");
  hash->require_subcommand(1);
  const auto add = [hash](const char* name, const char* help, bool whole) {
    CLI::App* verb = hash->add_subcommand(name, help);
    const auto path = std::make_shared<std::string>();
    const auto json = std::make_shared<bool>(false);
    verb->add_option("file", *path, "The saved table")->required();
    verb->add_flag("--json", *json, "One JSON object");
    verb->callback([=] {
      print(whole ? tt::snapshot::verify(*path) : tt::snapshot::inspect(*path), *path, whole, *json);
    });
  };
  add("info", "What it says of itself", false);
  add("verify", "Check every byte of it", true);
}

}  // namespace tesuji::app
