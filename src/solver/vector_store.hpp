// This rank's slices of many vectors, in memory or in a file. The file has no name once it is open, so that it
// vanishes with the run, however that ends. Used by lanczos.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "solver/equation_slices.hpp"

namespace crumple {

/// Bytes and time of files of vectors, on this rank.
struct VectorTraffic {
  double written = 0, read = 0;  ///< [bytes]
  double seconds = 0;            ///< wall
};

class VectorStore {
 public:
  /// `file`: empty: in memory. Errors, here and below: the file system's, on this rank alone.
  VectorStore(std::size_t length, const std::string& file, VectorTraffic& traffic);
  ~VectorStore();
  VectorStore(VectorStore&&) noexcept;
  VectorStore& operator=(VectorStore&&) = delete;

  std::size_t size() const { return size_; }
  std::size_t length() const { return length_; }
  /// Appends the first columns of a block.
  void append(const ColumnBlock& block, std::size_t n);
  /// Gives the vectors `from` to less than `to` in parts, [vector][own equation], in ascending order.
  void for_each(std::size_t from, std::size_t to, const EquationSlices::TakeVectors& take) const;
  /// One of them.
  std::vector<double> vector(std::size_t which) const;

 private:
  std::size_t length_, size_ = 0;
  std::string file_;
  int descriptor_ = -1;
  std::vector<std::vector<double>> groups_;  ///< in memory, each of EquationSlices::most_vectors
  VectorTraffic* traffic_;
};

}  // namespace crumple
