// The loops over beams (beams.cpp).
#pragma once

#include "model/mesh.hpp"
#include "physics/elements/beam_step.hpp"
#include "physics/state/loop_data.hpp"

namespace crumple {

/// A beam on a rank.
struct BeamHere {
  BeamConstants constants;
  std::array<Index, 2> nodes{};
  std::array<Index, 3> triad_nodes{};  ///< N1, N2, N3 of the triad, none: it turns with its nodes
  int first_axis = 1;                  ///< DIR of that triad
  Index law = none, line = none, preload = none;
  std::size_t filter = 0, points = 0, discrete = 0;  ///< where its further history starts in that of all
};

/// Further history of all beams.
struct BeamMemories {
  Resultants* filters;
  BeamPointHistory* points;
  DiscreteBeamHistory* discrete;
  CRUMPLE_INLINE BeamMemory of(const BeamHere& beam) const {
    return {filters + beam.filter, points + beam.points, discrete + beam.discrete};
  }
};

/// Axes r and s of a coordinate system whose nodes are at these places, with the axis DIR from the first to the second.
CRUMPLE_DEVICE inline std::array<Vec3, 2> axes_of_nodes(const std::array<Vec3, 3>& x, int first_axis) {
  const Vec3 along = x[1] - x[0], across = cross(along, x[2] - x[0]);
  const std::array<Vec3, 3> cyclic{normalized(along), normalized(cross(across, along)), normalized(across)};
  return {cyclic[std::size_t(3 - first_axis) % 3], cyclic[std::size_t(4 - first_axis) % 3]};
}

/// Beams in a step.
struct BeamsNow {
  const BeamHere* beams;
  const BeamLaw* laws;
  const Preload* preloads;
  double time, dt;  ///< t(n), t(n) - t(n-1)
  RowsAt position, velocity, angular_velocity;
  bool is_linear;  ///< ForceStep

  CRUMPLE_DEVICE BeamMotion motion_of(std::size_t b) const {
    const BeamHere& beam = beams[b];
    BeamMotion m;
    for (std::size_t k = 0; k < 2; ++k) {
      m.position[k] = position[beam.nodes[k]];
      m.velocity[k] = velocity[beam.nodes[k]];
      m.angular_velocity[k] = angular_velocity[beam.nodes[k]];
    }
    m.time = time;
    m.dt = dt;
    m.is_linear = is_linear;
    m.has_triad = beam.triad_nodes[0] != none;
    if (!m.has_triad) return m;
    std::array<Vec3, 3> x;
    for (std::size_t k = 0; k < 3; ++k) x[k] = position[beam.triad_nodes[k]];
    m.triad = axes_of_nodes(x, beam.first_axis);
    return m;
  }
  /// Advances a live one to t(n). `line`: that of its part, or null.
  CRUMPLE_DEVICE BeamForces advance(std::size_t b, const TrussLine* line, const BeamMemory& memory,
                                    BeamHistory& h) const {
    const BeamHere& beam = beams[b];
    BeamMotion motion = motion_of(b);
    motion.line = line;
    const Preload* const axial = beam.preload == none ? nullptr : preloads + beam.preload;
    return advance_beam(beam.constants, laws[beam.law], axial, motion, memory, h);
  }
};

/// Lengths and rates of the parts whose trusses are strained alike, all of which are on this rank.
struct FindTrussLines {
  static constexpr const char* name = "lines of trusses";
  BeamsNow now;
  const BeamHistory* history;
  const Index* beams;        ///< by line, ascending
  const std::size_t* first;  ///< [line] in these; the last is their number
  TrussLine* lines;
  CRUMPLE_INLINE void operator()(std::size_t l) const {
    double start = 0, middle = 0;
    TrussLine line{0, 0};
    for (std::size_t i = first[l]; i < first[l + 1]; ++i) {
      const auto b = std::size_t(beams[i]);
      if (!history[b].alive) continue;
      const BeamMotion motion = now.motion_of(b);
      const Lengthening way = lengthening_of(motion);
      start += now.beams[b].constants.length;
      middle += way.length;
      line.stretch += norm(motion.position[1] - motion.position[0]);
      line.rate += way.rate;
    }
    if (start > 0) lines[l] = {line.stretch / start, line.rate / middle};
  }
};

/// Advances live beams with stress, and adds their forces.
struct AddBeamForces {
  static constexpr const char* name = "beams";
  BeamsNow now;
  const TrussLine* lines;
  BeamHistory* history;
  BeamMemories memory;
  BeamForces* forces;  ///< [beam] out
  SumsAt force, moment;
  Quantum of_force, of_moment;
  CRUMPLE_INLINE void operator()(std::size_t b) const {
    const BeamHere& beam = now.beams[b];
    BeamForces& own = forces[b];
    own = {};
    if (!history[b].alive || !beam.constants.has_stress) return;
    const TrussLine* const line = beam.line == none ? nullptr : lines + beam.line;
    own = now.advance(b, line, memory.of(beam), history[b]);
    const RoundedVec3 on_first = rounded(own.force, of_force);
    force.add(beam.nodes[0], on_first);
    force.add(beam.nodes[1], -on_first);
    for (std::size_t k = 0; k < 2; ++k) moment.add(beam.nodes[k], rounded(own.moment[k], of_moment));
  }
};

/// The stable steps of beams; dead ones and those without stress have none.
struct LeastBeamStep {
  static constexpr const char* name = "steps of beams";
  static constexpr double most = 1e30;
  const BeamHistory* history;
  CRUMPLE_INLINE double operator()(std::size_t b) const { return history[b].dt; }
};

/// Deletes beams whose step is too small.
struct ErodeBeams {
  static constexpr const char* name = "erosion of beams";
  BeamHistory* history;
  double smallest_dt, time;
  CRUMPLE_INLINE void operator()(std::size_t b) const {
    if (history[b].alive && history[b].dt < smallest_dt) fail(history[b], time);
  }
};

/// Those that have failed since the last check.
struct CountFailedBeams {
  static constexpr const char* name = "failure of beams";
  using Sums = double;
  const BeamHistory* history;
  CRUMPLE_INLINE void operator()(std::size_t b, Sums& count) const {
    if (history[b].alive != history[b].was_alive) count += 1;
  }
};

using BeamLoops = kernels::Loops<FindTrussLines, AddBeamForces, LeastBeamStep, ErodeBeams, CountFailedBeams>;

}  // namespace crumple
