// The largest and total sizes of a model, from which the quanta of its sums are chosen (results/quanta). Every kind of
// feature and every family of elements contributes bounds: of the sizes and speeds it can cause (`bound_motion`), then
// of its forces on a node and their work (`bound_forces`).
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
  double averaged_volume = 0;               ///< six times that of a solid of ELFORM 13, with a margin [length^3]
  double strain_energy = 0;                 ///< [energy]
  double speed = 0, extent = 0;             ///< [length/time], [length]
  double rigid_force = 0;                   ///< maximum force with rigid and null elements as elastic ones [force]
  double rigid_stiffness = 0;               ///< of one of their nodes in contact [force/length]
  double rigid_mass = 0;                    ///< of bodies that can move [mass]

  /// `scaled_mass`: lower bound including mass scaling [mass].
  void add_element(const Material& material, double edge, double thickness, double scaled_mass = 0);
  /// A force on a single node, and the work of `count` of them over the size of the model.
  void add_load(double largest, std::size_t count);
};

/// For a kind of feature that adds neither forces nor motion.
struct AddsNoForces {
  static void bound_motion(const Model&, ModelExtremes&) {}
  static void bound_forces(const Model&, ModelExtremes&) {}
};
/// For a kind of feature that adds forces, but prescribes no motion.
struct AddsNoMotion {
  static void bound_motion(const Model&, ModelExtremes&) {}
};

/// [length]
double longest_distance(const Model& model, std::span<const Index> nodes);

/// Of the ordinates of a curve; 1 without one.
double largest_value(const Model& model, Index curve);

/// [length/time^2]; of a centrifugal one that at twice the distance of the farthest node from the axis.
double largest_acceleration(const Model& model, const BodyLoad& load);

/// The largest speed by a curve of velocities, accelerations or displacements.
double prescribed_speed(const Model& model, MotionKind kind, Index curve);

/// Largest relative displacement and velocity of a spring's ends.
struct SpringReach {
  double deflection = 0, rate = 0;
};

/// For torsional springs: 16 turns, and 100 times the angular velocities.
SpringReach reach_of_turns(const Model& model, const ModelExtremes& e);

/// Twice the size of the model, and the displacement by its speed and body loads: until the end, or, if that is far
/// beyond the model, the amplitude of all of its mass on a spring of that stiffness.
SpringReach reach_of(const Model& model, double stiffness, const ModelExtremes& e);

}  // namespace crumple
