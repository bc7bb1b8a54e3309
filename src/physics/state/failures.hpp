// What has failed: elements deleted, welds broken, tied nodes released. Each rank notes its own; at the next output the step hands them to
// root, which lists them in mes0000 as the same lines in the same order on any number of ranks.
// Called by the step (app/simulation).
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "comm/world.hpp"
#include "model/model.hpp"

namespace crumple {

enum class FailureKind : std::uint8_t { shell, solid, beam, spot_weld, tie };

struct Failure {
  std::int64_t cycle = 0;
  double time = 0;  ///< [time]
  FailureKind kind = FailureKind::shell;
  Id id = 0;     ///< of the element, the weld, the tied node
  Id owner = 0;  ///< of the element's part, of the tied contact; 0 for welds
  auto operator<=>(const Failure&) const = default;
};

/// Those of all ranks, ascending, on root; empty elsewhere. Empties `mine`. Collective.
std::vector<Failure> gather_failures(const World& world, std::vector<Failure>& mine);

/// E.g. " shell element 17 of part 3 failed at time 1.2000E-03".
std::string describe(const Failure& failure);

}  // namespace crumple
