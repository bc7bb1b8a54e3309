// Which nodes lie so near which faces of a contact that a rank with one of them needs the other: in the face's box,
// padded as a search pads it (physics/contact/parcels.cpp). Found once for all partitions that are tried. Called by
// added_work.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/model.hpp"

namespace crumple {

/// Lists of numbers, one for each of 0 to n - 1.
struct NumberLists {
  std::vector<std::size_t> first = {0};
  std::vector<Index> values;
  std::span<const Index> operator[](std::size_t i) const {
    return std::span(values).subspan(first[i], first[i + 1] - first[i]);
  }
};

/// Nodes of one side against faces of the same or the other.
struct NearFaces {
  const std::vector<Index>* nodes = nullptr;              ///< of the contact's side
  const std::vector<ContactSegment>* faces = nullptr;
  NumberLists nodes_of;  ///< [face] into `nodes`
  NumberLists faces_of;  ///< [into nodes]
};

/// The pairs of all contacts.
std::vector<NearFaces> near_faces_of(const Model& model);

}  // namespace crumple
