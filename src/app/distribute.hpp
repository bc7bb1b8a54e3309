// From the deck on root to a piece of the model on every rank.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/options.hpp"
#include "comm/world.hpp"
#include "decomp/pfile.hpp"
#include "physics/domain.hpp"

namespace crumple {

/// Runs `work` on root; if it throws Error there, every rank throws the same Error. Collective.
void on_root(const World& world, const std::function<void()>& work);

/// Root reads the deck, checks and cuts it; each rank gets its piece. Other ranks never hold more than their own.
/// `pfile` is what p= named, on root; without p= the deck's *CONTROL_MPP_... say how to cut. Nothing comes back where
/// only the decomposition was asked for (`show`, or `numproc` other than the ranks here); it has been written then,
/// `show` to `prefix` + decomposition.vtkhdf.
std::optional<Domain> read_and_distribute(const World& world, const Options& options, Pfile pfile, const std::string& prefix);

}  // namespace crumple
