#include "physics/contact/closest_point.hpp"

#include "kernels/step/closest_point.hpp"

namespace crumple {

ClosestPoint closest_point(const Vec3& x, const std::array<Vec3, 4>& corner, bool is_triangle) {
  using P = kernels::PackDouble;  // of one lane outside of the kernels' libraries
  static_assert(P::size() == 1);
  kernels::Vec3<P> seen[4];
  for (int i = 0; i < 4; ++i) {
    const Vec3 arm = corner[is_triangle && i == 3 ? 2 : i] - x;
    seen[i] = {P(arm.x), P(arm.y), P(arm.z)};
  }
  const auto closest = kernels::find_closest(seen, P::mask_type(is_triangle));
  ClosestPoint result;
  result.offset = {closest.offset.x[0], closest.offset.y[0], closest.offset.z[0]};
  result.distance = closest.distance[0];
  result.side = closest.side[0];
  for (int i = 0; i < 4; ++i) result.weight[i] = closest.weight[i][0];
  result.corners = unsigned(closest.corners[0]);
  return result;
}

}  // namespace crumple
