// Mass properties and initial motion of rigid bodies. Positions are summed relative to the centre of the body's
// bounding box, and rounded in units of the body's own size, so that small bodies far from the origin are as accurate
// as large ones.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "comm/together.hpp"
#include "model/springs.hpp"
#include "physics/bodies/rigid_bodies.hpp"
#include "physics/conditions/constraints.hpp"
#include "physics/state/constraint_rows.hpp"

namespace crumple {
namespace {


/// Bounds of a body over all ranks.
struct Extent {
  Vec3 middle;                                            ///< of the box [length]
  double radius = 0;                                      ///< half its diagonal [length]
  double mass = 0, inertia = 0, speed = 0, spin = 0;      ///< largest nodal values
  double uneven_inertia = 0;                              ///< the same of rest_of
  std::int64_t n_nodes = 0;
  int first_owner = 0;  ///< the lowest rank that owns a node
};

/// The quantum for the sum of n contributions up to `largest`.
Quantum quantum_of(double largest, std::int64_t n) {
  return Quantum::for_largest(std::max(largest * (1 + double(n) / 8), 1e-280));
}

/// [body] Its number of nodes, over all ranks.
std::vector<std::int64_t> count_nodes(const World& world, const Domain& domain) {
  std::vector<std::int64_t> counts;
  for (const RigidBody& body : domain.model.rigid_bodies)
    counts.push_back(std::ranges::count_if(body.nodes, [&](Index node) { return domain.owns_node[node] != 0; }));
  world.sum(std::span<std::int64_t>(counts));
  return counts;
}

/// What a node's rotational inertia, the same about all axes, leaves out of that of a mass (*ELEMENT_INERTIA).
Mat3 rest_of(const PointMass& mass) {
  Mat3 rest = mass.inertia;
  for (int k = 0; k < 3; ++k) rest(k, k) -= mass.mean_inertia();
  return rest;
}

/// The bodies with nodes on this rank, and their sums and maxima over all ranks with nodes of them.
struct LocalBodies {
  const World& world;
  const Domain& domain;
  const NodeState& nodes;
  const std::vector<Index>& bodies;

  const std::vector<Index>& nodes_of(std::size_t k) const {
    return domain.model.rigid_bodies[std::size_t(bodies[k])].nodes;
  }
  /// Calls f(mass) for masses on nodes of the body whose inertia is not the same about all axes.
  template <class F> void for_each_uneven_mass(std::size_t k, F&& f) const {
    for (const PointMass& mass : domain.model.masses)
      if (rest_of(mass) != Mat3{} && std::ranges::find(nodes_of(k), mass.node) != nodes_of(k).end()) f(mass);
  }
  /// With `width` numbers for each. Collective.
  HolderSums meeting(std::size_t width, Operation operation = Operation::sum) const {
    const std::vector<std::size_t> widths(domain.model.rigid_bodies.size(), width);
    return HolderSums(world, widths, bodies, HolderSums::To::holders, transport_mode("p2p"), operation);
  }
};

std::vector<Extent> measure(const LocalBodies& held) {
  const auto& [world, domain, nodes, bodies] = held;
  const std::vector<std::int64_t> counts = count_nodes(world, domain);
  HolderSums bounds = held.meeting(12, Operation::max);
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const std::span<double> at = bounds.maxima(k);
    std::ranges::fill(at, -1e300);
    for (const Index node : held.nodes_of(k)) {
      const Vec3 x = row(nodes.position, node);
      for (int c = 0; c < 3; ++c) {
        at[c] = std::max(at[c], x[c]);
        at[3 + c] = std::max(at[3 + c], -x[c]);
      }
      at[6] = std::max(at[6], nodes.mass(node));
      at[7] = std::max(at[7], nodes.inertia(node));
      at[8] = std::max(at[8], norm(row(nodes.velocity, node)));
      at[9] = std::max(at[9], norm(row(nodes.angular_velocity, node)));
      if (domain.owns_node[node]) at[10] = -domain.rank;
    }
    at[11] = 0;
    held.for_each_uneven_mass(k, [&at](const PointMass& mass) { at[11] = std::max(at[11], 3 * mass.mean_inertia()); });
  }
  bounds.run();
  for (std::size_t b = 0; b < counts.size(); ++b)
    if (const RigidBody& body = domain.model.rigid_bodies[b]; counts[b] == 0 && !body.is_switched())
      throw Error(fmt::format("rigid body {} has no nodes", body.id));
  std::vector<Extent> extents;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const std::span<const double> at = bounds.of(k);
    const Vec3 high{at[0], at[1], at[2]}, low{-at[3], -at[4], -at[5]};
    extents.push_back({0.5 * (low + high), 0.5 * norm(high - low), at[6], at[7], at[8], at[9],
                       at[11], counts[std::size_t(bodies[k])], int(-at[10])});
  }
  return extents;
}

