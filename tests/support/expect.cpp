#include "tests/support/expect.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

namespace crumple::test {
namespace {

/// `used`: share of the gate that the error takes.
void record(const std::string& quantity, double reached, double reference, const std::string& gate, double used) {
  static std::map<std::pair<const testing::TestInfo*, std::string>, double> most_used;
  const auto key = std::pair(testing::UnitTest::GetInstance()->current_test_info(), quantity);
  const auto [known, is_new] = most_used.try_emplace(key, used);
  if (!is_new && used <= known->second) return;
  known->second = used;
  const nlohmann::json values = {{"reached", reached}, {"reference", reference}, {"gate", gate}, {"used", used}};
  testing::Test::RecordProperty(quantity, values.dump());
}

}  // namespace

void verifies(const Problem& problem) {
  const nlohmann::json text = {
      {"section", problem.section}, {"title", problem.title}, {"source", problem.source}, {"gate", problem.gate}};
  testing::Test::RecordProperty("verifies", text.dump());
}

void expect_within(const std::string& quantity, double reached, double reference, double relative) {
  const double gate = relative * std::abs(reference);
  record(quantity, reached, reference, fmt::format("{:g} %", 100 * relative), std::abs(reached - reference) / gate);
  EXPECT_NEAR(reached, reference, gate) << quantity;
}

void expect_near(const std::string& quantity, double reached, double reference, double absolute) {
  record(quantity, reached, reference, fmt::format("± {:g}", absolute), std::abs(reached - reference) / absolute);
  EXPECT_NEAR(reached, reference, absolute) << quantity;
}

void expect_between(const std::string& quantity, double reached, double low, double high, double reference) {
  const double middle = 0.5 * (low + high);
  record(quantity, reached, reference, fmt::format("{:g} to {:g}", low, high),
         std::abs(reached - middle) / (high - middle));
  EXPECT_GE(reached, low) << quantity;
  EXPECT_LE(reached, high) << quantity;
}

void expect_below(const std::string& quantity, double reached, double limit) {
  record(quantity, reached, std::nan(""), fmt::format("< {:.4g}", limit), reached / limit);
  EXPECT_LT(reached, limit) << quantity;
}

}  // namespace crumple::test
