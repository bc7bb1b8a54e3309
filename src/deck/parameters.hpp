// *PARAMETER values and the arithmetic of *PARAMETER_EXPRESSION.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// Parameters by upper-case name. Local ones hold in the file that defines them and in those that it includes.
class Parameters {
 public:
  enum class Scope { global, local };

  /// A file begins, and ends: its local parameters are gone.
  void enter() { ++depth_; }
  void leave();
  /// False if the name is taken: then the first definition holds, or the new one with keep_new(true).
  bool define(std::string_view name, Parameter value, Scope scope = Scope::global);
  void keep_new(bool yes) { keeps_new_ = yes; }
  /// The parameter or nothing; `name` in any case, without `&`.
  const Parameter* find(std::string_view name) const;

 private:
  struct Definition {
    Parameter value;
    int depth = 0;  ///< of the file; 0: global
  };
  std::map<std::string, std::vector<Definition>, std::less<>> values_;  ///< the innermost last
  int depth_ = 0;
  bool keeps_new_ = false;
};

/// Evaluates + - * / ** ( ) and the usual functions over numbers and parameters (with or without `&`). The exponent of
/// a number needs its letter here: 100-90 is 10.
/// Throws crumple::Error that says what is wrong and where in the expression.
Number evaluate(std::string_view expression, const Parameters& parameters);

}  // namespace crumple::deck
