#include "app/run_archive.hpp"

#include "base/error.hpp"
#include "physics/results/archives.hpp"
#include "physics/state/integrate.hpp"

namespace crumple {

void archive_run(StateArchive& a, RankState& own, CarriedOver& carried) {
  Precision precision = own.elements.precision;
  a.same(precision);
  if (precision != own.elements.precision) throw Error("a saved state of the other precision cannot be loaded");
  a.same(own.clock);
  a.same(carried.deletions);
  a.same(carried.widens);
  a.same(own.domain.quanta);
  a.same(carried.has_initial_total);
  a.same(carried.initial_total);
  a.same(carried.last_energies);
  a.same(carried.energy_change);
  a.same(carried.added_share);
  if (own.domain.model.implicit.detours.are_on) a.same(carried.explicit_until);
  carried.stability.archive(a);
  a.sum(own.added_mass);
  for (ExactSum* sum : own.ledger.sums()) a.sum(*sum);
}

void archive_run(StateArchive& a, RankState& own, const FeatureList& features, CarriedOver& carried) {
  archive_run(a, own, carried);
  archive_nodes(a, own.domain, own.nodes);
  archive_elements(a, own.domain, own.elements);
  if (a.is_loading() && own.domain.model.control.mass_scaling_goes_on) {
    lump_masses(own.step.world, own.elements, own.domain, own.halo, own.nodes);
    for (const auto& feature : features) feature->masses_changed(own.step);
  }
  for (const auto& feature : features) feature->archive(a, own.step);
}

}  // namespace crumple
