// What elements cost: the table, adjustments of materials, parts and contacts, and measured costs from a file.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <numeric>

#include "base/error.hpp"
#include "decomp/timing_file.hpp"
#include "decomp/weights.hpp"

namespace crumple::decomposition_weights {
namespace {

/// Parts 10 (material 024, 3 layers), 20 (001, 5 layers), 30 (rigid), 40 (024, solids). Two quads of each part of
/// shells and a triangle of part 10; one hex. Contact 1 has all quads, contact 2 the first quad and the hex's two
/// faces.
Model one_of_each() {
  Model model;
  model.nodes.id.resize(12);
  model.nodes.position.resize(12);
  model.materials.resize(3);
  std::get<kernels::LawParameters>(model.materials[0].law).number = 24;
  std::get<kernels::LawParameters>(model.materials[1].law).number = 1;
  model.materials[2].law = MaterialRigid{};
  model.sections.resize(2);
  model.sections[0].n_layers = 3;
  model.sections[1].n_layers = 5;
  model.parts = {{10, "", 0, 0, none, {}, {}, {}},
                 {20, "", 1, 1, none, {}, {}, {}},
                 {30, "", 0, 2, none, {}, {}, {}},
                 {40, "", 0, 0, none, {}, {}, {}}};
  for (const Index part : {0, 0, 1, 1, 2, 2})
    model.shells.push_back({Id(model.shells.size()) + 1, part, {0, 1, 2, 3}, {}});
  model.shells.push_back({7, 0, {0, 1, 2, 2}, {}});
  model.solids.push_back({8, 3, {0, 1, 2, 3, 4, 5, 6, 7}});
  model.contacts.resize(2);
  model.contacts[0].id = 1;
  model.contacts[1].id = 2;
  for (Index s = 0; s < 6; ++s) model.contacts[0].a.segments.push_back({model.shells[s].nodes, s, none});
  model.contacts[1].a.segments.push_back({model.shells[0].nodes, 0, none});
  for (int side = 0; side < 2; ++side) model.contacts[1].b.segments.push_back({{0, 1, 2, 3}, none, 0});
  return model;
}

constexpr std::size_t quad = 0, elastic = 2, rigid = 4, triangle = 6, hex = 7;

std::string message_of(const CostOptions& options) {
  try {
    estimate_costs(one_of_each(), options);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

const TextPlace here{"p", 2, 5, ""};

TEST(Weights, GrowWithLayersAndLawAndAreRelativeToTheUsualShell) {
  const ElementCosts costs = estimate_costs(one_of_each(), {});
  EXPECT_FLOAT_EQ(costs.element[quad], 1);
  EXPECT_LT(costs.element[elastic], costs.element[quad]);  // though it has more layers
  EXPECT_LT(costs.element[triangle], costs.element[quad]);
  EXPECT_GT(costs.element[hex], costs.element[triangle]);
  EXPECT_LT(costs.element[rigid], 0.2f * costs.element[elastic]);
}

TEST(Weights, CountEachFaceOfEachContact) {
  const ElementCosts costs = estimate_costs(one_of_each(), {});
  const float face = costs.contact[elastic];
  EXPECT_GT(face, 0);
  EXPECT_EQ(costs.contact[quad], 2 * face);
  EXPECT_EQ(costs.contact[hex], 2 * face);
  EXPECT_EQ(costs.contact[rigid], face);
  EXPECT_EQ(costs.contact[triangle], 0);
}

/// The elements have nodes 0 to 7, of which the hex has 4 to 7 alone.
TEST(Weights, ShareTheWorkAtANodeAmongItsElements) {
  Model model = one_of_each();
  const auto sum = [](const std::vector<float>& costs) { return std::accumulate(costs.begin(), costs.end(), 0.0); };
  const ElementCosts before = estimate_costs(model, {});
  const double unit = before.unit;
  EXPECT_NEAR(sum(before.nodes), 8 * table_cost("nodes").ns / unit, 1e-5);
  EXPECT_NEAR(sum(before.motion), 8 * table_cost("positions").ns / unit, 1e-5);
  model.rigid_bodies.resize(1);
  model.rigid_bodies[0].nodes = {3, 5};
  model.spot_welds.resize(1);
  model.spot_welds[0].nodes = {0, 7};
  model.walls.resize(2);
  model.walls[0].all_nodes = true;
  model.walls[1].nodes = {4};
  const ElementCosts after = estimate_costs(model, {});
  EXPECT_NEAR(sum(after.nodes) - sum(before.nodes), 2 * table_cost("spot welds").ns / unit, 1e-4);
  EXPECT_NEAR(sum(after.motion) - sum(before.motion),
              (2 * table_cost("rigid bodies").ns + (8 + 1) * table_cost("walls").ns) / unit, 1e-4);
  EXPECT_GT(after.motion[hex] - before.motion[hex], table_cost("rigid bodies").ns / unit);  // node 5 is its own
  EXPECT_EQ(after.motion[quad] - before.motion[quad], after.motion[elastic] - before.motion[elastic]);
  EXPECT_EQ(after.element, before.element);
}

TEST(Weights, AreThoseMeasuredAtTheStart) {
  CostOptions options;
  options.timing_file = "/no/such/file";
  options.measured = MeasuredCosts{};
  for (const Part& part : one_of_each().parts) options.measured->part[part.id] = 40;
  options.measured->face = 10;
  options.measured->phase["nodes"] = {8, 0.1};
  const ElementCosts costs = estimate_costs(one_of_each(), options);
  EXPECT_EQ(costs.unit, 40);
  EXPECT_EQ(costs.element[quad], 1);
  EXPECT_EQ(costs.contact[rigid], 0.25f);
  EXPECT_NEAR(std::accumulate(costs.nodes.begin(), costs.nodes.end(), 0.0), 8 * 8 / 40.0, 1e-5);
}

TEST(Weights, FollowTheAdjustmentsMaterialsFirst) {
  const ElementCosts usual = estimate_costs(one_of_each(), {});
  CostOptions options;
  options.parts = {{10, 2, 1, here}, {10, 1, 0.5, here}};
  options.materials = {{24, 3, 0.25, here}};
  const ElementCosts costs = estimate_costs(one_of_each(), options);
  EXPECT_FLOAT_EQ(costs.element[quad], 2 * (3 * usual.element[quad] + 0.25f) + 1 + 0.5f);
  EXPECT_FLOAT_EQ(costs.element[hex], 3 * usual.element[hex] + 0.25f);
  EXPECT_EQ(costs.element[elastic], usual.element[elastic]);
  EXPECT_EQ(costs.contact, usual.contact);
}

TEST(Weights, ScaleContactOfAllOrSomeInterfaces) {
  const ElementCosts usual = estimate_costs(one_of_each(), {});
  CostOptions options;
  options.contacts = {{2, {}, here}, {3, {2}, here}};
  const ElementCosts costs = estimate_costs(one_of_each(), options);
  EXPECT_FLOAT_EQ(costs.contact[elastic], 2 * usual.contact[elastic]);
  EXPECT_FLOAT_EQ(costs.contact[hex], 6 * usual.contact[hex]);
  EXPECT_FLOAT_EQ(costs.contact[quad], (2 + 6) * usual.contact[elastic]);
  EXPECT_EQ(costs.element, usual.element);
}

TEST(Weights, NameWhatTheDeckDoesNotHave) {
  CostOptions part, material, contact;
  part.parts = {{11, 2, 0, here}};
  material.materials = {{98, 2, 0, here}};
  contact.contacts = {{2, {3}, here}};
  EXPECT_EQ(message_of(part), "p:2:5: pfile: the deck has no part 11");
  EXPECT_EQ(message_of(material), "p:2:5: pfile: the deck has no part of material type 98");
  EXPECT_EQ(message_of(contact), "p:2:5: pfile: contact interface 3 is not in the deck");
}

class TimingFile : public testing::Test {
 protected:
  const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("crumple-{}.timings", getpid())).string();
  CostOptions options() const {
    CostOptions from_file;
    from_file.timing_file = path;
    from_file.timing_file_where = here;
    return from_file;
  }
  ~TimingFile() override { std::filesystem::remove(path); }
};

TEST_F(TimingFile, GivesCostsOfPartsAndFacesRelativeToTheMean) {
  // 3 shells of part 10, 2 of part 20, one hex: the mean of (3 * 80 + 2 * 40 + 160) / 6 is 80
  write_measured_costs({{{10, 80.0}, {20, 40.0}, {40, 160.0}, {50, 7.0}}, 20.0, {}, {}}, path);
  const ElementCosts costs = estimate_costs(one_of_each(), options());
  EXPECT_FLOAT_EQ(costs.element[quad], 1);
  EXPECT_FLOAT_EQ(costs.element[triangle], 1);
  EXPECT_FLOAT_EQ(costs.element[elastic], 0.5f);
  EXPECT_FLOAT_EQ(costs.element[hex], 2);
  EXPECT_EQ(costs.element[rigid], estimate_costs(one_of_each(), {}).element[rigid]);
  EXPECT_FLOAT_EQ(costs.contact[elastic], 0.25f);
}

TEST_F(TimingFile, GivesCostsOfFacesByPart) {
  write_measured_costs({{{10, 80.0}, {20, 40.0}, {40, 160.0}}, 20.0, {{10, 40.0}, {40, 8.0}}, {}}, path);
  const ElementCosts costs = estimate_costs(one_of_each(), options());
  EXPECT_FLOAT_EQ(costs.contact[quad], 2 * 0.5f);
  EXPECT_FLOAT_EQ(costs.contact[elastic], 0.25f);  // as the mean
  EXPECT_FLOAT_EQ(costs.contact[rigid], 0.25f);
  EXPECT_FLOAT_EQ(costs.contact[hex], 2 * 0.1f);
  CostOptions scaled = options();
  scaled.contacts = {{3, {2}, here}};
  EXPECT_FLOAT_EQ(estimate_costs(one_of_each(), scaled).contact[quad], (1 + 3) * 0.5f);
}

TEST_F(TimingFile, CostsOfPhasesComeBackAndChangeNoWeights) {
  const MeasuredCosts parts{{{10, 80.0}, {20, 40.0}, {40, 20.0}}, 0, {}, {}};
  MeasuredCosts measured = parts;
  measured.phase = {{"rigid bodies", {33.5, 0.125}}, {"shells", {0, 0.25}}};
  write_measured_costs(parts, path);
  const ElementCosts without = estimate_costs(one_of_each(), options());
  write_measured_costs(measured, path);
  EXPECT_EQ(estimate_costs(one_of_each(), options()).element, without.element);
  const auto phases = read_measured_costs(path, here).phase;
  ASSERT_EQ(phases.size(), 2u);
  EXPECT_EQ(phases.at("rigid bodies").ns, 33.5);
  EXPECT_EQ(phases.at("rigid bodies").spread, 0.125);
  EXPECT_EQ(phases.at("shells").spread, 0.25);
  for (const char* line :
       {"phase walls", "phase walls 1", "phase walls 1 -1", "phase walls 1 1 1", "phase shells 1 1"}) {
    write_measured_costs(measured, path);
    std::ofstream(path, std::ios::app) << line << "\n";
    EXPECT_NE(message_of(options()).find(fmt::format("found '{}', expected 'phase', a name that comes once", line)),
              std::string::npos)
        << line;
  }
}

TEST_F(TimingFile, ErrorsSayWhatIsWrong) {
  EXPECT_EQ(message_of(options()), "p:2:5: pfile: timing_file: cannot open " + path);
  std::ofstream(path) << "decomposition\n";
  EXPECT_EQ(message_of(options()), "p:2:5: pfile: timing_file: " + path + " holds no costs of parts");
  write_measured_costs({{{10, 80.0}, {20, 40.0}}, 0, {}, {}}, path);
  EXPECT_EQ(message_of(options()), "p:2:5: pfile: timing_file: " + path + " has no cost of part 40");
  for (const char* line : {"part 10 fast", "part 40", "part 10 80", "part 40 -1", "part 40 1 x", "part 40 1 -2",
                           "part 40 1 2 3", "solid 40 1", "face 1 2"}) {
    write_measured_costs({{{10, 80.0}, {20, 40.0}}, 0, {}, {}}, path);
    std::ofstream(path, std::ios::app) << line << "\n";
    EXPECT_EQ(
        message_of(options()),
        fmt::format("p:2:5: pfile: timing_file: {}:4: found '{}', expected 'part', an id that comes once, its cost "
                    "and perhaps that of its faces, 'face' and its cost, or 'phase'",
                    path, line));
  }
}

}  // namespace
}  // namespace crumple::decomposition_weights
