#include "games/go/sgf.hpp"

#include <algorithm>
#include <cctype>

#include "base/error.hpp"

namespace tesuji::go::sgf {

std::vector<std::string> Node::values(std::string_view name) const {
  std::vector<std::string> found;
  for (const Property& property : properties) {
    if (property.name == name) found.insert(found.end(), property.values.begin(), property.values.end());
  }
  return found;
}

bool Node::has(std::string_view name) const {
  return std::any_of(properties.begin(), properties.end(), [&](const Property& p) { return p.name == name; });
}

void Node::add(std::string_view name, std::string value) {
  for (Property& property : properties) {
    if (property.name == name) {
      property.values.push_back(std::move(value));
      return;
    }
  }
  properties.push_back({std::string(name), {std::move(value)}});
}

namespace {

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  // A comment before the first tree may hold parentheses; a tree starts where '(' is followed by ';'.
  bool next_tree() {
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] != '(') continue;
      std::size_t next = at_ + 1;
      while (next < text_.size() && space(text_[next])) ++next;
      if (next < text_.size() && text_[next] == ';') return true;
    }
    return false;
  }

  Tree tree(int depth) {
    if (depth > kMaxDepth) fail("variations are nested too deeply");
    expect('(');
    Tree result;
    while (peek() == ';') result.nodes.push_back(node());
    if (result.nodes.empty()) fail("a game tree starts with ';'");
    while (peek() == '(') result.variations.push_back(tree(depth + 1));
    expect(')');
    return result;
  }

  [[nodiscard]] std::size_t at() const { return at_; }

  // Goes to the next tree after `from` that begins a line, or to the end.
  void skip_to_line_with_tree(std::size_t from) {
    for (at_ = from; next_tree() && text_[at_ - 1] != '\n'; ++at_) continue;
  }

 private:
  static bool space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
  static bool letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

  char peek() {
    while (at_ < text_.size() && space(text_[at_])) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  void expect(char c) {
    if (peek() != c) fail(std::string("expected '") + c + "'");
    ++at_;
  }

  Node node() {
    expect(';');
    Node result;
    while (letter(peek())) {
      Property property;
      // FF[1..3] wrote lower-case letters between the capitals ("Black" for B): they do not count.
      for (; at_ < text_.size() && letter(text_[at_]); ++at_) {
        if (std::isupper(static_cast<unsigned char>(text_[at_])) != 0) property.name += text_[at_];
      }
      if (property.name.empty()) fail("a property is named in capital letters");
      if (peek() != '[') fail("property " + property.name + " has no value");
      while (peek() == '[') property.values.push_back(value(property.name));
      result.properties.push_back(std::move(property));
    }
    return result;
  }

  std::string value(const std::string& name) {
    const std::size_t start = at_++;
    std::string result;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == ']') {
        ++at_;
        return result;
      }
      if (c != '\\') {
        result += c;
        continue;
      }
      if (++at_ == text_.size()) break;
      // An escaped line break vanishes, whichever way it is written.
      const char escaped = text_[at_];
      if (escaped == '\n' || escaped == '\r') {
        const char pair = escaped == '\n' ? '\r' : '\n';
        if (at_ + 1 < text_.size() && text_[at_ + 1] == pair) ++at_;
      } else {
        result += escaped;
      }
    }
    at_ = start;
    fail("the value of " + name + " has no closing ']'");
  }

  [[noreturn]] void fail(const std::string& what) const {
    int line = 1, column = 1;
    for (std::size_t i = 0; i < std::min(at_, text_.size()); ++i) {
      column = text_[i] == '\n' ? 1 : column + 1;
      line += text_[i] == '\n' ? 1 : 0;
    }
    throw Error("SGF, line " + std::to_string(line) + ", column " + std::to_string(column) + ": " + what);
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

void write_tree(const Tree& tree, std::string& out) {
  out += '(';
  for (const Node& node : tree.nodes) {
    out += ';';
    for (const Property& property : node.properties) {
      out += property.name;
      for (const std::string& value : property.values) {
        out += '[';
        for (const char c : value) {
          if (c == ']' || c == '\\') out += '\\';
          out += c;
        }
        out += ']';
      }
    }
  }
  for (const Tree& variation : tree.variations) write_tree(variation, out);
  out += ')';
}

}  // namespace

bool has_tree(std::string_view text) {
  return Reader(text).next_tree();
}

std::vector<Tree> parse(std::string_view text) {
  Reader reader(text);
  std::vector<Tree> collection;
  while (reader.next_tree()) collection.push_back(reader.tree(0));
  if (collection.empty()) throw Error("SGF: there is no game tree, which starts with '(;'");
  return collection;
}

std::vector<std::string> split(std::string_view text) {
  Reader reader(text);
  std::vector<std::string> parts;
  // Each bad tree is tried up to where it goes wrong, which may be far away.
  constexpr int kMaxBadTrees = 100;
  int bad = 0;
  while (reader.next_tree()) {
    const std::size_t start = reader.at();
    try {
      reader.tree(0);
    } catch (const Error&) {
      if (++bad > kMaxBadTrees)
        throw Error("SGF: more than " + std::to_string(kMaxBadTrees) + " game trees cannot be read");
      reader.skip_to_line_with_tree(start + 1);
    }
    parts.emplace_back(text.substr(start, reader.at() - start));
  }
  return parts;
}

std::string write(const Tree& tree) {
  std::string out;
  write_tree(tree, out);
  return out;
}

}  // namespace tesuji::go::sgf
