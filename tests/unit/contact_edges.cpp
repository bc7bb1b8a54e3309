// Edges against edges: where they come closest, when they answer, and with what force.
#include <algorithm>
#include <random>
#include <tuple>

#include "contact_scene.hpp"
#include "physics/contact/edge_distance.hpp"
#include "physics/contact/edges.hpp"
#include "physics/contact/search.hpp"

namespace crumple::test::contact_edges {
namespace {

double smallest_sampled(const std::array<Vec3, 2>& a, const std::array<Vec3, 2>& b) {
  double smallest = 1e300;
  constexpr int n = 60;
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j)
      smallest =
          std::min(smallest, norm(a[0] + (double(i) / n) * (a[1] - a[0]) - b[0] - (double(j) / n) * (b[1] - b[0])));
  return smallest;
}

/// No sampled points are closer, and some sampled ones are nearly as close: within a step of the sampling, 2/60 of an
/// edge.
TEST(EdgeDistance, IsTheSmallest) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> u(-1, 1);
  const auto point = [&] { return Vec3{u(random), u(random), u(random)}; };
  int n_inside = 0;
  for (int i = 0; i < 300; ++i) {
    std::array<Vec3, 2> a{point(), point()}, b{point(), point()};
    if (i % 5 == 0)
      b = {a[0] + Vec3{0, 0, 0.5}, a[1] + Vec3{0, 0, 0.5} + (i % 10 ? Vec3{} : 0.3 * (a[1] - a[0]))};  // parallel
    if (i % 7 == 0) b[1] = b[0];
    const ClosestOnEdges closest = closest_on_edges(a, b);
    const double sampled = smallest_sampled(a, b);
    EXPECT_LE(closest.distance, sampled + 1e-12);
    EXPECT_GE(closest.distance, sampled - 4.0 / 60);
    const Vec3 p = a[0] + closest.at[0] * (a[1] - a[0]), q = b[0] + closest.at[1] * (b[1] - b[0]);
    EXPECT_LT(norm(p - q - closest.offset), 1e-14);
    n_inside += closest.inside;
  }
  EXPECT_GT(n_inside, 20);
}

/// Two upright sheets of 4 x 2 elements 5 mm wide whose rims cross between the nodes: the rim of the upper one, in the
/// plane of x and z, lies `height` above the rim of the lower one, in the plane of y and z.
struct CrossingRims {
  Scene scene;
  Index upper = 0, lower = 0;  ///< first nodes; rows along the rim, the rim first

  CrossingRims(int soft, bool edges, double height, double speed) {
    const Index part = scene.add_shell_part(1);
    lower = scene.add_sheet(part, {0, -7.5, 0}, {0, 20, 0}, {0, 0, -10}, 4, 2);
    upper = scene.add_sheet(part, {-7.5, 0, height}, {20, 0, 0}, {0, 0, 10}, 4, 2, {0, 0, -speed});
    Contact& contact = scene.add_single_surface();
    contact.soft = soft;
    contact.edges = edges;
  }
};

TEST(ContactEdges, RimsBounceOffEachOther) {
  CrossingRims rims(2, true, 1.2, 20);
  Motion motion(rims.scene, 1e-3);
  const Vec3 momentum = motion.momentum();
  const double energy = motion.kinetic_energy();
  motion.run(200);
  // The nodes of the edges that met are as heavy and have exchanged their velocities, but for 1 % by sampling.
  EXPECT_NEAR(motion.velocity(rims.upper + 1).z, 0, 0.2);
  EXPECT_NEAR(motion.velocity(rims.lower + 1).z, -20, 0.2);
  EXPECT_EQ(norm(motion.force(rims.upper + 1)), 0);
  EXPECT_LT(norm(motion.momentum() - momentum), 1e-12 * norm(momentum));
  // The force is sampled: with k = 0.05 m*/dt^2 a bounce takes 14 steps. Energy and sliding energy make up for each
  // other.
  EXPECT_NEAR(motion.kinetic_energy() + motion.ledger.sliding.value(), energy, 1e-9 * energy);
  EXPECT_LT(std::abs(motion.ledger.sliding.value()), 0.02 * energy);
}

