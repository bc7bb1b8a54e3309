// Sums over root's vectors in a fixed order, which no number of ranks changes, and decisions of root for all ranks.
// Used by the iterations of newton.cpp and arc_length.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/world.hpp"

namespace crumple {

inline double product(const std::vector<double>& x, const std::vector<double>& y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

/// Of translations, whose kind is 0.
inline double product_of_translations(const std::vector<double>& x, const std::vector<double>& y,
                                      const std::vector<std::uint8_t>& kinds) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (kinds[i] == 0) sum += x[i] * y[i];
  return sum;
}

inline void add(std::vector<double>& x, double factor, const std::vector<double>& y) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += factor * y[i];
}

inline std::vector<double> scaled(std::vector<double> x, double factor) {
  for (double& component : x) component *= factor;
  return x;
}

/// Root's decision for all.
inline double agreed(const World& world, double value) {
  double shared[1] = {value};
  world.broadcast(std::span<double>(shared));
  return shared[0];
}

}  // namespace crumple
