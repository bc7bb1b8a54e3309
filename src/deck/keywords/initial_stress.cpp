// *INITIAL_STRESS_SHELL, _SOLID: stresses and plastic strains at the start, as another run has left them (dynain).
#include <algorithm>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck::initial_stress_keywords {

constexpr auto head_card =
    card_of(id(IdOf::element, "EID", "shell"),
            integer("NPLANE", "points in the plane, over which the stress is averaged", 1),
            integer("NTHICK", "number of points through the thickness, of which NPLANE times as many follow", 1),
            integer("NHISV", "number of history values at each point, which are ignored with a warning"),
            integer("NTENSR", "tensors of history, an error"), integer("LARGE", "1: fields of 16 columns"),
            alike(no_effect("NTHINT", "thermal analysis only"), "NTHHSV"));
constexpr auto point_card = card_of(real("T", "position through the thickness, -1 bottom to 1 top", "1"),
                                    real("SIGXX", "stress in global axes", "force/area"),
                                    alike(real("SIGYY", "stress", "force/area"), "SIGZZ", "SIGXY", "SIGYZ", "SIGZX"),
                                    real("EPS", "plastic strain", "1"));
constexpr auto history_card =
    card_of(no_effect("HISV1", "ignored with a warning"),
            alike(no_effect("HISV2", "as HISV1"), "HISV3", "HISV4", "HISV5", "HISV6", "HISV7", "HISV8"));
constexpr auto large_card_1 = card_of(wide(real("T", "position through the thickness, -1 bottom to 1 top", "1"), 16),
                                      wide(real("SIGXX", "stress in global axes", "force/area"), 16),
                                      alike(wide(real("SIGYY", "stress", "force/area"), 16), "SIGZZ", "SIGXY"));
constexpr auto large_card_2 = card_of(
    alike(wide(real("SIGYZ", "stress", "force/area"), 16), "SIGZX"), wide(real("EPS", "plastic strain", "1"), 16),
    wide(no_effect("HISV1", "ignored with a warning"), 16), wide(no_effect("HISV2", "as HISV1"), 16));
constexpr auto large_history_card =
    card_of(alike(wide(no_effect("HISV3", "as HISV1"), 16), "HISV4", "HISV5", "HISV6", "HISV7"));

constexpr auto solid_card =
    card_of(id(IdOf::element, "EID", "solid"),
            integer("NINT", "points of the solid, over which the stress is averaged", 1),
            integer("NHISV", "number of history values, which are ignored with a warning"),
            integer("LARGE", "1: fields of 16 columns"), refused("IVEFLG", "an initial volume or energy"),
            no_effect("IALEGP", "only for fluids"), alike(no_effect("NTHINT", "thermal analysis only"), "NTHHSV"));
constexpr auto solid_stress_card = card_of(
    real("SIGXX", "stress in global axes", "force/area"),
    alike(real("SIGYY", "stress", "force/area"), "SIGZZ", "SIGXY", "SIGYZ", "SIGZX"),
    real("EPS", "plastic strain", "1"));
constexpr auto large_solid_card_1 =
    card_of(wide(real("SIGXX", "stress in global axes", "force/area"), 16),
            alike(wide(real("SIGYY", "stress", "force/area"), 16), "SIGZZ", "SIGXY", "SIGYZ"));
constexpr auto large_solid_card_2 = card_of(
    wide(real("SIGZX", "stress", "force/area"), 16), wide(real("EPS", "plastic strain", "1"), 16),
    wide(no_effect("HISV1", "ignored with a warning"), 16), alike(wide(no_effect("HISV2", "as HISV1"), 16), "HISV3"));
constexpr auto large_solid_history_card =
    card_of(alike(wide(no_effect("HISV4", "as HISV1"), 16), "HISV5", "HISV6", "HISV7", "HISV8"));

/// Laws of shells that compute the stress from the total strain.
constexpr int laws_of_total_strain[] = {34, 58};

/// Passes over `n_values` values, so many to a card.
void skip_history(Cards& cards, std::span<const Field> form, int n_values) {
  for (int k = 0; k < n_values; k += int(form.size())) cards.next(form);
}

ShellStress::Point read_point(Cards& cards, bool is_large, int n_history) {
  const Card first = is_large ? cards.next(large_card_1) : cards.next(point_card);
  const Card second = is_large ? cards.next(large_card_2) : first;
  const ShellStress::Point point{first.real("T"),
                                 {first.real("SIGXX"), first.real("SIGYY"), first.real("SIGZZ"), first.real("SIGXY"),
                                  second.real("SIGYZ"), second.real("SIGZX")},
                                 second.real("EPS")};
  if (point.place < -1 || point.place > 1) first.error("T", "found {}, expected -1 to 1", point.place);
  if (is_large)
    skip_history(cards, large_history_card, n_history - 2);
  else
    skip_history(cards, history_card, n_history);
  return point;
}

/// Points at the same place through the thickness become one, with their mean; in order.
void average_in_plane(std::vector<ShellStress::Point>& points) {
  std::ranges::stable_sort(points, {}, &ShellStress::Point::place);
  std::vector<ShellStress::Point> means;
  for (std::size_t begin = 0, end = 0; begin < points.size(); begin = end) {
    while (end < points.size() && points[end].place - points[begin].place < 1e-4) ++end;
    ShellStress::Point& mean = means.emplace_back(points[begin]);
    for (std::size_t i = begin + 1; i < end; ++i) {
      for (std::size_t c = 0; c < 6; ++c) mean.stress[c] += points[i].stress[c];
      mean.plastic_strain += points[i].plastic_strain;
    }
    for (double& stress : mean.stress) stress /= double(end - begin);
    mean.plastic_strain /= double(end - begin);
  }
  points = std::move(means);
}

