// Contact of a surface with itself: a strip folded flat, and the corner cases of faces, edges and nodes. Units mm, ms,
// g, MPa.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "physics/contact/closest_point.hpp"
#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::self_contact {
namespace {

// From the end of card 2 on.
const std::string standard = "\n1,1";              // SOFT = 0
const std::string with_edges = "\n1,1\n2,,,,,5";   // SOFT = 2, DEPTH = 5
const std::string without_edges = "\n1,1\n1,0.1";  // SOFT = 1

std::vector<long> nodes_at(const Grid& grid, double x) {
  return grid.nodes([x](const Vec3& p) { return std::abs(p.x - x) < 1e-6; });
}

/// Mean velocity of a grid's nodes at the end.
Vec3 mean_velocity(const Run& run, const Grid& grid) {
  const auto nodes = run.nodes();
  Vec3 mean;
  const std::vector<long> ids = grid.all_nodes();
  for (const long id : ids)
    for (int c = 0; c < 3; ++c) mean[c] += nodes.at(id).back().velocity[c] / double(ids.size());
  return mean;
}

Vec3 position(const NodeRecord& r) { return {r.position[0], r.position[1], r.position[2]}; }

/// The smallest distance between nodes and faces of a grid that lie more than `apart` from each other along the first
/// axis, of all records.
double smallest_distance(const Run& run, const Grid& grid, int apart) {
  const auto nodes = run.nodes();
  const std::size_t n_records = nodes.begin()->second.size();
  double smallest = 1e300;
  for (std::size_t t = 0; t < n_records; ++t) {
    const auto at = [&](int i, int j) { return position(nodes.at(grid.node(i, j))[t]); };
    for (int e = 0; e < grid.cells[0]; ++e)
      for (int f = 0; f < grid.cells[1]; ++f) {
        const std::array<Vec3, 4> corner{at(e, f), at(e + 1, f), at(e + 1, f + 1), at(e, f + 1)};
        for (int i = 0; i <= grid.cells[0]; ++i)
          for (int j = 0; j <= grid.cells[1]; ++j)
            if (i < e - apart || i > e + 1 + apart)
              smallest = std::min(smallest, closest_point(at(i, j), corner, false).distance);
      }
  }
  return smallest;
}

/// A flat strip 200 x 7 x 1 of steel with a hinge, imperfect by 1 mm, in the middle; both ends are driven together by
/// 180 mm. The flanges meet over their whole length, then the loops at their feet do. Nodes and faces within 10 mm of
/// the strip's length are neighbours in the fold and not counted.
void fold_strip(const std::string& how, const std::string& contact) {
  verifies({"5.6", "strip folded flat, contact with itself, " + how,
            "closed form: the flanges stay a thickness apart, at all places and times"});
  DeckText deck(6.25);
  deck.card("MAT_PIECEWISE_LINEAR_PLASTICITY", "1,7.85e-3,210000,0.3,250,700");
  const Grid strip = deck.plate(deck.shell_part(1, 1, 3), {60, 2}, {200, 7, 0},
                                [](const Vec3& x) { return x + Vec3{0, 0, 1 - std::abs(x.x - 100) / 100}; });
  const int drive = deck.curve({{0, 0}, {0.5, 16}, {5.5, 16}, {6.25, 0}});
  std::vector<long> left = nodes_at(strip, 0), right = nodes_at(strip, 200);
  deck.prescribe_velocity(left, 1, drive, 1);
  deck.prescribe_velocity(right, 1, drive, -1);
  left.insert(left.end(), right.begin(), right.end());
  deck.hold(left, "y z rx ry rz");
  deck.card("CONTACT_AUTOMATIC_SINGLE_SURFACE", "0,0\n0.1,0.1" + contact);
  deck.history(strip.all_nodes());
  deck.outputs({"NODOUT"}, 0.25);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  expect_within("energy over the initial one", run.energy("ratio"), 1, 0.02);
  const double distance = smallest_distance(run, strip, 3);
  expect_between("smallest distance [mm]", distance, 0.95, 1.01, 1);  // below 1.01: they did touch
}

TEST(SelfContact, StripFoldsFlat) { fold_strip("SOFT = 0", standard); }
TEST(SelfContact, StripFoldsFlatWithEdges) { fold_strip("SOFT = 2", with_edges); }

/// Two upright plates 20 x 20 x 1 in planes at right angles, rim above rim, no nodes near the crossing; the upper one
/// falls on the lower one at 10 mm/ms.
struct CrossingPlates {
  DeckText deck{0.6};
  Grid lower, upper;

