// Distributes the deck from root as a piece of the model on every rank, also when the load is rebalanced.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "app/options.hpp"
#include "app/start_stages.hpp"
#include "comm/world.hpp"
#include "decomp/partition.hpp"
#include "decomp/pfile.hpp"
#include "io/dump_file.hpp"
#include "io/run_info.hpp"
#include "kernels/interface.hpp"
#include "model/run_terms.hpp"
#include "physics/state/cut_model.hpp"
#include "physics/state/domain.hpp"

namespace crumple {

struct NodeMove;  // physics/contact/initial_moves.hpp
struct RankLoad;  // io/run_result.hpp

/// The model as specified by deck, pfile and command line, ready for decomposition.
struct WholeModel {
  Model model;     ///< as it was at t = 0
  RunTerms terms;  ///< override those of the model
  Pfile pfile;
  std::string cost_note{};  ///< on the costs measured at the start; empty: none were
};

/// Costs of the decomposition that this machine takes, by a trial; no effect without costs=measured or explicit steps,
/// or where the trial fails. Errors: with a device, on which nothing is tried.
void measure_costs(const Options& options, const kernels::KernelTable& kernels, const std::string& precision,
                   WholeModel& whole);

/// Writes these costs to `prefix` + DECOMP_COSTS.OUT, if there are any. Errors: the file cannot be written.
void write_costs(const WholeModel& whole, const std::string& prefix);

/// Reads and checks the deck, orders its nodes; `pfile`: that of p=. Errors: as of read_deck.
WholeModel read_whole_model(const Options& options, Pfile pfile);

/// The model of a dump for a restart, modified by the restart deck, if any; `velocities`: changes of velocities in that
/// deck. Errors: as of the dump and the deck.
WholeModel read_whole_model(const Options& options, Pfile pfile, const DumpFile& dump, VelocityChange& velocities);

/// Decomposes the model for that many ranks as the pfile specifies. `speed`: as for make_partition.
Partition decompose(const WholeModel& whole, int n_ranks, const std::vector<double>& speed = {});

/// A rank's piece of the model, with the terms of the run.
Domain piece_of(const ModelCutter& cutter, const WholeModel& whole, int rank);

/// [rank] The costs that the partition assigns to each rank; the rest of RankLoad is not set.
std::vector<RankLoad> weights_of_ranks(const Model& model, const Partition& partition);

/// Runs `work` on root; if it throws Error there, every rank throws the same Error. Collective.
void on_root(const World& world, const std::function<void()>& work);

/// The whole model on root, and its partition; empty on other ranks. Repeated decompositions do not need more memory on
/// root than the first, and root never holds the state of the whole model.
class Distribution {
 public:
  /// Root reads the deck, or the model of the `dump` if there is one, checks it and computes the first partition.
  /// `pfile`: that of p=, on root; without p= the deck's *CONTROL_MPP_... apply. `kernels`: with which costs=measured
  /// measures. `stages`: begins those of its work. Collective.
  Distribution(const World& world, const Options& options, Pfile pfile, const DumpFile* dump,
               const kernels::KernelTable& kernels, StartStages& stages);

  /// Writes the costs that were measured at the start to `prefix` + DECOMP_COSTS.OUT, if they were. Collective.
  void write_costs(const std::string& prefix) const;
  /// What is to be said of them, on root; empty: nothing.
  const std::string& cost_note() const { return whole_.cost_note; }

  /// Whether only the decomposition was requested (`show`, or `numproc` other than the number of ranks).
  bool only_decomposes() const { return only_decomposes_; }

  /// Writes `prefix` + decomposition.vtkhdf if `show` is in the pfile. Collective.
  void show(const std::string& prefix) const;

  /// Each rank's piece. Collective.
  Domain cut() const;

  /// Moves nodes of the model, before the first step: tied nodes follow their faces. `moves` are those of this rank.
  /// Applies from the next cut on. Returns a message with the number of nodes and the largest displacement; empty if
  /// none moves on any rank. Collective.
  std::string move_nodes(const std::vector<NodeMove>& moves);

  /// The next cut is for that stage of PartSwitches.
  void enter_stage(int stage) { whole_.terms.stage = stage; }
  /// The next cut knows when those switches of sensors have switched.
  void set_switched(const std::vector<double>& switched) { whole_.terms.switched = switched; }

  /// The changes of velocities in the restart deck, the same on all ranks. Collective.
  VelocityChange velocity_change() const;

  /// The parts of a dump from which this can be restored.
  std::map<std::string, DumpPart> parts() const;

  /// Computes another partition from the positions of all nodes and the costs of all elements, both in the order of the
  /// model and on root; empty: those of the start. Returns the number of elements that change their rank. Collective.
  std::int64_t repartition(std::vector<Vec3> position, ElementCosts costs);

  /// The name of the method, and the costs it assigns to each rank; on root. The rest of RankLoad is not set.
  const std::string& method() const { return partition_.method; }
  std::vector<RankLoad> weights() const;

  /// The rebalancing options of the command line, the pfile or the deck, in this order of priority. Collective.
  RebalanceOptions rebalance(const Options& options) const;

  /// timing_start and timing_end of the pfile: the cycles between which the cost of parts is measured; 0, 0: no
  /// measurement. Collective.
  std::array<std::int64_t, 2> timing_cycles() const;

 private:
  void decompose();
  bool agree(bool yes) const;
  void at_unit_speed(ElementCosts& costs) const;

  const World& world_;
  WholeModel whole_;
  Partition partition_;
  VelocityChange velocities_;     ///< of the restart deck
  std::vector<double> speed_;     ///< [rank] by vspeed; empty: equal
  bool shows_ = false, only_decomposes_ = false;
};

}  // namespace crumple