struct MassPoint {
  double mass = 0;
  Vec3 center, velocity;
};

std::vector<MassPoint> sum_masses(const LocalBodies& held, const std::vector<Extent>& extents) {
  const auto& [world, domain, nodes, bodies] = held;
  HolderSums sums = held.meeting(7);
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const Extent& e = extents[k];
    const Quantum mass = quantum_of(e.mass, e.n_nodes), first = quantum_of(e.mass * e.radius, e.n_nodes),
                  momentum = quantum_of(e.mass * e.speed, e.n_nodes);
    Rounded of_mass;
    RoundedVec3 of_first, of_momentum;
    for (const Index node : held.nodes_of(k)) {
      if (!domain.owns_node[node]) continue;
      const double m = nodes.mass(node);
      const Vec3 r = row(nodes.position, node) - e.middle, v = row(nodes.velocity, node);
      of_mass += {m, mass};
      of_first += {m * r, first};
      of_momentum += {m * v, momentum};
    }
    SumShare share = sums.share(k);
    share.put(of_mass);
    for (const RoundedVec3& sum : {of_first, of_momentum}) share.put(sum);
  }
  sums.run();
  std::vector<MassPoint> points;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const std::span<const double> s = sums.of(k);
    const double scale = s[0] > 0 ? 1 / s[0] : 0;
    points.push_back({s[0], extents[k].middle + scale * Vec3{s[1], s[2], s[3]}, scale * Vec3{s[4], s[5], s[6]}});
  }
  return points;
}

struct Spin {
  Mat3 inertia;           ///< about the centre, global axes
  Vec3 angular_momentum;  ///< about the centre
};

std::vector<Spin> sum_spins(const LocalBodies& held, const std::vector<Extent>& extents,
                            const std::vector<MassPoint>& points) {
  const auto& [world, domain, nodes, bodies] = held;
  HolderSums sums = held.meeting(9);
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const Extent& e = extents[k];
    const double reach = 2 * e.radius;
    const Quantum second = quantum_of(e.mass * reach * reach + e.inertia + e.uneven_inertia, e.n_nodes),
                  spin = quantum_of(2 * e.mass * reach * e.speed + (e.inertia + e.uneven_inertia) * e.spin, e.n_nodes);
    RoundedVec3 moments, products, of_spin;  // xx yy zz, xy yz zx
    for (const Index node : held.nodes_of(k)) {
      if (!domain.owns_node[node]) continue;
      const double m = nodes.mass(node), j = nodes.inertia(node);
      const Vec3 r = row(nodes.position, node) - points[k].center;
      const Vec3 l =
          cross(r, m * (row(nodes.velocity, node) - points[k].velocity)) + j * row(nodes.angular_velocity, node);
      moments += {Vec3{m * (r.y * r.y + r.z * r.z) + j, m * (r.z * r.z + r.x * r.x) + j,
                       m * (r.x * r.x + r.y * r.y) + j},
                  second};
      products += {Vec3{-m * r.x * r.y, -m * r.y * r.z, -m * r.z * r.x}, second};
      of_spin += {l, spin};
    }
    held.for_each_uneven_mass(k, [&](const PointMass& mass) {
      const Mat3 rest = rest_of(mass);
      moments += {Vec3{rest(0, 0), rest(1, 1), rest(2, 2)}, second};
      products += {Vec3{rest(0, 1), rest(1, 2), rest(2, 0)}, second};
      of_spin += {rest * row(nodes.angular_velocity, mass.node), spin};
    });
    SumShare share = sums.share(k);
    for (const RoundedVec3& sum : {moments, products, of_spin}) share.put(sum);
  }
  sums.run();
  std::vector<Spin> spins;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const std::span<const double> s = sums.of(k);
    spins.push_back(
        {Mat3{{Vec3{s[0], s[3], s[5]}, Vec3{s[3], s[1], s[4]}, Vec3{s[5], s[4], s[2]}}}, {s[6], s[7], s[8]}});
  }
  return spins;
}

