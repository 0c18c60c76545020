// tesuji print GAME FILE --out sheet.pdf
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "app/game_command.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "engine/authoring.hpp"
#include "engine/json.hpp"

#if defined(TESUJI_CAIRO)
#include <cairo-pdf.h>
#include <cairo-svg.h>
#endif

namespace tesuji::app {
namespace {

#if defined(TESUJI_CAIRO)

using engine::Diagram;

// A4 in points.
constexpr double kWidth = 595.28, kHeight = 841.89, kMargin = 42;
constexpr int kColumns = 2, kRows = 3, kPerPage = kColumns * kRows;
constexpr double kCaption = 11, kHeading = 14, kGap = 16;

// Pages go into one PDF, or into one SVG file each: sheet.svg, sheet-2.svg, …
class Pages {
 public:
  explicit Pages(std::string path) : path_(std::move(path)), pdf_(path_.ends_with(".pdf")) {
    if (!pdf_ && !path_.ends_with(".svg")) throw UsageError("--out: the name ends in .pdf or .svg");
  }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  ~Pages() { close(); }

  cairo_t* next() {
    ++count_;
    if (pdf_ && context_ != nullptr) {
      cairo_show_page(context_);
      return context_;
    }
    close();
    const std::string name =
        pdf_ || count_ == 1 ? path_ : fmt::format("{}-{}.svg", path_.substr(0, path_.size() - 4), count_);
    surface_ = pdf_ ? cairo_pdf_surface_create(name.c_str(), kWidth, kHeight)
                    : cairo_svg_surface_create(name.c_str(), kWidth, kHeight);
    context_ = cairo_create(surface_);
    check(name);
    return context_;
  }
  void finish() {
    if (context_ == nullptr) return;
    cairo_show_page(context_);
    cairo_surface_finish(surface_);
    check(path_);
  }
  [[nodiscard]] int count() const { return count_; }

 private:
  void check(const std::string& name) const {
    cairo_status_t status = cairo_surface_status(surface_);
    if (status == CAIRO_STATUS_SUCCESS) status = cairo_status(context_);
    if (status != CAIRO_STATUS_SUCCESS)
      throw Error(fmt::format("cannot write {}: {}", name, cairo_status_to_string(status)));
  }
  void close() {
    if (context_ != nullptr) cairo_destroy(context_);
    if (surface_ != nullptr) cairo_surface_destroy(surface_);
    context_ = nullptr;
    surface_ = nullptr;
  }

