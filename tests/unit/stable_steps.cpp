// Stable steps of small meshes against their highest frequency, with the tangents, masses and steps of the program
// itself: all formulations of solids and shells, in the shapes that crushed and folded parts have.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "contact_scene.hpp"
#include "kernels/tables.hpp"
#include "physics/elements/elements.hpp"
#include "physics/results/quanta.hpp"
#include "physics/state/cut_model.hpp"
#include "tests/support/expect.hpp"

namespace crumple::test::stable_steps {
namespace {

constexpr double tssfac = 0.9;
constexpr double shrinking = 0.05;  ///< rate of all lengths [1/ms]: viscosity acts, and both ways of a difference alike

/// The elements of a scene at t = 0, while all lengths shrink.
class Mesh {
 public:
  explicit Mesh(Scene scene)
      : domain_(domain_of(scene)),
        state_(make_node_state(domain_.model.nodes)),
        elements_(make_elements(domain_, *CRUMPLE_BASELINE_OF(crumple_kernels)(), Precision::double_precision, state_,
                                state_.mass)) {
    HaloExchange halo(world(), domain_.halo);
    for (Index n = 0; n < state_.count(); ++n) set_row(state_.velocity, n, -shrinking * row(state_.position, n));
    count_live_elements(elements_, halo, state_);
    find_first_steps(elements_, state_);
    lump_masses(world(), elements_, domain_, halo, state_);
  }

  double step() const { return tssfac * smallest_dt(elements_); }

  /// The largest eigenvalue of M^-1 (dt^2 K + 2 dt C). Central differences are stable up to 4 if the forces of C belong
  /// to the velocity of half a step ago. A step dt / 2 of the kernels has the tangent K + 2 C / dt.
  double amplification(double dt) const {
    std::vector<Tangent> tangents;
    std::vector<std::vector<Index>> nodes;
    for (const auto& family : elements_.families)
      family->add_tangents(state_, 0.5 * dt, [&](const Tangent& t) {
        nodes.emplace_back(t.nodes.begin(), t.nodes.end());
        tangents.push_back({nodes.back(), t.dofs, t.matrix});
      });
    std::vector<double> u(std::size_t(state_.count()) * 6);
    for (std::size_t i = 0; i < u.size(); ++i) u[i] = std::sin(1 + 3.7 * double(i % 1009));
    double largest = 0;
    for (int sweep = 0; sweep < 1500; ++sweep) {
      u = accelerations(tangents, u);
      const double before = largest;
      largest = 0;
      for (const double x : u) largest += x * x;
      largest = std::sqrt(largest);
      for (double& x : u) x /= largest;
      if (sweep > 100 && std::abs(largest - before) < 1e-9 * largest) break;
    }
    return dt * dt * largest;
  }

 private:
  static Domain domain_of(Scene& scene) {
    scene.model.implicit.drilling = 0;  // steps have none
    Partition partition;
    partition.n_ranks = 1;
    partition.rank.assign(scene.model.shells.size() + scene.model.solids.size(), 0);
    return ModelCutter(scene.model, partition, choose_quanta(scene.model)).piece(0);
  }

  std::vector<double> accelerations(const std::vector<Tangent>& tangents, const std::vector<double>& u) const {
    std::vector<double> a(u.size(), 0.0);
    for (const Tangent& t : tangents) {
      const auto dofs = std::size_t(t.dofs), size = t.nodes.size() * dofs;
      const auto place = [&](std::size_t i) { return std::size_t(t.nodes[i / dofs]) * 6 + i % dofs; };
      for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < size; ++j) a[place(i)] += t.matrix[i * size + j] * u[place(j)];
    }
    for (Index n = 0; n < state_.count(); ++n)
      for (int c = 0; c < 6; ++c) {
        const double mass = c < 3 ? state_.mass(n) : state_.inertia(n);
        a[std::size_t(n) * 6 + std::size_t(c)] *= mass > 0 ? 1 / mass : 0;
      }
    return a;
  }

