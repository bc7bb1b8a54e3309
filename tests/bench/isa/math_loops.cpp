// The loops of math_loops.hpp for one instruction set.
#include "tests/bench/isa/math_loops.hpp"

#include "kernels/simd/pack.hpp"
#include "tests/bench/isa/lane_math.hpp"

namespace crumple::bench {
namespace {

using namespace crumple::kernels;

template <class Real, class Function>
CRUMPLE_INLINE void loop(const Real* in, Real* out, int n, Function&& function) {
  using P = Pack<Real>;
  for (int i = 0; i < n; i += lanes_of<P>) store(out + i, function(load<P>(in + i)));
}

#if defined(CRUMPLE_ISA_avx512)
CRUMPLE_INLINE __m512d raw(const PackDouble& x) { return __m512d(x); }
CRUMPLE_INLINE __m512 raw(const PackFloat& x) { return __m512(x); }
#define CRUMPLE_SLEEF_D(f) Sleef_cinz_##f##d8_u10avx512fnofma
#define CRUMPLE_SLEEF_F(f) Sleef_cinz_##f##f16_u10avx512fnofma
#elif defined(CRUMPLE_ISA_avx2)
CRUMPLE_INLINE __m256d raw(const PackDouble& x) { return __m256d(x); }
CRUMPLE_INLINE __m256 raw(const PackFloat& x) { return __m256(x); }
#define CRUMPLE_SLEEF_D(f) Sleef_cinz_##f##d4_u10avx
#define CRUMPLE_SLEEF_F(f) Sleef_cinz_##f##f8_u10avx
#else
CRUMPLE_INLINE __m128d raw(const PackDouble& x) { return __m128d(x); }
CRUMPLE_INLINE __m128 raw(const PackFloat& x) { return __m128(x); }
#define CRUMPLE_SLEEF_D(f) Sleef_cinz_##f##d2_u10sse2
#define CRUMPLE_SLEEF_F(f) Sleef_cinz_##f##f4_u10sse2
#endif

// Garofalo's hyperbolic sine and what a Newton iteration on it needs: no kernel uses them, so pack.hpp has none.
CRUMPLE_INLINE PackDouble cosh(const PackDouble& x) { return PackDouble(CRUMPLE_SLEEF_D(cosh)(raw(x))); }
CRUMPLE_INLINE PackFloat cosh(const PackFloat& x) { return PackFloat(CRUMPLE_SLEEF_F(cosh)(raw(x))); }
CRUMPLE_INLINE PackDouble sinh(const PackDouble& x) { return PackDouble(CRUMPLE_SLEEF_D(sinh)(raw(x))); }
CRUMPLE_INLINE PackFloat sinh(const PackFloat& x) { return PackFloat(CRUMPLE_SLEEF_F(sinh)(raw(x))); }

#define CRUMPLE_LOOPS(f)                                                                                        \
  template <class Real>                                                                                         \
  void sleef_##f(const Real* in, Real* out, int n) {                                                            \
    loop(in, out, n, [](const Pack<Real>& x) CRUMPLE_LAMBDA_INLINE { return f(x); });                           \
  }                                                                                                             \
  template <class Real>                                                                                         \
  void lanes_##f(const Real* in, Real* out, int n) {                                                            \
    loop(in, out, n,                                                                                            \
         [](const Pack<Real>& x) CRUMPLE_LAMBDA_INLINE { return Pack<Real>(bench::lanes_##f<Real>(raw(x))); }); \
  }
CRUMPLE_LOOPS(exp)
CRUMPLE_LOOPS(log)
CRUMPLE_LOOPS(cosh)
CRUMPLE_LOOPS(sinh)

template <class Real>
void sleef_pow(const Real* in, Real* out, int n) {
  const Pack<Real> power{Real(0.3)};
  loop(in, out, n, [&](const Pack<Real>& x) CRUMPLE_LAMBDA_INLINE { return pow(x, power); });
}
template <class Real>
void lanes_pow(const Real* in, Real* out, int n) {
  const Pack<Real> power{Real(0.3)};
  loop(in, out, n, [&](const Pack<Real>& x) CRUMPLE_LAMBDA_INLINE {
    return Pack<Real>(bench::lanes_pow<Real>(raw(x), raw(power)));
  });
}

#define CRUMPLE_ENTRIES(f) \
  {#f, "sleef", &sleef_##f<float>, &sleef_##f<double>}, { #f, "lanes", &lanes_##f < float>, &lanes_##f < double> }

#if defined(CRUMPLE_ISA_avx2) || defined(CRUMPLE_ISA_avx512)
namespace abi = Kokkos::Experimental::simd_abi;
#if defined(CRUMPLE_ISA_avx512)
template <class Real>
using KokkosPack = Kokkos::Experimental::basic_simd<Real, abi::avx512_fixed_size<64 / int(sizeof(Real))>>;
#else
template <class Real>
using KokkosPack = Kokkos::Experimental::basic_simd<Real, abi::avx2_fixed_size<32 / int(sizeof(Real))>>;
#endif
#define CRUMPLE_KOKKOS(f, call)                                               \
  template <class Real>                                                       \
  void kokkos_##f(const Real* in, Real* out, int n) {                         \
    using P = KokkosPack<Real>;                                               \
    [[maybe_unused]] const P power{Real(0.3)};                                \
    for (int i = 0; i < n; i += int(P::size())) {                             \
      const P x(in + i, Kokkos::Experimental::simd_flag_aligned), y = (call); \
      y.copy_to(out + i, Kokkos::Experimental::simd_flag_aligned);            \
    }                                                                         \
  }
CRUMPLE_KOKKOS(exp, Kokkos::exp(x))
CRUMPLE_KOKKOS(log, Kokkos::log(x))
CRUMPLE_KOKKOS(cosh, Kokkos::cosh(x))
CRUMPLE_KOKKOS(sinh, Kokkos::sinh(x))
CRUMPLE_KOKKOS(pow, Kokkos::pow(x, power))
#define CRUMPLE_KOKKOS_ENTRY(f) \
  , { #f, "kokkos", &kokkos_##f < float>, &kokkos_##f < double> }
#else
#define CRUMPLE_KOKKOS_ENTRY(f)
#endif

constexpr MathLoop loops[] = {
    CRUMPLE_ENTRIES(exp) CRUMPLE_KOKKOS_ENTRY(exp),   CRUMPLE_ENTRIES(log) CRUMPLE_KOKKOS_ENTRY(log),
    CRUMPLE_ENTRIES(pow) CRUMPLE_KOKKOS_ENTRY(pow),   CRUMPLE_ENTRIES(cosh) CRUMPLE_KOKKOS_ENTRY(cosh),
    CRUMPLE_ENTRIES(sinh) CRUMPLE_KOKKOS_ENTRY(sinh),
};

#define CRUMPLE_STRING(x) #x
#define CRUMPLE_NAME(x) CRUMPLE_STRING(x)
constexpr MathLoops table{CRUMPLE_NAME(CRUMPLE_ISA), loops, int(sizeof(loops) / sizeof(loops[0]))};

}  // namespace
}  // namespace crumple::bench

#define CRUMPLE_JOIN(a, b) a##b
#define CRUMPLE_FUNCTION(isa) CRUMPLE_JOIN(crumple_math_, isa)
extern "C" [[gnu::visibility("default")]] const crumple::bench::MathLoops* CRUMPLE_FUNCTION(CRUMPLE_ISA)() {
  return &crumple::bench::table;
}
