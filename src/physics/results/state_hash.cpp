#include "physics/results/state_hash.hpp"

#include <xxhash.h>

#include <vector>

namespace crumple {
namespace {

template <class T> std::uint64_t hash(const std::vector<T>& values, std::uint64_t seed) {
  return XXH3_64bits_withSeed(values.data(), values.size() * sizeof(T), seed);
}

std::uint64_t hash_nodes(const Domain& domain, const NodeState& state) {
  std::uint64_t sum = 0;
  std::vector<double> values(9);
  for (Index i = 0; i < state.count(); ++i) {
    if (!domain.owns_node[i]) continue;
    // + 0.0 makes -0 and 0, which are equal, hash alike
    for (int c = 0; c < 3; ++c) {
      values[c] = state.position(i, c) + 0.0;
      values[3 + c] = state.velocity(i, c) + 0.0;
      values[6 + c] = state.angular_velocity(i, c) + 0.0;
    }
    sum += hash(values, std::uint64_t(domain.model.nodes.id[i]));
  }
  return sum;
}

template <class Real> std::uint64_t hash_group(const Model& model, const ElementGroup<Real>& g) {
  std::uint64_t sum = 0;
  std::vector<Real> values;
  for (int i = 0; i < g.n_lanes(); ++i) {
    if (g.element[i] == none) continue;
    const int b = i / g.lanes, lane = i % g.lanes;
    const std::int64_t end = b + 1 < g.n_blocks ? g.history_start(b + 1) : std::int64_t(g.history.extent(0));
    values = {g.thickness(i), g.internal_energy(i), g.hourglass_energy(i), g.alive(i)};
    // A deleted element's history means nothing, and may or may not change further with its neighbours in a block.
    for (std::int64_t at = g.history_start(b) + lane; at < end && g.alive(i) != 0; at += g.lanes)
      values.push_back(g.history(at));
    for (Real& value : values) value += Real(0);
    sum += hash(values, std::uint64_t(g.element_id(model, i)) * 2 + (g.shell ? 1 : 0) + 0x9e3779b97f4a7c15u);
  }
  return sum;
}

std::uint64_t hash_beams(const Model& model, const Beams& beams) {
  std::uint64_t sum = 0;
  for (std::size_t b = 0; b < beams.history.size(); ++b) {
    const BeamHistory& h = beams.history[b];
    std::vector<double> values(h.resultant.begin(), h.resultant.end());
    for (const double value :
         {h.s_axis.x, h.s_axis.y, h.s_axis.z, h.plastic_strain, h.internal_energy, h.failure_time, double(h.alive)})
      values.push_back(value);
    for (double& value : values) value += 0.0;
    sum += hash(values, std::uint64_t(model.beams[b].id) + 0x517cc1b727220a95u);
  }
  return sum;
}

}  // namespace

template <class Real>
std::uint64_t state_hash(const World& world, const Domain& domain, const Elements<Real>& elements,
                         const NodeState& state) {
  std::uint64_t sum = hash_nodes(domain, state);
  for (const ElementGroup<Real>& group : elements.groups) sum += hash_group(domain.model, group);
  sum += hash_beams(domain.model, elements.beams);
  std::int64_t total[1] = {std::int64_t(sum)};
  world.sum(total);
  return std::uint64_t(total[0]);
}

template std::uint64_t state_hash(const World&, const Domain&, const Elements<float>&, const NodeState&);
template std::uint64_t state_hash(const World&, const Domain&, const Elements<double>&, const NodeState&);

}  // namespace crumple
