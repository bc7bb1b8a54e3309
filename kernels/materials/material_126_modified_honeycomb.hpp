// *MAT_126 modified honeycomb, for solids only: as *MAT_026, but each strength is a curve over the strain of its own
// component, positive in compression, of shears over its magnitude (engineering). Normal strains are logarithmic, with
// ELFORM 0, LS-DYNA's brick for this law, of which the one-point solid takes the place, engineering strains 1 - l.
// Source: the law's card and remarks in LS-DYNA's keyword manual, without its second yield surface (LCA < 0).
#pragma once

#include "kernels/materials/material_026_honeycomb.hpp"

namespace crumple::kernels {

struct ModifiedHoneycomb : Honeycomb {
  static constexpr int number = 126;
  double engineering = 0;  ///< 1: the curves are over engineering normal strains
};

template <class P>
struct Material126 : HoneycombLaw<P, true> {
  using Parameters = ModifiedHoneycomb;
  static constexpr bool solids_only = true;
  Material126(const MaterialConstants& c, const ModifiedHoneycomb& p) : Material126::HoneycombLaw(c, p) {
    this->engineering = p.engineering == 1;
  }
};

}  // namespace crumple::kernels
