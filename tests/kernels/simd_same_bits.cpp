// The same bits on every instruction set: all kernels, both precisions, twenty steps of a random mesh.
#include <gtest/gtest.h>

#include "tests/kernels/random_case.hpp"

using namespace crumple::test;

namespace {

template <class Real>
void compare_all(const KernelTable& first, const KernelTable& other) {
  const bool is_double = sizeof(Real) == 8;
  for (int k = 0; k < (is_double ? first.n_double : first.n_single); ++k)
    for (int type : {1, 4, 6, 8}) {
      const Kernel<Real>*a, *b;
      if constexpr (sizeof(Real) == 8) {
        a = first.double_precision + k;
        b = other.double_precision + k;
      } else {
        a = first.single_precision + k;
        b = other.single_precision + k;
      }
      const std::string name = std::string(other.isa) + " form " + std::to_string(a->element_form) + " material " +
                               std::to_string(a->material) + (is_double ? " double" : " single");
      expect_same_bits(*a, *b, type, name);
    }
}

TEST(SameBits, AllKernelsOnAllInstructionSets) {
  const auto all = tables();
  if (all.size() == 1) GTEST_SKIP() << "this machine has no instruction set to compare with " << all[0]->isa;
  for (std::size_t i = 1; i < all.size(); ++i) {
    compare_all<double>(*all[0], *all[i]);
    compare_all<float>(*all[0], *all[i]);
  }
}

TEST(SameBits, OnTheDeviceThatTheHostImitates) {
  const KernelTable* const launched = tables().front()->of_a_device;
  if (!launched) GTEST_SKIP() << "device=host is not built";
  compare_all<double>(*tables().back(), *launched);
  compare_all<float>(*tables().back(), *launched);
}

TEST(SameBits, NoResultDependsOnItsLane) {
  for (const KernelTable* table : tables()) {
    const auto& kernel = find_kernel<double>(*table, true, 2, 24);
    Case<double> c = random_case(kernel, 4);
    // All lanes the first element, with its history: all lanes must stay equal.
    Case<double> copies = c;
    for (int i = 0; i < int(copies.nodes.size()); ++i) copies.nodes[i] = c.nodes[i / c.B * c.B % (4 * c.B)];
    for (int i = 0; i < int(copies.history.size()); ++i)
      copies.history[i] = c.history[i / c.B % c.history_values * c.B];
    copies.alive.assign(copies.alive.size(), 1.0);
    for (int step = 0; step < 5; ++step) copies.move(2e-4);
    for (int i = 0; i < int(copies.history.size()); ++i)
      ASSERT_EQ(copies.history[i], copies.history[i / c.B % c.history_values * c.B]) << table->isa;
  }
}

}  // namespace
