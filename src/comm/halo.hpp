// The halo exchange of nodal sums: every rank adds the partial sums of the ranks that share its boundary nodes, so that
// all of them hold the same exact total. Split into start and finish to overlap with the interior elements. Messages of
// a step may also carry another exchange, which then costs no messages of its own between neighbours.
#pragma once

#include <array>
#include <initializer_list>
#include <memory>
#include <vector>

#include "base/halo_plan.hpp"
#include "comm/row_exchange.hpp"

namespace crumple {

class World;

/// Message sizes for summing that many arrays.
std::vector<Partner> partners_of(const HaloPlan& plan, std::size_t n_arrays);

/// Sums rows of four doubles, of which the first three are sent, for one or two arrays (e.g. forces and moments) at
/// once.
class HaloExchange {
 public:
  /// Uses the world's transport mode. `plan` must outlive this.
  HaloExchange(const World& world, const HaloPlan& plan) : world_(world), plan_(plan) {}

  /// Sends this rank's partial sums of the shared nodes. Collective at the first call with a given number of arrays.
  void start(std::initializer_list<double*> arrays);
  /// Waits for the neighbours and adds their partial sums.
  void finish(std::initializer_list<double*> arrays);
  /// Starts and finishes.
  void sum(std::initializer_list<double*> arrays) { start(arrays), finish(arrays); }

  /// The sums of forces and moments in a step, in messages that carry what has joined them, too.
  void start_step(double* force, double* moment);
  /// No effect if they are finished.
  void finish_step();
  /// Another exchange with these partners, which travels in the messages of each step from now on, in place of what has
  /// joined them before; it is started before the sums and finished after they have been started. Finishes the sums.
  /// Collective.
  std::unique_ptr<NeighbourExchange> join(std::vector<Partner> partners);
  /// The messages of a step.
  std::vector<Partner> partners_in_step() const;

 private:
  const World& world_;
  const HaloPlan& plan_;
  std::array<std::unique_ptr<RowExchange>, 2> exchanges_;  ///< [number of arrays - 1]
  std::unique_ptr<RowExchange> in_step_;                   ///< null until another exchange joins
  std::vector<Partner> partners_in_step_;                  ///< of `in_step_` and what has joined it
  std::array<double*, 2> summed_{};                        ///< by the step; null: its sums are finished
};

}  // namespace crumple
