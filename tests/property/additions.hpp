// What a seeded test adds to a deck of the property tests: damping, loads, motions, ties, failure, switches of parts
// and the like, on its parts and on the nodes of its features. Used by combination.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/property/meshes.hpp"

namespace crumple::test {

/// Numbers that are the same on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::size_t below(std::size_t n) { return std::size_t(engine_() % n); }
  double between(double low, double high) { return low + (high - low) * double(engine_() >> 11) * 0x1p-53; }
  bool chance(double share) { return between(0, 1) < share; }
  template <class T>
  const T& of(const std::vector<T>& list) {
    return list.at(below(list.size()));
  }

 private:
  std::mt19937_64 engine_;
};

/// What additions refer to in a deck that has its numbers between commas.
struct DeckContents {
  struct Element {
    long id;
    int part;
    bool is_solid;
    std::vector<long> nodes;
  };
  double end_time = 0;
  std::map<long, Point> nodes;
  std::vector<Element> elements;          ///< shells and solids
  std::map<int, int> material, section;   ///< by part
  std::set<int> rigid_materials;
  std::vector<int> deformable_parts;      ///< that have shells or solids
  std::vector<long> element_nodes;        ///< of deformable parts
  std::vector<long> feature_nodes;        ///< of those, the ones in sets, welds, joints and conditions
};
DeckContents read_contents(const std::string& deck);

/// A kind of addition. `first_id` is the first of 100 free ids of nodes, elements, parts, sets, curves and the rest.
struct Addition {
  const char* name;
  void (*add)(std::string& deck, const DeckContents& contents, Random& random, int first_id);
};
const std::vector<Addition>& additions();

}  // namespace crumple::test
