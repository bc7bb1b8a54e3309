// Coulomb friction of a contact: the numbers of its card, which each of its nodes and faces has.
#pragma once

namespace crumple {

/// Coulomb friction mu = dynamic + (static - dynamic) exp(-decay |v|).
struct Friction {
  double at_rest = 0, sliding = 0;  ///< [1]
  double decay = 0;                 ///< [time/length]
};

}  // namespace crumple
