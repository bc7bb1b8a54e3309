#include "physics/conditions/pressure_faces.hpp"

namespace crumple {

Vec3 area_of(const Rows& x, const std::array<Index, 4>& n) {
  return 0.5 * cross(row(x, n[2]) - row(x, n[0]), row(x, n[3]) - row(x, n[1]));
}

void PressureFaces::add_forces(StepState& s, std::span<const double> pressure) {
  for (Face& face : faces_) {
    const int n = n_corners(face.nodes);
    face.force = rounded((-pressure[face.load] / n) * area_of(s.nodes.position, face.nodes), s.domain.quanta.force);
    for (int k = 0; k < n; ++k) add_row(s.nodes.force, face.nodes[std::size_t(k)], face.force);
  }
}

void PressureFaces::add_work(const StepState& s, HalfStepWork& work) const {
  for (const Face& face : faces_)
    for (int k = 0; k < n_corners(face.nodes); ++k) {
      const Index node = face.nodes[std::size_t(k)];
      work.add(face.force, row(s.before.velocity, node), row(s.nodes.velocity, node));
    }
}

}  // namespace crumple
