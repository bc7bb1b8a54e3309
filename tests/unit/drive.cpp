// `crumple drive`: laws and formulations along paths of strain against closed forms, with the same bits on two
// instruction sets. Units: mm, kg, ms, kN.
#include "app/drive.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "app/isa.hpp"
#include "app/options.hpp"
#include "base/error.hpp"
#include "contact_scene.hpp"
#include "tests/support/expect.hpp"

namespace crumple::test::drive {
namespace {

constexpr double young = 210, nu = 0.3;

const std::string elastic = "*KEYWORD\n*MAT_ELASTIC\n3,7.85e-6,210.,0.3\n";
const std::string metal =
    "*KEYWORD\n*MAT_PIECEWISE_LINEAR_PLASTICITY\n1,7.85e-6,210.,0.3,0.25\n,,7\n"
    "*DEFINE_CURVE\n7\n0,.25\n.1,.35\n.5,.45\n";
const std::string rubber = "*KEYWORD\n*MAT_MOONEY-RIVLIN_RUBBER\n1,1.1e-6,0.4995,0.0005,0.0002\n";

using Row = std::map<std::string, double>;

struct Driven {
  std::string text;       ///< of drive.csv
  std::vector<Row> rows;  ///< by the names of columns; blanks are 0
};

/// What a run in single precision sets for its process, denormals to zero, ends with this.
struct DenormalsKept {
  DenormalsKept() { std::fegetenv(&before); }
  ~DenormalsKept() { std::fesetenv(&before); }
  std::fenv_t before;
};

Driven drive(const std::string& deck, const std::vector<std::string>& words) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "crumple_driven";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "law.k") << deck;
  std::vector<std::string> all = {"drive", fmt::format("mat={}", (folder / "law.k").string()),
                                  fmt::format("o={}", folder.string())};
  all.insert(all.end(), words.begin(), words.end());
  ::testing::internal::CaptureStdout();
  const DenormalsKept kept;
  try {
    drive_material(world(), parse_options(all));
  } catch (...) {
    ::testing::internal::GetCapturedStdout();
    throw;
  }
  ::testing::internal::GetCapturedStdout();
  std::stringstream text;
  text << std::ifstream(folder / "drive.csv").rdbuf();
  std::filesystem::remove_all(folder);
  Driven driven{text.str(), {}};
  std::string line, word;
  std::vector<std::string> names;
  std::getline(text, line);
  for (std::istringstream words_of(line); std::getline(words_of, word, ',');) names.push_back(word);
  while (std::getline(text, line)) {
    driven.rows.emplace_back();
    std::istringstream values(line);
    for (const std::string& name : names) {
      std::getline(values, word, ',');
      driven.rows.back()[name] = word.empty() ? 0 : std::stod(word);
    }
  }
  return driven;
}

/// On the scalar and on the widest set; the bits are the same.
Driven drive_on_two(const std::string& deck, std::vector<std::string> words) {
  words.push_back("isa=scalar");
  const Driven scalar = drive(deck, words);
  words.back() = "isa=" + available_isas().back();
  const Driven widest = drive(deck, words);
  EXPECT_EQ(scalar.text, widest.text) << words.back();
  return widest;
}

/// Hooke's law, for a strain so small that its square is 1e-4 of it.
TEST(Drive, ElasticElementsOfAllFormulationsFollowHookesLaw) {
  constexpr double strain = 1e-4;
  const std::map<std::string, double> modulus = {
      {"tension", young},         {"strain", young * (1 - nu) / ((1 + nu) * (1 - 2 * nu))},
      {"plane", young / (1 - nu * nu)}, {"biaxial", young / (1 - nu)},
      {"volume", young / (1 - 2 * nu)}, {"shear", young / (2 * (1 + nu))}};
  for (const std::string_view form_name : drive_forms)
    for (const std::string_view path_name : drive_paths) {
      const std::string form(form_name), path(path_name);
      const bool is_shell = form.starts_with("shell");
      if (is_shell && path == "volume") continue;
      const std::string words = fmt::format("form={}|path={}", form, path);
      const Driven driven =
          drive(elastic, {"form=" + form, "path=" + path, "strain=1e-4", "steps=4", "precision=double"});
      ASSERT_EQ(driven.rows.size(), 4u) << words;
      const double stress = driven.rows.back().at(path == "shear" ? "s_xy" : "s_xx");
      const double expected = modulus.at(is_shell && path == "strain" ? "plane" : path) * strain;
      EXPECT_NEAR(stress, expected, 3e-4 * expected) << words;
    }
}

