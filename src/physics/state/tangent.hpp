// Tangents of single elements, joints and pairs in contact, for implicit analysis.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <vector>

#include "base/vec3.hpp"
#include "model/describe.hpp"

namespace crumple {

/// The tangent stiffness of an element: derivatives of its internal nodal forces [force/length], of moments and with
/// respect to rotations [force], [force length].
struct Tangent {
  std::span<const Index> nodes;
  int dofs = 3;                ///< per node: 3, or 6 with rotations
  std::vector<double> matrix;  ///< [node][dof][node][dof], symmetric

  double& at(std::size_t row, std::size_t column) { return matrix[row * nodes.size() * std::size_t(dofs) + column]; }
};

/// Called with each of them.
using TakeTangent = std::function<void(const Tangent&)>;

/// Copies of tangents, which cost more to find than to keep.
class KeptTangents {
 public:
  void add(const Tangent& tangent) {
    Kept& kept = kept_.emplace_back(Kept{{tangent.nodes.begin(), tangent.nodes.end()}, tangent});
    kept.tangent.nodes = kept.nodes;
  }
  template <class F> void for_each(F f) const {
    for (const Kept& kept : kept_) f(kept.tangent);
  }

 private:
  struct Kept {
    std::vector<Index> nodes;
    Tangent tangent;
  };
  std::deque<Kept> kept_;
};

/// A spring between nodes that no rank need have all of: each states the ends that it owns.
struct SharedSpring {
  std::array<std::int64_t, 10> key{};  ///< the same on all ranks, and that of no other spring
  double stiffness = 0;                ///< [force/length]
  struct End {
    Index node = none;
    Vec3 rate;  ///< the spring's deflection per displacement of the node
  };
  std::vector<End> ends;
};

using TakeSharedSpring = std::function<void(const SharedSpring&)>;

}  // namespace crumple
