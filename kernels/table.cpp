// The kernel table of one instruction set: every element formulation with every material law, in both precisions.
// kernel_list.hpp is generated from the numbered files; CRUMPLE_KERNELS(X) calls X(element, material) for each pair.
#include "kernel_list.hpp"

namespace crumple::kernels {

namespace {

#define CRUMPLE_SINGLE(element, material) Entry<float, element, material>::kernel,
#define CRUMPLE_DOUBLE(element, material) Entry<double, element, material>::kernel,
constexpr Kernel<float> single_precision[] = {CRUMPLE_KERNELS(CRUMPLE_SINGLE)};
constexpr Kernel<double> double_precision[] = {CRUMPLE_KERNELS(CRUMPLE_DOUBLE)};

#define CRUMPLE_STRING(x) #x
#define CRUMPLE_NAME(x) CRUMPLE_STRING(x)
constexpr KernelTable table{CRUMPLE_NAME(CRUMPLE_ISA), single_precision, double_precision,
                            int(std::size(single_precision)), int(std::size(double_precision))};

}  // namespace
}  // namespace crumple::kernels

#define CRUMPLE_JOIN(a, b) a##b
#define CRUMPLE_FUNCTION(isa) CRUMPLE_JOIN(crumple_kernels_, isa)
extern "C" [[gnu::visibility("default")]] const crumple::kernels::KernelTable* CRUMPLE_FUNCTION(CRUMPLE_ISA)() {
  return &crumple::kernels::table;
}
