// How an included file is put into the model: *INCLUDE_TRANSFORM adds to its ids and moves its geometry.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/vec3.hpp"
#include "model/mesh.hpp"

namespace crumple::deck {

/// What an id is of, as *INCLUDE_TRANSFORM tells ids apart.
enum class IdOf : std::uint8_t {
  node,
  element,
  part,
  material,
  set,
  curve,       ///< curves and tables
  definition,  ///< what else *DEFINE makes: boxes, frames, vectors
  other,       ///< sections, hourglass controls, contacts, ...
  varies       ///< another field, or who reads it, says what; never shifted as it is read
};

/// What is added to the ids of a file; to the size of negative ones.
struct IdOffsets {
  std::array<Id, std::size_t(IdOf::varies) + 1> offset{};

  Id& operator[](IdOf of) { return offset[std::size_t(of)]; }
  Id shift(Id id, IdOf of) const {
    return id > 0 ? id + offset[std::size_t(of)] : id < 0 ? id - offset[std::size_t(of)] : 0;
  }
  IdOffsets& operator+=(const IdOffsets& other) {
    for (std::size_t i = 0; i < offset.size(); ++i) offset[i] += other.offset[i];
    return *this;
  }
  bool operator==(const IdOffsets&) const = default;
};

/// x -> linear x + shift.
struct Motion {
  Mat3 linear = Mat3::identity();
  Vec3 shift;

  Vec3 point(const Vec3& x) const { return linear * x + shift; }
  Vec3 direction(const Vec3& v) const { return linear * v; }
  /// First `first`, then this.
  Motion after(const Motion& first) const { return {linear * first.linear, point(first.shift)}; }
  bool operator==(const Motion&) const = default;
};

struct Placement {
  IdOffsets ids;
  Motion motion;
};

}  // namespace crumple::deck
