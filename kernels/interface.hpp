// What physics and the element kernels tell each other: plain arrays and constants, no SIMD types, no library.
// One kernel library is built per instruction set; each exports one function (tables.hpp) that returns its
// KernelTable. Elements are stored in blocks of one cache line: 8 doubles or 16 floats, on every instruction set, so
// the layout and the answer do not depend on the vector width.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace crumple::kernels {

/// Elements in a block.
template <class Real> inline constexpr int block_lanes = 64 / int(sizeof(Real));

inline constexpr int max_layers = 64;      ///< integration points through a shell's thickness
inline constexpr int curve_points = 1025;  ///< of a hardening curve, at equal steps of plastic strain

/// Yield stress [force/area] over effective plastic strain and, for tables, over strain rate. Between points and
/// between rates linear. Beyond the last point the last slope goes on; beyond the first and last rate their curves
/// hold. hardening_curves.hpp has the memory.
struct HardeningConstants {
  double strain_step;               ///< distance of the points [1]
  int n_rates;                      ///< 1: a curve; > 1: a table
  const double* rate;               ///< [n_rates], ascending [1/time]
  const double* inverse_rate_step;  ///< [n_rates - 1], 1 / (rate[k + 1] - rate[k]) [time]
  const double* stress;             ///< [n_rates][curve_points] [force/area]
};

/// Flow stress of Johnson & Cook (1983) and strain at fracture (1985), see kernels/materials/johnson_cook.hpp.
/// MAT_015 and MAT_098.
struct JohnsonCookConstants {
  double a = 0, b = 0, n = 0;  ///< (A + B ep^n) [force/area], [force/area], [1]
  double c = 0, rate = 1;      ///< (1 + C ln(rate / EPSO)) above EPSO [1], [1/time]
  double m = 0, melting = 0;   ///< (1 - (T / melting)^M), T and melting over room temperature; melting 0: no softening
  double heat = 0;             ///< CP: specific heat [energy/(mass temperature)]; 0: the temperature stays
  double largest_static = 0;   ///< SIGMAX, of A + B ep^n [force/area]; 0: none
  double largest = 0;          ///< SIGSAT, with the rate effect [force/area]; 0: none
  double fracture[5] = {};     ///< D1..D5 of the strain at fracture; all 0: none
  double least_fracture = 0;   ///< EFMIN, of the strain at fracture [1]
  bool fractures() const {
    for (const double d : fracture)
      if (d != 0) return true;
    return false;
  }
};

/// What *MAT_ADD_EROSION compares with a limit at a point; the point fails where it is at least the limit.
enum class ErosionMeasure {
  pressure,                      ///< MXPRES [force/area]
  tension,                       ///< MNPRES: minus the pressure [force/area]
  principal_stress,              ///< SIGP1: the largest [force/area]
  von_mises,                     ///< SIGVM [force/area]
  principal_strain,              ///< MXEPS: the largest [1]
  compressive_principal_strain,  ///< MNEPS: minus the smallest [1]
  shear_strain,                  ///< EPSSH: half the difference of the largest and the smallest [1]
  effective_strain,              ///< EFFEPS: sqrt(2/3 e':e'), e' the deviator [1]
  plastic_strain,                ///< EFFEPS < 0 [1]
  dilatation,                    ///< VOLEPS > 0: the trace of the strain [1]
  contraction,                   ///< VOLEPS < 0: minus the trace of the strain [1]
  thinning,                      ///< EPSTHIN of shells: minus the strain through the thickness [1]
  impulse                        ///< IMPULSE: integral of max(0, largest principal stress - SIGTH)^2 [stress^2 time]
};

/// *MAT_ADD_EROSION, see kernels/erosion.hpp.
struct ErosionConstants {
  static constexpr int most_criteria = 12;
  struct Criterion {
    ErosionMeasure measure;
    double limit;
  };
  int n_criteria = 0;
  Criterion criteria[most_criteria] = {};
  double threshold_stress = 0;  ///< SIGTH, of the impulse [force/area]
  int conditions = 1;           ///< NCS: criteria that a point must meet to fail
  int failed_points = 1;        ///< NUMFIP: points that must fail before the element is deleted
  double failed_share = 0;      ///< NUMFIP < 0: instead this share of an element's points [1]; 0: not used
  double failure_time = 0;      ///< FAILTM [time], looked at by physics; 0: none
};

