// Interface of the kinds of contact pairs: slave nodes and segments, edges and edges. A pairing lists the pairs that
// may be in contact before the next search, evaluates their forces in each step, and archives their history. The forces
// of all kinds are treated alike (pair_force.hpp). A new kind is a file with a maker and a line in pairings.cpp.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "physics/contact/pair_forces.hpp"

namespace crumple {

struct ContactLoad;      // contact_load.hpp
struct ContactSurfaces;  // contact_surfaces.hpp
struct LawInput;         // pair_law.hpp
struct SearchRange;      // search.hpp

/// An initial penetration.
struct InitialPenetration {
  Index contact = none;
  Id node = 0;
  double depth = 0;  ///< [length]
  Vec3 position;     ///< [length]
  Vec3 way_out;      ///< displacement that removes it, with the faces fixed
};

/// Expected cost of pairs per step, in distance checks. A pair that may be in contact is evaluated in every step, at a
/// higher cost; a pair with a gap is checked once in the number of steps that closing the gap would take.
struct PairChecks {
  double travel = 0, last_step = 0;  ///< of TravelGauge, or of the pair's block [length]
  /// `due`: travel before which the pair cannot be in contact [length].
  double operator()(double due) const {
    constexpr double near_pair = 4;  // an estimate, not measured: closest point and force beside a distance
    if (due <= travel) return near_pair;
    return last_step > 0 ? last_step / std::max(last_step, due - travel) : 0.0;
  }
};

class Pairing {
 public:
  Pairing(Index its_contact, FirstSide its_first_side) : contact(its_contact), first_side(its_first_side) {}
  virtual ~Pairing() = default;

  const Index contact;         ///< into Model::contacts
  const FirstSide first_side;  ///< of its pairs
  PairForces forces;           ///< of the last evaluation

  /// Lists the pairs that may be in contact before the travel gauge has advanced by `margin`.
  virtual void find(ContactSurfaces& surfaces, const SearchRange& range) = 0;
  /// Calls visit(node) for each copied node (ContactNodes) whose motion the listed pairs need.
  virtual void for_each_copy(const ContactSurfaces& surfaces, const std::function<void(Index)>& visit) const = 0;
  /// Fills `forces` at the current positions and updates the history of the pairs.
  virtual void evaluate(ContactSurfaces& surfaces, const LawInput& input) = 0;

  /// Stores the penetrations before the first step as offsets, so that they cause no force, and returns those of nodes
  /// that this rank owns.
  virtual std::vector<InitialPenetration> forgive_initial_penetrations(ContactSurfaces&) { return {}; }
  /// From now on new pairs start without an offset.
  virtual void start(ContactSurfaces&) {}

  /// Calls put(node, memory) with the history of the pairs of each node that has any, by its number in the whole model;
  /// at least for the nodes that this rank owns.
  using PutMemory = std::function<void(Index node, std::span<const std::byte> memory)>;
  virtual void save(const ContactSurfaces& surfaces, const PutMemory& put) = 0;
  /// Clears the history, before a saved one is loaded.
  virtual void forget(ContactSurfaces&) {}
  /// Restores the saved history of a node, given by its local number. Called before find. Errors: the node is not in
  /// the contact.
  virtual void load(ContactSurfaces& surfaces, Index node, std::span<const std::byte> memory) = 0;

  /// Adds to each local node its share of the pairs checked in a step (PairChecks).
  virtual void add_activity(const ContactSurfaces& surfaces, std::vector<float>& activity) const = 0;
  /// Adds the size of the pairing on this rank.
  virtual void add_load(const ContactSurfaces& surfaces, ContactLoad& load) const = 0;
};

using Pairings = std::vector<std::unique_ptr<Pairing>>;

/// The pairings of all contacts, of every kind.
Pairings make_pairings(const ContactSurfaces& surfaces);

}  // namespace crumple
