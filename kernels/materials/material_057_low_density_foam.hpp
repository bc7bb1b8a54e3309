// *MAT_057 low density urethane foam: a curve of nominal stress in compression, hysteretic unloading. See foam.hpp.
#pragma once

#include "kernels/materials/foam.hpp"

namespace crumple::kernels {

template <class P>
struct Material057 : Foam<P, false> {
  static constexpr int number = 57;
  static constexpr bool solids_only = true;
  static constexpr HistoryNames<8> history_names{
      "left stretch xx", "left stretch yy", "left stretch zz", "left stretch xy",
      "left stretch yz", "left stretch zx", "largest energy",  "torn"};
  explicit Material057(const MaterialConstants& c) : Material057::Foam(c) {}
};

}  // namespace crumple::kernels
