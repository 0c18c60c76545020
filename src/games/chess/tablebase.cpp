#include "games/chess/tablebase.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "games/chess/syzygy_file.hpp"

#ifdef TESUJI_SYZYGY
#define TB_NO_HELPER_API
#include <tbprobe.h>
#include <unistd.h>
#endif

namespace tesuji::chess {

using search::KnownResult;

Tablebase::Tablebase(std::shared_ptr<const TablebaseFiles> files, int max_pieces, bool fifty_move_rule)
    : files_(std::move(files)),
      max_pieces_(std::min(max_pieces, files_->max_pieces())),
      fifty_move_rule_(fifty_move_rule) {}

bool Tablebase::covers(const Position& position) const {
  return count(position.pieces()) <= max_pieces_ && position.castling() == 0;
}

#ifdef TESUJI_SYZYGY

namespace {

namespace fs = std::filesystem;

// Why a file is not a table; empty = it looks like one. Fathom ends the program on a truncated file.
std::string fault(const fs::path& path, bool wdl) {
  constexpr std::string_view kWdl = "\x71\xe8\x23\x5d", kDtz = "\xd7\x66\x0c\xa5";
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return error.message();
  std::ifstream in(path, std::ios::binary);
  char magic[4] = {};
  if (!in.read(magic, sizeof(magic)) || std::string_view(magic, 4) != (wdl ? kWdl : kDtz))
    return "is not a Syzygy table";
  const std::optional<std::uint64_t> expected = syzygy_file_size(path, wdl);
  if (!expected) return "is truncated, or not what its name says";
  if (size < *expected) return fmt::format("is truncated ({} of {} bytes)", size, *expected);
  return {};
}

std::vector<fs::path> folders_of(std::string_view path) {
  std::vector<fs::path> folders;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find(':'), path.size());
    if (end > 0) folders.emplace_back(path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return folders;
}

}  // namespace

TablebaseFiles::TablebaseFiles(std::string path) : path_(std::move(path)) {
  std::vector<fs::path> good;
  for (const fs::path& folder : folders_of(path_)) {
    std::error_code error;
    fs::directory_iterator files(folder, error);
    // Not the system's words for it: xboard, which names a folder by default, takes "No such file" from an
    // engine as a sign that it did not start.
    if (error == std::errc::no_such_file_or_directory)
      throw Error(fmt::format("Syzygy tables: there is no folder '{}'", folder.string()));
    if (error)
      throw Error(
          fmt::format("Syzygy tables: cannot read the folder '{}': {}", folder.string(), error.message()));
    for (const fs::directory_entry& file : files) {
      const std::string extension = file.path().extension().string();
      if (extension != ".rtbw" && extension != ".rtbz") continue;
      const std::string why = fault(file.path(), extension == ".rtbw");
      if (why.empty()) {
        good.push_back(file.path());
      } else {
        ignored_.push_back(fmt::format("{} {}; it is ignored", file.path().string(), why));
      }
    }
  }
  std::sort(ignored_.begin(), ignored_.end());
  std::string searched = path_;
  if (!ignored_.empty()) {
    std::string name = (fs::temp_directory_path() / "tesuji-syzygy-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw Error("Syzygy tables: cannot make a temporary folder");
    searched = links_ = name;
    for (const fs::path& file : good) {
      std::error_code already_there;  // in an earlier folder of the path
      fs::create_symlink(fs::absolute(file), fs::path(links_) / file.filename(), already_there);
    }
  }
  if (tb_init(searched.c_str())) max_pieces_ = static_cast<int>(TB_LARGEST);
}

// Fathom keeps its tables mapped until another path is read or the program ends: its tb_free() complains on
// standard error.
TablebaseFiles::~TablebaseFiles() {
  std::error_code ignored;
  if (!links_.empty()) fs::remove_all(links_, ignored);
}

std::shared_ptr<const TablebaseFiles> TablebaseFiles::open(const std::string& path) {
  static std::mutex opening;
  static std::shared_ptr<const TablebaseFiles> current;
  const std::lock_guard one_at_a_time(opening);
  if (current && current->path() == path) return current;
  if (current.use_count() > 1)
    throw Error(fmt::format("Syzygy tables: those in '{}' are in use; one process reads one search path",
                            current->path()));
  current.reset();
  std::shared_ptr<const TablebaseFiles> files(new TablebaseFiles(path));
  if (files->max_pieces() == 0) {
    const std::vector<std::string>& ignored = files->ignored();
    throw Error(fmt::format("Syzygy tables: there are none in '{}'{}", path,
                            ignored.empty() ? "" : fmt::format(" ({})", ignored.front())));
  }
  current = files;
  return files;
}

std::optional<KnownResult> Tablebase::probe(const Position& p) const {
  if (!covers(p) || p.rule50() != 0) return std::nullopt;
  const unsigned wdl = tb_probe_wdl(p.pieces(kWhite), p.pieces(kBlack), p.pieces(kKing), p.pieces(kQueen),
                                    p.pieces(kRook), p.pieces(kBishop), p.pieces(kKnight), p.pieces(kPawn), 0,
                                    0, p.en_passant() == kNoSquare ? 0 : p.en_passant(), p.side() == kWhite);
  switch (wdl) {
    case TB_WIN:
      return KnownResult::Win;
    case TB_CURSED_WIN:
      return fifty_move_rule_ ? KnownResult::Draw : KnownResult::Win;
    case TB_DRAW:
      return KnownResult::Draw;
    case TB_BLESSED_LOSS:
      return fifty_move_rule_ ? KnownResult::Draw : KnownResult::Loss;
    case TB_LOSS:
      return KnownResult::Loss;
    default:
      return std::nullopt;
  }
}

std::optional<Tablebase::Root> Tablebase::probe_root(const Position& p,
                                                     const std::vector<Move>& candidates) const {
  if (!covers(p) || candidates.empty()) return std::nullopt;
  // Once a position has repeated, only the moves that come nearer to a capture or a pawn's move are kept.
  bool repeated = false;
  for (int back = 0; back <= std::min(p.rule50(), p.path_length()); ++back)
    repeated = repeated || p.state_before(back).repetition != 0;
  const auto found = std::make_unique<TbRootMoves>();
  const auto rank = [&](auto rank_moves, auto... more) {
    return rank_moves(p.pieces(kWhite), p.pieces(kBlack), p.pieces(kKing), p.pieces(kQueen), p.pieces(kRook),
                      p.pieces(kBishop), p.pieces(kKnight), p.pieces(kPawn),
                      static_cast<unsigned>(p.rule50()), 0U,
                      p.en_passant() == kNoSquare ? 0U : p.en_passant(), p.side() == kWhite, more...,
                      fifty_move_rule_, found.get()) != 0;
  };
  static std::mutex one_at_a_time;  // Fathom's root probes are not for several threads
  const std::lock_guard lock(one_at_a_time);
  const bool by_distance = rank(tb_probe_root_dtz, repeated);
  if (!by_distance && !rank(tb_probe_root_wdl)) return std::nullopt;

  const auto rank_of = [&](Move move) -> std::optional<int> {
    constexpr PieceType kPromotions[] = {kNoType, kQueen, kRook, kBishop, kKnight};
    for (unsigned i = 0; i < found->size; ++i) {
      const TbMove theirs = found->moves[i].move;
      const PieceType promoted = kPromotions[TB_MOVE_PROMOTES(theirs) % 5];
      if (TB_MOVE_FROM(theirs) == from_of(move) && TB_MOVE_TO(theirs) == to_of(move) &&
          promoted == (is_promotion(move) ? promoted_type(move) : kNoType))
        return found->moves[i].tbRank;
    }
    return std::nullopt;
  };
  Root root{KnownResult::Draw, {}, by_distance};
  int best = 0;
  for (const Move move : candidates) {
    const std::optional<int> move_rank = rank_of(move);
    if (!move_rank) return std::nullopt;
    if (root.moves.empty() || *move_rank > best) {
      best = *move_rank;
      root.moves.clear();
    }
    if (*move_rank == best) root.moves.push_back(move);
  }
  // Ranks: 1000 is a certain win, 900 one on the last ply that the fifty-move rule allows, below that are
  // wins that it takes away; losses are negative.
  if (fifty_move_rule_ && (best == 900 || best == -900)) {
    root.result.reset();
  } else {
    const int certain = fifty_move_rule_ ? 900 : 1;
    root.result = best >= certain    ? KnownResult::Win
                  : best <= -certain ? KnownResult::Loss
                                     : KnownResult::Draw;
  }
  return root;
}

#else

TablebaseFiles::TablebaseFiles(std::string path) : path_(std::move(path)) {}
TablebaseFiles::~TablebaseFiles() = default;
std::shared_ptr<const TablebaseFiles> TablebaseFiles::open(const std::string&) {
  throw Error("Syzygy tables: this program was built without Fathom (Debian: libfathom-dev)");
}
std::optional<KnownResult> Tablebase::probe(const Position&) const {
  return std::nullopt;
}
std::optional<Tablebase::Root> Tablebase::probe_root(const Position&, const std::vector<Move>&) const {
  return std::nullopt;
}

#endif

}  // namespace tesuji::chess
