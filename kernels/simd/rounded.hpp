// Contributions rounded to a quantum, before they are scattered.
#pragma once

#include "kernels/simd/vec3.hpp"

namespace crumple::kernels::isa {

/// To the quantum of the shift.
CRUMPLE_INLINE Double::vector rounded(Double::vector a, double shift) {
  const auto m = Double::set1(shift);
  return (a + m) - m;
}
struct RoundedPacks {
  Double::vector x, y, z;
};
CRUMPLE_INLINE RoundedPacks rounded(const Vec3<PackDouble>& f, double shift) {
  return {rounded(in_register(f.x), shift), rounded(in_register(f.y), shift), rounded(in_register(f.z), shift)};
}

}  // namespace crumple::kernels::isa
