// Loads: forces that are prescribed or follow from mass, velocity and geometry, and the work they do.
// Sources: LS-DYNA Keyword Manual, *LOAD_NODE, *LOAD_RIGID_BODY, *LOAD_BODY, *LOAD_GRAVITY_PART, *LOAD_SEGMENT,
// *LOAD_BLAST_ENHANCED, *DAMPING_GLOBAL, *DAMPING_PART_MASS; damping at mid-step as in Belytschko, Liu, Moran 2000,
// section 6.2.
//
// Pressure is a rank-local contribution, nodal and body loads are added to the total forces, damping to the force after
// that.
#pragma once

#include <vector>

#include "base/ragged.hpp"
#include "kernels/device.hpp"
#include "physics/conditions/load_loops.hpp"
#include "physics/conditions/nodal_dashpots.hpp"
#include "physics/conditions/pressure_faces.hpp"
#include "physics/state/domain.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

class Loads final : public Feature {
 public:
  static void bound_motion(const Model& model, ModelExtremes& extremes);
  static void bound_forces(const Model& model, ModelExtremes& extremes);

  /// `in_body`: mark_body_nodes; body forces and damping act on rigid bodies as a whole, not on their nodes. `shares`:
  /// [body load][node] the fraction of a node's mass that the load acts on, 0..1; empty: all masses in full.
  Loads(const Domain& domain, const std::vector<std::uint8_t>& in_body,
        const std::vector<std::vector<double>>& shares);

  /// Pressure on segments in the current geometry, -p A with A = (x3 - x1) x (x4 - x2) / 2, which is exact for a warped
  /// quad; distributed equally to its nodes.
  void add_local_forces(StepState& s) override;
  /// Nodal forces and moments, body loads f = -m scale curve(t) along the axis, or m omega^2 times the distance from it
  /// with omega = scale curve(t), then mass damping -m D v and -J D w
  /// with v at mid-step: v(n+1/2) = ((1-c) v(n-1/2) + dt f/m)/(1+c), c = D dt / 2, written as a force added to f.
  /// (LS-DYNA takes v at t(n-1/2), which is only first order.)
  void add_total_forces(StepState& s) override;
  /// External work and damping losses: f . v over the half steps around t(n), booked by the owner of a node.
  void enter_work(StepState& s) override;
  void archive(StateArchive& a, StepState& s) override;

  /// Dashpots whose resistance `resistance` includes; their forces belong to another feature.
  void set_dashpots(const NodalDashpots& dashpots) { dashpots_ = &dashpots; }

  // Valid after add_total_forces:
  LoadsOnBody on_body(Index body) const;
  bool has_damping() const { return has_damping_; }
  /// Of a node outside of bodies, or of a body behind the nodes.
  DampingRates damping_of(Index entity) const {
    if (!has_damping_) return {};
    const auto n_nodes = Index(of_nodes_.size());
    return entity < n_nodes ? of_nodes_[std::size_t(entity)] : on_body(entity - n_nodes).damping;
  }
  /// The impulses that changes of velocity cost at nodes.
  NodalResistance resistance(const StepState& s) const;

 private:
  /// Nodes, and the fraction of the mass of each that a body load acts on beside the load on its rigid body: < 0 in a
  /// loaded body with unloaded parts at the node.
  struct LoadedNodes {
    kernels::RunVector<Index> node;
    kernels::RunVector<double> share;
  };
  void choose_loaded(const Model& model, const std::vector<std::vector<double>>& shares);
  void find_damping(const StepState& s);
  /// Calls body(nodes, acceleration, count) for each body load, and for those on all nodes together.
  template <class Body> void for_each_weight(const StepState& s, const Body& body) const;
  /// Calls body(nodes, spin, count) for each centrifugal load.
  template <class Body> void for_each_spin(const StepState& s, const Body& body) const;
  bool acts_on_body(std::size_t load, Index body) const {
    return loads_[load].parts.empty() || is_loaded_body_[load][std::size_t(body)];
  }
  void set_spins_on_bodies(Index n_bodies);
  void add_body_loads(StepState& s);
  void add_damping(StepState& s);

  const NodalDashpots* dashpots_ = nullptr;
  PressureFaces faces_;
  kernels::RunVector<std::uint8_t> in_body_;  ///< [node]
  const kernels::RunVector<std::uint8_t>& owned_;  ///< Domain::owns_node
  const std::vector<BodyLoad>& loads_;  ///< of the model
  const std::vector<NodalLoad>& nodal_loads_;              ///< of the model
  Ragged<Index, kernels::RunVector<Index>> nodes_of_loads_;  ///< [nodal load]
  std::vector<LoadedNodes> loaded_nodes_;                  ///< [body load] of those on parts
  Ragged<std::uint8_t> is_loaded_body_;                    ///< [body load][rigid body] with one of the parts
  const std::vector<PartDamping>& part_dampings_;  ///< of the model
  Ragged<Index, kernels::RunVector<Index>> nodes_of_dampings_;  ///< [part damping]
  bool has_body_loads_ = false, has_damping_ = false;
  std::vector<Vec3> accelerations_;    ///< of each body load at t(n), as it acts [length/time^2]; 0 of spins
  std::vector<TurningFrame> spins_;            ///< [body load] at t(n)
  Ragged<TurningFrame, kernels::RunVector<TurningFrame>> spins_on_bodies_;  ///< [rigid body] those that act on it
  std::vector<Vec3> nodal_values_;     ///< force or moment of each nodal load at t(n) [force], [force length]
  DampingRates everywhere_;            ///< of *DAMPING_GLOBAL at t(n)
  std::vector<DampingRates> of_parts_;   ///< [part damping] at t(n)
  kernels::RunVector<DampingRates> of_nodes_;  ///< [node] at t(n), empty without damping
  WorkAhead ahead_;
};

}  // namespace crumple
