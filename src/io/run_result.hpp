// The results of a run, known after its last step. Filled by app and by the recorders when they finish, printed by the
// message file and the summary.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "comm/mpi_profile.hpp"
#include "io/io_cost.hpp"
#include "io/termination.hpp"
#include "physics/state/failures.hpp"
#include "physics/state/state.hpp"

namespace crumple {

struct ContactResult;  // contact_result.hpp
struct RunInfo;        // run_info.hpp

/// A new decomposition during the run.
struct RebalanceRecord {
  std::int64_t cycle = 0;
  double time = 0;                  ///< [time]
  double imbalance = 0;             ///< of the work of the ranks before it: largest / mean - 1
  std::int64_t moved_elements = 0;  ///< to another rank
  double seconds = 0;               ///< its wall time
  double work = 0;                  ///< its CPU time outside MPI on the slowest rank [s]
};

/// The message sizes to and from another rank in one call of an exchange.
struct PartnerLoad {
  int rank = 0;
  std::int64_t sent = 0, received = 0;  ///< [bytes]
  template <class A>
  void serialize(A& a) {
    a(rank, sent, received);
  }
};

/// An exchange with neighbours in every step on one rank.
struct ExchangeLoad {
  std::string name;
  std::vector<PartnerLoad> partners;  ///< ascending rank
  template <class A>
  void serialize(A& a) {
    a(name, partners);
  }
};

/// What the direct solver of implicit analysis did, on all ranks together.
struct SolverTotals {
  std::int64_t n_equations = 0, n_factorisations = 0, n_right_hand_sides = 0;
  double n_operations = 0;                                          ///< of all factorisations
  double analysis_seconds = 0, factor_seconds = 0, solve_seconds = 0;  ///< wall
  /// The figure of merit of implicit analysis: unknowns found, over the wall time of the whole analysis [1/s].
  double equations_per_second(double seconds) const {
    return seconds > 0 ? double(n_equations) * double(n_right_hand_sides) / seconds : 0;
  }
};

/// The load of a rank by the decomposition.
struct RankLoad {
  double elements = 0, nodes = 0;
  double shells = 0, solids = 0, beams = 0, springs = 0, masses = 0;
  double owned_nodes = 0;
  double body_nodes = 0, welded_nodes = 0, tied_nodes = 0;  ///< of those: of rigid bodies, spot welds, tied contacts
  double contacts = 0, rigid_bodies = 0, walls = 0;         ///< with a node or a face on this rank
  double shells_weight = 0, solids_weight = 0, beams_weight = 0, springs_weight = 0;
  double contact_weight = 0, nodes_weight = 0;  ///< as these four: costs that the method balanced
  double contact_faces = 0, boundary_nodes = 0, neighbours = 0;
  double halo_bytes = 0, contact_bytes = 0;  ///< of nodal forces and moments, and of copied nodes, sent in each step
  double contact_nodes = 0;             ///< of interfaces, owned by the rank; once per interface
  double contact_copies = 0;            ///< copied nodes of other ranks, at the last search
  double contact_face_copies = 0;       ///< the same for faces, by interface
  std::vector<ExchangeLoad> exchanges;
  /// In one call of an exchange, to all partners [bytes].
  double sent(const std::string& exchange) const;
  double messages(const std::string& exchange) const;  ///< the same, of messages

  double peak_memory = 0;  ///< of the whole run, including set-up [bytes]; of a plan: 0
  template <class A>
  void serialize(A& a) {
    a(elements, nodes, shells, solids, beams, springs, masses, owned_nodes, body_nodes, welded_nodes, tied_nodes,
      contacts, rigid_bodies, walls, nodes_weight, shells_weight, solids_weight, beams_weight, springs_weight,
      contact_weight, contact_faces, boundary_nodes, neighbours, halo_bytes, contact_bytes, contact_nodes,
      contact_copies, contact_face_copies, exchanges, peak_memory);
  }
};

struct RunResult {
  Termination termination = Termination::normal;
  std::string reason;               ///< one line, e.g. "termination time reached"
  Clock clock;
  std::int64_t first_cycle = 0;  ///< of this run; not 0 after a restart
  Energies energies;
  double added_mass = 0;            ///< by mass scaling [mass]
  double wall_total = 0;            ///< [s]
  double wall_step_loop = 0;        ///< [s]
  std::vector<std::pair<std::string, double>> start;  ///< wall of each stage before the first step [s]; on root
  std::int64_t device_waits = 0;    ///< how often root's host waited for loops of its device
  double cpu_total = 0;             ///< of all ranks and threads, including set-up and waiting [s]
  std::map<std::string, double> phases;  ///< wall by phase, mean over the ranks [s]
  std::vector<std::string> hosts;   ///< by rank; empty: unknown
  SolverTotals solver;              ///< of an implicit run
  MpiProfile mpi;                   ///< of the steps, by rank; empty: not recorded
  std::vector<IoCosts> io;          ///< of states and dumps, by rank; on root
  std::vector<RebalanceRecord> rebalances;
  std::string decomposition;            ///< the method
  RankLoad own_load;                    ///< of this rank, without weights
  std::vector<RankLoad> loads;          ///< by rank, of the last decomposition; on root
  std::map<FailureKind, std::int64_t> n_failed;  ///< on root
  std::shared_ptr<ContactResult> contacts;  ///< null: not counted
  std::string state_hash;
  std::vector<std::string> start_warnings;  ///< of the deck and the start
  std::vector<std::string> warnings;        ///< of the run: signs of instability and the like

  bool failed() const { return is_failure(termination); }
  /// Number of cycles of this run.
  std::int64_t cycles() const { return clock.cycle - first_cycle; }
  /// Wall of the step loop times ranks times threads, per element and cycle [ns].
  double ns_per_element_cycle(const RunInfo& run) const;
};

}  // namespace crumple
