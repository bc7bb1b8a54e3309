// Values of elements that states show. The arrays belong to this rank's elements.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace crumple {

/// Values of elements that states show.
enum class ElementField : std::uint8_t {
  plastic_strain,  ///< effective, largest over the layers [1]
  von_mises,       ///< largest over the layers [force/area]
  thickness,       ///< of shells [length]
  axial_force,     ///< of beams and springs, tension positive [force]; of torsional springs the moment
  energy_density,  ///< internal, of shells and solids, per initial volume [energy/volume]
};
inline constexpr std::array element_field_names{"plastic_strain", "von_mises", "thickness", "axial_force",
                                                "energy_density"};

/// Of the local model for a state: shells, solids, beams, springs, in the order of the model. A family of elements
/// sets the fields that it has; the others are 0.
struct ElementOutput {
  std::array<std::vector<float>, element_field_names.size()> fields;  ///< [field][element]
  std::vector<std::uint8_t> deleted;                                  ///< 1: not to be drawn; its other values are 0
  /// [element] Mean over layers and points, in global axes, as xx, yy, zz, xy, yz, zx [force/area]; empty: not asked
  /// for.
  std::vector<std::array<float, 6>> stress;

  explicit ElementOutput(std::size_t n_elements) : deleted(n_elements, 0) {
    for (std::vector<float>& field : fields) field.assign(n_elements, 0.0f);
  }
  std::vector<float>& operator[](ElementField field) { return fields[std::size_t(field)]; }
};

}  // namespace crumple
