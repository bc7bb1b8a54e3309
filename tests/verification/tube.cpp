// Axial crush of a square tube by a rigid plate, as inputs/generate.py writes it. Units kg, mm, ms, kN.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::tube {
namespace {

/// Forces along z on the plate: of the second contact, at the times of rcforc.
std::vector<double> forces_on_plate(const Run& run) {
  std::vector<double> forces;
  std::istringstream lines(run.file("rcforc"));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("  master") && std::stol(line.substr(8)) == 2)
      forces.push_back(std::stod(line.substr(line.find(" z ") + 3)));
  return forces;
}

// 3 kJ. The mesh is coarse, to keep the test short. The mean force is the integral of the contact's force on the plate
// over its way, divided by that way: no energy of the program enters.
TEST(Tube, MeanForceAndStroke) {
  verifies({"9.8", "square tube of 60 x 60 x 1.5 mm crushed by 60 kg at 10 m/s",
            "unverified: theory of Abramowicz and Jones with the Cowper-Symonds factor",
            "flow stress and effective stroke of the theory are uncertain"});
  const auto run = completed(run_deck_file(generated("tube", "--elements 1500")));
  const auto nodes = run.nodes();
  const std::vector<NodeRecord>& plate = nodes.rbegin()->second;
  const std::vector<double> force = forces_on_plate(run);
  ASSERT_EQ(force.size(), plate.size());
  double way = 0, work = 0;
  for (std::size_t i = 1; i < plate.size() && plate[i].velocity[2] < 0; ++i) {
    const double step = plate[i - 1].position[2] - plate[i].position[2];
    way += step;
    work += 0.5 * (force[i - 1] + force[i]) * step;
  }
  const double stroke = way - 1;  // the gap below the plate
  expect_between("stroke [mm]", stroke, 60, 120, 92.6);
  expect_between("mean force [kN]", work / stroke, 25, 50, 32.4);
  expect_within("work of the force [J]", work, 3000, 0.05);
  expect_below("hourglass over internal energy", run.energy("hourglass") / run.energy("internal"), 0.10);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 0.02);
  expect_within("energy found again [J]",
                run.energy("internal") + run.energy("hourglass") + run.energy("sliding") + run.energy("kinetic"), 3000,
                0.02);
}

}  // namespace
}  // namespace crumple::test::tube
