// A kind of thing that meets in contact: nodes and faces, edges and edges. A pairing finds which of them may touch
// before the next search, evaluates their forces in each step, and saves what its pairs remember. What becomes of the
// forces is the same for all (pair_force.hpp). A new kind is a file with a maker, and a line in pairings.cpp.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "physics/contact/pair_force.hpp"

namespace crumple {

struct ContactLoad;      // contact_load.hpp
struct ContactSurfaces;  // contact_surfaces.hpp
struct LawInput;         // pair_law.hpp
struct SearchRange;      // search.hpp

/// A node that is in contact before anything has moved.
struct InitialPenetration {
  Index contact = none;
  Id node = 0;
  double depth = 0;  ///< [length]
  Vec3 position;     ///< [length]
  Vec3 way_out;      ///< of the faces that it touches, if they stay where they are [length]
};

/// How often pairs are checked per step: a measure of their cost. A pair that may touch is checked in every step, and
/// more expensively; a pair with a gap only once in the steps that closing the gap takes.
struct PairChecks {
  double travel = 0, last_step = 0;  ///< of TravelGauge, or of the pair's block [length]
  /// `due`: travel before which the pair cannot touch [length].
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

  /// Lists anew what may touch before the travel gauge has read `margin` more.
  virtual void find(ContactSurfaces& surfaces, const SearchRange& range) = 0;
  /// Calls visit(node) for each copy of another rank's node (ContactNodes) whose motion the listed pairs need.
  virtual void for_each_copy(const ContactSurfaces& surfaces, const std::function<void(Index)>& visit) const = 0;
  /// Fills `forces`, which are empty, at the present positions, and updates what pairs remember.
  virtual void evaluate(ContactSurfaces& surfaces, const LawInput& input) = 0;

  /// Remembers the penetrations that there are before the first step, so that they are forgiven, and returns those of
  /// nodes that this rank owns.
  virtual std::vector<InitialPenetration> forgive_initial_penetrations(ContactSurfaces&) { return {}; }
  /// From now on pairs without initial penetration have none to be forgiven.
  virtual void start(ContactSurfaces&) {}

  /// Calls put(node, memory) for all that pairs with that node, by its number in the whole model, remember from step to
  /// step, where that is anything; at least for the nodes that this rank owns.
  using PutMemory = std::function<void(Index node, std::span<const std::byte> memory)>;
  virtual void save(const ContactSurfaces& surfaces, const PutMemory& put) const = 0;
  /// Before what was put is taken back: nothing is remembered.
  virtual void forget(ContactSurfaces&) {}
  /// Takes back what was put for a node, now by its local number. Before find. Errors: the node is not in the contact.
  virtual void load(ContactSurfaces& surfaces, Index node, std::span<const std::byte> memory) = 0;

  /// Adds to each local node its share of the pairs that are checked in a step (PairChecks).
  virtual void add_activity(const ContactSurfaces& surfaces, std::vector<float>& activity) const = 0;
  /// Adds what the pairing holds here.
  virtual void add_load(const ContactSurfaces& surfaces, ContactLoad& load) const = 0;
};

using Pairings = std::vector<std::unique_ptr<Pairing>>;

/// The pairings of all contacts, of every kind.
Pairings make_pairings(const ContactSurfaces& surfaces);

}  // namespace crumple
