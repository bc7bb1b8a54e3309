// Bodies in motion under contact alone: bounce, energy, friction, stability. The bodies' nodes fly freely, so that
// nothing but contact can be at fault.
#include "contact_scene.hpp"
#include "physics/contact/passes.hpp"

#include <cmath>
#include <random>

namespace crumple::test::contact_motion {
namespace {

constexpr double start_of_upper = 1.05;

/// A fixed floor and a sheet above it, both 1 mm thick.
struct OverFloor {
  Scene scene;
  Index node;

  explicit OverFloor(const Vec3& velocity, double height = start_of_upper) {
    const Index floor = scene.add_shell_part(1), plate = scene.add_shell_part(1);
    scene.add_sheet(floor, {0, 0, 0}, {100, 0, 0}, {0, 100, 0}, 10, 10);
    node = scene.add_sheet(plate, {33, 34, height}, {20, 0, 0}, {0, 20, 0}, 2, 2, velocity);
    scene.add_contact(ContactKind::nodes_to_surface, {plate}, {floor});
  }
};

bool on_floor(const Vec3& start) { return start.z == 0; }

/// Nodes thrown against the floor come back with their speed; the sliding energy holds what they miss in between.
TEST(ContactMotion, AnElasticBounceKeepsTheEnergy) {
  OverFloor flight({0.5, 0, -2});
  Motion motion(flight.scene, 2e-4);
  motion.fixed = on_floor;
  const double before = motion.kinetic_energy();
  double least = before;
  for (int i = 0; i < 400; ++i) {
    motion.step();
    least = std::min(least, motion.kinetic_energy());
  }
  EXPECT_LT(least, 0.2 * before);
  EXPECT_GT(motion.velocity(flight.node).z, 0);
  EXPECT_NEAR(motion.kinetic_energy() + motion.ledger.sliding.value(), before, 0.002 * before);
  EXPECT_NEAR(motion.ledger.sliding.value(), 0, 0.03 * before);  // entry and exit between steps
}

/// Two blocks that don't deform meet at an angle; 4 x 4 nodes against 5 x 5.
TEST(ContactMotion, TwoBlocksKeepMomentumAndEnergy) {
  for (const double mu : {0.0, 0.2}) {
    Scene scene;
    const Index a = scene.add_solid_part(), b = scene.add_solid_part();
    scene.add_block(a, {0, 0, 0}, {10, 10, 10}, 3, 3, 3, {0.25, 0, 0.433});
    scene.add_block(b, {1, 2, 10.05}, {10, 10, 10}, 4, 4, 4, {-0.25, 0, -0.433});
    Contact& contact = scene.add_single_surface();
    contact.friction_static = contact.friction_dynamic = mu;
    Motion motion(scene, 2e-4);
    motion.rigid_parts = true;
    const double before = motion.kinetic_energy();
    const Vec3 p = motion.momentum();
    motion.run(1000);
    EXPECT_LT(norm(motion.momentum() - p), 1e-12 * before);
    EXPECT_NEAR(motion.kinetic_energy() + motion.ledger.sliding.value(), before, 0.001 * before);
    EXPECT_GT(motion.velocity(Index(motion.state.count()) - 1).z, 0.4);
    EXPECT_NEAR(motion.ledger.sliding.value() > 0.01 * before, mu > 0, 0);
  }
}

/// Sheets and blocks that don't deform fly through each other's way: edges, corners, several contacts at once. The
/// account must close, and contact must not set energy free. Sheets that stand in blocks from the start are held there,
/// so up to a third of the energy is in their springs.
TEST(ContactMotion, ACrowdKeepsItsEnergy) {
  for (const double mu : {0.0, 0.3}) {
    Scene scene;
    std::mt19937 random(11);
    std::uniform_real_distribution<double> u(-1, 1);
    const auto vector = [&] { return Vec3{u(random), u(random), u(random)}; };
    for (int k = 0; k < 14; ++k) {
      const Vec3 a = normalized(vector()), b = normalized(cross(a, vector())), at = 40 * vector();
      if (k < 10) scene.add_sheet(scene.add_shell_part(0.8 + 0.1 * k), at, 30 * a, 30 * b, 5, 5, -0.5 * at);
      else scene.add_block(scene.add_solid_part(), at, {12, 12, 12}, 3, 3, 3, -0.5 * at);
    }
    Contact& contact = scene.add_single_surface();
    contact.friction_static = contact.friction_dynamic = mu;
    contact.ignore = 1;
    Motion motion(scene, 2e-4);
    motion.rigid_parts = true;
    const double before = motion.kinetic_energy();
    for (int i = 0; i < 5; ++i) {
      motion.run(2000);
      EXPECT_NEAR(motion.kinetic_energy() + motion.ledger.sliding.value(), before, 0.001 * before);
      EXPECT_LT(motion.kinetic_energy(), (mu == 0 ? 1.0 : 0.8) * before);
      EXPECT_GT(motion.kinetic_energy(), (mu == 0 ? 0.7 : 0.2) * before);
    }
  }
}

/// Coulomb: nodes pressed on the floor by gravity slow down by mu g and stop; the account holds what they lose.
TEST(ContactMotion, SlidingNodesStopByFriction) {
  const double mu = 0.2, gravity = 9.81e-1, speed = 2;  // [mm/ms^2]
  OverFloor flight({speed, 0, 0}, 1.0);
  flight.scene.model.contacts[0].friction_static = flight.scene.model.contacts[0].friction_dynamic = mu;
  flight.scene.model.contacts[0].viscous_damping = 20;
  Motion motion(flight.scene, 2e-3);
  motion.fixed = on_floor;
  motion.gravity = {0, 0, -gravity};
  const double before = motion.kinetic_energy(), start = motion.position(flight.node).x;
  const double stop = speed / (mu * gravity), way = 0.5 * speed * stop;
  motion.run(int(0.5 * stop / 2e-3));
  EXPECT_NEAR(motion.velocity(flight.node).x, 0.5 * speed, 0.01 * speed);
  motion.run(int(0.6 * stop / 2e-3));
  EXPECT_NEAR(motion.position(flight.node).x - start, way, 0.01 * way);
  EXPECT_LT(std::fabs(motion.velocity(flight.node).x), 1e-3 * speed);
  EXPECT_NEAR(motion.ledger.sliding.value(), before, 0.02 * before);
}

/// Under the limit of static friction nodes hold, without creep: the spring remembers.
TEST(ContactMotion, NodesOnASlopeHold) {
  OverFloor flight({}, 1.0);
  flight.scene.model.contacts[0].friction_static = flight.scene.model.contacts[0].friction_dynamic = 0.6;
  flight.scene.model.contacts[0].viscous_damping = 20;
  Motion motion(flight.scene, 2e-3);
  motion.fixed = on_floor;
  const double g = 9.81e-3, angle = std::acos(-1.0) / 6;
  motion.gravity = {g * std::sin(angle), 0, -g * std::cos(angle)};
  const double start = motion.position(flight.node).x;
  motion.run(50000);
  EXPECT_LT(std::fabs(motion.position(flight.node).x - start), 0.01);
}

TEST(ContactMotion, FrictionDecaysWithSpeed) {
  const auto braking = [](double speed) {
    OverFloor flight({speed, 0, 0}, 0.95);
    Contact& c = flight.scene.model.contacts[0];
    c.friction_static = 0.5;
    c.friction_dynamic = 0.1;
    c.friction_decay = 0.3;
    Motion motion(flight.scene, 1e-3);
    motion.forget_touches(1e300);
    motion.clock.dt_previous = 10;  // the spring is at its limit
    motion.find_forces();
    return -motion.force(flight.node).x / motion.force(flight.node).z;
  };
  for (const double speed : {0.5, 2.0, 8.0}) EXPECT_NEAR(braking(speed), 0.1 + 0.4 * std::exp(-0.3 * speed), 1e-10);
}

/// A pile of sheets squeezed hard: no penalty stiffness may feed energy in.
TEST(ContactMotion, APileOfSheetsIsStable) {
  Scene scene;
  for (int k = 0; k < 5; ++k) {
    const Index part = scene.add_shell_part(1);
    scene.add_sheet(part, {0.7 * k, 0.9 * k, 1.01 * k}, {50, 0, 0}, {0, 50, 0}, 5 + k % 2, 5,
                    {0, 0, k < 2 ? 1.0 : -1.0});
  }
  scene.add_single_surface().friction_static = 0.2;
  scene.model.control.contact_stiffness = 10;
  Motion motion(scene, 1e-3);
  const double before = motion.kinetic_energy();
  for (int i = 0; i < 50; ++i) {
    motion.run(40);
    // A stiff spring that is entered and left between two steps returns 12 % more or less; it must not add up.
    EXPECT_LT(motion.kinetic_energy(), 1.3 * before);
    EXPECT_NEAR(motion.kinetic_energy() + motion.ledger.sliding.value(), before, 0.05 * before);
  }
}

/// Positions of all nodes after so many steps, with searches as the margin asks for.
std::vector<Vec3> positions_after(Scene scene, double margin, int steps, const Vec3& gravity) {
  scene.model.control.contact_margin = margin;
  Motion motion(scene, 5e-4);
  motion.fixed = on_floor;
  motion.gravity = gravity;
  motion.run(steps);
  std::vector<Vec3> positions;
  for (Index i = 0; i < motion.state.count(); ++i) positions.push_back(motion.position(i));
  return positions;
}

void expect_same_with_all_margins(const Scene& scene, int steps, const Vec3& gravity) {
  const std::vector<Vec3> expected = positions_after(scene, 0.4, steps, gravity);
  for (const double margin : {0.0, 0.03, 0.2, 1.1, 3.0}) {
    const std::vector<Vec3> positions = positions_after(scene, margin, steps, gravity);
    for (std::size_t i = 0; i < expected.size(); ++i)
      for (int c = 0; c < 3; ++c) ASSERT_EQ(positions[i][c], expected[i][c]) << "node " << i << ", margin " << margin;
  }
}

/// Nodes are driven through a thin sheet and slide behind its faces.
TEST(ContactMotion, SearchesOfShellsAreNoPartOfTheAnswer) {
  Scene scene;
  const Index floor = scene.add_shell_part(1.5), plate = scene.add_shell_part(1.5);
  scene.add_sheet(floor, {0, 0, 0}, {100, 0, 0}, {0, 100, 0}, 10, 10);
  scene.add_sheet(plate, {12, 34, 2}, {40, 3, 0}, {-3, 40, 0}, 7, 7, {20, 9, -8});
  scene.model.control.contact_stiffness = 4e-6;
  scene.add_single_surface();
  expect_same_with_all_margins(scene, 4000, {0, 0, -6});
}

/// Bricks fall on a block and turn on its edges.
TEST(ContactMotion, SearchesOfSolidsAreNoPartOfTheAnswer) {
  Scene scene;
  const Index below = scene.add_solid_part(), above = scene.add_solid_part();
  scene.add_block(below, {0, 0, -20}, {60, 60, 20}, 4, 4, 1);
  scene.add_block(above, {37, 21, 0.5}, {40, 20, 10}, 3, 2, 1, {4, -2, -6});
  scene.add_single_surface();
  expect_same_with_all_margins(scene, 6000, {0, 0, -2});
}

}  // namespace
}  // namespace crumple::test::contact_motion
