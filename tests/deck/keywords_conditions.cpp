// Constraints, velocities, loads, walls, contacts, rigid bodies: each keyword's fields land in the Model.
#include <fmt/format.h>

#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_conditions {
namespace {

using Nodes4 = std::array<Index, 4>;

TEST(BoundarySpc, NodeSetAndFrame) {
  const Model model = read_text(
      base +
      "*BOUNDARY_SPC_NODE\n1,0,1,0,1\n1,0,0,0,0,1,1,1\n"
      "*DEFINE_COORDINATE_SYSTEM\n4,1,2,3,1,3,3\n0,2,3\n"
      "*SET_NODE\n5\n2,3\n*BOUNDARY_SPC_SET_ID\n         1a heading\n         5         4         0         1\n");
  ASSERT_EQ(model.constraints.size(), 3u);
  EXPECT_EQ(model.constraints[0].dof, 1 | 4 | 8 | 16 | 32);
  EXPECT_EQ(model.constraints[1].dof, 2);
  EXPECT_EQ(model.constraints[1].frame, 0);
  EXPECT_EQ(model.frames[0].origin, (Vec3{1, 2, 3}));
  EXPECT_EQ(model.frames[0].axes.row[0], (Vec3{0, 1, 0}));
  EXPECT_EQ(model.frames[0].axes.row[1], (Vec3{-1, 0, 0}));
}

TEST(PrescribedMotion, TurnsNodesAboutAnAxis) {
  const std::string deck = base + "*DEFINE_CURVE\n1\n0,0\n1,1\n*SET_NODE\n5\n2,3\n"
                                  "*BOUNDARY_PRESCRIBED_MOTION_SET_ID\n1,left\n5,10,2,1\n1.0,-1.5,0,0,0\n"
                                  "2,right\n5,-9,0,1\n1.0,2.0,0,0,0\n3,up\n5,1,2,1\n";
  const Model model = read_text(deck);
  ASSERT_EQ(model.motions.size(), 3u);
  using Turning = PrescribedMotion::Turning;
  EXPECT_EQ(model.motions[0].turning, Turning::on_circles);
  EXPECT_EQ(model.motions[0].direction, (Vec3{0, 1, 0}));
  EXPECT_EQ(model.motions[0].centre, (Vec3{-1.5, 0, 1}));
  EXPECT_EQ(model.motions[1].turning, Turning::freely_along_radius);
  EXPECT_EQ(model.motions[1].centre, (Vec3{0, 1, 2}));
  EXPECT_EQ(model.motions[2].turning, Turning::no);
  EXPECT_ERROR(with_change(deck, "5,10,2,1", "5,10,1,1"), "field VAD: found 1 with DOF 10");
  EXPECT_ERROR(with_change(deck, "5,1,2,1", "5,-3,2,1"), "field DOF: found -3, expected 1 to 11, -4 or -8 to -11");
  EXPECT_ERROR(deck + "*CONTROL_IMPLICIT_GENERAL\n1,0.1\n", "motions of nodes about an axis (DOF 9 to 11)");
}

TEST(DefineCoordinate, VectorAndNodes) {
  const Model model = read_text(base +
                                "*DEFINE_COORDINATE_VECTOR\n4,0,0,2,1,0,0\n"
                                "*DEFINE_COORDINATE_NODES\n5,2,3,1\n*DEFINE_COORDINATE_NODES\n6,1,2,4,,Z\n");
  EXPECT_EQ(model.frames[0].axes.row[0], (Vec3{0, 0, 1}));
  EXPECT_EQ(model.frames[0].axes.row[1], (Vec3{1, 0, 0}));
  EXPECT_EQ(model.frames[1].origin, (Vec3{1, 0, 0}));
  EXPECT_EQ(model.frames[1].axes.row[0], (Vec3{0, 1, 0}));
  EXPECT_EQ(model.frames[1].axes.row[1], (Vec3{-1, 0, 0}));
  EXPECT_EQ(model.frames[2].axes.row[2], (Vec3{1, 0, 0}));
}

TEST(DefineCoordinate, ThatMoves) {
  const std::string moving =
      base_curve + "*DEFINE_COORDINATE_NODES\n5,2,3,1,1\n*DEFINE_COORDINATE_VECTOR\n6,1,0,0,0,1,0,3\n";
  EXPECT_EQ(read_text(moving + "*LOAD_NODE_POINT\n9,1,1,2.,5\n").nodal_loads.size(), 1u);
  EXPECT_ERROR(moving + "*LOAD_NODE_POINT\n9,1,1,2.,6\n",
               "*LOAD_NODE_POINT field CID: coordinate system 6 moves with a node (NID), expected one that does not");
  EXPECT_ERROR(moving + "*BOUNDARY_SPC_NODE\n9,5,1\n",
               "*BOUNDARY_SPC_NODE field CID: coordinate system 5 moves with its nodes (FLAG = 1)");
  EXPECT_ERROR(base + "*DEFINE_COORDINATE_NODES\n5,2,3,1,2\n", "*DEFINE_COORDINATE_NODES field FLAG: found 2");
  EXPECT_ERROR(base + "*DEFINE_COORDINATE_VECTOR\n6,1,0,0,0,1,0,333\n", "*DEFINE_COORDINATE_VECTOR field NID");
}

TEST(PrescribedMotion, CountsWhereANodeIsHeldToo) {
  const Model model = read_text(base_curve +
                                "*BOUNDARY_SPC_NODE\n9,0,1,1,0,0,1\n10,0,1\n"
                                "*BOUNDARY_PRESCRIBED_MOTION_NODE\n9,2,0,1\n9,6,0,1\n10,3,0,1\n");
  ASSERT_EQ(model.constraints.size(), 2u);
  EXPECT_EQ(model.constraints[0].dof, 1);
  EXPECT_EQ(model.constraints[1].dof, 1);
  EXPECT_WARNING(model,
                 "held and moved by a prescribed motion in the same direction, where the motion counts: node 9 along y "
                 "and 1 more");
}

TEST(PrescribedMotion, CountsWhereARigidBodyIsHeldToo) {
  const auto warnings = [](int dof) {
    std::string text = base_curve;
    return warnings_of(read_text(text + "*MAT_RIGID\n77,7.8e-9,210000.,0.3\n1,1,7\n\n*PART\nheld\n77,2,77\n" +
                                 "*ELEMENT_SOLID\n20,77,1,2,3,4,5,6,7,8\n" +
                                 fmt::format("*BOUNDARY_PRESCRIBED_MOTION_RIGID\n77,{},0,1\n", dof)));
  };
  EXPECT_PRED2(contains, warnings(1), "rigid body 77 is held along x by its material");
  EXPECT_PRED2(contains, warnings(6), "rigid body 77 is held about y by its material");
  EXPECT_FALSE(contains(warnings(2), "is held"));
}

TEST(PrescribedMotion, NodeSetAndRigid) {
  const Model model = read_text(base_curve +
                                "*SET_NODE\n5\n9,10\n"
                                "*BOUNDARY_PRESCRIBED_MOTION_NODE\n9,2,1,1,3.0,0,5.0,1.0\n"
                                "*BOUNDARY_PRESCRIBED_MOTION_SET_ID\n17,heading\n5,7,2,1\n"
                                "*MAT_RIGID\n7,1.,1.,.3\n*PART\nx\n5,2,7\n*ELEMENT_SOLID\n20,5,1,2,3,4,5,6,7,8\n"
                                "*BOUNDARY_PRESCRIBED_MOTION_RIGID\n5,4,0,1,,2\n5,-4,0,1,,2\n"
                                "*DEFINE_VECTOR\n2,0,0,0,0,0,4\n");
  const auto& m = model.motions;
  ASSERT_EQ(m.size(), 6u);
  EXPECT_EQ(m[0].nodes, (std::vector<Index>{8}));
  EXPECT_EQ(m[0].direction, (Vec3{0, 1, 0}));
  EXPECT_EQ(m[0].kind, MotionKind::acceleration);
  EXPECT_EQ(m[0].scale, 3);
  EXPECT_EQ(m[0].death, 5);
  EXPECT_EQ(m[0].birth, 1);
  EXPECT_EQ(m[1].id, 17);
  EXPECT_TRUE(m[1].rotation);
  EXPECT_EQ(m[1].direction, (Vec3{0, 0, 1}));
  EXPECT_EQ(m[1].kind, MotionKind::displacement);
  EXPECT_EQ(m[1].death, 1e28);
  EXPECT_EQ(m[2].rigid_body, 0);
  EXPECT_EQ(m[2].direction, (Vec3{0, 0, 1}));
  EXPECT_EQ(m[3].scale, 1);
  EXPECT_EQ(m[4].scale, 0);  // the plane normal to the vector is held
  EXPECT_EQ(dot(m[4].direction, m[3].direction), 0);
  EXPECT_EQ(dot(m[5].direction, m[4].direction), 0);
}

TEST(PrescribedMotion, AlongAxesOfTheBody) {
  const auto deck = [](const std::string& third_card, const std::string& motion) {
    return base_curve + "*MAT_RIGID\n5,1.,1.,.3\n\n" + third_card + "\n*PART\nx\n9,2,5\n" + solid_of_9 +
           "*DEFINE_COORDINATE_SYSTEM\n7,0,0,0,0,1,0\n-1,0,0\n*BOUNDARY_PRESCRIBED_MOTION_RIGID_LOCAL\n" + motion;
  };
  for (const char* axes : {"7", "0,2.,0,-1.,1.,0"}) {
    const PrescribedMotion motion = read_text(deck(axes, "9,1,0,1,3.\n")).motions.at(0);
    EXPECT_TRUE(motion.turns_with_body);
    EXPECT_EQ(motion.direction, (Vec3{0, 1, 0}));
    EXPECT_EQ(read_text(deck(axes, "9,6,2,1\n")).motions.at(0).direction, (Vec3{-1, 0, 0}));
  }
  EXPECT_ERROR(deck("", "9,1,0,1\n"), "TYPEID: rigid body 9 has no axes of its own, expected LCO");
  EXPECT_ERROR(deck("7", "9,4,0,1,1.,3\n*DEFINE_VECTOR\n3,0,0,0,1,1,1\n"), "DOF: found 4");
  const Model nodal = read_text(base_curve +
                                "*DEFINE_COORDINATE_SYSTEM\n7,0,0,0,0,1,0\n-1,0,0\n*SET_NODE\n3\n5,6\n"
                                "*CONSTRAINED_NODAL_RIGID_BODY\n8,7,3\n"
                                "*BOUNDARY_PRESCRIBED_MOTION_RIGID_LOCAL_ID\n4,x\n8,1,0,1\n");
  EXPECT_EQ(nodal.motions.at(0).direction, (Vec3{0, 1, 0}));
  EXPECT_EQ(nodal.motions.at(0).id, 4);
}

TEST(InitialVelocity, SetBoxAndExceptions) {
  const Model all = read_text(base + "*INITIAL_VELOCITY\n\n1,2,3,4,5,6\n");
  EXPECT_EQ(all.nodes.velocity[9], (Vec3{1, 2, 3}));
  EXPECT_EQ(all.nodes.angular_velocity[0], (Vec3{4, 5, 6}));
  const Model some = read_text(base +
                               "*SET_NODE\n5\n1,9\n*SET_NODE\n6\n2\n*DEFINE_BOX\n3,1.5,3,-1,2,-1,2\n"
                               "*INITIAL_VELOCITY\n5,6,3\n1,0,0\n0,7,0\n");
  EXPECT_EQ(some.nodes.velocity[0], (Vec3{}));
  EXPECT_EQ(some.nodes.velocity[8], (Vec3{1, 0, 0}));
  EXPECT_EQ(some.nodes.velocity[1], (Vec3{0, 7, 0}));
}

TEST(InitialVelocity, NodeAndGeneration) {
  const Model model = read_text(base +
                                "*INITIAL_VELOCITY_GENERATION\n1,2,2.0,10.,0,0\n1,0,0,0,0,3.0\n"
                                "*INITIAL_VELOCITY_NODE\n1,,,5.\n");
  EXPECT_EQ(model.nodes.velocity[0], (Vec3{0, 0, 5}));
  EXPECT_EQ(model.nodes.velocity[9], (Vec3{10 - 2, 2, 0}));  // node 10 at (2,1,0), axis z through (1,0,0), omega 2
  EXPECT_EQ(model.nodes.angular_velocity[9], (Vec3{0, 0, 2}));
  EXPECT_EQ(model.nodes.velocity[4], (Vec3{}));
}

TEST(InitialVelocity, RigidBody) {
  const Model model = read_text(
      base +
      "*SET_NODE\n5\n9,10\n*CONSTRAINED_NODAL_RIGID_BODY\n30,,5\n*INITIAL_VELOCITY_RIGID_BODY\n30,1,2,3,4,5,6\n");
  EXPECT_EQ(model.rigid_bodies[0].initial_velocity->first, (Vec3{1, 2, 3}));
  EXPECT_EQ(model.rigid_bodies[0].initial_velocity->second, (Vec3{4, 5, 6}));
}

TEST(InitialVelocity, ReplacesThatOfTheInertia) {
  const std::string body = base +
                           "*MAT_RIGID\n5,1.,1.,.3\n\n\n*SET_PART\n8\n9\n"
                           "*PART_INERTIA\nx\n9,2,5\n.5,.5,.5,2.\n1.,0,0,1.,0,1.\n"
                           "7.,0,0\n*ELEMENT_SOLID\n9,9,1,2,3,4,5,6,7,8\n";
  const auto velocity = [&](const std::string& cards) {
    return read_text(body + cards).rigid_bodies.at(0).initial_velocity;
  };
  EXPECT_FALSE(velocity("*INITIAL_VELOCITY_GENERATION\n9,2,0,1.\n0\n"));
  const auto turning = velocity("*INITIAL_VELOCITY_GENERATION\n9,2,2.,1.\n1.5,.5,0,0,0,1.,0,1\n");
  ASSERT_TRUE(turning);
  EXPECT_EQ(turning->first, (Vec3{1, -2, 0}));  // at the centre of mass
  EXPECT_EQ(turning->second, (Vec3{0, 0, 2}));
  EXPECT_FALSE(velocity("*SET_NODE\n3\n1,2\n*INITIAL_VELOCITY_GENERATION\n3,3,0,1.\n0,0,0,0,0,0,0,1\n"));
  for (const char* option : {"8", "-1", "-2"})
    EXPECT_TRUE(velocity(std::string("*INITIAL_VELOCITY\n0,0,0,") + option + "\n1.\n")) << option;
  const std::string elsewhere = "*DEFINE_BOX\n4,2.,3.,0,1.,0,1.\n*INITIAL_VELOCITY\n0,0,4,";
  EXPECT_FALSE(velocity(elsewhere + "-1\n1.\n"));
  EXPECT_TRUE(velocity(elsewhere + "-2\n1.\n"));
  EXPECT_ERROR(body + "*INITIAL_VELOCITY_GENERATION\n9,2,0,1.\n0,0,0,0,0,0,0,2\n", "IRIGID");
}

TEST(Load, Nodes) {
  const Model model =
      read_text(base_curve + "*SET_NODE\n5\n1,2\n*LOAD_NODE_POINT\n3,3,1,-2.5\n*LOAD_NODE_SET\n5,6,1\n");
  EXPECT_EQ(model.nodal_loads[0].nodes, (std::vector<Index>{2}));
  EXPECT_EQ(model.nodal_loads[0].direction, (Vec3{0, 0, 1}));
  EXPECT_EQ(model.nodal_loads[0].scale, -2.5);
  EXPECT_FALSE(model.nodal_loads[0].moment);
  EXPECT_EQ(model.nodal_loads[1].nodes.size(), 2u);
  EXPECT_TRUE(model.nodal_loads[1].moment);
  EXPECT_EQ(model.nodal_loads[1].direction, (Vec3{0, 1, 0}));
}

TEST(Load, BodiesAndPressures) {
  const Model model = read_text(base_curve +
                                "*LOAD_BODY_X\n1\n*LOAD_BODY_Y\n1\n*LOAD_BODY_Z\n1,9.81\n"
                                "*LOAD_SEGMENT\n1,2.0,0.1,1,2,3,4\n*LOAD_SEGMENT_ID\n9,roof\n1,2.0,0.1,1,2,3\n"
                                "*LOAD_SHELL_ELEMENT\n2,1,4.0,0.5\n");
  EXPECT_EQ(model.body_loads[1].axis, 1);
  EXPECT_EQ(model.body_loads[1].scale, 1);
  EXPECT_EQ(model.body_loads[2].scale, 9.81);
  EXPECT_EQ(model.pressure_loads[0].segments[0], (Nodes4{0, 1, 2, 3}));
  EXPECT_EQ(model.pressure_loads[0].scale, 2);
  EXPECT_EQ(model.pressure_loads[0].arrival, 0.1);
  EXPECT_EQ(model.pressure_loads[1].segments[0], (Nodes4{0, 1, 2, 2}));
  EXPECT_EQ(model.pressure_loads[2].segments[0], model.shells[1].nodes);
}

TEST(BoundaryNonReflecting, FacesOfSolids) {
  const std::string set = base + "*SET_SEGMENT\n4\n5,6,7,8\n2,1,4,3\n*BOUNDARY_NON_REFLECTING\n";
  const std::vector<NonReflectingFace> faces = read_text(set + "4,0,1\n").non_reflecting_faces;
  ASSERT_EQ(faces.size(), 2u);
  EXPECT_EQ(faces[0].nodes, (Nodes4{4, 5, 6, 7}));
  EXPECT_EQ(faces[1].nodes, (Nodes4{1, 0, 3, 2}));  // of the solid, though a shell lies on it
  for (const NonReflectingFace& face : faces) {
    EXPECT_EQ(face.solid, 0);
    EXPECT_TRUE(face.absorbs_dilatation);
    EXPECT_FALSE(face.absorbs_shear);
  }
  const Model twice = read_text(set + "4,0,1\n4\n");
  EXPECT_EQ(twice.non_reflecting_faces.size(), 2u);
  EXPECT_WARNING(twice, "segment set 4 has faces of another non-reflecting boundary");
  EXPECT_ERROR(base + "*SET_SEGMENT\n4\n2,9,10,3\n*BOUNDARY_NON_REFLECTING\n4\n",
               "segment 1 of segment set 4 is no face of a solid");
  EXPECT_ERROR(set + "5\n", "segment set 5");
  EXPECT_ERROR("*KEYWORD\n*CONTROL_TERMINATION\n1.0\n*MAT_RIGID\n1,7.8e-9,210000.,0.3\n\n\n"
               "*MAT_ELASTIC\n2,7.8e-9,210000.\n*SECTION_SHELL\n1,2\n1.5\n*SECTION_SOLID\n2,1\n*PART\n\n1,1,2\n"
               "*PART\n\n2,2,1\n" +
                   mesh + "*SET_SEGMENT\n4\n5,6,7,8\n*BOUNDARY_NON_REFLECTING\n4\n",
               "which is rigid");
}

TEST(Damping, Global) {
  const Model all = read_text(base_curve + "*DAMPING_GLOBAL\n1\n");
  EXPECT_EQ(all.damping.curve, 0);
  EXPECT_EQ(all.damping.rotation, (Vec3{1, 1, 1}));
  const Model some = read_text(base + "*DAMPING_GLOBAL\n0,3.5,0,1\n");
  EXPECT_EQ(some.damping.constant, 3.5);
  EXPECT_EQ(some.damping.translation, (Vec3{0, 1, 0}));
  EXPECT_EQ(some.damping.rotation, (Vec3{}));
}

TEST(RigidWall, PlaneAndNodes) {
  const Model model = read_text(base +
                                "*SET_NODE\n5\n1,2,9\n*SET_NODE\n6\n2\n*DEFINE_BOX\n3,-1,5,-1,2,-1,2\n"
                                "*RIGIDWALL_PLANAR\n0,6\n0,0,-1,0,0,4,0.3\n"
                                "*RIGIDWALL_PLANAR_ID\n12,barrier\n5,6,3,0.0,0.1,0.2\n0,0,-1,0,0,4\n"
                                "*RIGIDWALL_PLANAR\n0,0,0,1.5\n0,0,-1,0,0,4\n");
  EXPECT_TRUE(model.walls[0].all_nodes);
  EXPECT_EQ(model.walls[0].id, 1);
  EXPECT_EQ(model.walls[0].excluded, (std::vector<Index>{1}));
  EXPECT_EQ(model.walls[0].point, (Vec3{0, 0, -1}));
  EXPECT_EQ(model.walls[0].normal, (Vec3{0, 0, 1}));
  EXPECT_EQ(model.walls[0].friction, 0.3);
  EXPECT_EQ(model.walls[0].death, 1e20);
  EXPECT_EQ(model.walls[1].id, 12);
  EXPECT_EQ(model.walls[1].title, "barrier");
  EXPECT_EQ(model.walls[1].nodes, (std::vector<Index>{0, 8}));
  EXPECT_EQ(model.walls[1].birth, 0.1);
  EXPECT_EQ(model.walls[1].death, 0.2);
  EXPECT_EQ(model.walls[2].nodes.size(), 6u);  // those at z = 0, 1 from the plane
}

TEST(RigidWall, FiniteMovingForces) {
  const Model model =
      read_text(base + "*RIGIDWALL_PLANAR_MOVING_FORCES_FINITE\n0\n0,0,0,0,0,1\n3,0,7,10,20\n1500,15.6\n0,0\n");
  const RigidWall& wall = model.walls[0];
  EXPECT_EQ(wall.edge_l, (Vec3{1, 0, 0}));
  EXPECT_EQ(wall.edge_m, (Vec3{0, 1, 0}));
  EXPECT_EQ(wall.length_l, 10);
  EXPECT_EQ(wall.length_m, 20);
  EXPECT_EQ(wall.mass, 1500);
  EXPECT_EQ(wall.velocity, 15.6);
}

TEST(RigidWall, GeometricShapes) {
  const Model model =
      read_text(base_curve +
                "*SET_NODE\n5\n1,2,9\n*RIGIDWALL_GEOMETRIC_FLAT\n0\n0,0,-1,0,0,4,0.3\n5,0,-1,10,20\n"
                "*RIGIDWALL_GEOMETRIC_PRISM_ID_DISPLAY\n12,block\n5,0,0,0.1,0.2\n0,0,-1,0,0,4\n"
                "5,0,-1,10,20,30\n7,1e-9\n"
                "*RIGIDWALL_GEOMETRIC_CYLINDER_MOTION_DISPLAY\n0\n0,0,-1,0,2,-1\n3.5,40.\n1,1,0,0,-2\n7,\n"
                "*RIGIDWALL_GEOMETRIC_SPHERE_MOTION\n0\n1,2,3\n6.5,\n1,0,3,0,4\n");
  ASSERT_EQ(model.walls.size(), 4u);
  EXPECT_TRUE(contains(warnings_of(model), "not drawn"));
  EXPECT_EQ(model.walls[0].shape, RigidWallShape::flat);
  EXPECT_EQ(model.walls[0].friction, 0.3);
  EXPECT_EQ(model.walls[0].length_m, 20);
  EXPECT_TRUE(model.walls[0].all_nodes);
  const RigidWall& prism = model.walls[1];
  EXPECT_EQ(prism.shape, RigidWallShape::prism);
  EXPECT_EQ(prism.id, 12);
  EXPECT_EQ(prism.nodes, (std::vector<Index>{0, 1, 8}));
  EXPECT_EQ(prism.birth, 0.1);
  EXPECT_EQ(prism.death, 0.2);
  EXPECT_EQ(prism.edge_l, (Vec3{1, 0, 0}));
  EXPECT_EQ(prism.edge_m, (Vec3{0, 1, 0}));
  EXPECT_EQ(prism.length_l, 10);
  EXPECT_EQ(prism.depth, 30);
  const RigidWall& cylinder = model.walls[2];
  EXPECT_EQ(cylinder.normal, (Vec3{0, 1, 0}));
  EXPECT_EQ(cylinder.radius, 3.5);
  EXPECT_EQ(cylinder.cylinder_length, 40);
  EXPECT_EQ(cylinder.motion_curve, 0);
  EXPECT_EQ(cylinder.motion_kind, MotionKind::displacement);
  EXPECT_EQ(cylinder.motion_direction, (Vec3{0, 0, -1}));
  const RigidWall& sphere = model.walls[3];
  EXPECT_EQ(sphere.point, (Vec3{1, 2, 3}));
  EXPECT_EQ(sphere.radius, 6.5);
  EXPECT_EQ(sphere.motion_kind, MotionKind::velocity);
  EXPECT_LT(norm(sphere.motion_direction - Vec3{0.6, 0, 0.8}), 1e-15);
}

TEST(RigidWall, GeometricErrors) {
  const auto message = [](const std::string& text) { return error_of(base_curve + "*RIGIDWALL_GEOMETRIC_" + text); };
  EXPECT_TRUE(contains(message("SPHERE\n0\n0,0,0\n-1,\n"), "RADSPH"));
  EXPECT_TRUE(contains(message("CYLINDER\n0\n0,0,0\n1,\n"), "XH"));
  EXPECT_TRUE(contains(message("CYLINDER\n0\n0,0,0,0,0,1\n1,0,3\n"), "NSEGS"));
  EXPECT_TRUE(contains(message("PRISM\n0\n0,0,0,0,0,1\n1,0,0,5,5\n"), "LENP"));
  EXPECT_TRUE(contains(message("FLAT_MOTION\n0\n0,0,0,0,0,1\n1,0,0,5,5\n1,2,1\n"), "OPT"));
  EXPECT_TRUE(contains(message("FLAT_MOTION\n0\n0,0,0,0,0,1\n1,0,0,5,5\n1,0\n"), "VX"));
  EXPECT_TRUE(contains(message("FLAT_MOTION\n0\n0,0,0,0,0,1\n1,0,0,5,5\n9,0,1\n"), "curve 9 is not defined"));
}

TEST(ContactSides, Types) {
  const std::string sets =
      "*SET_PART\n4\n1\n*SET_NODE\n5\n9,10\n*SET_SEGMENT\n6\n5,6,7,8\n2,9,10,3\n*SET_SHELL\n7\n2\n*DEFINE_BOX\n3,0.5,3,"
      "-1,2,-1,2\n";
  const auto side = [&](const std::string& card) {
    return read_text(base + sets + "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n" + card + "\n").contacts[0].a;
  };
  EXPECT_EQ(side("0").segments.size(), 8u);
  EXPECT_EQ(side("0,0,5").segments.size(), 8u);
  EXPECT_EQ(side("4,0,2").segments.size(), 2u);
  EXPECT_EQ(side("4,0,6").segments.size(), 6u);
  EXPECT_EQ(side("2,0,3").segments.size(), 6u);
  EXPECT_EQ(side("7,0,1").segments.size(), 1u);
  EXPECT_EQ(side("4,0,2,0,3").segments.size(), 1u);
  EXPECT_EQ(side("4,0,2,0,3").nodes.size(), 4u);
  const ContactSurface segments = side("6,0,0");
  EXPECT_EQ(segments.segments[0].solid, 0);
  EXPECT_EQ(segments.segments[0].shell, none);
  EXPECT_EQ(segments.segments[1].shell, 1);
  EXPECT_EQ(segments.nodes.size(), 8u);
}

/// The outside of a solid's face is known from the solid, however its nodes are listed.
TEST(ContactSides, SegmentsOfSolidsPointOutward) {
  const auto nodes_of = [](const std::string& segment) {
    const Model model = read_text(base + "*SET_SEGMENT\n6\n" + segment + "\n*CONTACT_AUTOMATIC_SINGLE_SURFACE\n6\n");
    std::vector<Id> ids;
    for (const Index node : model.contacts[0].a.segments[0].nodes) ids.push_back(model.nodes.id[std::size_t(node)]);
    return ids;
  };
  EXPECT_EQ(nodes_of("5,6,7,8"), (std::vector<Id>{5, 6, 7, 8}));
  EXPECT_EQ(nodes_of("5,8,7,6"), (std::vector<Id>{5, 6, 7, 8}));
  EXPECT_EQ(nodes_of("1,4,8,5"), (std::vector<Id>{1, 5, 8, 4}));
  EXPECT_EQ(nodes_of("7,6,5"), (std::vector<Id>{7, 5, 6, 6}));      // half of a face
  EXPECT_EQ(nodes_of("2,9,10,3"), (std::vector<Id>{2, 9, 10, 3}));  // a shell has two sides
  for (const char* inside : {"1,2,7,8", "5,7,6,8", "5,6,6"})
    EXPECT_TRUE(contains(error_of(base + "*SET_SEGMENT\n6\n" + inside + "\n*CONTACT_AUTOMATIC_SINGLE_SURFACE\n6\n"),
                         "is no face of an element"))
        << inside;
}

/// A face between two solids belongs to the one of which it is listed as the outside.
TEST(ContactSides, SegmentBetweenTwoSolids) {
  const auto solid_of = [](const std::string& segment) {
    const Model model = read_text(base +
                                  "*NODE\n31,0,0,2\n32,1,0,2\n33,1,1,2\n34,0,1,2\n"
                                  "*ELEMENT_SOLID\n31,2,5,6,7,8,31,32,33,34\n*SET_SEGMENT\n6\n" +
                                  segment + "\n*CONTACT_AUTOMATIC_SINGLE_SURFACE\n6\n");
    return model.solids[std::size_t(model.contacts[0].a.segments[0].solid)].id;
  };
  EXPECT_NE(solid_of("5,6,7,8"), 31);
  EXPECT_EQ(solid_of("5,8,7,6"), 31);
}

TEST(Contact, AllFields) {
  const Model model = read_text(base +
                                "*SET_NODE\n5\n9,10\n"
                                "*CONTROL_CONTACT\n0.2,1.0\n\n\n2\n"
                                "*CONTACT_AUTOMATIC_SURFACE_TO_SURFACE_MPP_ID\n31,front\n0,200\n& 1\n2,1,3,3\n"
                                "0.3,0.2,0.1,0,20,0,0.5,0.6\n2,3,0.7,0.8,0.9,1.1,2.0\n1,0.2\n\n0,1\n"
                                "*CONTACT_AUTOMATIC_NODES_TO_SURFACE\n5,2,4,3\n");
  const Contact& c = model.contacts[0];
  EXPECT_EQ(c.id, 31);
  EXPECT_EQ(c.title, "front");
  EXPECT_EQ(c.kind, ContactKind::surface_to_surface);
  EXPECT_EQ(c.a.segments.size(), 6u);
  EXPECT_EQ(c.b.segments.size(), 2u);
  EXPECT_EQ(c.friction_static, 0.6);  // FS * FSF
  EXPECT_EQ(c.friction_dynamic, 0.4);
  EXPECT_EQ(c.friction_decay, 0.1);
  EXPECT_EQ(c.viscous_damping, 20);
  EXPECT_EQ(c.birth, 0.5);
  EXPECT_EQ(c.death, 0.6);
  EXPECT_EQ(c.stiffness_scale_a, 2);
  EXPECT_EQ(c.stiffness_scale_b, 3);
  EXPECT_EQ(c.thickness_a, 0.7);
  EXPECT_EQ(c.thickness_b, 0.8);
  EXPECT_EQ(c.thickness_scale_a, 0.9);
  EXPECT_EQ(c.thickness_scale_b, 1.1);
  EXPECT_EQ(c.soft, 1);
  EXPECT_EQ(c.soft_scale, 0.2);
  EXPECT_EQ(c.ignore, 1);
  const Contact& nodes = model.contacts[1];
  EXPECT_EQ(nodes.id, 2);
  EXPECT_EQ(nodes.a.nodes, (std::vector<Index>{8, 9}));
  EXPECT_TRUE(nodes.a.segments.empty());
  EXPECT_EQ(nodes.ignore, 2);  // of *CONTROL_CONTACT
  EXPECT_EQ(nodes.soft_scale, 0.1);
  EXPECT_EQ(model.control.contact_stiffness, 0.2);
  EXPECT_EQ(model.control.wall_penalty, 1.0);
}

TEST(Contact, FacesAndEdges) {
  const auto read = [](const std::string& card_a, const std::string& card_c) {
    return read_text(base + "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n\n\n" + card_a + "\n\n" + card_c + "\n");
  };
  const Model with = read("2,,,,3,5", ",,,,0.7"), without = read("2", ""), other = read("2,,,,,35", "");
  EXPECT_EQ(with.contacts[0].soft, 2);
  EXPECT_TRUE(with.contacts[0].edges);
  EXPECT_EQ(with.contacts[0].edge_scale, 0.7);
  EXPECT_FALSE(without.contacts[0].edges);
  EXPECT_EQ(without.contacts[0].edge_scale, 1);
  EXPECT_TRUE(other.contacts[0].edges);
  EXPECT_WARNING(other, "field DEPTH: 35 is treated as 5");
  EXPECT_TRUE(read("2,,,,,3", "").contacts[0].edges);
  EXPECT_FALSE(read("1,,,,,5", "").contacts[0].edges);
}

TEST(Contact, SoftOfMetalForming) {
  const Model model = read_text(base + "*CONTACT_FORMING_ONE_WAY_SURFACE_TO_SURFACE\n1,2,3,3\n\n\n6,,,,,5\n");
  EXPECT_EQ(model.contacts[0].soft, 1);
  EXPECT_WARNING(model, "field SOFT: found 6 (metal forming): it is treated as 1");
}

TEST(Contact, FacesAgainstNodes) {
  const Model model = read_text(base + "*CONTACT_AUTOMATIC_NODES_TO_SURFACE\n1,2,3,3\n\n\n2,,,,,5\n");
  EXPECT_EQ(model.contacts[0].soft, 1);
  EXPECT_FALSE(model.contacts[0].edges);
  EXPECT_WARNING(model, "field SOFT: 2 (faces against faces) is treated as 1");
}

TEST(Contact, StepOfStiffness) {
  const std::string contact = "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n\n\n1,0.2\n\n";
  EXPECT_EQ(read_text(base + contact + "0,1,0,2e-3\n").contacts[0].stiffness_dt, 2e-3);
  EXPECT_EQ(read_text(base + contact + "0,1\n").contacts[0].stiffness_dt, 0);
  EXPECT_ERROR(base + contact + "0,1,0,-0.5\n", "field DTSTIF: found -0.5, expected a time step >= 0");
}

TEST(Contact, FrictionByPart) {
  const std::string part = "*PART_CONTACT\nx\n5,1,1\n0.3,0.2\n";
  const std::string contact = "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n";
  const Model by_part = read_text(base + part + contact + "-1,0.5\n");
  EXPECT_EQ(by_part.parts[2].contact->friction_static, 0.3);
  EXPECT_EQ(by_part.contacts[0].friction_static, 0);
  EXPECT_EQ(by_part.contacts[0].friction_dynamic, 0);
  const Model by_contact = read_text(base + part + contact + "0.1\n");
  EXPECT_EQ(by_contact.parts[2].contact->friction_static, 0);
  EXPECT_WARNING(by_contact, "friction by part is used in contacts with FS = -1 only");
  EXPECT_ERROR(base + part + contact + "-1\n" + contact + "0.1\n", "deck.k:39: *CONTACT field FS");
  EXPECT_ERROR(base + contact + "-3\n", "friction from a table");
}

TEST(RigidBodies, PartsMergedWithExtraNodes) {
  const Model model = read_text(base +
                                "*MAT_RIGID\n7,1.,1.,.3\n1,7,7\n*PART\nmaster\n5,2,7\n*PART\nother\n6,1,7\n"
                                "*ELEMENT_SOLID\n20,5,1,2,3,4,5,6,7,8\n*ELEMENT_SHELL\n20,6,2,9,10,3\n"
                                "*NODE\n11,5,5,5\n12,6,6,6\n13,7,7,7\n"
                                "*CONSTRAINED_RIGID_BODIES\n5,6\n"
                                "*CONSTRAINED_EXTRA_NODES_NODE\n6,11\n"
                                "*SET_NODE\n9\n12,13\n*CONSTRAINED_EXTRA_NODES_SET\n5,9\n");
  ASSERT_EQ(model.rigid_bodies.size(), 1u);
  const RigidBody& body = model.rigid_bodies[0];
  EXPECT_EQ(body.id, 5);
  EXPECT_EQ(body.title, "master");
  EXPECT_EQ(body.parts, (std::vector<Index>{2, 3}));
  EXPECT_EQ(body.nodes.size(), 13u);
  EXPECT_EQ(body.constraint.translation, 7);
}

TEST(RigidBodies, Nodal) {
  const Model model = read_text(base +
                                "*SET_NODE\n5\n9,10\n*SET_NODE\n6\n5,6\n"
                                "*CONSTRAINED_NODAL_RIGID_BODY_TITLE\nhinge\n30,0,5\n"
                                "*CONSTRAINED_NODAL_RIGID_BODY_INERTIA\n31,0,6\n0,0,1,2.5\n1,0,0,1,0,1\n\n"
                                "*CONSTRAINED_NODAL_RIGID_BODY_SPC\n32,0,7\n1,4,5\n*SET_NODE\n7\n1\n");
  EXPECT_EQ(model.rigid_bodies[0].title, "hinge");
  EXPECT_EQ(model.rigid_bodies[0].nodes, (std::vector<Index>{8, 9}));
  EXPECT_TRUE(model.rigid_bodies[0].parts.empty());
  EXPECT_EQ(model.rigid_bodies[1].inertia->mass, 2.5);
  EXPECT_EQ(model.rigid_bodies[2].constraint.rotation, 5);
}

TEST(SpotWeld, FieldsAndDefaults) {
  const Model model = read_text(
      base + "*CONSTRAINED_SPOTWELD\n9,5,1000.,500.,1.5,1.8,0.01,0.3\n1,10\n*CONSTRAINED_SPOTWELD_ID\n77\n2,6\n");
  EXPECT_EQ(model.spot_welds[0].nodes, (std::array<Index, 2>{8, 4}));
  EXPECT_EQ(model.spot_welds[0].normal_strength, 1000);
  EXPECT_EQ(model.spot_welds[0].shear_strength, 500);
  EXPECT_EQ(model.spot_welds[0].normal_exponent, 1.5);
  EXPECT_EQ(model.spot_welds[0].shear_exponent, 1.8);
  EXPECT_EQ(model.spot_welds[0].failure_time, 0.01);
  EXPECT_EQ(model.spot_welds[0].plastic_strain, 0.3);
  EXPECT_EQ(model.spot_welds[1].id, 2);
  EXPECT_EQ(model.spot_welds[1].normal_exponent, 2);
  EXPECT_EQ(model.spot_welds[1].failure_time, 1e20);
  EXPECT_EQ(model.spot_welds[2].id, 77);
}

}  // namespace
TEST(TiedNodesFailure, LinksAndElements) {
  const std::string twin = "*NODE\n31,0,0,0\n32,0,0,0\n*SET_NODE\n7\n1,31,32\n";
  const Model model = read_text(base + twin + "*CONSTRAINED_TIED_NODES_FAILURE\n7,0.2\n");
  ASSERT_EQ(model.spot_welds.size(), 3u);
  ASSERT_EQ(model.weld_strains.size(), 3u);
  std::size_t n_elements = 0;
  for (const WeldStrain& its : model.weld_strains) {
    EXPECT_EQ(its.group, 0);
    EXPECT_EQ(its.limit, 0.2);
    n_elements += its.elements.size();
  }
  EXPECT_EQ(n_elements, 1u);  // the shell at node 1
  for (const SpotWeld& link : model.spot_welds) {
    EXPECT_EQ(link.tied_set, 7);
    EXPECT_NE(link.strains[0], link.strains[1]);
  }
}