TEST(ContactEdges, ForceIsThatOfTheSpring) {
  CrossingRims rims(2, true, 1.01, 10);
  Motion motion(rims.scene, 1e-3);
  motion.run(3);
  motion.find_forces();
  // Crossing in the middle of both edges: four equal weights 1/2, so m* = m with equal masses m of the rims' nodes.
  const double mass = motion.state.mass(rims.upper + 1), stiffness = 0.05 * mass / 1e-6;
  const double penetration = 1 - (motion.position(rims.upper + 1).z - motion.position(rims.lower + 1).z);
  EXPECT_NEAR(penetration, 0.02, 1e-3);
  for (const Index node : {rims.upper + 1, rims.upper + 2})
    EXPECT_NEAR(motion.force(node).z, 0.5 * stiffness * penetration, 1e-6);
  for (const Index node : {rims.lower + 1, rims.lower + 2})
    EXPECT_NEAR(motion.force(node).z, -0.5 * stiffness * penetration, 1e-6);
  EXPECT_EQ(norm(motion.total_force()), 0);
}

TEST(ContactEdges, WithoutEdgesRimsPassThroughEachOther) {
  for (const int soft : {0, 1, 2}) {
    CrossingRims rims(soft, false, 1.2, 20);
    Motion motion(rims.scene, 1e-3);
    motion.run(100);
    EXPECT_EQ(motion.velocity(rims.upper + 1).z, -20);
    EXPECT_LT(motion.position(rims.upper + 1).z, -0.7);
  }
}

/// Hit so hard that the rims are driven through each other, they are pushed back to the side on which they met.
TEST(ContactEdges, RimsRememberTheirSides) {
  CrossingRims rims(2, true, 1.1, 600);
  Motion motion(rims.scene, 1e-3);
  double lowest = 1e300;
  for (int i = 0; i < 200; ++i) {
    motion.step();
    lowest = std::min(lowest, motion.position(rims.upper + 1).z - motion.position(rims.lower + 1).z);
  }
  EXPECT_LT(lowest, 0);
  EXPECT_GT(motion.position(rims.upper + 1).z - motion.position(rims.lower + 1).z, 1);
}

/// What penetrates from the start gives no force until it is pressed further.
TEST(ContactEdges, InitialPenetrationIsForgiven) {
  CrossingRims rims(2, true, 0.8, 0);
  Motion motion(rims.scene, 1e-3);
  motion.run(5);
  EXPECT_EQ(motion.kinetic_energy(), 0);
  for (const Index node : {rims.upper + 1, rims.upper + 2}) {
    set_row(motion.state.position, node, motion.position(node) - Vec3{0, 0, 0.01});
    set_row(motion.state.velocity, node, {0, 0, -10});
  }
  motion.find_forces();
  EXPECT_NEAR(motion.force(rims.upper + 1).z, 0.5 * 0.05 * motion.state.mass(rims.upper + 1) / 1e-6 * 0.01, 1e-9);
}

/// Friction turns against sliding along the lower rim, at most mu times the normal force.
TEST(ContactEdges, FrictionBrakesSliding) {
  CrossingRims rims(2, true, 1.01, 10);
  rims.scene.model.contacts[0].friction_static = rims.scene.model.contacts[0].friction_dynamic = 0.2;
  for (Index i = rims.upper; i < rims.upper + 15; ++i) rims.scene.model.nodes.velocity[i].y = 30;
  Motion motion(rims.scene, 1e-3);
  motion.run(4);
  motion.find_forces();
  const Vec3 force = motion.force(rims.upper + 1);
  EXPECT_NEAR(force.y, -0.2 * force.z, 1e-3 * force.z);  // the lower rim, not hit in its middle, tilts a little
  EXPECT_GT(force.z, 0);
}

/// Sheets that lie on each other, one inside the rims of the other, answer once: their faces do, their edges do not.
/// The end of a sharp edge passes over another one: near it, forces along the edges join those across, and their sum
/// neither moves nor turns anything as a whole.
TEST(ContactEdges, ForcesNearEndsMakeNoMoment) {
  Scene scene;
  const Index lower = scene.add_solid_part(), upper = scene.add_solid_part();
  scene.add_block(lower, {-12, -10, -10}, {24, 10, 10}, 3, 1, 1);
  scene.add_block(upper, {3, -2, 0.05}, {1, 10, 10}, 1, 1, 1, {20, 0, -20});
  scene.add_single_surface();
  Motion motion(scene, 1e-3);
  const Vec3 momentum = motion.momentum();
  double largest = 0, along = 0;
  for (int i = 0; i < 50; ++i) {
    std::vector<Vec3> place;  // where the forces of the step act
    for (Index k = 0; k < motion.state.count(); ++k) place.push_back(motion.position(k));
    motion.step();
    Vec3 moment;
    double sum = 0;
    for (Index k = 0; k < motion.state.count(); ++k) {
      moment += cross(place[std::size_t(k)], motion.force(k));
      sum += norm(motion.force(k));
      along = std::max(along, std::fabs(motion.force(k).x));
    }
    largest = std::max(largest, sum);
    EXPECT_LE(norm(moment), 1e-9 * 20 * largest);
  }
  EXPECT_GT(along, 1e-5 * largest);
  EXPECT_LT(norm(motion.momentum() - momentum), 1e-12 * norm(momentum));
}

