// Parallel loops over the threads of a rank, through Kokkos. Waking threads costs microseconds, more than many loops of
// a step take on a small rank: such short loops run on the calling thread. Sums must be exact or otherwise independent
// of the order (base/exact_sum.hpp), as scheduling varies. Where the run has a device, its own loops are launched once,
// for all; others are divided into many parts, which any thread takes in an order that is different in each loop. The
// host waits for a device as rarely as it can: a sum that nobody needs at once is used when somebody waits (sum_later).
// Called by all phases of the step.
#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <omp.h>
#include <span>
#ifdef __SANITIZE_THREAD__
#include <thread>
#endif
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "kernels/device.hpp"

namespace crumple {

/// The threads of this rank. Created once, because creation allocates memory. Never destroyed: Kokkos ends before
/// statics do.
inline const Kokkos::DefaultHostExecutionSpace& host_space() {
  static const auto& space = *new const Kokkos::DefaultHostExecutionSpace();
  return space;
}

inline int n_threads() {
  static const int n = host_space().concurrency();
  return n;
}

/// Whether the run has a device (kernels/device.hpp), whose loops are launched, and other loops run in any order.
inline bool runs_on_device() { return kernels::device_of_run() != nullptr; }

/// What the host has launched on the device since it last waited for it.
struct LaunchedWork {
  bool is_any = false;
  std::int64_t n_waits = 0;                 ///< so far, for any loop
  std::vector<std::function<void()>> uses;  ///< of its results
};
inline LaunchedWork& launched_work() {
  static LaunchedWork work;
  return work;
}

/// Waits for the loops of the device, then uses their results in the order of the loops. Errors: one has failed.
inline void wait_for_device() {
  const kernels::Device* const device = kernels::device_of_run();
  if (!device) return;
  LaunchedWork& work = launched_work();
  if (std::exchange(work.is_any, false)) ++work.n_waits;
  const std::vector<std::function<void()>> uses = std::exchange(work.uses, {});
  if (const char* const failed = device->synchronise())
    throw Error(std::string("device=") + device->name + ": " + failed);
  for (const auto& use : uses) use();
}

/// On a device: calls launch(result), a loop whose result is there after the next wait, and use(result) at that wait.
template <class Result, class Launch, class Use>
void launch_and_use_later(const Result& start, const Launch& launch, Use use) {
  const auto result = std::make_shared<Result>(start);
  launched_work().is_any = true;
  launch(*result);
  launched_work().uses.push_back([result, use = std::move(use)] { use(*result); });
}

/// A different permutation of 0..n-1 each time: i -> start + i stride modulo n, with a stride coprime to n.
class Shuffle {
 public:
  explicit Shuffle(std::size_t n) : n_(n) {
    static thread_local std::size_t n_made = 0;
    start_ = ++n_made * 7919;
    for (stride_ = 1 + start_ % 104729; std::gcd(stride_, n_) != 1;) ++stride_;
  }
  std::size_t operator()(std::size_t i) const { return (start_ + i * stride_) % n_; }

