#include "physics/implicit/stiffness.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/profile.hpp"
#include "comm/together.hpp"
#include "physics/state/integrate.hpp"

namespace crumple {
namespace {

/// Stiffness of joints and walls in nonlinear statics over that of the stiffest element: deflections are small, but the
/// entries of elements keep their bits.
constexpr double penalty_of_elements = 100;

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

/// [node] The rotational inertia; in modes without that of shells, m (A + t^2) / 12, which is made for the step of
/// explicit analysis and would give modes of rotations about the normals. Their own, m t^2 / 12, is negligible.
/// Collective.
std::vector<double> inertia_of_nodes(const StepState& state, const Elements& elements) {
  Rows of_shells("mass, inertia", std::size_t(state.nodes.count()));
  for (const auto& family : elements.families)
    if (family->kind() == SectionKind::shell && !state.domain.model.implicit.dynamics.is_on)
      family->add_masses(of_shells, {});
  state.halo.sum({of_shells.data()});
  std::vector<double> rest;
  for (Index node = 0; node < state.nodes.count(); ++node)
    rest.push_back(std::max(0.0, state.nodes.inertia(node) - of_shells(node, 1)));
  return rest;
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
  for (std::size_t i = 0; i < size; ++i) is_stiff[i] = tangent.matrix[i * size + i] > error * largest[i % dofs >= 3];
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

Stiffness::Stiffness(const StepState& state, const Elements& elements, const FeatureList& features, double dt)
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
  KeptTangents tangents = tangents_of_elements();
  penalty_ = (implicit.n_modes == 0 && !implicit.is_linear ? penalty_of_elements : 1) * largest_of(tangents);
  keep_those_of_features(tangents);
  const auto each_stiffness = [&](auto take) { for_each_stiffness(tangents, take); };
  const auto each_mass = [&](auto take) { for_each_mass(take); };
  std::vector<Resistance> resistance(equations_.n_slots());
  Quanta quanta = find_quanta(each_stiffness, &resistance);
  length_ = quanta[2].q > 0x1p-1000 ? std::sqrt(quanta[2].q / quanta[0].q) : 1;
  if (implicit.dynamics.is_on)
    for_each_mass([&](const Term& row, const Term& column, double value) {
      if (row.entity == column.entity && row.dof == column.dof)
        resistance[ConstraintRows::slot(row.entity, row.dof)].mass += value;
    });
  equations_.number(resistance);
  const EquationSlices slices(state.world, equations_.count());
  const std::vector<Equations::Spring> of_volumes = springs(false);
  widen(quanta, of_volumes);
  matrix_.emplace(slices, assembled(each_stiffness, quanta, of_volumes));
  mass_.emplace(slices, assembled(each_mass, find_quanta(each_mass, nullptr)));
}

void Stiffness::renew(double dt, const WeightOfMass& weights) {
  Profile::Scope scope(phase<"stiffness">);
  dt_ = dt;
  equations_.set_rows(constraint_rows(state_, features_));
  find_volume_strains();
  KeptTangents tangents = tangents_of_elements();
  keep_those_of_features(tangents);
  const auto each = [&](auto take) { for_each_stiffness(tangents, take); };
  Quanta quanta = find_quanta(each, nullptr);
  const std::vector<Equations::Spring> of_model = springs(true);
  widen(quanta, of_model);
  const EquationSlices slices = matrix_->slices();
  matrix_.emplace(slices, assembled(each, quanta, of_model));
  if (!state_.domain.model.implicit.dynamics.is_on) return;
  const auto each_mass = [&](auto take) { for_each_mass(take, weights); };
  mass_.emplace(slices, assembled(each_mass, find_quanta(each_mass, nullptr)));
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

void Stiffness::keep_those_of_features(KeptTangents& kept) const {
  together(state_.world, [&] {
    for (const auto& feature : features_)
      feature->add_tangents(state_, penalty_, [&](const Tangent& tangent) { kept.add(tangent); });
  });
}

/// Of displacements; where no element has any, that of the largest mass and the step. Collective.
double Stiffness::largest_of(const KeptTangents& tangents) const {
  double largest[2] = {0, 0};
  tangents.for_each([&](const Tangent& tangent) {
    const std::size_t dofs = std::size_t(tangent.dofs), size = tangent.nodes.size() * dofs;
    for (std::size_t i = 0; i < size; ++i)
      if (i % dofs < 3) largest[0] = std::max(largest[0], tangent.matrix[i * size + i]);
  });
  for (Index node = 0; node < state_.nodes.count(); ++node) largest[1] = std::max(largest[1], state_.nodes.mass(node));
  for (const ConstraintRows::Body& body : equations_.rows().bodies()) largest[1] = std::max(largest[1], body.mass);
  state_.world.max(largest);
  return largest[0] > 0 ? largest[0] : largest[1] / (dt_ * dt_);
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
      for (int dof = 0; dof < ConstraintRows::n_dofs; ++dof)
        put(node, dof, dof,
            weight(node, dof) * (dof < 3 ? state_.nodes.mass(node) : inertia_[std::size_t(node)]));
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
    quanta[k] = Quantum(largest[k] > 0 ? std::ldexp(power_of_two_above(largest[k]), -entry_bits) : 0x1p-1000);
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
