#include "deck/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/error.hpp"
#include "base/same_bits.hpp"
#include "deck/lines.hpp"
#include "deck/numbers.hpp"

namespace crumple::deck {

bool Parameters::define(std::string_view name, Parameter value, Scope scope) {
  const int depth = scope == Scope::local ? depth_ : 0;
  std::vector<Definition>& all = values_[upper(trim(name))];
  const bool is_new = all.empty() || all.back().depth < depth;
  if (is_new)
    all.push_back({std::move(value), depth});
  else if (keeps_new_)
    all.back().value = std::move(value);
  return is_new;
}

void Parameters::leave() {
  for (auto& [name, all] : values_)
    if (!all.empty() && all.back().depth == depth_) all.pop_back();
  --depth_;
}

const Parameter* Parameters::find(std::string_view name) const {
  const auto found = values_.find(upper(trim(name)));
  return found == values_.end() || found->second.empty() ? nullptr : &found->second.back().value;
}

namespace {

using Arguments = std::vector<Number>;

/// The functions of one argument whose result is real.
const std::map<std::string, double (*)(double), std::less<>> real_functions{{"SIN", same_bits::sin},
                                                                            {"COS", same_bits::cos},
                                                                            {"TAN", same_bits::tan},
                                                                            {"ASIN", same_bits::asin},
                                                                            {"ACOS", same_bits::acos},
                                                                            {"ATAN", same_bits::atan},
                                                                            {"SINH", same_bits::sinh},
                                                                            {"COSH", same_bits::cosh},
                                                                            {"TANH", same_bits::tanh},
                                                                            {"EXP", same_bits::exp},
                                                                            {"LOG", same_bits::log},
                                                                            {"LN", same_bits::log},
                                                                            {"SQRT", std::sqrt},
                                                                            {"LOG10", same_bits::log10},
                                                                            {"AINT", std::trunc},
                                                                            {"ANINT", std::round},
                                                                            {"FLOAT", [](double x) { return x; }}};

/// Recursive descent over: sum = product {+- product}; product = power {*/ power}; power = [sign] atom [** power].
class Evaluator {
 public:
  Evaluator(std::string_view text, const Parameters& parameters) : text_(text), parameters_(parameters) {}

  Number run() {
    const Number result = sum();
    if (peek() != '\0') fail("an operator");
    if (!std::isfinite(result.value)) throw Error("the value is not finite");
    return result;
  }

 private:
  char peek() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  [[noreturn]] void fail(std::string_view expected) const {
    throw Error(fmt::format("found \"{}\" in the expression, expected {}", trim(text_.substr(at_)), expected));
  }

  Number sum() {
    Number left = product();
    for (;;) {
      const bool plus = peek() == '+';
      if (!plus && peek() != '-') return left;
      ++at_;
      const Number right = product();
      left = {plus ? left.value + right.value : left.value - right.value, left.whole && right.whole};
    }
  }

  Number product() {
    Number left = power();
    for (;;) {
      const bool times = peek() == '*';
      if (!times && peek() != '/') return left;
      ++at_;
      const Number right = power();
      const bool whole = left.whole && right.whole;
      if (!times && right.value == 0) throw Error("division by zero in the expression");
      const double value = times ? left.value * right.value : left.value / right.value;
      left = {whole ? std::trunc(value) : value, whole};
    }
  }

  /// Every level of nesting passes here.
  Number power() {
    if (++depth_ > deepest) throw Error(fmt::format("the expression is nested more than {} deep", deepest));
    const Number result = signed_power();
    --depth_;
    return result;
  }

  Number signed_power() {
    if (take('-')) {
      const Number n = power();
      return {-n.value, n.whole};
    }
    if (take('+')) return power();
    const Number base = atom();
    if (peek() == '*' && at_ + 1 < text_.size() && text_[at_ + 1] == '*') {
      at_ += 2;
    } else if (!take('^')) {
      return base;
    }
    const Number exponent = power();
    return {same_bits::pow(base.value, exponent.value), base.whole && exponent.whole && exponent.value >= 0};
  }

