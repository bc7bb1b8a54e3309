// Bolt preloads: a force or a stress prescribed by a curve (*INITIAL_AXIAL_FORCE_BEAM, *INITIAL_STRESS_SECTION) until
// the curve ends or has returned to zero; from then on the material law applies.
#pragma once

#include "model/curve.hpp"

namespace crumple {

struct Preload {
  CurvePoints curve;
  double scale = 1;
  double end;  ///< of the preload [time]

  explicit Preload(const CurvePoints& given, double factor = 1)
      : curve(given), scale(factor), end(given.x[given.n - 1]) {
    std::size_t k = 0;
    while (k < curve.n && curve.y[k] == 0) ++k;
    while (k < curve.n && curve.y[k] != 0) ++k;
    if (k < curve.n) end = curve.x[k];
  }
  CRUMPLE_INLINE bool acts(double time) const { return time < end; }
  CRUMPLE_INLINE double at(double time) const { return scale * curve.evaluate(time); }
};

}  // namespace crumple
