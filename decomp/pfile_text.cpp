#include "decomp/pfile_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/error.hpp"

namespace crumple {
namespace {

/// The whole of `text` as a number, or false.
template <class T>
bool parse(std::string_view text, T& value) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  return status == std::errc() && end == text.data() + text.size();
}

bool is_mark(const std::string& text) { return text == "{" || text == "}" || text == ","; }

}  // namespace

std::string TextPlace::text() const {
  if (file.empty()) return keyword.empty() ? "" : keyword + ": ";
  if (!keyword.empty()) return fmt::format("{}:{}: *{}: ", file, line, keyword);
  return fmt::format("{}:{}:{}: pfile: ", file, line, column);
}

void append_tokens(const std::string& line, TextPlace where, std::vector<Token>& tokens) {
  auto add = [&](std::size_t from, std::string text) {
    std::string lower = text;
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    where.column = int(from) + 1;
    tokens.push_back({std::move(text), std::move(lower), where});
  };
  const std::string marks = "{},", ends = marks + "# \t\r\f\v";
  for (std::size_t at = 0; at < line.size() && line[at] != '#';) {
    if (marks.find(line[at]) != marks.npos) {
      add(at, line.substr(at, 1));
      ++at;
    } else if (line[at] == '"') {
      const std::size_t end = line.find('"', at + 1);
      add(at, line.substr(at + 1, end == line.npos ? end : end - at - 1));
      if (end == line.npos) TokenReader::fail(tokens.back(), "the text that begins here has no closing '\"'");
      at = end + 1;
    } else if (ends.find(line[at]) != ends.npos) {
      ++at;
    } else {
      const std::size_t end = std::min(line.size(), line.find_first_of(ends, at));
      add(at, line.substr(at, end - at));
      at = end;
    }
  }
}

void TokenReader::fail(const Token& token, const std::string& message) { throw Error(token.where.text() + message); }

bool TokenReader::take(std::string_view lower) {
  const bool is = next_is(lower);
  at_ += is;
  return is;
}

const Token& TokenReader::next(const std::string& expected) {
  if (done()) fail(tokens_.back(), fmt::format("the text ends after '{}', expected {}", tokens_.back().text, expected));
  return tokens_[at_++];
}

void TokenReader::expect(std::string_view lower) {
  const Token& token = next(fmt::format("'{}'", lower));
  if (token.lower != lower) fail(token, fmt::format("found '{}', expected '{}'", token.text, lower));
}

std::string TokenReader::word(const std::string& option) {
  const Token& token = next("the value of " + option);
  if (is_mark(token.text)) fail(token, fmt::format("{}: found '{}', expected a value", option, token.text));
  return token.text;
}

double TokenReader::number(const std::string& option) {
  const Token& token = next("the value of " + option);
  double value = 0;
  if (!parse(token.text, value) || !std::isfinite(value))
    fail(token, fmt::format("{}: found '{}', expected a number", option, token.text));
  return value;
}

double TokenReader::not_negative(const std::string& option) {
  const std::size_t at = at_;
  const double value = number(option);
  if (!(value >= 0)) fail(tokens_[at], fmt::format("{}: found {}, expected a number of at least 0", option, value));
  return value;
}

double TokenReader::positive(const std::string& option) {
  const std::size_t at = at_;
  const double value = number(option);
  if (!(value > 0)) fail(tokens_[at], fmt::format("{}: found {}, expected a number greater than 0", option, value));
  return value;
}

long TokenReader::integer(const std::string& option, long least, long most) {
  const Token& token = next("the value of " + option);
  long value = 0;
  if (!parse(token.text, value) || value < least || value > most) {
    const std::string range =
        most == 2147483647 ? fmt::format("of at least {}", least) : fmt::format("from {} to {}", least, most);
    fail(token, fmt::format("{}: found '{}', expected a whole number {}", option, token.text, range));
  }
  return value;
}

bool TokenReader::next_is_number() const {
  double value = 0;
  return !done() && parse(tokens_[at_].text, value);
}

std::vector<double> TokenReader::numbers(const std::string& option, int count) {
  std::vector<double> values;
  for (int k = 0; k < count; ++k) {
    if (k > 0) take(",");
    values.push_back(number(fmt::format("{} (value {} of {})", option, k + 1, count)));
  }
  return values;
}

Vec3 TokenReader::vector(const std::string& option) {
  const std::vector<double> v = numbers(option, 3);
  return {v[0], v[1], v[2]};
}

std::vector<Id> TokenReader::ids(const std::string& option) {
  std::vector<Id> ids;
  do ids.push_back(integer(option, 1));
  while (take(",") && next_is_number());  // a comma before a word divides options
  return ids;
}

}  // namespace crumple
