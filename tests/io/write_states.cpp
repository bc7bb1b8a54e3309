// Writes states.vtkhdf of a made-up mesh with every kind of cell, cut among the ranks in a way that scatters elements,
// for read_states.py to read. Usage: mpirun -np N write_states FILE
#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "base/error.hpp"
#include "io/states.hpp"
#include "physics/state/element_output.hpp"

using namespace crumple;

namespace {

constexpr int n_side = 12, n_states = 3;

/// A layer of hexes, wedges, pyramids and tetrahedra below, a sheet of quads and triangles above.
Model make_model() {
  Model model;
  const auto node = [](int i, int j, int k) { return Index((k * (n_side + 1) + j) * (n_side + 1) + i); };
  for (int k = 0; k < 3; ++k)
    for (int j = 0; j <= n_side; ++j)
      for (int i = 0; i <= n_side; ++i) {
        model.nodes.id.push_back(10 * (node(i, j, k) + 1));
        model.nodes.position.push_back({double(i), double(j), double(k)});
      }
  model.parts.resize(2);
  model.parts[0].id = 7;
  model.parts[1].id = 1000042;
  for (int j = 0; j < n_side; ++j)
    for (int i = 0; i < n_side; ++i) {
      const Index a = node(i, j, 0), b = node(i + 1, j, 0), c = node(i + 1, j + 1, 0), d = node(i, j + 1, 0);
      const Index e = node(i, j, 1), f = node(i + 1, j, 1), g = node(i + 1, j + 1, 1), h = node(i, j + 1, 1);
      Solid solid{5000 - 3 * (j * n_side + i), 1, {a, b, c, d, e, f, g, h}};
      switch ((i + j) % 6) {
        case 1: solid.nodes = {a, b, c, d, e, e, e, e}; break;
        case 2: solid.nodes = {a, b, c, d, e, e, h, h}; break;
        case 3: solid.nodes = {a, b, c, c, e, f, g, g}; break;
        case 4: solid.nodes = {a, b, d, d, e, e, e, e}; break;
        case 5: solid.nodes = {a, b, d, e, e, e, e, e}; break;
        default: break;
      }
      model.solids.push_back(solid);
      const Index p = node(i, j, 2), q = node(i + 1, j, 2), r = node(i + 1, j + 1, 2), s = node(i, j + 1, 2);
      model.shells.push_back({2 * (j * n_side + i) + 1, 0, {p, q, r, (i + j) % 5 == 0 ? r : s}});
    }
  std::sort(model.solids.begin(), model.solids.end(), [](auto& x, auto& y) { return x.id < y.id; });
  return model;
}

/// The rank's elements (scattered), their nodes in descending order, and who owns which node.
Domain cut(const Model& whole, int rank, int size) {
  const auto rank_of = [&](Id id) { return int((id * 7919) % 101 % size); };
  std::vector<int> owner(std::size_t(whole.nodes.count()), -1);
  std::set<Index, std::greater<>> mine;
  const auto visit = [&](const auto& element) {
    const int r = rank_of(element.id);
    for (Index n : element.nodes) {
      int& o = owner[std::size_t(n)];
      o = o < 0 ? r : std::min(o, r);
      if (r == rank) mine.insert(n);
    }
  };
  for (const Shell& shell : whole.shells) visit(shell);
  for (const Solid& solid : whole.solids) visit(solid);
  for (std::size_t n = 0; n < owner.size(); ++n)
    if (owner[n] < 0 && (owner[n] = 0) == rank) mine.insert(Index(n));

  Domain domain;
  domain.rank = rank;
  domain.n_global_nodes = whole.nodes.count();
  domain.n_global_shells = std::int64_t(whole.shells.size());
  domain.n_global_solids = std::int64_t(whole.solids.size());
  domain.model.parts = whole.parts;
  std::map<Index, Index> local;
  for (Index n : mine) {
    local[n] = Index(domain.global_node.size());
    domain.global_node.push_back(n);
    domain.owns_node.push_back(owner[std::size_t(n)] == rank);
    domain.model.nodes.id.push_back(whole.nodes.id[std::size_t(n)]);
    domain.model.nodes.position.push_back(whole.nodes.position[std::size_t(n)]);
  }
  Index next = 0;
  const auto add = [&](auto element, auto& to) {
    const Index global = next++;
    if (rank_of(element.id) != rank) return;
    for (Index& n : element.nodes) n = local.at(n);
    to.push_back(element);
    domain.global_element.push_back(global);
  };
  for (const Shell& shell : whole.shells) add(shell, domain.model.shells);
  for (const Solid& solid : whole.solids) add(solid, domain.model.solids);
  return domain;
}

/// Values that read_states.py knows: x moves by 0.25 t, velocity = (0.25, 0, id), plastic strain = id + t, ...
void set_state(const Domain& domain, double t, NodeState& state, ElementOutput& out) {
  for (Index n = 0; n < state.count(); ++n) {
    Vec3 x = domain.model.nodes.position[std::size_t(n)];
    x.x += 0.25 * t;
    set_row(state.position, n, x);
    set_row(state.velocity, n, {0.25, 0, double(domain.model.nodes.id[std::size_t(n)])});
  }
  std::size_t e = 0;
  const auto add = [&](Id id, bool is_shell) {
    out[ElementField::plastic_strain][e] = float(id) + float(t);
    out[ElementField::von_mises][e] = 2 * float(id);
    out[ElementField::thickness][e] = is_shell ? 1.5f : 0.0f;
    out.deleted[e++] = (t > 1.5 && id % 10 == 1);
  };
  for (const Shell& shell : domain.model.shells) add(shell.id, true);
  for (const Solid& solid : domain.model.solids) add(solid.id, false);
}

}  // namespace

int main(int argc, char** argv) {
  World world(argc, argv);
  Kokkos::ScopeGuard kokkos(argc, argv);
  int status = 0;
  try {
    const Domain domain = cut(make_model(), world.rank(), world.size());
    StorageSettings settings;
    if (argc > 2) settings.mode = argv[2];
    Storage storage(world, settings);
    StatesFile file(storage, domain, argv[1]);
    NodeState state(domain.model.nodes.count());
    ElementOutput out(domain.model.n_elements());
    for (int t = 0; t < n_states; ++t) {
      set_state(domain, t, state, out);
      file.write(0.5 * t, state.position, state.velocity, out);
    }
    file.close();
  } catch (const Error& error) {
    std::fprintf(stderr, "rank %d: %s\n", world.rank(), error.what());
    status = 1;
  }
  return status;
}
