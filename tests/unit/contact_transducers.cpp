// Force transducers read the pair forces of penalty contacts: of slaves and of faces, of all touches or those with one
// side.
#include "contact_scene.hpp"
#include "physics/contact/contact_force.hpp"
#include "physics/contact/passes.hpp"
#include "physics/contact/transducers.hpp"

namespace crumple::test::contact_transducers {
namespace {

/// Three plates of one part each, one above the other, all in touch with their neighbours.
struct Stack {
  Scene scene;
  std::array<Index, 3> part{}, first{};

  explicit Stack(ContactKind kind) {
    for (int k = 0; k < 3; ++k) {
      part[k] = scene.add_shell_part(1);
      first[k] = scene.add_sheet(part[k], {1.3 * k, 2.1 * k, 5.0 * k}, {40, 0, 0}, {0, 40, 0}, 4, 4, {0, 0, 1.0 - k});
    }
    if (kind == ContactKind::single_surface)
      scene.add_single_surface().friction_static = 0.3;
    else
      scene.add_contact(kind, {part[0], part[2]}, {part[1]});
  }
  void add_transducer(const std::vector<Index>& a, const std::vector<Index>& b = {}) {
    const std::vector<Index> against = b.empty() ? std::vector<Index>{} : scene.surface(b).nodes;
    scene.model.transducers.push_back(
        {Id(scene.model.transducers.size()) + 51, "", scene.surface(a).nodes, against, !b.empty()});
  }
};

class Transducers : public testing::TestWithParam<ContactKind> {};

TEST_P(Transducers, ReadTheForcesOnTheirNodes) {
  Stack stack(GetParam());
  for (const Index part : stack.part) stack.add_transducer({part});
  stack.add_transducer({stack.part[1]}, {stack.part[0]});
  stack.add_transducer({stack.part[1]}, {stack.part[2]});
  stack.add_transducer({stack.part[0]}, {stack.part[1]});
  stack.add_transducer({stack.part[0]}, {stack.part[2]});
  Motion motion(stack.scene, 1e-3);
  motion.clock.dt_previous = 1e-3;
  for (int k = 0; k < 3; ++k)
    for (Index i = stack.first[k]; i < stack.first[k] + 25; ++i) {
      const Vec3 x = motion.position(i);
      motion.move(i, {x.x, x.y, 0.7 * k + (k == 2 ? 0.1 : 0.0)});
    }
  motion.find_forces();
  std::vector<double> sums(3 * 7);
  SumShare share(sums);
  put_transducer_sums(motion.contacts, share);
  ASSERT_TRUE(share.is_full());
  const auto forces = transducer_forces(motion.contacts, sums);
  ASSERT_EQ(forces.size(), 7u);
  for (int k = 0; k < 3; ++k) {  // nothing but contact acts on the nodes of the scene
    Vec3 on_part;
    for (Index i = stack.first[k]; i < stack.first[k] + 25; ++i) on_part += motion.force(i);
    EXPECT_EQ(forces[k].a, on_part);  // sums of multiples of a quantum: exact in any order
    EXPECT_EQ(forces[k].b, Vec3{});
    EXPECT_EQ(forces[k].contact, 51 + k);
  }
  EXPECT_GT(forces[3].a.z, 0);  // the middle is pushed up by the lower
  EXPECT_LT(forces[4].a.z, 0);  // and down by the upper
  EXPECT_EQ(forces[3].a + forces[4].a, forces[1].a);
  EXPECT_EQ(forces[5].a, -forces[3].a);
  EXPECT_EQ(forces[5].b, forces[3].a);
  EXPECT_EQ(forces[6].a, Vec3{});  // the outer ones are too far apart
}

INSTANTIATE_TEST_SUITE_P(Kinds, Transducers,
                         testing::Values(ContactKind::single_surface, ContactKind::surface_to_surface));

}  // namespace
}  // namespace crumple::test::contact_transducers
