// *MAT_091 SOFT_TISSUE and 092 SOFT_TISSUE_VISCO, of solids.
#include "deck/keywords/keywords.hpp"
#include "deck/orthotropic.hpp"
#include "kernels/materials/material_092_soft_tissue_visco.hpp"

namespace crumple::deck::soft_tissue_keywords {

using kernels::SoftTissue, kernels::ViscousSoftTissue;

constexpr auto card_1 =
    card_of(material_start, fills(&SoftTissue::c1, real("C1", "coefficient of I1 - 3", "force/area")),
            fills(&SoftTissue::c2, real("C2", "coefficient of I2 - 3", "force/area")),
            fills(&SoftTissue::c3, real("C3", "scale of the fibres' stress while they straighten", "force/area")),
            fills(&SoftTissue::c4, real("C4", "rate at which it rises over the stretch", "1")),
            fills(&SoftTissue::c5, real("C5", "modulus of straight fibres", "force/area")));
constexpr auto card_2 = card_of(
    fills(&SoftTissue::bulk, real("XK", "bulk modulus", "force/area")),
    fills(&SoftTissue::straight, real("XLAM", "stretch from which the fibres are straight", "1")),
    no_effect("FANG", "only for shells and AOPT = 3, which are errors"),
    fills(&SoftTissue::first_stretch, real("XLAM0", "stretch of the fibres at the start; 0: 1", "1")),
    alike(no_effect("FAILSF", "only for shells, which are errors"), "FAILSM", "FAILSHR"));
constexpr auto card_3 =
    card_of(real("AOPT", "axes: 0: by nodes; 2: by vectors A and B; < 0: *DEFINE_COORDINATE_...; others are errors"),
            real("AX", "vector A, the axis a, with AOPT = 2"), alike(real("AY", "vector A"), "AZ"),
            real("BX", "vector B, with AOPT = 2, in the plane of a and b"), alike(real("BY", "vector B"), "BZ"));
constexpr auto card_4 = card_of(real("LA1", "direction of the fibres in the axes a, b, c; all 0: a"),
                                alike(real("LA2", "the same"), "LA3"), refused("MACF", "interchanged axes", 0, {1, 1}));

constexpr Field share_card[] = {fills(&ViscousSoftTissue::share, 0, real("S1", "share that fades with the time T1")),
                                fills(&ViscousSoftTissue::share, 1, real("S2", "as S1")),
                                fills(&ViscousSoftTissue::share, 2, real("S3", "as S1")),
                                fills(&ViscousSoftTissue::share, 3, real("S4", "as S1")),
                                fills(&ViscousSoftTissue::share, 4, real("S5", "as S1")),
                                fills(&ViscousSoftTissue::share, 5, real("S6", "as S1"))};
constexpr Field time_card[] = {fills(&ViscousSoftTissue::time, 0, real("T1", "time in which S1 fades", "time")),
                               fills(&ViscousSoftTissue::time, 1, real("T2", "as T1", "time")),
                               fills(&ViscousSoftTissue::time, 2, real("T3", "as T1", "time")),
                               fills(&ViscousSoftTissue::time, 3, real("T4", "as T1", "time")),
                               fills(&ViscousSoftTissue::time, 4, real("T5", "as T1", "time")),
                               fills(&ViscousSoftTissue::time, 5, real("T6", "as T1", "time"))};

/// E and PR of a solid with that shear and bulk modulus.
void set_waves(Material& material, double shear, double bulk) {
  material.young = 9 * bulk * shear / (3 * bulk + shear);
  material.poisson = (3 * bulk - 2 * shear) / (2 * (3 * bulk + shear));
}

/// What both laws have; `law` has its own fields.
Card read_tissue(Cards& cards, Deck& deck, Material& material, SoftTissue& law) {
  const Card first = cards.next(card_1), second = cards.next(card_2), third = cards.next(card_3);
  const Card fourth = cards.next(card_4);
  start_material(first, material);
  expect_section_kind(deck, first, SectionKind::solid);
  law = filled<SoftTissue>(first, second);
  expect_not_negative(first, {"C1", "C2", "C3", "C4", "C5"});
  expect_not_negative(second, {"XLAM", "XLAM0"});
  expect_positive(second, {"XK"}, "a positive bulk modulus [force/area]");
  law.straight = std::max(law.straight, 1.0);
  if (law.first_stretch == 0) law.first_stretch = 1;
  const Vec3 given = fourth.vector("LA1", "LA2", "LA3");
  const Vec3 along = norm(given) > 0 ? normalized(given) : Vec3{1, 0, 0};
  law.fibre = {along.x, along.y, along.z};
  const double shear = 2 * (law.c1 + law.c2);
  if (!(shear > 0)) first.error("C1", "found no shear modulus, 2 (C1 + C2), expected a positive one [force/area]");
  set_waves(material, shear, law.bulk);
  read_solid_axes(deck, third, third, third, material, {"AX", "AY", "AZ"}, {"BX", "BY", "BZ"});
  return first;
}

Card read_soft_tissue(Cards& cards, Deck& deck, Material& material) {
  SoftTissue law;
  const Card first = read_tissue(cards, deck, material, law);
  material.law = law;
  return first;
}

Card read_viscous_tissue(Cards& cards, Deck& deck, Material& material) {
  SoftTissue elastic;
  const Card first = read_tissue(cards, deck, material, elastic), shares = cards.next(share_card),
             times = cards.next(time_card);
  auto law = filled<ViscousSoftTissue>(shares, times);
  static_cast<SoftTissue&>(law) = elastic;
  double most = 1;
  for (std::size_t i = 0; i < law.most_terms; ++i) {
    if (law.share[i] < 0) shares.error(shares.field(i), "found {}, expected none below 0", law.share[i]);
    if (law.share[i] > 0 && !(law.time[i] > 0))
      times.error(times.field(i), "found {} of a share of {}, expected a time", law.time[i], law.share[i]);
    most += law.share[i];
  }
  set_waves(material, most * 2 * (law.c1 + law.c2), law.bulk);
  material.law = law;
  return first;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_SOFT_TISSUE", "MAT_091", numbered(card_1, card_2, card_3, card_4), read_soft_tissue);
  add_material(registry, "MAT_SOFT_TISSUE_VISCO", "MAT_092",
               numbered(card_1, card_2, card_3, card_4, share_card, time_card), read_viscous_tissue);
}

}  // namespace crumple::deck::soft_tissue_keywords
