#include "physics/state/model_extremes.hpp"

#include <cmath>

#include "model/springs.hpp"

namespace crumple {
namespace {

/// A fully constrained rigid part, whose mass does not move.
bool is_held(const Material& material) {
  const auto* rigid = std::get_if<MaterialRigid>(&material.law);
  return rigid && rigid->constraint_frame == 1 && rigid->translation == 7 && rigid->rotation == 7;
}

}  // namespace

void ModelExtremes::add_element(const Material& material, double edge, double thickness, double scaled_mass) {
  const double volume = edge * edge * thickness, mass = std::max(material.density * volume, scaled_mass);
  length = std::max({length, edge, thickness});
  element_mass = std::max(element_mass, mass);
  total_mass += mass;
  if (material.has_no_stress()) {
    rigid_force = std::max(rigid_force, 4 * material.stiffness() * edge * thickness);
    rigid_stiffness = std::max(rigid_stiffness, material.stiffness() * edge);
    if (!is_held(material)) rigid_mass += mass;
    return;
  }
  force = std::max(force, 4 * material.stiffness() * edge * thickness);
  deformable_length = std::max({deformable_length, edge, thickness});
  strain_energy += 0.5 * material.stiffness() * 1e-4 * volume;
}

void ModelExtremes::add_load(double largest, std::size_t count) {
  force = std::max(force, 4 * largest);
  strain_energy += largest * double(count) * extent / 16;  // sums have a margin of 128
}

double longest_distance(const Model& model, std::span<const Index> nodes) {
  double longest = 0;
  for (std::size_t a = 0; a < nodes.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      longest = std::max(longest, norm(model.nodes.position[nodes[a]] - model.nodes.position[nodes[b]]));
  return longest;
}

double largest_value(const Model& model, Index curve) {
  if (curve == none) return 1;
  double largest = 0;
  for (const double y : model.curves[curve].y) largest = std::max(largest, std::abs(y));
  return largest;
}

double largest_acceleration(const Model& model, const BodyLoad& load) {
  const double value = std::abs(load.scale) * largest_value(model, load.curve);
  if (!load.turns) return value;
  double farthest = 0;
  for (const Vec3& x : model.nodes.position) farthest = std::max(farthest, norm(x - load.centre));
  return 2 * value * value * farthest;
}

double prescribed_speed(const Model& model, MotionKind kind, Index curve) {
  if (kind == MotionKind::displacement) return curve == none ? 0 : steepest_slope(model.curves[curve]);
  return largest_value(model, curve) * (kind == MotionKind::acceleration ? model.control.end_time : 1);
}


SpringReach reach_of_turns(const Model& model, const ModelExtremes& e) {
  double turn = 0;
  for (const Vec3& w : model.nodes.angular_velocity) turn = std::max(turn, norm(w));
  return {100, 100 * (turn + (e.extent > 1e-200 ? e.speed / e.extent : 0))};
}

SpringReach reach_of(const Model& model, double stiffness, const ModelExtremes& e) {
  double acceleration = 0;
  for (const BodyLoad& load : model.body_loads)
    acceleration = std::max(acceleration, largest_acceleration(model, load));
  const double end = model.control.end_time, swings = stiffness > 0 ? e.total_mass / stiffness : 0;
  const double thrown = std::min(e.speed * end, std::max(100 * e.extent, e.speed * std::sqrt(swings)));
  const double pulled = std::min(0.5 * acceleration * end * end, std::max(100 * e.extent, 4 * acceleration * swings));
  return {2 * e.extent + thrown + pulled,
          2 * e.speed + std::min(acceleration * end, std::sqrt(8 * acceleration * (pulled + e.extent)))};
}

}  // namespace crumple
