// What physics hands to output. Local arrays belong to this rank's elements; sums are global and the same on all ranks.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/vec3.hpp"
#include "model/model.hpp"

namespace crumple {

/// Values of elements that states show.
enum class ElementField : std::uint8_t {
  plastic_strain,  ///< effective, largest over the layers [1]
  von_mises,       ///< largest over the layers [force/area]
  thickness,       ///< of shells [length]
  axial_force,     ///< of beams and springs, tension positive [force]; of torsional springs the moment
};
inline constexpr std::array element_field_names{"plastic_strain", "von_mises", "thickness", "axial_force"};

/// Of the local model for a state: shells, solids, beams, springs, in the order of the model. A family of elements
/// sets the fields that it has; the others are 0.
struct ElementOutput {
  std::array<std::vector<float>, element_field_names.size()> fields;  ///< [field][element]
  std::vector<std::uint8_t> deleted;                                  ///< 1: not to be drawn; its other values are 0

  explicit ElementOutput(std::size_t n_elements) : deleted(n_elements, 0) {
    for (std::vector<float>& field : fields) field.assign(n_elements, 0.0f);
  }
  std::vector<float>& operator[](ElementField field) { return fields[std::size_t(field)]; }
};

/// Sums over the elements and nodes of a part, for matsum.
struct PartSum {
  double internal = 0, kinetic = 0, hourglass = 0;   ///< [energy]
  double eroded_internal = 0, eroded_kinetic = 0;    ///< [energy]
  Vec3 momentum;                                     ///< [mass length/time]
  Vec3 rigid_velocity;                               ///< momentum / mass [length/time]
  double mass = 0;
};

/// What a spot weld carries, for swforc.
struct WeldForce {
  Id weld = 0;
  bool is_beam = false;  ///< else *CONSTRAINED_SPOTWELD
  bool failed = false;
  double axial = 0, shear = 0;      ///< tension positive; resultant [force]
  double bending = 0, torsion = 0;  ///< of beams: resultant; about the axis [force length]
  double length = 0;                ///< of beams [length]
  double failure_time = 0;          ///< of beams that have failed [time]
};

/// What a spring or damper puts on its first node, for deforc.
struct SpringForce {
  Id spring = 0;
  bool torsional = false;
  Vec3 force;             ///< on its first node [force], or moment [force length]
  double resultant = 0;   ///< tension positive
  double deflection = 0;  ///< with its offset [length], or [rad]
};

}  // namespace crumple
