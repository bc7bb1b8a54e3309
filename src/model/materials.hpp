// Materials as the deck gives them. The laws of shells and solids are structs beside their kernels (kernels/materials);
// those of bodies, welds, discrete beams, belts and springs are here, one struct per *MAT keyword.
// Part of the Model (model.hpp).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "kernels/law_parameters.hpp"
#include "model/conditions.hpp"
#include "model/curve.hpp"
#include "model/discrete_beams.hpp"
#include "model/muscle.hpp"
#include "model/seatbelt.hpp"
#include "model/spot_weld_beam.hpp"
#include "model/spring_laws.hpp"

namespace crumple {

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

using AnyMaterialLaw =
    std::variant<kernels::LawParameters, MaterialRigid, MaterialSpotWeld, MaterialLinearDiscreteBeam,
                 MaterialNonlinearDiscreteBeam, MaterialPlasticDiscreteBeam, MaterialCable, MaterialElasticSpringBeam,
                 MaterialGeneralDiscreteBeam, MaterialMuscle, MaterialSeatbelt, MaterialSpringElastic,
                 MaterialDamperViscous, MaterialSpringElastoplastic, MaterialSpringNonlinearElastic,
                 MaterialDamperNonlinearViscous, MaterialSpringGeneral, MaterialSpringMaxwell, MaterialSpringInelastic>;

/// One of the laws. Those of shells and solids are structs of kernels/materials, without their type. Sources that hold
/// materials need not compile how each of them is copied: materials.cpp does.
struct MaterialLaw : AnyMaterialLaw {
  using AnyMaterialLaw::AnyMaterialLaw;
  using AnyMaterialLaw::operator=;
  MaterialLaw();
  MaterialLaw(const MaterialLaw&);
  MaterialLaw(MaterialLaw&&) noexcept;
  MaterialLaw& operator=(const MaterialLaw&);
  MaterialLaw& operator=(MaterialLaw&&) noexcept;
  ~MaterialLaw();
  /// The law, if it is of this type, or null.
  template <class Law> const Law* as() const {
    if constexpr (kernels::LawStruct<Law>) {
      const auto* parameters = std::get_if<kernels::LawParameters>(this);
      return parameters ? parameters->as<Law>() : nullptr;
    } else {
      return std::get_if<Law>(this);
    }
  }
  template <class Law> Law* as() { return const_cast<Law*>(std::as_const(*this).template as<Law>()); }
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

/// *MAT_ADD_EROSION: limits at which a point fails, none if not given. With the damage of *MAT_ADD_DAMAGE_GISSMO
/// `plastic_strain` is the limit of its root, 1.
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

/// A term of a Prony series: a share of the shear modulus that relaxes.
struct RelaxingShear {
  double shear = 0;  ///< GI [force/area]
  double decay = 0;  ///< BETAI [1/time]
  CRUMPLE_DESCRIBE(plain(shear, decay))
};

/// Over what the curves of a law are tabulated.
struct CurveRange {
  double first = 0, last = 0;
  CRUMPLE_DESCRIBE(plain(first, last))
};

struct Material {
  Id id = 0;
  std::string title;
  double density = 0;  ///< RO [mass/volume]
  double young = 0;    ///< E [force/area]
  double poisson = 0;  ///< PR
  MaterialLaw law;
  std::vector<Curve> curves;  ///< of a law of shells or solids [force/area] over a strain; one per rate, or as it says
  std::vector<double> rates;  ///< strain rates of the curves of a table [1/time], ascending; else empty
  /// The kernel has the curves at least from there to there, continued with their slopes at both ends. None: from 0 on,
  /// constant before their first points.
  std::optional<CurveRange> curve_range;
  std::vector<RelaxingShear> relaxation;  ///< of rubbers: added to the law's stress
  std::optional<Erosion> erosion;
  std::optional<MaterialAxes> axes;  ///< of orthotropic laws
  bool is_empty = false;       ///< *MAT_NULL of shells and beams: E and PR serve contact alone
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
  bool is_rigid() const { return law.as<MaterialRigid>(); }
  /// Its elements have mass and take part in contact, but no forces of their own and no time step.
  bool has_no_stress() const { return is_rigid() || is_empty; }
  CRUMPLE_DESCRIBE(plain(id, title, density, young, poisson, law, curves, rates, curve_range, relaxation, erosion, axes,
                         is_empty, uses_eos, pressure_cutoff, bulk_modulus))
};

}  // namespace crumple
