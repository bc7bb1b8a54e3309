// Packed elements: their deletion, by failure, by time or by their step, and what it does to their neighbours.
#include <algorithm>
#include <utility>

#include "base/loops.hpp"
#include "kernels/softening.hpp"
#include "physics/elements/elements.hpp"
#include "physics/elements/packed_elements.hpp"

namespace crumple {
namespace {

/// Deletions of one range of a group.
struct Deletions {
  StepSum internal, hourglass;  ///< [energy]
  std::vector<int> lanes;       ///< of the group
  Deletions& operator+=(const Deletions& other) {
    internal += other.internal;
    hourglass += other.hourglass;
    lanes.insert(lanes.end(), other.lanes.begin(), other.lanes.end());
    return *this;
  }
};

}  // namespace

template <class Real>
void PackedElements<Real>::list_deaths() {
  for (const ElementDeath& death : domain_.model.element_deaths) {
    const Index element = kind() == SectionKind::shell ? death.shell : death.solid;
    if (element == none) continue;
    const Place& place = places_[std::size_t(element)];
    Group& group = groups_[std::size_t(place.group)];
    if (group.no_stress) continue;
    group.can_fail = true;
    deaths_.push_back({death.time, place});
  }
  std::ranges::stable_sort(deaths_, {}, &Death::time);
}

template <class Real>
void PackedElements<Real>::let_die(double time) {
  if (next_death_ == deaths_.size() || time < deaths_[next_death_].time) return;
  wait_for_device();
  for (; next_death_ < deaths_.size() && time >= deaths_[next_death_].time; ++next_death_) {
    const auto [group, lane] = deaths_[next_death_].place;
    groups_[std::size_t(group)].alive(lane) = 0;
  }
}

template <class Real>
CountDeletions PackedElements<Real>::deletions(const Group& group, const DeletionNotes& notes) const {
  return {reals(group.alive.data()),
          reals(group.dt.data()),
          group.was_alive.data(),
          group.part.data(),
          group.constants->entries.data(),
          std::size_t(Group::lanes),
          erodes(domain_.model.control, packed_.erode) ? notes.smallest_allowed_dt : 0,
          notes.clock.time};
}

/// Of blocks first <= b < last, of one part.
template <class Real>
double PackedElements<Real>::n_failed(const CountDeletions& count, const Group& group, std::size_t first,
                                      std::size_t last) const {
  constexpr std::size_t lanes = Group::lanes;
  double n = 0;
  if (count.limits(lanes * first).never_met(count.time))
    return double(lanes_.count_failed(group.alive.data(), group.was_alive.data(), lanes * first, lanes * last));
  for (std::size_t i = lanes * first; i < lanes * last; ++i) count(i, n);
  return n;
}

namespace {

/// Calls f(begin, end) for the parts of blocks first <= b < last.
template <class Group, class F>
void for_each_part_of(const Group& group, std::size_t first, std::size_t last, const F& f) {
  for (std::size_t b = first, end = first; b < last; b = end) {
    while (end < last && group.part(int(end)) == group.part(int(b))) ++end;
    f(b, end);
  }
}

}  // namespace

template <class Real>
void PackedElements<Real>::count_failed(const DeletionNotes& notes, double& n) {
  let_die(notes.clock.time);
  for (const Group& group : groups_) {
    if (!group.can_fail) continue;
    const CountDeletions count = deletions(group, notes);
    if (runs_on_device()) {
      sum_later(count, std::size_t(group.n_lanes()), [&n](double of_group) { n += of_group; });
      continue;
    }
    n += sum_ranges("deletions", std::size_t(group.n_blocks), element_block_grain, 0.0,
                    [&](std::size_t first, std::size_t last) {
                      double here = 0;
                      for_each_part_of(group, first, last, [&](std::size_t begin, std::size_t end) {
                        here += n_failed(count, group, begin, end);
                      });
                      return here;
                    });
  }
}

template <class Real>
void PackedElements<Real>::note_deletions(DeletionNotes& notes, ElementStatus& status) {
  const Quantum& quantum = domain_.quanta.energy;
  const double time = notes.clock.time;
  for (Group& group : groups_) {
    if (!group.can_fail) continue;
    const CountDeletions count = deletions(group, notes);
    const auto deletions_of_blocks = [&](std::size_t first, std::size_t last) {
      Deletions here;
      for_each_part_of(group, first, last, [&](std::size_t begin, std::size_t end) {
        // a device's loops are launched once, not from the threads of another loop
        if (!runs_on_device() && n_failed(count, group, begin, end) == 0) return;
        for (int i = int(begin) * group.lanes; i < int(end) * group.lanes; ++i) {
          double goes = 0;
          count(std::size_t(i), goes);
          if (goes == 0) continue;
          group.alive(i) = 0;
          group.dt(i) = Real(1e30);
          group.was_alive[i] = 0;
          (status.*packed_.alive)[group.element[i]] = 0;
          here.internal.add(double(group.internal_energy(i)), quantum);
          here.hourglass.add(double(group.hourglass_energy(i)), quantum);
          here.lanes.push_back(i);
        }
      });
      return here;
    };
    const Deletions deleted =
        sum_ranges("deletions", std::size_t(group.n_blocks), element_block_grain, Deletions{}, deletions_of_blocks);
    notes.ledger.eroded_internal += deleted.internal;
    notes.ledger.eroded_hourglass += deleted.hourglass;
    for (const int i : deleted.lanes)
      notes.failures.push_back({notes.clock.cycle, time, failure_of(kind()), id(group.element[i]),
                                domain_.model.parts[group.part_of(i)].id});
  }
}

template <class Real> void PackedElements<Real>::count_live(const Rows& counts) const {
  for_each_lane([&](const Group& group, int i) {
    for (int k = 0; group.was_alive[i] && k < group.n_nodes(); ++k) counts(group.node(i, k), 0) += 1;
  });
}

template <class Real>
void PackedElements<Real>::soften(const NodeState& nodes) {
  const auto softens = [](const Group& group, int i) { return group.constants_of(i).material.soft < 1; };
  const bool first = live_before_.empty();
  bool any = false;
  for_each_lane([&](const Group& group, int i) {
    if (!softens(group, i)) return;
    any = true;
    bool lost = false;
    for (int k = 0; !first && k < group.n_nodes(); ++k) {
      const Index node = group.node(i, k);
      lost = lost || nodes.live_elements(node) < live_before_[std::size_t(node)];
    }
    if (!lost) return;
    const auto names = group.kernel->layout.material_names;
    const int field = int(std::ranges::find(names, std::string_view(kernels::softened_name)) - names.begin());
    for (int point = 0; point < group.n_points(); ++point)
      for (int layer = 0; layer < group.n_layers(i); ++layer) group.material_history(i, layer, point)[field] = 1;
  });
  if (!any) return;
  live_before_.resize(std::size_t(nodes.count()));
  for (Index node = 0; node < nodes.count(); ++node)
    live_before_[std::size_t(node)] = double(nodes.live_elements(node));
}

template void PackedElements<float>::list_deaths();
template void PackedElements<double>::list_deaths();
template void PackedElements<float>::let_die(double);
template void PackedElements<double>::let_die(double);
template void PackedElements<float>::count_failed(const DeletionNotes&, double&);
template void PackedElements<double>::count_failed(const DeletionNotes&, double&);
template void PackedElements<float>::note_deletions(DeletionNotes&, ElementStatus&);
template void PackedElements<double>::note_deletions(DeletionNotes&, ElementStatus&);
template void PackedElements<float>::count_live(const Rows&) const;
template void PackedElements<double>::count_live(const Rows&) const;
template void PackedElements<float>::soften(const NodeState&);
template void PackedElements<double>::soften(const NodeState&);

}  // namespace crumple
