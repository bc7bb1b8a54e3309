#include "physics/state/constraint_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace crumple {
namespace {

constexpr double negligible_term = 1e-9;  // of a unit vector's components, and of a term [1] or [length]

/// The arm of a moment: entry (c, k) of the matrix by which rotations r displace, r x arm.
double lever(const Vec3& arm, int c, int k) {
  if (c == k) return 0;
  const int other = 3 - c - k;
  return (k + 1) % 3 == other ? arm[other] : -arm[other];
}

/// Appends the part of a direction that is normal to the others; false: there is none.
bool extend(std::vector<Vec3>& axes, const Vec3& direction) {
  Vec3 rest = direction;
  for (const Vec3& axis : axes) rest -= dot(rest, axis) * axis;
  if (axes.size() == 3 || norm(rest) < 1e-6) return false;
  axes.push_back(normalized(rest));
  return true;
}

Vec3 unit(int c) {
  Vec3 axis;
  axis[c] = 1;
  return axis;
}

/// The global axis along a direction; none.
int global_axis(const Vec3& direction) {
  for (int c = 0; c < 3; ++c)
    if (std::abs(direction[c]) > 1 - negligible_term) return c;
  return none;
}

}  // namespace

std::string ConstraintRows::name(Index entity) const {
  return entity < n_nodes() ? fmt::format("node {}", node_ids_[std::size_t(entity)]) : "a rigid body";
}

void ConstraintRows::depend(Index node, int dof, std::vector<Term> terms) {
  given_[slot(node, dof)] = std::move(terms);
}

void ConstraintRows::follow(Index node, Index leader, const Vec3& arm) {
  (leader < n_nodes() ? followers_ : nodes_of_bodies_).push_back({node, leader, arm});
  for (int c = 0; c < 3; ++c) {
    Row row{{leader, c, 1.0}};
    for (int k = 0; k < 3; ++k)
      if (const double a = lever(arm, c, k); a != 0) row.push_back({leader, 3 + k, a});
    depend(node, c, std::move(row));
    depend(node, 3 + c, {{leader, 3 + c, 1.0}});
  }
}

void ConstraintRows::hold(Index entity, bool rotation, const Vec3& direction, Index motion) {
  held_[entity].push_back({direction, motion, rotation});
}

void ConstraintRows::release(Index node) { held_.erase(node); }

/// Own axes of the entities, along what holds them; which are fixed or prescribed.
void ConstraintRows::set_axes() {
  motion_.assign(std::size_t(n_entities()) * n_dofs, none);
  is_fixed_.assign(motion_.size(), 0);
  for (const auto& [entity, holds] : held_)
    for (const bool rotation : {false, true}) {
      std::vector<Hold> distinct;  // the first of several along the same direction
      std::vector<Vec3> axes;
      for (const Hold& hold : holds)
        if (hold.rotation == rotation && extend(axes, hold.direction)) distinct.push_back(hold);
      if (distinct.empty()) continue;
      const bool is_global =
          std::ranges::all_of(axes, [](const Vec3& axis) { return global_axis(axis) != none; });
      if (is_global) {
        axes_.erase({entity, rotation});
      } else {
        for (int c = 0; c < 3; ++c) extend(axes, unit(c));
        axes_[{entity, rotation}] = Mat3{{axes[0], axes[1], axes[2]}};
      }
      for (std::size_t k = 0; k < distinct.size(); ++k) {
        const int own = is_global ? global_axis(axes[k]) : int(k);
        const std::size_t at = slot(entity, own + (rotation ? 3 : 0));
        motion_[at] = distinct[k].motion;
        is_fixed_[at] = distinct[k].motion == none;
      }
    }
}

/// Adds coefficient times a displacement along a global axis.
void ConstraintRows::add(Row& row, Index entity, int dof, double coefficient) {
  const auto put = [&](const Term& term) {
    if (is_fixed_[slot(term.entity, term.dof)]) return;
    const auto same = [&](const Term& other) { return other.entity == term.entity && other.dof == term.dof; };
    if (const auto found = std::ranges::find_if(row, same); found != row.end())
      found->coefficient += term.coefficient;
    else row.push_back(term);
  };
  if (given_.contains(slot(entity, dof))) {
    for (const Term& term : resolved(slot(entity, dof)))
      put({term.entity, term.dof, coefficient * term.coefficient});
    return;
  }
  const bool rotation = dof >= 3;
  if (rotation && entity >= n_nodes()) coefficient /= bodies_[std::size_t(entity - n_nodes())].length;
  const auto axes = axes_.find({entity, rotation});
  if (axes == axes_.end()) return put({entity, dof, coefficient});
  for (int k = 0; k < 3; ++k)
    if (const double along = axes->second.row[k][dof % 3]; along != 0)
      put({entity, k + (rotation ? 3 : 0), coefficient * along});
}

Vec3 ConstraintRows::axis(Index entity, int dof) const {
  const bool rotation = dof >= 3;
  const auto axes = axes_.find({entity, rotation});
  const Vec3 direction = axes == axes_.end() ? unit(dof % 3) : axes->second.row[dof % 3];
  return rotation && entity >= n_nodes() ? bodies_[std::size_t(entity - n_nodes())].length * direction : direction;
}

const ConstraintRows::Row& ConstraintRows::resolved(std::size_t at) {
  const auto [place, is_new] = resolved_.try_emplace(at, Row{{none, 0, 0.0}});  // while it is being resolved
  if (!is_new) {
    if (!place->second.empty() && place->second.front().entity == none)
      throw Error(fmt::format("implicit analysis: {} depends on itself through ties, welds and interpolations",
                              name(Index(at / n_dofs))));
    return place->second;
  }
  Row row;
  for (const Term& term : given_.at(at)) add(row, term.entity, term.dof, term.coefficient);
  return resolved_[at] = std::move(row);
}

/// What depends on others may be held only where they are, too.
void ConstraintRows::check_holds() {
  for (const auto& [entity, holds] : held_)
    for (const Hold& hold : holds) {
      Row row;
      bool depends = false;
      for (int c = 0; c < 3; ++c) {
        const int dof = c + (hold.rotation ? 3 : 0);
        depends |= given_.contains(slot(entity, dof));
        if (std::abs(hold.direction[c]) > negligible_term) add(row, entity, dof, hold.direction[c]);
      }
      if (depends && (hold.motion != none || std::ranges::any_of(row, [](const Term& term) {
                        return std::abs(term.coefficient) > negligible_term;
                      })))
        throw Error(fmt::format("implicit analysis: {} is fixed or prescribed, and depends on nodes that can move "
                                "there (welds); expected the support at one node of them",
                                name(entity)));
    }
}

void ConstraintRows::resolve() {
  set_axes();
  for (Index entity = 0; entity < n_entities(); ++entity)
    for (int dof = 0; dof < n_dofs; ++dof) {
      Row row;
      add(row, entity, dof, 1.0);
      rows_.add_row();
      for (const Term& term : row) rows_.push_back(term);
    }
  check_holds();
}

}  // namespace crumple
