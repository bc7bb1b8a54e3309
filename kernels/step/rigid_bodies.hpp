// The nodes of rigid bodies: their places and velocities from the body's motion, row by row, and the sums of their
// forces and moments, a pack of nodes at a time. Called through StepKernels; see physics/bodies/rigid_bodies.hpp.
#pragma once

#include <algorithm>

#include "kernels/step/interface.hpp"
#include "kernels/step/row_math.hpp"

namespace crumple::kernels {

/// centre + R arm: the columns of R times the arm's components.
struct PlaceOfArm {
  isa::Row centre, axis_x, axis_y, axis_z;
  CRUMPLE_INLINE explicit PlaceOfArm(const BodyPlace& place)
      : centre(isa::load_row(place.centre)),
        axis_x(isa::load_row(place.axes[0])),
        axis_y(isa::load_row(place.axes[1])),
        axis_z(isa::load_row(place.axes[2])) {}
  CRUMPLE_INLINE isa::Row operator()(const double* arm) const {
    return centre + (axis_x * isa::row_of(arm[0]) + axis_y * isa::row_of(arm[1]) + axis_z * isa::row_of(arm[2]));
  }
};

CRUMPLE_DEVICE inline void place_body_nodes(const BodyNodes& nodes, const BodyPlace& place, std::size_t first,
                                            std::size_t last, double* position) {
  const PlaceOfArm at(place);
  for (std::size_t i = first; i < last; ++i)
    isa::store_row(position + 4 * std::ptrdiff_t(nodes.node[i]), at(nodes.arm + 4 * i));
}

CRUMPLE_DEVICE inline void move_body_nodes(const BodyNodes& nodes, const BodyTarget& target, std::size_t first,
                                           std::size_t last, const MovingRows& rows) {
  const PlaceOfArm at(target.place);
  const isa::Row rate = isa::row_of(1 / target.dt), turn = isa::load_row(target.spin);
  for (std::size_t i = first; i < last; ++i) {
    const std::ptrdiff_t row = 4 * std::ptrdiff_t(nodes.node[i]);
    isa::store_row(rows.velocity + row, rate * (at(nodes.arm + 4 * i) - isa::load_row(rows.position + row)));
    isa::store_row(rows.angular_velocity + row, turn);
  }
}

/// Adds the pack's lanes, rounded to multiples of the quantum behind `shift`, to the sum.
template <class P>
CRUMPLE_INLINE void add_rounded(P& sum, const P& x, const P& shift, const typename P::mask_type& counts) {
  sum = sum + select(counts, (x + shift) - shift, P(0));
}

CRUMPLE_DEVICE inline void sum_body_forces(const std::int32_t* node, std::size_t n, const BodyRows& rows,
                                           const double* centre, double* sums) {
  using P = Pack<double>;
  constexpr std::size_t width = P::size();
  alignas(64) double lane_number[width];
  for (std::size_t lane = 0; lane < width; ++lane) lane_number[lane] = double(lane);
  const P lanes = load<P>(lane_number), for_force(rows.force_shift), for_moment(rows.moment_shift);
  const Vec3<P> origin{P(centre[0]), P(centre[1]), P(centre[2])};
  P sum[6] = {P(0), P(0), P(0), P(0), P(0), P(0)};
  for (std::size_t i = 0; i < n; i += width) {
    const std::size_t count = std::min(width, n - i);
    std::int32_t at[width];
    for (std::size_t lane = 0; lane < width; ++lane) at[lane] = node[i + (lane < count ? lane : 0)];
    const auto counts = lanes < P(double(count));
    const Vec3<P> f = gather_rows<P>(rows.force, at);
    const Vec3<P> m = cross(gather_rows<P>(rows.position, at) - origin, f) + gather_rows<P>(rows.moment, at);
    add_rounded(sum[0], f.x, for_force, counts);
    add_rounded(sum[1], f.y, for_force, counts);
    add_rounded(sum[2], f.z, for_force, counts);
    add_rounded(sum[3], m.x, for_moment, counts);
    add_rounded(sum[4], m.y, for_moment, counts);
    add_rounded(sum[5], m.z, for_moment, counts);
  }
  for (int c = 0; c < 6; ++c) {
    alignas(64) double of_lane[width];
    store(of_lane, sum[c]);
    sums[c] = 0;
    for (const double x : of_lane) sums[c] += x;
  }
}

}  // namespace crumple::kernels
