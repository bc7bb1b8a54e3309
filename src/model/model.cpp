#include "model/model.hpp"

#include <algorithm>

#include "model/complete.hpp"

namespace crumple {

static_assert(is_complete<Model>, "the description of Model or of a struct in it leaves out a member");

double Curve::evaluate(double at) const {
  if (at <= x.front()) return y.front();
  if (at >= x.back()) return y.back();
  const auto upper = std::size_t(std::upper_bound(x.begin(), x.end(), at) - x.begin());
  const double fraction = (at - x[upper - 1]) / (x[upper] - x[upper - 1]);
  return y[upper - 1] + fraction * (y[upper] - y[upper - 1]);
}

}  // namespace crumple
