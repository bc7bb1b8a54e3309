#include "model/run_terms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace crumple {
namespace {

/// The part gets a material of its own that fails then, as by FAILTM of *MAT_ADD_EROSION.
void end_part(Model& model, Id id, double end) {
  const auto part = std::ranges::find(model.parts, id, &Part::id);
  Material material = model.materials[std::size_t(part->material)];
  if (!material.erosion) material.erosion.emplace();
  double& failure_time = material.erosion->failure_time;
  failure_time = failure_time > 0 ? std::min(failure_time, end) : end;
  part->material = Index(model.materials.size());
  model.materials.push_back(std::move(material));
}

}  // namespace

RunTerms terms_of(const Model& model) {
  const Control& c = model.control;
  RunTerms terms{c.end_time,
                 c.end_cycle,
                 c.minimum_dt_factor,
                 c.energy_change_limit,
                 c.added_mass_limit,
                 c.contact_margin,
                 model.output.intervals,
                 model.output.dump_cycles,
                 0,
                 {},
                 {},
                 {},
                 {}};
  return terms;
}

void apply(const RunTerms& terms, Model& model) {
  Control& c = model.control;
  c.end_time = terms.end_time;
  c.end_cycle = terms.end_cycle;
  c.minimum_dt_factor = terms.minimum_dt_factor;
  c.energy_change_limit = terms.energy_change_limit;
  c.added_mass_limit = terms.added_mass_limit;
  c.contact_margin = terms.contact_margin;
  model.output.intervals = terms.intervals;
  model.output.dump_cycles = terms.dump_cycles;
  for (const Curve& curve : terms.curves) *std::ranges::find(model.curves, curve.id, &Curve::id) = curve;
  for (const auto& [id, end] : terms.ends_of_parts) end_part(model, id, end);
  for (const auto& [id, end] : terms.ends_of_contacts) {
    double& death = std::ranges::find(model.contacts, id, &Contact::id)->death;
    death = std::min(death, std::nextafter(end, -std::numeric_limits<double>::infinity()));  // it acts at its death
  }
}

}  // namespace crumple
