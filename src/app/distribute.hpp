// From the deck on root to a piece of the model on every rank, and to other pieces when the load is to be spread anew.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "app/options.hpp"
#include "comm/world.hpp"
#include "decomp/partition.hpp"
#include "decomp/pfile.hpp"
#include "io/dump_file.hpp"
#include "io/run_info.hpp"
#include "model/run_terms.hpp"
#include "physics/state/cut_model.hpp"
#include "physics/state/domain.hpp"

namespace crumple {

struct NodeMove;  // physics/contact/initial_moves.hpp
struct RankLoad;  // io/run_result.hpp

/// What deck, pfile and command line say, ready to be cut.
struct WholeModel {
  Model model;     ///< as it was at t = 0
  RunTerms terms;  ///< in place of what it says of them
  Pfile pfile;
};

/// Reads and checks the deck, orders its nodes; `pfile` is what p= named. Errors: as of read_deck.
WholeModel read_whole_model(const Options& options, Pfile pfile);

/// The model of a dump, for the rest of its run, which a restart deck may change; `velocities`: what that says of them.
/// Errors: as of the dump and the deck.
WholeModel read_whole_model(const Options& options, Pfile pfile, const DumpFile& dump, VelocityChange& velocities);

/// By the pfile, for so many ranks. `speed`: as for make_partition.
Partition decompose(const WholeModel& whole, int n_ranks, const std::vector<double>& speed = {});

/// What is cut for a rank, as it begins with it.
Domain piece_of(const ModelCutter& cutter, const WholeModel& whole, int rank);

/// [rank] What the partition gave to each rank of the costs; the rest of RankLoad is not set.
std::vector<RankLoad> weights_of_ranks(const Model& model, const Partition& partition);

/// Runs `work` on root; if it throws Error there, every rank throws the same Error. Collective.
void on_root(const World& world, const std::function<void()>& work);

/// The whole model on root, and its partition; on other ranks nothing. Root needs no more memory for a second cut than
/// for the first, and never holds the state of a run.
class Distribution {
 public:
  /// Root reads the deck, or the model of the `dump` where there is one, checks it and finds the first partition.
  /// `pfile` is what p= named, on root; without p= the deck's *CONTROL_MPP_... say how to cut. Collective.
  Distribution(const World& world, const Options& options, Pfile pfile, const DumpFile* dump);

  /// Whether nothing is to be run: only the decomposition was asked for (`show`, or `numproc` not the ranks here).
  bool only_decomposes() const { return only_decomposes_; }

  /// Writes `prefix` + decomposition.vtkhdf where the pfile asks for it by `show`. Collective.
  void show(const std::string& prefix) const;

  /// Each rank's piece. Collective.
  Domain cut() const;

  /// Moves nodes of the model, before the first step: tied nodes go with their faces. `moves` are those of this rank.
  /// The next cut has them. Returns a line that says how many and how far; empty if none moves on any rank. Collective.
  std::string move_nodes(const std::vector<NodeMove>& moves);

  /// The next cut is of that stage of PartSwitches.
  void enter_stage(int stage) { whole_.terms.stage = stage; }

  /// What the restart deck says of velocities, the same on all ranks. Collective.
  VelocityChange velocity_change() const;

  /// What a dump needs to make this again.
  std::map<std::string, DumpPart> parts() const;

  /// Finds another partition for the positions of all nodes and the costs of all elements, both in the order of the
  /// model and on root; empty: those of the start. Returns how many elements change their rank. Collective.
  std::int64_t repartition(std::vector<Vec3> position, ElementCosts costs);

  /// The name of the method, and what it gave to each rank of the costs; on root. The rest of RankLoad is not set.
  const std::string& method() const { return partition_.method; }
  std::vector<RankLoad> weights() const;

  /// What the deck, the pfile or, before them, the command line say about rebalancing. Collective.
  RebalanceOptions rebalance(const Options& options) const;

  /// timing_start and timing_end of the pfile: the cycles between which the cost of parts is measured; 0, 0: do not.
  /// Collective.
  std::array<std::int64_t, 2> timing_cycles() const;

 private:
  void decompose();
  bool agree(bool yes) const;
  void at_unit_speed(ElementCosts& costs) const;

  const World& world_;
  WholeModel whole_;
  Partition partition_;
  VelocityChange velocities_;     ///< of the restart deck
  std::vector<double> speed_;     ///< [rank] of vspeed; empty: all alike
  bool shows_ = false, only_decomposes_ = false;
};

}  // namespace crumple