/// The rows of `axes` with bits set.
Basis select_axes(int mask, const Mat3& axes) {
  Basis selected;
  for (int k = 0; k < 3; ++k)
    if (mask & (1 << k)) selected.direction[selected.count++] = axes.row[k];
  return selected;
}

/// The directions fixed by CON1 and CON2: for CMO = 1 global axes (1 x, 2 y, 3 z, 4 xy, 5 yz, 6 zx, 7 xyz), for CMO =
/// -1 those of a local frame, constant since t = 0.
void fix_directions(const MaterialRigid& constraint, const Model& model, RigidBodies::Body& body) {
  constexpr int masks[] = {0, 1, 2, 4, 3, 6, 5, 7};
  if (constraint.constraint_frame > 0) {
    body.fixed_translation = select_axes(masks[constraint.translation & 7], Mat3::identity());
    body.fixed_rotation = select_axes(masks[constraint.rotation & 7], Mat3::identity());
  } else if (constraint.constraint_frame < 0) {
    const Mat3& axes = model.frames[constraint.local_frame].axes;
    body.fixed_translation = select_axes(constraint.local_dof & 7, axes);
    body.fixed_rotation = select_axes(constraint.local_dof >> 3, axes);
  }
}

void remove_components(Vec3& v, const Basis& directions) {
  for (const Vec3& d : directions) v -= dot(v, d) * d;
}

/// Translation and rotation at t = 0: given by the deck, or such that the nodes' momenta are conserved.
std::pair<Vec3, Vec3> initial_motion(const RigidBody& body, const MassPoint& point, const Spin& spin,
                                     const PrincipalAxes& axes) {
  if (body.initial_velocity) return *body.initial_velocity;
  if (body.inertia && (norm(body.inertia->velocity) > 0 || norm(body.inertia->angular_velocity) > 0))
    return {body.inertia->velocity, body.inertia->angular_velocity};
  // With given inertia, the rotation follows from the nodes' tensor, not from the given one.
  const PrincipalAxes own = body.inertia ? principal_axes(spin.inertia) : axes;
  const Vec3 omega = angular_velocity(own.attitude, own.values, spin.angular_momentum);
  const Vec3 shift = body.inertia ? body.inertia->center - point.center : Vec3{};
  return {point.velocity + cross(omega, shift), omega};
}

/// The effective mass at a node, minimum over all directions: 1 / (1/M + c), c the largest eigenvalue of [r]^T J^-1 [r]
/// with the arm r and the inertia J in principal axes [mass]. One eigenvalue is 0, the others follow from trace and
/// second invariant.
double effective_mass_at(const RigidBodies::Body& body, const Vec3& arm) {
  const Vec3 &j = body.inertia, square{arm.x * arm.x, arm.y * arm.y, arm.z * arm.z};
  Vec3 compliance;  // an axis without inertia has no arm
  for (int k = 0; k < 3; ++k) compliance[k] = j[k] > 1e-12 * j.z ? 1 / j[k] : 0;
  const double length = square.x + square.y + square.z;
  double trace = 0, minors = 0;
  for (int k = 0; k < 3; ++k) {
    trace += (length - square[k]) * compliance[k];
    minors += length * square[k] * compliance[(k + 1) % 3] * compliance[(k + 2) % 3];
  }
  const double largest = 0.5 * (trace + std::sqrt(std::max(0.0, trace * trace - 4 * minors)));
  return 1 / (1 / body.mass + largest);
}

}  // namespace

/// Sums over the current nodes of the bodies here.
struct RigidBodies::Census {
  std::vector<Extent> extents;
  std::vector<MassPoint> points;
  std::vector<Spin> spins;

  explicit Census(const LocalBodies& held)
      : extents(measure(held)), points(sum_masses(held, extents)), spins(sum_spins(held, extents, points)) {}
};

