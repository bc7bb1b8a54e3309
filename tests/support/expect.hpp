// What a test verifies and what it reaches: each test leaves both in its result file (--gtest_output=xml), from which
// scripts/verification-page writes docs/verification.md and docs/verification-details.md.
#pragma once

#include <limits>
#include <string>

namespace crumple::test {

/// A problem of docs/verification.md with a known answer.
struct Problem {
  std::string section;    ///< "3.1": number of the topic, number of the problem in it
  std::string title;      ///< one line
  std::string source;     ///< of the reference: "closed form: ..." or another kind of verification_page.py's
  std::string gate = {};  ///< why the gates are what they are, where the source does not say it
};

/// Called first in a test.
void verifies(const Problem& problem);

// Quantities are named with their units: "mean force [N]". Of those with one name, the test's record keeps the one that
// is nearest to its gate, or furthest beyond.

/// `reached` lies within `relative` of `reference`.
void expect_within(const std::string& quantity, double reached, double reference, double relative);
/// `reached` lies within `absolute` of `reference`.
void expect_near(const std::string& quantity, double reached, double reference, double absolute);
/// `reached` lies in low..high; `reference` is a value to be shown beside it.
void expect_between(const std::string& quantity, double reached, double low, double high,
                    double reference = std::numeric_limits<double>::quiet_NaN());
/// `reached` is below `limit`.
void expect_below(const std::string& quantity, double reached, double limit);

}  // namespace crumple::test
