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

/// Results in device memory, which the host waits for (cuda_device.cu): zeros, or the bits of `start`.
double* start_sums(int count);
void take_sums(double* to, int count);
long long* start_least(long long start);
long long take_least();

/// Numbers in the order of the doubles that they stand for; and back.
__host__ __device__ inline long long ordered(long long bits) { return bits ^ ((bits >> 63) & 0x7fffffffffffffffll); }

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
/// The sum of what body(i, own) adds to `own`, all of whose numbers are doubles.
template <class Sums, class Body>
void launch_sums(std::size_t n, const Body& body, Sums& sums) {
  double* const on_device = start_sums(n_components<Sums>);
  if (n > 0) run_sums<Sums><<<blocks_of(n), threads_of_block>>>(body, n, on_device);
  take_sums(components(sums), n_components<Sums>);
}

template <class Body>
__global__ void __launch_bounds__(threads_of_block) run_least(Body body, std::size_t n, double most, long long* least) {
  double own = most;
  if (const std::size_t i = thread_number(); i < n)
    if (const double value = body(i); value < own) own = value;
  for (int distance = 16; distance > 0; distance /= 2) {
    const double other = __shfl_down_sync(0xffffffffu, own, distance);
    if (other < own) own = other;
  }
  if (threadIdx.x % 32 == 0 && own < most) atomicMin(least, ordered(__double_as_longlong(own)));
}
/// The least of body(i) and `most`.
template <class Body>
double launch_least(std::size_t n, const Body& body, double most) {
  long long bits;
  std::memcpy(&bits, &most, sizeof bits);
  long long* const on_device = start_least(ordered(bits));
  if (n > 0) run_least<<<blocks_of(n), threads_of_block>>>(body, n, most, on_device);
  bits = ordered(take_least());
  double least;
  std::memcpy(&least, &bits, sizeof least);
  return least;
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

/// Loops without a result, each with a copy of its body. Put off as long as possible they show what the host reads
/// without waiting.
struct LoopsPutOff {
  bool are_put_off = false;
  std::vector<std::function<void()>> loops;
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
  const auto run = [n, body] {
    launch_parts(n, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) body(i);
    });
  };
  if (LoopsPutOff& put_off = loops_put_off(); put_off.are_put_off) put_off.loops.emplace_back(run);
  else run();
}

template <class Sums, class Body>
void launch_sums(std::size_t n, const Body& body, Sums& sums) {
  loops_put_off().run();
  sums = Sums{};
  launch_parts(n, [&](std::size_t first, std::size_t last) {
    Sums own{};
    for (std::size_t i = first; i < last; ++i) body(i, own);
    for (int k = 0; k < n_components<Sums>; ++k) add_atomically(components(sums)[k], components(own)[k]);
  });
}

template <class Body>
double launch_least(std::size_t n, const Body& body, double most) {
  loops_put_off().run();
  double least = most;
  launch_parts(n, [&](std::size_t first, std::size_t last) {
    double own = most;
    for (std::size_t i = first; i < last; ++i)
      if (const double value = body(i); value < own) own = value;
    const std::atomic_ref<double> all(least);
    for (double before = all.load(); own < before && !all.compare_exchange_weak(before, own);) {}
  });
  return least;
}

#endif

}  // namespace crumple::kernels
