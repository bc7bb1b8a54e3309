// What the keywords of airbags have in common.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "deck/deck.hpp"

namespace crumple::deck {

/// A gas that is blown into a bag, and the fields of its card.
struct BlownGas {
  Card card;
  std::string_view flow, temperature, heat_field;  ///< curves of mass rate and temperature; its heat capacity
  double molar_mass = 0;
  std::array<double, 3> heat{};  ///< molar heat capacity at constant pressure: constant, slope, half the curvature
};

/// `curve` is that which the field names, once curves are known; none for 0.
void set_curve(Deck& deck, const Card& card, std::string_view field, Index& curve);
/// The gases that flow in as one: their masses together, their heat capacities and gas constants by mass, and the
/// temperature with which the enthalpy is that of all. `constant`: of gases [energy/(mole temperature)].
void mix_gases(Deck& deck, const std::vector<BlownGas>& gases, double constant, BagGas& mixture);
/// The area of the shells of a part at the start [length^2].
double area_of_shells(const Deck& deck, Index part);
/// A closed skin has each edge once in each direction. Warns if it has not.
void check_closed(const Card& card, std::string_view field, const std::vector<std::array<Index, 4>>& skin,
                  const std::vector<Id>& node_ids);

}  // namespace crumple::deck
