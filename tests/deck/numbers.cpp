// Numbers as decks spell them.
#include "deck/numbers.hpp"

#include <gtest/gtest.h>

namespace crumple::deck::numbers {
namespace {

TEST(Numbers, RealsInAllSpellings) {
  EXPECT_EQ(parse_real("1.5"), 1.5);
  EXPECT_EQ(parse_real(" 7 "), 7.0);
  EXPECT_EQ(parse_real(".5"), 0.5);
  EXPECT_EQ(parse_real("-.5"), -0.5);
  EXPECT_EQ(parse_real("+2."), 2.0);
  EXPECT_EQ(parse_real("1.000000E8"), 1e8);
  EXPECT_EQ(parse_real("1e+08"), 1e8);
  EXPECT_EQ(parse_real("2.0-3"), 2.0e-3);
  EXPECT_EQ(parse_real("2.90000+7"), 2.9e7);
  EXPECT_EQ(parse_real("-1.5-2"), -1.5e-2);
  EXPECT_EQ(parse_real("1.5D3"), 1500.0);
  EXPECT_EQ(parse_real("1.5d-3"), 1.5e-3);
  EXPECT_EQ(parse_real("1.5d+3"), 1500.0);
  EXPECT_EQ(parse_real("1e-999"), 0.0);
}

TEST(Numbers, WhatIsNoReal) {
  for (const char* text : {"", " ", "abc", "1.2.3", "1 2", "1e", "--1", "inf", "nan", "1e999", "0x10", "1-2-3", "\t1"})
    EXPECT_FALSE(parse_real(text)) << '"' << text << '"';
}

TEST(Numbers, WholeNumbersMayLookReal) {
  EXPECT_EQ(parse_integer("12"), 12);
  EXPECT_EQ(parse_integer("1."), 1);
  EXPECT_EQ(parse_integer("-3.0"), -3);
  EXPECT_EQ(parse_integer("+4"), 4);
  EXPECT_EQ(parse_integer("1e3"), 1000);
  EXPECT_EQ(parse_integer("999999999999"), 999999999999);
  EXPECT_FALSE(parse_integer("1.5"));
  EXPECT_FALSE(parse_integer("x"));
}

}  // namespace
}  // namespace crumple::deck::numbers