/// Pressure over relative volume V and internal energy E per initial volume, p = A(V) + B(V) E; see
/// kernels/equation_of_state.hpp.
enum class EosKind { none, linear_polynomial, gruneisen, tabulated };
struct EosConstants {
  static constexpr int most_points = 64;
  EosKind kind = EosKind::none;
  double c[7] = {};                   ///< linear polynomial: C0..C6 [force/area], [1] those of E
  double sound_speed = 0;             ///< Gruneisen: C [length/time]
  double s[3] = {};                   ///< S1, S2, S3 [1]
  double gamma = 0, a = 0;            ///< GAMAO, A; tabulated: GAMA [1]
  double energy = 0;                  ///< E0 [energy/volume]
  double volume = 1;                  ///< V0, relative, at the start [1]
  double least = 0;                   ///< PC: the least pressure [force/area]; hugely negative: none
  double wave_modulus = 0;            ///< at the start, with 4/3 of the shear modulus [force/area]
  int n_points = 0;                   ///< of the tabulated curves
  double strain[most_points] = {};    ///< ln V, ascending [1]
  double pressure[most_points] = {};  ///< C [force/area]
  double heat[most_points] = {};      ///< T, times GAMA of the energy [1]
};

/// Rubbers: strain energy over the isochoric part of the deformation, and the volume's bulk modulus.
struct HyperelasticConstants {
  /// Of (I1 - 3)^i (I2 - 3)^j; MAT_007: c10 is half the shear modulus [force/area].
  double c10 = 0, c01 = 0, c11 = 0, c20 = 0, c02 = 0, c30 = 0;
  double mu[8] = {}, alpha[8] = {};                             ///< Ogden [force/area], [1]
  double bulk = 0;                                              ///< [force/area]
  double first_log_stretch = 0;  ///< MAT_181: of the curve `hardening`, at steps of the logarithm of the stretch [1]
};

/// Foams (MAT_057, MAT_083); their curves are `hardening`, nominal stress over nominal strain in compression.
struct FoamConstants {
  double cutoff = 0;                           ///< TC: largest tension [force/area]
  bool tears = false;                          ///< FAIL: beyond TC the tension is 0 from then on
  const HardeningConstants* energy = nullptr;  ///< area under the curve of the lowest rate; null: HU is 1
  bool engineering_rate = false;               ///< SFLAG: rates of the tables are those of the nominal strain
  double hysteretic = 1;                       ///< HU: 1 no energy is lost
  double decay = 0;                            ///< BETA [1/time]; 0: the strain that has been is never forgotten
  double shape = 1;                            ///< SHAPE of unloading
};

/// Elasticity along the axes a and b of a shell's material, see kernels/materials/orthotropy.hpp.
struct OrthotropicConstants {
  double young_a = 0, young_b = 0;                  ///< EA, EB [force/area]
  double poisson_ba = 0;                            ///< PRBA: contraction along a in a pull along b [1]
  double shear_ab = 0, shear_bc = 0, shear_ca = 0;  ///< GAB, GBC, GCA [force/area]
  double thinning_a = 0, thinning_b = 0;            ///< PRCA / EC, PRCB / EC [area/force]
};

/// Honeycomb (MAT_026): strengths are six curves of `hardening`, of aa, bb, cc, ab, bc, ca over volumetric strain.
struct HoneycombConstants {
  double young[3] = {}, shear[3] = {};  ///< along a, b, c and of ab, bc, ca, before it is crushed [force/area]
  double compact_young = 0, compact_poisson = 0, compact_yield = 0;  ///< E, PR, SIGY when compacted
  double compact_strain = 0;                                         ///< 1 - VF: volumetric strain when compacted
  double first_strain = 0;                                           ///< at which the curves begin
  double tensile_failure = 0, shear_failure = 0;                     ///< TSEF, SSEF [1]; 0: none
};

/// Viscoelastic solids (MAT_006): the shear modulus is GI + (G0 - GI) exp(-BETA t).
struct ViscoelasticConstants {
  double bulk = 0, short_shear = 0, long_shear = 0;  ///< BULK, G0, GI [force/area]
  double decay = 0;                                  ///< BETA [1/time]
};

/// Ways in which a composite's layer is loaded beyond what it bears.
enum CompositeMode { a_tension, a_compression, b_tension, b_compression, ab_shear, n_composite_modes };

/// Strength and damage of composites (MAT_054, MAT_058) and fabrics (MAT_034).
struct CompositeConstants {
  bool fails = false;                        ///< points may fail
  double strength[n_composite_modes] = {};   ///< XT, XC, YT, YC, SC [force/area]; 0: unlimited
  double soft = 1;                           ///< SOFT: share of the strengths left beside deleted elements [1]
  double least_step = 0;                     ///< TFAIL, TSIZE: an element of a smaller step goes [time]; 0: none
  double effective_strain = 0;               ///< EFS, ERODS: at failure [1]; 0: none
  bool tsai_wu = false;                      ///< MAT_054: CRIT = 55, of the matrix; else Chang and Chang
  double shear_in_fibre_tension = 0;         ///< MAT_054: BETA, weight of the shear [1]
  double tension_after_crush = 0;            ///< MAT_054: FBRT, share of XT after compressive failure of the matrix [1]
  double compression_after_crush = 0;        ///< MAT_054: YCFAC, of YC, is XC after it [1]
  double a_strain = 0, a_shortening = 0;     ///< MAT_054: DFAILT and -DFAILC; 0: fibre tension, or none [1]
  double b_strain = 0, shear_strain = 0;     ///< MAT_054: DFAILM, DFAILS (of the tensor); 0: none [1]
  int surface = -1;                          ///< MAT_058: FS, 1, 0 or -1
  double exponent[n_composite_modes] = {};   ///< MAT_058: m of the damage [1]
  double remainder[n_composite_modes] = {};  ///< MAT_058: SLIMT1 to SLIMS, share of the strength that is kept [1]
  bool slackens = false;                     ///< MAT_034: CSE = 1, no compression
  bool isotropic = false;                    ///< MAT_034: EB = 0
};

