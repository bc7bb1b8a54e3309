#include "physics/contact/travel_gauge.hpp"

#include <algorithm>
#include <utility>

#include "base/loops.hpp"
#include "kernels/step/interface.hpp"

namespace crumple {
namespace {

constexpr std::size_t nodes_of_range = 64;
constexpr std::size_t range_grain = 32;   // ranges whose velocities are worth waking a thread for
constexpr double gauge_safety = 1.01;     // rigid bodies turn on arcs

std::size_t n_ranges(std::size_t n_nodes) { return (n_nodes + nodes_of_range - 1) / nodes_of_range; }

double width_of(const Vec3& low, const Vec3& high) {
  return norm(Vec3{std::max(0.0, high.x - low.x), std::max(0.0, high.y - low.y), std::max(0.0, high.z - low.z)});
}

}  // namespace

VelocityRange& VelocityRange::operator+=(const VelocityRange& other) {
  for (int c = 0; c < 4; ++c) {
    low[c] = std::min(low[c], other.low[c]);
    high[c] = std::max(high[c], other.high[c]);
  }
  return *this;
}

double VelocityRange::width() const { return width_of({low[0], low[1], low[2]}, {high[0], high[1], high[2]}); }

void set_nodes(TravelGauge& gauge, std::vector<std::vector<Index>> nodes, Index n_local) {
  gauge.nodes = std::move(nodes);
  gauge.range_of.assign(std::size_t(n_local), none);
  gauge.n_local_ranges = 0;
  for (const std::vector<Index>& of_contact : gauge.nodes) {
    for (std::size_t i = 0; i < of_contact.size(); ++i)
      gauge.range_of[of_contact[i]] = Index(gauge.n_local_ranges + i / nodes_of_range);
    gauge.n_local_ranges += n_ranges(of_contact.size());
  }
  gauge.nodes.emplace_back();
}

void add_node(TravelGauge& gauge, Index node) {
  if (gauge.range_of[node] != none) return;
  std::vector<Index>& added = gauge.nodes.back();
  if (added.size() % nodes_of_range == 0) ++gauge.n_local_ranges;
  added.push_back(node);
  gauge.range_of[node] = Index(gauge.n_local_ranges - 1);
}

void velocity_extremes(TravelGauge& gauge, const NodeState& state, const kernels::StepKernels& kernels,
                       std::span<double> out) {
  const double *v = state.velocity.data(), *live = state.live_elements.data();
  std::ranges::fill(out, -VelocityRange::infinity);
  // those of copies stay until they are renewed, for a look between steps
  gauge.ranges.resize(std::max(gauge.ranges.size(), gauge.n_local_ranges));
  std::size_t start = 0;
  for (std::size_t k = 0; k < gauge.nodes.size(); ++k) {
    const std::vector<Index>& nodes = gauge.nodes[k];
    if (nodes.empty()) continue;
    VelocityRange* const ranges = gauge.ranges.data() + start;
    const auto look = [&](std::size_t first, std::size_t last) {
      VelocityRange all;
      for (std::size_t i = first; i < last; ++i) {
        VelocityRange here;
        kernels.row_range(v, live, nodes.data(), i * nodes_of_range, std::min(nodes.size(), (i + 1) * nodes_of_range),
                          here.low, here.high);
        ranges[i] = here;
        all += here;
      }
      return all;
    };
    const VelocityRange all =
        sum_ranges("velocity extremes", n_ranges(nodes.size()), range_grain, VelocityRange{}, look);
    start += n_ranges(nodes.size());
    double* of_contact = &out[n_velocity_extremes * k % out.size()];
    for (int i = 0; i < 3; ++i) {
      of_contact[i] = std::max(of_contact[i], -all.low[i]);
      of_contact[3 + i] = std::max(of_contact[3 + i], all.high[i]);
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
  gauge.safety_time = gauge_safety * dt;
  gauge.last_step = gauge.safety_time * width_of({-extreme(0), -extreme(1), -extreme(2)},
                                                 {extreme(3), extreme(4), extreme(5)});
  gauge.since_search += gauge.last_step;
  gauge.since_shapes += gauge.last_step;
}

void update_ranges_of_copies(TravelGauge& gauge, const ContactNodes& nodes) {
  gauge.ranges.resize(gauge.n_local_ranges);
  gauge.ranges.resize(gauge.n_local_ranges + n_ranges(nodes.ghosts.size()));
  for (const Index i : nodes.followed) {
    VelocityRange& range = gauge.ranges[gauge.n_local_ranges + std::size_t(i) / nodes_of_range];
    for (int c = 0; c < 3; ++c) {
      const double v = nodes.ghosts[std::size_t(i)].values[3 + c];
      range.low[c] = std::min(range.low[c], v);
      range.high[c] = std::max(range.high[c], v);
    }
  }
}

Index range_of(const TravelGauge& gauge, Index node) {
  const Index n_local = Index(gauge.range_of.size());
  if (node < n_local) return gauge.range_of[node];
  return Index(gauge.n_local_ranges + std::size_t(node - n_local) / nodes_of_range);
}

double last_step_within(const TravelGauge& gauge, std::span<const Index> ranges) {
  VelocityRange all;
  for (const Index range : ranges) {
    if (std::size_t(range) >= gauge.ranges.size()) return gauge.last_step;  // of copies that have not moved yet
    all += gauge.ranges[range];
  }
  return std::min(gauge.last_step, gauge.safety_time * all.width());
}

double BlockTravel::advanced(const TravelGauge& gauge, std::span<const Index> ranges) {
  const double step = gauge.since_search - until;
  if (!(step > 0)) return travel;
  travel += std::max(0.0, step - gauge.last_step) + last_step_within(gauge, ranges);
  until = gauge.since_search;
  return travel;
}

}  // namespace crumple
