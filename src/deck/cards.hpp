// Cards described as data: a keyword is a few tables of fields and a conversion of the values read with them.
// Splits fixed, long and comma-separated lines, applies parameters and defaults, and reports fields that are wrong
// or that ask for something this program does not do. Called by every file in `keywords`.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "deck/lines.hpp"
#include "deck/parameters.hpp"
#include "model/model.hpp"

namespace crumple::deck {

enum class Kind : std::uint8_t { integer, real, text, unused };

/// What happens to a value other than the default.
enum class Use : std::uint8_t {
  read,    ///< the conversion uses it
  ignore,  ///< it changes no result
  warn,    ///< not done; the result is an approximation: a warning names it
  refuse   ///< not done and it matters: an error
};

/// One field of a card.
struct Field {
  std::string_view name;  ///< the manual's
  Kind kind = Kind::real;
  double fallback = 0;              ///< value when blank or 0
  std::string_view dimension = {};  ///< "length", "force/area", ...; shown when a number is wrong
  Use use = Use::read;
  std::string_view note = {};  ///< why it is refused or warned about
  std::uint8_t width = 10;     ///< columns in the standard format
};

constexpr Field id(std::string_view name) { return {name, Kind::integer, 0, "id"}; }
constexpr Field integer(std::string_view name, double fallback = 0) { return {name, Kind::integer, fallback}; }
constexpr Field real(std::string_view name, std::string_view dimension = {}, double fallback = 0) {
  return {name, Kind::real, fallback, dimension};
}
constexpr Field text(std::string_view name, std::uint8_t width = 10) {
  return {name, Kind::text, 0, {}, Use::read, {}, width};
}
constexpr Field unused() { return {"", Kind::unused, 0, {}, Use::ignore}; }
constexpr Field ignored(std::string_view name) { return {name, Kind::unused, 0, {}, Use::ignore}; }
constexpr Field warned(std::string_view name, std::string_view note = {}, double usual = 0) {
  return {name, Kind::real, usual, {}, Use::warn, note};
}
constexpr Field refused(std::string_view name, std::string_view note = {}, double only = 0) {
  return {name, Kind::real, only, {}, Use::refuse, note};
}
constexpr Field wide(Field field, std::uint8_t width) {
  field.width = width;
  return field;
}

/// The values of one card, by field name, and where it stands. Views into the deck's text: valid while it is mapped.
class Card {
 public:
  static constexpr std::size_t max_fields = 10;

  Id id(std::string_view name) const { return Id(value(name).number); }
  /// Numbers too large for an int come back as the largest one: no field of this kind has such values.
  int integer(std::string_view name) const { return int(std::clamp(value(name).number, -2147483647.0, 2147483647.0)); }
  double real(std::string_view name) const { return value(name).number; }
  Vec3 vector(std::string_view x, std::string_view y, std::string_view z) const { return {real(x), real(y), real(z)}; }
  std::string_view text(std::string_view name) const { return value(name).text; }
  /// Not blank (it may be 0).
  bool given(std::string_view name) const { return !value(name).text.empty(); }
  /// By position in the table of fields.
  Id id(std::size_t i) const { return Id(values_[i].number); }
  double real(std::size_t i) const { return values_[i].number; }
  std::size_t size() const { return fields_.size(); }
  std::string_view field(std::size_t i) const { return fields_[i].name; }

  void error(std::string_view field, std::string_view text) const { log_->error(where_, *keyword_, field, text); }
  void warn(std::string_view field, std::string_view text) const { log_->warn(where_, *keyword_, field, text); }
  Location where() const { return where_; }
  const std::string& keyword() const { return *keyword_; }

 private:
  friend class Cards;
  struct Value {
    std::string_view text;
    double number = 0;
  };
  const Value& value(std::string_view name) const;

  std::span<const Field> fields_;
  std::array<Value, max_fields> values_{};
  Location where_;
  const std::string* keyword_ = nullptr;
  Diagnostics* log_ = nullptr;
};

/// The cards of one block, one after the other.
class Cards {
 public:
  /// `keyword` is shown in messages and must outlive the cards.
  Cards(const Block& block, const std::string& keyword, const Parameters& parameters, Diagnostics& log)
      : lines_(block), format_(block.format), keyword_(&keyword), parameters_(&parameters), log_(&log) {}

  /// The next card; all defaults when the block has ended.
  Card next(std::span<const Field> fields);
  /// The next line as it is, trimmed: titles, file names.
  std::string_view next_text();
  /// The next line untrimmed; false at the end of the block. For tables with their own fast path.
  bool next_line(std::string_view& line) { return lines_.next(line); }
  /// Reads `line`, just taken, with `fields`.
  Card read(std::string_view line, std::span<const Field> fields);

  /// There are lines left; blank ones at the end of the block do not count.
  bool more() const { return lines_.more(); }
  std::string_view peek() const { return lines_.peek(); }
  Format format() const { return format_; }
  /// Columns of a field of `width` columns in this block's format.
  std::size_t columns(std::size_t width) const;
  /// Where the last card taken stands.
  Location where() const { return lines_.where(); }
  const std::string& keyword() const { return *keyword_; }
  const Parameters& parameters() const { return *parameters_; }
  void error(std::string_view field, std::string_view text) const { log_->error(where(), *keyword_, field, text); }
  void warn(std::string_view field, std::string_view text) const { log_->warn(where(), *keyword_, field, text); }
  /// Warns if lines are left that hold anything but zeros.
  void expect_end();

 private:
  void convert(const Field& field, Card::Value& value) const;
  bool resolve_parameter(const Field& field, Card::Value& value) const;
  void check_rest(std::string_view rest) const;

  LineReader lines_;
  Format format_;
  const std::string* keyword_;
  const Parameters* parameters_;
  Diagnostics* log_;
};

}  // namespace crumple::deck
