#include "physics/joints/interpolations.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/error.hpp"
#include "base/profile.hpp"
#include "physics/state/constraint_rows.hpp"

namespace crumple {
namespace {

/// A degree of freedom of the dependent node: the sum of shares[i] . v_i over the independent nodes.
struct DependentRow {
  int component = 0;
  bool is_rotation = false;
  double inertia = 0;        ///< of the dependent node: mass, or rotational inertia
  std::vector<Vec3> shares;  ///< of translations [1], of rotations [1/length]
  double impulse = 0;        ///< on the dependent node
};

/// Moments of the independent nodes' positions.
struct Mean {
  Vec3 centre;
  std::vector<Vec3> arm;  ///< of each from the centre
  Mat3 inertia;           ///< of the weights [length^2]
};

Mean mean_of(const Interpolation& its, const NodeState& nodes) {
  Mean mean;
  for (std::size_t i = 0; i < its.nodes.size(); ++i) mean.centre += its.weights[i] * row(nodes.position, its.nodes[i]);
  for (std::size_t i = 0; i < its.nodes.size(); ++i) {
    const Vec3 r = row(nodes.position, its.nodes[i]) - mean.centre;
    for (int k = 0; k < 3; ++k) {
      mean.inertia(k, k) += its.weights[i] * dot(r, r);
      for (int l = 0; l < 3; ++l) mean.inertia(k, l) -= its.weights[i] * r[k] * r[l];
    }
    mean.arm.push_back(r);
  }
  return mean;
}

double determinant(const Mat3& m) { return dot(m.row[0], cross(m.row[1], m.row[2])); }

/// The solution of m x = b, m symmetric.
Vec3 solved(const Mat3& m, const Vec3& b) {
  const Vec3 minors{dot(cross(m.row[1], m.row[2]), b), dot(cross(m.row[2], m.row[0]), b),
                    dot(cross(m.row[0], m.row[1]), b)};
  return (1 / determinant(m)) * minors;
}

std::vector<DependentRow> rows_of(const Interpolation& its, const NodeState& nodes) {
  const Mean mean = mean_of(its, nodes);
  const Vec3 lever = row(nodes.position, its.node) - mean.centre;
  std::vector<DependentRow> rows;
  for (int d = 0; d < 6; ++d) {
    if (!(its.dof & (1 << d))) continue;
    DependentRow next;
    next.component = d % 3;
    next.is_rotation = d >= 3;
    next.inertia = next.is_rotation ? nodes.inertia(its.node) : nodes.mass(its.node);
    Vec3 axis;
    axis[d % 3] = 1;
    const Vec3 turn = solved(mean.inertia, next.is_rotation ? axis : cross(lever, axis));
    for (std::size_t i = 0; i < its.nodes.size(); ++i) {
      const Vec3 moved = next.is_rotation ? Vec3{} : axis;
      next.shares.push_back(its.weights[i] * (moved + cross(turn, mean.arm[i])));
    }
    rows.push_back(std::move(next));
  }
  return rows;
}

/// The row applied to the independent nodes' velocities.
double value_of(const DependentRow& of, const Interpolation& its, const NodeState& nodes) {
  double sum = 0;
  for (std::size_t i = 0; i < its.nodes.size(); ++i) sum += dot(of.shares[i], row(nodes.velocity, its.nodes[i]));
  return sum;
}

/// Gaussian elimination with partial pivoting, for up to six equations; b becomes the solution.
void solve(std::array<std::array<double, 6>, 6>& a, std::array<double, 6>& b, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
}

/// The impulses after which all rows are satisfied: with the compliance C of the independent nodes and the inertias J
/// of the dependent one, (1 + J C) impulse = J (value - present).
void find_impulses(std::vector<DependentRow>& rows, const Interpolation& its, const NodeState& nodes) {
  std::array<std::array<double, 6>, 6> a{};
  std::array<double, 6> b{};
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t s = 0; s < rows.size(); ++s) {
      double compliance = 0;
      for (std::size_t i = 0; i < its.nodes.size(); ++i)
        compliance += dot(rows[r].shares[i], rows[s].shares[i]) / nodes.mass(its.nodes[i]);
      a[r][s] = rows[r].inertia * compliance + (r == s);
    }
    const Rows& own = rows[r].is_rotation ? nodes.angular_velocity : nodes.velocity;
    b[r] = rows[r].inertia * (value_of(rows[r], its, nodes) - own(its.node, rows[r].component));
  }
  solve(a, b, rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) rows[r].impulse = b[r];
}

