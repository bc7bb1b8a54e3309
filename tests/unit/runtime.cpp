#include "runtime.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <memory>

namespace crumple::test {
namespace {

std::unique_ptr<World> running;

class Runtime : public ::testing::Environment {
  void SetUp() override {
    int argc = 0;
    char** argv = nullptr;
    running = std::make_unique<World>(argc, argv);
    if (!Kokkos::is_initialized())
      Kokkos::initialize(Kokkos::InitializationSettings().set_num_threads(1).set_disable_warnings(true));
  }
  void TearDown() override {
    if (Kokkos::is_initialized() && !Kokkos::is_finalized()) Kokkos::finalize();
    running.reset();
  }
};

[[maybe_unused]] const auto* const runtime = ::testing::AddGlobalTestEnvironment(new Runtime);

}  // namespace

const World& world() { return *running; }

}  // namespace crumple::test
