// Packed elements: their tangents, by central differences of the kernel of the step on copies of the elements' blocks.
// A step of the kernel is an increment of the motion, x = x(n) + du with the velocity du / dt; each starts with the
// history of t(n). Rotations about the normals of shells have no resistance in the kernels; here they get one.
#include <algorithm>
#include <cmath>

#include "base/loops.hpp"
#include "physics/elements/block_copy.hpp"
#include "physics/elements/packed_elements.hpp"

namespace crumple {
namespace {

constexpr double increment = 1e-6;   // of the mean edge; a rotation [1]

/// Drilling stiffness for a scale of 1, in shear modulus times volume: of the mean rotation against the spin, and of
/// the rotations of the nodes against their mean. The first carries twist over the folds between the elements of a
/// curved shell; the second only keeps the stiffness regular, and were it as large, coarse meshes would resist bending.
constexpr double drilling_mean = 0.1, drilling_differences = 1e-4;

// Copies of a few hundred bytes, for which Kokkos::deep_copy takes ten times as long as the copy itself.
template <class View> void restore(const View& values, const View& from) {
  std::copy_n(from.data(), from.size(), values.data());
}
template <class View> void set_to_zero(const View& values) { std::fill_n(values.data(), values.size(), 0.0); }

/// What a step of the kernel changes.
template <class Real>
std::array<const Array<Real>*, 5> histories_of(const ElementGroup<Real>& group) {
  return {&group.history, &group.thickness, &group.alive, &group.internal_energy, &group.hourglass_energy};
}

/// A block of elements whose nodes are displaced one by one.
template <class Real>
class MovedBlock {
 public:
  using Group = ElementGroup<Real>;
  static constexpr int lanes = Group::lanes;

  MovedBlock(const Group& group, int block, const NodeState& nodes, double dt, const double* strains)
      : at_rest_(copy_of_block(group, block)),
        moved_(copy_of_block(group, block)),
        nodes_(nodes_of_block(group, block, nodes)),
        position_("positions", std::size_t(nodes_.count())),
        velocity_("velocities", std::size_t(nodes_.count())),
        angular_velocity_("angular velocities", std::size_t(nodes_.count())),
        dt_(dt),
        n_nodes_(group.n_nodes()) {
    for (int lane = 0; lane < lanes; ++lane)
      for (int slot = 0; slot < n_nodes_; ++slot) {
        const Index node = group.node(block * lanes + lane, slot);
        set_row(velocity_, Index(lane * n_nodes_ + slot), row(nodes.velocity, node));
        set_row(angular_velocity_, Index(lane * n_nodes_ + slot), row(nodes.angular_velocity, node));
        if (strains) dilatation_.push_back(strains[node]);
      }
    restore(position_, nodes_.position);
    for (int lane = 0; lane < lanes; ++lane) edge_[lane] = mean_edge(lane);
  }

  /// The displacement or rotation increment of a node of the lane.
  double increment_of(int lane, int dof) const { return dof < 3 ? increment * edge_[lane] : increment; }

  /// Internal forces for `sign` increments of a node of each lane: [lane][node][force and moment], until the next call.
  const std::vector<double>& forces(int slot, int dof, double sign) {
    start();
    for (int lane = 0; lane < lanes; ++lane) {
      const Index node = Index(lane * n_nodes_ + slot);
      const double by = sign * increment_of(lane, dof);
      if (dof < 3) {
        nodes_.position(node, dof) += by;
        nodes_.velocity(node, dof) += by / dt_;
      } else {
        nodes_.angular_velocity(node, dof - 3) += by / dt_;
      }
    }
    return internal_forces(dilatation_);
  }
  /// The same where the volumetric strains of all nodes are larger.
  const std::vector<double>& forces_of_larger_volumes(double by) {
    start();
    std::vector<double> larger = dilatation_;
    for (double& strain : larger) strain += by;
    return internal_forces(larger);
  }

  Vec3 position(int lane, int slot) const { return row(position_, Index(lane * n_nodes_ + slot)); }

