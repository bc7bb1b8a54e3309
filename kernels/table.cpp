// The kernel table of one instruction set: every element formulation with every material law, in both precisions.
// kernel_list.hpp is generated from the numbered files; CRUMPLE_KERNELS(X) calls X(element, material) for each pair.
#include "kernel_list.hpp"
#include "kernels/step/interface.hpp"
#if CRUMPLE_FOR_DEVICES
#include "kernels/device/host_device.hpp"
#endif

namespace crumple::kernels {

namespace {

#define CRUMPLE_SINGLE(element, material) Entry<float, element, material>::kernel,
#define CRUMPLE_DOUBLE(element, material) Entry<double, element, material>::kernel,
constexpr Kernel<float> single_precision[] = {CRUMPLE_KERNELS(CRUMPLE_SINGLE)};
constexpr Kernel<double> double_precision[] = {CRUMPLE_KERNELS(CRUMPLE_DOUBLE)};

#define CRUMPLE_STRING(x) #x
#define CRUMPLE_NAME(x) CRUMPLE_STRING(x)

template <std::size_t n_single, std::size_t n_double>
constexpr KernelTable make_table(const Kernel<float> (&single)[n_single], const Kernel<double> (&in_double)[n_double],
                                 const StepKernels& step, const Device* device, const KernelTable* of_a_device) {
  return {CRUMPLE_NAME(CRUMPLE_ISA), single, in_double, int(n_single), int(n_double), &step, device, of_a_device};
}

#if CRUMPLE_FOR_DEVICES
template <class Real, template <class> class Element, template <class> class Material>
constexpr Kernel<Real> launched() {
  using E = Entry<Real, Element, Material>;
  return E::kernel_of(&E::make_constants, &E::Code::launch_forces);
}
#define CRUMPLE_LAUNCHED_SINGLE(element, material) launched<float, element, material>(),
#define CRUMPLE_LAUNCHED_DOUBLE(element, material) launched<double, element, material>(),
constexpr Kernel<float> launched_single[] = {CRUMPLE_KERNELS(CRUMPLE_LAUNCHED_SINGLE)};
constexpr Kernel<double> launched_double[] = {CRUMPLE_KERNELS(CRUMPLE_LAUNCHED_DOUBLE)};
constexpr KernelTable launched_table =
    make_table(launched_single, launched_double, launched_step_kernels, &host_device, nullptr);
constexpr const KernelTable* of_a_device = &launched_table;
#else
constexpr const KernelTable* of_a_device = nullptr;
#endif
constexpr KernelTable table = make_table(single_precision, double_precision, step_kernels, nullptr, of_a_device);

}  // namespace
}  // namespace crumple::kernels

#define CRUMPLE_JOIN(a, b) a##b
#define CRUMPLE_FUNCTION(isa) CRUMPLE_JOIN(crumple_kernels_, isa)
extern "C" [[gnu::visibility("default")]] const crumple::kernels::KernelTable* CRUMPLE_FUNCTION(CRUMPLE_ISA)() {
  return &crumple::kernels::table;
}
