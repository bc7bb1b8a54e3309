#include "decomp/pfile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <numbers>

#include "base/error.hpp"

namespace crumple {
namespace {

struct Token {
  std::string text;  ///< lower case, but for values
  int line = 0;
};

std::vector<Token> tokens_of(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw Error(fmt::format("p={}: cannot open the pfile", path));
  std::vector<Token> tokens;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    line.resize(std::min(line.size(), line.find('#')));
    std::string word;
    auto finish = [&] {
      if (!word.empty()) tokens.push_back({word, number});
      word.clear();
    };
    for (const char c : line) {
      if (std::isspace(static_cast<unsigned char>(c)) || c == '{' || c == '}') finish();
      else word += char(std::tolower(static_cast<unsigned char>(c)));
      if (c == '{' || c == '}') tokens.push_back({std::string(1, c), number});
    }
    finish();
  }
  return tokens;
}

/// Options that are LS-DYNA's own business: name and how many values follow.
struct Ignored {
  const char* section;
  const char* name;
  int n_values;
};
constexpr Ignored without_effect[] = {
    {"general", "nodump", 0},      {"general", "nod3dump", 0},    {"general", "nofull", 0},
    {"general", "runrsfonly", 0},  {"general", "nobeamout", 0},   {"general", "nofail", 0},
    {"general", "swapbytes", 0},   {"general", "dboutonly", 0},   {"general", "binoutonly", 0},
    {"general", "lstc_reduce", 0}, {"general", "notiedio", 0},    {"directory", "global", 1},
    {"directory", "local", 1},     {"directory", "repository", 1}, {"directory", "transfer_files", 0},
    {"directory", "rmlocal", 0},   {"decomposition", "file", 1},  {"decomposition", "rcblog", 1},
    {"decomposition", "silist", 1}, {"decomposition", "sidist", 1}, {"decomposition", "vspeed", 0},
    {"decomposition", "outdecomp", 1}, {"decomposition", "dunreflc", 0}, {"decomposition", "dcmem", 1},
};

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path), tokens_(tokens_of(path)) {}

  Pfile read() {
    while (at_ < tokens_.size()) {
      const Token name = next("a section name");
      const std::string section = section_of(name);
      expect("{");
      while (peek() != "}") read_option(section);
      ++at_;
    }
    return std::move(pfile_);
  }

 private:
  [[noreturn]] void fail(const Token& token, const std::string& message) const {
    throw Error(fmt::format("{}:{}: pfile: {}", path_, token.line, message));
  }
  std::string peek() const { return at_ < tokens_.size() ? tokens_[at_].text : ""; }
  Token next(const std::string& expected) {
    if (at_ == tokens_.size()) fail(tokens_.empty() ? Token{"", 1} : tokens_.back(), "ends where " + expected + " is expected");
    return tokens_[at_++];
  }
  void expect(const std::string& text) {
    const Token token = next("'" + text + "'");
    if (token.text != text) fail(token, fmt::format("found '{}', expected '{}'", token.text, text));
  }
  double number(const std::string& option) {
    const Token token = next("the value of " + option);
    double value = 0;
    const auto [end, status] = std::from_chars(token.text.data(), token.text.data() + token.text.size(), value);
    if (status != std::errc() || end != token.text.data() + token.text.size())
      fail(token, fmt::format("{}: found '{}', expected a number", option, token.text));
    return value;
  }

  std::string section_of(const Token& name) const {
    std::vector<std::string> matches;
    for (const char* section : {"decomposition", "directory", "general", "contact"})
      if (std::string(section).starts_with(name.text)) matches.push_back(section);
    if (matches.size() != 1)
      fail(name, fmt::format("'{}' is {} section; there are decomposition, directory, general, contact", name.text,
                             matches.empty() ? "no" : "more than one"));
    return matches.front();
  }

  void read_option(const std::string& section) {
    const Token option = next("an option or '}'");
    if (section == "decomposition" && read_decomposition(option)) return;
    for (const Ignored& known : without_effect)
      if (section == known.section && option.text == known.name) {
        for (int k = 0; k < known.n_values; ++k) next("the value of " + option.text);
        pfile_.ignored.push_back(fmt::format("pfile: {} {{ {} }} has no effect", section, option.text));
        return;
      }
    fail(option, fmt::format("'{}' is no option of {}", option.text, section));
  }

  /// Method and transformations; false for another option.
  bool read_decomposition(const Token& option) {
    Mat3& matrix = pfile_.partition.transformation;
    const std::string& text = option.text;
    if (text == "method") {
      pfile_.partition.method = next("a method").text;
      return true;
    }
    if (text.size() != 2 || (text[0] != 's' && text[0] != 'r') || text[1] < 'x' || text[1] > 'z') return false;
    const int axis = text[1] - 'x';
    const double value = number(text);
    if (text[0] == 's') {
      if (!(value > 0)) fail(option, fmt::format("{} {}: expected a scale factor greater than 0", text, value));
      matrix.row[axis] *= value;
    } else {
      matrix = rotation(axis, value * std::numbers::pi / 180) * matrix;
    }
    return true;
  }

  static Mat3 rotation(int axis, double angle) {
    Mat3 r = Mat3::identity();
    const int a = (axis + 1) % 3, b = (axis + 2) % 3;
    r(a, a) = r(b, b) = std::cos(angle);
    r(b, a) = std::sin(angle);
    r(a, b) = -r(b, a);
    return r;
  }

  std::string path_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  Pfile pfile_;
};

}  // namespace

Pfile read_pfile(const std::string& path) { return Reader(path).read(); }

}  // namespace crumple