  explicit CrossingPlates(const std::string& contact) {
    deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
    const int part = deck.shell_part(1, 1);
    lower = deck.plate(part, {4, 4}, {20, 20, 0}, [](const Vec3& x) { return Vec3{0, x.x - 7.5, x.y - 20}; });
    upper = deck.plate(part, {4, 4}, {20, 20, 0}, [](const Vec3& x) { return Vec3{x.x - 7.5, 0, x.y + 1.5}; });
    deck.initial_velocity(upper.all_nodes(), {0, 0, -10});
    deck.card("CONTACT_AUTOMATIC_SINGLE_SURFACE", "0,0\n0,0" + contact);
    deck.history(lower.all_nodes());
    deck.history(upper.all_nodes());
    deck.outputs({"NODOUT"}, 0.05);
  }
};

// With DEPTH = 5 the rims meet: the plates exchange momentum. With SOFT = 1 nothing holds them, to the last bit.
TEST(SelfContact, PlatesCrossEdgeOnEdge) {
  verifies({"5.7", "upright plates fall rim on rim", "conservation law: momentum, energy",
            "of nodes that count alike, though the rims' masses are smaller"});
  const CrossingPlates held(with_edges), free(without_edges);
  const auto bounce = completed(run_deck(held.deck.str(), 1, "precision=double")),
             pass = completed(run_deck(free.deck.str(), 1, "precision=double"));
  const Vec3 up = mean_velocity(bounce, held.upper), low = mean_velocity(bounce, held.lower);
  EXPECT_LT(low.z, -1);        // the lower one has been pushed,
  EXPECT_GT(up.z - low.z, 0);  // and they part
  expect_within("energy over the initial one", bounce.energy("ratio"), 1, 0.01);
  expect_within("sum of mean velocities [mm/ms]", up.z + low.z, -10, 0.05);
  EXPECT_EQ(pass.energy("sliding"), 0);
  expect_within("velocity without edges [mm/ms]", mean_velocity(pass, free.upper).z, -10, 1e-12);
}

/// A triangle-like plate stands on one corner, rotated, and falls on a plate that is held at its rim; the corner hits
/// at `at`. Returns the run, with the corner's history.
struct FallingCorner {
  DeckText deck{0.25};
  Grid plate, falling;
  long corner = 0;

