// Packs of elements and the small vocabulary that all kernel bodies are written in: + - * / and comparisons of
// Kokkos SIMD, and below select, any, all, min, max, abs, sqrt, exp, log, pow, cbrt, load, store, index, gather.
// One instruction set is compiled at a time, chosen by CRUMPLE_ISA_<name>; without one, scalar packs.
// Mixed arithmetic: write P(0.5) * x or 2 * x; `0.5 * x` would ask Kokkos for a pack of doubles.
#pragma once

#if defined(CRUMPLE_ISA_avx512)
#include "kernels/simd/isa_avx512.hpp"
#elif defined(CRUMPLE_ISA_avx2)
#include "kernels/simd/isa_avx2.hpp"
#elif defined(CRUMPLE_ISA_sse2)
#include "kernels/simd/isa_sse2.hpp"
#elif defined(__ARM_FEATURE_SVE)
#include "kernels/simd/isa_sve.hpp"
#elif defined(CRUMPLE_ISA_neon)
#include "kernels/simd/isa_neon.hpp"
#elif defined(CRUMPLE_ISA_counting)
#include "kernels/simd/isa_counting.hpp"
#else
#include "kernels/simd/isa_scalar.hpp"
#endif

namespace crumple::kernels {

/// One full register of Real.
template <class Real>
using Pack = std::conditional_t<std::is_same_v<Real, double>, PackDouble, PackFloat>;
template <class Real>
using Mask = typename Pack<Real>::mask_type;
template <class P>
inline constexpr int lanes_of = int(P::size());

/// A pack or its mask, but not a tile of them (tile.hpp).
template <class P>
concept OnePack = std::is_same_v<P, PackDouble> || std::is_same_v<P, PackFloat>;
template <class M>
concept OneMask = std::is_same_v<M, Mask<double>> || std::is_same_v<M, Mask<float>>;

namespace isa {

/// The operations on the register of a pack or mask.
template <class P>
using RegisterOf = std::conditional_t<std::is_same_v<P, PackDouble> || std::is_same_v<P, Mask<double>>, Double, Float>;
template <OnePack P>
CRUMPLE_INLINE typename RegisterOf<P>::vector in_register(const P& a) {
  return typename RegisterOf<P>::vector(a);
}

/// Bit k is set where lane k of the mask is.
template <OneMask M>
CRUMPLE_INLINE int bits(const M& m) {
  return RegisterOf<M>::bits(typename RegisterOf<M>::mask(m));
}

}  // namespace isa

// min and max give the second operand when the operands are equal or one is NaN, on every instruction set. Plain
// overloads, not templates: Kokkos has deprecated templates of the same names that would be preferred to ours wherever
// they are seen.
#define CRUMPLE_PACK_FUNCTION(P, name) \
  CRUMPLE_INLINE P name(const P& a) { return P(isa::RegisterOf<P>::name(isa::in_register(a))); }
#define CRUMPLE_PACK_FUNCTION_2(P, name)                                          \
  CRUMPLE_INLINE P name(const P& a, const P& b) {                                 \
    return P(isa::RegisterOf<P>::name(isa::in_register(a), isa::in_register(b))); \
  }
#define CRUMPLE_PACK_FUNCTIONS(P) \
  CRUMPLE_PACK_FUNCTION(P, abs)   \
  CRUMPLE_PACK_FUNCTION(P, sqrt)  \
  CRUMPLE_PACK_FUNCTION_2(P, min) \
  CRUMPLE_PACK_FUNCTION_2(P, max)
CRUMPLE_PACK_FUNCTIONS(PackDouble)
CRUMPLE_PACK_FUNCTIONS(PackFloat)
#undef CRUMPLE_PACK_FUNCTIONS
#undef CRUMPLE_PACK_FUNCTION
#undef CRUMPLE_PACK_FUNCTION_2

/// a where the mask is set, else b.
template <OnePack P>
CRUMPLE_INLINE P select(const typename P::mask_type& m, const P& a, const P& b) {
  using Register = isa::RegisterOf<P>;
  return P(Register::select(typename Register::mask(m), isa::in_register(a), isa::in_register(b)));
}

template <OneMask M>
CRUMPLE_INLINE bool any(const M& m) {
  return isa::bits(m) != 0;
}
template <OneMask M>
CRUMPLE_INLINE bool all(const M& m) {
  return isa::bits(m) == (1 << int(M::size())) - 1;
}

/// Loads and stores at addresses aligned to the pack.
template <class P>
CRUMPLE_INLINE P load(const typename P::value_type* p) {
  return P(p, Kokkos::Experimental::simd_flag_aligned);
}
template <class P>
CRUMPLE_INLINE void store(typename P::value_type* p, const P& x) {
  x.copy_to(p, Kokkos::Experimental::simd_flag_aligned);
}

/// A 32-bit integer per lane, for table look-up.
template <class P>
struct Index {
  alignas(64) std::int32_t lane[P::size()];
};

/// Truncation of x, clamped to 0..last first (NaN gives 0): always a valid index.
template <OnePack P>
CRUMPLE_INLINE Index<P> to_index(const P& x, int last) {
  Index<P> index;
  isa::RegisterOf<P>::to_int(isa::in_register(min(max(x, P(0)), P(last))), index.lane);
  return index;
}
template <OnePack P>
CRUMPLE_INLINE P to_real(const Index<P>& index) {
  return P(isa::RegisterOf<P>::from_int(index.lane));
}
/// table[index] of each lane, converted to the pack's type.
template <OnePack P>
CRUMPLE_INLINE P gather(const double* table, const Index<P>& index) {
  using Register = isa::RegisterOf<P>;
  if constexpr (requires { Register::gather(table, index.lane); }) {
    return P(Register::gather(table, index.lane));
  } else {  // floats come as two registers of doubles
    constexpr int half = Register::size / 2;
    return P(Register::narrow(isa::Double::gather(table, index.lane), isa::Double::gather(table, index.lane + half)));
  }
}

/// table[index] and table[index + 1] of each lane.
template <class P>
struct Neighbours {
  P left, right;
};
template <OnePack P>
CRUMPLE_INLINE Neighbours<P> gather_neighbours(const double* table, const Index<P>& index) {
  using Register = isa::RegisterOf<P>;
  if constexpr (requires(typename Register::vector v) { Register::gather_neighbours(table, index.lane, v, v); }) {
    typename Register::vector left, right;
    Register::gather_neighbours(table, index.lane, left, right);
    return {P(left), P(right)};
  } else {  // floats come as two registers of doubles
    isa::Double::vector left[2], right[2];
    for (int k = 0; k < 2; ++k)
      isa::Double::gather_neighbours(table, index.lane + k * Register::size / 2, left[k], right[k]);
    return {P(Register::narrow(left[0], left[1])), P(Register::narrow(right[0], right[1]))};
  }
}

}  // namespace crumple::kernels
