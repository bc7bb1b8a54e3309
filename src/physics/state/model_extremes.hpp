// The largest and total sizes of a model, from which the quanta of its sums are chosen (results/quanta). Every kind of
// feature and every family of elements states what it adds to them: how large and fast the model may become by it
// (`bound_motion`), and then which forces it may put on a node and the work that these can do (`bound_forces`).
#pragma once

#include <algorithm>
#include <span>

#include "model/model.hpp"

namespace crumple {

struct ModelExtremes {
  double force = 0;                         ///< of deformable elements and loads [force]
  double moment = 0;                        ///< of torsional springs [force length]
  double length = 0, deformable_length = 0; ///< of all elements, of deformable ones [length]
  double element_mass = 0, total_mass = 0;  ///< [mass]
  double element_inertia = 0, total_inertia = 0;  ///< given by the user [mass length^2]
  double averaged_volume = 0;               ///< six times that of a solid of ELFORM 13, with room to grow [length^3]
  double strain_energy = 0;                 ///< [energy]
  double speed = 0, extent = 0;             ///< [length/time], [length]
  double rigid_force = 0;                   ///< as of the others, were rigid and null elements elastic [force]
  double rigid_stiffness = 0;               ///< of one of their nodes in contact [force/length]
  double rigid_mass = 0;                    ///< that can move [mass]

  /// `scaled_mass`: at least what mass scaling makes of it [mass].
  void add_element(const Material& material, double edge, double thickness, double scaled_mass = 0);
  /// A force on a single node, and the work that `count` of them do over the size of the model.
  void add_load(double largest, std::size_t count);
};

/// Of a kind of feature that adds neither forces nor motion of its own.
struct AddsNoForces {
  static void bound_motion(const Model&, ModelExtremes&) {}
  static void bound_forces(const Model&, ModelExtremes&) {}
};
/// Of one that adds forces, but moves nothing by itself.
struct AddsNoMotion {
  static void bound_motion(const Model&, ModelExtremes&) {}
};

/// [length]
double longest_distance(const Model& model, std::span<const Index> nodes);

/// Of the values of a curve; 1 without one.
double largest_value(const Model& model, Index curve);

/// The speed that a curve of velocities, accelerations or displacements leads to.
double prescribed_speed(const Model& model, MotionKind kind, Index curve);

/// How far and how fast the ends of a spring may move to each other.
struct SpringReach {
  double deflection = 0, rate = 0;
};

/// Of torsional springs: 16 turns, and 100 times the speeds of rotation.
SpringReach reach_of_turns(const Model& model, const ModelExtremes& e);

/// Twice across the model, and what its speed and body loads lead to: until the end, or, where that is far beyond the
/// model, as far as a spring of that stiffness lets all of its mass swing.
SpringReach reach_of(const Model& model, double stiffness, const ModelExtremes& e);

}  // namespace crumple
