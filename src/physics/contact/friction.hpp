// Coulomb friction of a contact: the values of its card, stored for each of its nodes and faces.
#pragma once

#include "base/index.hpp"

namespace crumple {

/// Coulomb friction mu = dynamic + (static - dynamic) exp(-decay |v|).
struct Friction {
  double at_rest = 0, sliding = 0;  ///< [1]
  double decay = 0;                 ///< [time/length]
  Index group = 0;                  ///< of its part in a table of pairs, FrictionOfPairs; of several parts the largest
};

/// Friction by pairs of groups, in memory of the run.
struct FrictionTableAt {
  const Friction* values = nullptr;  ///< [group][group]; null: friction is the mean of both sides
  Index n_groups = 0;
};

}  // namespace crumple
