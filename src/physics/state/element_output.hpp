// Element values for plot states. The arrays are those of this rank's elements.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace crumple {

/// Element values for plot states.
enum class ElementField : std::uint8_t {
  plastic_strain,  ///< effective, maximum over the layers [1]
  von_mises,       ///< maximum over the layers [force/area]
  thickness,       ///< of shells [length]
  axial_force,     ///< of beams and springs, tension positive [force]; of torsional springs the moment
  energy_density,  ///< internal, of shells and solids, per initial volume [energy/volume]
};
inline constexpr std::array element_field_names{"plastic_strain", "von_mises", "thickness", "axial_force",
                                                "energy_density"};

/// Element values of the local model for a plot state: shells, solids, beams, springs, in the order of the model. A
/// family of elements sets the fields that it has; the others are 0.
struct ElementOutput {
  std::array<std::vector<float>, element_field_names.size()> fields;  ///< [field][element]
  std::vector<std::uint8_t> deleted;                                  ///< 1: not drawn; its other values are 0
  /// [element] Mean over layers and points, in global axes, as xx, yy, zz, xy, yz, zx [force/area]; empty if not
  /// requested.
  std::vector<std::array<float, 6>> stress;

  explicit ElementOutput(std::size_t n_elements) : deleted(n_elements, 0) {
    for (std::vector<float>& field : fields) field.assign(n_elements, 0.0f);
  }
  std::vector<float>& operator[](ElementField field) { return fields[std::size_t(field)]; }
};

}  // namespace crumple
