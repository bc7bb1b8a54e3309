// NumberMap against the standard library's map: the same answers for keys that collide, and entries in the order of
// their keys' coming.
#include "base/number_map.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

namespace crumple::number_map {
namespace {

TEST(NumberMap, IsEmptyAtFirst) {
  const NumberMap<int> map;
  EXPECT_EQ(map.size(), 0u);
  EXPECT_EQ(map.find(0), nullptr);
  EXPECT_FALSE(map.contains(~std::uint64_t(0)));
  EXPECT_EQ(map.begin(), map.end());
}

TEST(NumberMap, AnswersAsTheStandardLibrarys) {
  std::mt19937_64 random(7);
  for (const int shift : {0, 21, 42, 55}) {  // keys that differ in low, middle and high bits
    NumberMap<int> map;
    std::map<std::uint64_t, int> expected;
    std::vector<std::uint64_t> order;
    for (int i = 0; i < 5000; ++i) {
      const std::uint64_t key = (random() % 300) << shift;
      if (!expected.contains(key)) order.push_back(key);
      EXPECT_EQ(map.contains(key), expected.contains(key));
      EXPECT_EQ(++map[key], ++expected[key]);
    }
    EXPECT_EQ(map.size(), expected.size());
    std::vector<std::uint64_t> found;
    for (const auto& [key, value] : map) {
      found.push_back(key);
      EXPECT_EQ(value, expected[key]);
    }
    EXPECT_EQ(found, order);
    for (int i = 0; i < 5000; ++i) {
      const std::uint64_t key = (random() % 600) << shift;
      const int* value = map.find(key);
      ASSERT_EQ(value != nullptr, expected.contains(key));
      if (value) {
        EXPECT_EQ(*value, expected[key]);
      }
    }
  }
}

TEST(NumberMap, KeepsTheOutermostKeysApart) {
  NumberMap<int> map;
  map[0] = 1;
  map[~std::uint64_t(0)] = 2;
  EXPECT_EQ(*map.find(0), 1);
  EXPECT_EQ(*map.find(~std::uint64_t(0)), 2);
}

}  // namespace
}  // namespace crumple::number_map
