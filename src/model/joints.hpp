// Joints between rigid bodies (*CONSTRAINED_JOINT_...).
// Part of the Model (model.hpp), read by `physics/bodies/joints`.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "model/mesh.hpp"

namespace crumple {

enum class JointKind : std::uint8_t { spherical, revolute, cylindrical };

/// _FAILURE: with a = (max(Nxx, 0)/NXX)^2 + (Nyy/NYY)^2 + (Nzz/NZZ)^2 and b = the same of |Mxx|, |Myy|, |Mzz|, a joint
/// fails when a + b >= 1 (coupled), or when a >= 1 or b >= 1; a strength of 0 leaves its component out.
struct JointFailure {
  Index frame = none;     ///< of the resultants, as it is at t = 0; none: global
  double time = 1e20;     ///< TFAIL [time]
  bool is_coupled = true;
  Vec3 force, moment;     ///< NXX, NYY, NZZ [force]; MXX, MYY, MZZ [force length]
  CRUMPLE_DESCRIBE(ref::frame(frame), plain(time, is_coupled, force, moment))
};

struct Joint {
  Id id = 0;
  std::string title;
  JointKind kind{};
  Index number = none;                                 ///< among the joints of the whole model
  std::array<Index, 2> bodies{none, none};             ///< A and B
  std::array<Index, 4> nodes{none, none, none, none};  ///< N1 of A, N2 of B, N3 of A, N4 of B; a spherical one has two
  double stiffness_scale = 1;                          ///< RPS
  double damping_scale = 1;                            ///< DAMP
  std::optional<JointFailure> failure;
  std::size_t n_pairs() const { return kind == JointKind::spherical ? 1 : 2; }
  CRUMPLE_DESCRIBE(plain(id, title, kind, number, stiffness_scale, damping_scale, failure), ref::rigid_body(bodies),
                   ref::node(nodes))
};

}  // namespace crumple
