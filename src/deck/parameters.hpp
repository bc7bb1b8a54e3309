// *PARAMETER values and the arithmetic of *PARAMETER_EXPRESSION.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace crumple::deck {

/// A number that remembers whether it is whole: 2/5 is 0, 2.0/5 is 0.4, as in LS-DYNA.
struct Number {
  double value = 0;
  bool whole = false;
};

/// A parameter: a number (prefix I or R) or a text (prefix C).
struct Parameter {
  Number number;
  std::optional<std::string> text;
};

/// Parameters by upper-case name.
class Parameters {
 public:
  /// False, leaving the first definition, if the name is taken.
  bool define(std::string_view name, Parameter value);
  /// The parameter or nothing; `name` in any case, without `&`.
  const Parameter* find(std::string_view name) const;

 private:
  std::map<std::string, Parameter, std::less<>> values_;
};

/// Evaluates + - * / ** ( ) and the usual functions over numbers and parameters (with or without `&`).
/// Throws crumple::Error that says what is wrong and where in the expression.
Number evaluate(std::string_view expression, const Parameters& parameters);

}  // namespace crumple::deck
