// Small decks that between them use every feature that touches the state. Each says how to see that the feature was at
// work, and a change of the physics that must change the answer.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "tests/support/run_crumple.hpp"

namespace crumple::test {

struct Case {
  std::string name;
  std::string deck;
  std::function<void(const Run&)> at_work;  ///< expects that the feature took part in the run
  std::string from, to;                     ///< a change of the deck's physics
};

inline void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

std::vector<Case> element_cases();
std::vector<Case> material_cases();
std::vector<Case> condition_cases();
std::vector<Case> joint_cases();
std::vector<Case> contact_cases();
std::vector<Case> switch_cases();
std::vector<Case> all_cases();

/// The internal energy of a part at the end, from matsum.
double part_energy(const Run& run, int part);

/// Materials of steel: 1 elastic, 3 and 24 with yield 300 and a tangent modulus of 1000, 15 and 98.
std::string elastic(int id);
std::string kinematic(int id, double failure_strain = 0);
std::string piecewise(int id, double failure_strain = 0);
/// Like steel 4340 of Johnson and Cook (1985); fracture with D2 = d2, D1 = 0.015 d2 and the steel's D3 to D5.
std::string johnson_cook(int id, double d2 = 0);
std::string simplified_johnson_cook(int id, double failure_strain = 0);

}  // namespace crumple::test
