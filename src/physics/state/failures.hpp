// Failures: elements deleted, welds and joints broken, tied nodes released. Each rank records its own; at the next
// output the step gathers them on root, which lists them in mes0000 in the same order on any number of ranks. Called by
// the step (app/simulation).
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "comm/world.hpp"
#include "model/model.hpp"

namespace crumple {

/// Elements of each kind, in the order of SectionKind, then other failures.
enum class FailureKind : std::uint8_t { spot_weld = n_section_kinds, tie, joint, tied_node };
inline constexpr int n_failure_kinds = int(FailureKind::tied_node) + 1;

inline FailureKind failure_of(SectionKind kind) { return FailureKind(kind); }
/// As in the summary: "shells", "spot_welds".
std::string plural_of(FailureKind kind);

struct Failure {
  std::int64_t cycle = 0;
  double time = 0;  ///< [time]
  FailureKind kind{};
  Id id = 0;     ///< of the element, the weld, the tied node, the joint
  Id owner = 0;  ///< of the element's part, of the tied contact or set; 0 for welds and joints
  auto operator<=>(const Failure&) const = default;
};

/// The failures of all ranks, ascending, on root; empty elsewhere. Clears `mine`. Collective.
std::vector<Failure> gather_failures(const World& world, std::vector<Failure>& mine);

/// E.g. " shell element 17 of part 3 failed at time 1.2000E-03".
std::string describe(const Failure& failure);

}  // namespace crumple
