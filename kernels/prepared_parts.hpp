// What a kernel has made of the constants of parts. Made once, at set-up, by those who keep blocks of elements: the
// groups of physics, tests and benchmarks.
#pragma once

#include <memory>
#include <vector>

#include "kernels/device.hpp"
#include "kernels/interface.hpp"

namespace crumple::kernels {

/// Copies share what was made.
class PreparedParts {
 public:
  PreparedParts() = default;
  /// Of the parts that the blocks name.
  template <class Real>
  PreparedParts(const Kernel<Real>& kernel, std::span<const PartConstants> parts, std::span<const std::int32_t> blocks)
      : by_part_(parts.size(), nullptr) {
    for (const std::int32_t part : blocks) {
      if (by_part_[std::size_t(part)]) continue;
      const PartConstants& constants = parts[std::size_t(part)];
      memory_.emplace_back(allocate_for_run(kernel.constants_size(constants)), free_of_run);
      kernel.make_constants(constants, memory_.back().get());
      by_part_[std::size_t(part)] = memory_.back().get();
    }
  }
  /// For ElementBlocks.
  const void* const* data() const { return by_part_.data(); }

 private:
  std::vector<std::shared_ptr<void>> memory_;
  RunVector<const void*> by_part_;   ///< [part], null where no block has it
};

}  // namespace crumple::kernels
