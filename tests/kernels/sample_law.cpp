#include "tests/kernels/sample_law.hpp"

#include "kernels/law_list.hpp"

namespace crumple::test {

using namespace crumple::kernels;

namespace {

template <class Law>
Law with_yield(const SampleLaw& numbers) {
  Law law;
  static_cast<YieldParameters&>(law) = numbers;
  return law;
}

template <class Law>
Law with_flow(const SampleLaw& numbers) {
  Law law;
  static_cast<JohnsonCookFlow&>(law) = numbers.johnson_cook;
  law.viscoplastic = numbers.viscoplastic;
  law.failure_strain = numbers.failure_strain;
  return law;
}

template <class Law>
Law with_elasticity() {
  Law law;
  static_cast<OrthotropicElasticity&>(law) = {2e5, 1e5, 1e5, 0.1, 0.1, 0.2, 4e4, 3e4, 3.5e4};
  return law;
}

template <class Law>
Law composite() {
  Law law = with_elasticity<Law>();
  law.strength = {300, 200, 100, 150, 80};
  law.soft = 0.6;
  law.effective_strain = 1e15;
  return law;
}

}  // namespace

LawParameters law_of(int number, const SampleLaw& numbers) {
  auto kinematic = with_yield<PlasticKinematic>(numbers);
  kinematic.beta = numbers.beta;
  auto plastic = with_yield<CompressionTension>(numbers);
  plastic.compression = plastic.tension = 0.2 * numbers.yield;
  auto failing = with_yield<DamagedPlasticity>(numbers);
  failing.exponent = 1.5;
  failing.fading = 2;
  failing.has_critical = 1;
  const SoftTissue tissue{.c1 = 8e4, .c2 = 2e4, .c3 = 100, .c4 = 20, .c5 = 4e3, .bulk = 2e6, .straight = 1.001,
                          .fibre = {0.6, 0.8, 0}};
  ViscousSoftTissue fading;
  static_cast<SoftTissue&>(fading) = tissue;
  fading.share = {0.5, 0.2};
  fading.time = {1e-3, 1e-2};
  auto sheet = with_yield<TransverselyAnisotropic>(numbers);
  sheet.lankford = numbers.lankford;
  auto johnson_cook = with_flow<JohnsonCook>(numbers);
  johnson_cook.fracture = numbers.fracture;
  johnson_cook.least_fracture_strain = numbers.least_fracture_strain;
  auto fabric = with_elasticity<Fabric>();
  fabric.slackens = 1;
  fabric.is_isotropic = numbers.variant == 4;
  auto damaged = composite<EnhancedComposite>();
  damaged.criterion = numbers.variant == 4 ? 55 : 54;
  damaged.a_strain = damaged.b_strain = 0.003;
  damaged.tension_after_crush = 0.7;
  damaged.compression_after_crush = 2;
  auto laminated = composite<LaminatedFabric>();
  laminated.surface = numbers.variant % 3 - 1;
  laminated.exponent.fill(1.5);
  laminated.remainder[a_tension] = 0.4;
  LowDensityFoam urethane;
  FuChangFoam chang;
  for (FoamParameters* foam : std::initializer_list<FoamParameters*>{&urethane, &chang}) {
    foam->cutoff = 300;
    foam->hysteretic = 0.3;
    foam->shape = 2;
  }
  const Honeycomb honeycomb{.young = {8e4, 6e4, 5e4},
                            .shear = {3e4, 2e4, 4e4},
                            .compact_young = 2e5,
                            .compact_poisson = 0.3,
                            .yield = 80,
                            .compact_volume = 0.997,
                            .tensile_failure = 0.004};
  ModifiedHoneycomb modified;
  static_cast<Honeycomb&>(modified) = honeycomb;
  modified.engineering = 1;
  const SoilAndFoam soil{.shear = 8e4, .unloading = 2e5, .a0 = 900, .a1 = 20, .cutoff = -50, .tears = 1};
  const JohnsonHolmquistCeramics ceramics{.shear = 8e4, .a = 0.9, .b = 0.3, .c = 0.01, .m = 0.6, .n = 0.6,
                                          .tension = 200, .elastic_limit = 3e3, .elastic_limit_pressure = 1500,
                                          .bulking = 1, .d1 = 0.005, .d2 = 1, .k1 = 1.3e5, .k2 = 1e5};
  const JohnsonHolmquistConcrete concrete{.shear = 8e4, .a = 0.8, .b = 1.6, .c = 0.01, .n = 0.6, .strength = 300,
                                          .tension = 100, .crushing = 200, .crushing_compaction = 1e-3,
                                          .locking = 800, .locking_compaction = 0.01, .d1 = 0.04, .d2 = 1,
                                          .k1 = 2.5e5, .failure = 0.2};
  const DeshpandeFleckFoam metal_foam{.alpha = 1.8, .gamma = 2e3, .alpha2 = 500, .beta = 2, .densification = 0.5,
                                      .yield = 0.5 * numbers.yield, .failure = 0.1};
  auto rolled = with_yield<Barlat>(numbers);
  rolled.a = 1.1;
  rolled.h = 0.95;
  rolled.p = 1.05;
  rolled.viscoplastic = rolled.failure_strain = 0;
  ViscousFoam viscous;
  viscous.cutoff = 300;
  viscous.hysteretic = 0.3;
  viscous.modulus = {200, 100};
  viscous.rate = {300, 20};
  const Cscm capped{.bulk = 1.75e5, .shear = 8e4, .compression = {90, 0.3, 60, 2e-3},
                    .torsion = {0.74735, 1e-4, 0.17, 1e-3}, .extension = {0.66, 1e-4, 0.16, 1e-3}, .ratio = 5,
                    .first_cap = 600, .compaction = 0.05, .d1 = 2.5e-5, .d2 = 3.5e-9, .energy_c = 1e4, .energy_t = 1e2,
                    .energy_s = 1e2, .rates = 1, .time_c = 1e-4, .rate_power_c = 0.8, .time_t = 1e-4,
                    .rate_power_t = 0.5, .most_c = 30, .most_t = 20, .erosion = 1.01, .kept = 0.5};
  auto weld = with_yield<SolidSpotWeld>(numbers);
  weld.viscoplastic = 0;
  weld.elements = 2;
  weld.strength = {100, 80, 60};
  const DampedFoam damped{.young = 1e5, .stiffening = 3, .viscosity = 20, .viscous_young = 5e4, .thickening = 0.3};
  const ElasticFluid fluid{.bulk = 1.7e5, .viscosity = 0.1, .cavitation = 500};
  const MohrCoulomb coulomb{.cohesion = 0.5 * numbers.yield, .sine = 0.4, .cosine = 0.9165, .flow_sine = 0.2};
  const DruckerPrager prager{.slope = 0.4, .strength = 0.6 * numbers.yield, .dilation = 0.2};
  const LawParameters laws[] = {damped, fluid, coulomb, prager, failing, capped, weld, rolled, viscous,
                                ModifiedCrushableFoam{.tension_cutoff = numbers.yield},
                                Samp{.plastic_poisson = 0.3, .fading = 0.02, .fading_width = 0.02},
                                Elastic{}, with_elasticity<OrthotropicElastic>(), kinematic,
                                soil, modified, ceramics, concrete,
                                metal_foam, BilkhuDuboisFoam{.tension = 0.1 * numbers.yield},
                                Viscoelastic{1.5e5, 8e4, 2e4, 300}, BlatzKo{1.6e5}, NullMaterial{.viscosity = 0.3},
                                johnson_cook, with_yield<PiecewiseLinear>(numbers), honeycomb, MooneyRivlin{8e4, 2e4},
                                fabric, sheet, ClosedCellFoam{80, 30, -2, 50, 0.1}, damaged, urethane, laminated,
                                CrushableFoam{numbers.yield},
                                Hyperelastic{.c = {8e4, 2e4, 0, 1e3}, .bulk = 2e6}, chang,
                                with_flow<SimplifiedJohnsonCook>(numbers), plastic, tissue, fading,
                                HillFoam{.c = {8e4, 2e4}, .b = {2, -1}, .n = 0.4}, SimplifiedRubber{2e6}};
  for (const LawParameters& law : laws)
    if (law.number == number) return law;
  return {};
}

}  // namespace crumple::test
