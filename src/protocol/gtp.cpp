#include "protocol/gtp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/number.hpp"
#include "engine/json.hpp"
#include "protocol/dialect.hpp"

namespace tesuji::protocol {
namespace {

// Comments and control characters are dropped, as the specification asks.
std::string cleaned(std::string_view line) {
  std::string out;
  for (const char c : line.substr(0, line.find('#'))) {
    if (c == '\t') {
      out.push_back(' ');
    } else if (static_cast<unsigned char>(c) >= ' ' && c != '\x7f') {
      out.push_back(c);
    }
  }
  return out;
}

Stone colour_of(std::string_view text) {
  if (same_name(text, "b") || same_name(text, "black")) return Stone::Black;
  if (same_name(text, "w") || same_name(text, "white")) return Stone::White;
  return Stone::None;
}

std::string_view colour_name(Stone colour) {
  return colour == Stone::Black ? "black" : "white";
}

// Throws Error; an empty file is none, for an empty problem stands for the stones that were played.
std::string contents_of(const std::string& file) {
  std::string text;
  try {
    text = read_file(file);
  } catch (const Error& error) {
    throw Error(fmt::format("cannot load file: {}", error.what()));
  }
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    throw Error(fmt::format("cannot load file: {}: it is empty", file));
  return text;
}

std::string_view argument(const std::vector<std::string_view>& words, std::size_t at, const char* what) {
  if (at >= words.size()) throw Error(fmt::format("{} is missing", what));
  return words[at];
}

}  // namespace

const std::vector<Gtp::Command>& Gtp::commands() {
  static const std::vector<Command> kCommands{
      {"protocol_version", &Gtp::protocol_version},
      {"name", &Gtp::name},
      {"version", &Gtp::version},
      {"known_command", &Gtp::known_command},
      {"list_commands", &Gtp::list_commands},
      {"quit", &Gtp::quit},
      {"boardsize", &Gtp::boardsize},
      {"clear_board", &Gtp::clear_board},
      {"komi", &Gtp::komi},
      {"play", &Gtp::play},
      {"undo", &Gtp::undo},
      {"genmove", &Gtp::genmove},
      {"reg_genmove", &Gtp::reg_genmove},
      {"showboard", &Gtp::showboard},
      {"loadsgf", &Gtp::loadsgf},
      {"tsumego-solve", &Gtp::solve},
      {"tsumego-moves", &Gtp::winning_moves},
      {"tsumego-threats", &Gtp::threats},
      {"analyze", &Gtp::analyze},
      {"lz-analyze", &Gtp::analyze},
      {"gogui-analyze_commands", &Gtp::analyze_commands},
  };
  return kCommands;
}

Gtp::Gtp(engine::Engine& engine, const engine::CommonOptions& common, std::istream& in, std::ostream& out,
         std::chrono::milliseconds max_time)
    : engine_(engine), in_(in), out_(out), max_time_(max_time) {
  engine_.configure(common);
}

void Gtp::run() {
  std::string line;
  while (!quit_ && next_line(line)) {
    const std::string text = cleaned(line);
    Words words = split_words(text);
    if (words.empty()) continue;
    std::string id;
    if (to_number<int>(words[0])) {
      id = words[0];
      words.erase(words.begin());
    }
    // An answer is ended by an empty line, so it must hold none.
    const auto answer = [&](char mark, std::string body) {
      while (body.ends_with('\n')) body.pop_back();
      for (std::size_t at; (at = body.find("\n\n")) != std::string::npos;) body.erase(at, 1);
      out_.write(fmt::format("{}{} {}\n", mark, id, body));
    };
    try {
      if (words.empty()) throw Error("there is no command after the number");
      const auto command = std::find_if(commands().begin(), commands().end(),
                                        [&](const Command& each) { return each.name == words[0]; });
      if (command == commands().end()) throw Error("unknown command");
      words.erase(words.begin());
      answer('=', (this->*command->answer)(words));
    } catch (const std::exception& error) {
      answer('?', one_line(error.what()));
    }
  }
}

bool Gtp::next_line(std::string& line) {
  if (!reader_.joinable()) return read_line(in_, line);
  reader_.join();
  line.swap(line_ahead_);
  return has_line_ahead_;
}

// The thread is joined before anything else is read, so `quit` never waits for one. The end of input stops
// nothing: a file of commands gets its answers.
void Gtp::read_ahead() {
  line_arrived_.clear();
  reader_ = std::thread([this] {
    has_line_ahead_ = read_line(in_, line_ahead_);
    if (has_line_ahead_) line_arrived_.request();
  });
}

std::string Gtp::protocol_version(const Words&) {
  return "2";
}

std::string Gtp::name(const Words&) {
  return "Tesuji";
}

std::string Gtp::version(const Words&) {
  return TESUJI_VERSION;
}

std::string Gtp::known_command(const Words& words) {
  const bool known =
      !words.empty() && std::any_of(commands().begin(), commands().end(),
                                    [&](const Command& each) { return each.name == words[0]; });
  return known ? "true" : "false";
}

std::string Gtp::list_commands(const Words&) {
  std::string list;
  for (const Command& command : commands()) list += std::string(command.name) + '\n';
  return list;
}

std::string Gtp::quit(const Words&) {
  quit_ = true;
  return "";
}

std::string Gtp::boardsize(const Words& words) {
  const auto size = to_number<int>(argument(words, 0, "the size"));
  if (!size || *size < Stones::kSmallest || *size > Stones::kLargest) throw Error("unacceptable size");
  begin(*size);
  return "";
}

std::string Gtp::clear_board(const Words&) {
  begin(stones_.size());
  return "";
}

void Gtp::begin(int size) {
  stones_ = Stones(size);
  problem_.clear();
  board_.reset();
  moves_.clear();
}

std::string Gtp::komi(const Words& words) {
  // Komi has no meaning in life and death; the command succeeds because GUIs send it.
  argument(words, 0, "the komi");
  return "";
}

std::string Gtp::play(const Words& words) {
  const Stone colour = colour_of(argument(words, 0, "the colour"));
  if (colour == Stone::None) throw Error(fmt::format("invalid colour '{}' (black or white)", words[0]));
  const std::string_view where = argument(words, 1, "the point");
  if (problem_.empty()) {
    stones_.play(colour, stones_.point(where));
    return "";
  }
  if (board_->side() != colour_name(colour)) throw Error(fmt::format("it is {}'s turn", board_->side()));
  board_->play(where);
  moves_.emplace_back(where);
  return "";
}

std::string Gtp::undo(const Words&) {
  if (problem_.empty() ? !stones_.undo() : moves_.empty()) throw Error("cannot undo");
  if (!problem_.empty()) {
    board_->undo();
    moves_.pop_back();
  }
  return "";
}

std::string Gtp::showboard(const Words&) {
  return '\n' + (problem_.empty() ? stones_.drawing() : board_->drawing());
}

std::string Gtp::loadsgf(const Words& words) {
  const std::string file(argument(words, 0, "the file"));
  // "1" is the position before the first move, as GoGui asks for it.
  if (words.size() > 1 && words[1] != "1")
    throw Error("only the position before move 1 can be loaded: problems are positions");
  std::string text = contents_of(file);
  std::unique_ptr<engine::Board> board = engine_.game().board(text);
  problem_ = std::move(text);
  board_ = std::move(board);
  moves_.clear();
  return "";
}

bool Gtp::has_option(std::string_view option) const {
  const auto& options = engine_.game().options();
  return std::any_of(options.begin(), options.end(),
                     [&](const engine::OptionSpec& spec) { return spec.name == option; });
}

engine::Report Gtp::ask(const Words& words, const char* option, const search::StopFlag& stop) {
  Stone colour = Stone::None;
  std::optional<int> target;
  for (const std::string_view word : words) {
    if (colour_of(word) != Stone::None) {
      colour = colour_of(word);
    } else if (problem_.empty()) {
      target = stones_.point(word);
    } else {
      throw Error(fmt::format("'{}': the loaded problem has its own target", word));
    }
  }
  engine::Request request;
  request.game = engine_.game().name();
  request.position = problem_.empty() ? stones_.sgf(colour, target) : problem_;
  request.moves = moves_;
  if (colour != Stone::None && has_option("player"))
    request.options["player"] = colour == Stone::Black ? "B" : "W";
  if (*option != '\0') {
    if (!has_option(option)) throw Error(fmt::format("the engine has no option '{}'", option));
    request.options[option] = "true";
  }
  request.limits.time = max_time_;
  engine::Listener silent;
  return engine_.solve(request, silent, stop);
}

std::string Gtp::solve(const Words& words) {
  const engine::Report report = ask(words, "");
  std::string out = report.verdict.empty() ? "no verdict" : report.verdict;
  if (!report.pv.empty()) out += "\n" + join_words(report.pv);
  out += fmt::format("\n{} nodes, {:.3f} s{}", report.nodes, report.seconds,
                     !report.proved    ? ", not proved"
                     : report.complete ? ""
                                       : ", not complete");
  for (const std::string& remark : report.remarks) out += '\n' + remark;
  return out;
}

std::string Gtp::reg_genmove(const Words& words) {
  if (colour_of(argument(words, 0, "the colour")) == Stone::None)
    throw Error("invalid colour (black or white)");
  const engine::Report report = ask(words, "");
  return report.best.empty() ? "pass" : report.best.front();
}

std::string Gtp::genmove(const Words& words) {
  std::string move = reg_genmove(words);
  play({words[0], move});
  return move;
}

std::string Gtp::winning_moves(const Words& words) {
  return join_words(ask(words, "all-moves").best);
}

// As Leela Zero reports moves: ten thousand is a sure win. The client gives an interval in hundredths of a
// second, which means nothing here: there is one report, when the problem is solved, or with what is known by
// then when the next line arrives.
std::string Gtp::analyze(const Words& words) {
  Words rest;
  for (const std::string_view word : words) {
    if (!to_number<int>(word) && !same_name(word, "interval")) rest.push_back(word);
  }
  read_ahead();
  const engine::Report report = ask(rest, "all-moves", line_arrived_);
  std::string line;
  int order = 0;
  const auto add = [&](const std::string& move, bool works, const std::vector<std::string>& pv) {
    line += fmt::format("{}info move {} visits {} winrate {} prior {} order {} pv {}",
                        line.empty() ? "" : " ", move, works ? 1000 : 1, works ? 10000 : 0, works ? 10000 : 0,
                        order++, pv.empty() ? move : join_words(pv));
  };
  const auto line_of = [&](const std::string& move) {
    return !report.pv.empty() && report.pv.front() == move ? report.pv : std::vector<std::string>{};
  };
  for (const bool works : {true, false}) {
    for (const engine::MoveReport& move : report.moves) {
      if ((move.score.value_or(0) > 0) == works) add(move.move, works, line_of(move.move));
    }
  }
  // Nothing is proved: the most promising move alone.
  if (report.moves.empty() && !report.best.empty())
    line = fmt::format("info move {} visits 1 winrate 5000 prior 5000 order 0 pv {}", report.best.front(),
                       report.pv.empty() ? report.best.front() : join_words(report.pv));
  return '\n' + line;
}

std::string Gtp::threats(const Words& words) {
  const auto report = engine::to_json(ask(words, "threats"));
  return join_words(report.value("threats", std::vector<std::string>{}));
}

// For GoGui's menu of analyze commands: how each is shown, its title, its words.
std::string Gtp::analyze_commands(const Words&) {
  return "string/Solve/tsumego-solve\nplist/Winning moves/tsumego-moves\nstring/Threats/tsumego-threats";
}

}  // namespace tesuji::protocol