void read_shell_stresses(Cards& cards, const Options&, Deck& deck) {
  while (cards.more()) {
    const Card head = cards.next(head_card);
    const int n_planes = head.integer("NPLANE"), n_history = head.integer("NHISV");
    const int n_points = n_planes * head.integer("NTHICK");
    if (n_planes < 1) return head.error("NPLANE", "found {}, expected 1 or more", n_planes);
    if (head.integer("NTENSR") != 0) return head.error("NTENSR", "found tensors of history, expected none");
    if (n_points < 1) return head.error("NTHICK", "found {}, expected 1 or more", head.integer("NTHICK"));
    if (n_planes > 1) head.warn("NPLANE", "the stress is the mean of the points in the plane");
    if (n_history > 0) head.warn("NHISV", "values of history are left out: their order is that of LS-DYNA's materials");
    ShellStress stress;
    for (int k = 0; k < n_points; ++k)
      stress.points.push_back(read_point(cards, head.integer("LARGE") == 1, n_history));
    if (n_planes > 1)
      average_in_plane(stress.points);
    else
      std::ranges::stable_sort(stress.points, {}, &ShellStress::Point::place);
    deck.later(Phase::conditions, [&deck, head, stress]() mutable {
      stress.shell = deck.shell_index.find(head.id("EID"));
      if (stress.shell == none) return head.error("EID", "shell {} is not defined", head.id("EID"));
      const Material& material = deck.model.materials[deck.model.material_of(deck.model.shells[stress.shell])];
      if (std::ranges::find(laws_of_total_strain, material.number()) != std::end(laws_of_total_strain))
        return head.error("EID", "shell {} has material {}, whose law knows no stress but that of its strain",
                          head.id("EID"), material.id);
      deck.model.shell_stresses.push_back(std::move(stress));
    });
  }
}

/// The stress of one point of a solid.
SolidStress read_point_of_solid(Cards& cards, bool is_large, int n_history) {
  const Card first = is_large ? cards.next(large_solid_card_1) : cards.next(solid_stress_card);
  const Card second = is_large ? cards.next(large_solid_card_2) : first;
  skip_history(cards, is_large ? std::span<const Field>(large_solid_history_card) : history_card,
               is_large ? n_history - 3 : n_history);
  return {none,
          {first.real("SIGXX"), first.real("SIGYY"), first.real("SIGZZ"), first.real("SIGXY"), first.real("SIGYZ"),
           second.real("SIGZX")},
          second.real("EPS")};
}

void read_solid_stresses(Cards& cards, const Options&, Deck& deck) {
  const Card head = cards.next(solid_card);
  const int n_history = head.integer("NHISV"), n_points = head.integer("NINT");
  if (n_points < 1) return head.error("NINT", "found {}, expected 1 or more", n_points);
  if (n_history > 0) head.warn("NHISV", "values of history are left out: their order is that of LS-DYNA's materials");
  if (n_points > 1) head.warn("NINT", "the stress is the mean of the points");
  SolidStress stress;
  for (int k = 0; k < n_points; ++k) {
    const SolidStress point = read_point_of_solid(cards, head.integer("LARGE") == 1, n_history);
    for (std::size_t c = 0; c < 6; ++c) stress.stress[c] += point.stress[c] / n_points;
    stress.plastic_strain += point.plastic_strain / n_points;
  }
  deck.later(Phase::conditions, [&deck, head, stress]() mutable {
    stress.solid = deck.solid_index.find(head.id("EID"));
    if (stress.solid == none) return head.error("EID", "solid {} is not defined", head.id("EID"));
    const Part& part = deck.model.parts[deck.model.solids[stress.solid].part];
    if (!deck.model.materials[part.material].has_no_stress() && !keeps_given_stress(deck.model, part))
      return head.error("EID", "solid {} is of material type {}, expected {}", head.id("EID"),
                        deck.model.materials[part.material].number(), laws_of_given_stress);
    deck.model.solid_stresses.push_back(stress);
  });
}

void add_to(Registry& registry) {
  registry.ignore("INITIAL_STRAIN_SHELL", "strains of an earlier run are for output alone; those of d3plot begin at 0");
  registry.add("INITIAL_STRESS_SOLID", {},
               {{"1", solid_card},
                {"2", solid_stress_card},
                {"behind 2, NHISV values", history_card},
                {"2, with LARGE = 1", large_solid_card_1},
                {"3, with LARGE = 1", large_solid_card_2},
                {"behind 3, more than three of NHISV", large_solid_history_card}},
               each(read_solid_stresses));
  registry.add("INITIAL_STRESS_SHELL", {},
               {{"1", head_card},
                {"2 ...", point_card},
                {"behind each 2, NHISV values", history_card},
                {"2 ..., with LARGE = 1", large_card_1},
                {"3 ..., with LARGE = 1", large_card_2},
                {"behind each 3, more than two of NHISV", large_history_card}},
               read_shell_stresses);
}

}  // namespace crumple::deck::initial_stress_keywords
