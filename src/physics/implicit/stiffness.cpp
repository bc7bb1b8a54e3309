#include "physics/implicit/stiffness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "comm/together.hpp"

namespace crumple {
namespace {

/// Bits of an entry; the rest of a double's 53 is for sums over elements.
constexpr int entry_bits = 47;

std::size_t class_of(std::size_t dof, std::size_t other) { return std::size_t(dof >= 3) + std::size_t(other >= 3); }

/// Calls f(row: node, dof; column: node, dof; value) for the entries of a tangent.
template <class F>
void for_each_entry(const ElementTangent& tangent, F f) {
  const auto dofs = std::size_t(tangent.dofs), size = tangent.nodes.size() * dofs;
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j)
      f(tangent.nodes[i / dofs], i % dofs, tangent.nodes[j / dofs], j % dofs, tangent.matrix[i * size + j]);
}

double& at(const NodalVector& v, Index node, std::size_t dof) {
  return dof < 3 ? v.translation(node, int(dof)) : v.rotation(node, int(dof) - 3);
}

/// Degrees of freedom that constraints leave.
std::vector<std::array<bool, 6>> find_unfixed(const Model& model) {
  std::vector<std::array<bool, 6>> is_free(std::size_t(model.nodes.count()), {true, true, true, true, true, true});
  for (const SinglePointConstraint& constraint : model.constraints) {
    if (constraint.frame != none)
      throw Error(fmt::format("implicit analysis: node {} is fixed in a local frame; expected *BOUNDARY_SPC with CID 0",
                              model.nodes.id[std::size_t(constraint.node)]));
    for (std::size_t dof = 0; dof < 6; ++dof)
      if (constraint.dof >> dof & 1) is_free[std::size_t(constraint.node)][dof] = false;
  }
  return is_free;
}

}  // namespace

Stiffness::Stiffness(const World& world, const Domain& domain, const Elements& elements, const NodeState& nodes,
                     double dt, HaloExchange& halo)
    : world_(world), domain_(domain), nodes_(nodes), diagonal_(nodes.count()) {
  std::vector<std::array<bool, n_dofs>> is_free;
  together(world, [&] { is_free = find_unfixed(domain.model); });
  NodalVector resistance(nodes.count());
  double largest[3] = {0, 0, 0};
  const auto note = [&](const ElementTangent& tangent) {
    for_each_entry(tangent, [&](Index row, std::size_t dof, Index column, std::size_t other, double value) {
      double& most = largest[class_of(dof, other)];
      most = std::max(most, std::abs(value));
      if (row == column && dof == other && value > 0) at(resistance, row, dof) = 1;
    });
  };
  together(world, [&] {
    for (const auto& family : elements.families) family->add_tangents(nodes, dt, note);
  });
  world.max(largest);
  for (std::size_t k = 0; k < 3; ++k)
    quanta_[k] = Quantum(largest[k] > 0 ? std::ldexp(power_of_two_above(largest[k]), -entry_bits) : 0x1p-1000);
  halo.sum({resistance.translation.data(), resistance.rotation.data()});
  for (Index node = 0; node < nodes.count(); ++node)
    for (std::size_t dof = 0; dof < n_dofs; ++dof)
      if (at(resistance, node, dof) == 0) is_free[std::size_t(node)][dof] = false;
  number(world, is_free);
  assemble(elements, dt, halo);
}

/// Numbers the equations by node of the whole model and degree of freedom: root counts, each rank learns those of its
/// nodes.
void Stiffness::number(const World& world, const std::vector<std::array<bool, n_dofs>>& is_free) {
  std::vector<std::int32_t> mine;  // node of the whole model, free degrees of freedom as bits
  for (std::size_t node = 0; node < is_free.size(); ++node) {
    std::int32_t bits = 0;
    for (std::size_t dof = 0; dof < n_dofs; ++dof) bits |= std::int32_t(is_free[node][dof]) << dof;
    mine.push_back(domain_.global_node[node]);
    mine.push_back(bits);
  }
  std::vector<std::int32_t> bits_of(world.is_root() ? std::size_t(domain_.n_global_nodes) : 0, 0);
  std::vector<std::vector<std::int32_t>> all;
  for (const Bytes& bytes : world.gather(to_bytes(std::span<const std::int32_t>(mine)))) {
    all.push_back(from_bytes<std::int32_t>(bytes));
    for (std::size_t i = 0; i < all.back().size(); i += 2) bits_of[std::size_t(all.back()[i])] = all.back()[i + 1];
  }
  std::vector<Numbers> numbers(bits_of.size());
  double count[1] = {0};
  for (std::size_t node = 0; node < numbers.size(); ++node)
    for (std::size_t dof = 0; dof < n_dofs; ++dof)
      numbers[node][dof] = bits_of[node] >> dof & 1 ? std::int32_t(count[0]++) : none;
  world.broadcast(std::span<double>(count));
  n_equations_ = std::int32_t(count[0]);
  std::vector<Message> messages;
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    std::vector<Numbers> its;
    for (std::size_t i = 0; i < all[rank].size(); i += 2) its.push_back(numbers[std::size_t(all[rank][i])]);
    messages.push_back({int(rank), to_bytes(std::span<const Numbers>(its))});
    equations_of_rank_.push_back(std::move(its));
  }
  for (const Message& message : world.exchange(std::move(messages))) equation_ = from_bytes<Numbers>(message.bytes);
}

