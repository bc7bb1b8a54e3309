// The model as linear equations K u = f and K u = lambda M u: a number for each degree of freedom that something
// resists and nothing fixes, the stiffness from the tangents of the elements, the lumped masses. Entries of K are sums
// of multiples of quanta, so K has the same bits on any ranks. Made by app/implicit_analysis.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "comm/halo.hpp"
#include "physics/elements/element_tangent.hpp"
#include "physics/elements/elements.hpp"
#include "solver/sparse_solver.hpp"

namespace crumple {

/// Translations and rotations of this rank's nodes.
struct NodalVector {
  Rows translation, rotation;
  explicit NodalVector(Index n_nodes)
      : translation("translations", std::size_t(n_nodes)), rotation("rotations", std::size_t(n_nodes)) {}
};

class Stiffness {
 public:
  /// At t(n). Errors: degrees of freedom that are fixed along other than global axes. Collective.
  Stiffness(const World& world, const Domain& domain, const Elements& elements, const NodeState& nodes, double dt,
            HaloExchange& halo);

  std::int32_t n_equations() const { return n_equations_; }
  /// [equation], on root: 1 of rotations.
  std::vector<std::uint8_t> kinds() const;
  /// K - shift M, this rank's part.
  SymmetricEntries shifted(double shift) const;
  /// The diagonal of M, on root. Collective.
  std::vector<double> masses() const;
  /// The smallest ratio of stiffness to mass of an equation [1/time^2]. Collective.
  double smallest_ratio() const;

  /// The values of the equations, on root, from those of the nodes, which all ranks that have them know; and back:
  /// 0 where there is no equation. Collective.
  std::vector<double> to_root(const NodalVector& values) const;
  void from_root(const std::vector<double>& values, NodalVector& out) const;

 private:
  static constexpr std::size_t n_dofs = 6;
  using Numbers = std::array<std::int32_t, n_dofs>;
  /// A sum of element entries, on or below the diagonal.
  struct Entry {
    std::int32_t row, column;
    double value;
  };

  void number(const World& world, const std::vector<std::array<bool, n_dofs>>& is_free);
  void assemble(const Elements& elements, double dt, HaloExchange& halo);
  void merge(std::vector<Entry>& pending);
  double mass(Index node, std::size_t dof) const {
    return dof < 3 ? nodes_.mass(node) : nodes_.inertia(node);
  }
  /// Calls f(node, dof, equation) for all equations of nodes that this rank owns.
  template <class F> void for_each_owned(F f) const {
    for (std::size_t node = 0; node < equation_.size(); ++node)
      for (std::size_t dof = 0; dof < n_dofs; ++dof)
        if (domain_.owns_node[node] && equation_[node][dof] != none) f(Index(node), dof, equation_[node][dof]);
  }

  const World& world_;
  const Domain& domain_;
  const NodeState& nodes_;
  std::int32_t n_equations_ = 0;
  std::vector<Numbers> equation_;  ///< [node][dof]; none: fixed, or nothing resists
  std::array<Quantum, 3> quanta_;  ///< of entries between translations, between both kinds, between rotations
  std::vector<Entry> below_;       ///< the diagonal left out, by row and column
  NodalVector diagonal_;           ///< sums over all ranks
  std::vector<std::vector<Numbers>> equations_of_rank_;  ///< on root: of each rank's nodes
};

}  // namespace crumple
