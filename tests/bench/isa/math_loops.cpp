// The loops of math_loops.hpp for one instruction set.
#include "tests/bench/isa/math_loops.hpp"

#include <cmath>

#include "kernels/simd/elementary.hpp"

namespace crumple::bench {
namespace {

using namespace crumple::kernels;

template <class Real, class Function>
CRUMPLE_INLINE void loop(const Real* in, Real* out, int n, Function&& function) {
  using P = Pack<Real>;
  for (int i = 0; i < n; i += lanes_of<P>) store(out + i, function(load<P>(in + i)));
}
template <class Real>
Real power(Real x) {
  return std::pow(x, Real(0.3));
}
CRUMPLE_INLINE PackDouble power(const PackDouble& x) { return pow(x, PackDouble(0.3)); }
CRUMPLE_INLINE PackFloat power(const PackFloat& x) { return pow(x, PackFloat(0.3f)); }

#define CRUMPLE_LOOPS(f, of_lane)                                                     \
  template <class Real>                                                               \
  void packs_##f(const Real* in, Real* out, int n) {                                  \
    loop(in, out, n, [](const Pack<Real>& x) CRUMPLE_LAMBDA_INLINE { return f(x); }); \
  }                                                                                   \
  template <class Real>                                                               \
  void lanes_##f(const Real* in, Real* out, int n) {                                  \
    for (int i = 0; i < n; ++i) out[i] = of_lane(in[i]);                              \
  }
CRUMPLE_LOOPS(exp, std::exp)
CRUMPLE_LOOPS(log, std::log)
CRUMPLE_LOOPS(cbrt, std::cbrt)
CRUMPLE_LOOPS(power, power)

#define CRUMPLE_ENTRIES(name, f) \
  {name, "packs", &packs_##f<float>, &packs_##f<double>}, { name, "lanes", &lanes_##f < float>, &lanes_##f < double> }

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
CRUMPLE_KOKKOS(cbrt, Kokkos::cbrt(x))
CRUMPLE_KOKKOS(power, Kokkos::pow(x, power))
#define CRUMPLE_KOKKOS_ENTRY(name, f) \
  , { name, "kokkos", &kokkos_##f < float>, &kokkos_##f < double> }
#else
#define CRUMPLE_KOKKOS_ENTRY(name, f)
#endif

constexpr MathLoop loops[] = {
    CRUMPLE_ENTRIES("exp", exp) CRUMPLE_KOKKOS_ENTRY("exp", exp),
    CRUMPLE_ENTRIES("log", log) CRUMPLE_KOKKOS_ENTRY("log", log),
    CRUMPLE_ENTRIES("cbrt", cbrt) CRUMPLE_KOKKOS_ENTRY("cbrt", cbrt),
    CRUMPLE_ENTRIES("pow", power) CRUMPLE_KOKKOS_ENTRY("pow", power),
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
