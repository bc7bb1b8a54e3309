// The laws of shells and solids by number: the only place in `src` that knows all of them, by the list that CMake makes
// of kernels/materials.
#pragma once

#include <string>

namespace crumple {

namespace kernels {
struct MaterialConstants;  // kernels/interface.hpp
}

/// Sets what others than the law's kernel need of it, by the function set_up of its struct.
void set_up_law(kernels::MaterialConstants& constants);

/// The number and the size of each law's struct.
std::string sizes_of_laws();

}  // namespace crumple
