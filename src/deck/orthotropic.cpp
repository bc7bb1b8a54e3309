#include "deck/orthotropic.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "base/same_bits.hpp"
#include "deck/keywords/keywords.hpp"

namespace crumple::deck {
namespace {

/// The axes along x and y of a coordinate system.
void resolve_frame(Deck& deck, const Card& option, Id material) {
  const Id wanted = option.shifted(Id(-option.real("AOPT")), IdOf::definition);
  const Index frame = deck.find(deck.frames, option, "AOPT", wanted);
  if (frame == none) return;
  Material& own = deck.model.materials[deck.materials.find(material)];
  if (!own.axes) return;
  own.axes->vector = deck.model.frames[frame].axes.row[0];
  own.axes->other = deck.model.frames[frame].axes.row[1];
}

/// The largest modulus of a wave in the plane, over directions: of the acoustic tensor's larger value.
double wave_modulus(const OrthotropicElasticity& o) {
  const double poisson_ab = o.poisson_ba * o.young_a / o.young_b, d = 1 - poisson_ab * o.poisson_ba;
  const double aa = o.young_a / d, bb = o.young_b / d, ab = o.poisson_ba * aa, shear = o.shear_ab;
  double largest = 0;
  constexpr int directions = 180;
  for (int k = 0; k <= directions; ++k) {
    const double angle = 0.5 * std::numbers::pi * k / directions, c = same_bits::cos(angle), s = same_bits::sin(angle);
    const double xx = aa * c * c + shear * s * s, yy = bb * s * s + shear * c * c, xy = (ab + shear) * c * s;
    largest = std::max(largest, 0.5 * (xx + yy) + same_bits::hypot(0.5 * (xx - yy), xy));
  }
  return largest;
}

}  // namespace

void read_axes(Deck& deck, const AxesCards& cards, Material& material) {
  MaterialAxes axes;
  axes.angle = cards.angle_card.real(cards.angle);
  const double option = cards.option.real("AOPT");
  const Card* card = nullptr;
  if (option < 0) {
    axes.rule = MaterialAxes::Rule::along;
    deck.later(Phase::bodies, [&deck, card = cards.option, id = material.id] { resolve_frame(deck, card, id); });
  } else if (option == 2) {
    axes.rule = MaterialAxes::Rule::along;
    axes.vector = deck.placement->motion.linear * (card = &cards.a)->vector("A1", "A2", "A3");
  } else if (option == 3) {
    axes.rule = MaterialAxes::Rule::across;
    axes.vector = deck.placement->motion.linear * (card = &cards.v)->vector("V1", "V2", "V3");
  } else if (option != 0) {
    cards.option.error("AOPT", "found {}, expected 0, 2, 3 or less than 0: 1 and 4 are of solids", option);
  }
  if (card && norm(axes.vector) == 0)
    card->error(option == 2 ? "A1" : "V1", "found a vector of no length, which AOPT = {} needs", option);
  material.axes = axes;
}

void read_solid_axes(Deck& deck, const Card& option_card, const Card& a, const Card& d, Material& material,
                     const VectorFields& a_fields, const VectorFields& d_fields) {
  const auto vector = [&deck](const Card& card, const VectorFields& fields) {
    return deck.placement->motion.linear * card.vector(fields[0], fields[1], fields[2]);
  };
  MaterialAxes axes;
  const double option = option_card.real("AOPT");
  if (option != 0) axes.rule = MaterialAxes::Rule::along;
  if (option < 0) {
    deck.later(Phase::bodies, [&deck, option_card, id = material.id] { resolve_frame(deck, option_card, id); });
  } else if (option == 2) {
    axes.vector = vector(a, a_fields);
    axes.other = vector(d, d_fields);
    if (norm(cross(axes.vector, axes.other)) == 0)
      a.error(a_fields[0], "the vectors A and D span no plane, which AOPT = 2 needs");
  } else if (option != 0) {
    option_card.error("AOPT", "found {}, expected 0, 2 or less than 0", option);
  }
  material.axes = axes;
}

void check_orthotropy(const Card& first, const Card& second, OrthotropicElasticity& o) {
  const auto positive = [](const Card& card, std::string_view field) {
    if (!(card.real(field) > 0))
      card.error(field, "found {}, expected a positive modulus [force/area]", card.real(field));
    return card.real(field) > 0;
  };
  const bool given = positive(first, "EA") & positive(first, "EB") & positive(second, "GAB");
  for (const auto& [field, modulus] : {std::pair{"GBC", &o.shear_bc}, std::pair{"GCA", &o.shear_ca}})
    if (*modulus <= 0) {
      second.warn(field, "found {}: GAB is taken for the transverse shear", *modulus);
      *modulus = o.shear_ab;
    }
  if (given && !(o.poisson_ba * o.poisson_ba * o.young_a < o.young_b))
    first.error("PRBA", "found {}, expected less than sqrt(EB / EA) = {}", o.poisson_ba,
                std::sqrt(o.young_b / o.young_a));
}

void set_isotropic_equivalent(const OrthotropicElasticity& elastic, Material& material) {
  if (!(elastic.young_a > 0 && elastic.young_b > 0)) return;  // an error has been noted
  const double square = elastic.poisson_ba * elastic.poisson_ba * elastic.young_a / elastic.young_b;
  material.poisson = std::copysign(std::sqrt(square), elastic.poisson_ba);
  material.young = wave_modulus(elastic) * (1 - square);
}

}  // namespace crumple::deck
