// Writes the decks of the property tests, which between them use every feature that touches the state, as NAME.k into a
// folder: write_decks FOLDER. For scripts/arm-check, which runs them on another kind of processor.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "tests/property/cases.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: write_decks FOLDER\n", stderr);
    return 2;
  }
  using namespace crumple::test;
  const std::filesystem::path folder = argv[1];
  std::filesystem::create_directories(folder);
  for (const Case& c : all_cases()) {
    std::ofstream file(folder / (c.name + ".k"));
    file << c.deck;
    if (!file.flush()) {
      std::fprintf(stderr, "cannot write %s\n", (folder / (c.name + ".k")).c_str());
      return 1;
    }
  }
}
