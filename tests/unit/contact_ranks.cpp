// The same contact on several ranks, cut at random: the same bits. The test starts itself under mpirun; the ranks run
// the scene and root writes a fingerprint of all nodes, forces and energies.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sstream>

#include "contact_scene.hpp"
#include "physics/contact/contact_force.hpp"
#include "physics/contact/contact_sums.hpp"
#include "physics/contact/rendezvous.hpp"

namespace crumple::test::contact_ranks {
namespace {

/// Sheets and blocks that fly into each other, with friction, forgiven penetrations and a shell deleted on the way.
Scene crowd() {
  Scene scene;
  std::mt19937 random(11);
  std::uniform_real_distribution<double> u(-1, 1);
  const auto vector = [&] { return Vec3{u(random), u(random), u(random)}; };
  for (int k = 0; k < 10; ++k) {
    const Vec3 a = normalized(vector()), b = normalized(cross(a, vector())), at = 15 * vector();
    scene.add_sheet(scene.add_shell_part(0.8 + 0.1 * k), at, 30 * a, 30 * b, 5, 5, -2.0 * at);
  }
  for (int k = 0; k < 3; ++k) {
    const Vec3 at = 12 * vector();
    scene.add_block(scene.add_solid_part(), at, {12, 12, 12}, 3, 3, 3, -1.5 * at);
  }
  Contact& self = scene.add_single_surface();
  self.friction_static = 0.3;
  self.friction_dynamic = 0.2;
  self.friction_decay = 0.1;
  self.ignore = 2;
  scene.add_contact(ContactKind::surface_to_surface, {0, 1, 2}, {3, 4, 10}).soft = 1;
  scene.add_contact(ContactKind::nodes_to_surface, {11, 12}, {5, 6}).birth = 0.02;
  Contact& edges = scene.add_contact(ContactKind::surface_to_surface, {3, 4, 7}, {8, 9, 12});
  edges.soft = 2;
  edges.edges = true;
  edges.friction_static = edges.friction_dynamic = 0.1;
  RigidBody body;
  body.id = 77;
  for (Index i = 0; i < 36; ++i) body.nodes.push_back(i);
  scene.model.rigid_bodies.push_back(body);
  return scene;
}

std::uint64_t mixed(std::uint64_t hash, double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return (hash ^ bits) * 0x100000001B3u;
}

/// Rows of owned nodes, on root in global order; and what was reduced.
std::string fingerprint(Motion& motion) {
  struct NodeBits { Index global; double values[9]; };
  std::vector<NodeBits> mine;
  for (Index i = 0; i < motion.state.count(); ++i) {
    if (!motion.domain.owns_node[i]) continue;
    const Vec3 x = motion.position(i), v = motion.velocity(i), f = motion.force(i);
    mine.push_back({motion.domain.global_node[i], {x.x, x.y, x.z, v.x, v.y, v.z, f.x, f.y, f.z}});
  }
  const std::size_t n_partials = n_contact_partials * motion.contacts.sums.size();
  std::vector<double> sums(n_partials);
  SumShare share(sums);
  put_contact_sums(motion.contacts, share);
  put_parts(motion.ledger.sums(), std::back_inserter(sums));
  world().sum(sums);
  EnergyLedger ledger(motion.domain.quanta.energy);
  take_parts(ledger.sums(), sums.begin() + std::ptrdiff_t(n_partials));
  std::vector<double> results;
  for (const ContactForce& f : contact_forces(motion.contacts, std::span(sums).first(n_partials)))
    results.insert(results.end(), {f.a.x, f.a.y, f.a.z, f.energy.total, f.energy.of_a, f.energy.friction});
  for (const ExactSum* sum : ledger.sums()) results.push_back(sum->value());
  std::vector<NodeBits> all;
  for (const Bytes& bytes : world().gather(to_bytes<NodeBits>(mine)))
    for (const NodeBits& node : from_bytes<NodeBits>(bytes)) all.push_back(node);
  std::sort(all.begin(), all.end(), [](auto& a, auto& b) { return a.global < b.global; });
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (const NodeBits& node : all)
    for (const double value : node.values) hash = mixed(hash, value);
  for (const double value : results) hash = mixed(hash, value);
  std::ostringstream text;
  text << std::hex << hash << std::dec << " nodes " << all.size() << " sliding " << ledger.sliding.value()
       << " searches " << motion.contacts.n_searches;
  for (const std::string& warning : motion.contacts.initial_penetrations.warnings) text << '\n' << warning;
  return text.str();
}

/// A box meets another if and only if it meets the other's part in one of its own cells, but for roundings; boxes end
/// on the borders of cells, too, and lie on both sides of zero.
TEST(ContactRanks, PartsOfBoxesMeetWhereBoxesDo) {
  std::mt19937 random(3);
  const double edge = 2.5, slack = 1e-5;  // more than parts reach beyond their cell, 1e-6 of its edge
  const CellGrid grid(edge);
  const auto coordinate = [&] {
    const double place = std::uniform_real_distribution<double>(-3, 3)(random);
    return edge * (random() % 4 == 0 ? std::round(place) : place);
  };
  const auto box = [&] {
    Box one;
    for (int corner = 0; corner < 2; ++corner) one.include(Vec3{coordinate(), coordinate(), coordinate()});
    return one;
  };
  int n_met = 0, n_apart = 0;
  for (int i = 0; i < 3000; ++i) {
    const Box mine = box(), other = box();
    std::map<CellGrid::Key, NearPlaces> in_cell;
    grid.for_each_part(other, [&](CellGrid::Key cell, const Box& part) { in_cell[cell].add({7, 1, part}); });
    bool met = false;
    grid.for_each_cell(mine, [&](CellGrid::Key cell) {
      in_cell[cell].for_each_met(0, mine, [&](int) { ADD_FAILURE() << "of another contact"; });
      in_cell[cell].for_each_met(1, mine, [&](int rank) { met = rank == 7; });
    });
    if (other.meets(mine)) {
      EXPECT_TRUE(met);
      ++n_met;
    } else if (!other.padded(slack).meets(mine)) {
      EXPECT_FALSE(met);
      ++n_apart;
    }
  }
  EXPECT_GT(n_met, 500);
  EXPECT_GT(n_apart, 500);
}

/// Teeth of combs that reach into each other, 20 long and 1 wide, 3 apart: rank r has teeth r, r + size, ... and asks
/// for what comes within 1 of them. A box around all of a rank's teeth would hold all others'. In another contact rank
/// 0 has a piece that reaches very far, as if it had been torn apart.
TEST(ContactRanks, PlacesWorker) {
  const char* file = std::getenv("CRUMPLE_CONTACT_WORKER");
  if (!file) GTEST_SKIP() << "runs under mpirun, started by ContactRanks.MeetByPlaceNotByBox";
  const int size = world().size(), n_teeth = 10 * size;
  const CellGrid grid(2.5);
  SurfacePlaces mine(grid);
  const auto piece = [](int tooth, int along) {
    const double x = along, y = 4.0 * tooth;
    return Box{{x, y, 0}, {x + 1, y + 1, 0}}.padded(along < 5 ? 2 : 0.5);  // the first fourth of each meets the next
  };
  for (int tooth = world().rank(); tooth < n_teeth; tooth += size)
    for (int along = 0; along < 20; ++along) mine.add(world().rank(), 0, piece(tooth, along));
  const Box far{{-1e9, -1e9, -1e9}, {1e9, 1e9, 1e9}}, near{{5, 5, 5}, {6, 6, 6}};
  mine.add(world().rank(), 1, world().is_root() ? far : near);
  // Pieces that meet a place of another rank: in the first fourth, behind it; of contact 1.
  std::int64_t counts[3] = {0, 0, 0};
  const MeetingPlaces places = find_meeting_places(world(), grid, mine);
  const auto is_met = [&](Index contact, const Box& box) {
    bool met = false;
    places.for_each_met(grid, contact, box, [&](int) { met = true; });
    return met;
  };
  for (int tooth = world().rank(); tooth < n_teeth; tooth += size)
    for (int along = 0; along < 20; ++along) {
      const bool met = is_met(0, piece(tooth, along));
      counts[along < 7 ? 0 : 1] += met;
    }
  counts[2] = is_met(1, world().is_root() ? far : near);
  world().sum(std::span<std::int64_t>(counts));
  if (world().is_root())
    std::ofstream(file) << counts[0] << " and " << counts[1] << " of " << n_teeth << " and " << counts[2];
}

/// The work of one rank; does nothing when the test program is run as usual.
TEST(ContactRanks, Worker) {
  const char* file = std::getenv("CRUMPLE_CONTACT_WORKER");
  if (!file) GTEST_SKIP() << "runs under mpirun, started by ContactRanks.SameBits";
  const Scene scene = crowd();
  const char* cut = std::getenv("CRUMPLE_CONTACT_CUT");
  const int size = world().size();
  std::mt19937 random(5);
  std::vector<int> rank_of(scene.model.shells.size() + scene.model.solids.size());
  for (std::size_t e = 0; e < rank_of.size(); ++e)
    rank_of[e] = std::string(cut) == "random" ? int(random() % unsigned(size)) : int(e * size / rank_of.size());
  Motion motion(scene, 1e-3, [&](Index e) { return rank_of[e]; });
  motion.run(150);
  for (std::size_t s = 0; s < motion.domain.model.shells.size(); ++s)  // sheet 5 loses its middle
    if (motion.domain.model.shells[s].id == 112) motion.status.shell_alive[s] = 0;
  request_search(motion.contacts);
  motion.run(150);
  const std::string print = fingerprint(motion);
  if (world().is_root()) std::ofstream(file) << print;
}

/// What root writes in the named worker test under mpirun.
std::string run_ranks(const std::string& worker, int ranks, const std::string& cut) {
  const std::string file = ::testing::TempDir() + "contact_" + std::to_string(::getpid()) + ".txt";
  const std::string program = std::filesystem::read_symlink("/proc/self/exe");
  // A clean environment: this process is an MPI program already, and says so to its children.
  const auto inherited = [](const char* name) {
    const char* value = std::getenv(name);
    return value ? std::string(name) + "='" + value + "' " : std::string();
  };
  const std::string command =
      "env -i " + inherited("PATH") + inherited("HOME") + inherited("LD_LIBRARY_PATH") + inherited("TMPDIR") +
      inherited("ASAN_OPTIONS") + inherited("UBSAN_OPTIONS") + inherited("TSAN_OPTIONS") +
      "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 "
      "OMPI_MCA_mpi_yield_when_idle=1 CRUMPLE_CONTACT_WORKER='" +
      file + "' CRUMPLE_CONTACT_CUT=" + cut + " mpirun -np " + std::to_string(ranks) + " '" + program +
      "' --gtest_filter=ContactRanks." + worker + " > /dev/null 2>&1";
  const int status = std::system(command.c_str());
  EXPECT_EQ(status, 0) << command;
  std::ifstream in(file);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::filesystem::remove(file);
  return text;
}

TEST(ContactRanks, MeetByPlaceNotByBox) {
  if (world().size() > 1) GTEST_SKIP() << "under mpirun already";
  for (const int ranks : {2, 4}) {
    std::istringstream found(run_ranks("PlacesWorker", ranks, "blocks"));
    int near = 0, far = 0, teeth = 0, torn = 0;
    std::string word;
    ASSERT_TRUE(found >> near >> word >> far >> word >> teeth >> word >> torn);
    EXPECT_GE(near, 5 * teeth);  // all that may touch
    EXPECT_LE(near, 7 * teeth);  // and what shares a cell's box with it
    EXPECT_EQ(far, 0);
    EXPECT_EQ(torn, ranks);
  }
}

TEST(ContactRanks, SameBits) {
  if (world().size() > 1) GTEST_SKIP() << "under mpirun already";
  const auto run = [](int ranks, const char* cut) { return run_ranks("Worker", ranks, cut); };
  const std::string one = run(1, "blocks");
  EXPECT_NE(one.find("nodes 552"), std::string::npos) << one;
  EXPECT_NE(one.find("initial penetrations"), std::string::npos) << one;
  EXPECT_EQ(run(2, "blocks"), one);
  EXPECT_EQ(run(3, "random"), one);
  EXPECT_EQ(run(5, "blocks"), one);
}

}  // namespace
}  // namespace crumple::test::contact_ranks
