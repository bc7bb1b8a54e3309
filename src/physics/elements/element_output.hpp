// Element values for output, from the kernels' history.
#pragma once

#include "physics/elements/element_groups.hpp"
#include "physics/state/results.hpp"

namespace crumple {

template <class Real> ElementOutput element_output(const Domain& domain, const Elements<Real>& elements);

}  // namespace crumple
