// What a rank sends to others at a search, for their copies: slave nodes with the ranks that evaluate them, then the
// faces near such nodes. Called by ghosting.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "base/ragged.hpp"
#include "comm/world.hpp"
#include "physics/contact/ghost_reach.hpp"
#include "physics/contact/passes.hpp"

namespace crumple {

struct ContactSurfaces;  // contact_surfaces.hpp

/// A segment in a message; nodes by global number and by the sender's local number.
struct SegmentCopy {
  Index pass = none;
  std::array<Index, 4> global{}, local{};
  SegmentConstants constants;
};

/// A slave node in a message; most have no contact history to send.
struct SlaveCopy {
  Index pass = none;
  Index global = none, local = none;
  std::int16_t has_memory = 0, n_ranks = 0;  ///< that evaluate it
  SlaveConstants constants;
  Id body = 0;
  Vec3 position;  ///< [length]
};

using TouchMemories = decltype(SlaveState::touch);

/// The data that another rank needs from this one, in two messages: slave nodes, with all the ranks that evaluate them,
/// and faces.
struct Parcel {
  std::vector<SlaveCopy> slaves;
  std::vector<TouchMemories> memories;  ///< of the slaves with a history, in their order
  std::vector<std::int32_t> ranks;      ///< of all slaves, in their order
  std::vector<SegmentCopy> segments;

  void add(SlaveCopy copy, const SlaveState& state, const std::vector<std::int32_t>& evaluating) {
    copy.has_memory = state.is_used();
    copy.n_ranks = std::int16_t(evaluating.size());
    slaves.push_back(copy);
    if (state.is_used()) memories.push_back(state.touch);
    ranks.insert(ranks.end(), evaluating.begin(), evaluating.end());
  }
};
using Parcels = std::map<int, Parcel>;  ///< by rank

/// Slave nodes of a pass that several ranks evaluate: all these ranks need the faces around them.
struct SharedSlaves {
  kernels::RunVector<Vec3> position;  ///< [slave] [length]
  Ragged<std::int32_t> ranks;  ///< [slave]

  void add(const Vec3& at, std::span<const std::int32_t> evaluating) {
    position.push_back(at);
    std::ranges::copy(evaluating, ranks.add_row(evaluating.size()).begin());
  }
};

Bytes bytes_of_slaves(const Parcel& parcel);
Parcel slaves_of(const Bytes& bytes);

/// Slave nodes in the boxes of other ranks' segments, padded by `margin` [length]; adds those of this rank to `shared`
/// [pass]. For contacts with edges also the segments whose boxes overlap. Collective.
Parcels pack_slaves(const World& world, const GhostReach& ranges, double margin, const ContactSurfaces& surfaces,
                    std::vector<SharedSlaves>& shared);

/// Adds the segments whose padded boxes hold slave nodes that other ranks evaluate; `shared`: all such nodes here.
void pack_segments(const GhostReach& ranges, double margin, const ContactSurfaces& surfaces,
                   const std::vector<SharedSlaves>& shared, Parcels& parcels);

}  // namespace crumple
