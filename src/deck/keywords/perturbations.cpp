// *PERTURBATION_NODE: places of nodes, changed before the run by a sum of sines.
// Source: LS-DYNA Keyword Manual, *PERTURBATION, harmonic fields.
#include <numbers>

#include "base/same_bits.hpp"
#include "deck/keywords/keywords.hpp"

namespace crumple::deck::perturbations_keywords {

constexpr Field first_card[] = {
    integer("TYPE", "1: harmonic; others (fading, files, spectra, random numbers) are errors", 1),
    id(IdOf::set, "NSID", "node set; 0: all nodes"),
    real("SCL", "scale", "1", 1),
    integer("CMP", "what is changed: 1 x, 2 y, 3 z, 4 x and y, 5 y and z, 6 z and x, 7 all", 7),
    refused("ICOORD", "a coordinate system other than the global one"),
    no_effect("CID", "only for other coordinate systems")};
constexpr auto harmonic_card = card_of(
    real("AMPL", "amplitude of each sine", "length", 1),
    real("XWL", "wavelength of sin(2 pi (x + XOFF) / XWL), the first of the sum; 0: without this sine", "length"),
    real("XOFF", "offset of its x", "length"), real("YWL", "wavelength along y, whose sine is added", "length"),
    real("YOFF", "offset of y", "length"), real("ZWL", "wavelength along z", "length"),
    real("ZOFF", "offset of z", "length"));

struct Harmonics {
  double amplitude = 0;
  Vec3 wavelength, offset;  ///< [length]
  DofMask directions = 0;

  Vec3 at(const Vec3& x) const {
    double sum = 0;
    for (int c = 0; c < 3; ++c)
      if (wavelength[c] != 0) sum += same_bits::sin(2 * std::numbers::pi * (x[c] + offset[c]) / wavelength[c]);
    Vec3 change;
    for (int c = 0; c < 3; ++c) change[c] = directions >> c & 1 ? amplitude * sum : 0;
    return change;
  }
};

void read_node_perturbation(Cards& cards, const Options&, Deck& deck) {
  const Card first = cards.next(first_card);
  if (const int type = first.integer("TYPE"); type != 1)
    return first.error("TYPE", "found {}, expected 1 (harmonic)", type);
  const Card second = cards.next(harmonic_card);
  cards.expect_end();
  Harmonics field{first.real("SCL") * second.real("AMPL"), second.vector("XWL", "YWL", "ZWL"),
                  second.vector("XOFF", "YOFF", "ZOFF"), dof_of_code(choice(first, "CMP", 1, 7))};
  if (field.wavelength == Vec3{}) second.error("XWL", "XWL, YWL and ZWL are 0, expected a wavelength");
  deck.later(Phase::moves, [&deck, first, field] {
    std::vector<Vec3>& places = deck.model.nodes.position;
    if (first.id("NSID") == 0) {
      for (Vec3& place : places) place += field.at(place);
      return;
    }
    for (const Index node : nodes_of_set(deck, first, "NSID")) {
      Vec3& place = places[std::size_t(node)];
      place += field.at(place);
    }
  });
}

void add_to(Registry& registry) {
  registry.add("PERTURBATION_NODE", {}, numbered(first_card, harmonic_card), read_node_perturbation);
}

}  // namespace crumple::deck::perturbations_keywords
