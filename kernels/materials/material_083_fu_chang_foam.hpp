// *MAT_083 Fu-Chang foam, tabulated: curves of nominal stress in compression over strain rate. See foam.hpp.
#pragma once

#include "kernels/materials/foam.hpp"

namespace crumple::kernels {

struct FuChangFoam : FoamParameters {
  static constexpr int number = 83;
};

template <class P>
struct Material083 : Foam<P, true> {
  using Parameters = FuChangFoam;
  static constexpr bool solids_only = true;
  static constexpr HistoryNames<14> history_names{
      "left stretch xx", "left stretch yy", "left stretch zz", "left stretch xy",
      "left stretch yz", "left stretch zx", "largest energy",  "torn",
      "mean rate xx",    "mean rate yy",    "mean rate zz",    "mean rate xy",
      "mean rate yz",    "mean rate zx"};
  Material083(const MaterialConstants& c, const FuChangFoam& p) : Material083::Foam(c, p) {}
};

}  // namespace crumple::kernels
