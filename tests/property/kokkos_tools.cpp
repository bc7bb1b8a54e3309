// Phases and kernels have names for Kokkos Tools, by which other profilers show the step.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/property/cases.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::kokkos_tools {
namespace {

TEST(KokkosTools, SeeEachPhaseAsARegionAndNamedKernels) {
  setenv("KOKKOS_TOOLS_LIBS", region_list().c_str(), 1);
  const auto run = run_deck(contact_cases().front().deck, on_mpi(2), "threads=2");
  unsetenv("KOKKOS_TOOLS_LIBS");
  ASSERT_EQ(run.status, 0) << run.text;
  for (const char* phase : {"shells", "contact", "contact search", "halo", "collectives", "integration", "time step"})
    EXPECT_NE(run.text.find(std::string("tool: region ") + phase + ":"), std::string::npos) << run.text;
  EXPECT_NE(run.text.find("tool: kernel "), std::string::npos) << run.text;
  // Kokkos names a kernel without a label by its type, with the lambda in it
  EXPECT_EQ(run.text.find("lambda"), std::string::npos) << run.text;
  EXPECT_NE(run.text.find("tool: open regions: 0, faults: 0"), std::string::npos) << run.text;
}

}  // namespace
}  // namespace crumple::test::kokkos_tools
