// What dividing a model adds to the work of its ranks: copies for contact of other ranks' nodes and faces, and their
// parts in rigid bodies. It is known only once the elements have ranks; `make_partition` then changes their shares.
#pragma once

#include <cstdint>
#include <vector>

#include "decomp/near_faces.hpp"
#include "decomp/weights.hpp"
#include "model/model.hpp"

namespace crumple {

/// Measured as ratios, of the car on two ranks that share more and more nodes (docs/plan.md).
inline constexpr double cost_of_copy = 0.55;        ///< of a node or face, with searches [unit of ElementCosts]
inline constexpr double cost_of_body = 24;          ///< of each body of which a rank has nodes [nodes of bodies]
inline constexpr double cost_of_body_message = 80;  ///< [nodes of bodies]
inline constexpr double cost_of_message = 45;       ///< of nodal sums to another rank [shared nodes]

/// What a rank gets from others for contact.
struct ContactCopies {
  std::int64_t nodes = 0, faces = 0;  ///< faces: once for each interface
};

/// [unit of ElementCosts] in the stage of forces, and for exchanging sums at shared nodes
struct AddedToRank {
  double forces = 0, exchange = 0;
};

/// By the table, or as measured [unit of ElementCosts].
struct AddedCosts {
  double node_of_body = 0, shared_node = 0;
};
AddedCosts added_costs(const MeasuredCosts& measured, double unit);

class AddedWork {
 public:
  AddedWork(const Model& model, const AddedCosts& costs);

  /// [rank] As a plan counts them, but for reaches and thicknesses, which are estimated from the mesh.
  std::vector<ContactCopies> copies(const std::vector<int>& rank_of_element, int n_ranks) const;
  /// [rank]
  std::vector<AddedToRank> to_ranks(const std::vector<int>& rank_of_element, int n_ranks) const;

 private:
  const Model& model_;
  AddedCosts costs_;
  std::vector<NearFaces> near_;  ///< of each contact, in one direction or both
};

}  // namespace crumple
