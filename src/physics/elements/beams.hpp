// Spot welds as beams: *SECTION_BEAM ELFORM 9 with *MAT_100, a two-node beam of circular section with shear and one
// point in its middle. Few among many shells, so they are computed one by one, in double precision with either
// precision of the other elements, and with + - * / and sqrt only: the same bits on every instruction set.
// Sources: co-rotational beam: Belytschko, Schwer, Klein (1977), Hughes and Liu (1981); failure by resultants: LS-DYNA
// Keyword Manual, *MAT_SPOTWELD.
//
// Order in a step: add_beam_forces before the exchange of nodal sums; note_failed_beams after the motion.
#pragma once

#include <array>
#include <vector>

#include "physics/state/domain.hpp"
#include "physics/state/failures.hpp"
#include "physics/state/results.hpp"
#include "physics/state/state.hpp"

namespace crumple {

/// Six components in the axes r (along the beam), s, t: forces rr, rs, rt and moments rr (torsion), ss, tt (bending);
/// or the strain rates that go with them.
using Resultants = std::array<double, 6>;

/// What does not change. Sizes are those at t = 0.
struct BeamConstants {
  double length = 0;  ///< [length]
  double area = 0;    ///< [length^2]
  Resultants
      stiffness{};  ///< EA, SHRF GA twice [force]; G times the polar, E times the second moment twice [force length^2]
  Resultants unit_stress{};  ///< resultants that alone make an equivalent stress of 1 [length^2], [length^3]
  double own_mass = 0;       ///< [mass]
  double mass = 0;           ///< with mass scaling [mass]
  double node_inertia = 0;   ///< of each node, so large that no rotation limits the step [mass length^2]
};

/// What changes from step to step.
struct BeamHistory {
  Vec3 s_axis;                  ///< unit vector across the beam
  Resultants resultant{};       ///< [force], [force length]
  double stress = 0;            ///< equivalent, of the resultants over unit_stress [force/area]
  double plastic_strain = 0;    ///< effective [1]
  double internal_energy = 0;   ///< [energy]
  double dt = 1e30;             ///< stable time step [time]
  double failure_time = 0;      ///< when it failed [time]
  std::int64_t n_filtered = 0;  ///< resultants that have gone into the filter
  std::uint8_t alive = 1;
  std::uint8_t was_alive = 1;  ///< at the last look for deletions
};

/// What a beam puts on its nodes.
struct BeamForces {
  Vec3 force;                  ///< on the first node; the second gets the opposite [force]
  std::array<Vec3, 2> moment;  ///< [force length]
};

struct Beams {
  std::vector<BeamConstants> constants;         ///< [beam]
  std::vector<BeamHistory> history;             ///< [beam]
  std::vector<std::vector<Resultants>> filter;  ///< [beam][NF] the last resultants, in turn
  std::vector<BeamForces> forces;               ///< [beam] of the step
};

/// Mass is scaled for DT of *MAT_100 and for DT2MS. Errors: a beam without length or without a direction s, naming it.
Beams make_beams(const Domain& domain);
/// By mass scaling, of this rank's beams, in quanta.body_mass [mass].
double added_mass(const Beams& beams, const Domain& domain);
/// Half the mass, and the inertia, to the columns 0 and 1 of the nodes' rows.
void add_beam_masses(const Beams& beams, const Domain& domain, const Rows& sums);

/// Adds the forces of all beams to state.force and state.moment. `dt` = t(n) - t(n-1), 0 on the first call.
void add_beam_forces(Beams& beams, const Domain& domain, NodeState& state, double time, double dt);

/// 1 to column 0 of the nodes of live beams, each.
void count_live_beams(const Beams& beams, const Domain& domain, const Rows& counts);
/// As note_deletions.
bool note_failed_beams(Beams& beams, const Domain& domain, const Clock& clock, EnergyLedger& ledger,
                       std::vector<Failure>& failures);

/// Of this rank.
double smallest_dt(const Beams& beams);
/// Of this rank, in quanta.energy.
double internal_energy(const Beams& beams, const Domain& domain);
std::vector<WeldForce> weld_forces(const Beams& beams, const Domain& domain);

}  // namespace crumple