RigidBodies::RigidBodies(const StepState& s, const Loads& loads, const Column& frequency_bound)
    : loads_(loads),
      frequency_bound_(frequency_bound),
      effective_mass_("effective mass", std::size_t(s.nodes.count())) {
  const Model& model = s.domain.model;
  stage_ = model.part_switches.stage;
  n_bodies_ = model.rigid_bodies.size();
  if (n_bodies_ == 0) return;
  for (std::size_t b = 0; b < n_bodies_; ++b)
    if (const RigidBody& given = model.rigid_bodies[b]; given.is_in(stage_) && !given.nodes.empty())
      here_.push_back(Index(b));
  bodies_.resize(here_.size());
  motions_.resize(here_.size());
  for (std::size_t k = 0; k < here_.size(); ++k) {
    const std::size_t b = std::size_t(here_[k]);
    const RigidBody& given = model.rigid_bodies[b];
    Body& body = bodies_[k];
    body.id = given.id;
    body.is_given = given.inertia.has_value();
    body.is_nodal = given.parts.empty() && !given.is_switched();
    fix_directions(given.constraint, model, body);
    list_drives(model, Index(b), body);
    add_nodes(given, s.domain, Index(k), body);
  }
  arm_ = Rows("arm", nodes_.size());
  places_.resize(bodies_.size());
  list_chunks();
  start_bodies(s.world, s.domain, s.nodes, here_, true);
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    effective_mass_(nodes_[i]) = effective_mass_at(bodies_[body_[i]], row(arm_, Index(i)));
  const std::vector<std::size_t> widths(n_bodies_, n_body_sums);
  sums_ = std::make_unique<HolderSums>(s.world, widths, here_, HolderSums::To::holders, s.world.transport());
  find_stops(model, s.clock.time);
}

/// Starts the bodies here among `which` from the current state of their nodes. Collective.
void RigidBodies::start_bodies(const World& world, const Domain& domain, const NodeState& nodes,
                               const std::vector<Index>& which, bool as_given) {
  const Census census(LocalBodies{world, domain, nodes, here_});
  together(world, [&] {
    for (const Index number : which)
      if (const auto k = find_here(number)) start_body(domain, census, *k, as_given);
  });
  for (const Index number : which)
    if (const auto k = find_here(number)) set_arms(*k, nodes);
}

/// Mass properties and motion of a body from those of its nodes now, or `as_given` by the deck.
void RigidBodies::start_body(const Domain& domain, const Census& census, std::size_t k, bool as_given) {
  const RigidBody& given = domain.model.rigid_bodies[std::size_t(here_[k])];
  const Extent& extent = census.extents[k];
  const MassPoint& point = census.points[k];
  const Spin& spin = census.spins[k];
  Body& body = bodies_[k];
  body.answers = extent.first_owner == domain.rank;
  const std::optional<GivenInertia> inertia = as_given ? given.inertia : std::optional<GivenInertia>();
  body.mass = inertia ? inertia->mass : point.mass;
  if (!(body.mass > 0)) throw Error(fmt::format("rigid body {} has no mass", given.id));
  const PrincipalAxes axes = principal_axes(inertia ? inertia->inertia : spin.inertia);
  body.inertia = axes.values;
  auto [velocity, omega] = initial_motion(as_given ? given : RigidBody{}, point, spin, axes);
  remove_components(velocity, body.fixed_translation);
  remove_components(omega, body.fixed_rotation);
  const Vec3 center = inertia ? inertia->center : point.center;
  body.start = center;
  body.first_attitude = axes.attitude;
  motions_[k] = {center, velocity, axes.attitude, angular_momentum(axes.attitude, axes.values, omega), omega, 0.0};
  const double reach =
      std::max(norm(center - extent.middle) + extent.radius, domain.quanta.moment.q / domain.quanta.force.q);
  body.force = Quantum(64 * domain.quanta.force.q);
  body.moment = Quantum(body.force.q * power_of_two_above(reach));
}

void RigidBodies::set_arms(std::size_t k, const NodeState& nodes) {
  const Motion& motion = motions_[k];
  for (std::size_t i = bodies_[k].first; i < bodies_[k].last; ++i) {
    const Vec3 r = row(nodes.position, nodes_[i]) - motion.position;
    set_row(arm_, Index(i), rotate(conjugate(motion.attitude), r));
  }
}

