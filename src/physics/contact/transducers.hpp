// *CONTACT_FORCE_TRANSDUCER_PENALTY: the forces of all penalty contacts on the nodes of side A, of slaves and of faces;
// with a side B only those of pairs with it. Computed from the pair forces of the last step, so that steps without
// output cost nothing. Forces of ties, walls and spot welds are not included. Called at outputs of rcforc.
#pragma once

#include <span>
#include <vector>

#include "physics/state/feature.hpp"

namespace crumple {

struct ContactForce;  // contact_force.hpp
struct Contacts;      // contact.hpp

class ForceTransducers final : public Feature, public AddsNoForces, public Gives<ContactForce> {
 public:
  /// `contacts` must outlive it.
  explicit ForceTransducers(const Contacts& contacts);
  ~ForceTransducers() override;

  /// Three numbers for each: the force on the nodes that this rank owns, in multiples of the quantum of nodal forces.
  std::vector<std::size_t> widths(Reduction reduction) const override;
  void put_sums(Reduction reduction, SumShare& share) override;
  void take(Reduction reduction, StepState& s, std::span<const double> sums) override;
  /// Side B is the reaction of side A; without a side B it is zero.
  void add_rows(std::vector<ContactForce>& rows) const override;

 private:
  const Contacts& contacts_;
  std::vector<ContactForce> forces_;  ///< [transducer] over all ranks, at the last reduction; on root
};

/// Three numbers for each transducer, to be summed over ranks [force].
void put_transducer_sums(const Contacts& contacts, SumShare& share);

/// The results from the sums. Side B is the reaction of side A; without a side B it is zero.
std::vector<ContactForce> transducer_forces(const Contacts& contacts, std::span<const double> sums);

}  // namespace crumple
