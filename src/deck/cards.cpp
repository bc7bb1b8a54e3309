#include "deck/cards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "base/error.hpp"
#include "deck/numbers.hpp"

namespace crumple::deck {
namespace {

constexpr std::size_t heading_width = 60;  // a text of at least this width may hold commas and `$`

bool has_heading(std::span<const Field> fields) {
  return std::any_of(fields.begin(), fields.end(),
                     [](const Field& f) { return f.kind == Kind::text && f.width >= heading_width; });
}

/// Commas make a line free-format; in a card with a heading only a comma among its first columns does.
bool is_free(std::string_view line, bool heading, std::size_t first_width) {
  return (heading ? line.substr(0, first_width) : line).find(',') != line.npos;
}

/// Takes the text up to the next comma from `rest`.
std::string_view take_free(std::string_view& rest) {
  const auto comma = rest.find(',');
  const std::string_view taken = rest.substr(0, comma);
  rest.remove_prefix(comma == rest.npos ? rest.size() : comma + 1);
  return taken;
}

std::string_view take_columns(std::string_view& rest, std::size_t n) {
  const std::string_view taken = rest.substr(0, n);
  rest.remove_prefix(std::min(n, rest.size()));
  return taken;
}

/// Blanks, commas and numbers equal to zero.
bool says_nothing(std::string_view text) {
  while (!text.empty()) {
    const auto end = text.find_first_of(" ,\t\r");
    const std::string_view word = text.substr(0, end);
    if (!word.empty() && parse_real(word).value_or(1) != 0) return false;
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return true;
}

/// What a field holds after an error: not a number, which no later check complains about once more.
double nothing(const Field& field) {
  return field.kind == Kind::real ? std::numeric_limits<double>::quiet_NaN() : field.fallback;
}

std::string expected(const Field& field) {
  std::string what = field.kind == Kind::integer ? "a whole number" : "a number";
  if (!field.dimension.empty() && field.dimension != "id") what += fmt::format(" [{}]", field.dimension);
  return what;
}

}  // namespace

std::size_t Card::index_of(std::string_view name) const {
  for (std::size_t i = 0; i < fields_.size(); ++i)
    if (fields_[i].name == name) return i;
  throw Error("internal error: a card has no field " + std::string(name));
}

/// What is not registered would be missing in the documentation.
void Cards::expect_known(std::span<const Field> fields) const {
  for (const CardForm& form : forms_)
    if (form.fields.data() == fields.data()) return;
  throw Error(fmt::format("internal error: *{} reads a card that it has not registered (first field {})", *keyword_,
                          fields.front().name));
}

std::size_t Cards::columns(std::size_t width) const {
  if (format_ == Format::wide) return std::max<std::size_t>(width, 20);
  return format_ == Format::i10 && width == 8 ? 10 : width;
}

std::string_view Cards::next_text() {
  std::string_view line;
  lines_.next(line);
  return trim(line);
}

Card Cards::next(std::span<const Field> fields) {
  std::string_view line;
  lines_.next(line);
  return read(line, fields);
}

Card Cards::read(std::string_view line, std::span<const Field> fields) {
  expect_known(fields);
  Card card;
  card.fields_ = fields;
  card.where_ = lines_.where();
  card.keyword_ = keyword_;
  card.log_ = log_;
  card.offsets_ = offsets_;
  const bool heading = has_heading(fields);
  if (!heading) line = line.substr(0, line.find('$'));
  const bool free = is_free(line, heading, columns(fields.front().width));
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const bool to_the_end = fields[i].kind == Kind::text && i + 1 == fields.size();
    Card::Value& value = card.values_[i];
    if (free && !to_the_end) {
      value.text = trim(take_free(line));
    } else {
      value.text = trim(take_columns(line, free ? line.size() : columns(fields[i].width)));
    }
    convert(fields[i], value);
  }
  if (!heading) check_rest(free ? line : line.substr(0, format_ == Format::standard ? 80 : line.size()));
  return card;
}

void Cards::check_rest(std::string_view rest) const {
  if (!says_nothing(rest)) warn("", fmt::format("found \"{}\" behind the last field; it is not used", trim(rest)));
}

void Cards::expect_end() {
  std::string_view line;
  int left = 0;
  while (lines_.next(line)) left += !says_nothing(line.substr(0, line.find('$')));
  if (left > 0) warn("", fmt::format("found {} more card(s) than are known; they are not used", left));
}

bool Cards::resolve_parameter(const Field& field, Card::Value& value) const {
  std::string_view name = value.text;
  const bool negative = name.front() == '-';
  if (negative || name.front() == '+') name.remove_prefix(1);
  if (name.empty() || name.front() != '&') return false;
  const Parameter* parameter = parameters_->find(name.substr(1));
  if (!parameter) {
    error(field.name, fmt::format("parameter {} is not defined", name));
    value = {{}, nothing(field)};
    return true;
  }
  if (parameter->text) {
    value.text = *parameter->text;
    return false;
  }
  value.number = negative ? -parameter->number.value : parameter->number.value;
  if (field.kind == Kind::integer && !is_whole(value.number)) {
    error(field.name, fmt::format("found {} = {}, expected {}", name, value.number, expected(field)));
    value.number = nothing(field);
  }
  return true;
}

void Cards::convert(const Field& field, Card::Value& value) const {
  if (field.kind == Kind::unread) return;
  if (!value.text.empty() && !resolve_parameter(field, value) && field.kind != Kind::text) {
    const auto whole = field.kind == Kind::integer ? parse_integer(value.text) : std::nullopt;
    const auto number =
        field.kind == Kind::integer ? (whole ? std::optional(double(*whole)) : std::nullopt) : parse_real(value.text);
    const bool has_tab = value.text.find('\t') != value.text.npos;
    if (!number)
      error(field.name, fmt::format("found \"{}\", expected {}{}", value.text, expected(field),
                                    has_tab ? " (a tab does not fill columns)" : ""));
    value.number = number.value_or(nothing(field));
  }
  if (field.kind == Kind::text || std::isnan(value.number)) return;
  if (field.id_of != IdOf::varies) value.number = double(shift(Id(value.number), field.id_of));
  if (value.number == 0) value.number = field.fallback;
  if (value.number == field.fallback || field.harmless.holds(value.number)) return;
  if (field.use == Use::refused) {
    const std::string text = fmt::format("found {}, which is not supported: {}; expected {} or blank", value.number,
                                         field.says, field.fallback);
    if (log_->replace(where(), *keyword_, field.name, text, fmt::format("{}", field.fallback)))
      value.number = field.fallback;
  }
  if (field.use == Use::warned)
    warn(field.name, fmt::format("found {}, which is not supported: {}", value.number, field.says));
}

}  // namespace crumple::deck