  FallingCorner(const Vec3& at, double side, const std::string& contact) {
    deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
    const int part = deck.shell_part(1, 1);
    plate = deck.plate(part, {4, 4}, {40, 40, 0});
    const double c = std::sqrt(0.5);
    falling = deck.plate(part, {2, 2}, {10, 10, 0},
                         [&](const Vec3& x) { return at + Vec3{c * (x.x - x.y), 0, side * (1.2 + c * (x.x + x.y))}; });
    corner = falling.node(0, 0);
    deck.hold(plate.nodes([](const Vec3& x) { return x.x == 0 || x.x == 40 || x.y == 0 || x.y == 40; }),
              "x y z rx ry rz");
    deck.initial_velocity(falling.all_nodes(), {0, 0, -5 * side});
    deck.card("CONTACT_AUTOMATIC_SINGLE_SURFACE", "0,0\n0,0" + contact);
    deck.history(falling.all_nodes());
    deck.history(plate.all_nodes());
    deck.outputs({"NODOUT"}, 0.005);
  }
  /// How far the corner has come beyond the contact distance of 1 mm, seen from the plate there [length].
  double deepest(const Run& run, int i, int j) const {
    const auto nodes = run.nodes();
    double deepest = -1e300;
    for (std::size_t t = 0; t < nodes.at(corner).size(); ++t) {
      Vec3 x = position(nodes.at(corner)[t]);
      for (int e = i - 1; e <= i; ++e)
        for (int f = j - 1; f <= j; ++f) {
          const auto at = [&](int a, int b) { return position(nodes.at(plate.node(a, b))[t]); };
          const auto closest = closest_point(x, {at(e, f), at(e + 1, f), at(e + 1, f + 1), at(e, f + 1)}, false);
          deepest = std::max(deepest, 1 - closest.distance);
        }
    }
    return deepest;
  }
};

// A corner that falls on the edge between two faces is held once, as inside of a face: as deep, to the 3 % or so by
// which the plate is softer or lighter there. On a node of the plate both are corners to each other's faces, so both
// ways of a contact answer: it is held by up to twice the stiffness, hence less deep.
TEST(SelfContact, CornerOnAnEdge) {
  verifies({"5.7", "corner falls on a face, an edge and a node", "equivalence: an edge holds as a face does"});
  std::map<std::string, double> depth;
  for (const auto& [name, at] :
       std::map<std::string, Vec3>{{"face", {15, 15, 0}}, {"edge", {20, 15, 0}}, {"node", {20, 20, 0}}}) {
    const FallingCorner scene(at, 1, with_edges);
    const auto run = completed(run_deck(scene.deck.str(), 1, "precision=double"));
    expect_within("energy over the initial one, " + name, run.energy("ratio"), 1, 0.01);
    EXPECT_GT(mean_velocity(run, scene.falling).z, 0) << name;
    depth[name] = scene.deepest(run, name == "face" ? 1 : 2, name == "node" ? 2 : 1);
    EXPECT_GT(depth[name], 0);
  }
  expect_near("depth on an edge over that on a face", depth["edge"] / depth["face"], 1, 0.1);
  expect_between("depth on a node over that on a face", depth["node"] / depth["face"], 0.5, 1);
}

// The nearest face does not win over the other that is as near.
TEST(SelfContact, NodesBetweenTwoFaces) {
  verifies({"5.7", "plate between two others that close in alike", "closed form: symmetry", "rounding"});
  DeckText deck(0.3);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  const int part = deck.shell_part(1, 1);
  const auto at_height = [](double z) { return [z](const Vec3& x) { return x + Vec3{0, 0, z}; }; };
  const Grid low = deck.plate(part, {4, 4}, {40, 40, 0}, at_height(-1.25)),
             high = deck.plate(part, {4, 4}, {40, 40, 0}, at_height(1.25));
  const Grid middle = deck.plate(part, {3, 3}, {20, 20, 0}, [](const Vec3& x) { return x + Vec3{9, 8, 0}; });
  deck.initial_velocity(low.all_nodes(), {0, 0, 5});
  deck.initial_velocity(high.all_nodes(), {0, 0, -5});
  deck.card("CONTACT_AUTOMATIC_SINGLE_SURFACE", "0,0\n0,0" + with_edges);
  for (const Grid* grid : {&low, &high, &middle}) deck.history(grid->all_nodes());
  deck.outputs({"NODOUT"}, 0.01);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto nodes = run.nodes();
  double moved = 0;
  for (const long id : middle.all_nodes()) moved = std::max(moved, std::abs(nodes.at(id).back().displacement[2]));
  expect_below("displacement of the middle plate [mm]", moved, 1e-9);
  expect_below("velocity of the lower after [mm/ms]", mean_velocity(run, low).z, -1);
  expect_within("velocity of the upper after [mm/ms]", mean_velocity(run, high).z, -mean_velocity(run, low).z, 1e-9);
}

// A web that stands on a flange, with common nodes, bent and twisted by a push: nothing touches its own
// neighbours, so contact changes no bit.
TEST(SelfContact, NeighboursAtATJunction) {
  const auto deck_of = [](bool contact) {
    DeckText deck(0.5);
    deck.card("MAT_PIECEWISE_LINEAR_PLASTICITY", "1,7.85e-3,210000,0.3,250,700");
    const int part = deck.shell_part(1, 2);
    const Grid flange = deck.plate(part, {10, 8}, {50, 40, 0});
    const Grid web = deck.plate(part, {10, 4}, {50, 20, 0}, [](const Vec3& x) { return Vec3{x.x, 20, x.y + 5}; });
    std::string shells;
    for (int i = 0; i < 10; ++i)
      shells += fmt::format("{},{},{},{},{},{}\n", 9001 + i, part, flange.node(i, 4), flange.node(i + 1, 4),
                            web.node(i + 1, 0), web.node(i, 0));
    shells.pop_back();
    deck.card("ELEMENT_SHELL", shells);
    deck.hold(nodes_at(flange, 0), "x y z rx ry rz");
    deck.initial_velocity(web.nodes([](const Vec3& x) { return x.z > 22; }), {-10, 40, 0});
    if (contact) deck.card("CONTACT_AUTOMATIC_SINGLE_SURFACE", "0,0\n0,0" + with_edges);
    return deck.str();
  };
  const auto with = completed(run_deck(deck_of(true), 1, "precision=double")),
             without = completed(run_deck(deck_of(false), 1, "precision=double"));
  EXPECT_GT(with.energy("internal"), 0);
  EXPECT_EQ(with.energy("sliding"), 0);
  EXPECT_EQ(with.hash(), without.hash());
}

TEST(SelfContact, BothSidesAreAlike) {
  verifies({"5.7", "shell hit from below and from above", "closed form: mirror images", "rounding"});
  const FallingCorner above({17, 14, 0}, 1, with_edges), below({17, 14, 0}, -1, with_edges);
  const auto one = completed(run_deck(above.deck.str(), 1, "precision=double")),
             other = completed(run_deck(below.deck.str(), 1, "precision=double"));
  double difference = 0;
  const auto nodes = one.nodes(), mirrored = other.nodes();
  for (const auto& [id, records] : nodes)
    for (std::size_t t = 0; t < records.size(); ++t) {
      const NodeRecord &a = records[t], &b = mirrored.at(id)[t];
      for (int c = 0; c < 3; ++c)
        difference = std::max(difference, std::abs(a.displacement[c] - (c == 2 ? -1 : 1) * b.displacement[c]));
    }
  EXPECT_NE(one.energy("sliding"), 0);
  expect_below("largest difference of displacements [mm]", difference, 1e-12);
}

}  // namespace
}  // namespace crumple::test::self_contact