/// Constants of a material; a law reads what it needs.
struct MaterialConstants {
  double density;         ///< [mass/volume]
  double young, poisson;  ///< [force/area], [1]
  double yield;           ///< initial yield stress; MAT_063: in tension [force/area]
  double tangent;         ///< tangent modulus E_t of a bilinear law [force/area]
  double beta;            ///< 0 kinematic ... 1 isotropic hardening (MAT_003)
  double rate_c, rate_p;  ///< Cowper-Symonds C [1/time] and P; C = 0: no rate effect
  bool viscoplastic;      ///< rate effect on the plastic (true) or the total (false) strain rate
  double failure_strain;  ///< effective plastic strain at failure; 0: none
  const HardeningConstants* hardening;  ///< curve or table (MAT_024); null: bilinear. MAT_063: over volumetric strain
  JohnsonCookConstants johnson_cook{};
  double lankford = 1;                          ///< R of MAT_037: width over thickness strain in a pull [1]
  double viscosity = 0;                         ///< MU of MAT_009 [force time/area]
  double least_volume = 0, largest_volume = 0;  ///< CEROD, TEROD of MAT_009: relative volumes at erosion; 0: none
  HyperelasticConstants rubber{};
  FoamConstants foam{};
  OrthotropicConstants orthotropic{};
  CompositeConstants composite{};
  HoneycombConstants honeycomb{};
  ViscoelasticConstants viscoelastic{};
  EosConstants eos{};  ///< of solids
  ErosionConstants erosion{};
  double damping = 0;       ///< stiffness damping as a fraction of critical at the step's frequency [1]
  double damping_time = 0;  ///< the same as Rayleigh's beta [time]
  bool can_fail() const {
    return failure_strain > 0 || johnson_cook.fractures() || least_volume > 0 || largest_volume > 0 ||
           erosion.n_criteria > 0 || erosion.failure_time > 0 || composite.fails || composite.least_step > 0 ||
           honeycomb.tensile_failure > 0 || honeycomb.shear_failure > 0;
  }
  /// History behind the stress and the law's own, at each point: of the equation of state, of erosion, of damping.
  int eos_fields() const { return eos.kind != EosKind::none ? 2 : 0; }
  int erosion_fields() const { return erosion.n_criteria > 0 ? 8 : 0; }
  int damping_fields() const { return damping > 0 || damping_time > 0 ? 6 : 0; }
  int added_fields() const { return eos_fields() + erosion_fields() + damping_fields(); }
};

/// A layer with axes and a material of its own.
struct LayerConstants {
  const MaterialConstants* material;  ///< of the same law as the part's
  double cosine, sine;                ///< of the angle from the element's axis a to the layer's [1]
};

/// Constants of a shell section. Layers run from bottom to top.
struct SectionConstants {
  double shear_factor;          ///< [1]
  int n_layers;                 ///< 1..max_layers; 1 for solids
  double position[max_layers];  ///< of a layer, -1 bottom ... +1 top [1]
  double weight[max_layers];    ///< sum 2, as Gauss [1]
  double offset;                ///< reference surface: -1 bottom, 0 middle, +1 top [1]
  bool thickness_update;        ///< ISTUPD
  const LayerConstants* layers = nullptr;  ///< [n_layers]; null: all of the part's material, which has no axes
};

/// Hourglass control and bulk viscosity (LS-DYNA's names in brackets).
struct HourglassConstants {
  int type;  ///< IHQ: 1-3 viscous, 4-5 stiffness, 6 assumed strains (solids; shells as 4), 8 (shells of form 16)
  double membrane, bending, warping;    ///< QM, QB, QW; solids use QM only
  double yield_strain;                  ///< initial yield stress / E: limits the stiffness form [1]; huge: none
  double bulk_quadratic, bulk_linear;   ///< Q1, Q2 (solids)
};

struct PartConstants {
  MaterialConstants material;
  SectionConstants section;
  HourglassConstants hourglass;
};