void Stiffness::assemble(const Elements& elements, double dt, HaloExchange& halo) {
  std::vector<Entry> pending;
  for (const auto& family : elements.families)
    family->add_tangents(nodes_, dt, [&](const ElementTangent& tangent) {
      for_each_entry(tangent, [&](Index row, std::size_t dof, Index column, std::size_t other, double value) {
        const std::int32_t i = equation_[std::size_t(row)][dof], j = equation_[std::size_t(column)][other];
        const double rounded = quanta_[class_of(dof, other)].round(value);
        if (i == none || j == none) return;
        if (i == j) at(diagonal_, row, dof) += rounded;
        else if (i > j) pending.push_back({i, j, rounded});
      });
      if (pending.size() > std::max<std::size_t>(1 << 20, below_.size())) merge(pending);
    });
  merge(pending);
  halo.sum({diagonal_.translation.data(), diagonal_.rotation.data()});
}

/// Adds the pending entries to those that are there, of the same place to each other.
void Stiffness::merge(std::vector<Entry>& pending) {
  below_.insert(below_.end(), pending.begin(), pending.end());
  pending.clear();
  std::ranges::sort(below_, {}, [](const Entry& e) { return std::pair(e.row, e.column); });
  std::size_t n = 0;
  for (const Entry& entry : below_)
    if (n > 0 && below_[n - 1].row == entry.row && below_[n - 1].column == entry.column)
      below_[n - 1].value += entry.value;
    else below_[n++] = entry;
  below_.resize(n);
}

std::vector<std::uint8_t> Stiffness::kinds() const {
  std::vector<std::uint8_t> kinds(world_.is_root() ? std::size_t(n_equations_) : 0, 0);
  for (const std::vector<Numbers>& numbers : equations_of_rank_)
    for (const Numbers& of_node : numbers)
      for (std::size_t dof = 3; dof < n_dofs; ++dof)
        if (of_node[dof] != none) kinds[std::size_t(of_node[dof])] = 1;
  return kinds;
}

SymmetricEntries Stiffness::shifted(double shift) const {
  SymmetricEntries entries;
  entries.n_equations = n_equations_;
  for (const Entry& entry : below_) {
    entries.row.push_back(entry.row);
    entries.column.push_back(entry.column);
    entries.value.push_back(entry.value);
  }
  for_each_owned([&](Index node, std::size_t dof, std::int32_t equation) {
    entries.row.push_back(equation);
    entries.column.push_back(equation);
    entries.value.push_back(at(diagonal_, node, dof) - shift * mass(node, dof));
  });
  return entries;
}

std::vector<double> Stiffness::masses() const {
  NodalVector values(nodes_.count());
  for (Index node = 0; node < nodes_.count(); ++node)
    for (std::size_t dof = 0; dof < n_dofs; ++dof) at(values, node, dof) = mass(node, dof);
  return to_root(values);
}

double Stiffness::smallest_ratio() const {
  double ratio[1] = {1e300};
  for_each_owned([&](Index node, std::size_t dof, std::int32_t) {
    if (mass(node, dof) > 0) ratio[0] = std::min(ratio[0], at(diagonal_, node, dof) / mass(node, dof));
  });
  world_.min(ratio);
  return ratio[0];
}

std::vector<double> Stiffness::to_root(const NodalVector& values) const {
  std::vector<double> mine;
  for (Index node = 0; node < nodes_.count(); ++node)
    for (std::size_t dof = 0; dof < n_dofs; ++dof)
      if (equation_[std::size_t(node)][dof] != none) mine.push_back(at(values, node, dof));
  std::vector<double> all(world_.is_root() ? std::size_t(n_equations_) : 0);
  const std::vector<Bytes> of_ranks = world_.gather(to_bytes(std::span<const double>(mine)));
  for (std::size_t rank = 0; rank < of_ranks.size(); ++rank) {
    const std::vector<double> its = from_bytes<double>(of_ranks[rank]);
    auto next = its.begin();
    for (const Numbers& of_node : equations_of_rank_[rank])
      for (const std::int32_t equation : of_node)
        if (equation != none) all[std::size_t(equation)] = *next++;
  }
  return all;
}

void Stiffness::from_root(const std::vector<double>& values, NodalVector& out) const {
  std::vector<Message> messages;
  for (std::size_t rank = 0; rank < equations_of_rank_.size(); ++rank) {
    std::vector<double> its;
    for (const Numbers& of_node : equations_of_rank_[rank])
      for (const std::int32_t equation : of_node)
        if (equation != none) its.push_back(values[std::size_t(equation)]);
    messages.push_back({int(rank), to_bytes(std::span<const double>(its))});
  }
  for (const Message& message : world_.exchange(std::move(messages))) {
    const std::vector<double> its = from_bytes<double>(message.bytes);
    auto next = its.begin();
    for (Index node = 0; node < nodes_.count(); ++node)
      for (std::size_t dof = 0; dof < n_dofs; ++dof)
        at(out, node, dof) = equation_[std::size_t(node)][dof] != none ? *next++ : 0.0;
  }
}

}  // namespace crumple
