// Who owns what: the rank of each element, found before the run from the whole model.
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

namespace crumple {

/// The rank of every element: shells first, then solids, in the order of the model.
struct Partition {
  int n_ranks = 1;
  std::string method;
  std::vector<int> rank;
  std::vector<float> weight;  ///< relative cost of each element that the method balanced
};

/// Applied to the coordinates before cutting, as LS-DYNA's pfile: sx, sy, sz and rotations make up a matrix.
struct PartitionOptions {
  std::string method = "rcb";
  Mat3 transformation = Mat3::identity();
};

/// Cost of an element relative to a shell with three layers; rigid elements cost little.
std::vector<float> element_weights(const Model& model);

/// Centres of the elements, transformed; shells first [length].
std::vector<Vec3> element_centres(const Model& model, const Mat3& transformation);

/// Cuts the model into `n_ranks` pieces. Errors: unknown method, fewer elements than ranks.
Partition make_partition(const Model& model, int n_ranks, const PartitionOptions& options);

/// Of the METIS library in use, e.g. "5.1.0".
std::string metis_version();

}  // namespace crumple
