// What device=cuda refuses before a run, and what it takes (docs/gpu.md); when the loops of device=host run.
#include <gtest/gtest.h>

#include "app/device_support.hpp"
#include "base/error.hpp"
#include "kernels/device/launch.hpp"

namespace crumple::test {
namespace {

Model three_nodes() {
  Model model;
  for (int i = 0; i < 3; ++i) {
    model.nodes.id.push_back(i + 1);
    model.nodes.position.push_back({double(i), 0, 0});
  }
  return model;
}

TEST(DeviceSupport, NamesWhatADeviceLacks) {
  Model model = three_nodes();
  model.implicit.switches.push_back(1);
  try {
    prepare_device(model, "cuda");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "device=cuda cannot run this: implicit analysis (*CONTROL_IMPLICIT_GENERAL); expected a "
                               "deck without, or device=none");
  }
  EXPECT_NO_THROW(prepare_device(model, "host"));
}

TEST(DeviceSupport, TakesAllElementsAndFeatures) {
  Model model = three_nodes();
  model.contacts.emplace_back();
  model.transducers.emplace_back();
  model.nodal_loads.emplace_back();
  model.pressure_loads.emplace_back();
  model.body_loads.emplace_back();
  model.airbags.emplace_back();
  model.part_dampings.emplace_back();
  model.non_reflecting_faces.emplace_back();
  model.constraints.emplace_back().node = 2;
  model.motions.emplace_back();
  model.walls.emplace_back().mass = 1;
  model.rigid_bodies.emplace_back();
  model.joints.emplace_back().kind = JointKind::screw;
  model.joint_stiffnesses.emplace_back();
  model.belts.emplace_back();
  model.beams.emplace_back();
  model.springs.emplace_back();
  model.interpolations.emplace_back();
  model.beam_preloads.emplace_back();
  model.sensors.ends.emplace_back();
  model.parts.emplace_back().stiffness_damping = 0.1;
  model.control.erode = 10;
  model.control.mass_scaling_goes_on = true;
  SpotWeld weld;
  weld.nodes = {0, 2};
  model.spot_welds = {weld, weld};
  model.ties.emplace_back();
  model.shared_motions.emplace_back();
  EXPECT_NO_THROW(prepare_device(model, "cuda"));
}

struct Note {
  int* at;
  void operator()(std::size_t i) const { at[i] = 1; }
};
struct Count {
  const int* at;
  void operator()(std::size_t i, double& sum) const { sum += at[i]; }
};

struct Number {
  const int* at;
  double operator()(std::size_t i) const { return at[i]; }
};

/// As on a GPU: what the host reads too early has not been written.
TEST(LoopsPutOff, RunWhenSomebodyWaits) {
  using namespace kernels;
  int noted[3] = {};
  loops_put_off().are_put_off = true;
  launch(3, Note{noted});
  EXPECT_EQ(noted[0], 0);
  loops_put_off().run();
  EXPECT_EQ(noted[0], 1);
  noted[0] = 0;
  launch(3, Note{noted});
  double sum = -1, least = 5;
  launch_sums(3, Count{noted}, sum);
  launch_least(3, Number{noted}, least);
  EXPECT_EQ(sum, -1);
  EXPECT_EQ(least, 5);
  loops_put_off().run();
  EXPECT_EQ(sum, 3);
  EXPECT_EQ(least, 1);
  loops_put_off().are_put_off = false;
}

}  // namespace
}  // namespace crumple::test
