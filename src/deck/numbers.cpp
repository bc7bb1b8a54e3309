#include "deck/numbers.hpp"

#include <charconv>
#include <cmath>

namespace crumple::deck {

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Fortran's spellings of the exponent: `2.0-3` and `1.5D3` become `2.0e-3` and `1.5e3`.
std::optional<double> parse_fortran_real(std::string_view text) {
  char buffer[64];
  std::size_t n = 0;
  if (text.size() > sizeof buffer - 2) return std::nullopt;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool after_digit = i > 0 && (is_digit(text[i - 1]) || text[i - 1] == '.');
    if (c == 'd' || c == 'D') {
      buffer[n++] = 'e';
      if (i + 1 < text.size() && text[i + 1] == '+') ++i;
    } else if ((c == '-' || c == '+') && after_digit) {
      buffer[n++] = 'e';
      if (c == '-') buffer[n++] = '-';
    } else {
      buffer[n++] = c;
    }
  }
  double value = 0;
  const auto [end, error] = std::from_chars(buffer, buffer + n, value);
  if (error != std::errc() || end != buffer + n) return std::nullopt;
  return value;
}

}  // namespace

std::optional<double> parse_real(std::string_view text) {
  text = trim(text);
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  if (text.empty()) return std::nullopt;
  const char first = text[text.front() == '-' && text.size() > 1 ? 1 : 0];
  if (!is_digit(first) && first != '.') return std::nullopt;  // no "inf", "nan"
  double value = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error == std::errc() && end == last) return value;
  if (error == std::errc::result_out_of_range && end == last)  // too small is zero; too large is refused
    return text.find("e-") != text.npos || text.find("E-") != text.npos ? std::optional(0.0) : std::nullopt;
  return parse_fortran_real(text);
}

bool is_whole(double value) { return std::abs(value) <= 9e15 && value == std::floor(value); }

std::optional<std::int64_t> parse_integer(std::string_view text) {
  text = trim(text);
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  std::int64_t value = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error == std::errc() && end == last && !text.empty())
    return is_whole(double(value)) ? std::optional(value) : std::nullopt;
  const auto real = parse_real(text);
  if (!real || !is_whole(*real)) return std::nullopt;
  return std::int64_t(*real);
}

}  // namespace crumple::deck