TEST(LoadGravityPart, Fields) {
  const Model model = read_text(base_curve + "*LOAD_GRAVITY_PART\n1,3,1,9.81\n*LOAD_GRAVITY_PART\n1,1,0,2.\n");
  ASSERT_EQ(model.body_loads.size(), 2u);
  EXPECT_EQ(model.body_loads[0].parts, std::vector<Index>{0});
  EXPECT_EQ(model.body_loads[0].axis, 2);
  EXPECT_EQ(model.body_loads[0].curve, 0);
  EXPECT_EQ(model.body_loads[0].scale, 9.81);
  EXPECT_EQ(model.body_loads[1].curve, none);
  EXPECT_ERROR(base + "*LOAD_GRAVITY_PART\n1,4,0,9.81\n", "DOF: found 4, expected 1 to 3");
  EXPECT_ERROR(base + "*LOAD_GRAVITY_PART\n1,3,0,9.81,0,2\n", "staged construction");
}

TEST(Airbag, FieldsOfItsGas) {
  const std::string bag = "*SET_PART\n8\n1\n*AIRBAG_WANG_NEFSKE_ID\n7,bag\n8,1\n";
  const std::string rest = "0.7,0,30,0,0.5,0,2\n0.1,1.2e-9\n0\n";
  const Model model = read_text(base_curve + bag + "718,1005,600,0,1\n" + rest);
  ASSERT_EQ(model.airbags.size(), 1u);
  const Airbag& read = model.airbags[0];
  EXPECT_EQ(read.id, 7);
  EXPECT_EQ(read.kind, AirbagKind::gas);
  EXPECT_FALSE(read.segments.empty());
  EXPECT_EQ(read.gas.inflow, 0);
  EXPECT_EQ(read.gas.inflow_temperature.constant, 600);
  EXPECT_EQ(read.gas.area.constant, 30);
  EXPECT_EQ(read.gas.porous_shape.constant * read.gas.porous_area.constant, 1);
  EXPECT_EQ(read.gas.conversion, 1);
  EXPECT_WARNING(model, "field SID: the skin is not closed");
  const Model of_a_mole = read_text(base_curve + bag + "0,0,600,0,1\n" + rest + "293,29.1,0.01,0.029,8.314\n");
  EXPECT_NEAR(of_a_mole.airbags[0].gas.cp, (29.1 + 0.01 * 600) / 0.029, 1e-9);
  EXPECT_NEAR(of_a_mole.airbags[0].gas.cp - of_a_mole.airbags[0].gas.cv, 8.314 / 0.029, 1e-9);
  EXPECT_ERROR(base_curve + bag + "718,1005,600,0,0\n" + rest, "LCMT: found 0 (a tank test)");
  EXPECT_ERROR(base_curve + bag + "718,700,600,0,1\n" + rest, "the second larger");
  EXPECT_ERROR(base_curve + bag + "0,0,600,0,1\n" + rest + "293\n", "no positive molar mass");
}

TEST(Airbag, SkinIsClosed) {
  const auto warnings = [](const std::string& last_faces) {
    return warnings_of(read_text(base + "*SET_SEGMENT\n9\n1,4,3,2\n5,6,7,8\n1,2,6,5\n2,3,7,6\n" + last_faces +
                                 "*AIRBAG_ADIABATIC_GAS_MODEL\n9,0\n1,0,1.4\n"));
  };
  EXPECT_EQ(warnings("3,4,8,7\n4,1,5,8\n").find("closed"), std::string::npos);
  EXPECT_EQ(warnings("4,8,7,7\n3,4,7,7\n4,1,5,8\n").find("closed"), std::string::npos);
  EXPECT_PRED2(contains, warnings("3,4,8,7\n"), "4 edges, the first from node 1 to 4");
  EXPECT_PRED2(contains, warnings("3,4,8,7\n4,8,5,1\n"), "4 edges");
}

}  // namespace crumple::deck::test::keywords_conditions
