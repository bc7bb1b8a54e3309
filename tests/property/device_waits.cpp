// How often the host waits for a device in an ordinary step: once (docs/gpu.md). Counted with device=host, which puts
// loops off as long as nobody waits.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/property/cases.hpp"

namespace crumple::test {
namespace {

/// In the cycles from first to last, on one rank.
double waits_per_step(const std::string& deck, int first, int last) {
  const auto waits = [&](int cycles) {
    const Run run = run_deck(deck, 1, fmt::format("device=host ncycle={}", cycles));
    EXPECT_EQ(run.status, 0) << run.text;
    return run.summary.at("device_waits").get<int>();
  };
  return double(waits(last) - waits(first)) / (last - first);
}

TEST(DeviceWaits, OnceInAnOrdinaryStep) {
  if (!has_device_of_host()) GTEST_SKIP();
  const std::vector<Case> cases = all_cases();
  for (const char* name : {"RigidJoints", "LoadsAndDamping", "TiedContacts", "SpringsAndDampers"}) {
    SCOPED_TRACE(name);
    const auto its = std::ranges::find(cases, name, &Case::name);
    ASSERT_NE(its, cases.end());
    EXPECT_EQ(waits_per_step(its->deck, 20, 25), 1);
  }
}

}  // namespace
}  // namespace crumple::test
