#include "io/run_result.hpp"

#include "io/run_info.hpp"

namespace crumple {

double RunResult::ns_per_element_cycle(const RunInfo& run) const {
  const double work = double(cycles()) * double(run.n_elements());
  return work > 0 ? 1e9 * wall_step_loop * run.ranks * run.threads / work : 0.0;
}

}  // namespace crumple
