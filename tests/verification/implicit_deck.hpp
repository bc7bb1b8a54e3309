// Decks of implicit analysis, and what is read back of their runs.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <sstream>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test {

/// An element formulation with what goes with it.
struct ElementKind {
  std::string name;
  int form;
  int hourglass = 4;          ///< IHQ
  double coefficient = 0.05;  ///< QM
};

/// Of a run that finds modes: a column of eigout, 0 for the numbers of the modes.
inline std::vector<double> column_of_modes(const Run& run, std::size_t column) {
  const std::string file = run.file("eigout");
  std::istringstream text(file.substr(file.find("EIGENVALUE")));
  std::vector<double> all;
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    std::vector<double> numbers;
    for (double number; words >> number;) numbers.push_back(number);
    if (numbers.empty() && !all.empty()) break;
    if (!numbers.empty()) all.push_back(numbers.at(column));
  }
  return all;
}

/// [1/time].
inline std::vector<double> frequencies_of(const Run& run) { return column_of_modes(run, 3); }
/// Of the loads, at which the model buckles.
inline std::vector<double> buckling_factors_of(const Run& run) { return column_of_modes(run, 1); }

/// Structures of one elastic material, which need not be connected: under static loads, a step for each case of loads,
/// or free. One run solves all, as starting a run takes longer than solving it.
class ImplicitDeck : public DeckText {
 public:
  /// Modes if `n_modes` > 0, else statics. E and rho in any units.
  ImplicitDeck(double young, double poisson, double density = 1, int n_modes = 0, int n_cases = 1)
      : DeckText(n_cases) {
    card("CONTROL_IMPLICIT_GENERAL", "1,1");
    card("CONTROL_IMPLICIT_SOLUTION", "1,");
    card("CONTROL_IMPLICIT_EIGENVALUE", fmt::format("{},", n_modes));
    card("MAT_ELASTIC", fmt::format("1,{:.17g},{:.17g},{:.17g}", density, young, poisson));
    for (int k = 1; k <= n_cases; ++k) curves_.push_back(curve({{0, 0}, {k - 0.5, 0}, {k, 1}, {k + 0.5, 0}, {1e6, 0}}));
  }
  int part_of_shells(const ElementKind& kind, double thickness) {
    shell_form(kind.form);
    return shell_part(1, thickness, 3, kind.hourglass, kind.coefficient);
  }
  int part_of_solids(const ElementKind& kind) {
    solid_form(kind.form);
    return solid_part(1, kind.hourglass, kind.coefficient);
  }
  /// A plate of quads, or for ELFORM 4 of triangles.
  Grid shell_mesh(const ElementKind& kind, double thickness, std::array<int, 2> cells, const Vec3& size,
                  const Place& place = {}) {
    const int part = part_of_shells(kind, thickness);
    return kind.form == 4 ? triangles(part, cells, size, place) : plate(part, cells, size, place);
  }
  /// A block of hexes, for ELFORM 15 of wedges, for ELFORM 10 and 13 of tetrahedra.
  Grid solid_mesh(const ElementKind& kind, std::array<int, 3> cells, const Vec3& size, const Place& place = {}) {
    const int part = part_of_solids(kind);
    if (kind.form == 15) return wedges(part, cells, size, place);
    return kind.form == 10 || kind.form == 13 ? tetrahedra(part, cells, size, place) : block(part, cells, size, place);
  }

  /// 1 at the time of a case.
  int load_curve(int load_case = 1) const { return curves_.at(std::size_t(load_case - 1)); }
  /// A force along axis 1 to 3, a moment about axis 5 to 7.
  void load(long node, int axis, double force, int load_case = 1) {
    if (force == 0) return;  // which on the card means 1
    card("LOAD_NODE_POINT", fmt::format("{},{},{},{:.17g}", node, axis, load_curve(load_case), force));
  }
  /// The same, distributed evenly over an edge whose nodes are at equal distances.
  void load_edge(const std::vector<long>& nodes, int axis, double force, int load_case = 1) {
    for (std::size_t i = 0; i < nodes.size(); ++i)
      load(nodes[i], axis, force * (i == 0 || i + 1 == nodes.size() ? 0.5 : 1) / double(nodes.size() - 1), load_case);
  }
  /// The displacements of this node are asked for.
  void watch(long node) { watched_.push_back(node); }

  /// Solves the static cases.
  void solve() {
    history(watched_);
    DeckText::outputs({"NODOUT"}, 1);
    solved_ = completed(run_deck(str(), on_mpi(1), "precision=double")).nodes();
  }
  Vec3 displacement(long node, int load_case = 1) const {
    const auto& u = solved_.at(node).at(std::size_t(load_case)).displacement;  // the first record is of time 0
    return {u[0], u[1], u[2]};
  }
  /// Mean over an edge as of load_edge.
  Vec3 mean_displacement(const std::vector<long>& nodes, int load_case = 1) const {
    Vec3 sum;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      sum += (i == 0 || i + 1 == nodes.size() ? 0.5 : 1) / double(nodes.size() - 1) * displacement(nodes[i], load_case);
    return sum;
  }

  /// Of a modal run [1/time].
  std::vector<double> frequencies() const {
    return frequencies_of(completed(run_deck(str(), on_mpi(1), "precision=double")));
  }

 private:
  std::vector<int> curves_;
  std::vector<long> watched_;
  std::map<long, std::vector<NodeRecord>> solved_;
};

}  // namespace crumple::test
