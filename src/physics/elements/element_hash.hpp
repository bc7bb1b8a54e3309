// The hash of an element's or a node's values, for state_hash: XXH3 (Collet), seeded with its identity.
#pragma once

#include <xxhash.h>

#include <cstdint>
#include <vector>

namespace crumple {

/// Of the bytes of the values; -0 and 0 have the same hash.
template <class T> std::uint64_t hash_values(std::vector<T>& values, std::uint64_t seed) {
  for (T& value : values) value += T(0);
  return XXH3_64bits_withSeed(values.data(), values.size() * sizeof(T), seed);
}

}  // namespace crumple
