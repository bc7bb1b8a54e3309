// The loops of pack_loops.hpp for one instruction set.
#include "tests/bench/isa/pack_loops.hpp"

#include "kernels/packs_of_blocks.hpp"

namespace crumple::bench {
namespace {

using namespace crumple::kernels;

template <class Real, class Body>
CRUMPLE_INLINE void for_each_quad_pack(const RowCase& c, Body&& body) {
  constexpr int B = block_lanes<Real>;
  ElementBlocks<Real> elements{};
  elements.nodes = c.nodes;
  for (int block = 0; block < c.n_blocks; ++block)
    for (int lane = 0; lane < B; lane += lanes_of<Pack<Real>>)
      body(PackNodes<4>(elements, block, lane), std::int64_t(block) * B + lane);
}

template <class Real>
void gather(const RowCase& c, Real* values) {
  using P = Pack<Real>;
  for_each_quad_pack<Real>(c, [&](const PackNodes<4>& nodes, std::int64_t i) CRUMPLE_LAMBDA_INLINE {
    Vec3<P> sum{P(0), P(0), P(0)};
    for (const double* rows : c.in)
      for (int k = 0; k < 4; ++k) sum = sum + gather_rows<P>(rows, nodes[k]);
    store(values + i, sum.x + sum.y + sum.z);
  });
}

template <class Real>
void scatter(const RowCase& c, const Real* values) {
  using P = Pack<Real>;
  for_each_quad_pack<Real>(c, [&](const PackNodes<4>& nodes, std::int64_t i) CRUMPLE_LAMBDA_INLINE {
    const P value = load<P>(values + i);
    for (double* rows : c.out)
      for (int k = 0; k < 4; ++k) scatter_add(rows, nodes[k], Vec3<P>{value, value, value}, c.shift);
  });
}

template <class Real>
Real multiply_add(long n) {
  using P = Pack<Real>;
  constexpr int chains = 6;  // latency 3 to 4, two units
  volatile Real one = 1, tiny = Real(1e-20);
  const P factor{Real(one)}, term{Real(tiny)};
  P product[chains], sum[chains];
  for (int k = 0; k < chains; ++k) product[k] = P(Real(k + 1)), sum[k] = P(Real(k));
  for (long i = 0; i < n; ++i)
    for (int twice = 0; twice < 2; ++twice)
      for (int k = 0; k < chains; ++k) product[k] = product[k] * factor, sum[k] = sum[k] + term;
  P total(0);
  for (int k = 0; k < chains; ++k) total = total + product[k] + sum[k];
  return total[0];
}

#define CRUMPLE_STRING(x) #x
#define CRUMPLE_NAME(x) CRUMPLE_STRING(x)
constexpr PackLoops table{CRUMPLE_NAME(CRUMPLE_ISA),
                          {&gather<float>, &scatter<float>, &multiply_add<float>, lanes_of<Pack<float>>},
                          {&gather<double>, &scatter<double>, &multiply_add<double>, lanes_of<Pack<double>>}};

}  // namespace
}  // namespace crumple::bench

#define CRUMPLE_JOIN(a, b) a##b
#define CRUMPLE_FUNCTION(isa) CRUMPLE_JOIN(crumple_bench_, isa)
extern "C" [[gnu::visibility("default")]] const crumple::bench::PackLoops* CRUMPLE_FUNCTION(CRUMPLE_ISA)() {
  return &crumple::bench::table;
}
