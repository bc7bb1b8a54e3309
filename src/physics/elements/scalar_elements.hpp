// Common code of the families of few elements, which loops compute in double precision (beam_loops.hpp,
// spring_loops.hpp): deletions, energies, hash and archive. All are on the boundary side. Element is the model's type;
// History has `internal_energy`, `failure_time`, `alive`, and `was_alive` at the last check for deletions.
#pragma once

#include <array>
#include <vector>

#include "base/profile.hpp"
#include "physics/elements/element_family.hpp"
#include "physics/elements/element_hash.hpp"
#include "physics/state/part_sum.hpp"
#include "physics/state/state_archive.hpp"

namespace crumple {

/// The loads of an element on its two ends, not rounded.
struct EndLoads {
  std::array<Vec3, 2> force, moment;  ///< [force], [force length]
};

/// The nodal forces of an element: at two nodes, one (the other grounded), or none.
struct EndForces {
  std::array<NodalForce, 2> of_end;
  std::size_t n_ends = 0;
  const NodalForce* begin() const { return of_end.data(); }
  const NodalForce* end() const { return of_end.data() + n_ends; }
};

/// The properties of such a family.
struct ScalarKind {
  SectionKind kind;
  const Phase& phase;
  std::uint64_t salt;  ///< of the hashes
};

template <class Element, class History> class ScalarElements : public ElementFamily {
 public:
  void find_first_steps(NodeState&) override {}  // steps follow from constants and masses

  void add_forces(const ForceStep& step, NodeState& state) override {
    if (history_.empty() || step.side != Side::boundary) return;
    Profile::Scope scope(scalar_kind_.phase);
    const double start = step.seconds ? thread_cpu_time() : 0;
    compute(step, state);
    if (!step.seconds) return;
    const double each = (thread_cpu_time() - start) / double(history_.size());  // one costs as much as another
    for (const Element& element : elements_) (*step.seconds)[std::size_t(element.part)] += each;
  }

  /// Elements are in ascending order of ids.
  StepLimit find_step_limit() const override {
    StepLimit limit;
    for (std::size_t e = 0; e < history_.size(); ++e)
      if (const double dt = stable_step(e); dt < limit.dt) limit = {dt, kind(), elements_[e].id, part_id(Index(e))};
    return limit;
  }

  void note_deletions(DeletionNotes& notes, ElementStatus&) override {
    for (std::size_t e = 0; e < history_.size(); ++e) {
      History& h = history_[e];
      if (h.alive || !h.was_alive) continue;
      h.was_alive = 0;
      notes.ledger.eroded_internal.add(h.internal_energy);
      notes.failures.push_back(
          {notes.clock.cycle, h.failure_time, failure_of(kind()), elements_[e].id, part_id(Index(e))});
    }
  }

  void count_live(const Rows& counts) const override {
    for (std::size_t e = 0; e < history_.size(); ++e)
      if (history_[e].was_alive)
        for (const Index node : elements_[e].nodes) counts(node, 0) += 1;
  }

  ElementEnergies energies() const override {
    ElementEnergies sum;
    for (const History& h : history_) sum.internal.add(h.internal_energy, domain_.quanta.energy);
    return sum;
  }

  void add_part_sums(const MidVelocity&, std::span<PartAccount> parts) const override {
    for (std::size_t e = 0; e < history_.size(); ++e) {
      PartAccount& part = parts[elements_[e].part];
      part.internal.add(history_[e].internal_energy, domain_.quanta.energy);
      if (!history_[e].was_alive) part.eroded_internal.add(history_[e].internal_energy, domain_.quanta.energy);
    }
  }

  void add_tangents(const NodeState& nodes, double dt, const TakeTangent& take) const override;
  void keep_history() override { kept_ = history_; }
  void restore_history() override { history_ = kept_; }

  ElementFacts facts(Index e) const override { return {mass(std::size_t(e)), 2, stable_step(std::size_t(e))}; }

  std::vector<NodalForce> nodal_forces(Index e, const NodeState&, const PreviousVelocity&) const override {
    const EndForces forces = ends(std::size_t(e));
    return {forces.begin(), forces.end()};
  }

  std::uint64_t hash() const override {
    std::uint64_t sum = 0;
    for (std::size_t e = 0; e < history_.size(); ++e) {
      std::vector<double> values = hashed_values(history_[e]);
      sum += hash_values(values, std::uint64_t(elements_[e].id) + scalar_kind_.salt);
    }
    return sum;
  }
  void archive(Index e, Fields& fields, ElementStatus&) override { fields(history_[std::size_t(e)]); }

 protected:
  ScalarElements(const Domain& domain, const ScalarKind& kind, std::size_t first, const std::vector<Element>& elements)
      : ElementFamily(domain, kind.kind, first, elements.size()),
        elements_(elements),
        history_(elements.size()),
        scalar_kind_(kind) {}

  /// Updates the live elements to t(n), and adds their forces.
  virtual void compute(const ForceStep& step, NodeState& state) = 0;
  /// The loads that element e would have after the step; its history stays.
  virtual EndLoads trial(std::size_t e, const ForceStep& step, const NodeState& state) const = 0;
  /// Whether the loads of element e follow from its own nodes alone.
  virtual bool is_alone(std::size_t) const { return true; }
  /// The nodal forces of element e in the step, in multiples of the quanta.
  virtual EndForces ends(std::size_t e) const = 0;
  virtual double stable_step(std::size_t e) const = 0;
  virtual double mass(std::size_t) const { return 0; }
  virtual std::vector<double> hashed_values(const History& history) const = 0;

  const std::vector<Element>& elements_;  ///< of the model
  kernels::RunVector<History> history_;   ///< [element]

 private:
  kernels::RunVector<History> kept_;
  ScalarKind scalar_kind_;
};

/// By central differences, as for packed elements (packed_tangents.cpp); where an unloaded element carries load
/// in one direction only, as a cable, by the difference in that direction.
template <class Element, class History>
void ScalarElements<Element, History>::add_tangents(const NodeState& nodes, double dt, const TakeTangent& take) const {
  constexpr double increment = 1e-6;
  constexpr std::size_t dofs = 6;
  if (history_.empty()) return;
  NodeState moved(nodes.count());
  const auto copy_row = [&](Index node) {
    set_row(moved.position, node, row(nodes.position, node));
    set_row(moved.velocity, node, row(nodes.velocity, node));
    set_row(moved.angular_velocity, node, row(nodes.angular_velocity, node));
  };
  for (Index node = 0; node < nodes.count(); ++node) copy_row(node);
  const ForceStep step{Side::boundary, 0, dt};
  for (std::size_t e = 0; e < history_.size(); ++e) {
    if (!history_[e].alive || !is_alone(e)) continue;
    const auto [first, second] = elements_[e].nodes;
    const std::size_t n_ends = first == second ? 1 : 2, size = n_ends * dofs;
    const double length = norm(row(nodes.position, second) - row(nodes.position, first));
    std::vector<double> columns(size * size);  // [column][row]
    const EndLoads unmoved = trial(e, step, moved);
    for (std::size_t column = 0; column < size; ++column) {
      const Index node = elements_[e].nodes[column / dofs];
      const int c = int(column % 3);
      const bool rotates = column % dofs >= 3;
      const double by = rotates || !(length > 0) ? increment : increment * length;
      EndLoads loads[2];
      for (const int side : {0, 1}) {
        const double move = side == 0 ? by : -by;
        if (!rotates) moved.position(node, c) += move;
        (rotates ? moved.angular_velocity : moved.velocity)(node, c) += move / step.dt;
        loads[side] = trial(e, step, moved);
        copy_row(node);
      }
      const auto change = [&](const EndLoads& from, const EndLoads& to, std::size_t i) {
        const auto value = [i](const EndLoads& of) {
          return (i % dofs < 3 ? of.force : of.moment)[i / dofs][int(i % 3)];
        };
        return value(to) - value(from);
      };
      bool has_load[2] = {false, false};
      for (const int side : {0, 1})
        for (std::size_t i = 0; i < size; ++i) has_load[side] = has_load[side] || change(unmoved, loads[side], i) != 0;
      for (std::size_t i = 0; i < size; ++i)
        columns[column * size + i] = has_load[0] != has_load[1]
                                         ? (change(loads[0], unmoved, i) + change(unmoved, loads[1], i)) / by
                                         : change(loads[0], loads[1], i) / (2 * by);
    }
    Tangent tangent{std::span<const Index>(elements_[e].nodes).first(n_ends), int(dofs),
                    std::vector<double>(size * size)};
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < size; ++j)
        tangent.at(i, j) = 0.5 * (columns[j * size + i] + columns[i * size + j]);
    take(tangent);
  }
}

}  // namespace crumple
