// Penalty contact on all ranks: nodes against segments, edges against edges, with shell thickness, friction and initial
// penetrations. Every rank evaluates each pair that touches one of its nodes and adds the force to all its nodes, owned
// or not, so nothing is sent back; contributions are rounded, so the sums do not depend on rank, thread or order. What
// a pair does is decided from positions alone and from a memory that every evaluating rank keeps alike. Which kinds of
// pairs there are stands in pairings.cpp. Not treated: changes of thickness. Called by contact_feature.cpp: search when
// due, then forces; after the motion the travel gauge is advanced.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "physics/contact/contact_surfaces.hpp"
#include "physics/contact/ghosting.hpp"
#include "physics/contact/initial_penetrations.hpp"

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
  double shape_travel = 0;  ///< after which the shapes of solids are renewed [length]
  double dt_stable = 0;   ///< largest time step so far; scales SOFT = 1 and the limit of the stiffness [time]
  double dt_last = 0;     ///< step that followed the last evaluation [time]
  StepSum pending_energy;     ///< settled outside of a step, not yet in the ledger [energy]
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

/// Surfaces, stiffness, thickness; a first search; initial penetrations of the contacts that act from the start are
/// reported and remembered. `domain` must outlive the result. Needs masses and live_elements in `initial`. Requirements
/// on the domain: every rank lists all its nodes of a surface, and the segments of its own elements. Collective.
Contacts make_contacts(const World& world, const Domain& domain, const NodeState& initial, const ContactViews& views);

/// The same on every rank, if requests are.
bool search_due(const Contacts& contacts);
/// On all ranks in the step after any element was deleted.
void request_search(Contacts& contacts);

/// Renews copies and candidates; drops deleted segments and free nodes, shows what they covered. Collective.
void search(const World& world, Contacts& contacts, const NodeState& state, const ElementStatus& status);

/// Starts to send the motion of copies (ghosting.hpp), which then overlaps with other work; optional.
void start_ghost_update(Contacts& contacts);

/// Accounts now for the work that the pair forces do in the half step that was just made, so that the state is complete
/// without them. For saving; changes nothing in the run. Collective.
void synchronise_contact_work(Contacts& contacts);

/// After a state has been loaded: copies and the candidates for the rest of the way to the next search. Collective.
void resume_contacts(const World& world, Contacts& contacts, const NodeState& state, const ElementStatus& status);

/// What the law of a contact needs at t(n).
LawInput law_input(const Contacts& contacts, const ContactPlan& plan, const Clock& clock);

/// Contact forces at t(n) onto all local nodes of `state.force`; sliding energy into the ledger (half a step before,
/// half after each force, the latter in the next call). `clock.dt` must be known, in the first cycle too.
void add_contact_forces(Contacts& contacts, NodeState& state, const Clock& clock, EnergyLedger& ledger);

/// [local node] its share of the pairs that are checked in a step at present: a measure of what contact costs where.
std::vector<float> contact_activity(const Contacts& contacts);

/// [contact] what it holds here at present.
std::vector<ContactLoad> contact_loads(const Contacts& contacts);

}  // namespace crumple
