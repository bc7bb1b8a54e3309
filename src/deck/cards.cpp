#include "deck/cards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <utility>

#include "base/error.hpp"
#include "deck/numbers.hpp"

namespace crumple::deck {
namespace {

constexpr std::size_t heading_width = 60;  // a text of at least this width may hold commas and `$`

bool has_heading(std::span<const Field> fields) {
  return std::any_of(fields.begin(), fields.end(),
                     [](const Field& f) { return f.kind == Kind::text && f.width >= heading_width; });
}

/// The comma that ends the first field of `text`: none of those in the brackets of an expression.
std::size_t end_of_free_field(std::string_view text) {
  const auto comma = text.find(',');
  if (text.substr(0, comma).find_first_of("&<") == text.npos) return comma;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += (text[i] == '(' || text[i] == '<') - (text[i] == ')' || text[i] == '>');
    if (text[i] == ',' && depth <= 0) return i;
  }
  return text.npos;
}

/// Commas make a line free-format; in a card with a heading only a comma among its first columns does.
bool is_free(std::string_view line, bool heading, std::size_t first_width) {
  return end_of_free_field(heading ? line.substr(0, first_width) : line) != line.npos;
}

/// Takes the text up to the next comma from `rest`.
std::string_view take_free(std::string_view& rest) {
  const auto comma = end_of_free_field(rest);
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

Location Card::place_of_value(const Value& value) const {
  Location place = where_;
  const std::less_equal<const char*> before;  // a parameter's text is elsewhere
  if (!before(line_.data(), value.text.data()) || !before(value.text.data(), line_.data() + line_.size())) return place;
  place.column = int(value.text.data() - line_.data());
  place.width = int(value.text.size());
  return place;
}

Location Card::place_of(std::string_view field) const {
  for (std::size_t i = 0; i < fields_.size(); ++i)
    if (fields_[i].name == field) return place_of_value(values_[i]);
  return where_;
}

bool Card::is_unreadable(std::string_view field) const {
  for (std::size_t i = 0; i < fields_.size(); ++i)
    if (fields_[i].name == field) return std::isnan(values_[i].number);
  return false;
}

/// What is not registered would be missing in the documentation.
const CardForm& Cards::form_of(std::span<const Field> fields) const {
  for (const CardForm& form : forms_)
    if (form.fields.data() == fields.data()) return form;
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
  if (!lines_.next(line) && !lines_.take_blank()) tell_missing(form_of(fields));
  return read(line, fields);
}

/// Later cards may be left out: many decks do.
void Cards::tell_missing(const CardForm& form) {
  if (form.name.starts_with('1') && !std::exchange(misses_cards_, true))
    warn("", fmt::format("card {} is missing, and any behind it; its fields, {} ..., are read as blank", form.name,
                         form.fields.front().name));
}

void Cards::pass(std::initializer_list<std::span<const Field>> cards) {
  for (const std::span<const Field> fields : cards)
    if (more()) next(fields);
}

Card Cards::read(std::string_view line, std::span<const Field> fields) {
  form_of(fields);
  Card card;
  card.fields_ = fields;
  card.line_ = line;
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
    convert(fields[i], card, value);
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

/// A field that is one parameter, perhaps with a sign. False if it is not, or if its text is still to be converted.
bool Cards::resolve_parameter(Card::Value& value) const {
  std::string_view name = value.text;
  const bool negative = name.front() == '-';
  if (negative || name.front() == '+') name.remove_prefix(1);
  if (name.empty() || name.front() != '&') return false;
  const Parameter* parameter = parameters_->find(name.substr(1));
  if (!parameter) return false;
  if (parameter->text) {
    value.text = *parameter->text;
    return false;
  }
  value.number = negative ? -parameter->number.value : parameter->number.value;
  return true;
}

/// A field that is an expression with parameters, or one in angle brackets; false if it is not.
bool Cards::resolve_expression(const Field& field, const Card& card, Card::Value& value) const {
  const bool bracketed = value.text.front() == '<' && value.text.back() == '>';
  const bool is_expression =
      field.kind == Kind::text ? value.text.front() == '&' : bracketed || value.text.find('&') != value.text.npos;
  if (!is_expression) return false;
  try {
    value.number = evaluate(bracketed ? value.text.substr(1, value.text.size() - 2) : value.text, *parameters_).value;
  } catch (const Error& problem) {
    log_->error(card.place_of_value(value), *keyword_, field.name, problem.what());
    value = {{}, nothing(field)};
  }
  return true;
}

/// The number of a field without parameters.
double Cards::converted(const Field& field, const Card& card, std::string_view text) const {
  const auto whole = field.kind == Kind::integer ? parse_integer(text) : std::nullopt;
  const auto number =
      field.kind == Kind::integer ? (whole ? std::optional(double(*whole)) : std::nullopt) : parse_real(text);
  const bool has_tab = text.find('\t') != text.npos;
  if (!number)
    log_->error(card.place_of_value(Card::Value{text}), *keyword_, field.name,
                fmt::format("found \"{}\", expected {}{}", text, expected(field),
                            has_tab ? " (a tab does not fill columns)" : ""));
  return number.value_or(nothing(field));
}

void Cards::convert(const Field& field, const Card& card, Card::Value& value) const {
  if (field.kind == Kind::unread) return;
  if (!value.text.empty()) {
    const bool is_resolved = resolve_parameter(value) || resolve_expression(field, card, value);
    if (!is_resolved && field.kind != Kind::text) value.number = converted(field, card, value.text);
    if (is_resolved && field.kind == Kind::integer && !is_whole(value.number)) {
      log_->error(card.place_of_value(value), *keyword_, field.name,
                  fmt::format("found {} = {}, expected {}", value.text, value.number, expected(field)));
      value.number = nothing(field);
    }
  }
  if (field.kind == Kind::text || std::isnan(value.number)) return;
  if (field.id_of != IdOf::varies) value.number = double(shift(Id(value.number), field.id_of));
  if (value.number == 0) value.number = field.fallback;
  if (value.number == field.fallback || field.harmless.holds(value.number)) return;
  if (field.use == Use::refused) {
    const std::string text = fmt::format("found {}, which is not supported: {}; expected {} or blank", value.number,
                                         field.says, field.fallback);
    if (log_->replace(card.place_of_value(value), *keyword_, field.name, text, fmt::format("{}", field.fallback)))
      value.number = field.fallback;
  }
  if (field.use == Use::warned)
    warn(field.name, fmt::format("found {}, which is not supported: {}", value.number, field.says));
}

}  // namespace crumple::deck
