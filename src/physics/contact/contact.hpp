// Penalty contact on all ranks: slave nodes against segments and edges against edges, with shell thickness, friction
// and initial penetrations. Every rank evaluates each pair that involves one of its nodes and adds the force to all of
// its nodes, owned or shared, so that no forces are exchanged. Contributions are rounded, so the sums do not depend on
// rank, thread or order. The force of a pair follows from positions and from a history that is identical on every rank
// that evaluates the pair. pairings.cpp lists the kinds of pairs. Shell thickness is constant. Called by
// contact_feature.cpp: a search when due, then the forces; the travel gauge is advanced after each motion.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "physics/contact/contact_surfaces.hpp"
#include "physics/contact/ghosting.hpp"
#include "physics/contact/initial_penetrations.hpp"
#include "physics/state/tangent.hpp"

namespace crumple {

struct ContactLoad;  // contact_load.hpp
struct ContactSeconds;
struct ContactSum;   // contact_force.hpp
struct LawInput;     // pair_law.hpp
class Pairing;       // pairing.hpp

struct Contacts : ContactSurfaces {
  std::vector<std::unique_ptr<Pairing>> pairings;
  GhostTraffic traffic;
  GhostReach reach;
  double bucket_size = 0; ///< [length]
  bool has_solids = false;  ///< on any rank, among the faces
  double shape_travel = 0;  ///< travel after which the shapes of solids are recomputed [length]
  double dt_stable = 0;   ///< largest time step so far; scales SOFT = 1 and the limit of the stiffness [time]
  double dt_last = 0;     ///< step that followed the last evaluation [time]
  StepSum pending_energy;     ///< energy booked outside of a step, not yet in the ledger [energy]
  std::vector<ContactSum> sums;            ///< [contact]
  std::vector<ContactSeconds> seconds;     ///< [contact] so far
  std::vector<std::uint8_t> started;       ///< [contact] 1: initial penetrations are known
  InitialPenetrations initial_penetrations;  ///< on root
  std::int64_t n_searches = 0;

  Contacts();
  Contacts(Contacts&&) noexcept;
  Contacts& operator=(Contacts&&) noexcept;
  ~Contacts();
};

/// Sets up surfaces, stiffness and thickness, makes the first search, and reports and stores the initial penetrations
/// of contacts that are active from the start. `domain` must outlive the result. Needs masses and live_elements in
/// `initial`. Requirements on the domain: every rank lists all its nodes of a surface, and the segments of its own
/// elements. Collective.
Contacts make_contacts(const World& world, const Domain& domain, const NodeState& initial, const ContactViews& views);

/// Equal on all ranks, provided that searches are requested on all of them.
bool search_due(const Contacts& contacts);
/// On all ranks in the step after any element was deleted.
void request_search(Contacts& contacts);

/// Updates copies and candidates. Removes deleted segments and free nodes, and exposes the faces behind deleted solids.
/// Collective.
void search(const World& world, Contacts& contacts, const NodeState& state, const ElementStatus& status);

/// Starts sending the motion of copied nodes (ghosting.hpp), to overlap it with other work. Optional.
void start_ghost_update(Contacts& contacts);

/// Books the work of the pair forces over the half step just completed, so that a saved state need not contain them.
/// Has no effect on the results. Collective.
void synchronise_contact_work(Contacts& contacts);

/// Called after a state has been loaded: lists copies and candidates for the remaining travel until the next search.
/// Collective.
void resume_contacts(const World& world, Contacts& contacts, const NodeState& state, const ElementStatus& status);

/// The input of a contact's law at t(n).
LawInput law_input(const Contacts& contacts, const ContactPlan& plan, const Clock& clock);

/// Adds the contact forces at t(n) to all local nodes of `state.force`, and the sliding energy to the ledger: the work
/// of the half step before the force at once, that of the half step after it in the next call. `clock.dt` must be set,
/// also in the first cycle.
void add_contact_forces(Contacts& contacts, NodeState& state, const Clock& clock, EnergyLedger& ledger);

/// Before the first static step: contacts that are born start with the penetrations that there are. Collective.
void start_static_contacts(const World& world, Contacts& contacts, NodeState& state, const ElementStatus& status,
                           const Clock& clock);
/// The forces where a static step has moved the nodes, during clock.dt_previous: those of penalty springs without
/// limits of the step, and of friction. Searches. Collective.
void add_static_contact_forces(const World& world, Contacts& contacts, NodeState& state, const ElementStatus& status,
                               const Clock& clock);
/// The springs of the pairs that exert forces, by this rank's nodes: the penalty, and across it friction, which is
/// force over slip in the step, of length `dt`, where it slides.
void add_contact_springs(const Contacts& contacts, double dt, const TakeSharedSpring& take);

/// [local node] Its share of the checked pairs per step, as a measure of the local cost of contact.
std::vector<float> contact_activity(const Contacts& contacts);

/// [contact] Numbers of nodes, faces and pairs on this rank, and CPU times.
std::vector<ContactLoad> contact_loads(const Contacts& contacts);

}  // namespace crumple
