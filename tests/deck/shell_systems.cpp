// *ELEMENT_SHELL_MCID: axis a of a shell's material is the projection of the system's x axis, whatever its AOPT is.
#include <cmath>

#include "model/shell_frame.hpp"
#include "physics/elements/material_axes.hpp"
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::shell_systems {
namespace {

/// A warped shell of an orthotropic material, `axes` from AOPT on, and two coordinate systems; the second's x axis is
/// normal to the shell 90 of `flat`.
std::string deck_of(const std::string& axes, const std::string& element) {
  return base + "*MAT_002\n7,1.,200.,50.,40.,.1,.2,.3\n30.,20.,10.," + axes +
         "*PART\nx\n9,1,7\n*NODE\n91,2,1,3\n92,2.5,2,3.5\n93,1,2,3.2\n94,1,1,3\n"
         "*DEFINE_COORDINATE_VECTOR\n4,1.,2.,0.5,0,1,0\n*DEFINE_COORDINATE_VECTOR\n5,0,0,1,1,0,0\n" + element;
}
const std::string warped = "*ELEMENT_SHELL_MCID\n90,9,91,92,93,94\n,,,,4\n";
const std::string flat = "*ELEMENT_SHELL_MCID_OFFSET\n90,9,1,2,3,4\n1.,1.,1.,1.,5\n0.1\n";
const std::string by_side = "0\n\n0,0,0,0,0,0,30\n";

TEST(ShellSystems, AxisAIsTheProjectionOfX) {
  for (const std::string& axes : {by_side, std::string("2\n0,0,0,1,1,0\n0,0,0,0,0,0,20\n"),
                                  std::string("3\n\n0,1,0,0,0,0,-50\n"), std::string("-4\n\n0,0,0,0,0,0,10\n")}) {
    const Model model = read_text(deck_of(axes, warped));
    const Shell& shell = model.shells.back();
    std::array<Vec3, 4> corner;
    for (std::size_t k = 0; k < 4; ++k) corner[k] = model.nodes.position[std::size_t(shell.nodes[k])];
    const Mat3 frame = shell_frame(corner);
    const Vec3 x = normalized(Vec3{1, 2, 0.5}), in_plane = normalized(x - dot(x, frame.row[2]) * frame.row[2]);
    const Direction a = material_axis(model, shell);
    EXPECT_NEAR(norm(a.cosine * frame.row[0] + a.sine * frame.row[1] - in_plane), 0, 1e-6) << axes;
  }
}

TEST(ShellSystems, MayBeNone) {
  EXPECT_FALSE(read_text(deck_of(by_side, with_change(warped, ",4", ",0"))).shells.back().has_angle);
  const Model offset = read_text(deck_of(by_side, with_change(flat, ",5", ",4")));
  EXPECT_EQ(offset.shells.back().thickness[2], 1);
  EXPECT_NE(offset.shells.back().section, none);
  EXPECT_NEAR(offset.shells.back().angle, std::atan(2.0) * 180 / M_PI, 1e-4);
}

TEST(ShellSystems, SayWhatDoesNotFit) {
  EXPECT_ERROR(deck_of(by_side, with_change(warped, ",4", ",8")),
               "*ELEMENT_SHELL_MCID field MCID: coordinate system 8 is not defined");
  EXPECT_ERROR(deck_of(by_side, flat), "field MCID: the x axis of coordinate system 5 is normal to shell 90");
}

}  // namespace
}  // namespace crumple::deck::test::shell_systems
