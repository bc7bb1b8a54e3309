// Element values for output, from the kernels' history.
#pragma once

#include "physics/element_groups.hpp"
#include "physics/results.hpp"

namespace crumple {

template <class Real> ElementOutput element_output(const Domain& domain, const Elements<Real>& elements);

}  // namespace crumple
