#include "physics/walls/rigid_walls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/counted.hpp"
#include "base/loops.hpp"
#include "base/profile.hpp"

namespace crumple {
namespace {

constexpr std::size_t wall_grain = 1000;  // nodes
constexpr double along_slip = 1e-3;  // of the stiffness of a node that slides, by Newton's method: bodies stay held
constexpr std::size_t n_wall_sums = 7 * ExactSum::n_parts;

void mark_nodes(const RigidWall& wall, Index n_nodes, kernels::RunVector<std::uint8_t>& marks) {
  marks.assign(std::size_t(n_nodes), wall.all_nodes ? 1 : 0);
  for (const Index node : wall.nodes) marks[node] = 1;
  if (wall.all_nodes)
    for (const Index node : wall.excluded) marks[node] = 0;
}

void find_met(RigidWalls::Wall& wall, const WallSurface& surface, const WeldState& welds, const StepState& s) {
  const auto find = [&](std::size_t first, std::size_t last, MetNode* out) {
    for_each_near(surface, wall.nodes, first, last, s, [&](Index node) {
      const WallTouch touch = meet(surface, row(s.nodes.position, node), row(s.nodes.velocity, node));
      if (touch.meets) *out++ = {node, touch};
    });
    return out;
  };
  RigidWalls::Met& met = wall.met;
  met.clear();
  for (const auto& found : find_in_ranges("rigid wall", wall.nodes.size(), wall_grain, wall.room, find)) {
    if (const Index cluster = welds.cluster_of[found.node]; cluster != none) met.clusters.push_back(cluster);
    else met.nodes.push_back(found);
  }
  std::sort(met.clusters.begin(), met.clusters.end());
  met.clusters.erase(std::unique(met.clusters.begin(), met.clusters.end()), met.clusters.end());
}

/// The direction in which a wall moves.
Vec3 way_of(const RigidWall& wall) { return wall.motion_curve != none ? wall.motion_direction : wall.normal; }

void enter(RigidWalls::Wall& wall, WallWork work, EnergyLedger& ledger) {
  ledger.external_work += work.by_motion;
  work.taken += work.by_motion;
  wall.energy += work.taken;
  ledger.rigid_wall += work.taken;
}

/// Books the action of a wall in the step.
void enter(RigidWalls::Wall& wall, const WallAction& action, EnergyLedger& ledger) {
  for (std::size_t c = 0; c < 3; ++c) {
    wall.impulse[c] += action.impulse[c];
    wall.impulse_so_far[c] += action.impulse[c];
  }
  enter(wall, action.so_far, ledger);
  wall.ahead += action.ahead;
}

/// Called at the start of a step: books the work after t(n) of the previous one.
void enter_ahead(RigidWalls::Wall& wall, const Quantum& momentum, EnergyLedger& ledger) {
  wall.impulse.fill(ExactSum(momentum));
  enter(wall, std::exchange(wall.ahead, {}), ledger);
}

}  // namespace

RigidWalls::RigidWalls(const StepState& s, const std::vector<std::uint8_t>& in_body, const Column& effective_mass,
                       const Loads& loads, const Constraints& constraints, const WeldState& welds)
    : loads_(loads), constraints_(constraints), welds_(welds) {
  const Model& model = s.domain.model;
  if (!model.walls.empty() && model.control.wall_penalty > 0)
    spring_masses_ = spring_masses(s, effective_mass);
  std::vector<std::int32_t> followed;
  std::vector<std::size_t> widths;
  for (const RigidWall& given : model.walls) {
    Wall wall(s.domain.quanta);
    wall.is_moving = given.mass > 0;
    mark_nodes(given, model.nodes.count(), wall.watches);
    if (wall.is_moving) {
      wall.is_followed = std::ranges::find(wall.watches, 1) != wall.watches.end();
      if (wall.is_followed) followed.push_back(std::int32_t(widths.size()));
      widths.push_back(3);
    }
    for (Index node = 0; node < model.nodes.count(); ++node) {
      if (!wall.watches[node]) continue;
      const Vec3 r = model.nodes.position[node] - given.point;
      const bool is_behind = is_plane(given) && dot(r, given.normal) < -1e-4 * norm(r);
      const bool is_body = !in_body.empty() && in_body[node];
      const bool is_sprung = is_body || (model.control.walls_are_springs && !constraints.is_prescribed()[node]);
      if (is_sprung && !is_behind && model.control.wall_penalty > 0) wall.springs.nodes.push_back(node);
      // Finite walls are checked at each step: nodes may start behind their plane but beside them.
      const bool is_finite = given.length_l > 0 || given.length_m > 0;
      wall.watches[node] = !is_sprung && !constraints.is_prescribed()[node] && (!is_behind || is_finite);
      if (wall.watches[node]) wall.nodes.push_back(node);
    }
    wall.velocity = wall.is_moving ? given.velocity : 0.0;
    if (wall.is_moving && s.domain.rank == 0)
      s.ledger.rigid_wall.add(0.5 * given.mass * given.velocity * given.velocity);
    walls_.push_back(std::move(wall));
  }
  has_moving_ = !widths.empty();
  has_sensors_ = model.sensors.ask_interfaces();
  momenta_ = std::make_unique<HolderSums>(s.world, widths, followed, HolderSums::To::holders, s.world.transport());
}

WallSurface RigidWalls::surface_of(std::size_t w, const StepState& s) const { return surface_at(w, s, s.clock); }
WallSurface RigidWalls::surface_at(std::size_t w, const StepState& s, const Clock& clock) const {
  return wall_surface(s.domain.model.walls[w], s.domain.model, walls_[w].displacement, walls_[w].velocity, clock);
}

void RigidWalls::add_total_forces(StepState& s) {
  for (std::size_t w = 0; w < walls_.size(); ++w) {
    if (walls_[w].springs.nodes.empty()) continue;
    const WallSurface surface = surface_of(w, s);
    push_nodes(walls_[w].springs, is_on(s.domain.model.walls[w], s.clock) ? &surface : nullptr, spring_masses_, s);
  }
}

template <class Push>
void RigidWalls::for_each_behind(const StepState& s, Push push) const {
  for (std::size_t w = 0; w < walls_.size(); ++w) {
    const RigidWall& given = s.domain.model.walls[w];
    if (!is_on(given, s.clock)) continue;
    const WallSurface surface = make_wall_surface(given, walls_[w].displacement, 0, 0);
    for (const kernels::RunVector<Index>* nodes : {&walls_[w].nodes, &walls_[w].springs.nodes})
      for (const Index node : *nodes) {
        if (!s.domain.owns_node[node]) continue;
        const WallDepth behind = depth_behind(surface, row(s.nodes.position, node));
        if (behind.depth > 0) push(w, node, behind);
      }
  }
}

/// A node that slides has a stiffness across its way alone. BFGS updates need fewer iterations from the secant. That
/// friction grows with the depth is left out: the solver's matrices are symmetric.
void RigidWalls::add_tangents(const StepState& s, double stiffness, const TakeTangent& take) const {
  const double less = s.domain.model.implicit.limits.iterations == 1 ? 1 - along_slip : 0;
  for_each_behind(s, [&](std::size_t w, Index node, const WallDepth& behind) {
    Tangent tangent{std::span(&node, 1), 3, std::vector<double>(9)};
    const auto pushed = walls_[w].pushes.find(node);
    double across = s.domain.model.walls[w].friction > 0 ? stiffness : 0;
    Vec3 slip;
    if (pushed != walls_[w].pushes.end()) {
      across = pushed->second.across;
      slip = pushed->second.slip;
    }
    for (int c = 0; c < 3; ++c)
      for (int d = 0; d < 3; ++d)
        tangent.at(std::size_t(c), std::size_t(d)) = (stiffness - across) * behind.normal[c] * behind.normal[d] -
                                                     less * across * slip[c] * slip[d] + (c == d ? across : 0);
    take(tangent);
  });
}

void RigidWalls::begin_static_step(StepState&) {
  for (Wall& wall : walls_) {
    if (wall.is_in_static_step) wall.displacement = wall.start;
    wall.start = wall.displacement;
    wall.is_in_static_step = true;
    wall.pushes = wall.pushes_at_start;
  }
}

/// A spring along the wall sticks up to friction times the depth, with the stiffness of that along the normal.
RigidWalls::StaticPush RigidWalls::static_push(std::size_t w, Index node, const WallDepth& behind, double stiffness,
                                               const StepState& s) const {
  const Wall& wall = walls_[w];
  const RigidWall& given = s.domain.model.walls[w];
  StaticPush push;
  push.force = (stiffness * behind.depth) * behind.normal;
  if (!(given.friction > 0)) return push;
  if (const auto before = wall.pushes_at_start.find(node); before != wall.pushes_at_start.end())
    push.grip = before->second.grip;
  push.grip += s.clock.dt_previous * row(s.nodes.velocity, node) - (wall.displacement - wall.start) * way_of(given);
  push.grip -= dot(push.grip, behind.normal) * behind.normal;
  const double most = given.friction * behind.depth, length = norm(push.grip);
  push.across = stiffness;
  if (given.friction < 1 && length > most) {
    push.across *= most / length;
    push.slip = (1 / length) * push.grip;
    push.grip *= most / length;
  }
  push.force -= stiffness * push.grip;
  return push;
}

void RigidWalls::add_static_forces(StepState& s, double stiffness) {
  for (std::size_t w = 0; w < walls_.size(); ++w) {
    Wall& wall = walls_[w];
    wall.impulse.fill(ExactSum(s.domain.quanta.momentum));
    wall.duration = s.clock.dt_previous;
    wall.pushes.clear();
    Clock step = s.clock;
    step.dt = step.dt_previous;
    step.time -= step.dt;
    wall.displacement = wall.start;
    if (s.domain.model.walls[w].motion_curve != none) wall.displacement += step.dt * surface_at(w, s, step).speed;
  }
  for_each_behind(s, [&](std::size_t w, Index node, const WallDepth& behind) {
    const StaticPush push = static_push(w, node, behind, stiffness, s);
    walls_[w].pushes[node] = push;
    add_row(s.nodes.force, node, rounded(push.force, s.domain.quanta.force));
    for (std::size_t c = 0; c < 3; ++c) walls_[w].impulse[c].add(s.clock.dt_previous * push.force[int(c)]);
  });
}

/// The motion of a wall does work on its springs, by the trapezoidal rule.
void RigidWalls::end_static_step(StepState& s) {
  for (std::size_t w = 0; w < walls_.size(); ++w) {
    Wall& wall = walls_[w];
    const Vec3 way = 0.5 * (wall.displacement - wall.start) * way_of(s.domain.model.walls[w]);
    for (const std::map<Index, StaticPush>* pushes : {&wall.pushes_at_start, &wall.pushes})
      for (const auto& [node, push] : *pushes) {
        s.ledger.external_work.add(dot(push.force, way));
        s.ledger.sliding.add(dot(push.force, way));
      }
    for (std::size_t c = 0; c < 3; ++c) wall.impulse_so_far[c] += wall.impulse[c];
    wall.pushes_at_start = wall.pushes;
    wall.is_in_static_step = false;
  }
}

/// The clusters that `wall` has met, or all of them.
ClustersAtWall RigidWalls::clusters_at(const Wall& wall, const WallSurface& surface, const StepState& s) const {
  return {surface,
          runs_on_device() ? nullptr : wall.met.clusters.data(),
          welds_.clusters.data(),
          welds_.ties.data(),
          welds_.nodes.data(),
          wall.watches.data(),
          s.nodes.mass.data(),
          rows_at(s.nodes.position),
          rows_at(s.nodes.velocity)};
}

std::size_t RigidWalls::n_clusters_at(const Wall& wall) const {
  return runs_on_device() ? welds_.clusters.size() : wall.met.clusters.size();
}

void RigidWalls::sum_momentum(Wall& wall, const WallSurface& surface, const StepState& s, MetMomentum& sum) const {
  const Quanta& q = s.domain.quanta;
  SumMetNodes met{surface.speed, nullptr, s.domain.owns_node.data(), s.nodes.mass.data(), q.body_mass, q.momentum};
  const auto add = [&sum](const MetMomentum& part) { sum += part; };
  if (runs_on_device()) {
    sum_later(SumMomentum{met, surface, wall.nodes.data(), welds_.cluster_of.data(), rows_at(s.nodes.position),
                          rows_at(s.nodes.velocity)},
              wall.nodes.size(), add);
  } else {
    find_met(wall, surface, welds_, s);
    met.met = wall.met.nodes.data();
    sum_later(met, wall.met.nodes.size(), add);
  }
  sum_later(SumClusterMomentum{met, clusters_at(wall, surface, s)}, n_clusters_at(wall), add);
}

void RigidWalls::sum_momenta(const StepState& s) {
  Profile::Scope scope(phase<"rigid walls", Stage::forces>);
  struct OfWall {
    MetMomentum met;
    Rounded impulse;
  };
  std::vector<OfWall> sums(walls_.size());
  const auto is_summed = [&](std::size_t w) { return walls_[w].is_moving && walls_[w].is_followed; };
  for (std::size_t w = 0; w < walls_.size(); ++w) {
    if (!is_summed(w)) continue;
    Wall& wall = walls_[w];
    const RigidWall& given = s.domain.model.walls[w];
    if (is_on(given, s.clock) && s.clock.dt > 0) sum_momentum(wall, surface_of(w, s), s, sums[w].met);
    const std::span<const PushedNode> pushed = wall.springs.pushed;
    sum_later(SpringImpulse{pushed.data(), s.domain.owns_node.data(), s.clock.dt_mid(), given.normal,
                            s.domain.quanta.momentum},
              pushed.size(), [&impulse = sums[w].impulse](const Rounded& sum) { impulse = sum; });
  }
  wait_for_device();
  std::size_t next = 0;
  for (std::size_t w = 0; w < walls_.size(); ++w) {
    if (!is_summed(w)) continue;
    SumShare share = momenta_->share(next++);
    for (const Rounded& sum : {sums[w].met.mass, sums[w].met.momentum, sums[w].impulse}) share.put(sum);
  }
}

void RigidWalls::stop(Wall& wall, const WallSurface& surface, StepState& s) const {
  StopMetNodes stopping{surface, wall_nodes(surface, s), loads_.resistance(s), nullptr};
  const auto enter_action = [&wall, &s](const WallAction& action) { enter(wall, action, s.ledger); };
  if (runs_on_device()) {
    sum_later(StopNodes{stopping, wall.nodes.data(), welds_.cluster_of.data(), rows_at(s.nodes.position)},
              wall.nodes.size(), enter_action);
  } else {
    find_met(wall, surface, welds_, s);
    stopping.met = wall.met.nodes.data();
    sum_later(stopping, wall.met.nodes.size(), enter_action);
  }
  sum_later(StopClusters{clusters_at(wall, surface, s), stopping.nodes, stopping.resistance}, n_clusters_at(wall),
            enter_action);
}

/// Advances a wall, a moving one by the `sums` over all ranks that follow it, and stops the nodes in contact.
void RigidWalls::act(std::size_t w, std::span<const double> sums, StepState& s) {
  Wall& wall = walls_[w];
  const RigidWall& given = s.domain.model.walls[w];
  WallSurface surface = surface_of(w, s);
  if (wall.is_moving) {
    const double mass = sums[0], momentum = sums[1], impulse = sums[2];
    const auto check = [&] { require_exact(momentum, s.domain.quanta.momentum, "rigid wall", given.id); };
    if (!failure_.keep(check)) return;
    surface.push = (given.mass * surface.speed + momentum + impulse) / (given.mass + mass) - surface.speed;
  }
  if (is_on(given, s.clock)) stop(wall, surface, s);
  wall.velocity = surface.speed + surface.push;
  wall.displacement += s.clock.dt * wall.velocity;
}

void RigidWalls::apply(StepState& s) {
  Profile::Scope scope(phase<"rigid walls", Stage::forces>);
  std::size_t next = 0;
  for (std::size_t w = 0; w < walls_.size(); ++w) {
    Wall& wall = walls_[w];
    wall.duration = s.clock.dt_mid();
    const bool is_summed = wall.is_moving && wall.is_followed;
    const std::span<const double> sums = is_summed ? momenta_->of(next++) : std::span<double>{};
    // after a restart, work ahead may be on a rank that does not follow the wall
    enter_ahead(wall, s.domain.quanta.momentum, s.ledger);
    if (wall.is_followed) act(w, sums, s);
  }
  constraints_.fix_velocities(s.nodes);
}

void RigidWalls::enter_work(StepState& s) {
  for (Wall& wall : walls_)
    sum_later(work_of_springs(wall.springs, s), wall.springs.pushed.size(),
              [&wall, &s](const WallAction& action) { enter(wall, action, s.ledger); });
}

void RigidWalls::set_velocities(StepState& s) {
  if (has_moving_) {
    sum_momenta(s);
    momenta_->start();
    momenta_->finish();
  }
  if (!walls_.empty() && s.clock.dt > 0) apply(s);
}

std::vector<std::size_t> RigidWalls::widths(Reduction reduction) const {
  const bool takes_part = reduction == Reduction::accounts || (reduction == Reduction::interfaces && has_sensors_);
  return std::vector<std::size_t>(takes_part ? walls_.size() : 0, n_wall_sums);
}

void RigidWalls::put_sums(Reduction, SumShare& share) {
  for (Wall& wall : walls_) share.put(wall.sums());
}

void RigidWalls::take(Reduction, StepState& s, std::span<const double> sums) {
  forces_.clear();
  for (std::size_t w = 0; w < walls_.size(); ++w) {
    const RigidWall& wall = s.domain.model.walls[w];
    const double per_time = walls_[w].duration > 0 ? 1 / walls_[w].duration : 0.0;
    const std::span<const double> of_wall = sums.subspan(n_wall_sums * w, n_wall_sums);
    Wall all(s.domain.quanta);
    take_parts(all.sums(), of_wall.begin());
    const auto vector = [](const std::array<ExactSum, 3>& sum) {
      return Vec3{sum[0].value(), sum[1].value(), sum[2].value()};
    };
    forces_.push_back({wall.id, is_plane(wall) ? wall.normal : Vec3{}, -per_time * vector(all.impulse),
                       -vector(all.impulse_so_far), all.energy.value()});
  }
}

void RigidWalls::add_rows(std::vector<WallForce>& rows) const {
  rows.insert(rows.end(), forces_.begin(), forces_.end());
}

void RigidWalls::archive(StateArchive& a, StepState& s) {
  std::vector<std::uint8_t> knows;
  for (const Wall& wall : walls_) knows.push_back(wall.is_followed ? 1 : 0);
  const Numbered walls = a.is_loading() ? all_of(walls_.size()) : known_by(s.world, knows);
  a.records("rigid walls", walls, [&](std::size_t i, Fields& fields) {
    Wall& wall = walls_[std::size_t(walls.number[i])];
    fields(wall.displacement, wall.velocity, wall.duration);
  });
  for (Wall& wall : walls_) {
    a.sums(wall.ahead.taken, wall.ahead.by_motion);
    for (ExactSum* sum : wall.sums()) a.sum(*sum);
  }
}

std::vector<std::string> wall_warnings(const Model& model) {
  if (model.control.wall_penalty > 0 || model.rigid_bodies.empty()) return {};
  std::vector<std::string> warnings;
  kernels::RunVector<std::uint8_t> watched;
  for (const RigidWall& wall : model.walls) {
    mark_nodes(wall, model.nodes.count(), watched);
    std::size_t count = 0;
    for (const RigidBody& body : model.rigid_bodies)
      count += std::size_t(std::count_if(body.nodes.begin(), body.nodes.end(), [&](Index n) { return watched[n]; }));
    if (count > 0)
      warnings.push_back(
          fmt::format("rigid wall {} ignores {} of rigid bodies, since RWPNAL of *CONTROL_CONTACT "
                      "is 0; RWPNAL = 1 stops them",
                      wall.id, counted(count, "node")));
  }
  return warnings;
}

void RigidWalls::bound_motion(const Model& model, ModelExtremes& e) {
  for (const RigidWall& wall : model.walls) {
    e.speed = std::max(e.speed, std::abs(wall.velocity));
    if (wall.motion_curve != none)
      e.speed = std::max(e.speed, prescribed_speed(model, wall.motion_kind, wall.motion_curve));
  }
}

}  // namespace crumple