 private:
  std::size_t n_, start_ = 0, stride_ = 1;
};

/// As for_parts, in any order on any thread.
template <class Body> void for_shuffled_parts(const char* name, std::size_t n_parts, const Body& body) {
  if (n_parts == 0) return;
  using Policy = Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace, Kokkos::Schedule<Kokkos::Dynamic>>;
  Kokkos::parallel_for(name, Policy(host_space(), 0, n_parts, Kokkos::ChunkSize(1)),
                       [&, shuffle = Shuffle(n_parts)](std::size_t i) { body(shuffle(i)); });
}

/// Calls body(part) for each 0 <= part < n_parts, part i on thread i (modulo the number of threads). So loops with the
/// same division of nodes find their data in a core's cache: fetching it from another core takes longer than most
/// operations of the step.
template <class Body> void for_parts(const char* name, std::size_t n_parts, const Body& body) {
  if (runs_on_device()) return for_shuffled_parts(name, n_parts, body);
  if (n_parts <= 1 || n_threads() == 1) {
    for (std::size_t part = 0; part < n_parts; ++part) body(part);
    return;
  }
#ifdef __SANITIZE_THREAD__  // does not recognise the synchronisation of OpenMP's threads
  std::vector<std::jthread> threads;
  for (std::size_t part = 0; part < n_parts; ++part) threads.emplace_back([&body, part] { body(part); });
#else
  using Policy = Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace, Kokkos::Schedule<Kokkos::Static>>;
  Kokkos::parallel_for(name, Policy(host_space(), 0, n_parts, Kokkos::ChunkSize(1)),
                       [&](std::size_t part) { body(part); });
#endif
}

/// Number of parts of a loop over n: one if a thread's share is less than `grain`, the number of iterations that are
/// worth waking a thread for (about 5 us of work).
inline std::size_t n_parts_of(std::size_t n, [[maybe_unused]] std::size_t grain) {
  if (runs_on_device()) return std::clamp<std::size_t>(n, 1, 61);
#ifdef __SANITIZE_THREAD__  // the models of tests are too small for more than one part
  grain = 1;
#endif
  return std::clamp<std::size_t>(n / std::max<std::size_t>(grain, 1), 1, std::size_t(n_threads()));
}

/// Calls body(first, last) for ranges that partition 0 <= i < n, one for each thread.
template <class Body>
void for_ranges(const char* name, std::size_t n, std::size_t grain, const Body& body) {
  const std::size_t n_parts = n_parts_of(n, grain);
  for_parts(name, n_parts, [&](std::size_t part) { body(n * part / n_parts, n * (part + 1) / n_parts); });
}

/// Calls body(i) for 0 <= i < n.
template <class Body>
void for_each(const char* name, std::size_t n, std::size_t grain, const Body& body) {
  for_ranges(name, n, grain, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) body(i);
  });
}

/// Calls body(first, last), which calls a loop of the kernels, for each thread's range: on a device once, for all.
template <class Body>
void launch_ranges(const char* name, std::size_t n, std::size_t grain, const Body& body) {
  if (!runs_on_device()) return for_ranges(name, n, grain, body);
  launched_work().is_any = true;
  body(std::size_t(0), n);
}

/// The sum (+=) of the results of body(first, last), starting at `zero`.
template <class Sum, class Body>
Sum sum_ranges(const char* name, std::size_t n, std::size_t grain, const Sum& zero, const Body& body) {
  const std::size_t n_parts = n_parts_of(n, grain);
  if (n_parts == 1) return body(std::size_t(0), n);
  std::vector<Sum> of_part(n_parts, zero);
  for_parts(name, n_parts,
            [&](std::size_t part) { of_part[part] = body(n * part / n_parts, n * (part + 1) / n_parts); });
  Sum sum = zero;
  for (const Sum& part : of_part) sum += part;  // lists are concatenated
  return sum;
}

/// Calls use(sum) with that of what body(first, last, sum) sets, a loop of the kernels: on a device one call, for all,
/// whose sum is used at the next wait.
template <class Sum, class Body, class Use>
void launch_sum(const char* name, std::size_t n, std::size_t grain, const Sum& zero, const Body& body, Use use) {
  if (runs_on_device())
    return launch_and_use_later(zero, [&](Sum& sum) { body(std::size_t(0), n, sum); }, std::move(use));
  use(sum_ranges(name, n, grain, zero, [&](std::size_t first, std::size_t last) {
    Sum own = zero;
    body(first, last, own);
    return own;
  }));
}

/// The loop of a body (kernels/loops.hpp) on the device of the run. Errors: the device has none.
template <class Body>
kernels::RunLoop loop_of_device() {
  static_assert(std::is_trivially_copyable_v<Body>);
  static const kernels::RunLoop run = kernels::device_of_run()->find_loop(Body::name);
  if (!run) throw Error(std::string("device=") + kernels::device_of_run()->name + ": no loop \"" + Body::name + "\"");
  return run;
}

/// Calls body(i) for 0 <= i < n, on the device or on threads.
template <class Body>
void run_loop(const Body& body, std::size_t n, std::size_t grain = 1000) {
  if (n == 0) return;
  if (!runs_on_device()) return for_each(Body::name, n, grain, body);
  launched_work().is_any = true;
  loop_of_device<Body>()(&body, n, nullptr);
}

