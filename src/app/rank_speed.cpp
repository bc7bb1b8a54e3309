#include "app/rank_speed.hpp"

#include <algorithm>

#include "base/profile.hpp"

namespace crumple {
namespace {

/// Time of a dependent chain of multiplications and additions [s].
double time_of_loop() {
  const auto start = Profile::Clock::now();
  volatile double keep = 1;
  double x = keep;
  for (int i = 0; i < 2'000'000; ++i) x = x * 0.999999 + 1e-6;
  keep = x;
  return seconds_since(start);
}

}  // namespace

std::vector<double> measure_rank_speeds(const World& world) {
  world.barrier();
  double least = time_of_loop();
  for (int repeat = 1; repeat < 5; ++repeat) least = std::min(least, time_of_loop());
  std::vector<double> speeds(std::size_t(world.size()), 0.0);
  speeds[world.rank()] = 1 / least;
  world.max(speeds);
  return world.is_root() ? speeds : std::vector<double>{};
}

}  // namespace crumple
