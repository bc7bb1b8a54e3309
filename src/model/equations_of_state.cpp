#include "model/equations_of_state.hpp"

#include <algorithm>
#include <cmath>

#include "base/same_bits.hpp"

namespace crumple {
namespace {

/// A(V) and B(V) of p = A + B E, at relative volume V = exp(log_volume).
struct PressureForm {
  double a, b;
};

PressureForm at(const EosLinearPolynomial& eos, double, double log_volume) {
  const auto& c = eos.c;
  const double mu = same_bits::expm1(-log_volume), square = mu > 0 ? mu * mu : 0;
  return {c[0] + c[1] * mu + c[2] * square + c[3] * mu * mu * mu, c[4] + c[5] * mu + c[6] * square};
}

/// Near the initial state the shock's denominator is 1 + 2 (S1 - 1) mu: without effect on the slope at V = 1.
PressureForm at(const EosGruneisen& eos, double density, double log_volume) {
  const double mu = same_bits::expm1(-log_volume), x = mu / (1 + mu),
               bulk = density * eos.sound_speed * eos.sound_speed;
  const double root = 1 - mu * ((eos.s[0] - 1) + x * (eos.s[1] + x * eos.s[2]));
  const double above = mu * (1 + mu * (1 - eos.gamma / 2 - eos.a / 2 * mu));
  return {bulk * (mu > 0 ? above / (root * root) : mu), eos.gamma + eos.a * mu};
}

PressureForm at(const EosTabulated& eos, double, double log_volume) {
  const auto& x = eos.strain;
  const auto above = std::upper_bound(x.begin() + 1, x.end() - 1, log_volume);
  const std::size_t k = std::size_t(above - x.begin());
  const double share = (log_volume - x[k - 1]) / (x[k] - x[k - 1]);
  return {eos.pressure[k - 1] + share * (eos.pressure[k] - eos.pressure[k - 1]),
          eos.gamma * (eos.heat[k - 1] + share * (eos.heat[k] - eos.heat[k - 1]))};
}

}  // namespace

double bulk_modulus(const EquationOfState& eos, double density) {
  constexpr double step = 1e-6;  // to both sides: the stiffer counts, for at V = 1 curves have corners
  const auto form = [&](double log_volume) {
    return std::visit([&](const auto& its) { return at(its, density, log_volume); }, eos.form);
  };
  const double start = same_bits::log(eos.volume);
  const PressureForm here = form(start);
  double largest = 0;
  for (const double aside : {-step, step}) {
    const PressureForm there = form(start + aside);
    const double slope = ((there.a - here.a) + (there.b - here.b) * eos.energy) / aside;
    largest = std::max(largest, eos.volume * here.b * (here.a + here.b * eos.energy) - slope);
  }
  return largest;
}

}  // namespace crumple