/// In tension the stress of 024 is E times the strain, then its curve at the plastic strain. The last digit printed is
/// 1e-9 of the stress; in single precision rounding of a thousand steps adds up to 1e-4. Kernels have the curve at 1024
/// equal steps, linear between them, which cut its corner at 0.1, where its slope falls by 0.75, by a quarter of that
/// and of a step at most.
TEST(Drive, A024FollowsItsCurve) {
  const auto curve = [](double ep) { return ep < 0.1 ? 0.25 + ep : 0.35 + 0.25 * (ep - 0.1); };
  constexpr double curve_step = 0.5 / 1023;
  for (const auto& [precision, tolerance] : {std::pair{"double", 1e-7}, std::pair{"single", 2e-4}})
    for (const char* form : {"solid1", "shell16"}) {
      const Driven driven = drive_on_two(
          metal, {"strain=0.3", fmt::format("precision={}", precision), fmt::format("form={}", form)});
      ASSERT_EQ(driven.rows.size(), 1000u);
      for (const Row& row : driven.rows) {
        const double ep = row.at("plastic_strain");
        const double expected = ep > 0 ? curve(ep) : young * row.at("e_xx");
        const double corner = std::fabs(ep - 0.1) < curve_step ? 0.25 * 0.75 * curve_step : 0;
        ASSERT_NEAR(row.at("s_xx"), expected, (ep == 0 ? 1e-3 : tolerance) * expected + corner) << form;
        ASSERT_NEAR(row.at("s_yy"), 0, 2e-4 * expected) << form;
      }
      EXPECT_GT(driven.rows.back().at("plastic_strain"), 0.297);
    }
}

/// Mooney and Rivlin: 2 (l^2 - 1/l) (A + B/l) for an incompressible rubber; PR 0.4995 makes it softer by a thousandth.
TEST(Drive, A027FollowsItsClosedForm) {
  const Driven driven = drive_on_two(rubber, {"strain=0.7,-0.5", "steps=500", "precision=double"});
  ASSERT_EQ(driven.rows.size(), 1000u);
  for (const Row& row : driven.rows) {
    const double l = std::exp(row.at("e_xx")), expected = 2 * (l * l - 1 / l) * (0.0005 + 0.0002 / l);
    ASSERT_NEAR(row.at("s_xx"), expected, 2e-3 * std::fabs(expected) + 1e-6) << row.at("e_xx");
  }
  EXPECT_NEAR(driven.rows.back().at("e_xx"), -0.5, 1e-9);
}

/// Cowper and Symonds: the yield stress is multiplied by 1 + (rate / C)^(1/P), here 1.5 and 2, of the plastic rate,
/// which is by a hundredth less than that of strain.
TEST(Drive, EachRateIsAPathOfItsOwn) {
  std::string rated = metal;
  rated.replace(rated.find(",,7"), 3, "32,5,7");
  const Driven driven = drive(rated, {"strain=0.2", "rate=1,32", "precision=double"});
  ASSERT_EQ(driven.rows.size(), 2000u);
  const Row &slow = driven.rows[999], &fast = driven.rows[1999];
  EXPECT_EQ(slow.at("rate"), 1);
  EXPECT_EQ(fast.at("rate"), 32);
  EXPECT_NEAR(fast.at("time"), 0.2 / 32, 1e-9);
  const auto curve = [](double ep) { return 0.35 + 0.25 * (ep - 0.1); };
  EXPECT_NEAR(slow.at("s_xx") / curve(slow.at("plastic_strain")), 1.5, 0.002);
  EXPECT_NEAR(fast.at("s_xx") / curve(fast.at("plastic_strain")), 2.0, 0.004);
}

TEST(Drive, CopiesAreDrivenAlike) {
  const Driven one = drive(metal, {"strain=0.1", "steps=20"});
  const Driven many = drive(metal, {"strain=0.1", "steps=20", "copies=37"});
  EXPECT_EQ(one.text, many.text);
}

TEST(Drive, WrongInputIsNamed) {
  const auto error = [](const std::string& deck, const std::vector<std::string>& words) -> std::string {
    try {
      drive(deck, words);
    } catch (const Error& problem) {
      return problem.what();
    }
    return "";
  };
  const std::string two = metal + "*MAT_ELASTIC\n9,7.85e-6,210.,0.3\n";
  EXPECT_NE(error(two, {"strain=0.1"}).find("it has materials 1, 9: choose one with material=ID"), std::string::npos);
  EXPECT_EQ(error(two, {"strain=0.1", "material=9", "steps=2"}), "");
  EXPECT_NE(error(two, {"strain=0.1", "material=5"}).find("has no such material of shells or solids, but 1, 9"),
            std::string::npos);
  EXPECT_NE(error("*KEYWORD\n*MAT_RIGID\n9,7.85e-6,210.,0.3\n", {"strain=0.1"}).find("there is no material"),
            std::string::npos);
  EXPECT_NE(error(rubber, {"strain=0.1", "form=shell2"}).find("expected solids only"), std::string::npos);
  EXPECT_EQ(error(metal, {}), "nothing to drive: give mat=FILE and strain=X or strain=X,Y,...");
  EXPECT_EQ(error(metal, {"strain=0.1", "form=shell2", "path=volume"}),
            "path=volume is for solids: shells strain through the thickness as their stress asks");
}

}  // namespace
}  // namespace crumple::test::drive
