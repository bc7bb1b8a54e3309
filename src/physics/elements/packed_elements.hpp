// The family of shells and the family of solids: elements in blocks, computed by the vector kernels in single or double
// precision. packed_kinds has the differences of shells and solids. packed_elements.cpp has the step, packed_start.cpp
// what elements begin with, packed_deletions.cpp their end, packed_output.cpp outputs and archives, packed_forces.cpp
// the forces of single elements, packed_tangents.cpp their tangents.
#pragma once

#include <algorithm>
#include <array>
#include <memory>

#include "base/loops.hpp"
#include "kernels/step/interface.hpp"
#include "physics/elements/block_schedule.hpp"
#include "physics/elements/element_groups.hpp"
#include "physics/elements/packed_loops.hpp"
#include "physics/elements/preload.hpp"
#include "physics/elements/step_factors.hpp"
#include "physics/elements/volume_tangents.hpp"

namespace crumple {

template <class Real> class PackedElements final : public ElementFamily, public AveragesVolumes {
 public:
  PackedElements(const FamilyInput& input, const PackedKind& kind);

  void find_first_steps(NodeState& state) override;
  double scale_masses(const MassScaling& scaling) override;
  void add_masses(const Rows& sums, PartChoice of) const override;
  void add_forces(const ForceStep& step, NodeState& state) override;
  void find_smallest_dt(double& dt) const override;
  void count_failed(const DeletionNotes& notes, double& n_failed) override;
  void note_deletions(DeletionNotes& notes, ElementStatus& status) override;
  StepLimit find_step_limit() const override;
  StepLimit find_rigid_step_limit(NodeState& state) override;
  void count_live(const Rows& counts) const override;
  void find_free_elements(const NodeState& nodes) override;
  void add_tangents(const NodeState& nodes, double dt, const TakeTangent& take) const override;
  void use_volume_strains(const double* of_nodes) override { volume_strains_ = of_nodes; }
  void add_volume_tangents(const NodeState& nodes, double dt, const TakeVolumeTangent& take) const override;
  void add_drilling_forces(const ForceStep& step, const NodeState& nodes) override;
  void keep_history() override;
  void restore_history() override;

  ElementEnergies energies() const override;
  void add_part_sums(const MidVelocity& mid, std::span<PartAccount> parts) const override;
  void output(ElementOutput& out) const override;
  ElementStress stress(Index e) const override;
  ElementHistory history(Index e) const override;
  ElementFacts facts(Index e) const override;
  std::vector<NodalForce> nodal_forces(Index e, const NodeState& nodes, const PreviousVelocity& before) const override;
  std::uint64_t hash() const override;
  void archive(Index e, Fields& fields, ElementStatus& status) override;
  void switch_parts(std::span<const PartSwitch> parts, double dt, NodeState& state, EnergyLedger& ledger) override;

 private:
  using Group = ElementGroup<Real>;
  /// The position of an element in the groups.
  struct Place {
    int group = 0, lane_index = 0;
  };

  /// Blocks, with one value per lane, that are worth waking a thread for.
  static constexpr std::size_t element_block_grain = 500;
  /// Elements with a smaller stable step than by their characteristic length, e.g. without neighbours.
  using FreeElements = kernels::RunVector<kernels::ShortenedStep<Real>>;

  /// The factor for given neighbours, cached because most stay the same when elements are deleted.
  struct KnownFactor {
    Neighbours around;
    Real factor = 1;
  };

  /// Calls f(group, lane index) for all elements.
  template <class F> void for_each_lane(F f) const { for_lanes(0, n_lanes(), f); }
  std::size_t n_lanes() const {
    std::size_t n = 0;
    for (const Group& group : groups_) n += std::size_t(group.n_lanes());
    return n;
  }
  /// The same for lanes first <= i < last of the groups one after the other.
  template <class F> void for_lanes(std::size_t first, std::size_t last, F f) const {
    std::size_t start = 0;
    for (const Group& group : groups_) {
      const std::size_t end = start + std::size_t(group.n_lanes());
      for (std::size_t i = std::max(first, start); i < std::min(last, end); ++i)
        if (group.element[i - start] != none) f(group, int(i - start));
      start = end;
    }
  }
  /// The sum of what f(sum, group, lane index) adds to `zero`, over all elements.
  template <class Sum, class F> Sum sum_lanes(const Sum& zero, F f) const {
    constexpr std::size_t grain = 200;  // elements that are worth waking a thread for
    return sum_ranges("sums of elements", n_lanes(), grain, zero, [&](std::size_t first, std::size_t last) {
      Sum own = zero;
      for_lanes(first, last, [&](const Group& group, int i) { f(own, group, i); });
      return own;
    });
  }
  const Schedule& schedule(Side side) const { return schedules_[std::size_t(side)]; }
  StepLimit lower(StepLimit limit, const Group& group) const;
  /// Stable step of a lane over that by its characteristic length.
  double step_factor(const Group& group, int i, const Neighbours& around) const;
  /// *INITIAL_STRESS_SHELL.
  void set_first_stresses();
  /// *AIRBAG_REFERENCE_GEOMETRY.
  void set_first_strains();
  void set_first_stresses_of_solids();
  /// Of solids with material axes.
  void set_first_axes();
  void set_sizes();
  /// *DEFINE_ELEMENT_DEATH.
  void list_deaths();
  /// Elements that are to be deleted now fail.
  void let_die(double time);
  static Reals reals(Real* first) { return {first, sizeof(Real) == sizeof(float)}; }
  void list_preloaded();
  template <class Use> void for_each_preload(double time, const Use& use) const;
  void preload_sections(double time);
  void add_scheduled_forces(const ForceStep& step, const kernels::NodeRows& rows);
  /// The same on a device: a launch for each group.
  void launch_forces(const ForceStep& step, const kernels::NodeRows& rows);
  static constexpr auto lanes_of_block = std::size_t(Group::lanes);
  template <class Use> void for_each_range(Side side, const Use& use) const;
  /// ISDO 1 or 2.
  void take_other_lengths(Side side, const NodeState& state);
  CountDeletions deletions(const Group& group, const DeletionNotes& notes) const;
  double n_failed(const CountDeletions& count, const Group& group, std::size_t first, std::size_t last) const;
  void shorten_damped_steps(Side side);
  void turn(const Group& group, int lane_index, const Mat3& rotation);
  /// Composites with SOFT: weakens the elements with nodes at which others have been deleted since the last call.
  void soften(const NodeState& nodes);

  const PackedKind& packed_;
  std::shared_ptr<const ElementConstants> constants_;
  const kernels::LaneLoops<Real>& lanes_;
  std::vector<Group> groups_;
  using Kept = std::vector<Array<Real>>;
  std::vector<Kept> kept_;  ///< [group] by keep_history
  /// [group][lane][strain] of the drilling stiffness (packed_tangents.cpp): after the last step kept, and after this.
  std::vector<std::vector<double>> drilling_kept_, drilling_;
  const double* volume_strains_ = nullptr;
  std::array<Schedule, 2> schedules_;  ///< [side] of all groups with stress
  std::vector<ThreadRows> of_threads_;  ///< [thread]; empty for one
  std::vector<Place> places_;          ///< [element]
  struct Death {
    double time = 0;  ///< [time]
    Place place;
  };
  std::vector<Death> deaths_;          ///< ascending time
  std::size_t next_death_ = 0;
  std::vector<double> live_before_;    ///< [node] elements at the last check, if any part softens
  std::array<std::vector<FreeElements>, 2> free_elements_;  ///< [side][group]
  Ragged<KnownFactor> known_factors_;                      ///< [group][lane index]
  std::vector<Preload> preloads_;                          ///< [section with a preload], solids only
  Ragged<SetTraction::Point, kernels::RunVector<SetTraction::Point>> preloaded_points_;  ///< [section]
  std::array<Ragged<Reals, kernels::RunVector<Reals>>, 2> preloaded_steps_;              ///< [side][section]
};

}  // namespace crumple
