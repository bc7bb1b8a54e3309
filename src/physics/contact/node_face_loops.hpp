// The loops of nodes and faces on a device (node_face_pairing.cpp). A CPU evaluates the candidates
// block by block, in packs, by the same law.
#pragma once

#include "physics/contact/near_pairs.hpp"
#include "physics/contact/penalty.hpp"
#include "physics/contact/touches.hpp"

namespace crumple {

/// Advances the gauge of a block of candidates.
struct AdvanceBlock {
  static constexpr const char* name = "contact travel";
  GaugeAt gauge;
  CandidateBlock* blocks;
  const Index* ranges;
  CRUMPLE_INLINE void operator()(std::size_t b) const {
    CandidateBlock& block = blocks[b];
    block.gauge.advanced(gauge, ranges + block.first_range, ranges + block.last_range);
  }
};

/// Evaluates the candidates of an entry.
struct EvaluateEntry {
  static constexpr const char* name = "contact";
  PassAt pass;
  LawInput input;                   ///< but for the travel
  const CandidateBlock* blocks;
  // memory for each candidate
  Index* near;
  kernels::ClosestColumns closest;
  Touch* touches;
  RearTouch* rear;
  PlacesForForces forces;
  CRUMPLE_INLINE void operator()(std::size_t e) const {
    const Index entry = Index(e);
    LawInput now = input;
    now.travel = blocks[e / block_size].gauge.travel;
    if (now.travel < pass.candidates.entry_due[entry]) return;
    const NearPairsAt pairs = near_pairs_of_entry(pass, now.nodes, entry, now.travel, now.last_step, near, closest);
    if (pairs.first == pairs.last && !pass.candidates.remembers[entry]) return;
    Touches found(touches + pairs.first);
    find_touches(pass, now, pairs, rear + pairs.first, found);
    add_pair_forces(pass, entry, now, found, forces);
  }
};

using NodeFaceLoops = kernels::Loops<AdvanceBlock, EvaluateEntry>;

}  // namespace crumple
