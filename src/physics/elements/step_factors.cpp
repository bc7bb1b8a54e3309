#include "physics/elements/step_factors.hpp"

#include <algorithm>
#include <cmath>

namespace crumple {
namespace {

/// What TSSFAC = 0.9 covers counts only beyond that.
double beyond_tssfac(double factor) { return factor < 0.9 ? 1.1 * factor : 1; }

/// How much of a wave's mass moves with a strain along one axis and along the two others (hex_step_factor).
struct Shares {
  double along = 1, across = 1;
};

/// Largest eigenvalue of W C, all of whose numbers are >= 0. `moved`: s_d (r / h_d)^2; `ratio`: lambda over lambda + 2
/// mu.
double largest_eigenvalue(const std::array<double, 3>& moved, double ratio) {
  std::array<double, 3> strain{1, 1, 1};
  double largest = 0;
  for (int sweep = 0; sweep < 100; ++sweep) {
    const double sum = ratio * (strain[0] + strain[1] + strain[2]);
    for (int d = 0; d < 3; ++d) strain[d] = moved[d] * (sum + (1 - ratio) * strain[d]);
    largest = *std::ranges::max_element(strain);
    for (double& s : strain) s /= largest;
  }
  return largest;
}

/// Over w0^2, whichever axis is the one apart.
double largest_square(const Shares& shares, double ratio, const std::array<double, 3>& edges) {
  const double shortest = *std::ranges::min_element(edges);
  double largest = 1;
  for (int one = 0; one < 3; ++one) {
    std::array<double, 3> moved;
    for (int d = 0; d < 3; ++d)
      moved[d] = (d == one ? shares.along : shares.across) * (shortest / edges[d]) * (shortest / edges[d]);
    largest = std::max(largest, largest_eigenvalue(moved, ratio));
  }
  return largest;
}

}  // namespace

double hex_step_factor(const Neighbours& around, double poisson, const std::array<double, 3>& edges) {
  if (around.fewest >= 8 || !(*std::ranges::min_element(edges) > 0)) return 1;
  const double ratio = std::max(0.0, poisson / (1 - poisson));
  const auto factor = [&](const Shares& shares) { return 1 / std::sqrt(largest_square(shares, ratio, edges)); };
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

}  // namespace crumple
