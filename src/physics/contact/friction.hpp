// Coulomb friction of a contact: the values of its card, stored for each of its nodes and faces.
#pragma once

namespace crumple {

/// Coulomb friction mu = dynamic + (static - dynamic) exp(-decay |v|).
struct Friction {
  double at_rest = 0, sliding = 0;  ///< [1]
  double decay = 0;                 ///< [time/length]
};

}  // namespace crumple
