// Kernels of a GPU as one would launch them: a thread takes a lane of a block of elements, with the law bound when the
// kernel is compiled, or a node or pair of the loops of a step. scripts/gpu-check has nvcc compile them and reads how
// many registers they need; nothing launches them (docs/gpu.md).
#pragma once

#include "kernels/entry.hpp"
#include "kernels/shells/layers.hpp"
#include "kernels/solids/stress.hpp"

namespace crumple::kernels::gpu {

/// Threads of a block, and blocks that a multiprocessor of 65,536 registers holds at once: 168 registers a thread.
inline constexpr int threads_of_block = 128, blocks_at_once = 3;

/// The shorter form of a law, for the materials that do without its rarer features.
template <template <class> class Material>
struct PlainOf {
  template <class P>
  using Law = typename Material<P>::Plain;
};

/// A part's constants with its law. Formulations then call the law by its name, not through a pointer; additions to laws
/// and layers with axes of their own are left out.
template <class Real, template <class> class Material>
struct ShellsOf : ShellConstants<Real> {
  CRUMPLE_INLINE static void update_layers(const ShellConstants<Real>& c, LayersStep<Pack<Real>>& step) {
    kernels::update_layers<Pack<Real>, Material>(c, step);
  }
};
template <class Real, template <class> class Material>
struct SolidsOf : SolidConstants<Real> {
  CRUMPLE_INLINE static void update_stress(const SolidConstants<Real>& c, StressStep<Pack<Real>>& step) {
    kernels::update_stress<Pack<Real>, Material>(c, step);
  }
};

__device__ inline int thread_number() { return int(blockIdx.x * blockDim.x + threadIdx.x); }

/// Kernel::forces of the blocks from `first` on.
template <class Real, template <class> class Element, template <class> class Material>
__global__ void __launch_bounds__(threads_of_block, blocks_at_once)
    element_forces(ElementBlocks<Real> elements, NodeRows nodes, double dt, int first, int last) {
  using Constants = std::conditional_t<Element<Real>::shell, ShellsOf<Real, Material>, SolidsOf<Real, Material>>;
  const int block = first + thread_number() / block_lanes<Real>;
  if (block >= last) return;
  const auto& constants = *static_cast<const Constants*>(elements.constants[elements.part[block]]);
  const ForceCall<Real> call{elements, nodes, dt, first, last};
  Element<Real>::forces(call, constants, block, thread_number() % block_lanes<Real>);
}

}  // namespace crumple::kernels::gpu
