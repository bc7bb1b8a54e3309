// What physics and the element kernels tell each other: plain arrays and constants, no SIMD types, no library.
// One kernel library is built per instruction set; each exports one function (tables.hpp) that returns its
// KernelTable. Elements are stored in blocks of one cache line: 8 doubles or 16 floats, on every instruction set, so
// the layout and the answer do not depend on the vector width.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/law_parameters.hpp"

namespace crumple::kernels {

/// Elements in a block.
template <class Real> inline constexpr int block_lanes = 64 / int(sizeof(Real));

inline constexpr int max_layers = 64;      ///< integration points through a shell's thickness
inline constexpr int curve_points = 1025;  ///< of a hardening curve, at equal steps of plastic strain

/// Stress [force/area] over a strain and, for tables, over strain rate: mostly the yield stress over effective plastic
/// strain. Between points and between rates linear. Beyond the last point the last slope goes on; beyond the first and
/// last rate their curves hold. hardening_curves.hpp has the memory.
struct HardeningConstants {
  double first_strain;              ///< of the points [1]
  double strain_step;               ///< distance of the points [1]
  int n_rates;                      ///< 1: a curve; > 1: a table
  const double* rate;               ///< [n_rates], ascending [1/time]
  const double* inverse_rate_step;  ///< [n_rates - 1], 1 / (rate[k + 1] - rate[k]) [time]
  const double* stress;             ///< [n_rates][curve_points] [force/area]
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

/// Constants of a material. Those from `first_yield` to `linear_viscosity` are what a law tells others than its kernel:
/// its struct sets them, if they are not as here, in a function `void set_up(MaterialConstants&) const`, and E and PR
/// where waves do not follow those of the deck.
struct MaterialConstants {
  double density = 0;             ///< [mass/volume]
  double young = 0, poisson = 0;  ///< [force/area], [1]
  LawParameters law;
  const HardeningConstants* hardening = nullptr;  ///< the material's curve, or table of curves; null: none
  const HardeningConstants* energy = nullptr;     ///< area under the first curve
  double first_yield = 0;                         ///< initial yield stress [force/area]; 0: none
  bool can_fail = false;                          ///< by the law
  double soft = 1;                                ///< share of the strengths left beside deleted elements [1]
  double least_step = 0;                          ///< an element of a smaller step goes [time]; 0: none
  bool bulk_viscosity = true;                     ///< of solids, as of other laws
  double linear_viscosity = 0;                    ///< at least this Q2 [1]
  EosConstants eos{};  ///< of solids
  ErosionConstants erosion{};
  double damping = 0;       ///< stiffness damping as a fraction of critical at the step's frequency [1]
  double damping_time = 0;  ///< the same as Rayleigh's beta [time]
  /// A Prony series of the shear modulus, of solids whose law computes its stress anew in every step.
  static constexpr int most_relaxing = 12;
  int n_relaxing = 0;
  std::array<double, most_relaxing> relaxing_shear{}, relaxing_decay{};  ///< GI [force/area], BETAI [1/time]
  /// The parameters of its law, which must be that.
  template <class Law>
  const Law& as() const {
    return *law.as<Law>();
  }
  /// The first point of its curve, or without one `otherwise`.
  double curve_begins(double otherwise) const { return hardening ? hardening->stress[0] : otherwise; }
  bool may_be_deleted() const {
    return can_fail || least_step > 0 || erosion.n_criteria > 0 || erosion.failure_time > 0;
  }
  /// History behind the stress and the law's own, at each point: of the equation of state, of erosion, of damping, of
  /// relaxation, a stress for each term.
  constexpr int eos_fields() const { return eos.kind != EosKind::none ? 2 : 0; }
  constexpr int erosion_fields() const { return erosion.n_criteria > 0 ? 8 : 0; }
  constexpr int damping_fields() const { return damping > 0 || damping_time > 0 ? 6 : 0; }
  constexpr int relaxation_fields() const { return 6 * n_relaxing; }
  constexpr int added_fields() const {
    return eos_fields() + erosion_fields() + damping_fields() + relaxation_fields();
  }
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

/// Largest length of the bulk viscosity over the characteristic length of the stable step (solids/solid_pack.hpp).
constexpr double longest_viscous_reach = 2;

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

struct Device;       // kernels/device.hpp
struct StepKernels;  // kernels/step/interface.hpp

/// Everything a kernel library offers.
struct KernelTable {
  const char* isa;  ///< "scalar", "sse2", "avx2", "avx512", "neon", "cuda"
  const Kernel<float>* single_precision;
  const Kernel<double>* double_precision;
  int n_single, n_double;
  const StepKernels* step;
  const Device* device;           ///< on which these kernels run; null: they loop over blocks
  const KernelTable* of_a_device; ///< the same library's kernels for a device that the host imitates; null: none
};

}  // namespace crumple::kernels
