// Contacts of all three kinds: friction, SOFT, IGNORE, initial penetration, faces that vanish.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "tests/property/cases.hpp"
#include "tests/property/meshes.hpp"

namespace crumple::test {
namespace {

void expect_contact(const Run& run) { EXPECT_NE(run.energy("sliding"), 0); }

/// A block of solids and a crossing plate thrown onto a clamped plate of other mesh size. `gap` < 0.8 (half of both
/// thicknesses): they touch from the start.
std::string two_on_one(const std::string& contact, double gap, double failure_strain) {
  ShellGrid low{.n = {14, 8}, .u = {7, 0, 0}, .v = {0.5, 7, 0}};
  ShellGrid high{
      .first = 1001, .part = 2, .n = {9, 5}, .origin = {12, 4, gap + 0.8}, .u = {6, 3, 0.2}, .v = {-2, 7, 0}};
  SolidBlock ball{.first = 2001, .part = 3, .n = {3, 3, 2}, .origin = {70, 20, gap + 0.4}, .edge = {6, 6.5, 6}};
  std::string deck =
      deck_head(2.5e-4) + piecewise(1, failure_strain) + elastic(2) + shell_section(1, 0.8, 2) + solid_section(2);
  deck += part(1, 1, 1) + part(2, 1, 1) + part(3, 2, failure_strain > 0 ? 1 : 2) + shells(low) + shells(high) +
          solids(ball);
  std::vector<long> edge = columns(low, 0, 0), thrown = columns(high, 0, high.n[0]);
  for (const long node : columns(low, low.n[0], low.n[0])) edge.push_back(node);
  for (const long node : layers(ball, 0, 0, ball.n[0])) thrown.push_back(node);
  deck += node_set(1, edge) + clamp(1) + node_set(2, thrown) + initial_velocity(2, {1e4, -5e3, -6e4});
  return deck + "*SET_PART\n1\n2,3\n" + contact + "*END\n";
}

std::string optional_cards(int soft, int ignore) { return fmt::format("{},0.1\n\n,{}\n", soft, ignore); }

Case single_surface_case(const std::string& name, int soft, int ignore, double gap) {
  const std::string contact =
      "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n0.3,0.15,1e-4,,20.\n\n" + optional_cards(soft, ignore);
  return {name, two_on_one(contact, gap, 0), expect_contact, "0.3,0.15,", "0.3,0.1,"};
}

Case surface_to_surface_case(const std::string& name, int soft, int ignore, double gap) {
  const std::string contact =
      "*CONTACT_AUTOMATIC_SURFACE_TO_SURFACE_ID\n7,both\n1,1,2,3\n0.2,0.2\n\n" + optional_cards(soft, ignore);
  return {name, two_on_one(contact, gap, 0), expect_contact, "0.2,0.2\n", "0.1,0.1\n"};
}

Case nodes_to_surface_case(const std::string& name, int soft, int ignore, double gap) {
  const std::string contact =
      "*CONTACT_AUTOMATIC_NODES_TO_SURFACE\n2,1,4,3\n0.1,0.1\n0.8,0.9,1.0,1.0\n" + optional_cards(soft, ignore);
  return {name, two_on_one(contact, gap, 0), expect_contact, "0.8,0.9,", "0.7,0.9,"};
}

/// Faces of shells and solids vanish while others lie on them.
Case vanishing_faces_case() {
  const std::string contact =
      "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n0.1,0.1\n\n1\n*CONTACT_AUTOMATIC_NODES_TO_SURFACE\n2,1,4,3\n\n\n";
  auto at_work = [](const Run& run) {
    EXPECT_NE(run.energy("sliding"), 0);
    EXPECT_GT(run.energy("eroded"), 0);
  };
  return {"ContactFacesVanish", two_on_one(contact, 1.0, 0.02), at_work, "1000.,0.02", "1000.,0.019"};
}

/// A plate under contact, pressed on segments that span four shells each and welded to a plate below: what is given to
/// a rank for one of these must not take it from another.
Case wide_segments_case() {
  ShellGrid low{.n = {12, 8}, .u = {7, 0, 0}, .v = {0, 7, 0}};
  ShellGrid high{.first = 1001, .part = 2, .n = {12, 8}, .origin = {0, 0, 1.5}, .u = {7, 0, 0}, .v = {0, 7, 0}};
  SolidBlock ball{.first = 2001, .part = 3, .n = {2, 2, 2}, .origin = {30, 20, 2.5}, .edge = {9, 8, 7}};
  std::string deck = deck_head(2.5e-4) + piecewise(1) + elastic(2) + shell_section(1, 1.0) + solid_section(2) +
                     part(1, 1, 1) + part(2, 1, 1) + part(3, 2, 2);
  deck += shells(low) + shells(high) + solids(ball) + "*SET_SEGMENT\n1\n";
  for (int j = 0; j < 8; j += 2)
    for (int i = 0; i < 12; i += 2)
      deck += fmt::format("{},{},{},{}\n", high.node(i + 2, j + 2), high.node(i, j + 2), high.node(i, j),
                          high.node(i + 2, j));
  deck += "*DEFINE_CURVE\n1\n0,0\n5e-5,1\n1,1\n*LOAD_SEGMENT_SET\n1,1,0.5\n*CONSTRAINED_SPOTWELD\n";
  for (int j = 0; j <= 8; j += 2)
    for (int i = 1; i <= 12; i += 3) deck += fmt::format("{},{}\n", high.node(i, j), low.node(i, j));
  deck += node_set(1, columns(low, 0, 0)) + clamp(1) + node_set(2, layers(ball, 0, 0, 2)) +
          initial_velocity(2, {5e3, 0, -6e4});
  deck += "*SET_NODE_GENERAL\n3\nPART,3\n*CONTACT_AUTOMATIC_NODES_TO_SURFACE\n3,2,4,3\n0.2,0.2\n\n1,0.1\n";
  return {"WideSegmentsAndWelds", deck + "*END\n", expect_contact, "1,1,0.5\n", "1,1,0.6\n"};
}

/// Three upright plates driven edge on into three others across them: rims cross on many ranks, break away, and leave
/// new rims on what is left. A few solids fall on them.
std::string crossing_plates(const std::string& contact) {
  std::string deck = deck_head(2.5e-4) + piecewise(1, 0.03) + elastic(2) + shell_section(1, 1.0, 2) +
                     shell_section(2, 0.7, 2) + solid_section(3);
  deck += part(1, 1, 1) + part(2, 2, 1) + part(3, 3, 2);
  std::vector<long> held, thrown;
  for (int k = 0; k < 3; ++k) {
    ShellGrid low{.first = 1 + 100 * k,
                  .part = 1,
                  .n = {8, 3},
                  .origin = {4.0 + 14 * k, -9, -14.6},
                  .u = {0.4, 6, 0},
                  .v = {0.3, 0, 5}};
    ShellGrid high{.first = 1001 + 100 * k,
                   .part = 2,
                   .n = {8, 3},
                   .origin = {-5, -3.5 + 13.0 * k, 1.6},
                   .u = {6, 0.3, 0.1 * k},
                   .v = {0, 0.2, 5}};
    deck += shells(low) + shells(high);
    for (int i = 0; i <= low.n[0]; ++i) held.push_back(low.node(i, 0));
    for (long node = high.node(0, 0); node <= high.last_node(); ++node) thrown.push_back(node);
  }
  SolidBlock ball{.first = 2001, .part = 3, .n = {2, 2, 2}, .origin = {3, 30, 1}, .edge = {6, 6.5, 6}};
  deck += solids(ball);
  for (const long node : layers(ball, 0, 0, ball.n[0])) thrown.push_back(node);
  deck += node_set(1, held) + clamp(1) + node_set(2, thrown) + initial_velocity(2, {4e3, -3e3, -5e4});
  return deck + contact + "2,,,,,5\n*END\n";
}

Case crossing_edges_case(const std::string& name, const std::string& contact) {
  auto at_work = [](const Run& run) {
    EXPECT_NE(run.energy("sliding"), 0);
    EXPECT_GT(run.energy("eroded"), 0);
  };
  return {name, crossing_plates(contact), at_work, "2,,,,,5\n", "2,,,,,2\n"};
}

/// The same with the stiffness of SOFT = 0.
Case general_contact_case() {
  Case general = crossing_edges_case("EdgesOfAGeneralContact", "*CONTACT_AUTOMATIC_GENERAL\n0\n0.2,0.1,1e-4,,10.\n\n");
  general.deck = with_change(general.deck, "2,,,,,5\n", "0\n");
  general.from = "AUTOMATIC_GENERAL";
  general.to = "AUTOMATIC_SINGLE_SURFACE";
  return general;
}

/// A block driven into a clamped one for 30 mm, whose solids go one after the other: what was inside takes the load.
/// The change of the contact must matter.
Case eroding_case(const std::string& name, const std::string& contact, const std::string& from, const std::string& to,
                  double speed = 2e5) {
  SolidBlock target{.n = {9, 8, 4}, .edge = {6, 6, 5}};
  SolidBlock striker{.first = 2001, .part = 2, .n = {3, 3, 4}, .origin = {18.5, 15.2, 20.4}, .edge = {5, 5.5, 6}};
  std::string deck =
      deck_head(30 / speed) + piecewise(1, 0.05) + elastic(2) + solid_section(1) + part(1, 1, 1) + part(2, 1, 2);
  deck += solids(target) + solids(striker) + node_set(1, layers(target, 2, 0, 0)) + clamp(1);
  deck +=
      node_set(2, layers(striker, 2, 0, striker.n[2])) + initial_velocity(2, {0.05 * speed, -0.025 * speed, -speed});
  auto at_work = [](const Run& run) {
    EXPECT_NE(run.energy("sliding"), 0);
    EXPECT_GT(run.energy("eroded"), 0);
  };
  return {name, deck + contact + "*END\n", at_work, from, to};
}

/// Blocks that strike each other at their edges: meshed in the same planes, half overhanging, and columns of one
/// element turned about their axis, where no node meets a face.
Case solids_at_edges_case() {
  SolidBlock target{.n = {6, 4, 3}, .edge = {6, 6, 6}};
  SolidBlock flush{.first = 1001, .part = 2, .n = {4, 2, 3}, .origin = {18, 12, 18.1}, .edge = {6, 6, 6}};
  SolidBlock column{.first = 2001, .part = 1, .n = {1, 1, 6}, .origin = {-20, 0, 0}, .edge = {8, 8, 3}};
  SolidBlock turned{.first = 3001, .part = 2, .n = {1, 1, 6}, .origin = {-20, 0, 18.2}, .edge = {8, 8, 3}, .turn = 0.5};
  std::string deck = deck_head(1.5e-4) + piecewise(1, 0.2) + elastic(2) + solid_section(1) + part(1, 1, 1) +
                     part(2, 1, 2) + solids(target) + solids(flush) + solids(column) + solids(turned);
  std::vector<long> held = layers(target, 2, 0, 0), thrown = layers(flush, 2, 0, flush.n[2]);
  for (const long node : layers(column, 2, 0, 0)) held.push_back(node);
  for (const long node : layers(turned, 2, 0, turned.n[2])) thrown.push_back(node);
  deck += node_set(1, held) + clamp(1) + node_set(2, thrown) + initial_velocity(2, {2e3, -1e3, -4e4});
  deck += "*CONTACT_AUTOMATIC_SURFACE_TO_SURFACE\n2,1,3,3\n0.2,0.2\n\n";
  return {"SolidsAtTheirEdges", deck + "*END\n", expect_contact, "0.2,0.2\n", "0.1,0.1\n"};
}

/// A block of part 2 above a plate of part 1, tilted about its middle by `degrees` about (axis, 0).
std::string tilted(const SolidBlock& block, const std::string& axis, int degrees) {
  const Point& x = block.origin;
  const double middle[3] = {x[0] + 0.5 * block.n[0] * block.edge[0], x[1] + 0.5 * block.n[1] * block.edge[1],
                            x[2] + 0.5 * block.n[2] * block.edge[2]};
  std::vector<long> nodes(std::size_t(block.last_node() - block.first + 1));
  std::iota(nodes.begin(), nodes.end(), block.first);
  return solids(block) + node_set(2, nodes) +
         fmt::format("*DEFINE_TRANSFORMATION\n1\nROTATE,{},0,{},{},{},{}\n*NODE_TRANSFORM\n1,2\n", axis, middle[0],
                     middle[1], middle[2], degrees);
}

const std::string fast_plate = "*MAT_PLASTIC_KINEMATIC\n1,2.7e-9,70000.,0.33,250.,300.,1\n\n";

/// A tilted rod driven into a plate of one layer. Edges become sharp and blunt again between searches: which edges
/// there are must not depend on when the copies were made.
Case folding_edges_case() {
  SolidBlock plate{.n = {6, 6, 1}, .edge = {10. / 3, 10. / 3, 5}};
  SolidBlock rod{.first = 1001, .part = 2, .n = {2, 2, 8}, .origin = {8, 8, 3.585}, .edge = {2, 2, 3}};
  std::string deck = deck_head(5e-5) + fast_plate + kinematic(2) + solid_section(1) + part(1, 1, 1) + part(2, 1, 2) +
                     solids(plate) + tilted(rod, "-1,1", 45) + initial_velocity(2, {0, 0, -1.2e6});
  deck += "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n0.1,0.1\n\n2\n";
  return {"EdgesThatFold", deck + "*END\n", expect_contact, "0.1,0.1\n", "0.2,0.2\n"};
}

/// A rigid block of tetrahedra that grazes a plate at 0.4 of the speed of sound: nodes come in deeper than they are
/// looked for in one step.
Case grazing_case() {
  SolidBlock plate{.n = {10, 10, 4}, .edge = {2, 2, 2.5}};
  SolidBlock block{
      .first = 1001, .part = 2, .n = {2, 2, 2}, .origin = {5, 5, 13.475}, .edge = {5, 5, 5}, .tetrahedra = true};
  std::string deck = deck_head(1.2e-5) + fast_plate + "*MAT_RIGID\n2,7.8e-9,210000.,0.3\n\n\n" + solid_section(1) +
                     "*SECTION_SOLID\n2,10\n" + part(1, 1, 1) + part(2, 2, 2) + solids(plate) +
                     tilted(block, "1,1", 40) + "*INITIAL_VELOCITY_RIGID_BODY\n2,1.732e6,0,-1e6\n";
  deck += "*CONTACT_AUTOMATIC_SURFACE_TO_SURFACE\n1,2,3,3\n0.1,0.1\n\n";
  return {"SolidsThatGraze", deck + "*END\n", expect_contact, "0.1,0.1\n", "0.2,0.2\n"};
}

/// Many nodes of a heavy fine plate on few faces of a light coarse one: their springs are cut together.
Case crowded_faces_case() {
  ShellGrid low{.n = {4, 3}, .u = {20, 0, 0}, .v = {0, 20, 0}};
  ShellGrid high{
      .first = 1001, .part = 2, .n = {18, 12}, .origin = {13, 11, 3.3}, .u = {2.9, 0.3, 0}, .v = {-0.3, 2.9, 0}};
  std::string deck = deck_head(4e-5) + "*DATABASE_GLSTAT\n1e-6\n" + elastic(1) + shell_section(1, 0.5, 2);
  deck += shell_section(2, 6, 2) + part(1, 1, 1) + part(2, 2, 1) + shells(low) + shells(high);
  std::vector<long> thrown;
  for (const long node : columns(high, 0, high.n[0])) thrown.push_back(node);
  deck += node_set(1, columns(low, 0, 3)) + clamp(1) + node_set(2, thrown) + initial_velocity(2, {0, 0, -3e4});
  deck += "*CONTACT_AUTOMATIC_NODES_TO_SURFACE\n2,1,3,3\n\n\n1,1.0\n";
  const auto expect_relief = [](const Run& run) {
    expect_contact(run);
    EXPECT_LT(run.summary.at("contact_dt").at("touching").at("dt").get<double>(),
              std::sqrt(2.0) * run.summary.at("dt").at("last").get<double>());
  };
  return {"CrowdedFaces", deck + "*END\n", expect_relief, "1,1.0\n", "1,0.9\n"};
}

/// Two bodies of folded faces, thrown at a thin plate and at each other, with weak contact: nodes are on folds, and are
/// held behind the plate.
Case weak_contact_case() {
  ShellGrid plate{.n = {9, 7}, .u = {8, 0, 0}, .v = {0.5, 8, 0}};
  SolidBlock low{.first = 1001, .part = 2, .n = {3, 3, 2}, .origin = {21, 17, 0.4}, .edge = {7, 6, 6}, .swell = 1.5};
  SolidBlock high = low;
  high.first = 2001;
  high.part = 3;
  high.origin = {20.5, 17.5, 15.5};
  std::string deck = deck_head(4e-4) + elastic(1) + shell_section(1, 0.4, 2) + solid_section(2);
  deck += part(1, 1, 1) + part(2, 2, 1) + part(3, 2, 1) + shells(plate) + solids(low) + solids(high);
  std::vector<long> edge = columns(plate, 0, 0), thrown = layers(low, 2, 0, low.n[2]);
  for (const long node : columns(plate, plate.n[0], plate.n[0])) edge.push_back(node);
  for (const long node : layers(high, 2, 0, high.n[2])) thrown.push_back(node);
  deck += node_set(1, edge) + clamp(1) + node_set(2, thrown) + initial_velocity(2, {1e4, 5e3, -3e4});
  deck += "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n0.2,0.2\n0.002,0.002\n";
  const auto expect_held = [](const Run& run) {
    expect_contact(run);
    EXPECT_GT(run.summary.at("contacts").at(0).at("deepest").at("share").get<double>(), 2);
  };
  return {"WeakContact", deck + "*END\n", expect_held, "0.2,0.2\n", "0.1,0.1\n"};
}

/// Blocks of two parts that share nodes, thrown over a plate with another friction for each pair of parts.
Case friction_case() {
  ShellGrid plate{.n = {9, 7}, .u = {8, 0, 0}, .v = {0.5, 8, 0}};
  SolidBlock low{.first = 1001, .part = 2, .n = {4, 3, 2}, .origin = {14, 17, 0.8}, .edge = {7, 6, 6}, .swell = 0.5};
  SolidBlock high = low;
  high.first = 2001;
  high.part = 3;
  high.origin = {16, 18, 13.5};
  std::string deck = deck_head(4e-4) + elastic(1) + shell_section(1, 1.0, 2) + solid_section(2);
  deck += part(1, 1, 1) + part(2, 2, 1) + part(3, 2, 1) + part(4, 2, 1) + shells(plate) + solids(low) + solids(high) +
          fmt::format("*ELEMENT_SOLID\n5001,4,{},{},{},{},{},{},{},{}\n", high.node(0, 0, 2), high.node(1, 0, 2),
                      high.node(1, 1, 2), high.node(0, 1, 2), 6001, 6002, 6003, 6004) +
          "*NODE\n6001,16,18,33\n6002,23,18,33\n6003,23,24,33\n6004,16,24,33\n";
  std::vector<long> edge = columns(plate, 0, 0), thrown = layers(low, 2, 0, low.n[2]);
  for (const long node : columns(plate, plate.n[0], plate.n[0])) edge.push_back(node);
  deck += node_set(1, edge) + clamp(1) + node_set(2, thrown) + initial_velocity(2, {3e4, 5e3, -2e4}) +
          node_set(3, layers(high, 2, 0, high.n[2])) + initial_velocity(3, {-1e4, 0, -3e4});
  deck += "*SET_PART\n9\n3,4\n*DEFINE_FRICTION\n1,0.05,0.05\n1,2,0.4,0.2,1e-5\n2,9,0.3,0.3,0,0,,PSET\n";
  deck += "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n-2,0\n\n";
  return {"FrictionOfPairs", deck + "*END\n", expect_contact, "1,2,0.4,0.2", "1,2,0.5,0.2"};
}

/// Two rigid blocks collide at the step of a soft plate, on which one of them lands: the bodies share what the step
/// allows among their nodes, on whichever ranks these are.
Case rigid_blocks_case() {
  SolidBlock low{.n = {4, 3, 2}, .edge = {5, 5, 5}};
  SolidBlock high{.first = 1001, .part = 2, .n = {3, 4, 2}, .origin = {3, -2, 10.01}, .edge = {6, 5.5, 5}, .turn = 0.3};
  ShellGrid plate{.first = 2001, .part = 3, .n = {4, 4}, .origin = {-20, -20, -0.55}, .u = {15, 0, 0}, .v = {0, 15, 0}};
  std::string deck = deck_head(6e-3) + "*MAT_RIGID\n1,7.8e-9,210000.,0.3\n\n\n*MAT_ELASTIC\n2,7.8e-9,210.,0.3\n";
  deck += solid_section(1) + shell_section(2, 1.0) + part(1, 1, 1) + part(2, 1, 1) + part(3, 2, 2) + solids(low) +
          solids(high) + shells(plate);
  deck += node_set(1, layers(high, 2, 0, high.n[2])) + initial_velocity(1, {100, 0, -1e3});
  deck += node_set(2, columns(plate, 0, 0)) + clamp(2) + "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n0.2,0.1\n\n";
  return {"RigidBlocksAtALargeStep", deck + "*END\n", expect_contact, "0.2,0.1\n", "0.3,0.1\n"};
}

}  // namespace

std::vector<Case> contact_cases() {
  return {single_surface_case("SingleSurfaceSoft0", 0, 0, 1.2),
          single_surface_case("SingleSurfaceSoft1Ignore1", 1, 1, 0.6),
          surface_to_surface_case("SurfaceToSurfaceIgnore2", 0, 2, 0.6),
          surface_to_surface_case("SurfaceToSurfaceSoft1Pushed", 1, 0, 0.7),
          nodes_to_surface_case("NodesToSurfaceSoft1", 1, 0, 1.2),
          nodes_to_surface_case("NodesToSurfaceIgnore1", 0, 1, 0.5),
          vanishing_faces_case(),
          wide_segments_case(),
          solids_at_edges_case(),
          folding_edges_case(),
          grazing_case(),
          crowded_faces_case(),
          weak_contact_case(),
          friction_case(),
          rigid_blocks_case(),
          eroding_case("ErodingSingleSurface", "*CONTACT_ERODING_SINGLE_SURFACE\n0\n0.1,0.1\n\n0,1,1\n", "0,1,1\n",
                       "0,0,1\n"),
          eroding_case("ErodingSurfaceToSurface", "*CONTACT_ERODING_SURFACE_TO_SURFACE\n2,1,3,3\n0.2,0.2\n\n0,1,0\n1\n",
                       "0,1,0\n", "0,0,0\n"),
          eroding_case("ErodingAtHighSpeed", "*CONTACT_ERODING_SINGLE_SURFACE\n0\n0.1,0.1\n\n0,1,1\n", "0.1,0.1\n",
                       "0.2,0.2\n", 7.5e5),
          crossing_edges_case("EdgesOfASingleSurface", "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n0.2,0.1,1e-4,,10.\n\n"),
          general_contact_case(),
          crossing_edges_case("EdgesOfTwoSurfaces",
                              "*SET_PART\n7\n2,3\n*CONTACT_AUTOMATIC_SURFACE_TO_SURFACE\n1,7,3,2\n0.2,0.2\n\n")};
}

}  // namespace crumple::test
