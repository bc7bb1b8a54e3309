// From the whole model and a partition to the pieces of the ranks. Runs on root only, one piece at a time.
#pragma once

#include <memory>
#include <vector>

#include "base/exact_sum.hpp"
#include "decomp/partition.hpp"
#include "physics/state/domain.hpp"

namespace crumple {

/// Which ranks have which nodes, and what belongs to each rank; made once, then asked for each rank's piece.
class ModelCutter {
 public:
  ModelCutter(const Model& model, const Partition& partition);
  /// The piece of one rank. Elements, point masses and faces go to one rank; nodal constraints, walls and bodies go
  /// to every rank that has their nodes; the nodes of a spot-weld cluster are always together; a rank that has a tied
  /// node has the corners of its face, and one that has the element behind the face has the node.
  Domain piece(int rank) const;

 private:
  struct NodeOnRank {
    Index node;
    int rank;
    auto operator<=>(const NodeOnRank&) const = default;
  };
  /// A contact face of the model: side 0 is A, 1 is B.
  struct Face {
    Index contact;
    int side;
    Index segment;
  };
  /// A segment of a pressure load.
  struct Pressed {
    Index load, segment;
  };
  void place_elements();
  void place_ties();
  void place_welds();
  void place_faces();
  void sort_places();
  int owner(Index node) const;
  int rank_of_face(const ContactSegment& segment) const;

  const Model& model_;
  const Partition& partition_;
  Quanta quanta_;
  std::vector<NodeOnRank> places_;                ///< ascending by node, then rank
  std::vector<std::size_t> first_place_;          ///< [node], into places_
  std::vector<std::uint8_t> is_tie_corner_;       ///< [node]
  std::vector<std::vector<Index>> nodes_of_rank_;      ///< ascending
  std::vector<std::vector<Index>> elements_of_rank_;   ///< shells first, ascending
  std::vector<std::vector<Face>> faces_of_rank_;       ///< in the order of the model
  std::vector<std::vector<Pressed>> pressed_of_rank_;  ///< the same
};

}  // namespace crumple
