#include "physics/contact/travel_gauge.hpp"

#include <algorithm>
#include <numeric>

#include "base/loops.hpp"
#include "kernels/step/interface.hpp"
#include "physics/contact/travel_loops.hpp"

namespace crumple {
namespace {

constexpr std::size_t range_grain = 32;   // ranges that are worth waking a thread for
constexpr double gauge_safety = 1.01;     // rigid bodies rotate on arcs

std::size_t n_ranges(std::size_t n_nodes) { return (n_nodes + nodes_of_range - 1) / nodes_of_range; }

}  // namespace

void set_nodes(TravelGauge& gauge, std::size_t n_contacts, std::span<const Index> contact_of_node) {
  std::vector<std::size_t>& first = gauge.first_node;
  first.assign(n_contacts + 2, 0);
  for (const Index contact : contact_of_node)
    if (contact != none) ++first[std::size_t(contact) + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<std::size_t> next = first;
  gauge.nodes.resize(first.back());
  for (std::size_t node = 0; node < contact_of_node.size(); ++node)
    if (contact_of_node[node] != none) gauge.nodes[next[std::size_t(contact_of_node[node])]++] = Index(node);

  gauge.range_of.assign(contact_of_node.size(), none);
  gauge.n_local_ranges = 0;
  for (std::size_t c = 0; c < n_contacts; ++c) {
    for (std::size_t i = first[c]; i < first[c + 1]; ++i)
      gauge.range_of[gauge.nodes[i]] = Index(gauge.n_local_ranges + (i - first[c]) / nodes_of_range);
    gauge.n_local_ranges += n_ranges(first[c + 1] - first[c]);
  }
}

void add_node(TravelGauge& gauge, Index node) {
  if (gauge.range_of[node] != none) return;
  const std::size_t first_added = gauge.first_node[gauge.first_node.size() - 2];
  if ((gauge.first_node.back()++ - first_added) % nodes_of_range == 0) ++gauge.n_local_ranges;
  gauge.nodes.push_back(node);
  gauge.range_of[node] = Index(gauge.n_local_ranges - 1);
}

namespace {

/// Sets the ranges of `n` of the gauge's nodes, from `nodes` on.
void find_ranges(const NodeState& state, const kernels::StepKernels& kernels, const Index* nodes, std::size_t n,
                 VelocityRange* ranges) {
  const double *v = state.velocity.data(), *live = state.live_elements.data();
  if (runs_on_device()) return run_loop(FindVelocityRange{nodes, n, v, live, ranges}, n_ranges(n), range_grain);
  for_each("velocity extremes", n_ranges(n), range_grain, [&](std::size_t i) {
    VelocityRange here;
    kernels.row_range(v, live, nodes, i * nodes_of_range, std::min(n, (i + 1) * nodes_of_range), here.low, here.high);
    ranges[i] = here;
  });
}

}  // namespace

void find_velocity_ranges(TravelGauge& gauge, const NodeState& state, const kernels::StepKernels& kernels) {
  // those of copies are kept until they are updated, for use between steps
  gauge.ranges.resize(std::max(gauge.ranges.size(), gauge.n_local_ranges));
  for (std::size_t k = 0, start = 0; k < gauge.n_lists(); start += n_ranges(gauge.n_nodes(k)), ++k)
    find_ranges(state, kernels, gauge.nodes.data() + gauge.first_node[k], gauge.n_nodes(k),
                gauge.ranges.data() + start);
}

void velocity_extremes(const TravelGauge& gauge, std::span<double> out) {
  std::ranges::fill(out, -VelocityRange::infinity);
  for (std::size_t k = 0, i = 0; k < gauge.n_lists(); ++k) {
    VelocityRange all;
    for (const std::size_t end = i + n_ranges(gauge.n_nodes(k)); i < end; ++i) all += gauge.ranges[i];
    double* of_contact = &out[n_velocity_extremes * k % out.size()];
    for (int c = 0; c < 3 && gauge.n_nodes(k) > 0; ++c) {
      of_contact[c] = std::max(of_contact[c], -all.low[c]);
      of_contact[3 + c] = std::max(of_contact[3 + c], all.high[c]);
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
  VelocityRange all;
  for (int c = 0; c < 3; ++c) {
    all.low[c] = -extreme(c);
    all.high[c] = extreme(3 + c);
  }
  gauge.last_step = gauge.safety_time * all.width();
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

}  // namespace crumple
