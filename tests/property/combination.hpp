// A deck of the property tests with additions, and a way to run it that must not change its answer: number of ranks and
// threads, instruction set, cut, redistribution, storage, modes of MPI, restarts at every dump. All of it follows from
// a seed. Used by multiplied.cpp with fixed seeds and by tools/multiply for a given time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/property/cases.hpp"

namespace crumple::test {

/// An addition to the deck or to the way it is run. Whatever is left out beside it, it stays the same.
struct Item {
  bool of_deck;
  std::size_t kind;  ///< place in additions(), or in the list of ways
  std::uint64_t seed;
};

struct Combination {
  std::string name, deck;  ///< of the case, without additions
  std::string precision;
  std::vector<Item> items;
};

/// With `on_mpi` some runs are on MPI.
Combination combine(const Case& base, std::uint64_t seed, bool on_mpi);

/// What became of a combination.
struct Outcome {
  std::string refused;                   ///< why the program does not run the deck at all; empty: it does
  std::vector<std::string> differences;  ///< between runs; empty: none
  std::string deck, pfile;               ///< as run
  std::vector<std::string> commands;     ///< of the reference and of the run that differs
};

/// Runs the combination. Leaves no files.
Outcome check(const Combination& combination);

/// Leaves out of the deck's additions, from the last one on, until the program runs it.
Outcome check_accepted(Combination& combination);

/// Leaves out one item after the other as long as runs still differ.
Combination shrink(const Combination& combination);

/// E.g. "SpotWelds single precision + gravity + 5 ranks".
std::string describe(const Combination& combination);

/// Writes deck.k, pfile, and in README what differs and the command lines, into a folder.
void write_report(const std::string& folder, const Combination& combination, const Outcome& outcome);

}  // namespace crumple::test