  std::string path_;
  bool pdf_;
  int count_ = 0;
  cairo_surface_t* surface_ = nullptr;
  cairo_t* context_ = nullptr;
};

// Whether the font that is set has all characters of a text.
bool font_has(cairo_t* cr, const std::string& text) {
  cairo_glyph_t* glyphs = nullptr;
  int count = 0;
  if (cairo_scaled_font_text_to_glyphs(cairo_get_scaled_font(cr), 0, 0, text.c_str(), -1, &glyphs, &count,
                                       nullptr, nullptr, nullptr) != CAIRO_STATUS_SUCCESS)
    return false;
  const bool all =
      std::all_of(glyphs, glyphs + count, [](const cairo_glyph_t& glyph) { return glyph.index != 0; });
  cairo_glyph_free(glyphs);
  return all;
}

// Cairo does not look for a missing character in other fonts: this tries the usual ones for `text`.
void use_font(cairo_t* cr, double size, const std::string& text = {}, bool bold = false) {
  for (const char* family :
       {"serif", "IPAMincho", "IPAPMincho", "Noto Serif CJK JP", "Noto Sans CJK JP", "TakaoMincho",
        "IPAGothic", "VL Gothic", "Yu Mincho", "MS Mincho", "Hiragino Mincho ProN", "sans"}) {
    cairo_select_font_face(cr, family, CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cr, size);
    if (font_has(cr, text)) return;
  }
  throw Error(
      fmt::format("no font has all characters of '{}'; install a Japanese font, for example Debian's "
                  "fonts-ipafont-mincho",
                  text));
}

void centred(cairo_t* cr, double x, double y, const std::string& text) {
  cairo_text_extents_t extents;
  cairo_text_extents(cr, text.c_str(), &extents);
  cairo_move_to(cr, x - extents.x_bearing - extents.width / 2, y - extents.y_bearing - extents.height / 2);
  cairo_show_text(cr, text.c_str());
}

// Words one after the other, in as many lines as it takes. Returns where the next line would be.
double paragraph(cairo_t* cr, double x, double y, double width, const std::string& text) {
  std::string line;
  const auto show = [&] {
    cairo_move_to(cr, x, y);
    cairo_show_text(cr, line.c_str());
    y += kCaption * 1.25;
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    cairo_text_extents_t extents;
    cairo_text_extents(cr, (line + word).c_str(), &extents);
    if (!line.empty() && extents.x_advance > width) {
      show();
      line.clear();
    }
    line += word + " ";
    at = end + 1;
  }
  if (!line.empty()) show();
  return y;
}

void draw(cairo_t* cr, const Diagram& diagram, double x, double y, double width, double height, int number) {
  use_font(cr, kCaption, {}, true);
  cairo_set_source_rgb(cr, 0, 0, 0);
  cairo_move_to(cr, x, y + kCaption);
  cairo_show_text(cr, fmt::format("{}", number).c_str());
  use_font(cr, kCaption, diagram.caption);
  const double text_end = paragraph(cr, x + 26, y + kCaption, width - 26, diagram.caption);
  // Two lines of text have room; after more, the diagram is smaller.
  const double top = std::max(y + 2.9 * kCaption, text_end - 0.6 * kCaption), room = y + height - top;
  const double unit = std::min({width / diagram.width, room / diagram.height, 22.0});
  cairo_save(cr);
  cairo_translate(cr, x, top);
  cairo_scale(cr, unit, unit);
  for (const Diagram::Line& line : diagram.lines) {
    cairo_set_line_width(cr, line.width);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_SQUARE);
    cairo_move_to(cr, line.x1, line.y1);
    cairo_line_to(cr, line.x2, line.y2);
    cairo_stroke(cr);
  }
  for (const Diagram::Circle& circle : diagram.circles) {
    cairo_arc(cr, circle.x, circle.y, circle.radius, 0, 2 * 3.14159265358979);
    cairo_set_source_rgb(cr, circle.filled ? 0 : 1, circle.filled ? 0 : 1, circle.filled ? 0 : 1);
    cairo_fill_preserve(cr);
    cairo_set_source_rgb(cr, 0, 0, 0);
    cairo_set_line_width(cr, 0.035);
    cairo_stroke(cr);
  }
  for (const Diagram::Text& text : diagram.texts) {
    cairo_save(cr);
    cairo_translate(cr, text.x, text.y);
    if (text.turned) cairo_rotate(cr, 3.14159265358979);
    use_font(cr, text.size, text.text);
    cairo_set_source_rgb(cr, text.white ? 1 : 0, text.white ? 1 : 0, text.white ? 1 : 0);
    centred(cr, 0, 0, text.text);
    cairo_restore(cr);
  }
  cairo_restore(cr);
}

void draw_pages(Pages& pages, const std::vector<const Diagram*>& diagrams, const char* heading) {
  for (std::size_t i = 0; i < diagrams.size(); i += kPerPage) {
    cairo_t* const cr = pages.next();
    use_font(cr, kHeading, {}, true);
    cairo_set_source_rgb(cr, 0, 0, 0);
    cairo_move_to(cr, kMargin, kMargin);
    cairo_show_text(cr, heading);
    use_font(cr, kCaption);
    centred(cr, kWidth / 2, kHeight - kMargin / 2, std::to_string(pages.count()));
    const double width = (kWidth - 2 * kMargin - kGap * (kColumns - 1)) / kColumns;
    const double top = kMargin + kHeading, height = (kHeight - top - kMargin - kGap * (kRows - 1)) / kRows;
    for (std::size_t j = i; j < std::min(diagrams.size(), i + kPerPage); ++j) {
      const auto place = static_cast<int>(j - i);
      const int column = place % kColumns, row = place / kColumns;
      draw(cr, *diagrams[j], kMargin + (width + kGap) * column, top + (height + kGap) * row, width, height,
           static_cast<int>(j) + 1);
    }
  }
}

int print(const GameArguments& arguments, const std::string& out) {
  const engine::Authoring* const authoring = arguments.game->authoring();
  if (authoring == nullptr) throw Error(fmt::format("{} has no diagrams", arguments.game->title()));
  if (arguments.words.empty() || out.empty())
    throw UsageError("print: name a file, and where to write with --out");
  std::vector<engine::ProblemDiagrams> all;
  for (const std::string& path : arguments.words) {
    for (const std::string& problem : authoring->split_collection(read_file(path))) {
      try {
        all.push_back(authoring->diagrams(problem));
      } catch (const Error& error) {
        throw Error(fmt::format("{}, problem {}: {}", path, all.size() + 1, error.what()));
      }
    }
  }
  if (all.empty()) throw Error("there is no problem in the input");
  std::vector<const Diagram*> problems, solutions;
  for (const engine::ProblemDiagrams& each : all) {
    problems.push_back(&each.problem);
    solutions.push_back(&each.solution);
  }
  Pages pages(out);
  draw_pages(pages, problems, "Problems");
  draw_pages(pages, solutions, "Solutions");
  pages.finish();
  if (arguments.json) {
    fmt::print("{}\n", engine::to_line({{"file", out}, {"problems", all.size()}, {"pages", pages.count()}}));
  } else {
    fmt::print("{} problems on {} pages: {}\n", all.size(), pages.count(), out);
  }
  return 0;
}

#else

int print(const GameArguments&, const std::string&) {
  throw Error("this was built without cairo (install libcairo2-dev and build again)");
}

#endif

}  // namespace

void add_print(CLI::App& app, Context& context) {
  GameVerb verb;
  verb.name = "print";
  verb.help = "Problems as diagrams on paper, six to a page; the solutions follow";
  verb.words_help = "Files of problems";
  verb.takes_game_options = false;
  verb.takes_limits = false;
  const auto out = std::make_shared<std::string>();
  verb.more_options = [out](CLI::App& game_app) {
    game_app.add_option("--out", *out, "sheet.pdf, or sheet.svg (one file a page)");
  };
  verb.run = [out](GameArguments& arguments) {
    arguments.engine.reset();
    return print(arguments, *out);
  };
  add_game_verb(app, context, std::move(verb));
}

}  // namespace tesuji::app
