// Arrays of the run, in the memory that its device reads and writes (kernels/device.hpp). Copies share what they show.
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <memory>

#include "base/loops.hpp"
#include "kernels/device.hpp"

namespace crumple {

/// A view of zeros at first, at a multiple of 64 bytes.
template <class Data>
class RunView : public Kokkos::View<Data, Kokkos::LayoutRight, Kokkos::HostSpace,
                                    Kokkos::MemoryTraits<Kokkos::Unmanaged>> {
  using View = Kokkos::View<Data, Kokkos::LayoutRight, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using Value = typename View::non_const_value_type;

 public:
  RunView() = default;
  RunView(const char*, std::size_t n)
      : RunView(n, std::shared_ptr<void>(kernels::allocate_for_run(View::required_allocation_size(n)),
                                         kernels::free_of_run)) {
    Kokkos::deep_copy(host_space(), *this, Value(0));
  }

 private:
  RunView(std::size_t n, std::shared_ptr<void> memory)
      : View(static_cast<Value*>(memory.get()), n), memory_(std::move(memory)) {}
  std::shared_ptr<void> memory_;
};

}  // namespace crumple
