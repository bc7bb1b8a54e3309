// What a pfile (or *CONTROL_MPP_DECOMPOSITION_* of the deck) asks of the decomposition. Filled by `pfile.cpp`, read by
// `make_partition`, by the weights and by the rebalancing.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "decomp/transformation.hpp"
#include "decomp/unit_costs.hpp"
#include "model/model.hpp"

namespace crumple {

/// Where a word of a pfile stands, for messages; the deck's keywords have no column.
struct TextPlace {
  std::string file;  ///< empty: the command line
  int line = 0, column = 0;
  std::string keyword;  ///< of the deck, or the key of the command line; empty in a pfile
  /// "file:line:column: pfile: ", "file:line: *KEYWORD: " or "key=: "
  std::string text() const;
};

enum class SelectorKind : std::uint8_t { parts, part_sets, contacts, box, sphere, cylinder };

/// One condition on elements. Shapes hold an element when they hold its centre (in the deck's own coordinates).
struct Selector {
  SelectorKind kind = SelectorKind::parts;
  bool negated = false;
  std::vector<Id> ids;            ///< of parts, part sets or contacts
  std::array<double, 8> value{};  ///< box: x, y, z from/to; sphere: centre, r; cylinder: foot, axis, r, length
  TextPlace where;
};

enum class Grouping : std::uint8_t {
  spread,    ///< cut over ranks by itself, before what follows
  lumped,    ///< all on one rank: the one with least weight so far, or `first_rank` when given
  together,  ///< all on one rank, the one that the cut of the rest gives it as a single heavy element
  local      ///< stays with the rest: later regions leave it alone
};

/// Elements that are decomposed apart from the rest. Regions are handled in the order in which they are written.
struct Region {
  std::vector<std::vector<Selector>> any_of_all;  ///< alternatives (or) of conditions that all hold (and)
  std::optional<Transformation> transformation;   ///< none: that of the whole decomposition
  Grouping grouping = Grouping::spread;
  int n_ranks = 0;      ///< spread over that many; 0: all
  int first_rank = -1;  ///< the first of them; -1: not given
  int of_ranks = 0;     ///< the number of ranks that n_ranks and first_rank are meant for, scaled to another; 0: as is
  TextPlace where;
};

/// *CONTROL_MPP_DECOMPOSITION_ADJUST_...: the cost of an element becomes `factor` * cost + `added`.
struct CostAdjustment {
  Id id = 0;  ///< of a part, or the number of a *MAT
  double factor = 1, added = 0;
  TextPlace where;
};

/// *CONTROL_MPP_DECOMPOSITION_SCALE_CONTACT_COST: the cost of faces of these contacts; of all when there are no ids.
struct ContactCost {
  double factor = 1;
  std::vector<Id> contacts;
  TextPlace where;
};

/// What the weights are made from.
struct CostOptions {
  std::vector<CostAdjustment> parts, materials;
  std::vector<ContactCost> contacts;
  std::int64_t timing_start = 0, timing_end = 0;  ///< cycles; measure the cost of parts in between; 0: do not
  std::string timing_file;                        ///< costs of parts measured before; empty: the table of formulations
  TextPlace timing_file_where;
  std::optional<MeasuredCosts> measured;          ///< at the start of this run, in place of that file
};

/// *CONTROL_MPP_REBALANCE.
struct RebalanceOptions {
  std::int64_t every_cycles = 0;    ///< NCYCLE; 0: never
  bool current_coordinates = true;  ///< ICOOR 0
  bool measured_cost = true;        ///< ICOST 0
  double threshold = 10;            ///< THRES: imbalance of ranks that is put up with [percent]
};

struct DecompositionOptions {
  std::string method = "rcb";
  int n_constraints = 1;  ///< of METIS: 2 balances the stages of forces and of nodes, 3 also contact by itself
  int n_passes = 3;       ///< that correct shares by the work that dividing adds (balanced_shares.hpp)
  Transformation transformation;
  std::vector<Region> regions;  ///< silist and sidist first
  int n_ranks = 0;              ///< numproc: decompose for that many; 0: for those that run
  TextPlace n_ranks_where;
  std::string file;             ///< the decomposition is read from it, or written to it if it is missing
  TextPlace file_where;
  std::string rcb_log;          ///< the same for the cuts of rcb
  TextPlace rcb_log_where;
  bool show = false;            ///< write decomposition.vtkhdf and stop
  bool measure_speed = false;   ///< vspeed: ranks take shares that go as their speed
  CostOptions costs;
  RebalanceOptions rebalance;
};

}  // namespace crumple
