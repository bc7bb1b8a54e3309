// Comparison with a reference that also notes what was reached (see --gtest_output=xml).
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace crumple::test {

/// `reached` lies within `relative` of `reference`; `what` is a name of letters, digits and underscores.
inline void expect_within(const std::string& what, double reached, double reference, double relative) {
  testing::Test::RecordProperty(what,
                                fmt::format("{:.6g} for {:.6g}, gate {:g} %", reached, reference, 100 * relative));
  EXPECT_NEAR(reached, reference, relative * std::abs(reference)) << what;
}

/// `reached` is below `limit`.
inline void expect_below(const std::string& what, double reached, double limit) {
  testing::Test::RecordProperty(what, fmt::format("{:.3g}, gate < {:.3g}", reached, limit));
  EXPECT_LT(reached, limit) << what;
}

}  // namespace crumple::test
