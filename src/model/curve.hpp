// A function given by points (*DEFINE_CURVE).
// Part of the Model (model.hpp), used by materials, loads and motions.
#pragma once

#include <string>
#include <vector>

#include "model/mesh.hpp"

namespace crumple {

/// y(x), piecewise linear, scale and offset applied; x strictly ascending; constant beyond the ends.
struct Curve {
  Id id = 0;
  std::string title;
  std::vector<double> x, y;
  double evaluate(double at) const;
  CRUMPLE_DESCRIBE(plain(id, title, x, y))
};

}  // namespace crumple
