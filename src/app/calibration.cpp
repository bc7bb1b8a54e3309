#include "app/calibration.hpp"

#include "app/distribute.hpp"
#include "decomp/timing_file.hpp"

namespace crumple {

Calibration::Calibration(const World& world, std::array<std::int64_t, 2> cycles, std::size_t n_parts)
    : world_(world), cycles_(cycles), seconds_(n_parts, 0.0) {
  if (cycles_[1] > 0) Profile::sample_every(1);  // contact is taken from the profile
}

double Calibration::contact_seconds() {
  double seconds = 0;
  for (const auto& [phase, cost] : Profile::costs())
    if (phase == "contact" || phase == "contact search") seconds += cost.compute_cpu();
  return seconds;
}

PartSeconds* Calibration::look(const Clock& clock) {
  const bool within = clock.cycle >= cycles_[0] && clock.cycle < cycles_[1];
  if (within && measured_cycles_ == 0) contact_start_ = contact_seconds();
  if (within) ++measured_cycles_;
  if (measured_cycles_ > 0 && clock.cycle <= cycles_[1])
    contact_ = contact_seconds() - contact_start_;  // the run may end before
  return within ? &seconds_ : nullptr;
}

void Calibration::write(const Domain& domain, const std::string& prefix) const {
  if (measured_cycles_ == 0) return;
  const Model& model = domain.model;
  // seconds of the parts, their elements, seconds of contact, its faces
  const std::size_t n_parts = seconds_.size();
  std::vector<double> sums = seconds_;
  sums.resize(2 * n_parts + 2);
  model.for_each_element([&](const auto& element) { sums[n_parts + element.part] += 1; });
  sums[2 * n_parts] = contact_;
  for (const Contact& contact : model.contacts)
    sums[2 * n_parts + 1] += double(contact.a.segments.size() + contact.b.segments.size());
  world_.sum(std::span<double>(sums));
  const double to_ns = 1e9 / double(measured_cycles_);
  MeasuredCosts costs;
  for (std::size_t p = 0; p < n_parts; ++p)
    if (sums[p] > 0) costs.part[model.parts[p].id] = to_ns * sums[p] / sums[n_parts + p];
  if (sums[2 * n_parts + 1] > 0) costs.face = to_ns * sums[2 * n_parts] / sums[2 * n_parts + 1];
  on_root(world_, [&] { write_measured_costs(costs, prefix + "DECOMP_TIMINGS.OUT"); });
}

}  // namespace crumple