  Number atom() {
    const bool marked = take('&');
    if (take('(')) {
      const Number inner = sum();
      if (!take(')')) fail(")");
      return inner;
    }
    const char c = peek();
    if (!marked && ((c >= '0' && c <= '9') || c == '.')) return literal();
    const std::string name(identifier());
    if (name.empty()) fail("a number, a parameter or (");
    if (peek() == '(') return call(upper(name));
    if (const Parameter* p = parameters_.find(name)) {
      if (p->text) throw Error(fmt::format("parameter &{} is a text, expected a number", name));
      return p->number;
    }
    if (upper(name) == "PI") return {std::numbers::pi, false};
    throw Error(fmt::format("parameter &{} is not defined", name));
  }

  Number literal() {
    const std::size_t start = at_;
    const auto digits = [&] {
      while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
    };
    digits();
    const bool point = at_ < text_.size() && text_[at_] == '.';
    if (point) ++at_;
    digits();
    bool exponent = false;
    if (at_ < text_.size() && std::string_view("eEdD").find(text_[at_]) != std::string_view::npos) {
      const std::size_t before = at_++;
      if (at_ < text_.size() && (text_[at_] == '-' || text_[at_] == '+')) ++at_;
      const std::size_t first = at_;
      digits();
      exponent = at_ > first;
      if (!exponent) at_ = before;
    }
    const auto value = parse_real(text_.substr(start, at_ - start));
    if (!value) fail("a number");
    return {*value, !point && !exponent};
  }

  std::string_view identifier() {
    peek();
    const std::size_t start = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_')) ++at_;
    return text_.substr(start, at_ - start);
  }

  Number call(const std::string& name) {
    Arguments arguments;
    take('(');
    do arguments.push_back(sum());
    while (take(','));
    if (!take(')')) fail(")");
    return apply(name, arguments);
  }

  /// (x, x0, h0, x1, h1): h0 up to x0, h1 from x1 on, in between by `rise` of 0 to 1.
  static double between(const Arguments& a, double (*rise)(double)) {
    const double x = std::clamp((a[0].value - a[1].value) / (a[3].value - a[1].value), 0.0, 1.0);
    return a[2].value + (a[4].value - a[2].value) * rise(x);
  }

  static Number apply(const std::string& name, const Arguments& a) {
    const auto whole = std::all_of(a.begin(), a.end(), [](const Number& n) { return n.whole; });
    const auto by_value = [](const Number& l, const Number& r) { return l.value < r.value; };
    if (const auto f = real_functions.find(name); f != real_functions.end() && a.size() == 1)
      return {f->second(a[0].value), false};
    if (name == "ABS" && a.size() == 1) return {std::abs(a[0].value), whole};
    if (name == "INT" && a.size() == 1) return {std::trunc(a[0].value), true};
    if (name == "NINT" && a.size() == 1) return {std::round(a[0].value), true};
    if (name == "MOD" && a.size() == 2) return {std::fmod(a[0].value, a[1].value), whole};
    if (name == "SIGN" && a.size() == 2) return {std::copysign(a[0].value, a[1].value), whole};
    if (name == "ATAN2" && a.size() == 2) return {same_bits::atan2(a[0].value, a[1].value), false};
    if (name == "IF" && a.size() == 4) return a[0].value < 0 ? a[1] : a[0].value > 0 ? a[3] : a[2];
    if (name == "STEP" && a.size() == 5) return {between(a, [](double x) { return x * x * (3 - 2 * x); }), false};
    if (name == "HAVSIN" && a.size() == 5)
      return {between(a, [](double x) { return 0.5 - 0.5 * same_bits::cos(std::numbers::pi * x); }), false};
    if (name == "MIN") return {std::min_element(a.begin(), a.end(), by_value)->value, whole};
    if (name == "MAX") return {std::max_element(a.begin(), a.end(), by_value)->value, whole};
    throw Error(fmt::format("found the function {}() with {} argument(s), which is not known", name, a.size()));
  }

  static constexpr int deepest = 1000;  ///< a level takes about 1 kB of stack
  std::string_view text_;
  const Parameters& parameters_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

Number evaluate(std::string_view expression, const Parameters& parameters) {
  return Evaluator(expression, parameters).run();
}

}  // namespace crumple::deck
