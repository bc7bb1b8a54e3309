// Joints between rigid bodies (*CONSTRAINED_JOINT_...).
// Part of the Model (model.hpp), read by `physics/bodies/joints`.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "model/mesh.hpp"

namespace crumple {

enum class JointKind : std::uint8_t {
  spherical,
  revolute,
  cylindrical,
  translational,
  screw,
  universal,
  locking,
  planar
};

/// _FAILURE: with a = (max(Nxx, 0)/NXX)^2 + (Nyy/NYY)^2 + (Nzz/NZZ)^2 and b = the same of |Mxx|, |Myy|, |Mzz|, a joint
/// fails when a + b >= 1 (coupled), or when a >= 1 or b >= 1; a strength of 0 leaves its component out.
struct JointFailure {
  Index frame = none;     ///< of the resultants, as it is at t = 0; none: global
  double time = 1e20;     ///< TFAIL [time]
  bool is_coupled = true;
  Vec3 force, moment;     ///< NXX, NYY, NZZ [force]; MXX, MYY, MZZ [force length]
  CRUMPLE_DESCRIBE(ref::frame(frame), plain(time, is_coupled, force, moment))
};

/// *CONSTRAINED_JOINT_STIFFNESS_GENERALIZED and _TRANSLATIONAL: what resists the turning of body B about, or its moving
/// along, the axes of a frame. Numbers are those of the three axes; [moment] and [rad] of generalized ones, [force] and
/// [length] of translational ones. _FLEXION-TORSION: of the bending alpha of the z axes of both frames against each
/// other, of the direction gamma of the bending, whose curves scale the moments of alpha, and of the twist beta.
struct JointStiffness {
  Id id = 0;
  bool is_translational = false;
  bool is_flexion = false;                  ///< _FLEXION-TORSION
  Index number = none;                      ///< among those of the whole model
  std::array<Index, 2> bodies{none, none};  ///< A and B
  std::array<Index, 2> nodes{none, none};   ///< one of each
  std::array<Index, 2> frames{none, none};  ///< CIDA, CIDB: at t = 0; they move with their bodies
  std::array<Index, 3> resistance{none, none, none};  ///< over the turn or way
  std::array<Index, 3> damping{none, none, none};     ///< over its rate
  std::array<double, 3> stiffness{};                  ///< ES: of friction and stops
  std::array<double, 3> friction{};                   ///< FM, FF: largest; 0: none
  std::array<double, 3> lowest{}, highest{};          ///< stops, < 0 and > 0; 0: none
  CRUMPLE_DESCRIBE(plain(id, is_translational, is_flexion, number, stiffness, friction, lowest, highest),
                   ref::rigid_body(bodies), ref::node(nodes), ref::frame(frames), ref::curve(resistance, damping))
};

struct Joint {
  Id id = 0;
  std::string title;
  JointKind kind{};
  Index number = none;                                 ///< among the joints of the whole model
  std::array<Index, 2> bodies{none, none};             ///< A and B
  /// N1, N3, N5 of A and N2, N4, N6 of B, in turn; as many as the kind has
  std::array<Index, 6> nodes{none, none, none, none, none, none};
  double stiffness_scale = 1;                          ///< RPS
  double damping_scale = 1;                            ///< DAMP
  double lead = 0;  ///< of a screw: way of B along the axis from N1 to N3 per angle about it [length]
  std::optional<JointFailure> failure;
  /// Pairs of nodes that it keeps together.
  std::size_t n_pairs() const {
    if (kind == JointKind::spherical || kind == JointKind::universal || kind == JointKind::planar) return 1;
    return kind == JointKind::translational || kind == JointKind::locking ? 3 : 2;
  }
  std::size_t n_nodes() const {
    if (kind == JointKind::universal || kind == JointKind::planar) return 4;
    return kind == JointKind::screw ? 6 : 2 * n_pairs();
  }
  /// Whether B slides along the axis of A.
  bool slides() const {
    return kind == JointKind::cylindrical || kind == JointKind::translational || kind == JointKind::screw;
  }
  /// Whether a torque between the bodies keeps a turn, beside the forces of the pairs.
  bool has_torque() const {
    return kind == JointKind::screw || kind == JointKind::universal || kind == JointKind::planar;
  }
  CRUMPLE_DESCRIBE(plain(id, title, kind, number, stiffness_scale, damping_scale, lead, failure),
                   ref::rigid_body(bodies), ref::node(nodes))
};

}  // namespace crumple
