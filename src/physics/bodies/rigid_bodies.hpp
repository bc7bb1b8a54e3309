// Rigid bodies: *MAT_020 parts and nodal rigid bodies, with merged bodies and extra nodes. A rank holds the bodies of
// which it has nodes, with replicated force sums, and advances them redundantly; the results are bitwise equal on all
// ranks. The first rank that owns a node of a body accounts for the body in global sums.
// Sources: LS-DYNA Theory Manual, Rigid Body Dynamics (Benson, Hallquist 1986); leapfrog of the angular momentum with
// the exact free motion in between (Dullweber, Leimkuhler, McLachlan 1997), so gyroscopic moments are exact.
//
// The reductions of the bodies' forces overlap with the kick, which may include their nodes: the bodies then overwrite
// v and w.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "comm/holder_sums.hpp"
#include "comm/world.hpp"
#include "physics/bodies/body_loops.hpp"
#include "physics/bodies/body_motion.hpp"
#include "physics/bodies/compliance.hpp"
#include "physics/bodies/rotation.hpp"
#include "physics/conditions/loads.hpp"
#include "physics/state/feature.hpp"
#include "physics/state/given_body.hpp"
#include "physics/state/motion_force.hpp"
#include "physics/state/part_switch.hpp"
#include "physics/state/source.hpp"

