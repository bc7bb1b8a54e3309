#include "model/materials.hpp"

namespace crumple {

MaterialLaw::MaterialLaw() = default;
MaterialLaw::MaterialLaw(const MaterialLaw&) = default;
MaterialLaw::MaterialLaw(MaterialLaw&&) noexcept = default;
MaterialLaw& MaterialLaw::operator=(const MaterialLaw&) = default;
MaterialLaw& MaterialLaw::operator=(MaterialLaw&&) noexcept = default;
MaterialLaw::~MaterialLaw() = default;

}  // namespace crumple
