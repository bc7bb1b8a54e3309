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
    "CONSTRAINED_LINEAR_LOCAL", "CONSTRAINED_MULTIPLE_GLOBAL", "CONSTRAINED_NODE_SET", "CONSTRAINED_POINTS",
    "CONSTRAINED_RIVET", "CONSTRAINED_SHELL_TO_SOLID", "CONSTRAINED_SOIL_PILE", "CONSTRAINED_TIED_NODES_FAILURE",
    "CONTACT_DRAWBEAD", "CONTACT_GEBOD_ARM", "CONTACT_GUIDED_CABLE", "CONTACT_INTERIOR", "CONTACT_SLIDING_ONLY",
    "CONTROL_COARSEN", "CONTROL_EXPLOSIVE_SHADOW", "CONTROL_REFINE_SHELL", "CONTROL_REMESHING",
    "CONTROL_STAGED_CONSTRUCTION", "DAMPING_FREQUENCY_RANGE", "DEFINE_ADAPTIVE_SOLID_TO_SPH",
    "DEFINE_CONSTRUCTION_STAGES", "DEFINE_CPM_VENT", "DEFINE_HEX_SPOTWELD_ASSEMBLY", "DEFINE_SPOTWELD_RUPTURE",
    "ELEMENT_LANCING", "ELEMENT_TRIM", "EOS_JWL", "INITIAL_DETONATION", "INITIAL_STRAIN_SHELL",
    "INTERFACE_LINKING_SEGMENT", "LOAD_BLAST_ENHANCED", "LOAD_BODY_RX", "LOAD_SSA", "PERTURBATION_NODE",
    "RIGIDWALL_FORCE_TRANSDUCER", "TERMINATION_NODE", "USER_LOADING", "COSIM_FMI", "PERTURBATION_SHELL_THICKNESS",
    "DUALCESE_MODEL", "LSO_DOMAIN", "CONTACT_AUTOMATIC_SINGLE_SURFACE_SMOOTH"};
constexpr std::size_t n_unknown = std::size(unknown);

const std::string small =
    "*KEYWORD\n*CONTROL_TERMINATION\n1.0\n*MAT_ELASTIC\n1,7.8e-9,210000.,0.3\n*SECTION_SHELL\n1,2\n1.5\n*PART\nskin\n"
    "1,1,1\n*NODE\n1,0,0,0\n2,1,0,0\n3,1,1,0\n4,0,1,0\n*ELEMENT_SHELL\n1,1,1,2,3,4\n";

std::string check(const std::string& deck, bool substitutes = false) {
  const std::string name = std::filesystem::temp_directory_path() / fmt::format("crumple_check_{}.k", ::getpid());
  std::ofstream(name, std::ios::binary) << deck << "*END\n";
  Options options;
  options.deck = name;
  options.substitutes = substitutes;
  const std::string page = check_deck(options).text;
  std::filesystem::remove(name);
  return page;
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
  EXPECT_NE(page.find("*CONTACT_INTERIOR; left out\n"), page.npos) << page;
  EXPECT_NE(page.find("; read as *CONTACT_AUTOMATIC_SINGLE_SURFACE\n"), page.npos) << page;
  EXPECT_NE(page.find("*LOAD_BODY_RX: most similar: *LOAD_BODY_X; left out\n"), page.npos) << page;
  EXPECT_NE(page.find("*DAMPING_FREQUENCY_RANGE: this asks for damping in a frequency range"), page.npos) << page;
  EXPECT_NE(page.find("The deck does not run as it is."), page.npos);
  for (std::size_t at = 0; at < page.size(); at = page.find('\n', at) + 1)
    EXPECT_LT(page.find('\n', at) - at, 210u) << page.substr(at, 300);
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