TEST(ContactEdges, FlatSheetsAnswerOnce) {
  const auto run = [](bool edges) {
    Scene scene;
    const Index lower = scene.add_shell_part(1), upper = scene.add_shell_part(1);
    scene.add_sheet(lower, {0, 0, 0}, {40, 0, 0}, {0, 40, 0}, 4, 4);
    scene.add_sheet(upper, {12, 5, 1.05}, {24, 9, 0}, {-9, 24, 0}, 4, 4, {0, 0, -10});
    Contact& contact = scene.add_contact(ContactKind::surface_to_surface, {upper}, {lower});
    contact.soft = 2;
    contact.edges = edges;
    Motion motion(scene, 1e-3);
    motion.rigid_parts = true;
    motion.run(12);
    motion.find_forces();
    EXPECT_GT(motion.force(30).z, 0);
    return std::pair(motion.ledger.sliding.value(), motion.force(30));
  };
  EXPECT_EQ(run(true).first, run(false).first);
  EXPECT_EQ(norm(run(true).second - run(false).second), 0);
}

/// A web that stands on a flange with common nodes, folded and crumpled: neighbours never touch.
TEST(ContactEdges, NeighboursDoNotTouch) {
  Scene scene;
  const Index part = scene.add_shell_part(2);
  const Index flange = scene.add_sheet(part, {0, -20, 0}, {40, 0, 0}, {0, 40, 0}, 8, 8);
  const Index web = scene.add_sheet(part, {0, 0.5, 5}, {40, 0, 0}, {0, 3.5, 35}, 8, 7);
  for (Index i = 0; i < 8; ++i)  // the web's lowest row stands on the flange's middle row
    scene.add_shell(part, {flange + 36 + i, flange + 37 + i, web + i + 1, web + i});
  std::mt19937 random(2);
  std::uniform_real_distribution<double> u(-0.7, 0.7);
  for (Vec3& x : scene.model.nodes.position) x += Vec3{u(random), u(random), u(random)};
  Contact& contact = scene.add_single_surface();
  contact.soft = 2;
  contact.edges = true;
  Motion motion(scene, 1e-3);
  std::uniform_real_distribution<double> speed(-5, 5);
  for (Index i = 0; i < motion.state.count(); ++i)
    set_row(motion.state.velocity, i, {speed(random), speed(random), speed(random)});
  const double energy = motion.kinetic_energy();
  motion.run(60);
  EXPECT_EQ(motion.kinetic_energy(), energy);
}

/// An edge's nodes, the other nodes of each of its faces, and its depth.
using EdgeFacts = std::tuple<std::array<Index, 2>, std::vector<std::array<Index, 2>>, double>;

std::vector<EdgeFacts> edges_of(const Motion& motion) {
  EdgePairs pairs;
  find_edge_pairs(pairs, motion.contacts, SearchRange{1, 0, 10});
  std::vector<EdgeFacts> edges;
  for (Index e = 0; e < pairs.a.size(); ++e) {
    const ContactEdge& edge = pairs.a.edges[e];
    const auto across = pairs.a.across.begin();
    edges.emplace_back(edge.global, std::vector(across + pairs.a.first_face[e], across + pairs.a.first_face[e + 1]),
                       edge.depth);
  }
  return edges;
}

/// Ranks list the faces that they know in different orders: their own first.
TEST(ContactEdges, DoNotDependOnTheOrderOfFaces) {
  if (world().size() > 1) GTEST_SKIP() << "a scene on one rank";
  Scene scene;
  const Index solids = scene.add_solid_part(), shells = scene.add_shell_part(1);
  scene.add_block(solids, {0, 0, 0}, {30, 30, 30}, 3, 3, 3);
  scene.add_sheet(shells, {50, 0, 0}, {30, 0, 0}, {0, 30, 0}, 3, 3);
  Contact& contact = scene.add_single_surface();
  const auto edges = edges_of(Motion(scene, 1e-3));
  EXPECT_EQ(edges.size(), 108u + 24u);
  std::ranges::reverse(contact.a.segments);
  EXPECT_EQ(edges_of(Motion(scene, 1e-3)), edges);
  std::shuffle(contact.a.segments.begin(), contact.a.segments.end(), std::mt19937(5));
  EXPECT_EQ(edges_of(Motion(scene, 1e-3)), edges);
}

}  // namespace
}  // namespace crumple::test::contact_edges
