// Rows of different lengths in one array with offsets, such as the nodes of each load or the elements of each belt.
#pragma once

#include <cstddef>
#include <ranges>
#include <span>
#include <vector>

namespace crumple {

template <class T, class Values = std::vector<T>> class Ragged {
 public:
  Ragged() = default;
  /// From a range of ranges.
  template <std::ranges::range Rows> explicit Ragged(const Rows& rows) {
    for (const auto& row : rows) {
      add_row();
      for (const T& value : row) push_back(value);
    }
  }

  /// Appends a row of `count` values T(). Invalidates spans.
  std::span<T> add_row(std::size_t count = 0) {
    values_.resize(values_.size() + count);
    first_.push_back(values_.size());
    return (*this)[size() - 1];
  }
  /// Appends a value to the last row.
  void push_back(const T& value) {
    values_.push_back(value);
    ++first_.back();
  }

  std::size_t size() const { return first_.size() - 1; }
  std::span<T> operator[](std::size_t row) { return {values_.data() + first_[row], values_.data() + first_[row + 1]}; }
  std::span<const T> operator[](std::size_t row) const {
    return {values_.data() + first_[row], values_.data() + first_[row + 1]};
  }

  template <class A> void serialize(A& a) { a(values_, first_); }

 private:
  Values values_;
  std::vector<std::size_t> first_ = {0};  ///< [row] offset of its values; the last is their number
};

}  // namespace crumple
