// From the deck on root to a piece of the model on every rank.
#pragma once

#include <functional>

#include "app/options.hpp"
#include "comm/world.hpp"
#include "physics/domain.hpp"

namespace crumple {

/// Runs `work` on root; if it throws Error there, every rank throws the same Error. Collective.
void on_root(const World& world, const std::function<void()>& work);

/// Root reads the deck, checks and cuts it; each rank gets its piece. Other ranks never hold more than their own.
Domain read_and_distribute(const World& world, const Options& options);

}  // namespace crumple
