// The pfile and recursive coordinate bisection.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "decomp/methods/methods.hpp"
#include "decomp/pfile.hpp"

namespace crumple {
namespace {

Pfile parse(const std::string& text) {
  const auto path = std::filesystem::temp_directory_path() / "crumple-test.pfile";
  std::ofstream(path) << text;
  return read_pfile(path.string());
}

std::string message_of(const std::string& text) {
  try {
    parse(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Pfile, ReadsAbbreviatedSectionsCommentsAndTransformations) {
  const Pfile pfile = parse("gen { nodump nobeamout dboutonly } # as shipped with a benchmark\nDECOMP {sy 48 silist 6\n rz 90}\n");
  // sy first, then a quarter turn about z: x' = -48 y, y' = x
  const Vec3 p = pfile.partition.transformation * Vec3{1, 1, 1};
  EXPECT_NEAR(p.x, -48, 1e-12);  // cos(pi/2) is 6e-17
  EXPECT_NEAR(p.y, 1, 1e-12);
  EXPECT_EQ(p.z, 1);
  EXPECT_EQ(pfile.ignored.size(), 4u);
}

TEST(Pfile, ErrorsNameTheLineAndWhatWasExpected) {
  EXPECT_NE(message_of("decomp { sy\n fast }").find(":2: pfile: sy: found 'fast', expected a number"), std::string::npos);
  EXPECT_NE(message_of("d { }").find("'d' is more than one section"), std::string::npos);
  EXPECT_NE(message_of("gen { nodunp }").find("'nodunp' is no option of general"), std::string::npos);
  EXPECT_NE(message_of("gen { nodump").find("ends where an option or '}' is expected"), std::string::npos);
  EXPECT_NE(message_of("decomp { sx 0 }").find("expected a scale factor greater than 0"), std::string::npos);
}

TEST(Rcb, BalancesAnyNumberOfRanksAndCutsTheLongestSide) {
  std::vector<Vec3> centres;
  for (int i = 0; i < 70; ++i)
    for (int j = 0; j < 10; ++j) centres.push_back({double(i), double(j), 0});
  for (const int n : {1, 2, 3, 5, 7, 8}) {
    const std::vector<int> rank = partition_rcb(centres, std::vector<float>(centres.size(), 1.0f), n);
    std::vector<int> count(n, 0);
    for (const int r : rank) ++count[r];
    // equal weights: each cut is at most half an element off, and there are at most three levels of cuts
    EXPECT_LE(*std::max_element(count.begin(), count.end()) - *std::min_element(count.begin(), count.end()), 3) << n;
  }
  const std::vector<int> halves = partition_rcb(centres, std::vector<float>(centres.size(), 1.0f), 2);
  for (std::size_t e = 0; e < centres.size(); ++e) EXPECT_EQ(halves[e], centres[e].x < 35 ? 0 : 1);
}

TEST(Rcb, FollowsWeights) {
  std::vector<Vec3> centres;
  std::vector<float> weights;
  for (int i = 0; i < 100; ++i) centres.push_back({double(i), 0, 0}), weights.push_back(i < 20 ? 4.0f : 1.0f);
  const std::vector<int> rank = partition_rcb(centres, weights, 2);
  // the total is 160: half of it is in the first 20 elements
  EXPECT_EQ(std::count(rank.begin(), rank.end(), 0), 20);
}

}  // namespace
}  // namespace crumple
