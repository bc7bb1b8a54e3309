#include "deck/gas_bags.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace crumple::deck {

void set_curve(Deck& deck, const Card& card, std::string_view field, Index& curve) {
  deck.later(Phase::conditions, [&deck, card, field, &curve] {
    curve = card.id(field) == 0 ? none : deck.find(deck.curves, card, field);
  });
}

namespace {

/// Molar heat capacity over the molar mass.
double heat_of(const BlownGas& gas, double temperature) {
  return (gas.heat[0] + temperature * (gas.heat[1] + temperature * gas.heat[2])) / gas.molar_mass;
}

/// A curve of the deck, or null after an error.
const Curve* blown_curve(Deck& deck, const Card& card, std::string_view field) {
  const Index found = deck.find(deck.curves, card, field);
  return found == none || deck.model.curves[found].x.empty() ? nullptr : &deck.model.curves[found];
}

}  // namespace

void mix_gases(Deck& deck, const std::vector<BlownGas>& gases, double constant, BagGas& mixture) {
  std::vector<std::pair<const Curve*, const Curve*>> flows;  // of mass, temperature
  std::vector<double> times;
  double mass = 0, heat = 0, r = 0;
  std::vector<double> heats;
  for (const BlownGas& gas : gases) {
    const Curve *flow = blown_curve(deck, gas.card, gas.flow), *hot = blown_curve(deck, gas.card, gas.temperature);
    if (!flow || !hot) return;
    double own = 0, warm = 0;
    for (std::size_t i = 1; i < flow->x.size(); ++i) {
      const double amount = 0.5 * (flow->y[i] + flow->y[i - 1]) * (flow->x[i] - flow->x[i - 1]);
      own += amount;
      warm += amount * hot->evaluate(0.5 * (flow->x[i] + flow->x[i - 1]));
    }
    if (!(own > 0)) return gas.card.error(gas.flow, "curve {} lets no gas in, expected a positive mass", flow->id);
    heats.push_back(heat_of(gas, warm / own));
    mass += own;
    heat += own * heats.back();
    r += own * constant / gas.molar_mass;
    flows.emplace_back(flow, hot);
    for (const Curve* curve : {flow, hot}) times.insert(times.end(), curve->x.begin(), curve->x.end());
  }
  mixture.cp = heat / mass;
  mixture.cv = mixture.cp - r / mass;
  if (!(mixture.cv > 0))
    return gases.front().card.error(gases.front().heat_field,
                                    "found specific heats {} at constant volume and {} at constant pressure, expected "
                                    "positive ones",
                                    mixture.cv, mixture.cp);
  std::ranges::sort(times);
  times.erase(std::ranges::unique(times).begin(), times.end());
  Curve rate, temperature;
  double last = flows.front().second->y.front();
  for (const double time : times) {
    double sum = 0, enthalpy = 0;
    for (std::size_t k = 0; k < flows.size(); ++k) {
      const double flow = flows[k].first->evaluate(time);
      sum += flow;
      enthalpy += flow * heats[k] * flows[k].second->evaluate(time);
    }
    if (sum > 0) last = enthalpy / (sum * mixture.cp);
    rate.y.push_back(sum);
    temperature.y.push_back(last);
  }
  rate.x = temperature.x = times;
  mixture.inflow = Index(deck.model.curves.size());
  mixture.inflow_temperature.curve = mixture.inflow + 1;
  deck.model.curves.push_back(std::move(rate));
  deck.model.curves.push_back(std::move(temperature));
}

double area_of_shells(const Deck& deck, Index part) {
  const Model& model = deck.model;
  double area = 0;
  for (const Index shell : deck.part_elements.shells[part]) {
    const auto at = [&](std::size_t k) { return model.nodes.position[model.shells[shell].nodes[k]]; };
    area += 0.5 * norm(cross(at(2) - at(0), at(3) - at(1)));
  }
  return area;
}

void check_closed(const Card& card, std::string_view field, const std::vector<std::array<Index, 4>>& skin,
                  const std::vector<Id>& node_ids) {
  std::map<std::pair<Index, Index>, int> times;  // an edge from one node to the other, less those the other way round
  for (const auto& face : skin)
    for (std::size_t i = 0; i < 4; ++i) {
      const Index from = face[i], to = face[(i + 1) % 4];
      if (from != to) times[std::minmax(from, to)] += from < to ? 1 : -1;
    }
  const auto is_open = [](const auto& edge) { return edge.second != 0; };
  const auto n_open = std::ranges::count_if(times, is_open);
  if (n_open == 0) return;
  const auto first = std::ranges::find_if(times, is_open)->first;
  card.warn(field,
            "the skin is not closed, or its faces do not agree in which side is outside: {} edges, "
            "the first from node {} to {}; the volume is wrong",
            n_open, node_ids[first.first], node_ids[first.second]);
}

}  // namespace crumple::deck
