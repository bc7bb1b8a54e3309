#include "physics/contact/near_pairs.hpp"

#include <algorithm>

#include "physics/contact/contact_nodes.hpp"
#include "physics/contact/passes.hpp"

namespace crumple {
namespace {

/// Prefetches the input of the next loop: few candidates are due at a time, scattered over arrays that are not in the
/// near caches, and separate loops let the loads overlap.
template <class... Values>
void fetch(const Values&... values) {
  (__builtin_prefetch(&values), ...);
}

template <class Value>
void fetch_whole(const Value& value) {
  constexpr std::size_t line = 64;
  const char* const begin = reinterpret_cast<const char*>(&value);
  for (std::size_t at = 0; at < sizeof value; at += line) fetch(begin[at]);
  fetch(begin[sizeof value - 1]);
}

/// The pairs of the entries that are due for a check.
void list_due_pairs(const PassAt& pass, const EntryRange& entries, double travel, NearPairs& near) {
  const CandidatesAt& c = pass.candidates;
  near.entry.clear();
  near.checked.clear();
  near.end.clear();
  for (Index e = entries.first; e < entries.last; ++e) {
    if (travel < c.entry_due[e]) continue;
    near.entry.push_back(e);
    fetch(c.slave[e]);
    for (const Index p : {c.first[e], c.first_far[e] - 1}) fetch(c.due[p], c.segment[p]);
  }
  for (const Index e : near.entry) {
    fetch(pass.slaves.node[c.slave[e]]);
    double due = 1e300;
    for (Index p = c.first[e]; p < c.first_far[e]; ++p) {
      if (travel < c.due[p]) {
        due = std::min(due, c.due[p]);
        continue;
      }
      near.checked.push_back(p);
      fetch(pass.segments.nodes[c.segment[p]], c.range[p]);
    }
    c.entry_due[e] = due;
    near.end.push_back(near.checked.size());
  }
}

/// Distances of the pairs of the entries that are due for a check.
void measure_due_pairs(const PassAt& pass, const ContactNodes& nodes, const EntryRange& entries, double travel,
                       NearPairs& near) {
  list_due_pairs(pass, entries, travel, near);
  const CandidatesAt& c = pass.candidates;
  near.nodes.resize(near.checked.size());
  for (std::size_t i = 0, k = 0; i < near.entry.size(); ++i)
    for (const Index node = pass.slaves.node[c.slave[near.entry[i]]]; k < near.end[i]; ++k) {
      const auto& n = pass.segments.nodes[c.segment[near.checked[k]]];
      near.nodes[k] = {node, {n[0], n[1], n[2], n[3]}};
      for (const Index corner : n) fetch(*nodes.at().position_row(corner));
    }
  near.distance.resize(near.checked.size());
  nodes.kernels->pair_distances(nodes.rows(), near.nodes.data(), near.nodes.size(), near.distance.data());
}

/// Closest points of the first `n` pairs of `near.nodes`.
void find_closest_points(const ContactNodes& nodes, std::size_t n, NearPairs& near) {
  if (n == 0) return;
  const std::size_t packs = (n + 7) / 8;
  if (near.columns.size() < packs * kernels::ClosestColumns::n_columns)
    near.columns.resize(packs * kernels::ClosestColumns::n_columns);
  near.closest = {near.columns.data()->values, 8 * packs};
  nodes.kernels->closest_points(nodes.rows(), near.nodes.data(), n, near.closest);
}

}  // namespace

void find_near_pairs(const PassAt& pass, const ContactNodes& nodes, const EntryRange& entries, double travel,
                     double last_step, NearPairs& near) {
  measure_due_pairs(pass, nodes, entries, travel, near);
  const CandidatesAt& c = pass.candidates;
  near.first.assign(1, 0);
  near.pair.clear();
  std::size_t n_entries = 0;
  for (std::size_t i = 0, k = 0; i < near.entry.size(); ++i) {
    const Index e = near.entry[i];
    double& entry_due = c.entry_due[e];
    for (; k < near.end[i]; ++k) {
      const Index p = near.checked[k];
      c.due[p] = travel + (near.distance[k] - c.range[p]);
      if (!is_in_range(pass, p, near.distance[k], last_step)) {
        entry_due = std::min(entry_due, c.due[p]);
        continue;
      }
      near.nodes[near.pair.size()] = near.nodes[k];  // in front of those still to be checked
      near.pair.push_back(p);
      fetch(c.contact_distance[p]);  // this and the next for find_touches
      fetch_whole(pass.segments.constants[c.segment[p]]);
      for (const Index corner : near.nodes[k].corner) fetch(nodes.global[corner]);
    }
    if (near.pair.size() == near.first.back() && !c.remembers[e]) continue;
    near.entry[n_entries++] = e;
    near.first.push_back(near.pair.size());
    fetch_whole(pass.slaves.state[c.slave[e]]);  // for the law
    fetch_whole(pass.slaves.constants[c.slave[e]]);
  }
  near.entry.resize(n_entries);
  find_closest_points(nodes, near.pair.size(), near);
  using Column = kernels::ClosestColumns;
  for (std::size_t i = 0; i < near.entry.size(); ++i)
    for (std::size_t k = near.first[i]; k < near.first[i + 1]; ++k) {
      const Index p = near.pair[k];
      postpone_in_front(pass, nodes, near.nodes[k].node, p, near.closest[Column::distance][k],
                        near.closest[Column::side][k], travel);
      c.entry_due[near.entry[i]] = std::min(c.entry_due[near.entry[i]], c.due[p]);
    }
}

}  // namespace crumple
