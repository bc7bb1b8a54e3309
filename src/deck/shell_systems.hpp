// *ELEMENT_SHELL_MCID: the material axes of a shell by a coordinate system.
#pragma once

#include <vector>

#include "deck/deck.hpp"

namespace crumple::deck {

struct ShellSystem {
  Location where;
  Id shell = 0, system = 0;
};

/// Gives the shells the angle that turns axis a of their material into the projection of their system's x axis. To be
/// called once materials have their axes.
void resolve_shell_systems(Deck& deck, const std::vector<ShellSystem>& systems);

}  // namespace crumple::deck
