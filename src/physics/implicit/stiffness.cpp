#include "physics/implicit/stiffness.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/profile.hpp"
#include "comm/together.hpp"
#include "physics/state/integrate.hpp"

namespace crumple {
namespace {

/// Stiffness of joints and walls over that of the stiffest element: deflections are small, and in nonlinear statics
/// iterations still find equilibria from the gaps that explicit steps leave.
constexpr double penalty_of_elements = 1e4, penalty_in_iterations = 100;
/// The same, of what resists, where only springs and inertia do.
constexpr double penalty_of_others = 1e6;

/// Where there are no entries.
constexpr double smallest_quantum = 0x1p-1000;
/// Bits of an entry; the rest of a double's 53 is for sums over elements.
constexpr int entry_bits = 47;

using Term = ConstraintRows::Term;

ConstraintRows constraint_rows(const StepState& state, const FeatureList& features) {
  const Model& model = state.domain.model;
  ConstraintRows rows(model.nodes.id, model.rigid_bodies.size());
  together(state.world, [&] {
    for (const auto& feature : features) feature->add_constraint_rows(state, rows);
    rows.resolve();
  });
  return rows;
}

/// [node] The tensor of inertia of rotations. In modes without what shells and beams have for the step of explicit
/// analysis: m (A + t^2) / 12 of shells would give modes of rotations about the normals, and their own, m t^2 / 12, is
/// negligible; beams have that of their sections. Collective.
std::vector<Mat3> inertia_of_nodes(const StepState& state, const Elements& elements) {
  const auto n = std::size_t(state.nodes.count());
  Rows made_for_steps("mass, inertia", n), diagonal("inertia xx, yy, zz", n), others("inertia xy, yz, zx", n);
  for (const auto& family : elements.families) {
    const bool has_own = family->kind() == SectionKind::shell || family->kind() == SectionKind::beam;
    if (!has_own || state.domain.model.implicit.dynamics.is_on) continue;
    family->add_masses(made_for_steps, {});
    family->add_rotary_inertia(state.nodes, diagonal, others);
  }
  state.halo.sum({made_for_steps.data()});
  state.halo.sum({diagonal.data(), others.data()});
  std::vector<Mat3> all(n);
  for (Index node = 0; node < state.nodes.count(); ++node) {
    const double rest = std::max(0.0, state.nodes.inertia(node) - made_for_steps(node, 1));
    Mat3& inertia = all[std::size_t(node)];
    for (int c = 0; c < 3; ++c) {
      const int next = (c + 1) % 3;
      inertia(c, c) = rest + diagonal(node, c);
      inertia(c, next) = inertia(next, c) = others(node, c);
    }
  }
  return all;
}

/// The longest distance from the first node of a tangent to others [length].
double length_of(const Tangent& tangent, const Rows& position) {
  double most = 0;
  for (const Index node : tangent.nodes)
    most = std::max(most, norm(row(position, node) - row(position, tangent.nodes.front())));
  return most;
}

/// [degree of freedom] of a tangent: whether it has a stiffness that is more than the error of the differences. Where
/// rotations have none, as those of trusses, their error is that of forces at the length of the element.
std::vector<std::uint8_t> find_stiff(const Tangent& tangent, double length) {
  constexpr double error = 1e-9;  // of the largest of displacements, or of rotations
  const auto dofs = std::size_t(tangent.dofs), size = tangent.nodes.size() * dofs;
  double largest[2] = {0, 0};
  for (std::size_t i = 0; i < size; ++i) {
    double& most = largest[i % dofs >= 3];
    most = std::max(most, tangent.matrix[i * size + i]);
  }
  largest[1] = std::max(largest[1], largest[0] * length * length);
  std::vector<std::uint8_t> is_stiff(size);
  for (std::size_t i = 0; i < size; ++i)  // negative: of bars under pressure
    is_stiff[i] = std::abs(tangent.matrix[i * size + i]) > error * largest[i % dofs >= 3];
  return is_stiff;
}

/// Entries that are added to those at the same place from time to time.
class EntrySum {
 public:
  explicit EntrySum(std::int32_t n_equations) : place_(std::size_t(n_equations)) {}
  void add(std::int32_t row, std::int32_t column, double value) {
    entries_.push_back({row, column, value});
    if (entries_.size() > std::max<std::size_t>(1 << 20, 2 * n_merged_)) merge();
  }
  SymmetricEntries take() {
    merge();
    SymmetricEntries all;
    all.n_equations = std::int32_t(place_.size());
    for (const Entry& entry : entries_) all.add(entry.row, entry.column, entry.value);
    return all;
  }

