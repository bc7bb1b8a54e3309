#include "physics/state/failures.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace crumple {

std::vector<Failure> gather_failures(const World& world, std::vector<Failure>& mine) {
  std::vector<Failure> all;
  for (const Bytes& bytes : world.gather(to_bytes(std::span<const Failure>(mine))))
    for (const Failure& failure : from_bytes<Failure>(bytes)) all.push_back(failure);
  std::ranges::sort(all);
  mine.clear();
  return all;
}

std::string plural_of(FailureKind kind) {
  if (kind == FailureKind::spot_weld) return "spot_welds";
  if (kind == FailureKind::tie) return "ties";
  if (kind == FailureKind::joint) return "joints";
  if (kind == FailureKind::tied_node) return "tied_nodes";
  return std::string(name_of(SectionKind(kind))) + "s";
}

std::string describe(const Failure& failure) {
  if (failure.kind == FailureKind::spot_weld)
    return fmt::format(" spot weld {} failed at time {:.4E}", failure.id, failure.time);
  if (failure.kind == FailureKind::joint)
    return fmt::format(" joint {} failed at time {:.4E}", failure.id, failure.time);
  if (failure.kind == FailureKind::tie)
    return fmt::format(" node {} released from tied contact {} at time {:.4E}", failure.id, failure.owner,
                       failure.time);
  if (failure.kind == FailureKind::tied_node)
    return fmt::format(" node {} released from the tied nodes of set {} at time {:.4E}", failure.id, failure.owner,
                       failure.time);
  return fmt::format(" {} element {} of part {} failed at time {:.4E}", name_of(SectionKind(failure.kind)), failure.id,
                     failure.owner, failure.time);
}

}  // namespace crumple
