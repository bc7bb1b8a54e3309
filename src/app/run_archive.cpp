#include "app/run_archive.hpp"

#include "base/error.hpp"

namespace crumple {

void archive_run(StateArchive& a, RankState& own, const CarriedOver& carried) {
  Precision precision = own.elements.precision;
  a.same(precision);
  if (precision != own.elements.precision) throw Error("a saved state of the other precision cannot be loaded");
  a.same(own.clock);
  a.same(carried.deletions);
  a.same(carried.widens);
  a.same(own.domain.quanta);
  a.same(carried.initial_total);
  a.same(carried.last_energies);
  a.same(carried.energy_change);
  a.same(carried.added_share);
  carried.stability.archive(a);
  a.sum(own.added_mass);
  for (ExactSum* sum : own.ledger.sums()) a.sum(*sum);
}

}  // namespace crumple
