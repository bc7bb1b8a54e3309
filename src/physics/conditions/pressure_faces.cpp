#include "physics/conditions/pressure_faces.hpp"

#include "base/loops.hpp"

namespace crumple {

void PressureFaces::add_forces(StepState& s, std::span<const double> pressure) {
  // what read the last pressures is done: every step waits for the device
  pressure_.assign(pressure.begin(), pressure.end());
  run_loop(AddPressure{faces_.data(), pressure_.data(), rows_at(s.nodes.position), sums_at(s.nodes.force),
                       s.domain.quanta.force},
           faces_.size());
}

void PressureFaces::enter_work(StepState& s, StepSum& ahead) const {
  sum_later(PressureWork{faces_.data(), work_rows(s)}, faces_.size(), [&s, &ahead](const WorkSums& work) {
    s.ledger.external_work += work.before;
    ahead += work.after;
  });
}

}  // namespace crumple
