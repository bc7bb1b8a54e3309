// A material law behind a pointer to its update: laws and element formulations are compiled apart and meet at run
// time, so that a law is compiled once for all shells and once for all solids, and a formulation once for all laws.
// The call costs a pack of elements a hundredth of what it computes; what lives across it would be spilled anyway.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>

#include "kernels/materials/history.hpp"
#include "kernels/simd/inline.hpp"

namespace crumple::kernels {

/// A law's constants among those of a formulation, which does not know their type.
class LawStorage {
 public:
  template <class Constants>
  static void make(const MaterialConstants& material, LawStorage& storage) {
    static_assert(sizeof(Constants) <= sizeof(bytes_) && alignof(Constants) <= alignof(LawStorage));
    static_assert(std::is_trivially_destructible_v<Constants>);
    new (storage.bytes_) Constants(material, material.as<typename Constants::Parameters>());
  }
  template <class Constants>
  CRUMPLE_DEVICE const Constants& as() const {
    return *std::launder(reinterpret_cast<const Constants*>(bytes_));
  }

 private:
  alignas(64) std::byte bytes_[1024];
};

/// A law's shorter form, compiled apart, for the materials that do without its rarer features.
template <class Law>
struct PlainForm {
  const Law* law = nullptr;  ///< null: it has none
  bool (*fits)(const MaterialConstants&) = nullptr;
};
/// The form of a law (ShellLaw or SolidLaw) for a material.
template <class Law>
const Law& form_for(const MaterialConstants& material, const Law& law) {
  return law.plain.law && law.plain.fits(material) ? *law.plain.law : law;
}
/// How a part calls its law: a device has a kernel for each.
enum class LawForm {
  general,
  plain,
  rare,  ///< with additions (law_additions.hpp), or in layers with axes of their own
};

/// A law has a plain form if it names its type, Plain, and says by is_plain() for which materials.
template <template <class> class Material>
struct Plain {
  template <class P>
  using Of = typename Material<P>::Plain;
};

}  // namespace crumple::kernels