 private:
  void start() {
    const auto from = histories_of(at_rest_), to = histories_of(moved_);
    for (std::size_t k = 0; k < from.size(); ++k) restore(*to[k], *from[k]);
    restore(nodes_.position, position_);
    restore(nodes_.velocity, velocity_);
    restore(nodes_.angular_velocity, angular_velocity_);
    set_to_zero(totals(nodes_.force));
    set_to_zero(totals(nodes_.moment));
  }
  const std::vector<double>& internal_forces(const std::vector<double>& dilatation) {
    kernels::NodeRows rows{.position = nodes_.position.data(),
                           .velocity = nodes_.velocity.data(),
                           .angular_velocity = nodes_.angular_velocity.data(),
                           .force = nodes_.force.data(),
                           .moment = nodes_.moment.data(),
                           .force_shift = 0,  // not rounded
                           .moment_shift = 0};
    if (!dilatation.empty()) rows.dilatation = dilatation.data();
    moved_.kernel->forces(moved_.blocks(), rows, dt_, 0, 1);
    forces_.clear();
    for (Index node = 0; node < nodes_.count(); ++node) {
      for (int c = 0; c < 3; ++c) forces_.push_back(-nodes_.force(node, c));
      for (int c = 0; c < 3; ++c) forces_.push_back(-nodes_.moment(node, c));
    }
    return forces_;
  }
  double mean_edge(int lane) const {
    double sum = 0;
    for (int slot = 0; slot < n_nodes_; ++slot)
      sum += norm(position(lane, (slot + 1) % n_nodes_) - position(lane, slot));
    return sum / n_nodes_;
  }

