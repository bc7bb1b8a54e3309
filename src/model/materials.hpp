// The laws of materials as the deck gives them, one struct per *MAT keyword.
// Part of the Model (model.hpp); `physics/element_constants` turns them into what the kernels use.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/conditions.hpp"
#include "model/curve.hpp"
#include "model/discrete_beams.hpp"

namespace crumple {

/// *MAT_001 ELASTIC
struct MaterialElastic {
  static constexpr int number = 1;
  CRUMPLE_DESCRIBE()
};

/// Elasticity along a shell's axes a, b and c.
struct Orthotropy {
  double young_a = 0, young_b = 0, young_c = 0;           ///< EA, EB, EC [force/area]
  double poisson_ba = 0, poisson_ca = 0, poisson_cb = 0;  ///< PRBA, PRCA, PRCB
  double shear_ab = 0, shear_bc = 0, shear_ca = 0;        ///< GAB, GBC, GCA [force/area]
  CRUMPLE_DESCRIBE(plain(young_a, young_b, young_c, poisson_ba, poisson_ca, poisson_cb, shear_ab, shear_bc, shear_ca))
};

/// *MAT_002 ORTHOTROPIC_ELASTIC, of shells
struct MaterialOrthotropicElastic {
  static constexpr int number = 2;
  Orthotropy elastic;
  CRUMPLE_DESCRIBE(plain(elastic))
};

/// What the strengths of composites have in common: along a and b in tension and compression, and in shear.
struct CompositeStrength {
  double xt = 0, xc = 0, yt = 0, yc = 0, sc = 0;  ///< [force/area]; 0: unlimited
  double soft = 1;                                ///< SOFT: share left beside deleted elements
  double least_step = 0;                          ///< TFAIL, TSIZE: an element with a smaller step goes [time]; 0: none
  double effective_strain = 0;                    ///< EFS, ERODS: at failure; 0: none
  CRUMPLE_DESCRIBE(plain(xt, xc, yt, yc, sc, soft, least_step, effective_strain))
};

/// *MAT_054 and 055 ENHANCED_COMPOSITE_DAMAGE
struct MaterialEnhancedComposite {
  static constexpr int number = 54;
  Orthotropy elastic;
  CompositeStrength strength;
  bool tsai_wu = false;                   ///< CRIT = 55
  double shear_weight = 0;                ///< BETA: in fibre tension
  double tension_after_crush = 0;         ///< FBRT
  double compression_after_crush = 0;     ///< YCFAC
  double a_strain = 0, a_shortening = 0;  ///< DFAILT, -DFAILC
  double b_strain = 0, shear_strain = 0;  ///< DFAILM, DFAILS
  CRUMPLE_DESCRIBE(plain(elastic, strength, tsai_wu, shear_weight, tension_after_crush, compression_after_crush,
                         a_strain, a_shortening, b_strain, shear_strain))
};

/// *MAT_058 LAMINATED_COMPOSITE_FABRIC; modes: a in tension and compression, b so, shear.
struct MaterialLaminatedFabric {
  static constexpr int number = 58;
  Orthotropy elastic;
  CompositeStrength strength;
  int surface = -1;                     ///< FS
  std::array<double, 5> peak_strain{};  ///< E11T, E11C, E22T, E22C, GMS
  std::array<double, 5> remainder{};    ///< SLIMT1, SLIMC1, SLIMT2, SLIMC2, SLIMS
  CRUMPLE_DESCRIBE(plain(elastic, strength, surface, peak_strain, remainder))
};

/// *MAT_034 FABRIC, FORM = 0
struct MaterialFabric {
  static constexpr int number = 34;
  Orthotropy elastic;
  bool is_isotropic = false;  ///< EB = 0
  bool slackens = false;      ///< CSE = 1: no compression
  CRUMPLE_DESCRIBE(plain(elastic, is_isotropic, slackens))
};

/// *MAT_003 PLASTIC_KINEMATIC
struct MaterialPlasticKinematic {
  static constexpr int number = 3;
  double yield = 0;           ///< SIGY [force/area]
  double tangent = 0;         ///< ETAN [force/area]
  double beta = 0;            ///< 0 kinematic ... 1 isotropic
  double rate_c = 0;          ///< SRC, Cowper-Symonds C [1/time]; 0: no rate effect
  double rate_p = 0;          ///< SRP, Cowper-Symonds P
  double failure_strain = 0;  ///< FS; 0: none
  bool viscoplastic = false;  ///< VP
  CRUMPLE_DESCRIBE(plain(yield, tangent, beta, rate_c, rate_p, failure_strain, viscoplastic))
};

/// *MAT_009 NULL. Of shells: mass and contact but no stress; E and PR serve the stiffness of contact alone. Of solids:
/// a fluid, whose parts have an equation of state.
struct MaterialNull {
  static constexpr int number = 9;
  bool is_fluid = false;
  double viscosity = 0;       ///< MU [force time/area]
  double largest_volume = 0;  ///< TEROD: relative volume at erosion in tension; 0: none
  double least_volume = 0;    ///< CEROD: the same in compression
  CRUMPLE_DESCRIBE(plain(is_fluid, viscosity, largest_volume, least_volume))
};

/// *MAT_020 RIGID
struct MaterialRigid {
  static constexpr int number = 20;
  int constraint_frame = 0;  ///< CMO: +1 global constraints, 0 none, -1 local frame
  int translation = 0;       ///< CON1 for CMO = 1: 0..7 as LS-DYNA
  int rotation = 0;          ///< CON2 for CMO = 1: 0..7
  Index local_frame = none;  ///< for CMO = -1: position in Model::frames
  DofMask local_dof = 0;     ///< for CMO = -1: fixed degrees of freedom in that frame
  CRUMPLE_DESCRIBE(plain(constraint_frame, translation, rotation, local_dof), ref::frame(local_frame))
};

/// *MAT_024 PIECEWISE_LINEAR_PLASTICITY. Hardening is given, in this order of precedence, by `rate_strain` +
/// `hardening` (a table), `hardening[0]` (a curve or EPS/ES points), or `tangent`.
struct MaterialPiecewiseLinearPlasticity {
  static constexpr int number = 24;
  double yield = 0;           ///< SIGY [force/area]
  double tangent = 0;         ///< ETAN [force/area]
  double failure_strain = 0;  ///< FAIL; 0: none
  double rate_c = 0;          ///< C [1/time]; 0: no rate effect
  double rate_p = 0;          ///< P
  bool viscoplastic = false;  ///< VP
  std::vector<Curve> hardening;     ///< yield stress [force/area] over effective plastic strain; one per rate
  std::vector<double> rate_strain;  ///< strain rates of the curves of a table [1/time], ascending; else empty
  CRUMPLE_DESCRIBE(plain(yield, tangent, failure_strain, rate_c, rate_p, viscoplastic, hardening, rate_strain))
};

/// *MAT_027 MOONEY-RIVLIN_RUBBER
struct MaterialMooneyRivlin {
  static constexpr int number = 27;
  double a = 0, b = 0;  ///< A, B [force/area]
  CRUMPLE_DESCRIBE(plain(a, b))
};

/// *MAT_037 TRANSVERSELY_ANISOTROPIC_ELASTIC_PLASTIC, of shells
struct MaterialTransverselyAnisotropic {
  static constexpr int number = 37;
  double yield = 0;              ///< SIGY [force/area]
  double hardening_modulus = 0;  ///< ETAN: of plastic strain [force/area]
  double lankford = 1;           ///< R: width over thickness strain in a pull
  std::vector<Curve> hardening;  ///< at most one, HLCID: yield stress [force/area] over effective plastic strain
  CRUMPLE_DESCRIBE(plain(yield, hardening_modulus, lankford, hardening))
};

/// What foams have in common: nominal stresses in principal directions.
struct FoamUnloading {
  double cutoff = 0;            ///< TC: largest tension [force/area]
  bool tears = false;           ///< FAIL: no tension any more once it was reached
  double hysteretic = 1;        ///< HU: 1 no energy is lost
  double shape = 1;             ///< SHAPE
  bool bulk_viscosity = false;  ///< BVFLAG: that of all solids
  double damping = 0;           ///< DAMP: linear coefficient of the bulk viscosity
  CRUMPLE_DESCRIBE(plain(cutoff, tears, hysteretic, shape, bulk_viscosity, damping))
};

/// *MAT_057 LOW_DENSITY_FOAM
struct MaterialLowDensityFoam {
  static constexpr int number = 57;
  FoamUnloading unloading;
  double decay = 0;           ///< BETA [1/time]
  std::vector<Curve> stress;  ///< one, LCID: nominal stress [force/area] over nominal strain in compression
  CRUMPLE_DESCRIBE(plain(unloading, decay, stress))
};

/// *MAT_083 FU_CHANG_FOAM, tabulated
struct MaterialFuChangFoam {
  static constexpr int number = 83;
  FoamUnloading unloading;
  bool engineering_rate = false;    ///< SFLAG = 1: rates of the nominal strain
  std::vector<Curve> stress;        ///< as above, one per rate
  std::vector<double> rate_strain;  ///< rates of the curves [1/time], ascending
  CRUMPLE_DESCRIBE(plain(unloading, engineering_rate, stress, rate_strain))
};

/// *MAT_077_H HYPERELASTIC_RUBBER and *MAT_077_O OGDEN_RUBBER
struct MaterialHyperelastic {
  static constexpr int number = 77;
  std::array<double, 6> c{};            ///< C10 C01 C11 C20 C02 C30 [force/area]
  std::array<double, 8> mu{}, alpha{};  ///< Ogden: MU [force/area], ALPHA; all 0: the polynomial
  double bulk = 0;                      ///< [force/area]
  CRUMPLE_DESCRIBE(plain(c, mu, alpha, bulk))
};

/// *MAT_181 SIMPLIFIED_RUBBER
struct MaterialSimplifiedRubber {
  static constexpr int number = 181;
  double bulk = 0;          ///< KM [force/area]
  std::vector<Curve> test;  ///< one: nominal stress [force/area] over nominal strain of the uniaxial test
  CRUMPLE_DESCRIBE(plain(bulk, test))
};

/// *MAT_063 CRUSHABLE_FOAM: principal stresses are cut off at the yield stress of the volumetric strain.
struct MaterialCrushableFoam {
  static constexpr int number = 63;
  std::vector<Curve> yield;      ///< one: yield stress [force/area] over volumetric strain 1 - V/V0 (LCID)
  double tension_cutoff = 0;     ///< TSC [force/area]
  double damping = 0.1;          ///< DAMP, rate sensitivity by damping, 0.05 to 0.5
  CRUMPLE_DESCRIBE(plain(yield, tension_cutoff, damping))
};

/// *MAT_006 VISCOELASTIC, of solids: the shear modulus falls from G0 to GI as GI + (G0 - GI) exp(-BETA t).
struct MaterialViscoelastic {
  static constexpr int number = 6;
  double bulk = 0;                         ///< BULK [force/area]
  double short_shear = 0, long_shear = 0;  ///< G0, GI [force/area]
  double decay = 0;                        ///< BETA [1/time]
  CRUMPLE_DESCRIBE(plain(bulk, short_shear, long_shear, decay))
};

/// *MAT_007 BLATZ-KO_RUBBER, of solids; PR is 0.463
struct MaterialBlatzKo {
  static constexpr int number = 7;
  double shear = 0;  ///< G [force/area]
  CRUMPLE_DESCRIBE(plain(shear))
};

/// *MAT_026 HONEYCOMB, of solids: crushes along its own axes a, b, c, each component of the stress by itself, until it
/// is compacted.
struct MaterialHoneycomb {
  static constexpr int number = 26;
  std::array<double, 3> young{}, shear{};  ///< EAAU, EBBU, ECCU, GABU, GBCU, GCAU: before it is crushed [force/area]
  double yield = 0;                        ///< SIGY, compacted [force/area]
  double compact_volume = 0;               ///< VF: relative volume at which it is compacted
  std::vector<Curve> strength;             ///< of aa, bb, cc, ab, bc, ca [force/area] over volumetric strain 1 - V/V0
  double tensile_failure = 0, shear_failure = 0;  ///< TSEF, SSEF: strains at failure; 0: none
  bool bulk_viscosity = false;                    ///< BULK
  CRUMPLE_DESCRIBE(plain(young, shear, yield, compact_volume, strength, tensile_failure, shear_failure, bulk_viscosity))
};

/// Flow stress of Johnson & Cook, of *MAT_015 and *MAT_098: (A + B ep^N) (1 + C ln(rate / EPSO)) above EPSO.
struct JohnsonCookFlow {
  double a = 0, b = 0;            ///< A, B [force/area]
  double n = 0, c = 0;            ///< N, C
  double reference_rate = 1;      ///< EPSO [1/time]
  bool viscoplastic = false;      ///< VP
  CRUMPLE_DESCRIBE(plain(a, b, n, c, reference_rate, viscoplastic))
};

/// *MAT_015 JOHNSON_COOK; the volume is elastic. Without `specific_heat` the temperature stays `room`.
struct MaterialJohnsonCook {
  static constexpr int number = 15;
  JohnsonCookFlow flow;
  double m = 0;                       ///< M, of the softening 1 - T*^M
  double melting = 0, room = 0;       ///< TM, TR [temperature]
  double specific_heat = 0;           ///< CP [energy/(mass temperature)]
  std::array<double, 5> fracture{};   ///< D1..D5; all 0: does not fail
  double least_fracture_strain = 0;   ///< EFMIN
  CRUMPLE_DESCRIBE(plain(flow, m, melting, room, specific_heat, fracture, least_fracture_strain))
};

/// *MAT_098 SIMPLIFIED_JOHNSON_COOK
struct MaterialSimplifiedJohnsonCook {
  static constexpr int number = 98;
  JohnsonCookFlow flow;
  double failure_strain = 0;         ///< PSFAIL; 0: none
  double largest_static_stress = 0;  ///< SIGMAX, without the rate effect [force/area]; 0: none
  double largest_stress = 0;         ///< SIGSAT [force/area]; 0: none
  CRUMPLE_DESCRIBE(plain(flow, failure_strain, largest_static_stress, largest_stress))
};

/// *MAT_100 SPOTWELD: bilinear isotropic hardening of a weld beam; fails by its resultants,
/// (Nrr/NRR)^2 + (Nrs/NRS)^2 + (Nrt/NRT)^2 + (Mrr/MRR)^2 + (Mss/MSS)^2 + (Mtt/MTT)^2 >= 1, by plastic strain or time.
struct MaterialSpotWeld {
  static constexpr int number = 100;
  double yield = 0;             ///< SIGY [force/area]
  double tangent = 0;           ///< EH: plastic hardening modulus [force/area]
  double step = 0;              ///< DT: least time step, met by scaling the weld's mass [time]; 0: none
  double failure_time = 0;      ///< TFAIL [time]; 0: none
  double failure_strain = 0;    ///< EFAIL; 0: none
  std::array<double, 3> force_limit{};   ///< NRR, NRS, NRT [force]; 0: not checked
  std::array<double, 3> moment_limit{};  ///< MRR, MSS, MTT [force length]; 0: not checked
  int filter = 0;               ///< NF: resultants averaged over so many cycles before they are checked
  CRUMPLE_DESCRIBE(plain(yield, tangent, step, failure_time, failure_strain, force_limit, moment_limit, filter))
};

/// *MAT_SEATBELT (B01), of belt elements: tension over engineering strain, loading and unloading.
struct MaterialSeatbelt {
  static constexpr int number = 1001;
  double mass_per_length = 0;  ///< MPUL [mass/length]
  double least_length = 0;     ///< LMIN: of elements at rings and retractors, unstretched [length]
  Curve loading, unloading;    ///< LLCID, ULCID [force]
  CRUMPLE_DESCRIBE(plain(mass_per_length, least_length, loading, unloading))
};

// The laws of springs and dampers (*SECTION_DISCRETE) are S01 to S08 in LS-DYNA, here the numbers -1 to -8. Torsional
// ones have moments for forces, and twists [rad] for deflections.

/// *MAT_SPRING_ELASTIC
struct MaterialSpringElastic {
  static constexpr int number = -1;
  double stiffness = 0;  ///< K [force/length]
  CRUMPLE_DESCRIBE(plain(stiffness))
};

/// *MAT_DAMPER_VISCOUS
struct MaterialDamperViscous {
  static constexpr int number = -2;
  double damping = 0;  ///< DC [force time/length]
  CRUMPLE_DESCRIBE(plain(damping))
};

/// *MAT_SPRING_NONLINEAR_ELASTIC
struct MaterialSpringNonlinearElastic {
  static constexpr int number = -4;
  Curve force;  ///< LCD: [force] over deflection [length], through the origin
  CRUMPLE_DESCRIBE(plain(force))
};

/// *MAT_SPRING_INELASTIC: in tension or in compression only.
struct MaterialSpringInelastic {
  static constexpr int number = -8;
  Curve force;            ///< LCFD: force of loading [force] over deflection [length], both positive, from the origin
  double unloading = 0;   ///< the larger of KU and the steepest slope of the curve [force/length]
  bool in_tension = false;  ///< CTF = -1
  CRUMPLE_DESCRIBE(plain(force, unloading, in_tension))
};

using AnyMaterialLaw =
    std::variant<MaterialElastic, MaterialOrthotropicElastic, MaterialEnhancedComposite, MaterialLaminatedFabric,
                 MaterialFabric, MaterialPlasticKinematic, MaterialRigid, MaterialPiecewiseLinearPlasticity,
                 MaterialJohnsonCook, MaterialSimplifiedJohnsonCook, MaterialNull, MaterialCrushableFoam,
                 MaterialMooneyRivlin, MaterialTransverselyAnisotropic, MaterialHoneycomb, MaterialViscoelastic,
                 MaterialBlatzKo, MaterialLowDensityFoam, MaterialFuChangFoam, MaterialHyperelastic,
                 MaterialSimplifiedRubber, MaterialSpotWeld, MaterialLinearDiscreteBeam, MaterialNonlinearDiscreteBeam,
                 MaterialPlasticDiscreteBeam, MaterialCable, MaterialElasticSpringBeam, MaterialSeatbelt,
                 MaterialSpringElastic, MaterialDamperViscous, MaterialSpringNonlinearElastic, MaterialSpringInelastic>;

/// One of the laws. Sources that hold materials need not compile how each of them is copied: materials.cpp does.
struct MaterialLaw : AnyMaterialLaw {
  using AnyMaterialLaw::AnyMaterialLaw;
  using AnyMaterialLaw::operator=;
  MaterialLaw();
  MaterialLaw(const MaterialLaw&);
  MaterialLaw(MaterialLaw&&) noexcept;
  MaterialLaw& operator=(const MaterialLaw&);
  MaterialLaw& operator=(MaterialLaw&&) noexcept;
  ~MaterialLaw();
  CRUMPLE_DESCRIBE(base<AnyMaterialLaw>(*this))
};

/// Axes a and b of a material (AOPT). Of shells they keep their angle to the element's first side; of solids they turn
/// with the material.
struct MaterialAxes {
  enum class Rule {
    first_side,  ///< AOPT = 0: a along nodes 1 and 2, of solids b in the plane of nodes 1, 2, 4
    along,       ///< AOPT = 2 or a coordinate system: a along a vector, of solids b in its plane with `other`
    across       ///< AOPT = 3: a along the cross product of a vector with the shell's normal
  };
  Rule rule = Rule::first_side;
  Vec3 vector, other;  ///< A and D, or x and y of the system
  double angle = 0;    ///< BETA or MANGLE, from there about the normal; shells may bring their own [degree]
  CRUMPLE_DESCRIBE(plain(rule, vector, other, angle))
};

/// *MAT_ADD_EROSION: limits at which a point fails, none if not given.
struct Erosion {
  std::optional<double> largest_pressure, least_pressure;                  ///< MXPRES, MNPRES [force/area]
  std::optional<double> largest_principal_strain, least_principal_strain;  ///< MXEPS, MNEPS
  std::optional<double> thinning;                                          ///< EPSTHIN, of shells
  std::optional<double> effective_strain, plastic_strain, shear_strain;    ///< EFFEPS > 0, EFFEPS < 0, EPSSH
  std::optional<double> volumetric_strain;                                 ///< VOLEPS, of either sign
  std::optional<double> principal_stress, von_mises;                       ///< SIGP1, SIGVM [force/area]
  std::optional<double> impulse;                                           ///< IMPULSE [stress^2 time]
  double threshold_stress = 0;                                             ///< SIGTH, of the impulse [force/area]
  double failure_time = 0;                                                 ///< FAILTM [time]; 0: none
  int conditions = 1;                                                      ///< NCS: how many must be met
  double failed_points = 1;  ///< NUMFIP: > 0 number, < 0 percentage of points that fail before the element goes
  CRUMPLE_DESCRIBE(plain(largest_pressure, least_pressure, largest_principal_strain, least_principal_strain, thinning,
                         effective_strain, plastic_strain, shear_strain, volumetric_strain, principal_stress, von_mises,
                         impulse, threshold_stress, failure_time, conditions, failed_points))
};

struct Material {
  Id id = 0;
  std::string title;
  double density = 0;  ///< RO [mass/volume]
  double young = 0;    ///< E [force/area]
  double poisson = 0;  ///< PR
  MaterialLaw law;
  std::optional<Erosion> erosion;
  std::optional<MaterialAxes> axes;  ///< of orthotropic laws
  bool uses_eos = false;       ///< its solids may have an equation of state (*PART EOSID)
  double pressure_cutoff = 0;  ///< PC: least pressure with an equation of state [force/area], < 0; 0: none
  double bulk_modulus = 0;     ///< at the start, of an equation of state; 0: by E and PR [force/area]
  /// For estimates of forces [force/area].
  double stiffness() const { return bulk_modulus > young ? bulk_modulus : young; }
  /// The number of the *MAT keyword.
  int number() const {
    return std::visit([](const auto& m) { return m.number; }, law);
  }
  bool is_of_springs() const { return number() < 0; }
  bool is_rigid() const { return std::holds_alternative<MaterialRigid>(law); }
  /// Its elements have mass and take part in contact, but no forces of their own and no time step.
  bool has_no_stress() const {
    const auto* null = std::get_if<MaterialNull>(&law);
    return is_rigid() || (null && !null->is_fluid);
  }
  CRUMPLE_DESCRIBE(plain(id, title, density, young, poisson, law, erosion, axes, uses_eos, pressure_cutoff,
                         bulk_modulus))
};

}  // namespace crumple
