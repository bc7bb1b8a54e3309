// Loops of a device: body(i) for each 0 <= i < n, on a thread each. nvcc makes kernels of them. Any other compiler
// makes the device "host" of them: the same bodies on the threads that the program lends, in its order. Sums must be
// exact in any order (base/exact_sum.hpp). Bodies are structs, as nvcc makes no device code of host lambdas.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <functional>
#include <vector>

#include "kernels/device.hpp"
#include "kernels/loops.hpp"

namespace crumple::kernels {

/// The numbers of a struct of doubles.
template <class Sums>
inline constexpr int n_components = int(sizeof(Sums) / sizeof(double));
template <class Sums>
CRUMPLE_INLINE double* components(Sums& sums) {
  return reinterpret_cast<double*>(&sums);
}

#if defined(__CUDACC__)

inline constexpr unsigned threads_of_block = 128;

/// How many blocks a multiprocessor of 65,536 registers is to hold at once; 3 leave 168 registers to a thread.
template <class Body>
constexpr unsigned blocks_at_once() {
  if constexpr (requires { Body::blocks_at_once; }) return Body::blocks_at_once;
  return 1;
}

__device__ inline std::size_t thread_number() { return std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; }
inline unsigned blocks_of(std::size_t n) { return unsigned((n + threads_of_block - 1) / threads_of_block); }

template <class Body>
__global__ void __launch_bounds__(threads_of_block, blocks_at_once<Body>()) run_all(Body body, std::size_t n) {
  if (const std::size_t i = thread_number(); i < n) body(i);
}
template <class Body>
void launch(std::size_t n, const Body& body) {
  if (n > 0) run_all<<<blocks_of(n), threads_of_block>>>(body, n);
}

/// A place in device memory for `count` numbers of a loop's result, all 0 before. At the next wait `take` reads them
/// and writes to `to` (cuda_device.cu).
using TakeResult = void (*)(const double* numbers, int count, void* to);
double* place_for_result(int count, TakeResult take, void* to);

template <class Sums, class Body>
__global__ void __launch_bounds__(threads_of_block) run_sums(Body body, std::size_t n, double* sums) {
  Sums own{};
  if (const std::size_t i = thread_number(); i < n) body(i, own);
  double* const values = components(own);
  bool adds = false;
  for (int k = 0; k < n_components<Sums>; ++k) adds = adds || values[k] != 0;
  if (!__any_sync(0xffffffffu, adds)) return;
  for (int k = 0; k < n_components<Sums>; ++k) {
    double value = values[k];
    for (int distance = 16; distance > 0; distance /= 2) value += __shfl_down_sync(0xffffffffu, value, distance);
    if (threadIdx.x % 32 == 0 && value != 0) atomicAdd(sums + k, value);
  }
}
/// The sum of what body(i, own) adds to `own`, all of whose numbers are doubles: in `sums` after the next wait.
template <class Sums, class Body>
void launch_sums(std::size_t n, const Body& body, Sums& sums) {
  const auto take = [](const double* numbers, int count, void* to) {
    std::memcpy(to, numbers, std::size_t(count) * sizeof(double));
  };
  double* const on_device = place_for_result(n_components<Sums>, take, &sums);
  if (n > 0) run_sums<Sums><<<blocks_of(n), threads_of_block>>>(body, n, on_device);
}

/// Whole numbers that fall as the doubles that they stand for rise; none stands for 0. And back.
__host__ __device__ inline unsigned long long falling(long long bits) {
  return ~(static_cast<unsigned long long>(bits) ^ (bits < 0 ? ~0ull : 1ull << 63));
}
__host__ __device__ inline long long bits_of_falling(unsigned long long key) {
  const unsigned long long rising = ~key;
  return static_cast<long long>(rising ^ (rising >> 63 ? 1ull << 63 : ~0ull));
}

template <class Body>
__global__ void __launch_bounds__(threads_of_block)
run_least(Body body, std::size_t n, double most, unsigned long long* least) {
  double own = most;
  if (const std::size_t i = thread_number(); i < n)
    if (const double value = body(i); value < own) own = value;
  for (int distance = 16; distance > 0; distance /= 2) {
    const double other = __shfl_down_sync(0xffffffffu, own, distance);
    if (other < own) own = other;
  }
  if (threadIdx.x % 32 == 0 && own < most) atomicMax(least, falling(__double_as_longlong(own)));
}
/// The least of body(i) and `least`: there after the next wait.
template <class Body>
void launch_least(std::size_t n, const Body& body, double& least) {
  const auto take = [](const double* numbers, int, void* to) {
    unsigned long long key;
    std::memcpy(&key, numbers, sizeof key);
    if (key == 0) return;  // nothing is less
    const long long bits = bits_of_falling(key);
    std::memcpy(to, &bits, sizeof bits);
  };
  auto* const on_device = reinterpret_cast<unsigned long long*>(place_for_result(1, take, &least));
  if (n > 0) run_least<<<blocks_of(n), threads_of_block>>>(body, n, least, on_device);
}

#else

inline void launch_in_turn(std::size_t n, void (*body)(const void*, std::size_t, std::size_t), const void* context) {
  body(context, 0, n);
}
/// That of the program; without one the calling thread takes all.
inline std::atomic<Launcher>& launcher_of_program() {
  static std::atomic<Launcher> launcher = launch_in_turn;
  return launcher;
}

/// Calls part(first, last) on the threads of the program.
template <class Part>
void launch_parts(std::size_t n, const Part& part) {
  const auto run = [](const void* context, std::size_t first, std::size_t last) {
    (*static_cast<const Part*>(context))(first, last);
  };
  launcher_of_program().load()(n, run, &part);
}

/// Loops, each with a copy of its body. Put off as long as possible they show what the host reads without waiting.
struct LoopsPutOff {
  bool are_put_off = false;
  std::vector<std::function<void()>> loops;
  template <class Loop>
  void add(const Loop& loop) {
    if (are_put_off) loops.emplace_back(loop);
    else loop();
  }
  void run() {
    for (const auto& loop : loops) loop();
    loops.clear();
  }
};
inline LoopsPutOff& loops_put_off() {
  static LoopsPutOff loops;
  return loops;
}

template <class Body>
void launch(std::size_t n, const Body& body) {
  loops_put_off().add([n, body] {
    launch_parts(n, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) body(i);
    });
  });
}

template <class Sums, class Body>
void launch_sums(std::size_t n, const Body& body, Sums& sums) {
  loops_put_off().add([n, body, &sums] {
    sums = Sums{};
    launch_parts(n, [&](std::size_t first, std::size_t last) {
      Sums own{};
      for (std::size_t i = first; i < last; ++i) body(i, own);
      for (int k = 0; k < n_components<Sums>; ++k) add_atomically(components(sums)[k], components(own)[k]);
    });
  });
}

template <class Body>
void launch_least(std::size_t n, const Body& body, double& least) {
  loops_put_off().add([n, body, &least] {
    launch_parts(n, [&, most = least](std::size_t first, std::size_t last) {
      double own = most;
      for (std::size_t i = first; i < last; ++i)
        if (const double value = body(i); value < own) own = value;
      const std::atomic_ref<double> all(least);
      for (double before = all.load(); own < before && !all.compare_exchange_weak(before, own);) {}
    });
  });
}

#endif

}  // namespace crumple::kernels