/// Calls use(sums) with the sum of what body(i, sums) adds, for 0 <= i < n: at once, on a device at the next wait. Of
/// what the step changes before that, `use` has copies.
template <class Body, class Use>
void sum_later(const Body& body, std::size_t n, std::size_t grain, Use use) {
  using Sums = typename Body::Sums;
  if (n == 0) return use(Sums{});
  if (runs_on_device())
    return launch_and_use_later(
        Sums{}, [&](Sums& sums) { loop_of_device<Body>()(&body, n, reinterpret_cast<double*>(&sums)); },
        std::move(use));
  use(sum_ranges(Body::name, n, grain, Sums{}, [&](std::size_t first, std::size_t last) {
    Sums own{};
    for (std::size_t i = first; i < last; ++i) body(i, own);
    return own;
  }));
}
template <class Body, class Use>
void sum_later(const Body& body, std::size_t n, Use use) {
  sum_later(body, n, 1000, std::move(use));
}

/// The same sum, for which a device is waited for.
template <class Body>
typename Body::Sums sum_loop(const Body& body, std::size_t n, std::size_t grain = 1000) {
  typename Body::Sums result{};
  sum_later(body, n, grain, [&](const typename Body::Sums& sums) { result = sums; });
  if (n > 0) wait_for_device();
  return result;
}

struct Least {
  double value;
  Least& operator+=(const Least& other) {
    value = std::min(value, other.value);
    return *this;
  }
};

/// Calls use(least) with that of body(i), for 0 <= i < n, and `most`: as sum_later.
template <class Body, class Use>
void least_later(const Body& body, std::size_t n, Use use) {
  constexpr std::size_t grain = 1000;
  if (n == 0) return use(Body::most);
  if (runs_on_device())
    return launch_and_use_later(
        Body::most, [&](double& least) { loop_of_device<Body>()(&body, n, &least); }, std::move(use));
  use(sum_ranges(Body::name, n, grain, Least{Body::most}, [&](std::size_t first, std::size_t last) {
        Least own{Body::most};
        for (std::size_t i = first; i < last; ++i) own += Least{body(i)};
        return own;
      }).value);
}

/// The same value, for which a device is waited for.
template <class Body>
double least_loop(const Body& body, std::size_t n) {
  double result = Body::most;
  least_later(body, n, [&](double least) { result = least; });
  if (n > 0) wait_for_device();
  return result;
}

/// The launcher of a device that is made of the threads of this rank (kernels::Launcher). Within another loop, as of
/// tangents, the calling thread takes all: loops of Kokkos wait for each other.
inline void launch_on_threads(std::size_t n, void (*body)(const void*, std::size_t, std::size_t), const void* context) {
  if (omp_in_parallel()) return body(context, 0, n);
  for_ranges("device", n, 1, [&](std::size_t first, std::size_t last) { body(context, first, last); });
}

/// Memory for the results of find_in_ranges, reused by all loops.
template <class T> struct FoundRoom {
  std::vector<T> found;             ///< at least as long as the loop
  std::vector<std::size_t> counts;  ///< [part of the loop] values found
};

/// Collects the values that body(first, last, out) writes from `out` on, at most one for each i; body returns their
/// end. The result is in `room`, in the order of i.
template <class T, class Body>
std::span<const T> find_in_ranges(const char* name, std::size_t n, std::size_t grain, FoundRoom<T>& room,
                                  const Body& body) {
  const std::size_t n_parts = n_parts_of(n, grain);
  if (room.found.size() < n) room.found.resize(n);
  room.counts.assign(n_parts, 0);
  for_parts(name, n_parts, [&](std::size_t part) {
    T* const out = room.found.data() + n * part / n_parts;
    room.counts[part] = std::size_t(body(n * part / n_parts, n * (part + 1) / n_parts, out) - out);
  });
  std::size_t total = room.counts[0];
  for (std::size_t part = 1; part < n_parts; ++part)
    for (std::size_t k = 0; k < room.counts[part]; ++k) room.found[total++] = room.found[n * part / n_parts + k];
  return {room.found.data(), total};
}

}  // namespace crumple
