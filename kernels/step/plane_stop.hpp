// What a plane wall does to a node that would end the step behind it; the rule is told in
// physics/walls/wall_surface.hpp, whose source calls this, too.
#pragma once

#include <cmath>

#include "kernels/simd/vec3.hpp"
#include "kernels/step/condition_loops.hpp"

namespace crumple::kernels {

CRUMPLE_INLINE Vec3<double> vector_at(const double* v) { return {v[0], v[1], v[2]}; }

/// Whether the point faces the wall between its edges, `gap` in front of its plane.
CRUMPLE_INLINE bool faces_plane(const PlaneStop& s, const Vec3<double>& x, double gap) {
  const Vec3<double> r = (x - vector_at(s.shift)) - vector_at(s.corner);
  double longest = 0;
  for (int k = 0; k < 2; ++k) {
    const double at = dot(r, vector_at(s.edge[k]));
    if (s.length[k] > 0 && !(at >= 0 && at <= s.length[k])) return false;
    if (s.length[k] > longest) longest = s.length[k];
  }
  return longest <= 0 || gap >= -1e-4 * longest;
}

/// Whether the node meets the wall in the step, and what its normal velocity lacks to end it on the surface.
CRUMPLE_INLINE bool meets_plane(const PlaneStop& s, const Vec3<double>& x, const Vec3<double>& v, double& lack) {
  const Vec3<double> normal = vector_at(s.normal);
  const double gap = dot(x, normal) - s.offset, front = gap > 0 ? gap : 0.0;
  if (!(s.dt * (s.velocity - dot(v, normal)) > front) || !faces_plane(s, x, gap)) return false;
  lack = s.velocity - front / s.dt - dot(v, normal);
  return true;
}

/// Change of velocity of a mass for the change `lack` along `normal`, with Coulomb friction.
CRUMPLE_INLINE Vec3<double> stop_change(const PlaneStop& s, const Vec3<double>& normal, const Vec3<double>& v,
                                        double lack) {
  const double normal_change = lack + s.push;
  const Vec3<double> relative = v - vector_at(s.drift), slip = relative - dot(relative, normal) * normal;
  const double speed = std::sqrt(dot(slip, slip)), grip = s.friction * (normal_change > 0 ? normal_change : 0.0);
  const double share = s.friction >= 1 || grip >= speed ? 1.0 : grip / speed;
  return normal_change * normal - (s.friction > 0 ? share : 0.0) * slip;
}

}  // namespace crumple::kernels
