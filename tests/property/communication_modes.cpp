// However the ranks talk, the answer is the same: all modes of collectives= with p2p, all of transport= with fused, and
// mixtures, on a deck with contacts, walls, rigid bodies, welds and elements that fail.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/property/cases.hpp"
#include "tests/property/meshes.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::communication_modes {
namespace {

/// Two welded plates on a floor; a block and a rigid bar fall on them, another plate with rigid patches between them
/// and a wall that comes down.
std::string deck() {
  ShellGrid low{.n = {14, 6}, .u = {7, 0, 0}, .v = {0, 7, 0}};
  ShellGrid high{.first = 1001, .part = 2, .n = {14, 4}, .origin = {0.3, 7, 1.2}, .u = {7, 0, 0}, .v = {0, 7, 0}};
  SolidBlock ball{.first = 2001, .part = 3, .n = {3, 2, 2}, .origin = {20, 10, 2}, .edge = {7, 6.5, 7}};
  SolidBlock bar{.first = 3001, .part = 4, .n = {8, 1, 1}, .origin = {45, 12, 2}, .edge = {6, 9, 6}};
  ShellGrid top{.first = 4001, .part = 5, .n = {12, 3}, .origin = {2, 5, 20}, .u = {8, 0, 0.1}, .v = {0, 8, 0}};
  std::string deck =
      deck_head(2e-4) + piecewise(1, 0.02) + elastic(2) + "*MAT_RIGID\n3,7.8e-9,210000.,0.3\n\n\n" + piecewise(4);
  deck += shell_section(1, 1.0) + solid_section(2) + part(1, 1, 1) + part(2, 1, 4) + part(3, 2, 2) + part(4, 2, 3) +
          part(5, 1, 4);
  deck += shells(low) + shells(high) + solids(ball) + solids(bar) + shells(top) + "*CONSTRAINED_SPOTWELD\n";
  for (int i = 1; i < 14; i += 2) deck += fmt::format("{},{},900.,600.,2,2\n", low.node(i, 2), high.node(i, 1));
  deck += node_set(1, columns(top, 2, 3)) + node_set(2, columns(top, 9, 10));
  deck += "*CONSTRAINED_NODAL_RIGID_BODY\n100,0,1\n*CONSTRAINED_NODAL_RIGID_BODY\n101,0,2\n";
  std::vector<long> thrown = layers(ball, 0, 0, 3);
  for (const long node : layers(bar, 0, 0, 8)) thrown.push_back(node);
  for (const long node : columns(top, 0, 12)) thrown.push_back(node);
  deck += node_set(3, thrown) + initial_velocity(3, {2e3, 1e3, -6e4}) + node_set(4, columns(low, 0, 14)) +
          node_set(5, columns(top, 5, 7));
  deck += "*RIGIDWALL_PLANAR\n4\n0,0,-0.5,0,0,1,0.2\n*RIGIDWALL_PLANAR_MOVING\n5\n0,0,21,0,0,20,0.1\n2.0e-5,-8.0e4\n";
  deck += "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n0.2,0.2\n\n";
  return deck +
         "*SET_PART\n6\n1,2\n*SET_NODE_GENERAL\n7\nPART,5\n*CONTACT_AUTOMATIC_NODES_TO_SURFACE\n7,6,4,2\n0.1,0.1\n\n*"
         "END\n";
}

class CommunicationModes : public testing::TestWithParam<int> {};

TEST_P(CommunicationModes, GiveOneAnswer) {
  const std::string text = deck();
  const auto reference = completed(run_deck(text));
  for (const char* name : {"sliding", "rigid_wall"}) EXPECT_NE(reference.energy(name), 0) << name;
  EXPECT_GT(reference.energy("eroded"), 0);
  const std::pair<const char*, const char*> modes[] = {
      {"separate", "p2p"}, {"fused", "p2p"},        {"nonblocking", "p2p"}, {"persistent", "p2p"},
      {"shared", "p2p"},   {"fused", "persistent"}, {"fused", "neighbor"},  {"fused", "shared"},
      {"fused", "rma"},    {"shared", "shared"},    {"separate", "rma"},    {"nonblocking", "neighbor"},
      {"fused", "auto"}};
  for (const auto& [collectives, transport] : modes) {
    const std::string options = fmt::format("collectives={} transport={}", collectives, transport);
    SCOPED_TRACE(options);
    const auto run = completed(run_deck(text, on_mpi(GetParam()), options));
    EXPECT_EQ(run.hash(), reference.hash());
    EXPECT_EQ(run.summary.at("collectives"), collectives);
    EXPECT_EQ(run.summary.at("transport"), transport);
    EXPECT_NE(run.file("mes0000").find(fmt::format("{} collectives, {}", collectives, transport)), std::string::npos);
    for (const char* file : {"glstat", "rcforc", "rwforc"})
      EXPECT_EQ(run.file_without_times(file), reference.file_without_times(file)) << file;
  }
}

/// Groups of two and of three ranks stand for nodes: leaders talk for them, partners are inside and outside.
TEST(CommunicationModesOfNodes, GiveOneAnswer) {
  const std::string text = deck(), expected = run_deck(text).hash();
  for (const auto& [ranks, node_size] : {std::pair(4, 2), std::pair(8, 3), std::pair(3, 1)}) {
    const std::string options = fmt::format("collectives=shared transport=shared nodesize={}", node_size);
    const auto run = completed(run_deck(text, on_mpi(ranks), options));
    EXPECT_EQ(run.hash(), expected) << ranks << " ranks, nodes of " << node_size;
  }
}

INSTANTIATE_TEST_SUITE_P(Ranks, CommunicationModes, testing::Values(2, 5),
                         [](const auto& info) { return fmt::format("np{}", info.param); });

}  // namespace
}  // namespace crumple::test::communication_modes
