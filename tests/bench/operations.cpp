// Flops of an element and step.
#include "tests/bench/operations.hpp"

#include <map>

#include "tests/bench/element_mesh.hpp"

extern "C" {
const crumple::kernels::KernelTable* crumple_kernels_counting();
/// Operations counted since the last call.
std::int64_t crumple_take_operations();
}

namespace crumple::bench {

template <class Real>
double flops_of_cycle_step(const kernels::Kernel<Real>& kernel, const Loading& loading) {
  static std::map<std::string, double> known;
  const std::string name = std::to_string(kernel.shell) + std::to_string(kernel.element_form) + "/" +
                           std::to_string(kernel.material) + loading.name();
  if (const auto found = known.find(name); found != known.end()) return found->second;
  const auto& counting =
      test::find_kernel<Real>(*crumple_kernels_counting(), kernel.shell, kernel.element_form, kernel.material);
  const Mesh mesh = make_mesh(kernel.nodes_per_element, 1000, false, !kernel.shell);
  test::Case<Real> c = make_case(counting, mesh, loading);
  set_motion(c, mesh, loading);
  const auto back = negative(c.v), back_angular = negative(c.w);
  for (int n = 0; n < 2; ++n) strain_cycle(c, back, back_angular);
  crumple_take_operations();
  strain_cycle(c, back, back_angular);
  return known[name] = double(crumple_take_operations()) / (double(cycle_steps) * c.n_elements);
}

template double flops_of_cycle_step(const kernels::Kernel<float>&, const Loading&);
template double flops_of_cycle_step(const kernels::Kernel<double>&, const Loading&);

}  // namespace crumple::bench