  Group at_rest_, moved_;
  NodeState nodes_;
  Rows position_, velocity_, angular_velocity_;
  std::vector<double> dilatation_;  ///< [node] volumetric strain of the step; empty: there is none
  std::vector<double> forces_;      ///< of the last call
  double dt_;
  int n_nodes_;
  double edge_[lanes];
};

/// The drilling stiffness about a shell's normal n against its in-plane spin w, the penalty of Hughes and Brezzi ("On
/// drilling degrees of freedom", 1989) with one point in the plane: (k (mean - w)^2 + d sum (n . theta_a - mean)^2 /
/// nodes) / 2, where mean is that of n . theta, w = 1/2 sum n . (g_b x u_b) with the gradients g_b of the shape
/// functions at the centre, and k and d are drilling_mean and drilling_differences times `stiffness`. It vanishes for
/// rigid motions. Calls f(strain [node][dof], factor) for the sum of factor strain^2 / 2.
template <class F>
void for_each_drilling_strain(std::span<const Vec3> corners, double stiffness, F f) {
  const std::size_t n = corners.size();
  const Vec3 normal_area = n == 4 ? cross(corners[2] - corners[0], corners[3] - corners[1])
                                  : cross(corners[1] - corners[0], corners[2] - corners[0]);
  const double twice_area = norm(normal_area);
  const Vec3 normal = (1 / twice_area) * normal_area;
  std::vector<double> lag(n * 6);  // mean - w
  for (std::size_t b = 0; b < n; ++b) {
    const Vec3 opposite =
        n == 4 ? corners[(b + 1) % 4] - corners[(b + 3) % 4] : corners[(b + 1) % 3] - corners[(b + 2) % 3];
    const Vec3 spin = 0.5 / twice_area * (opposite - dot(opposite, normal) * normal);
    for (int c = 0; c < 3; ++c) {
      lag[b * 6 + std::size_t(c)] = -spin[c];
      lag[b * 6 + 3 + std::size_t(c)] = normal[c] / double(n);
    }
  }
  f(lag, drilling_mean * stiffness);
  for (std::size_t a = 0; a < n; ++a) {
    std::vector<double> difference(n * 6, 0.0);
    for (std::size_t b = 0; b < n; ++b)
      for (int c = 0; c < 3; ++c)
        difference[b * 6 + 3 + std::size_t(c)] = (double(a == b) - 1 / double(n)) * normal[c];
    f(difference, drilling_differences * stiffness / double(n));
  }
}

/// G V of a shell, by the scale of the deck.
template <class Real>
double drilling_stiffness(const ElementGroup<Real>& group, int index, const Implicit& implicit) {
  const kernels::MaterialConstants& material = group.constants_of(index).material;
  return implicit.drilling * material.young / (2 * (1 + material.poisson)) * double(group.reference_volume(index));
}

}  // namespace

template <class Real>
void PackedElements<Real>::add_tangents(const NodeState& nodes, double dt, const TakeTangent& take) const {
  std::vector<double> plus, columns;  // [lane][node][force and moment]; [column] the same
  for (const Group& group : groups_) {
    if (group.no_stress) continue;
    const auto n = std::size_t(group.n_nodes());
    const int dofs = group.kernel->shell ? 6 : 3;
    const std::size_t size = n * std::size_t(dofs);
    for (int block = 0; block < group.n_blocks; ++block) {
      MovedBlock<Real> moved(group, block, nodes, dt, volume_strains_);
      columns.resize(size * Group::lanes * n * 6);
      for (std::size_t column = 0; column < size; ++column) {
        const int slot = int(column) / dofs, dof = int(column) % dofs;
        plus = moved.forces(slot, dof, 1);
        const std::vector<double>& minus = moved.forces(slot, dof, -1);
        for (std::size_t i = 0; i < plus.size(); ++i)
          columns[column * plus.size() + i] =
              (plus[i] - minus[i]) / (2 * moved.increment_of(int(i / (n * 6)), dof));
      }
      for (int lane = 0; lane < Group::lanes; ++lane) {
        const int index = block * Group::lanes + lane;
        if (group.element[std::size_t(index)] == none || !group.was_alive[std::size_t(index)]) continue;
        std::vector<Index> its_nodes;
        std::vector<Vec3> corners;
        for (int slot = 0; slot < int(n); ++slot) {
          its_nodes.push_back(group.node(index, slot));
          corners.push_back(moved.position(lane, slot));
        }
        Tangent tangent{its_nodes, dofs, std::vector<double>(size * size)};
        const auto derivative = [&](std::size_t row, std::size_t column) {
          const std::size_t node = row / std::size_t(dofs), dof = row % std::size_t(dofs);
          return columns[((column * Group::lanes + std::size_t(lane)) * n + node) * 6 + dof];
        };
        for (std::size_t i = 0; i < size; ++i)
          for (std::size_t j = 0; j < size; ++j) tangent.at(i, j) = 0.5 * (derivative(i, j) + derivative(j, i));
        if (dofs == 6) {
          for_each_drilling_strain(
              corners, drilling_stiffness(group, index, domain_.model.implicit),
              [&](const std::vector<double>& strain, double factor) {
                for (std::size_t i = 0; i < size; ++i)
                  for (std::size_t j = 0; j < size; ++j) tangent.at(i, j) += factor * strain[i] * strain[j];
              });
        }
        take(tangent);
      }
    }
  }
}

template <class Real>
void PackedElements<Real>::add_volume_tangents(const NodeState& nodes, double dt,
                                               const TakeVolumeTangent& take) const {
  if (!volume_strains_ || kind() != SectionKind::solid) return;
  const std::vector<Solid>& solids = domain_.model.solids;
  for (const Group& group : groups_) {
    const auto first = std::ranges::find_if(group.element, [](Index e) { return e != none; });
    if (group.no_stress || first == group.element.end()) continue;
    if (!domain_.model.has_averaged_volume(solids[std::size_t(*first)])) continue;
    for (int block = 0; block < group.n_blocks; ++block) {
      MovedBlock<Real> moved(group, block, nodes, dt, volume_strains_);
      const std::vector<double> more = moved.forces_of_larger_volumes(increment);
      const std::vector<double>& less = moved.forces_of_larger_volumes(-increment);
      for (int lane = 0; lane < Group::lanes; ++lane) {
        const int index = block * Group::lanes + lane;
        if (group.element[std::size_t(index)] == none || !group.was_alive[std::size_t(index)]) continue;
        VolumeTangent tangent;
        for (int slot = 0; slot < 4; ++slot) {
          tangent.nodes[std::size_t(slot)] = group.node(index, slot);
          for (int c = 0; c < 3; ++c) {
            const auto at = std::size_t((lane * 4 + slot) * 6 + c);
            tangent.force[std::size_t(slot)][c] = (more[at] - less[at]) / (2 * increment);
          }
        }
        Vec3 x[3];
        for (int k = 0; k < 3; ++k) x[k] = moved.position(lane, k + 1) - moved.position(lane, 0);
        for (std::size_t k = 0; k < 3; ++k) {
          tangent.gradient[k + 1] = cross(x[(k + 1) % 3], x[(k + 2) % 3]);
          tangent.gradient[0] -= tangent.gradient[k + 1];
        }
        take(tangent);
      }
    }
  }
}

template <class Real>
void PackedElements<Real>::add_drilling_forces(const ForceStep& step, const NodeState& nodes) {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    if (group.no_stress || !group.kernel->shell) continue;
    const int first = step.side == Side::boundary ? 0 : group.n_boundary_blocks;
    const int last = step.side == Side::boundary ? group.n_boundary_blocks : group.n_blocks;
    const std::size_t n_strains = std::size_t(group.n_nodes()) + 1;
    for (int index = first * Group::lanes; index < last * Group::lanes; ++index) {
      if (group.element[std::size_t(index)] == none || !group.was_alive[std::size_t(index)]) continue;
      std::vector<Vec3> corners;
      std::vector<double> moved;
      for (int slot = 0; slot < group.n_nodes(); ++slot) {
        const Index node = group.node(index, slot);
        corners.push_back(row(nodes.position, node));
        for (const Rows& rate : {nodes.velocity, nodes.angular_velocity})
          for (int c = 0; c < 3; ++c) moved.push_back(step.dt * rate(node, c));
      }
      std::vector<double> force(moved.size(), 0.0);
      double energy = 0;
      std::size_t at = std::size_t(index) * n_strains;
      for_each_drilling_strain(corners, drilling_stiffness(group, index, domain_.model.implicit),
                               [&](const std::vector<double>& rates, double factor) {
                                 const double before = drilling_kept_[g][at];
                                 double after = before;
                                 for (std::size_t i = 0; i < rates.size(); ++i) after += rates[i] * moved[i];
                                 for (std::size_t i = 0; i < rates.size(); ++i) force[i] -= factor * after * rates[i];
                                 energy += 0.5 * factor * (after * after - before * before);
                                 drilling_[g][at++] = after;
                               });
      group.internal_energy(std::size_t(index)) += Real(energy);
      for (int slot = 0; slot < group.n_nodes(); ++slot) {
        const double* const on = force.data() + slot * 6;
        add_row(nodes.force, group.node(index, slot), rounded({on[0], on[1], on[2]}, domain_.quanta.force));
        add_row(nodes.moment, group.node(index, slot), rounded({on[3], on[4], on[5]}, domain_.quanta.moment));
      }
    }
  }
}

