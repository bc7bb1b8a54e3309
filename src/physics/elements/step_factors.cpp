#include "physics/elements/step_factors.hpp"

#include <algorithm>
#include <cmath>

#include "base/same_bits.hpp"
#include "kernels/interface.hpp"

namespace crumple {
namespace {

/// The part of the reduction that TSSFAC = 0.9 covers is not counted.
double beyond_tssfac(double factor) { return factor < 0.9 ? 1.1 * factor : 1; }

/// The fractions of a wave's mass that move with a strain along one axis and along the two others (hex_step_factor).
struct Shares {
  double along = 1, across = 1;
};

/// The mode of the highest frequency, without viscosity.
struct Mode {
  double square = 0;     ///< of its frequency, over w0^2
  double viscosity = 0;  ///< (sum of strains)^2 over the sum of e_d^2 / W_d
};

/// All numbers of W C are >= 0. `moved`: s_d (r / h_d)^2; `ratio`: lambda over lambda + 2 mu.
Mode highest_mode(const std::array<double, 3>& moved, double ratio) {
  std::array<double, 3> strain{1, 1, 1};
  Mode mode;
  for (int sweep = 0; sweep < 100; ++sweep) {  // each gains a digit or so
    const double before = mode.square, sum = strain[0] + strain[1] + strain[2];
    for (int d = 0; d < 3; ++d) strain[d] = moved[d] * (ratio * sum + (1 - ratio) * strain[d]);
    mode.square = *std::ranges::max_element(strain);
    for (double& s : strain) s /= mode.square;
    if (std::abs(mode.square - before) < 1e-12 * mode.square) break;
  }
  const double sum = strain[0] + strain[1] + strain[2];
  double mass = 0;
  for (int d = 0; d < 3; ++d) mass += strain[d] * strain[d] / moved[d];
  mode.viscosity = sum * sum / mass;
  return mode;
}

/// t > 0 with square t^2 + 2 viscous t = 1: the stable step over r / c.
double stable_time(double square, double viscous) { return 1 / (viscous + std::sqrt(viscous * viscous + square)); }

/// The stable step over that of the wave, minimum over the choice of the first axis; at most 1.
double smallest_ratio(const Shares& shares, double ratio, const std::array<double, 3>& edges, double linear) {
  const double shortest = *std::ranges::min_element(edges);
  const double flat = std::min(kernels::longest_viscous_reach,
                               same_bits::cbrt(edges[0] * edges[1] * edges[2]) / shortest),
               of_wave = stable_time(1, linear * flat);
  double smallest = 1;
  for (int one = 0; one < 3; ++one) {
    std::array<double, 3> moved;
    for (int d = 0; d < 3; ++d)
      moved[d] = (d == one ? shares.along : shares.across) * (shortest / edges[d]) * (shortest / edges[d]);
    const Mode mode = highest_mode(moved, ratio);
    smallest = std::min(smallest, stable_time(mode.square, linear * flat * mode.viscosity) / of_wave);
  }
  return smallest;
}

}  // namespace

double hex_step_factor(const Neighbours& around, double poisson, const std::array<double, 3>& edges, double linear) {
  if (around.fewest >= 8 || !(*std::ranges::min_element(edges) > 0)) return 1;
  const double ratio = std::max(0.0, poisson / (1 - poisson));
  const auto factor = [&](const Shares& shares) { return smallest_ratio(shares, ratio, edges, linear); };
  if (around.most == 1) return factor({1, 1});
  if (around.most == 2) return beyond_tssfac(factor({0.5, 1}));
  return beyond_tssfac(factor(around.most <= 4 ? Shares{1, 0.5} : Shares{1, 0.25}));
}

double tetrahedron_step_factor(const Neighbours& around, double poisson) {
  if (around.most > 2) return 1;
  return std::sqrt(around.most == 1 ? (1 - poisson) / (1 + poisson) : 1 - poisson);
}

double shell_step_factor(const Neighbours& around, double poisson, double shear_factor, double squared_slenderness) {
  const auto shear = [&](double tilt) {
    return std::sqrt(8 / (shear_factor * (1 - poisson) * (12 / (1 + squared_slenderness) + tilt)));
  };
  if (around.most <= 2) return std::min(around.most == 1 ? std::sqrt(1 / (1 + poisson)) : 1, shear(4));
  return beyond_tssfac(shear(around.fewest <= 2 ? 2 : 0));
}

double triangle_step_factor(const Neighbours& around, double poisson, double shear_factor, double squared_slenderness,
                            double needle) {
  const double growth = std::max(1.0, 0.225 * needle + 0.28);
  const auto shear = [&](double tilt) {
    return 1 / (shear_factor * (1 - poisson) * (growth * tilt / (1 + squared_slenderness) + 0.78));
  };
  switch (around.most) {
    case 1:
      return std::sqrt(std::min({2.0 / 3, 8 / (9 * (1 + poisson)), shear(1.43)}));
    case 2:
      return std::sqrt(std::min(1 / (1 + poisson), shear(1.27)));
    default:
      return beyond_tssfac(std::sqrt(shear(around.most == 3 ? 1.14 : 0.89)));
  }
}

double offset_step_factor(double area, double thickness, double offset) {
  const double inertia = (area + thickness * thickness) / 12 + offset * offset;
  const double bending = (thickness * thickness / 12 + offset * offset) / inertia;
  const double difference = 0.5 * (1 - bending);
  return 1 / std::sqrt(0.5 * (1 + bending) + std::sqrt(difference * difference + offset * offset / inertia));
}

}  // namespace crumple
