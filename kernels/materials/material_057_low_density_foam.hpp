// *MAT_057 low density urethane foam: a curve of nominal stress in compression, hysteretic unloading. See foam.hpp.
#pragma once

#include "kernels/materials/foam.hpp"

namespace crumple::kernels {

struct LowDensityFoam : FoamParameters {
  static constexpr int number = 57;
};

template <class P>
struct Material057 : Foam<P, false> {
  using Parameters = LowDensityFoam;
  static constexpr bool solids_only = true;
  static constexpr HistoryNames<8> history_names{
      "left stretch xx", "left stretch yy", "left stretch zz", "left stretch xy",
      "left stretch yz", "left stretch zx", "largest energy",  "torn"};
  Material057(const MaterialConstants& c, const LowDensityFoam& p) : Material057::Foam(c, p) {}
};

}  // namespace crumple::kernels
