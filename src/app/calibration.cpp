#include "app/calibration.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <span>

#include "app/distribute.hpp"
#include "app/measured_costs.hpp"
#include "decomp/timing_file.hpp"
#include "decomp/weights.hpp"
#include "io/phase_work.hpp"
#include "io/run_result.hpp"
#include "physics/contact/contact_feature.hpp"

namespace crumple {
namespace {

constexpr std::int64_t reading_window = 16;  // cycles between two readings of phases and of the contact activity

}  // namespace

Calibration::Calibration(const World& world, std::array<std::int64_t, 2> cycles, std::size_t n_parts)
    : world_(world), cycles_(cycles), seconds_(n_parts, 0.0), activity_(n_parts, 0.0) {
  if (cycles_[1] > 0) Profile::sample_every(1);  // contact is taken from the profile
}

double Calibration::contact_seconds() {
  double seconds = 0;
  for (const auto& [phase, cost] : Profile::costs())
    if (phase == "contact" || phase == "contact search") seconds += cost.compute_cpu();
  return seconds;
}

void Calibration::add_activity(const Model& model, const std::vector<float>& of_nodes) {
  const std::vector<double> of_elements = activity_of_elements(model, of_nodes);
  std::size_t e = 0;
  model.for_each_element([&](const auto& element) { activity_[element.part] += of_elements[e++]; });
}

/// CPU seconds of this rank outside MPI.
void Calibration::read_phases() {
  std::vector<double>& seconds = readings_.emplace_back(phase_works().size(), 0.0);
  for (const auto& [phase, cost] : Profile::costs())
    if (const PhaseWork* work = work_of_phase(phase)) seconds[work - phase_works().data()] += cost.compute_cpu();
}

PartSeconds* Calibration::next_sample(const Clock& clock, const Model& model, const ContactFeature& contacts) {
  const bool within = clock.cycle >= cycles_[0] && clock.cycle < cycles_[1];
  if (within && measured_cycles_ == 0) {
    contact_start_ = contact_seconds();
    forces_start_ = contacts.force_seconds();
  }
  if (within && measured_cycles_ % reading_window == 0) add_activity(model, contacts.activity());
  if (measured_cycles_ % reading_window == 0 && (within || clock.cycle == cycles_[1])) read_phases();
  if (within) ++measured_cycles_;
  if (measured_cycles_ > 0 && clock.cycle <= cycles_[1]) {  // the run may end earlier
    contact_ = contact_seconds() - contact_start_;
    forces_ = contacts.force_seconds() - forces_start_;
  }
  return within ? &seconds_ : nullptr;
}

/// By name: the median over the windows of the seconds of all ranks over the number of items on all ranks. Collective.
std::map<std::string, UnitCost> Calibration::phase_costs(const RankLoad& load) const {
  const std::size_t n = phase_works().size();
  std::vector<double> counts, seconds;
  for (const PhaseWork& work : phase_works()) counts.push_back(work.count(load));
  for (std::size_t w = 1; w < readings_.size(); ++w)
    std::ranges::transform(readings_[w], readings_[w - 1], std::back_inserter(seconds), std::minus<>());
  world_.sum(std::span<double>(counts));
  world_.sum(std::span<double>(seconds));
  std::map<std::string, UnitCost> costs;
  for (std::size_t p = 0; p < n && !seconds.empty(); ++p) {
    std::vector<double> of_phase;
    for (std::size_t at = p; at < seconds.size(); at += n) of_phase.push_back(seconds[at]);
    const bool is_balanced = phase_works()[p].cost.ns == 0;
    if (!is_balanced && counts[p] == 0) continue;
    const UnitCost cost = unit_cost(std::move(of_phase), double(reading_window) * (is_balanced ? 1 : counts[p]));
    if (cost.ns > 0) costs[phase_works()[p].name] = {is_balanced ? 0 : cost.ns, cost.spread};
  }
  return costs;
}

void Calibration::write(const Domain& domain, const RankLoad& load, const std::string& prefix) const {
  if (measured_cycles_ == 0) return;
  const Model& model = domain.model;
  const std::size_t n_parts = seconds_.size();
  std::vector<double> sums(4 * n_parts + 1);
  const std::span all(sums);
  const std::span seconds = all.subspan(0, n_parts);
  const std::span elements = all.subspan(n_parts, n_parts);
  const std::span forces = all.subspan(2 * n_parts, n_parts);  // seconds of contact in proportion to activity
  const std::span faces = all.subspan(3 * n_parts, n_parts);
  std::ranges::copy(seconds_, seconds.begin());
  model.for_each_element([&](const auto& element) { elements[element.part] += 1; });
  const std::vector<float> of_faces = estimate_costs(model, {}).contact;
  const double share = share_of_faces(std::accumulate(of_faces.begin(), of_faces.end(), 0.0), load);
  const double contact = share * contact_;
  const double activity = std::accumulate(activity_.begin(), activity_.end(), 0.0);
  const double forces_by_part = activity > 0 ? std::min(share * forces_, contact) : 0;
  for (std::size_t p = 0; p < n_parts; ++p) forces[p] = activity > 0 ? forces_by_part * activity_[p] / activity : 0;
  for (const Contact& contact : model.contacts)
    for (const ContactSurface* side : {&contact.a, &contact.b})
      for (const ContactSegment& segment : side->segments) {
        if (segment.shell != none) faces[model.shells[segment.shell].part] += 1;
        if (segment.solid != none) faces[model.solids[segment.solid].part] += 1;
      }
  sums.back() = contact - forces_by_part;
  world_.sum(all);
  const double to_ns = 1e9 / double(measured_cycles_);
  const double n_faces = std::accumulate(faces.begin(), faces.end(), 0.0);
  const double alike = n_faces > 0 ? sums.back() / n_faces : 0;  // search, distributed evenly
  MeasuredCosts costs;
  costs.phase = phase_costs(load);
  if (n_faces > 0) costs.face = to_ns * (alike + std::accumulate(forces.begin(), forces.end(), 0.0) / n_faces);
  for (std::size_t p = 0; p < n_parts; ++p) {
    if (!(seconds[p] > 0)) continue;
    costs.part[model.parts[p].id] = to_ns * seconds[p] / elements[p];
    if (faces[p] > 0) costs.face_of_part[model.parts[p].id] = to_ns * (alike + forces[p] / faces[p]);
  }
  on_root(world_, [&] { write_measured_costs(costs, prefix + "DECOMP_TIMINGS.OUT"); });
}

}  // namespace crumple
