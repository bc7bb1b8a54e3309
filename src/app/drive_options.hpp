// What `crumple drive` is asked for: mat=, material=, path=, form=, strain=, rate=, steps=, copies=.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "model/mesh.hpp"

namespace crumple {

inline constexpr std::array<std::string_view, 6> drive_paths = {"tension", "strain",  "plane",
                                                                "shear",   "biaxial", "volume"};
/// Shell or solid, and ELFORM.
inline constexpr std::array<std::string_view, 9> drive_forms = {"solid1", "solid2", "solid10", "solid15", "shell2",
                                                                "shell4", "shell5", "shell10", "shell16"};

struct DriveOptions {
  std::string deck;              ///< has the material, and the curves that it names
  Id material = 0;               ///< 0: the only one
  std::string path = "tension";  ///< of drive_paths
  std::string form = "solid1";   ///< of drive_forms
  std::vector<double> strains;   ///< logarithmic ones, of shear engineering ones, gone to in turn
  std::vector<double> rates = {1};  ///< of strain, each a path of its own [1/time]
  int steps = 1000;                 ///< from one strain to the next
  int copies = 1;                   ///< elements that are driven alike, to time the kernel

  bool of_shells() const { return form.starts_with("shell"); }
};

}  // namespace crumple