/// The prescribed motions and stoppers of a body.
void RigidBodies::list_drives(const Model& model, Index number, Body& body) {
  body.first_drive = drives_.size();
  for (std::size_t m = 0; m < model.motions.size(); ++m)
    if (const PrescribedMotion& motion = model.motions[m]; motion.rigid_body == number)
      drives_.push_back({Index(m), motion.rotation, motion.turns_with_body, motion.direction, {}});
  body.last_drive = drives_.size();
  body.first_stopper = stoppers_.size();
  for (std::size_t i = 0; i < model.body_stoppers.size(); ++i)
    if (model.body_stoppers[i].body == number) {
      StopperNow& its = stoppers_.emplace_back();
      its.stopper = Index(i);
      its.direction = model.body_stoppers[i].direction;
    }
  body.last_stopper = stoppers_.size();
}

/// Lists this rank's nodes of a body, owned ones first.
void RigidBodies::add_nodes(const RigidBody& given, const Domain& domain, Index place, Body& body) {
  body.first = nodes_.size();
  for (const bool owned : {true, false}) {
    for (const Index node : given.nodes) {
      if (bool(domain.owns_node[node]) != owned) continue;
      nodes_.push_back(node);
      body_.push_back(place);
    }
    if (owned) body.owned_end = nodes_.size();
  }
  body.last = nodes_.size();
}

void RigidBodies::add_constraint_rows(const StepState& s, ConstraintRows& rows) const {
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    const Body& body = bodies_[k];
    const Motion& motion = motions_[k];
    const Mat3 from_principal = to_matrix(motion.attitude);
    Mat3 along;  // J in principal axes times their directions
    for (int a = 0; a < 3; ++a)
      for (int c = 0; c < 3; ++c) along(a, c) = body.inertia[a] * from_principal(c, a);
    const double radius = std::sqrt(body.inertia.z / body.mass);
    rows.set_body(here_[k], {motion.position, body.mass, from_principal * along,
                             radius > 0 ? power_of_two_above(radius) : 1, body.answers});
    const Index entity = rows.entity_of_body(here_[k]);
    rows.set_rotation_axes(entity, transpose(from_principal));
    for (const Vec3& direction : body.fixed_translation) rows.hold(entity, false, direction);
    for (const Vec3& direction : body.fixed_rotation) rows.hold(entity, true, direction);
    for (const BodyDrive& its : drives_of(body)) {
      const Model& model = s.domain.model;
      if (prescribed_rate(model.motions[std::size_t(its.motion)], model, s.clock).is_active)
        rows.hold(entity, its.rotation, its.direction, its.motion);
    }
    for (std::size_t i = body.first; i < body.last; ++i)
      rows.follow(nodes_[i], entity, row(s.nodes.position, nodes_[i]) - motion.position);
  }
}

namespace {

/// A body with initial velocity and spin; its given inertia may exceed that of its nodes.
void add_spin(const RigidBody& body, const Vec3& velocity, const Vec3& spin, ModelExtremes& e) {
  e.speed = std::max(e.speed, norm(velocity) + norm(spin) * e.extent);
  if (!body.inertia) return;
  const Mat3& inertia = body.inertia->inertia;
  e.strain_energy += 0.5 * (inertia(0, 0) + inertia(1, 1) + inertia(2, 2)) * dot(spin, spin);
}

}  // namespace

void RigidBodies::bound_motion(const Model& model, ModelExtremes& e) {
  for (const RigidBody& body : model.rigid_bodies) {
    if (body.initial_velocity) add_spin(body, body.initial_velocity->first, body.initial_velocity->second, e);
    if (!body.inertia) continue;
    e.total_mass += body.inertia->mass;
    e.rigid_mass += body.inertia->mass;
    add_spin(body, body.inertia->velocity, body.inertia->angular_velocity, e);
  }
  for (const BodyStopper& stopper : model.body_stoppers)
    for (const Index bound : {stopper.most, stopper.least})
      if (bound != none) e.speed = std::max(e.speed, steepest_slope(model.curves[bound]));
}

}  // namespace crumple
