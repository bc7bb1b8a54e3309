// Several packs that go through the same arithmetic together, for material laws over the layers of a shell: a return
// mapping is a chain of divisions and roots that each wait for the one before, and the packs of a tile fill each
// other's waits. A tile has a pack's interface, so that a law's body takes either.
#pragma once

#include "kernels/simd/elementary.hpp"

namespace crumple::kernels {

template <class M, int N>
struct TileMask {
  M part[N];
  TileMask() = default;
  CRUMPLE_INLINE explicit TileMask(bool value) {
    for (M& m : part) m = M(value);
  }
  static constexpr std::size_t size() { return N * M::size(); }

  CRUMPLE_INLINE TileMask operator!() const {
    TileMask r;
    for (int i = 0; i < N; ++i) r.part[i] = !part[i];
    return r;
  }
  CRUMPLE_INLINE friend TileMask operator&&(const TileMask& a, const TileMask& b) {
    TileMask r;
    for (int i = 0; i < N; ++i) r.part[i] = a.part[i] && b.part[i];
    return r;
  }
  CRUMPLE_INLINE friend TileMask operator||(const TileMask& a, const TileMask& b) {
    TileMask r;
    for (int i = 0; i < N; ++i) r.part[i] = a.part[i] || b.part[i];
    return r;
  }
};

template <class P, int N>
struct Tile {
  using pack = P;
  using value_type = typename P::value_type;
  using mask_type = TileMask<typename P::mask_type, N>;
  static constexpr std::size_t size() { return N * P::size(); }
  P part[N];

  Tile() = default;
  CRUMPLE_INLINE Tile(const P& a, const P& b) : part{a, b} {}
  template <class U>
  requires std::is_convertible_v<U, value_type> CRUMPLE_INLINE Tile(U value) {
    for (P& p : part) p = P(value_type(value));
  }
  /// f(i) for each pack, and of the packs of one or two operands.
  template <class F>
  CRUMPLE_INLINE static Tile each(F&& f) {
    Tile r;
    for (int i = 0; i < N; ++i) r.part[i] = f(i);
    return r;
  }
  template <class F>
  CRUMPLE_INLINE static mask_type each_mask(F&& f) {
    mask_type r;
    for (int i = 0; i < N; ++i) r.part[i] = f(i);
    return r;
  }

  CRUMPLE_INLINE Tile operator-() const {
    return each([&](int i) CRUMPLE_LAMBDA_INLINE { return -part[i]; });
  }
#define CRUMPLE_TILE_OPERATOR(result, each, symbol)                                       \
  CRUMPLE_INLINE friend result operator symbol(const Tile& a, const Tile& b) {            \
    return each([&](int i) CRUMPLE_LAMBDA_INLINE { return a.part[i] symbol b.part[i]; }); \
  }
  CRUMPLE_TILE_OPERATOR(Tile, each, +)
  CRUMPLE_TILE_OPERATOR(Tile, each, -)
  CRUMPLE_TILE_OPERATOR(Tile, each, *)
  CRUMPLE_TILE_OPERATOR(Tile, each, /)
  CRUMPLE_TILE_OPERATOR(mask_type, each_mask, <)
  CRUMPLE_TILE_OPERATOR(mask_type, each_mask, <=)
  CRUMPLE_TILE_OPERATOR(mask_type, each_mask, >)
  CRUMPLE_TILE_OPERATOR(mask_type, each_mask, >=)
  CRUMPLE_TILE_OPERATOR(mask_type, each_mask, ==)
  CRUMPLE_TILE_OPERATOR(mask_type, each_mask, !=)
#undef CRUMPLE_TILE_OPERATOR
};

#define CRUMPLE_TILE_FUNCTION(name)                                                        \
  template <class P, int N>                                                                \
  CRUMPLE_INLINE Tile<P, N> name(const Tile<P, N>& a) {                                    \
    return Tile<P, N>::each([&](int i) CRUMPLE_LAMBDA_INLINE { return name(a.part[i]); }); \
  }
#define CRUMPLE_TILE_FUNCTION_2(name)                                                                 \
  template <class P, int N>                                                                           \
  CRUMPLE_INLINE Tile<P, N> name(const Tile<P, N>& a, const Tile<P, N>& b) {                          \
    return Tile<P, N>::each([&](int i) CRUMPLE_LAMBDA_INLINE { return name(a.part[i], b.part[i]); }); \
  }
CRUMPLE_TILE_FUNCTION(abs)
CRUMPLE_TILE_FUNCTION(sqrt)
CRUMPLE_TILE_FUNCTION(exp)
CRUMPLE_TILE_FUNCTION(log)
CRUMPLE_TILE_FUNCTION(cbrt)
CRUMPLE_TILE_FUNCTION_2(min)
CRUMPLE_TILE_FUNCTION_2(max)
CRUMPLE_TILE_FUNCTION_2(pow)
#undef CRUMPLE_TILE_FUNCTION
#undef CRUMPLE_TILE_FUNCTION_2

template <class P, int N>
CRUMPLE_INLINE Tile<P, N> select(const TileMask<typename P::mask_type, N>& m, const Tile<P, N>& a,
                                 const Tile<P, N>& b) {
  return Tile<P, N>::each([&](int i) CRUMPLE_LAMBDA_INLINE { return select(m.part[i], a.part[i], b.part[i]); });
}

template <class M, int N>
CRUMPLE_INLINE bool any(const TileMask<M, N>& m) {
  M together = m.part[0];
  for (int i = 1; i < N; ++i) together = together || m.part[i];
  return any(together);
}
template <class M, int N>
CRUMPLE_INLINE bool all(const TileMask<M, N>& m) {
  M together = m.part[0];
  for (int i = 1; i < N; ++i) together = together && m.part[i];
  return all(together);
}

template <class P, int N>
struct Index<Tile<P, N>> {
  Index<P> part[N];
};
template <class P, int N>
CRUMPLE_INLINE Index<Tile<P, N>> to_index(const Tile<P, N>& x, int last) {
  Index<Tile<P, N>> index;
  for (int i = 0; i < N; ++i) index.part[i] = to_index(x.part[i], last);
  return index;
}
template <class T>
requires(!OnePack<T>) CRUMPLE_INLINE T to_real(const Index<T>& index) {
  return T::each([&](int i) CRUMPLE_LAMBDA_INLINE { return to_real<typename T::pack>(index.part[i]); });
}
template <class T>
requires(!OnePack<T>) CRUMPLE_INLINE T gather(const double* table, const Index<T>& index) {
  return T::each([&](int i) CRUMPLE_LAMBDA_INLINE { return gather<typename T::pack>(table, index.part[i]); });
}
template <class T>
requires(!OnePack<T>) CRUMPLE_INLINE Neighbours<T> gather_neighbours(const double* table, const Index<T>& index) {
  Neighbours<T> r;
  for (std::size_t i = 0; i < std::size(r.left.part); ++i) {
    const auto [left, right] = gather_neighbours<typename T::pack>(table, index.part[i]);
    r.left.part[i] = left;
    r.right.part[i] = right;
  }
  return r;
}

}  // namespace crumple::kernels