  Domain domain_;
  NodeState state_;
  Elements elements_;
};

/// A map of unit cubes or squares to the shape that a crash has made of them [mm].
struct Shape {
  const char* name;
  std::function<Vec3(const Vec3&)> map;
  bool parallel = true;  ///< sides of an element
};

void deform(Scene& scene, const Shape& shape) {
  for (Vec3& x : scene.model.nodes.position) x = shape.map(x);
}

/// Moves nodes about by up to a quarter of an edge each way.
Vec3 shaken(const Vec3& x) {
  const auto by = [&](double k) { return 0.25 * std::sin(k * (1 + x.x + 5 * x.y + 23 * x.z)); };
  return 10 * (x + Vec3{by(12.9898), by(78.233), by(37.719)});
}

const Shape blocks[] = {
    {"cubes", [](const Vec3& x) { return 10 * x; }},
    {"bricks crushed to a twentieth", [](const Vec3& x) { return Vec3{10 * x.x, 10 * x.y, 0.5 * x.z}; }},
    {"bars pressed to a fifth both ways", [](const Vec3& x) { return Vec3{10 * x.x, 2 * x.y, 2 * x.z}; }},
    {"sheared cubes", [](const Vec3& x) { return 10 * Vec3{x.x + x.z, x.y + 0.5 * x.z, x.z}; }},
    {"crushed and sheared bricks", [](const Vec3& x) { return Vec3{10 * x.x + 5 * x.z, 10 * x.y, 1 * x.z}; }},
    {"tapered bricks", [](const Vec3& x) {
       const double width = 10 * (1.3 - 0.4 * x.z);
       return Vec3{width * x.x, width * x.y, 10 * x.z};
     },
     false},
    {"cubes with nodes moved at random", shaken, false},
};

/// Solids of a form in a cube of 3 x 3 x 3 cells. A cell is a hexahedron, two wedges or six tetrahedra.
Scene block_of(int form, int hourglass_type) {
  Scene scene;
  const Index part = scene.add_solid_part();
  scene.model.sections.back().element_form = form;
  scene.model.sections.back().n_layers = 1;
  scene.model.hourglasses[0].type = hourglass_type;
  scene.add_block(part, {0, 0, 0}, {3, 3, 3}, 3, 3, 3);
  const std::vector<Solid> cells = scene.model.solids;
  if (form <= 2) return scene;
  scene.model.solids.clear();
  const auto add = [&](const Solid& cell, const std::array<int, 8>& corners) {
    Solid solid = cell;
    solid.id = Id(scene.model.solids.size()) + 1;
    for (std::size_t k = 0; k < 8; ++k) solid.nodes[k] = cell.nodes[std::size_t(corners[k])];
    scene.model.solids.push_back(solid);
  };
  for (const Solid& cell : cells)
    if (form == 15) {
      add(cell, {1, 0, 4, 5, 2, 2, 6, 6});
      add(cell, {2, 0, 4, 6, 3, 3, 7, 7});
    } else {  // round the diagonal 0-6
      const int ring[] = {1, 2, 3, 7, 4, 5, 1};
      for (int k = 0; k < 6; ++k) add(cell, {0, ring[k], ring[k + 1], ring[k + 1], 6, 6, 6, 6});
    }
  return scene;
}

/// Folds of sheets along lines of constant x, by an angle at every line [degrees].
Shape folded(const char* name, double angle) {
  return {name, [angle](const Vec3& x) {
            Vec3 at{0, 10 * x.y, 0};
            for (int k = 0; k < int(x.x + 0.5); ++k) {
              const double slope = (k % 2 == 0 ? 0.5 : -0.5) * angle * std::numbers::pi / 180;
              at += 10 * Vec3{std::cos(slope), 0, std::sin(slope)};
            }
            return at;
          }};
}

const Shape sheets[] = {
    {"squares", [](const Vec3& x) { return 10 * x; }},
    {"strips of 1:20", [](const Vec3& x) { return Vec3{10 * x.x, 0.5 * x.y, 0}; }},
    {"strips of 1:10", [](const Vec3& x) { return Vec3{10 * x.x, x.y, 0}; }},
    {"sheared squares", [](const Vec3& x) { return 10 * Vec3{x.x + 0.7 * x.y, x.y, 0}; }},
    {"tapered squares", [](const Vec3& x) { return 10 * Vec3{x.x, (1.2 - 0.27 * x.x) * x.y, 0}; }, false},
    {"squares with nodes moved at random", [](const Vec3& x) { return Vec3{shaken(x).x, shaken(x).y, 0}; }, false},
    {"warped squares",
     [](const Vec3& x) { return Vec3{10 * x.x, 10 * x.y, 4 * std::cos(std::numbers::pi * (x.x + x.y))}; },
     false},
    folded("folds of 90 degrees", 90),
    folded("folds of 175 degrees", 175),
};

/// Shells of a form in 4 x 4 cells; a cell is a quadrilateral or two triangles.
Scene sheet_of(int form, double thickness) {
  Scene scene;
  const Index part = scene.add_shell_part(thickness);
  scene.model.sections.back().element_form = form;
  scene.add_sheet(part, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}, 4, 4);
  if (form != 4) return scene;
  const std::vector<Shell> cells = scene.model.shells;
  scene.model.shells.clear();
  for (const Shell& cell : cells) {
    scene.add_shell(part, {cell.nodes[0], cell.nodes[1], cell.nodes[2], cell.nodes[2]});
    scene.add_shell(part, {cell.nodes[0], cell.nodes[2], cell.nodes[3], cell.nodes[3]});
  }
  return scene;
}

