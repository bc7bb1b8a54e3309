// A device: what computes elements and nodes with a thread for each, in a memory that it shares with the host. A kernel
// library that has one names it in its table; all others loop over blocks on the thread that calls them. The run has
// one device, or none (docs/gpu.md).
#pragma once

#include <cstddef>
#include <new>
#include <vector>

#include "kernels/loops.hpp"

namespace crumple::kernels {

/// Calls body(context, first, last) for ranges that partition 0 <= i < n, in any order on any thread.
using Launcher = void (*)(std::size_t n, void (*body)(const void*, std::size_t, std::size_t), const void* context);

/// A device's loops are called once for a whole range, from one thread. Its threads add to the same nodes by atomic
/// operations. Loops without a result may return before they are done.
struct Device {
  const char* name;
  /// Before the first array of the run. Returns what is missing on this machine; null: nothing. `launcher` is that of
  /// the program, for a device that is made of the host's threads; `rank`: among the ranks of this machine, which take
  /// its GPUs in turn.
  const char* (*start)(Launcher launcher, int rank);
  /// Memory that host and device read and write; null: that of the host.
  void* (*allocate)(std::size_t bytes);
  void (*free)(void*);
  /// Waits until all loops are done; the host may read the arrays then. Returns what has failed; null: nothing.
  const char* (*synchronise)();
  /// From now on loops without a result are not done before somebody waits for them; null: that is so anyway.
  void (*put_off_loops)();
  /// The loop of that name; null: it has none.
  RunLoop (*find_loop)(const char* name);
};

/// The device of the run, set before its first array; null: none.
inline const Device*& device_of_run() {
  static const Device* device = nullptr;
  return device;
}

/// Memory of the run at a multiple of 64 bytes; null for 0 bytes. Errors: std::bad_alloc.
inline void* allocate_for_run(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  const Device* const device = device_of_run();
  if (!device || !device->allocate) return ::operator new(bytes, std::align_val_t{64});
  if (void* const memory = device->allocate(bytes)) return memory;
  throw std::bad_alloc();
}
inline void free_of_run(void* memory) {
  if (!memory) return;
  const Device* const device = device_of_run();
  if (device && device->free) device->free(memory);
  else ::operator delete(memory, std::align_val_t{64});
}

/// For vectors that a device reads.
template <class T>
struct RunAllocator {
  using value_type = T;
  RunAllocator() = default;
  template <class U>
  RunAllocator(const RunAllocator<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(allocate_for_run(n * sizeof(T))); }
  void deallocate(T* memory, std::size_t) { free_of_run(memory); }
  bool operator==(const RunAllocator&) const { return true; }
};
template <class T>
using RunVector = std::vector<T, RunAllocator<T>>;

/// Memory for a value in such a vector, not initialised, so that it costs nothing until it is used.
template <class T>
struct alignas(T) RoomFor {
  std::byte bytes[sizeof(T)];
  RoomFor() {}
};
template <class T>
T* first_of(RunVector<RoomFor<T>>& rooms) {
  return reinterpret_cast<T*>(rooms.data());
}
template <class T>
const T* first_of(const RunVector<RoomFor<T>>& rooms) {
  return reinterpret_cast<const T*>(rooms.data());
}

}  // namespace crumple::kernels
