// How a kernel walks over blocks: pack by pack, with the constants of their part.
#pragma once

#include <cmath>

#include "kernels/interface.hpp"
#include "kernels/simd/rows.hpp"

namespace crumple::kernels {

/// Time step of elements that do not limit it.
inline constexpr double no_limit = 1e30;

/// The forces asked of a kernel, see Kernel::forces.
template <class Real>
struct ForceCall {
  const ElementBlocks<Real>& elements;
  const NodeRows& nodes;
  double dt;        ///< [time]
  int first, last;  ///< blocks first <= b < last
};

/// Calls body(constants, block, lane) for each pack of elements; `lane` is the pack's first lane in its block.
template <class Constants, class Real, class Body>
CRUMPLE_INLINE void for_each_pack(const ForceCall<Real>& call, Body&& body) {
  const ElementBlocks<Real>& elements = call.elements;
  for (int b = call.first; b < call.last;) {
    const int part = elements.part[b];
    const auto& constants = *static_cast<const Constants*>(elements.constants[part]);
    for (; b < call.last && elements.part[b] == part; ++b)
      for (int lane = 0; lane < block_lanes<Real>; lane += lanes_of<Pack<Real>>) body(constants, b, lane);
  }
}

/// Node k of the element in each lane: `nodes[k]` points at the local node numbers of a pack.
template <int N>
struct PackNodes {
  const std::int32_t* node[N];
  template <class Real>
  CRUMPLE_INLINE PackNodes(const ElementBlocks<Real>& elements, int block, int lane) {
    for (int k = 0; k < N; ++k) node[k] = elements.nodes + (std::int64_t(block) * N + k) * block_lanes<Real> + lane;
  }
  CRUMPLE_INLINE const std::int32_t* operator[](int k) const { return node[k]; }
};

/// A pack of elements: where its values stand, and which of its lanes live.
template <class Real>
struct ElementPack {
  const ElementBlocks<Real>& elements;
  const NodeRows& rows;
  int block, lane;     ///< of its first element
  int next;            ///< a block that comes soon, for Prefetch
  std::int64_t first;  ///< that element's place in arrays of one value per element
  Pack<Real> dt;
  Mask<Real> alive;

  CRUMPLE_INLINE ElementPack(const ForceCall<Real>& call, int block_number, int first_lane)
      : elements(call.elements),
        rows(call.nodes),
        block(block_number),
        lane(first_lane),
        next(block_number + 2 < call.last ? block_number + 2 : call.last - 1),
        first(std::int64_t(block) * block_lanes<Real> + lane),
        dt(Real(call.dt)),
        alive(load<Pack<Real>>(elements.alive + first) > Pack<Real>(0.5)) {}
  /// Its first history field; fields lie a block apart.
  CRUMPLE_INLINE Real* history() const { return elements.history + elements.history_start[block] + lane; }
  /// ElementBlocks::axes of its first element; null: the blocks have none.
  CRUMPLE_INLINE const Real* axes() const {
    return elements.axes ? elements.axes + 2 * std::int64_t(block) * block_lanes<Real> + lane : nullptr;
  }
};

/// Where a pack's forces and moments go: node k of its elements.
template <int N>
struct NodalSums {
  const PackNodes<N>& nodes;
  const NodeRows& rows;
  template <class P>
  CRUMPLE_INLINE void add_force(int k, const Vec3<P>& f) const {
    scatter_add(rows.force, nodes[k], f, rows.force_shift);
  }
  template <class P>
  CRUMPLE_INLINE void add_moment(int k, const Vec3<P>& m) const {
    scatter_add(rows.moment, nodes[k], m, rows.moment_shift);
  }
};

/// What a formulation needs on both sides of the material law: a CPU keeps it, a device computes it again by the same
/// operations, for each of its threads has few registers, and what does not fit goes through memory.
template <class T, class Again>
CRUMPLE_INLINE decltype(auto) kept(const T& value, [[maybe_unused]] Again&& again) {
  if constexpr (for_devices) return again();
  else return (value);
}

#if CRUMPLE_FOR_DEVICES
/// A device has other threads to run while one waits.
template <int N, bool is_shell, class Real>
struct Prefetch {
  CRUMPLE_INLINE Prefetch(const ElementPack<Real>&, int) {}
  CRUMPLE_INLINE void nodes(int) const {}
  CRUMPLE_INLINE void values() const {}
  CRUMPLE_INLINE void other_values() const {}
};
#else
/// Asks for what the same lanes need two blocks on, a part at a time between the arithmetic of a pack: asked for at
/// once, the lines are more than a core can wait for, and it stands still until most of them are there.
template <int N, bool is_shell, class Real>
class Prefetch {
 public:
  CRUMPLE_INLINE Prefetch(const ElementPack<Real>& pack, int history_values)
      : elements_(pack.elements),
        rows_(pack.rows),
        block_(pack.next),
        lane_(pack.lane),
        history_values_(history_values) {}

  /// The rows of node k of the elements. Every other node suffices: those between belong to neighbours or lie on the
  /// same lines.
  CRUMPLE_INLINE void nodes(int k) const {
    const std::int32_t* const node = elements_.nodes + (std::int64_t(block_) * N + k) * B + lane_;
#pragma GCC unroll 1
    for (int i = 0; i < width; ++i) {
      const std::int64_t row = 4 * std::int64_t(node[i]);
      __builtin_prefetch(rows_.position + row);
      __builtin_prefetch(rows_.velocity + row);
      if constexpr (is_shell) __builtin_prefetch(rows_.angular_velocity + row);
    }
  }
  /// The pack's share of the first half of the block's history, and of its values per element.
  CRUMPLE_INLINE void values() const {
    history(0, history_values_ / 2);
    if (lane_ != 0) return;
    const ElementBlocks<Real>& e = elements_;
    const Real* const per_element[] = {is_shell ? e.thickness : e.reference_volume, e.alive, e.mass_scale,
                                       e.internal_energy, e.hourglass_energy, e.dt};
    for (const Real* values : per_element) __builtin_prefetch(values + std::int64_t(block_) * B, 1);
  }
  /// Of the other half.
  CRUMPLE_INLINE void other_values() const { history(history_values_ / 2, history_values_); }

 private:
  static constexpr int B = block_lanes<Real>, width = lanes_of<Pack<Real>>;

  /// A field of a block is a line.
  CRUMPLE_INLINE void history(int first, int last) const {
    const Real* const fields = elements_.history + elements_.history_start[block_];
#pragma GCC unroll 1
    for (int field = first + lane_ / width; field < last; field += B / width) __builtin_prefetch(fields + field * B, 1);
  }

  const ElementBlocks<Real>& elements_;
  const NodeRows& rows_;
  int block_, lane_, history_values_;
};
#endif

/// A pack of doubles from values of either precision.
template <class Real>
CRUMPLE_INLINE Pack<double> load_as_double(const Real* p) {
  alignas(64) double values[lanes_of<Pack<double>>];
  for (int lane = 0; lane < lanes_of<Pack<double>>; ++lane) values[lane] = double(p[lane]);
  return load<Pack<double>>(values);
}

}  // namespace crumple::kernels