 private:
  struct Entry {
    std::int32_t row, column;
    double value;
  };
  /// Adds up what is at one place.
  void merge() {
    sort_by_row();
    std::size_t n = 0;
    for (std::size_t next = 0; next < entries_.size();) {
      const std::size_t begin = n;
      for (const std::int32_t row = entries_[next].row; next < entries_.size() && entries_[next].row == row; ++next) {
        const Entry entry = entries_[next];
        std::size_t& place = place_[std::size_t(entry.column)];
        if (place >= begin && place < n && entries_[place].column == entry.column) {
          entries_[place].value += entry.value;
        } else {
          place = n;
          entries_[n++] = entry;
        }
      }
      std::sort(entries_.begin() + std::ptrdiff_t(begin), entries_.begin() + std::ptrdiff_t(n),
                [](const Entry& a, const Entry& b) { return a.column < b.column; });
    }
    entries_.resize(n);
    n_merged_ = n;
  }
  /// By counting: entries are many, and those of a row few.
  void sort_by_row() {
    std::vector<std::size_t> next(place_.size() + 1);  // of each row
    for (const Entry& entry : entries_) ++next[std::size_t(entry.row) + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    sorted_.resize(entries_.size());
    for (const Entry& entry : entries_) sorted_[next[std::size_t(entry.row)]++] = entry;
    entries_.swap(sorted_);
  }
  std::vector<Entry> entries_, sorted_;
  std::vector<std::size_t> place_;  ///< of each column: of its entry in the row that is being added up
  std::size_t n_merged_ = 0;
};

}  // namespace

Stiffness::Stiffness(const StepState& state, const Elements& elements, const FeatureList& features, double dt,
                     const std::vector<ModelForces>& loads)
    : state_(state),
      elements_(elements),
      features_(features),
      volumes_(*find<NodalDilatation>(features)),
      dt_(dt),
      equations_(state.world, state.domain, constraint_rows(state, features)) {
  Profile::Scope scope(phase<"stiffness">);
  const Implicit& implicit = state.domain.model.implicit;
  find_volume_strains();
  inertia_ = inertia_of_nodes(state, elements);
  const KeptTangents of_elements = tangents_of_elements();
  penalty_ = find_penalty(of_elements);
  const KeptTangents of_features = tangents_of_features();
  const auto each_mass = [&](auto take) { for_each_mass(take); };
  std::vector<Resistance> resistance(equations_.n_slots());
  const Quanta quanta = quanta_of(of_elements, &resistance), quanta_of_features = quanta_of(of_features, &resistance);
  const auto largest = [&](std::size_t kind) { return std::max(quanta[kind].q, quanta_of_features[kind].q); };
  const bool has_both = largest(0) > smallest_quantum && largest(2) > smallest_quantum;
  length_ = has_both ? std::sqrt(largest(2) / largest(0)) : 1;
  if (implicit.dynamics.is_on)
    for_each_mass([&](const Term& row, const Term& column, double value) {
      if (row.entity == column.entity && row.dof == column.dof)
        resistance[ConstraintRows::slot(row.entity, row.dof)].mass += value;
    });
  count_loaded(loads, resistance);
  equations_.number(resistance);
  const EquationSlices slices(state.world, equations_.count());
  assemble(slices, {of_elements, quanta}, {of_features, quanta_of_features}, springs(false));
  mass_.emplace(slices, assembled(each_mass, find_quanta(each_mass, nullptr)));
}

void Stiffness::renew(double dt, const WeightOfMass& weights) {
  Profile::Scope scope(phase<"stiffness">);
  dt_ = dt;
  equations_.set_rows(constraint_rows(state_, features_));
  find_volume_strains();
  const KeptTangents of_elements = tangents_of_elements(), of_features = tangents_of_features();
  const EquationSlices slices = matrix_->slices();
  assemble(slices, {of_elements, quanta_of(of_elements)}, {of_features, quanta_of(of_features)}, springs(true));
  if (!state_.domain.model.implicit.dynamics.is_on) return;
  const auto each_mass = [&](auto take) { for_each_mass(take, weights); };
  mass_.emplace(slices, assembled(each_mass, find_quanta(each_mass, nullptr)));
}

Stiffness::Quanta Stiffness::quanta_of(const KeptTangents& tangents, std::vector<Resistance>* diagonal) const {
  return find_quanta([&](auto take) { for_each_stiffness(tangents, take); }, diagonal);
}

/// The sum of two matrices, each of which is exact: joints and ties may be far stiffer than elements.
void Stiffness::assemble(const EquationSlices& slices, RoundedTangents of_elements, RoundedTangents of_features,
                         const std::vector<Equations::Spring>& springs) {
  widen(of_elements.quanta, springs);
  const auto each_of = [&](const KeptTangents& tangents) {
    return [&](auto take) { for_each_stiffness(tangents, take); };
  };
  matrix_.emplace(slices, assembled(each_of(of_elements.tangents), of_elements.quanta, springs));
  if (of_features.quanta[0].q > smallest_quantum)
    add(SymmetricMatrix(slices, assembled(each_of(of_features.tangents), of_features.quanta)));
  hold_unresisted();
}

/// As what is loaded but touches nothing yet, and slack cables.
void Stiffness::hold_unresisted() {
  const Implicit& implicit = state_.domain.model.implicit;
  if (implicit.dynamics.is_on || implicit.n_modes > 0) return;  // mass resists
  SymmetricEntries held;
  held.n_equations = slices().n_equations();
  const std::vector<double>& diagonal = matrix_->diagonal();
  for (std::size_t i = 0; i < diagonal.size(); ++i)
    if (diagonal[i] == 0) held.add(slices().first() + std::int32_t(i), slices().first() + std::int32_t(i), penalty_);
  std::int64_t n[1] = {std::int64_t(held.row.size())};
  state_.world.sum(n);
  n_unresisted_ = n[0];
  unresisted_.clear();
  for (const Bytes& bytes : state_.world.gather(to_bytes(std::span<const std::int32_t>(held.row))))
    for (const std::int32_t equation : from_bytes<std::int32_t>(bytes)) unresisted_.push_back(equation);
  if (n[0] > 0) add(SymmetricMatrix(slices(), held));
}

/// In nonlinear statics: what contacts, slack springs or strings under tension may resist later.
void Stiffness::count_loaded(const std::vector<ModelForces>& loads, std::vector<Resistance>& resistance) const {
  const ConstraintRows& rows = equations_.rows();
  const auto count = [&](Index entity, int dof) {
    for (const Term& term : rows.row(entity, dof))
      if (term.coefficient != 0) resistance[ConstraintRows::slot(term.entity, term.dof)].mass += 1;
  };
  for (const ModelForces& of : loads) {
    for (Index node = 0; node < rows.n_nodes(); ++node)
      for (int c = 0; c < 3; ++c)
        if (of.nodes.translation(node, c) != 0) count(node, c);
    for (std::size_t k = 0; k < of.bodies.size(); ++k)
      for (int c = 0; c < 3; ++c) {
        if (of.bodies[k].translation[c] != 0) count(rows.entity_of_body(Index(k)), c);
        if (of.bodies[k].rotation[c] != 0) count(rows.entity_of_body(Index(k)), 3 + c);
      }
  }
}

void Stiffness::find_volume_strains() {
  volumes_.find_rates(state_, dt_);
  for (const auto& family : elements_.families)
    if (auto* averages = dynamic_cast<AveragesVolumes*>(family.get())) averages->use_volume_strains(volumes_.rates());
}

std::vector<Equations::Spring> Stiffness::springs(bool contacts) const {
  std::vector<SharedSpring> mine;
  const auto take = [&](const SharedSpring& spring) { mine.push_back(spring); };
  const auto of_solids = [&](const TakeVolumeTangent& take_solid) {
    for (const auto& family : elements_.families)
      if (const auto* averages = dynamic_cast<const AveragesVolumes*>(family.get()))
        averages->add_volume_tangents(state_.nodes, dt_, take_solid);
  };
  if (contacts)
    for (const auto& feature : features_) feature->add_shared_springs(state_, take);
  volumes_.add_volume_springs(state_, of_solids, take);
  return equations_.to_root(mine);
}

namespace {

/// Calls f(row, column, class, value) for the entries of springs, on and below the diagonal.
template <class F>
void for_each_spring_entry(std::span<const Equations::Spring> springs, std::span<const std::uint8_t> kinds, F f) {
  for (const Equations::Spring& spring : springs)
    for (const auto& [i, by_i] : spring.rates)
      for (const auto& [j, by_j] : spring.rates) {
        if (j > i) break;
        f(i, j, std::size_t(kinds[std::size_t(i)] + kinds[std::size_t(j)]), spring.stiffness * by_i * by_j);
      }
}

}  // namespace

/// Where springs are much stiffer than elements, as volumes of rubber.
void Stiffness::widen(Quanta& quanta, std::span<const Equations::Spring> springs) const {
  double largest[n_classes] = {};
  for_each_spring_entry(springs, equations_.kinds(),
                        [&](std::int32_t, std::int32_t, std::size_t kind, double value) {
                          largest[kind] = std::max(largest[kind], std::abs(value));
                        });
  state_.world.max(largest);
  for (std::size_t k = 0; k < n_classes; ++k)
    if (largest[k] > quanta[k].limit())
      quanta[k] = Quantum(std::ldexp(power_of_two_above(largest[k]), -entry_bits));
}

std::size_t Stiffness::class_of(const Term& row, const Term& column) const {
  return std::size_t(equations_.is_rotation(ConstraintRows::slot(row.entity, row.dof))) +
         std::size_t(equations_.is_rotation(ConstraintRows::slot(column.entity, column.dof)));
}

KeptTangents Stiffness::tangents_of_elements() const {
  KeptTangents kept;
  together(state_.world, [&] {
    for (const auto& family : elements_.families)
      family->add_tangents(state_.nodes, dt_, [&](const Tangent& tangent) { kept.add(tangent); });
  });
  return kept;
}

KeptTangents Stiffness::tangents_of_features() const {
  KeptTangents kept;
  together(state_.world, [&] {
    for (const auto& feature : features_)
      feature->add_tangents(state_, penalty_, [&](const Tangent& tangent) { kept.add(tangent); });
  });
  return kept;
}

/// By the largest stiffness of a displacement; where no element has any, by the largest mass and the step. Collective.
double Stiffness::find_penalty(const KeptTangents& tangents) const {
  double largest[3] = {0, 0, 0};
  for (const auto& family : elements_.families)
    if (family->count() > 0 && family->kind() != SectionKind::spring) largest[2] = 1;
  tangents.for_each([&](const Tangent& tangent) {
    const std::size_t dofs = std::size_t(tangent.dofs), size = tangent.nodes.size() * dofs;
    for (std::size_t i = 0; i < size; ++i)
      if (i % dofs < 3) largest[0] = std::max(largest[0], tangent.matrix[i * size + i]);
  });
  for (Index node = 0; node < state_.nodes.count(); ++node) largest[1] = std::max(largest[1], state_.nodes.mass(node));
  for (const ConstraintRows::Body& body : equations_.rows().bodies()) largest[1] = std::max(largest[1], body.mass);
  state_.world.max(largest);
  const Implicit& implicit = state_.domain.model.implicit;
  const bool iterates = implicit.n_modes == 0 && !implicit.is_linear;
  const double per_element = iterates ? penalty_in_iterations : penalty_of_elements;
  if (largest[0] > 0) return (largest[2] > 0 ? per_element : penalty_of_others) * largest[0];
  const double step = implicit.step;  // none of modes alone
  return penalty_of_others * largest[1] / (step > 0 ? step * step : 1);
}

namespace {

/// Of a tangent at one of its nodes.
struct NodalShare {
  Index node = none;
  Vec3 force, moment;
};

/// Appends the forces of a tangent that displacements cost; degrees of freedom without stiffness are left out.
void add_shares(const Tangent& tangent, double length, const NodalVector& displacement,
                std::vector<NodalShare>& shares) {
  const auto dofs = std::size_t(tangent.dofs), size = tangent.nodes.size() * dofs;
  const std::vector<std::uint8_t> is_stiff = find_stiff(tangent, length);
  std::vector<double> u;
  for (const Index node : tangent.nodes)
    for (int dof = 0; dof < tangent.dofs; ++dof)
      u.push_back(dof < 3 ? displacement.translation(node, dof) : displacement.rotation(node, dof - 3));
  for (std::size_t i = 0; i < size; ++i) {
    if (i % dofs == 0) shares.push_back({tangent.nodes[i / dofs], {}, {}});
    if (!is_stiff[i]) continue;
    double sum = 0;
    for (std::size_t j = 0; j < size; ++j)
      if (is_stiff[j]) sum += tangent.matrix[i * size + j] * u[j];
    const int dof = int(i % dofs);
    (dof < 3 ? shares.back().force[dof] : shares.back().moment[dof - 3]) = sum;
  }
}

}  // namespace

/// The shares of elements and springs are rounded to a quantum of their own size.
NodalVector Stiffness::forces(const NodalVector& displacement) const {
  std::vector<NodalShare> shares;
  double largest[2] = {0, 0};
  together(state_.world, [&] {
    for_each_tangent([&](const Tangent& tangent) {
      add_shares(tangent, length_of(tangent, state_.nodes.position), displacement, shares);
    });
    for (const NodalShare& share : shares)
      for (int c = 0; c < 3; ++c) {
        largest[0] = std::max(largest[0], std::abs(share.force[c]));
        largest[1] = std::max(largest[1], std::abs(share.moment[c]));
      }
  });
  state_.world.max(largest);
  const auto quantum_of = [](double most) { return Quantum::for_largest(std::max(0x1p4 * most, 0x1p-900)); };
  const Quantum of_forces = quantum_of(largest[0]), of_moments = quantum_of(largest[1]);
  NodeState& nodes = state_.nodes;
  for (const NodalShare& share : shares) {
    add_row(nodes.force, share.node, rounded(share.force, of_forces));
    add_row(nodes.moment, share.node, rounded(share.moment, of_moments));
  }
  state_.halo.sum({nodes.force.data(), nodes.moment.data()});
  NodalVector sums(nodes.count());
  Kokkos::deep_copy(sums.translation, totals(nodes.force));
  Kokkos::deep_copy(sums.rotation, totals(nodes.moment));
  clear_forces(nodes);
  return sums;
}

void Stiffness::for_each_tangent(const TakeTangent& take) const {
  for (const auto& family : elements_.families) family->add_tangents(state_.nodes, dt_, take);
  for (const auto& feature : features_) feature->add_tangents(state_, penalty_, take);
}

template <class Take> void Stiffness::for_each_stiffness(const KeptTangents& tangents, Take take) const {
  const ConstraintRows& rows = equations_.rows();
  std::vector<std::span<const Term>> terms;
  tangents.for_each([&](const Tangent& tangent) {
    const auto dofs = std::size_t(tangent.dofs), size = tangent.nodes.size() * dofs;
    const std::vector<std::uint8_t> is_stiff = find_stiff(tangent, length_of(tangent, state_.nodes.position));
    terms.clear();
    for (std::size_t i = 0; i < size; ++i) terms.push_back(rows.row(tangent.nodes[i / dofs], int(i % dofs)));
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < size; ++j) {
        const double value = tangent.matrix[i * size + j];
        if (value == 0 || !is_stiff[i] || !is_stiff[j]) continue;
        for (const Term& row : terms[i])
          for (const Term& column : terms[j]) take(row, column, row.coefficient * value * column.coefficient);
      }
  });
}

/// Of the nodes that this rank owns, and of the bodies that it accounts for.
template <class Take> void Stiffness::for_each_mass(Take take, const WeightOfMass& weights) const {
  const ConstraintRows& rows = equations_.rows();
  const auto weight = [&](Index entity, int dof) {
    if (!weights) return 1.0;
    const BodyVector of = weights(entity);
    return dof < 3 ? of.translation[dof] : of.rotation[dof - 3];
  };
  const auto put = [&](Index entity, int dof, int other, double value) {
    if (value == 0) return;
    for (const Term& row : rows.row(entity, dof))
      for (const Term& column : rows.row(entity, other))
        take(row, column, row.coefficient * value * column.coefficient);
  };
  std::vector<std::uint8_t> is_in_body(std::size_t(rows.n_nodes()), 0);
  for (const auto& feature : features_) feature->mark_nodes_of_whole(is_in_body);
  for (Index node = 0; node < rows.n_nodes(); ++node)
    if (state_.domain.owns_node[std::size_t(node)] && !is_in_body[std::size_t(node)])
      for (int c = 0; c < 3; ++c) {
        put(node, c, c, weight(node, c) * state_.nodes.mass(node));
        for (int d = 0; d < 3; ++d)
          put(node, 3 + c, 3 + d,
              0.5 * (weight(node, 3 + c) + weight(node, 3 + d)) * inertia_[std::size_t(node)](c, d));
      }
  for (std::size_t k = 0; k < rows.bodies().size(); ++k) {
    const ConstraintRows::Body& body = rows.bodies()[k];
    if (!body.is_mine) continue;
    const Index entity = rows.entity_of_body(Index(k));
    for (int c = 0; c < 3; ++c) {
      put(entity, c, c, weight(entity, c) * body.mass);
      for (int d = 0; d < 3; ++d)
        put(entity, 3 + c, 3 + d, 0.5 * (weight(entity, 3 + c) + weight(entity, 3 + d)) * body.inertia(c, d));
    }
  }
}

/// From the largest entries. `diagonal` [slot]: of this rank. Collective.
template <class ForEach>
Stiffness::Quanta Stiffness::find_quanta(ForEach for_each, std::vector<Resistance>* diagonal) const {
  double largest[n_classes] = {};
  together(state_.world, [&] {
    for_each([&](const Term& row, const Term& column, double value) {
      double& most = largest[class_of(row, column)];
      most = std::max(most, std::abs(value));
      if (!diagonal || row.entity != column.entity || row.dof != column.dof) return;
      Resistance& resistance = (*diagonal)[ConstraintRows::slot(row.entity, row.dof)];
      resistance.sum += value;
      resistance.of_sizes += std::abs(value);
    });
  });
  state_.world.max(largest);
  Quanta quanta;
  for (std::size_t k = 0; k < n_classes; ++k)
    quanta[k] = Quantum(largest[k] > 0 ? std::ldexp(power_of_two_above(largest[k]), -entry_bits) : smallest_quantum);
  return quanta;
}

template <class ForEach>
SymmetricEntries Stiffness::assembled(ForEach for_each, const Quanta& quanta,
                                      std::span<const Equations::Spring> springs) const {
  EntrySum sum(equations_.count());
  for_each([&](const Term& row, const Term& column, double value) {
    const std::int32_t i = equations_.equation(row), j = equations_.equation(column);
    if (i == none || j == none || i < j) return;
    sum.add(i, j, quanta[class_of(row, column)].round(value));
  });
  for_each_spring_entry(springs, equations_.kinds(),
                        [&](std::int32_t i, std::int32_t j, std::size_t kind, double value) {
                          sum.add(i, j, quanta[kind].round(value));
                        });
  return sum.take();
}

/// Where a force f at the arm r turns with its entity by a rotation t, its second order work is f . (t x (t x r)) / 2:
/// the stiffness (f r^T + r f^T) / 2 - (f . r) 1.
SymmetricMatrix Stiffness::of_arms(const NodalVector& forces) const {
  const ConstraintRows& rows = equations_.rows();
  const auto each = [&](auto take) {
    const auto turn = [&](const ConstraintRows::Follower& node) {
      if (!state_.domain.owns_node[std::size_t(node.node)]) return;
      const Vec3 force = row(forces.translation, node.node), &arm = node.arm;
      for (int c = 0; c < 3; ++c)
        for (int d = 0; d < 3; ++d) {
          const double value = 0.5 * (force[c] * arm[d] + arm[c] * force[d]) - (c == d ? dot(force, arm) : 0);
          for (const Term& row : rows.row(node.leader, 3 + c))
            for (const Term& column : rows.row(node.leader, 3 + d))
              take(row, column, row.coefficient * value * column.coefficient);
        }
    };
    for (const ConstraintRows::Follower& node : rows.followers()) turn(node);
    for (const ConstraintRows::Follower& node : rows.nodes_of_bodies()) turn(node);
  };
  return SymmetricMatrix(slices(), assembled(each, find_quanta(each, nullptr)));
}

SymmetricMatrix Stiffness::shifted(double shift) const {
  return shift == 0 ? *matrix_ : SymmetricMatrix(slices(), matrix_->less(shift, *mass_));
}

double Stiffness::smallest_ratio() const {
  double ratio[1] = {1e300};
  const std::vector<double>&k = matrix_->diagonal(), &m = mass_->diagonal();
  for (std::size_t i = 0; i < m.size(); ++i)
    if (m[i] > 0) ratio[0] = std::min(ratio[0], k[i] / m[i]);
  state_.world.min(ratio);
  return ratio[0];
}

}  // namespace crumple