/// Nodal arrays as rows of four doubles per local node, 32-byte aligned; the fourth of a row is padding.
struct NodeRows {
  const double* position;          ///< x(n) [length]
  const double* velocity;          ///< v(n-1/2) [length/time]
  const double* angular_velocity;  ///< w(n-1/2) [1/time]
  double* force;                   ///< what elements exert ON the nodes is added here [force]
  double* moment;                  ///< [force length]
  /// Contributions are rounded to multiples of a quantum q by (x + shift) - shift, shift = 1.5 * 2^52 q, in double;
  /// so sums of any order and grouping are exact.
  double force_shift, moment_shift;
  /// [node] of solids of ELFORM 13, one value each: dt times the rate of the logarithm of the volume of the elements at
  /// the node [1]; null: each element has its own.
  const double* dilatation = nullptr;
};

/// The elements of one group: one formulation, one material law. A block holds elements of one part.
/// [b] runs over blocks, [lane] over the elements of a block; lanes past the last element repeat the first lane's
/// nodes and have alive = 0.
template <class Real> struct ElementBlocks {
  const std::int32_t* nodes;          ///< [b][node of element][lane], local node numbers
  const std::int32_t* part;           ///< [b], into `constants`
  const void* const* constants;       ///< [part], by Kernel::make_constants, see PreparedParts
  const std::int64_t* history_start;  ///< [b], into `history`
  Real* history;                      ///< see HistoryLayout
  Real* thickness;                    ///< [b][lane], shells [length]
  const Real* reference_volume;       ///< [b][lane], solids: volume at t = 0 [length^3]
  const Real* mass_scale;             ///< [b][lane], 1 + added mass / mass
  Real* alive;                        ///< [b][lane], 1 or 0; the kernel sets 0 when the element fails
  Real* internal_energy;              ///< [b][lane], accumulated [energy]
  Real* hourglass_energy;             ///< [b][lane], accumulated [energy]
  Real* dt;                           ///< [b][lane], out: stable time step, unscaled; 1e30 for dead lanes [time]
  /// [b][cosine, sine][lane] of the angle from x of the element's frame to the axis a of its material; shells, read for
  /// parts with SectionConstants::layers. Set once, at t = 0.
  const Real* axes = nullptr;
};

/// History of a block: `element_fields` values, then for each point (of shells: in the plane) per layer `stress_fields`
/// and `material_fields`, then for each point per layer MaterialConstants::added_fields, each [lane].
/// Stress: shells xx, yy, xy, yz, zx in the element's frame, or in their layer's axes; solids xx, yy, zz, xy, yz, zx in
/// the global frame. All start at 0. The names are in the order of the values and each differs from the others of its
/// kernel.
struct HistoryLayout {
  int element_fields;  ///< e.g. hourglass forces
  int points;          ///< in the plane of a shell, in the volume of a solid
  int stress_fields;   ///< 5 shells, 6 solids
  int material_fields;
  bool has_plastic_strain;  ///< the first material field is plastic_strain_name
  std::span<const char* const> element_names, stress_names, material_names;
};
inline constexpr const char* plastic_strain_name = "effective plastic strain";
/// The first of six fields of a solid's material with directions: x, y, z of its axes a and b in the global frame, set
/// by physics before the first step.
inline constexpr const char* first_axis_name = "axis a x";

inline constexpr std::size_t constants_alignment = 64;

/// One kernel: an element formulation with a material law.
template <class Real> struct Kernel {
  bool shell;            ///< or solid
  int element_form;      ///< ELFORM
  int material;          ///< number of the *MAT keyword
  int nodes_per_element; ///< 3, 4 or 8
  HistoryLayout layout;
  /// What the kernel reads of a part, made once, at set-up, in memory of constants_size bytes at a multiple of
  /// constants_alignment. It points at the part's constants, which must stay where they are.
  std::size_t (*constants_size)(const PartConstants&);
  void (*make_constants)(const PartConstants&, void* memory);
  /// Strain rates from v(n-1/2) and the geometry in mid-step, stress update over `dt` (= t(n) - t(n-1); 0 on the first
  /// call), nodal forces on the geometry x(n), energies, stable dt, for blocks first <= b < last.
  /// No two calls that run at once may touch the same node.
  void (*forces)(const ElementBlocks<Real>&, const NodeRows&, double dt, int first, int last);
  /// Volume of each element at x(n): area times thickness for shells (out[b][lane], double) [length^3].
  void (*volumes)(const ElementBlocks<Real>&, const NodeRows&, double* out, int first, int last);
};

/// Everything a kernel library offers.
struct KernelTable {
  const char* isa;  ///< "scalar", "sse2", "avx2", "avx512", "neon"
  const Kernel<float>* single_precision;
  const Kernel<double>* double_precision;
  int n_single, n_double;
};

}  // namespace crumple::kernels