template <class Real>
void PackedElements<Real>::keep_history() {
  kept_.clear();
  drilling_.resize(groups_.size());
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    drilling_[g].resize(group.kernel->shell ? std::size_t(group.n_lanes()) * (std::size_t(group.n_nodes()) + 1) : 0);
    Kept& kept = kept_.emplace_back();
    for (const Array<Real>* values : histories_of(group)) {
      kept.push_back(Array<Real>("kept history", values->extent(0)));
      restore(kept.back(), *values);
    }
  }
  drilling_kept_ = drilling_;
}

template <class Real>
void PackedElements<Real>::restore_history() {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    std::size_t k = 0;
    for (const Array<Real>* values : histories_of(groups_[g])) restore(*values, kept_[g][k++]);
  }
  drilling_ = drilling_kept_;
}

template void PackedElements<float>::keep_history();
template void PackedElements<double>::keep_history();
template void PackedElements<float>::restore_history();
template void PackedElements<double>::restore_history();
template void PackedElements<float>::add_drilling_forces(const ForceStep&, const NodeState&);
template void PackedElements<double>::add_drilling_forces(const ForceStep&, const NodeState&);
template void PackedElements<float>::add_tangents(const NodeState&, double, const TakeTangent&) const;
template void PackedElements<float>::add_volume_tangents(const NodeState&, double, const TakeVolumeTangent&) const;
template void PackedElements<double>::add_tangents(const NodeState&, double, const TakeTangent&) const;
template void PackedElements<double>::add_volume_tangents(const NodeState&, double, const TakeVolumeTangent&) const;

}  // namespace crumple
