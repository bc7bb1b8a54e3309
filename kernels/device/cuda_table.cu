// The kernel table of "cuda": the pairs of formulation and law that it was built for, in both precisions.
// cuda_list.hpp is generated; CRUMPLE_CUDA_KERNELS(X) calls X(element, material) for each.
#include "cuda_list.hpp"
#include "kernels/device/cuda_device.hpp"
#include "kernels/device/device_entry.hpp"
#include "kernels/step/interface.hpp"

namespace crumple::kernels {
namespace {

#define CRUMPLE_SINGLE(element, material) DeviceEntry<float, element, material>::make_kernel(),
#define CRUMPLE_DOUBLE(element, material) DeviceEntry<double, element, material>::make_kernel(),
const Kernel<float> single_precision[] = {CRUMPLE_CUDA_KERNELS(CRUMPLE_SINGLE)};
const Kernel<double> double_precision[] = {CRUMPLE_CUDA_KERNELS(CRUMPLE_DOUBLE)};
const KernelTable table{"cuda",
                        single_precision,
                        double_precision,
                        int(std::size(single_precision)),
                        int(std::size(double_precision)),
                        &launched_step_kernels,
                        &cuda_device,
                        nullptr};

}  // namespace
}  // namespace crumple::kernels

extern "C" __attribute__((visibility("default"))) const crumple::kernels::KernelTable* crumple_kernels_cuda() {
  return &crumple::kernels::table;
}
