// The pairs that the loop of a search has found (places_for_pairs.hpp).
#pragma once

#include <cstdint>

#include "base/loops.hpp"
#include "kernels/device.hpp"
#include "physics/contact/places_for_pairs.hpp"

namespace crumple {

/// The pairs of a search, in any order, in memory of the run.
template <class Pair>
class FoundPairs {
 public:
  /// Runs find(places), again with more room if there are more than `expected` pairs. Memory that is not used costs
  /// nothing. Waits for the device.
  template <class Find>
  FoundPairs(std::size_t expected, const Find& find) : room_(expected) {
    for (;;) {
      find(PlacesFor<Pair>{kernels::first_of(room_), std::int32_t(room_.size()), count_.data()});
      wait_for_device();
      if (size() <= room_.size()) return;
      room_ = kernels::RunVector<kernels::RoomFor<Pair>>(size());
      count_[0] = 0;
    }
  }
  const Pair* data() const { return kernels::first_of(room_); }
  std::size_t size() const { return std::size_t(count_[0]); }

 private:
  kernels::RunVector<kernels::RoomFor<Pair>> room_;
  kernels::RunVector<std::int32_t> count_ = kernels::RunVector<std::int32_t>(1, 0);
};

}  // namespace crumple
