#include "physics/conditions/constraints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "base/same_bits.hpp"
#include "physics/state/constraint_rows.hpp"

namespace crumple {
namespace {

constexpr DofMask all_translations = 7, all_rotations = 56;

void clear(std::vector<MotionForce>& rows) {
  for (MotionForce& row : rows) row.force = row.moment = {};
}

std::string count_warning(std::size_t count, const char* what, Id first) {
  return fmt::format("{} {} on nodes of rigid bodies ignored (first: node {}); constrain the body instead", count, what,
                     first);
}

}  // namespace

namespace {

/// Whether both prescribe the same velocity at some time.
bool contradict(const PrescribedMotion& a, const PrescribedMotion& b) {
  const bool a_turns = a.turning != PrescribedMotion::Turning::no, b_turns = b.turning != PrescribedMotion::Turning::no;
  const double along = std::abs(dot(a.direction, b.direction));
  return a.rotation == b.rotation && a.turns_with_body == b.turns_with_body && a.birth < b.death && b.birth < a.death &&
         (a_turns == b_turns ? a_turns || along > 1e-6 : along < 1 - 1e-6);
}

/// Warns of contradicting motions of one node, or of one rigid body: the first such pair.
void warn_of_contradictions(const Model& model, std::vector<std::string>& warnings) {
  std::map<Index, std::vector<const PrescribedMotion*>> of_node, of_body;
  for (const PrescribedMotion& motion : model.motions) {
    for (const Index node : motion.nodes) of_node[node].push_back(&motion);
    if (motion.rigid_body != none) of_body[motion.rigid_body].push_back(&motion);
  }
  const auto check = [&](const auto& motions_of, const auto& describe, const char* outcome) {
    for (const auto& [owner, motions] : motions_of)
      for (std::size_t a = 0; a < motions.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
          if (contradict(*motions[a], *motions[b])) {
            warnings.push_back(
                fmt::format("{} has two prescribed motions that act along, or about, the same direction "
                            "at the same time; {}",
                            describe(owner), outcome));
            return;
          }
  };
  check(
      of_node, [&](Index node) { return fmt::format("node {}", model.nodes.id[node]); },
      "the later one holds, and the work of both is counted");
  check(
      of_body, [&](Index body) { return fmt::format("rigid body {}", model.rigid_bodies[body].id); },
      "the first one holds");
}

/// Warns of nodes that ties, spot welds and interpolations make move with others in the first step: no account has the
/// kinetic energy that they lose. A tenth of the speed leaves out nodes of a turning body, beside what holds them.
void warn_of_unequal_starts(const Model& model, std::vector<std::string>& warnings) {
  const std::vector<Vec3>& velocity = model.nodes.velocity;
  std::size_t count = 0;
  Index first = none;
  const auto compare = [&](Index node, const Vec3& with) {
    const Vec3 own = velocity[node];
    if (norm(own - with) <= 0.1 * std::max(norm(own), norm(with))) return;
    if (count++ == 0) first = node;
  };
  const auto mean = [&](const auto& nodes, const auto& weights) {
    Vec3 sum;
    for (std::size_t k = 0; k < nodes.size(); ++k) sum += weights[k] * velocity[nodes[k]];
    return sum;
  };
  for (const Tie& tie : model.ties) compare(tie.node, mean(tie.corners, tie.weights));
  for (const SpotWeld& weld : model.spot_welds) compare(weld.nodes[1], velocity[weld.nodes[0]]);
  for (const Interpolation& one : model.interpolations)
    if ((one.dof & all_translations) == all_translations) compare(one.node, mean(one.nodes, one.weights));
  if (count > 0)
    warnings.push_back(
        fmt::format("{} tied, welded or interpolated nodes start with another velocity than what holds them (first: "
                    "node {}); the first step makes them equal, and the energy of the difference is lost",
                    count, model.nodes.id[first]));
}

}  // namespace

std::vector<Vec3> fixed_directions(const SinglePointConstraint& constraint, const Model& model, bool rotation) {
  const Mat3 axes = constraint.frame == none ? Mat3::identity() : model.frames[constraint.frame].axes;
  std::vector<Vec3> directions;
  for (int k = 0; k < 3; ++k)
    if (constraint.dof & (1 << (k + (rotation ? 3 : 0)))) directions.push_back(axes.row[k]);
  return directions;
}

Constraints::Constraints(const Domain& domain, const std::vector<std::uint8_t>& in_body, const Loads& loads)
    : loads_(loads) {
  const Model& model = domain.model;
  const auto is_free = [&](Index node) { return in_body.empty() || !in_body[node]; };
  std::map<Index, std::vector<const SinglePointConstraint*>> by_node;
  for (const SinglePointConstraint& c : model.constraints)
    if (is_free(c.node)) by_node[c.node].push_back(&c);
  for (const auto& [node, of_node] : by_node) {
    const bool local = std::any_of(of_node.begin(), of_node.end(), [](const auto* c) { return c->frame != none; });
    if (local) {
      add_local_constraints(model, of_node);
      continue;
    }
    DofMask dof = 0;
    for (const SinglePointConstraint* c : of_node) dof |= c->dof;
    axes_.push_back({node, dof});
  }
  if (model.output.interval("spcforc") > 0) list_reactions(domain);
  is_prescribed_.resize(std::size_t(model.nodes.count()), 0);
  for (const PrescribedMotion& motion : model.motions) {
    motion_nodes_.add_row();
    for (const Index node : motion.nodes) {
      if (!is_free(node)) continue;
      motion_nodes_.push_back(node);
      if (!motion.rotation) is_prescribed_[node] = 1;
      if (model.output.interval("bndout") > 0 && domain.owns_node[node]) moved_.push_back(node);
    }
  }
  std::ranges::sort(moved_);
  moved_.erase(std::unique(moved_.begin(), moved_.end()), moved_.end());
  for (const Index node : moved_) moving_.push_back({model.nodes.id[node], false, {}, {}});
  for (std::size_t m = 0; m < motion_nodes_.size() && !moved_.empty(); ++m) {
    impulses_.add_row(motion_nodes_[m].size());
    turns_.push_back(model.motions[m].rotation);
  }
}

/// Fixed directions of one node, built from all its constraints.
void Constraints::add_local_constraints(const Model& model, const std::vector<const SinglePointConstraint*>& of_node) {
  for (const bool rotation : {false, true}) {
    FixedDirections fixed{of_node[0]->node, rotation, {}};
    for (const SinglePointConstraint* c : of_node)
      for (const Vec3& direction : fixed_directions(*c, model, rotation)) fixed.along.extend(direction);
    if (fixed.along.count > 0) directions_.push_back(fixed);
  }
}

void Constraints::add_constraint_rows(const StepState& s, ConstraintRows& rows) const {
  const auto unit = [](std::size_t dof) {
    Vec3 axis;
    axis[int(dof % 3)] = 1;
    return axis;
  };
  for (const FixedNode& fixed : axes_)
    for (std::size_t dof = 0; dof < 6; ++dof)
      if (fixed.dof >> dof & 1) rows.hold(fixed.node, dof >= 3, unit(dof));
  for (const FixedDirections& fixed : directions_)
    for (const Vec3& direction : fixed.along) rows.hold(fixed.node, fixed.rotation, direction);
  for (std::size_t m = 0; m < motion_nodes_.size(); ++m) {
    const PrescribedMotion& motion = s.domain.model.motions[m];
    if (!prescribed_rate(motion, s.domain.model, s.clock).is_active) continue;
    for (const Index node : motion_nodes_[m]) rows.hold(node, motion.rotation, motion.direction, Index(m));
  }
}

std::vector<std::string> constraint_warnings(const Model& model) {
  std::vector<std::uint8_t> in_body(std::size_t(model.nodes.count()), 0);
  for (const RigidBody& body : model.rigid_bodies)
    for (const Index node : body.nodes) in_body[node] = !body.is_switched();
  std::vector<Index> fixed, moved;
  for (const SinglePointConstraint& c : model.constraints)
    if (in_body[c.node]) fixed.push_back(c.node);
  for (const PrescribedMotion& motion : model.motions)
    for (const Index node : motion.nodes)
      if (in_body[node]) moved.push_back(node);
  std::vector<std::string> warnings;
  if (!fixed.empty())
    warnings.push_back(count_warning(fixed.size(), "single point constraints", model.nodes.id[fixed[0]]));
  if (!moved.empty()) warnings.push_back(count_warning(moved.size(), "prescribed motions", model.nodes.id[moved[0]]));
  warn_of_contradictions(model, warnings);
  warn_of_unequal_starts(model, warnings);
  return warnings;
}

void Constraints::fix_velocities(NodeState& nodes) const {
  Profile::Scope scope(phase<"constraints", Stage::nodes>);
  const RowsAt velocity = rows_at(nodes.velocity), angular_velocity = rows_at(nodes.angular_velocity);
  run_loop(FixAlongAxes{axes_.data(), velocity, angular_velocity}, axes_.size());
  run_loop(FixAlongDirections{directions_.data(), velocity, angular_velocity}, directions_.size());
}

PrescribedRate prescribed_rate(const PrescribedMotion& motion, const Model& model, const Clock& clock) {
  const auto value = [&](double time) {
    return motion.scale * (motion.curve == none ? 1.0 : model.curves[motion.curve].evaluate(time));
  };
  const double middle = clock.time + 0.5 * clock.dt;
  const bool is_active = middle >= motion.birth && middle < motion.death;
  switch (motion.kind) {
    case MotionKind::velocity: return {is_active, false, value(middle)};
    case MotionKind::acceleration: return {is_active, true, clock.dt_mid() * value(clock.time)};
    case MotionKind::displacement: break;
  }
  if (!(clock.dt > 0)) return {is_active, true, -0.0};
  return {is_active, false, (value(clock.time + clock.dt) - value(clock.time)) / clock.dt};
}

/// Lists the nodes whose reactions are output, and their constraints.
void Constraints::list_reactions(const Domain& domain) {
  std::map<Index, SpcForce> held;
  for (const FixedNode& fixed : axes_) {
    held[fixed.node].holds_translation = fixed.dof & all_translations;
    held[fixed.node].holds_rotation = fixed.dof & all_rotations;
  }
  for (const FixedDirections& fixed : directions_)
    (fixed.rotation ? held[fixed.node].holds_rotation : held[fixed.node].holds_translation) = true;
  for (auto& [node, row] : held) {
    if (!domain.owns_node[node]) continue;
    row.node = domain.model.nodes.id[node];
    reactions_.push_back({node, {}, {}, row});
  }
}

void Constraints::note_free_velocities(const NodeState& nodes) {
  run_loop(NoteFreeVelocity{reactions_.data(), rows_at(nodes.velocity), rows_at(nodes.angular_velocity)},
           reactions_.size());
}

void Constraints::take_reactions(const StepState& s, const Rows& force, const Rows& moment) {
  const auto find_row = [&](Index node) -> SpcForce* {
    const auto found = std::ranges::lower_bound(reactions_, node, {}, &Reaction::node);
    return found != reactions_.end() && found->node == node ? &found->row : nullptr;
  };
  for (Reaction& r : reactions_) r.row.force = r.row.moment = {};
  for (const FixedNode& fixed : axes_)
    if (SpcForce* const its = find_row(fixed.node))
      for (int c = 0; c < 3; ++c) {
        if (fixed.dof >> c & 1) its->force[c] = -force(fixed.node, c);
        if (fixed.dof >> (3 + c) & 1) its->moment[c] = -moment(fixed.node, c);
      }
  for (const FixedDirections& fixed : directions_)
    if (SpcForce* const its = find_row(fixed.node))
      for (const Vec3& direction : fixed.along)
        (fixed.rotation ? its->moment : its->force) -=
            dot(row(fixed.rotation ? moment : force, fixed.node), direction) * direction;
  clear(moving_);
  dt_mid_ = 0;  // no impulses
  for (std::size_t m = 0; m < motion_nodes_.size(); ++m)
    for (const Index node : motion_nodes_[m]) {
      const auto at = find_moved(node);
      if (!at) continue;
      MotionForce& its = moving_[*at];
      const PrescribedMotion& motion = s.domain.model.motions[m];
      (motion.rotation ? its.moment : its.force) -=
          dot(row(motion.rotation ? moment : force, node), motion.direction) * motion.direction;
    }
}

void Constraints::note_reactions(const StepState& s) {
  if (!(s.clock.dt_mid() > 0)) return;
  run_loop(NoteReaction{reactions_.data(), loads_.resistance(s), rows_at(s.nodes.velocity),
                        rows_at(s.nodes.angular_velocity)},
           reactions_.size());
}

void Constraints::add_rows(std::vector<SpcForce>& rows) const {
  for (const Reaction& reaction : reactions_) rows.push_back(reaction.row);
}

std::optional<std::size_t> Constraints::find_moved(Index node) const {
  const auto found = std::ranges::lower_bound(moved_, node);
  if (found == moved_.end() || *found != node) return std::nullopt;
  return std::size_t(found - moved_.begin());
}

void Constraints::add_rows(std::vector<MotionForce>& rows) const {
  rows.insert(rows.end(), moving_.begin(), moving_.end());
  MotionForce* const of_moved = rows.data() + (rows.size() - moving_.size());
  for (std::size_t m = 0; m < impulses_.size() && dt_mid_ > 0; ++m)
    for (std::size_t i = 0; i < impulses_[m].size(); ++i)
      if (const auto at = find_moved(motion_nodes_[m][i]))
        (turns_[m] ? of_moved[*at].moment : of_moved[*at].force) += (1 / dt_mid_) * impulses_[m][i];
}

void Constraints::set_velocities(StepState& s) {
  note_free_velocities(s.nodes);
  fix_velocities(s.nodes);
  note_reactions(s);
  prescribe_velocities(s);
}

void Constraints::prescribe_velocities(StepState& s) {
  if (motion_nodes_.size() == 0) return;
  Profile::Scope scope(phase<"constraints", Stage::nodes>);
  s.ledger.external_work += std::exchange(ahead_.external, {});
  clear(moving_);
  dt_mid_ = s.clock.dt_mid();
  for (std::size_t m = 0; m < motion_nodes_.size(); ++m) {
    const PrescribedMotion& motion = s.domain.model.motions[m];
    const std::span<const Index> nodes = motion_nodes_[m];
    Vec3* const impulses = m < impulses_.size() ? impulses_[m].data() : nullptr;
    const PrescribedRate rate = prescribed_rate(motion, s.domain.model, s.clock);
    if (!rate.is_active) {
      if (impulses) std::fill_n(impulses, nodes.size(), Vec3());
      continue;
    }
    const auto count_work = [this, &s](const WorkSums& work) {
      s.ledger.external_work += work.before;
      ahead_.external += work.after;
    };
    if (motion.turning != PrescribedMotion::Turning::no) {
      if (!(s.clock.dt > 0)) continue;
      const double half = 0.5 * rate.value * s.clock.dt, sine = same_bits::sin(half);
      sum_later(PrescribeTurning{nodes.data(), s.domain.owns_node.data(), rows_at(s.nodes.position),
                                 rows_at(s.before.velocity), rows_at(s.nodes.velocity), loads_.resistance(s),
                                 motion.direction, motion.centre, 2 * sine * sine, 2 * sine * same_bits::cos(half),
                                 s.clock.dt, motion.turning == PrescribedMotion::Turning::freely_along_radius,
                                 s.domain.quanta.energy, impulses},
                nodes.size(), count_work);
      continue;
    }
    const bool turns = motion.rotation;
    sum_later(Prescribe{nodes.data(), s.domain.owns_node.data(),
                        rows_at(turns ? s.before.angular_velocity : s.before.velocity),
                        rows_at(turns ? s.nodes.angular_velocity : s.nodes.velocity), loads_.resistance(s), turns,
                        motion.direction, rate, s.domain.quanta.energy, impulses},
              nodes.size(), count_work);
  }
}

void Constraints::archive(StateArchive& a, StepState&) { a.sum(ahead_.external); }

void Constraints::bound_motion(const Model& model, ModelExtremes& e) {
  for (const PrescribedMotion& motion : model.motions) {
    const double value = std::abs(motion.scale) * prescribed_speed(model, motion.kind, motion.curve);
    const bool is_angle = motion.rotation || motion.turning != PrescribedMotion::Turning::no;
    e.speed = std::max(e.speed, value * (is_angle ? e.extent : 1));
  }
}

}  // namespace crumple