void constrain(const Interpolation& its, NodeState& nodes) {
  std::vector<DependentRow> rows = rows_of(its, nodes);
  find_impulses(rows, its, nodes);
  for (std::size_t i = 0; i < its.nodes.size(); ++i) {
    Vec3 impulse;
    for (const DependentRow& of : rows) impulse -= of.impulse * of.shares[i];
    add_row(nodes.velocity, its.nodes[i], (1 / nodes.mass(its.nodes[i])) * impulse);
  }
  for (const DependentRow& of : rows) {
    const Rows& own = of.is_rotation ? nodes.angular_velocity : nodes.velocity;
    own(its.node, of.component) = value_of(of, its, nodes);
  }
}

/// Other constraints that move nodes; null: none.
std::vector<const char*> other_movers(const Model& model, const std::vector<std::uint8_t>& in_body) {
  std::vector<const char*> mover(std::size_t(model.nodes.count()), nullptr);
  for (std::size_t i = 0; i < in_body.size(); ++i)
    if (in_body[i]) mover[i] = "is part of a rigid body";
  for (const SinglePointConstraint& c : model.constraints) mover[std::size_t(c.node)] = "is held (*BOUNDARY_SPC)";
  for (const PrescribedMotion& motion : model.motions)
    for (const Index node : motion.nodes) mover[std::size_t(node)] = "has a prescribed motion";
  for (const SpotWeld& weld : model.spot_welds)
    for (const Index node : weld.nodes) mover[std::size_t(node)] = "is welded (*CONSTRAINED_SPOTWELD)";
  for (const Tie& tie : model.ties) mover[std::size_t(tie.node)] = "is tied by a contact";
  return mover;
}

}  // namespace

Interpolations::Interpolations(const Domain& domain, const NodeState& nodes, const std::vector<std::uint8_t>& in_body)
    : interpolations_(domain.model.interpolations) {
  if (interpolations_.empty()) return;
  std::vector<const char*> mover = other_movers(domain.model, in_body);
  for (const Interpolation& its : interpolations_) {
    const auto fail = [&](Index node, const std::string& why) {
      throw Error(fmt::format("*CONSTRAINED_INTERPOLATION {}: node {} {}", its.id,
                              domain.model.nodes.id[std::size_t(node)], why));
    };
    const auto take = [&](Index node) {
      if (mover[std::size_t(node)]) fail(node, fmt::format("{}, expected a free one", mover[std::size_t(node)]));
      mover[std::size_t(node)] = "is in another *CONSTRAINED_INTERPOLATION, too";
    };
    take(its.node);
    for (const Index node : its.nodes) {
      take(node);
      if (!(nodes.mass(node) > 0)) fail(node, "has no mass, expected some of an independent node");
    }
    const Mat3 inertia = mean_of(its, nodes).inertia;
    const double size = inertia(0, 0) + inertia(1, 1) + inertia(2, 2);
    // 1e-9 of the cube of the mean moment: nodes within 1e-4 of their extent from a line.
    if (!(determinant(inertia) > 1e-9 * size * size * size))
      fail(its.nodes.front(), "lies on a line with the other independent nodes, expected three that do not");
  }
}

void Interpolations::add_constraint_rows(const StepState& s, ConstraintRows& rows) const {
  for (const Interpolation& its : interpolations_)
    for (const DependentRow& of : rows_of(its, s.nodes)) {
      std::vector<ConstraintRows::Term> terms;
      for (std::size_t i = 0; i < its.nodes.size(); ++i)
        for (int c = 0; c < 3; ++c) terms.push_back({its.nodes[i], c, of.shares[i][c]});
      rows.depend(its.node, of.component + (of.is_rotation ? 3 : 0), std::move(terms));
    }
}

void Interpolations::set_velocities(StepState& s) {
  if (interpolations_.empty() || !(s.clock.dt > 0)) return;
  Profile::Scope scope(phase<"interpolations", Stage::nodes>);
  for (const Interpolation& its : interpolations_) constrain(its, s.nodes);
}

}  // namespace crumple
