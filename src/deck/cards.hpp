// Cards described as data: a keyword is a few tables of fields, each with what is done with it, and a conversion of the
// values read with them. Splits fixed, long and comma-separated lines, applies parameters and defaults, and reports
// fields that are wrong or that ask for something this program does not do. Called by every file in `keywords`.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

#include "deck/lines.hpp"
#include "deck/parameters.hpp"
#include "deck/placement.hpp"
#include "model/model.hpp"

namespace crumple::deck {

enum class Kind : std::uint8_t { integer, real, text, unread };

/// What is done with a field. Every field of every card says it, with the reason, and docs/keywords.md is made of it.
enum class Use : std::uint8_t {
  used,       ///< the conversion takes it
  no_effect,  ///< whatever it says, the result is the one asked for
  warned,     ///< not done; the result is an approximation: a warning tells what is done instead
  refused     ///< not done, and the result would be wrong: an error
};

/// Values from `least` to `most`; none if `least` is larger.
struct Range {
  double least = 1, most = 0;
  constexpr bool holds(double value) const { return value >= least && value <= most; }
};

/// One field of a card. Made by the functions below, which ask for what each use needs.
struct Field {
  std::string_view name;  ///< the manual's
  Use use = Use::used;
  Kind kind = Kind::real;
  std::string_view says;       ///< used: what it means; no effect: why; warned: what is done instead; refused: what
                               ///< is not
  std::string_view dimension;  ///< "length", "force/area", ...
  double fallback = 0;         ///< value when blank or 0
  Range harmless;              ///< warned, refused: other values that are what is done anyway
  std::uint8_t width = 10;     ///< columns in the standard format
  IdOf id_of = IdOf::varies;   ///< of an id
  int place = -1;              ///< of the parameter that it fills, among those of a law; -1: none
};

constexpr Field id(IdOf of, std::string_view name, std::string_view means) {
  return {name, Use::used, Kind::integer, means, "id", 0, {}, 10, of};
}
constexpr Field integer(std::string_view name, std::string_view means, double fallback = 0) {
  return {name, Use::used, Kind::integer, means, {}, fallback, {}};
}
constexpr Field real(std::string_view name, std::string_view means, std::string_view dimension = {},
                     double fallback = 0) {
  return {name, Use::used, Kind::real, means, dimension, fallback, {}};
}
constexpr Field text(std::string_view name, std::string_view means, std::uint8_t width = 10) {
  return {name, Use::used, Kind::text, means, {}, 0, {}, width};
}
/// Its text is left to the conversion, which takes it apart.
constexpr Field raw(std::string_view name, std::string_view means) {
  return {name, Use::used, Kind::unread, means, {}, 0, {}};
}
/// Columns without a meaning.
constexpr Field blank() { return {"", Use::no_effect, Kind::unread, {}, {}, 0, {}}; }
constexpr Field no_effect(std::string_view name, std::string_view why) {
  return {name, Use::no_effect, Kind::unread, why, {}, 0, {}};
}
/// A warning at values that are neither `usual` nor `harmless`; `instead`: what is done.
constexpr Field warned(std::string_view name, std::string_view instead, double usual = 0, Range harmless = {}) {
  return {name, Use::warned, Kind::real, instead, {}, usual, harmless};
}
/// An error at values that are neither `usual` nor `harmless`; `what`: what they ask for.
constexpr Field refused(std::string_view name, std::string_view what, double usual = 0, Range harmless = {}) {
  return {name, Use::refused, Kind::real, what, {}, usual, harmless};
}
/// A field that fills a parameter of a law, or element `k` of one.
template <class Law, class Member>
constexpr Field fills(Member Law::* parameter, Field field) {
  field.place = kernels::place_of(parameter);
  return field;
}
template <class Law, class Member>
constexpr Field fills(Member Law::* parameter, std::size_t k, Field field) {
  field.place = kernels::place_of(parameter, k);
  return field;
}
constexpr Field wide(Field field, std::uint8_t width) {
  field.width = width;
  return field;
}

/// Fields that differ from `field` in nothing but their name.
template <class... Names>
constexpr std::array<Field, 1 + sizeof...(Names)> alike(const Field& field, Names... names) {
  std::array<Field, 1 + sizeof...(Names)> all{field};
  std::size_t n = 1;
  ((all[n] = field, all[n++].name = names), ...);
  return all;
}
constexpr std::array<Field, 1> group_of(const Field& field) { return {field}; }
template <std::size_t n>
constexpr std::array<Field, n> group_of(const std::array<Field, n>& fields) {
  return fields;
}
/// The fields of a card, of which several that are alike, or that cards have in common, are one argument.
template <class... Groups>
constexpr auto card_of(const Groups&... groups) {
  std::array<Field, (0 + ... + std::tuple_size_v<decltype(group_of(groups))>)> all{};
  std::size_t n = 0;
  const auto append = [&](const auto& group) {
    for (const Field& field : group) all[n++] = field;
  };
  (append(group_of(groups)), ...);
  return all;
}

/// A card of a keyword: when or where it stands ("1", "_MPP", "A") and its fields.
struct CardForm {
  std::string_view name;
  std::span<const Field> fields;
};

/// The values of one card, by field name, and where it stands. Views into the deck's text: valid while it is mapped.
class Card {
 public:
  static constexpr std::size_t max_fields = 10;

