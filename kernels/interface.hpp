// What physics and the element kernels tell each other: plain arrays and constants, no SIMD types, no library.
// One kernel library is built per instruction set (sse2, avx2, avx512); each exports one function that returns its
// KernelTable. Elements are stored in blocks of one cache line: 8 doubles or 16 floats, on every instruction set, so
// the layout and the answer do not depend on the vector width.
#pragma once

#include <cstdint>
#include <span>

namespace crumple::kernels {

/// Elements in a block.
template <class Real> inline constexpr int block_lanes = 64 / int(sizeof(Real));

inline constexpr int max_layers = 10;      ///< integration points through a shell's thickness
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
  bool can_fail() const { return failure_strain > 0 || johnson_cook.fractures(); }
};

/// Constants of a shell section. Layers run from bottom to top.
struct SectionConstants {
  double shear_factor;          ///< [1]
  int n_layers;                 ///< 1..max_layers; 1 for solids
  double position[max_layers];  ///< of a layer, -1 bottom ... +1 top [1]
  double weight[max_layers];    ///< sum 2, as Gauss [1]
  double offset;                ///< reference surface: -1 bottom, 0 middle, +1 top [1]
  bool thickness_update;        ///< ISTUPD
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
};

/// The elements of one group: one formulation, one material law. A block holds elements of one part.
/// [b] runs over blocks, [lane] over the elements of a block; lanes past the last element repeat the first lane's
/// nodes and have alive = 0.
template <class Real> struct ElementBlocks {
  const std::int32_t* nodes;          ///< [b][node of element][lane], local node numbers
  const std::int32_t* part;           ///< [b], into `parts`
  const PartConstants* parts;
  const std::int64_t* history_start;  ///< [b], into `history`
  Real* history;                      ///< see HistoryLayout
  Real* thickness;                    ///< [b][lane], shells [length]
  const Real* reference_volume;       ///< [b][lane], solids: volume at t = 0 [length^3]
  const Real* mass_scale;             ///< [b][lane], 1 + added mass / mass
  Real* alive;                        ///< [b][lane], 1 or 0; the kernel sets 0 when the element fails
  Real* internal_energy;              ///< [b][lane], accumulated [energy]
  Real* hourglass_energy;             ///< [b][lane], accumulated [energy]
  Real* dt;                           ///< [b][lane], out: stable time step, unscaled; 1e30 for dead lanes [time]
};

/// History of a block: `element_fields` values, then for each point (of shells: in the plane) per layer `stress_fields`
/// and `material_fields`, each [lane].
/// Stress: shells xx, yy, xy, yz, zx in the element's frame; solids xx, yy, zz, xy, yz, zx in the global frame.
/// All start at 0. The names are in the order of the values and each differs from the others of its kernel.
struct HistoryLayout {
  int element_fields;  ///< e.g. hourglass forces
  int points;          ///< in the plane of a shell, in the volume of a solid
  int stress_fields;   ///< 5 shells, 6 solids
  int material_fields;
  bool has_plastic_strain;  ///< the first material field is plastic_strain_name
  std::span<const char* const> element_names, stress_names, material_names;
};
inline constexpr const char* plastic_strain_name = "effective plastic strain";

/// One kernel: an element formulation with a material law.
template <class Real> struct Kernel {
  bool shell;            ///< or solid
  int element_form;      ///< ELFORM
  int material;          ///< number of the *MAT keyword
  int nodes_per_element; ///< 3, 4 or 8
  HistoryLayout layout;
  /// Strain rates from v(n-1/2) and the geometry in mid-step, stress update over `dt` (= t(n) - t(n-1); 0 on the first
  /// call), nodal forces on the geometry x(n), energies, stable dt, for blocks first <= b < last.
  /// No two calls that run at once may touch the same node.
  void (*forces)(const ElementBlocks<Real>&, const NodeRows&, double dt, int first, int last);
  /// Volume of each element at x(n): area times thickness for shells (out[b][lane], double) [length^3].
  void (*volumes)(const ElementBlocks<Real>&, const NodeRows&, double* out, int first, int last);
};

/// Everything a kernel library offers.
struct KernelTable {
  const char* isa;  ///< "sse2", "avx2", "avx512"
  const Kernel<float>* single_precision;
  const Kernel<double>* double_precision;
  int n_single, n_double;
};

}  // namespace crumple::kernels

extern "C" {
const crumple::kernels::KernelTable* crumple_kernels_sse2();
const crumple::kernels::KernelTable* crumple_kernels_avx2();
const crumple::kernels::KernelTable* crumple_kernels_avx512();
}
