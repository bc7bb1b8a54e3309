// The page of `crumple check` on decks of which much is not known: short, counted, with first places, and soon there.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "app/check_deck.hpp"
#include "app/options.hpp"

namespace crumple::check_page {
namespace {

constexpr const char* unknown[] = {
    "BATTERY_ECHEM_CELL", "BOUNDARY_CYCLIC", "BOUNDARY_SPC_SYMMETRY_PLANE", "CASE", "COMPONENT_GEBOD_MALE",
    "COMPONENT_HYBRIDIII", "CONSTRAINED_BUTT_WELD", "CONSTRAINED_COORDINATE", "CONSTRAINED_EULER_IN_EULER",
    "CONSTRAINED_SHELL_IN_SOLID", "CONSTRAINED_LOCAL", "CONSTRAINED_MULTIPLE_GLOBAL", "CONSTRAINED_POINTS",
    "CONSTRAINED_BEARING", "CONSTRAINED_SOLID_IN_SOLID", "CONSTRAINED_SOIL_PILE",
    "CONSTRAINED_SPLINE", "CONTACT_DRAWBEAD", "CONTACT_GEBOD_ARM", "CONTACT_GUIDED_CABLE",
    "CONTACT_COUPLING", "CONTACT_AUTO_MOVE", "CONTROL_COARSEN", "CONTROL_BULK_FLOW", "CONTROL_PORE_FLUID",
    "CONTROL_STEADY_STATE_ROLLING", "CONTROL_STAGED_CONSTRUCTION", "DAMPING_STRUCTURAL",
    "DEFINE_ADAPTIVE_SOLID_TO_SPH", "DEFINE_CONSTRUCTION_STAGES", "DEFINE_CPM_VENT",
    "DEFINE_CONNECTION_PROPERTIES", "DEFINE_SPOTWELD_RUPTURE", "ELEMENT_LANCING", "ELEMENT_TRIM", "EOS_JWL",
    "INITIAL_DETONATION", "INITIAL_HISTORY_NODE", "INTERFACE_LINKING_SEGMENT", "LOAD_ALE_CONVECTION",
    "LOAD_SUPERPLASTIC_FORMING", "LOAD_SSA", "PERTURBATION_MAT", "RIGIDWALL_PLANAR_ORTHO", "FREQUENCY_DOMAIN_FRF",
    "USER_LOADING", "COSIM_FMI", "PERTURBATION_SHELL_THICKNESS", "DUALCESE_MODEL", "LSO_DOMAIN",
    "CONTACT_AUTOMATIC_SINGLE_SURFACE_ORTHO_FRICTION"};
constexpr std::size_t n_unknown = std::size(unknown);

const std::string small =
    "*KEYWORD\n*CONTROL_TERMINATION\n1.0\n*MAT_ELASTIC\n1,7.8e-9,210000.,0.3\n*SECTION_SHELL\n1,2\n1.5\n*PART\nskin\n"
    "1,1,1\n*NODE\n1,0,0,0\n2,1,0,0\n3,1,1,0\n4,0,1,0\n*ELEMENT_SHELL\n1,1,1,2,3,4\n";

std::string check(const std::string& deck, bool substitutes = false, Options options = {}) {
  const std::string name = std::filesystem::temp_directory_path() / fmt::format("crumple_check_{}.k", ::getpid());
  std::ofstream(name, std::ios::binary) << deck << "*END\n";
  options.deck = name;
  options.substitutes = substitutes;
  const DeckCheck page = check_deck(options);
  std::filesystem::remove(name);
  return page.text + "\n" + page.verdict + "\n";
}

TEST(CheckPage, OfFiftyUnknownKeywords) {
  std::string deck = small;
  for (std::size_t i = 0; i < n_unknown; ++i)
    for (std::size_t k = 0; k <= i % 3; ++k) deck += fmt::format("*{}\n{},1\n", unknown[i], i + 1);
  const std::string page = check(deck);
  EXPECT_LT(std::ranges::count(page, '\n'), 25 + std::ptrdiff_t(n_unknown)) << page;
  for (const char* name : unknown) EXPECT_NE(page.find(fmt::format("*{}", name)), page.npos) << name;
  EXPECT_NE(page.find("       3 x  "), page.npos) << page;
  EXPECT_NE(page.find(".k:19: *BATTERY_ECHEM_CELL; left out\n"), page.npos) << page;
  EXPECT_NE(page.find("*CONTACT_COUPLING; left out\n"), page.npos) << page;
  EXPECT_NE(page.find("; read as *CONTACT_AUTOMATIC_SINGLE_SURFACE\n"), page.npos) << page;
  EXPECT_NE(page.find("*PERTURBATION_MAT: most similar: *PERTURBATION_NODE; left out\n"), page.npos) << page;
  EXPECT_NE(page.find("*FREQUENCY_DOMAIN_FRF: this asks for vibrations by frequency"), page.npos) << page;
  EXPECT_NE(page.find("The deck does not run as it is."), page.npos);
  for (std::size_t at = 0; at < page.size(); at = page.find('\n', at) + 1)
    EXPECT_LT(page.find('\n', at) - at, 210u) << page.substr(at, 300);
}

void expect_line(const std::string& page, const std::string& line) {
  EXPECT_NE(page.find(line + "\n"), page.npos) << "expected: " << line << "\n" << page;
}

TEST(CheckPage, ShareOfKeywords) {
  expect_line(check(small), "Takes 7 of 7 keywords as they are, 7 of 7 different ones");
  // of 11 the unknown one and both hourglass controls are not; the section that no part has is
  const std::string deck = small + "*SECTION_SHELL\n2,13\n1.5\n*HOURGLASS\n1,-9\n*HOURGLASS\n2,-9\n*ALE_SMOOTHING\n1\n";
  const std::string page = check(deck);
  expect_line(page, "Takes 8 of 11 keywords as they are, 7 of 9 different ones");
  expect_line(check(deck, true), "Takes 8 of 11 keywords as they are, 7 of 9 different ones");
}

TEST(CheckPage, ValuesAreToldApart) {
  std::string deck = small;
  for (const int type : {-9, -8, -9, -9}) deck += fmt::format("*HOURGLASS\n{},{}\n", deck.size(), type);
  const std::string page = check(deck);
  EXPECT_NE(page.find("       3 x  "), page.npos) << page;
  EXPECT_NE(page.find("IHQ: found -9"), page.npos) << page;
  EXPECT_NE(page.find("IHQ: found -8"), page.npos) << page;
}

TEST(CheckPage, PartsAndMaterials) {
  // 1 x 1 x 1.5 of steel: 1.17e-8 t; sqrt(210000 / 7.8e-9) = 5.1887e6 mm/s
  const std::string page = check(small);
  expect_line(page, "           1         1  1.1700E-08       001  skin");
  expect_line(page, "           1   001  7.8000E-09  2.1000E+05  5.1887E+06");
  expect_line(page, "Units: mm, s, t (N, MPa), to judge by 1 of 1 material");
  EXPECT_EQ(page.find("is a unit wrong?"), page.npos);
}

TEST(CheckPage, AUnitThatIsWrong) {
  const std::string page = check(small +
                                 "*MAT_ELASTIC\n2,2.7e-9,70000.,0.3\n*PART\nb\n2,1,2\n*ELEMENT_SHELL\n2,2,1,2,3,4\n"
                                 "*MAT_ELASTIC\n3,7.8,210000.,0.3\n*PART\nc\n3,1,3\n*ELEMENT_SHELL\n3,3,1,2,3,4\n");
  expect_line(page, "Units: mm, s, t (N, MPa), to judge by 2 of 3 materials");
  EXPECT_NE(page.find("warning: material 3: density 7.8 and modulus 2.1e+05 give a wave speed of 164.1; in mm, s, t "
                      "(N, MPa) that is 7.8e+12 kg/m^3, 2.1e+11 Pa and 0.164 m/s: is a unit wrong?"),
            page.npos)
      << page;
  std::string heavy = small;
  heavy.replace(heavy.find("7.8e-9"), 6, "7.8e9");
  expect_line(check(heavy), "Units: no usual set suits any of the materials");
}

TEST(CheckPage, ContactsWallsAndLoads) {
  const std::string page = check(small +
                                 "*CONTACT_AUTOMATIC_SINGLE_SURFACE_ID\n7,all\n0\n0.2,0.1\n\n"
                                 "*RIGIDWALL_PLANAR\n0\n0,0,-1,0,0,1,0.3\n"
                                 "*BOUNDARY_SPC_NODE\n1,0,1,1,1\n"
                                 "*DEFINE_CURVE\n5\n0,1\n1,1\n*LOAD_BODY_Z\n5,9810.\n*LOAD_NODE_POINT\n3,3,5,1.\n");
  expect_line(page, "           7  single surface, 1 face, 4 nodes, SOFT 0, FS 0.2, FD 0.1  all");
  EXPECT_NE(page.find("plane, for all nodes, FRIC 0.3\n"), page.npos) << page;
  expect_line(page, "           1  accelerations along z, of the whole model");
  expect_line(page, "           1  forces on nodes");
  expect_line(page, "           1  nodes with fixed degrees of freedom");
}

TEST(CheckPage, Pfiles) {
  const std::string name = std::filesystem::temp_directory_path() / fmt::format("crumple_check_{}.p", ::getpid());
  std::ofstream(name) << "decomposition { method rcb }\n";
  Options options;
  options.pfile = name;
  const std::string page = check(small, false, options);
  expect_line(page, "Pfile " + name + "\n  decomposition { method rcb }");
  expect_line(page, "The deck runs.");
  std::ofstream(name) << "decomposition { method nonsense }\n";
  const std::string wrong = check(small, false, options);
  EXPECT_NE(wrong.find("Errors in the pfile\n"), wrong.npos) << wrong;
  EXPECT_EQ(wrong.find("The deck runs."), wrong.npos);
  std::filesystem::remove(name);
}

TEST(CheckPage, KeywordsOfAMegabyte) {
  const auto repeated = [](const std::string& word, int n) {
    std::string text;
    for (int i = 0; i < n; ++i) text += word;
    return text;
  };
  const std::string deck = small + "*" + repeated("A_", 500000) + "\n1\n*CONTACT_TIED_NODES_TO_SURFACE" +
                           repeated("_IX", 300000) + "\n1\n*DATABASE_" + repeated("X", 1000000) + "\n1\n*MAT_" +
                           repeated("Q", 1000000) + "\n1\n";
  for (const bool substitutes : {false, true}) {
    const auto start = std::chrono::steady_clock::now();
    const std::string page = check(deck, substitutes);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    EXPECT_LT(page.size(), 3000u);
    EXPECT_LT(seconds.count(), 5) << "0.2 s are usual";
  }
}

}  // namespace
}  // namespace crumple::check_page
