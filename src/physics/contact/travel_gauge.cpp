#include "physics/contact/travel_gauge.hpp"

#include <algorithm>
#include <limits>

#include "base/loops.hpp"
#include "kernels/step/interface.hpp"

namespace crumple {
namespace {

constexpr std::size_t node_grain = 2000;  // nodes whose velocities are worth waking a thread for
constexpr double gauge_safety = 1.01;     // rigid bodies turn on arcs

/// The range of velocities, component by component, with the rows' padding.
struct Extremes {
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  alignas(32) double low[4] = {infinity, infinity, infinity, infinity};
  alignas(32) double high[4] = {-infinity, -infinity, -infinity, -infinity};
  Extremes& operator+=(const Extremes& other) {
    for (int c = 0; c < 4; ++c) {
      low[c] = std::min(low[c], other.low[c]);
      high[c] = std::max(high[c], other.high[c]);
    }
    return *this;
  }
};

}  // namespace

void velocity_extremes(const TravelGauge& gauge, const NodeState& state, std::span<double> out) {
  const double *v = state.velocity.data(), *live = state.live_elements.data();
  std::ranges::fill(out, -Extremes::infinity);
  for (std::size_t k = 0; k < gauge.nodes.size(); ++k) {
    const std::vector<Index>& nodes = gauge.nodes[k];
    const Extremes extremes =
        sum_ranges("velocity extremes", nodes.size(), node_grain, Extremes{}, [&](std::size_t first, std::size_t last) {
          Extremes here;
          state.kernels->row_range(v, live, nodes.data(), first, last, here.low, here.high);
          return here;
        });
    double* of_contact = &out[n_velocity_extremes * k % out.size()];
    for (int i = 0; i < 3; ++i) {
      of_contact[i] = std::max(of_contact[i], -extremes.low[i]);
      of_contact[3 + i] = std::max(of_contact[3 + i], extremes.high[i]);
    }
  }
}

void advance(TravelGauge& gauge, std::span<const double> extremes_of_all_ranks, double dt) {
  const auto extreme = [&](int i) {
    double largest = -std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < extremes_of_all_ranks.size(); k += n_velocity_extremes)
      largest = std::max(largest, extremes_of_all_ranks[k + i]);
    return largest;
  };
  const auto range = [&](int i) { return std::max(0.0, extreme(i) + extreme(i + 3)); };
  gauge.last_step = gauge_safety * dt * norm(Vec3{range(0), range(1), range(2)});
  gauge.since_search += gauge.last_step;
}

}  // namespace crumple
