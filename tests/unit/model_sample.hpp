// A model with something of every kind in it, filled from the descriptions: also members that don't exist yet.
#pragma once

#include "model/model.hpp"

namespace crumple::test {

/// References point into lists of `n_items`, all `none` or all not.
struct Sample {
  static constexpr int n_items = 5, n_nodes = 24;
};

Model sample_model();

}  // namespace crumple::test