constexpr double least_of_other_shapes = 0.35;

/// The step over the largest stable one.
double share_of_limit(const Mesh& mesh) { return std::sqrt(mesh.amplification(mesh.step()) / 4); }

TEST(StableSteps, OfSolidsAreBelowTheLimitOfTheirHighestFrequency) {
  verifies({"1.11", "stable steps of solids over 2 / omega of their mesh, cubes to crushed and skewed bricks",
            "closed form: central differences are stable up to 2 / omega",
            "TSSFAC 0.9. Hexes with parallel sides reach 0.88 of the limit at least; the length of other shapes is a "
            "lower bound. Viscous hourglass control adds to the bulk viscosity, which acts in compression alone: 1 % "
            "beyond"});
  for (const auto& [form, hourglass] : {std::array{1, 2}, {1, 4}, {1, 6}, {2, 1}, {10, 1}, {15, 1}})
    for (const Shape& shape : blocks)
      for (const bool viscous : {false, true}) {
        Scene scene = block_of(form, hourglass);
        deform(scene, shape);
        if (!viscous) scene.model.hourglasses[0].bulk_linear = scene.model.hourglasses[0].bulk_quadratic = 0;
        SCOPED_TRACE(fmt::format("{}, Q {}", shape.name, viscous));
        const double least = form <= 2 && shape.parallel ? 0.88 : least_of_other_shapes;
        expect_between(fmt::format("ELFORM {}, IHQ {}: step over 2 / omega", form, hourglass),
                       share_of_limit(Mesh(scene)), least, hourglass == 2 && viscous ? 1.01 : 1);
      }
}

TEST(StableSteps, OfShellsAreBelowTheLimitOfTheirHighestFrequency) {
  verifies({"1.11", "stable steps of shells over 2 / omega of their mesh, flat, skewed, warped, folded",
            "closed form: central differences are stable up to 2 / omega",
            "TSSFAC 0.9. Parallelograms reach 0.88 of the limit at least; the length of other shapes is a lower "
            "bound"});
  for (const int form : {2, 4, 10, 16})
    for (const Shape& shape : sheets)
      for (const double thickness : {0.5, 5.0}) {
        Scene scene = sheet_of(form, thickness);
        deform(scene, shape);
        SCOPED_TRACE(fmt::format("{}, t = {} mm", shape.name, thickness));
        expect_between(fmt::format("ELFORM {}: step over 2 / omega", form), share_of_limit(Mesh(scene)),
                       form != 4 && shape.parallel ? 0.88 : least_of_other_shapes, 1);
      }
}

}  // namespace
}  // namespace crumple::test::stable_steps