  Id id(std::string_view name) const { return Id(value(name).number); }
  /// Of a field whose kind varies, once the kind is known; of others the same as above.
  Id id(std::string_view name, IdOf of) const { return id(index_of(name), of); }
  /// Numbers too large for an int come back as the largest one: no field of this kind has such values; 0 after an
  /// error.
  int integer(std::string_view name) const {
    const double number = value(name).number;
    return std::isnan(number) ? 0 : int(std::clamp(number, -2147483647.0, 2147483647.0));
  }
  double real(std::string_view name) const { return value(name).number; }
  Vec3 vector(std::string_view x, std::string_view y, std::string_view z) const { return {real(x), real(y), real(z)}; }
  std::string_view text(std::string_view name) const { return value(name).text; }
  /// Not blank (it may be 0).
  bool given(std::string_view name) const { return !value(name).text.empty(); }
  /// By position in the table of fields.
  Id id(std::size_t i) const { return Id(values_[i].number); }
  Id id(std::size_t i, IdOf of) const {
    return offsets_ && fields_[i].id_of == IdOf::varies ? offsets_->shift(id(i), of) : id(i);
  }
  /// An id that the value of a field contains, such as a negative number, as the file's offsets make it.
  Id shifted(Id id, IdOf of) const { return offsets_ ? offsets_->shift(id, of) : id; }
  double real(std::size_t i) const { return values_[i].number; }
  std::size_t size() const { return fields_.size(); }
  /// The parameters that fields of the card fill.
  template <kernels::LawStruct Law>
  void fill(Law& law) const {
    for (std::size_t i = 0; i < fields_.size(); ++i)
      if (fields_[i].place >= 0) reinterpret_cast<double*>(&law)[fields_[i].place] = values_[i].number;
  }
  std::string_view field(std::size_t i) const { return fields_[i].name; }

  /// Nothing for a field that could not be read, which has had its error.
  void error(std::string_view field, std::string_view text) const {
    if (!is_unreadable(field)) log_->error(place_of(field), *keyword_, field, text);
  }
  void warn(std::string_view field, std::string_view text) const { log_->warn(where_, *keyword_, field, text); }
  /// With values in the text, as fmt::format takes them.
  template <class... T>
  void error(std::string_view field, fmt::format_string<const T&...> text, const T&... values) const {
    error(field, fmt::format(text, values...));
  }
  template <class... T>
  void warn(std::string_view field, fmt::format_string<const T&...> text, const T&... values) const {
    warn(field, fmt::format(text, values...));
  }
  /// What is not there: an error, or true where `instead` is to be taken (substitute=on).
  bool replace(std::string_view field, std::string_view text, std::string_view instead) const {
    return log_->replace(place_of(field), *keyword_, field, text, instead);
  }
  Location where() const { return where_; }
  const std::string& keyword() const { return *keyword_; }

 private:
  friend class Cards;
  struct Value {
    std::string_view text;
    double number = 0;
  };
  std::size_t index_of(std::string_view name) const;
  bool is_unreadable(std::string_view field) const;
  /// The field's text in the deck; of no field, or of several: the line.
  Location place_of(std::string_view field) const;
  Location place_of_value(const Value& value) const;
  const Value& value(std::string_view name) const { return values_[index_of(name)]; }

  std::span<const Field> fields_;
  std::string_view line_;  ///< in the deck
  std::array<Value, max_fields> values_{};
  Location where_;
  const std::string* keyword_ = nullptr;
  Diagnostics* log_ = nullptr;
  const IdOffsets* offsets_ = nullptr;  ///< of the file
};

/// The parameters of a law from all of its cards.
template <kernels::LawStruct Law, class... C>
Law filled(const C&... cards) {
  Law law;
  (cards.fill(law), ...);
  return law;
}

/// The cards of one block, one after the other.
class Cards {
 public:
  /// `keyword` is shown in messages and must outlive the cards, as must `forms`: those that may be read, no others; and
  /// `offsets`: of the file's ids.
  Cards(const Block& block, const std::string& keyword, std::span<const CardForm> forms, const Parameters& parameters,
        const IdOffsets& offsets, Diagnostics& log)
      : lines_(block),
        format_(block.format),
        forms_(forms),
        keyword_(&keyword),
        parameters_(&parameters),
        offsets_(&offsets),
        log_(&log) {}

  /// The next card; all defaults when the block has ended, with a warning if it is the first one.
  Card next(std::span<const Field> fields);
  /// The next line as it is, trimmed: titles, file names.
  std::string_view next_text();
  /// The next line untrimmed; false at the end of the block. For tables with their own fast path.
  bool next_line(std::string_view& line) { return lines_.next(line); }
  /// Reads cards of which nothing is taken, for their warnings, as far as there are such.
  void pass(std::initializer_list<std::span<const Field>> cards);
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
  /// An id of the file as an id of the model.
  Id shift(Id id, IdOf of) const { return offsets_->shift(id, of); }
  const Parameters& parameters() const { return *parameters_; }
  void error(std::string_view field, std::string_view text) const { log_->error(where(), *keyword_, field, text); }
  void warn(std::string_view field, std::string_view text) const { log_->warn(where(), *keyword_, field, text); }
  /// Warns if lines are left that hold anything but zeros.
  void expect_end();

 private:
  void convert(const Field& field, const Card& card, Card::Value& value) const;
  bool resolve_parameter(Card::Value& value) const;
  bool resolve_expression(const Field& field, const Card& card, Card::Value& value) const;
  double converted(const Field& field, const Card& card, std::string_view text) const;
  void check_rest(std::string_view rest) const;
  const CardForm& form_of(std::span<const Field> fields) const;
  void tell_missing(const CardForm& form);

  LineReader lines_;
  Format format_;
  std::span<const CardForm> forms_;
  const std::string* keyword_;
  const Parameters* parameters_;
  const IdOffsets* offsets_;
  Diagnostics* log_;
  bool misses_cards_ = false;  ///< and has said so
};

}  // namespace crumple::deck
