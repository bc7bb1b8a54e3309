#include "physics/elements/preload.hpp"

namespace crumple {
namespace {

double end_of(const Curve& curve) {
  bool has_begun = false;
  for (std::size_t k = 0; k < curve.x.size(); ++k) {
    if (has_begun && curve.y[k] == 0) return curve.x[k];
    has_begun = has_begun || curve.y[k] != 0;
  }
  return curve.x.back();
}

}  // namespace

std::optional<double> preload_at(const Curve& curve, double time, double scale) {
  if (time >= end_of(curve)) return {};
  return scale * curve.evaluate(time);
}

}  // namespace crumple