namespace crumple {

class RigidBodies final : public Feature,
                          public HasExchanges,
                          public Gives<BodyMotion>,
                          public Gives<MotionForce>,
                          public Gives<GivenBody> {
 public:
  static void bound_motion(const Model& model, ModelExtremes& extremes);
  static void bound_forces(const Model&, ModelExtremes&) {}

  using Properties = BodyProperties;
  using Body = RigidBodyHere;
  using Motion = RigidMotion;
  using Motions = kernels::RunVector<Motion>;

  /// Mass properties from the nodes' masses and inertias at t = 0, or as given by the deck; initial motion from the
  /// deck (*INITIAL_VELOCITY_RIGID_BODY, else non-zero velocities of *PART_INERTIA), else from the nodes' momenta. Sums
  /// are exact with quanta from each body's own extent. `loads` must outlive it. `frequency_bound`:
  /// ContactNodes::frequency_bound; every node of a body gets the sum over the body. Errors: a body without nodes or
  /// mass. Collective.
  RigidBodies(const StepState& s, const Loads& loads, const Column& frequency_bound);

  /// [node] The effective mass at a body's node, minimum over all directions; 0: not in a body [mass].
  const Column& effective_mass() const { return effective_mass_; }

  /// The body of that number in model.rigid_bodies; this rank must have nodes of it.
  const Body& body(Index number) const { return bodies_[find_here(number).value()]; }
  const Motion& motion(Index number) const { return motions_[find_here(number).value()]; }
  /// That of a body here in earlier motions().
  const Motion& motion(Index number, const Motions& of) const { return of[find_here(number).value()]; }
  BodiesAt at() const { return {bodies_.data(), motions_.data()}; }
  /// The place of a body that is here in `at()`.
  std::size_t place_of(Index number) const { return find_here(number).value(); }
  /// At t(n).
  BodyResponse response(Index number) const { return at().response(place_of(number)); }
  /// The prescribed motions of a body that is here.
  std::span<const BodyDrive> drives(Index number) const { return drives_of(body(number)); }
  /// The force and moment, about its centre, of loads on a body that is here.
  ForceAndMoment given_load(Index number, const LoadsOnBody& loads) const {
    return given_load_on(body(number), motion(number), loads);
  }
  /// [body here] all motions, and a way back to earlier ones; set_positions applies them to the nodes.
  const Motions& motions() const { return motions_; }
  void set_motions(const Motions& motions) { motions_ = motions; }
  /// [body here] their numbers in model.rigid_bodies, ascending.
  const std::vector<Index>& here() const { return here_; }
  /// Of a body that is here: those of its centre, and its energy.
  void set_velocity(Index number, const Vec3& velocity, const Vec3& spin);
  /// Velocities and momenta of earlier motions().
  void set_velocities(const Motions& from);
  /// In implicit analysis: the reactions of prescribed motions, on one rank.
  void set_reactions(std::vector<MotionForce> reactions) { reactions_ = std::move(reactions); }
  /// Translation of the centre and rotation vector of a body that is here since earlier motions() [length], [rad].
  std::pair<Vec3, Vec3> displacement(Index number, const Motions& since) const {
    const std::size_t k = find_here(number).value();
    const Motion &before = since[k], &now = motions_[k];
    return {now.position - before.position, rotation_vector(now.attitude * conjugate(before.attitude))};
  }
  /// Moves a body, if it is here, and rotates it by a rotation vector [length], [rad].
  void displace(Index number, const Vec3& translation, const Vec3& rotation) {
    const auto k = find_here(number);
    if (!k) return;
    Motion& motion = motions_[*k];
    motion.position += translation;
    motion.attitude = normalized(exponential(rotation) * motion.attitude);
  }

  /// v = V + omega x r and w = omega at all nodes of bodies; at t = 0, and in implicit dynamics.
  void set_motion_of_nodes(NodeState& nodes) const;

  /// Sums force and moment of each body about its centre, and its frequency bound, over the nodes that this rank owns.
  void begin_sums(StepState& s) override;
  /// Advances the bodies here by one step from the global sums; body loads and damping act on the body as a whole. Sets
  /// v = (x(n+1) - x(n)) / dt and w of their nodes. Work is booked on the rank that accounts for the body.
  void set_velocities(StepState& s) override;
  /// x = centre + R r0 at all nodes of bodies, without the rounding errors of x += dt v.
  void set_positions(StepState& s) override;

  /// The force sum of a body is not exact.
  RunFailure failure() const override { return {failure_.message()}; }
  std::vector<NamedCollective> collectives() const override {
    return sums_ ? std::vector<NamedCollective>{{"rigid bodies", sums_->shape()}} : std::vector<NamedCollective>{};
  }
  std::vector<NamedExchange> exchanges() const override {
    return sums_ ? sums_->exchanges("rigid bodies") : std::vector<NamedExchange>{{"rigid bodies", {}}};
  }
  /// Of the last step, for the bodies that this rank accounts for.
  void mark_nodes_of_whole(std::vector<std::uint8_t>& marks) const override;
  void add_kinetic_energy(ExactSum& sum) const override;
  /// Of the last step.
  void add_rows(std::vector<BodyMotion>& rows) const override;
  void add_rows(std::vector<MotionForce>& rows) const override;
  void add_rows(std::vector<GivenBody>& rows) const override;
  void add_constraint_rows(const StepState& s, ConstraintRows& rows) const override;
  /// In statics stoppers are springs that push a body back from its bounds.
  void add_tangents(const StepState& s, double stiffness, const TakeTangent& take) const override;
  void add_static_forces(StepState& s, double stiffness) override;
  void end_static_step(StepState& s) override;
  void archive(StateArchive& a, StepState& s) override;
  void stop(StepState& s) override;
  void resume(StepState& s) override;
  void report_switched_parts(std::span<PartSwitch> parts) const override;

 private:
  /// Of a stopper in statics.
  struct Stop {
    Index node = none;   ///< of the body, which this rank owns; none: another rank's
    double beyond = 0;   ///< of the body's centre from the bound, along the direction [length]
    Index bound = none;  ///< the curve that it has passed
    double force = 0;    ///< on the body, along the direction [force]
  };
  struct Census;
  Stop stop_of(const Model& model, std::size_t stopper, double time) const;
  void find_stops(const Model& model, double time);
  std::optional<std::size_t> find_here(Index number) const;
  void start_body(const Domain& domain, const Census& census, std::size_t k, bool as_given);
  void start_bodies(const World& world, const Domain& domain, const NodeState& nodes, const std::vector<Index>& which,
                    bool as_given);
  void set_arms(std::size_t k, const NodeState& nodes);
  void set_motion_of_nodes(std::size_t k, NodeState& nodes) const;
  void archive_switched(StateArchive& a, StepState& s, const Numbered& known, const std::vector<Motion>& motions);
  void change_stage(StepState& s, int stage_before, const std::vector<Properties>& bodies,
                    const std::vector<Motion>& motions);
  void move_with_body(StepState& s, std::size_t k);
  void add_nodes(const RigidBody& given, const Domain& domain, Index place, Body& body);
  std::span<const BodyDrive> drives_of(const Body& body) const {
    return std::span(drives_).subspan(body.first_drive, body.last_drive - body.first_drive);
  }
  void list_drives(const Model& model, Index number, Body& body);
  void list_chunks();
  StepOfBodies prepare_step(const StepState& s);
  void take_work(const WorkOfBodies& work, EnergyLedger& ledger);
  void set_places();
  void move_nodes(StepState& s);
  BodyNodes body_nodes() const { return {nodes_.data(), body_.data(), rows_at(arm_)}; }

  const Loads& loads_;
  Column frequency_bound_, effective_mass_;  ///< [node]
  std::size_t n_bodies_ = 0;            ///< of the model
  std::vector<Index> here_;             ///< bodies with nodes on this rank, in model.rigid_bodies, ascending
  kernels::RunVector<Body> bodies_;     ///< [of those here]
  Motions motions_;                     ///< the same
  kernels::RunVector<BodyDrive> drives_;       ///< body by body
  kernels::RunVector<StopperNow> stoppers_;    ///< the same
  kernels::RunVector<LoadsOnBody> body_loads_; ///< [of those here] in a step
  kernels::RunVector<Index> nodes_;     ///< local nodes of all bodies here
  kernels::RunVector<Index> body_;      ///< the body of each of them, into `bodies_`
  Rows arm_;                            ///< from the centre to each node, in principal axes [length]
  kernels::RunVector<BodyChunk> chunks_;
  kernels::RunVector<BodyPlace> places_;  ///< [of those here] at t(n), then at t(n+1)
  std::unique_ptr<HolderSums> sums_;    ///< of `here_`: n_body_sums of each; null: there are no bodies
  FailureOfSome failure_;
  WorkAhead ahead_;
  kernels::RunVector<BodyWork> works_;  ///< of the bodies here in a step
  std::vector<MotionForce> reactions_;
  Motions before_;               ///< of the bodies here, before the last step
  Clock clock_;                  ///< of that step
  std::vector<Stop> stops_, stops_at_start_;  ///< [of model.body_stoppers], in the last trial, at the start of its step
  int stage_ = 0;                ///< of PartSwitches
  std::vector<Index> beginning_;      ///< bodies that start after loading a state
  std::vector<PartSwitch> switched_;  ///< [part] at the last load of a state; empty: none
};

}  // namespace crumple
