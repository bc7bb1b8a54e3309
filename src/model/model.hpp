// The checked problem on the host: what the deck means, with every reference resolved to an index.
// Built by `deck`, cut into one piece per rank by `app/distribute`, read by `physics` and `io`; never changed after.
// A piece of a model is a Model again: its indices are local, ids (`id`) stay those of the deck. What each number is,
// and which pieces have it, is said beside the members (describe.hpp).
// Units are the deck's own; dimensions are given in brackets.
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "model/airbags.hpp"
#include "model/belts.hpp"
#include "model/bodies.hpp"
#include "model/conditions.hpp"
#include "model/contacts.hpp"
#include "model/curve.hpp"
#include "model/equations_of_state.hpp"
#include "model/implicit.hpp"
#include "model/joints.hpp"
#include "model/materials.hpp"
#include "model/mesh.hpp"
#include "model/outputs.hpp"
#include "model/sensors.hpp"

namespace crumple {

/// Friction and thickness of *PART_CONTACT; a value of 0 leaves the contact's own.
struct PartContact {
  double friction_static = 0, friction_dynamic = 0, friction_decay = 0;
  double thickness = 0;        ///< OPTT [length]
  double thickness_scale = 0;  ///< SFT
  double stiffness_scale = 0;  ///< SSF
  CRUMPLE_DESCRIBE(plain(friction_static, friction_dynamic, friction_decay, thickness, thickness_scale,
                         stiffness_scale))
};

struct Part {
  Id id = 0;
  std::string title;
  Index section = none;
  Index material = none;
  Index hourglass = none;
  std::optional<GivenInertia> inertia;
  std::optional<PartContact> contact;
  std::optional<EquationOfState> eos;  ///< of solids whose material has one
  double stiffness_damping = 0;  ///< COEF of *DAMPING_PART_STIFFNESS: > 0 fraction of critical, < 0 minus beta [time]
  bool is_averaged = false;  ///< *PART_AVERAGED: its trusses are strained alike, as one, and stay on one rank
  bool is_held = false;  ///< deformable, but moves with a rigid body now (PartSwitches)
  CRUMPLE_DESCRIBE(plain(id, title, inertia, contact, eos, stiffness_damping, is_averaged, is_held),
                   ref::section(section), ref::material(material), ref::hourglass(hourglass))
};

/// *CONTROL_* values that can change the result, with LS-DYNA's defaults.
struct Control {
  double end_time = 0;             ///< ENDTIM [time]
  std::int64_t end_cycle = 0;      ///< ENDCYC; 0: no limit
  double minimum_dt_factor = 0;    ///< DTMIN: stop when dt < DTMIN * first dt
  double energy_change_limit = 0;  ///< ENDENG: stop at this change of total energy in percent; 0: no limit
  double added_mass_limit = 0;     ///< ENDMAS: stop when mass scaling has added more than so many percent; 0: no limit
  double initial_dt = 0;           ///< DTINIT [time]; 0: computed
  double dt_scale = 0.9;           ///< TSSFAC
  double mass_scaling_dt = 0;      ///< |DT2MS|: stable step that mass scaling gives [time]; 0: none
  bool mass_scaling_of_all = false;   ///< DT2MS > 0: lighter elements, too, at the start; otherwise mass is only added
  bool mass_scaling_goes_on = false;  ///< MS1ST = 0: mass is added to elements that shrink, too
  int erode = 0;                   ///< ERODE: 1 solids + 10 shells + 100 beams with a step below that of DTMIN go
  int step_length = 0;             ///< ISDO: what the characteristic length of shells is, 0 to 2
  Index dt_limit_curve = none;     ///< LCTM: largest dt over time
  int thickness_update = 0;        ///< ISTUPD of *CONTROL_SHELL: 0 off, >= 1 on
  bool sort_solids = false;        ///< ESORT of *CONTROL_SOLID: tetrahedra are of ELFORM 10 or 13, wedges of 15
  double wall_penalty = 0;         ///< |RWPNAL| of *CONTROL_CONTACT: stiffness of walls' springs
  bool walls_are_springs = false;  ///< RWPNAL < 0: for all nodes, not only those of rigid bodies
  double contact_stiffness = 0.1;  ///< SLSFAC
  double contact_margin = 0.4;     ///< how far contact looks beyond its range for pairs, so that it need not in each
                                   ///< step, in sizes of the mean segment; by contact_margin=
  CRUMPLE_DESCRIBE(plain(end_time, end_cycle, minimum_dt_factor, energy_change_limit, added_mass_limit, initial_dt,
                         dt_scale, mass_scaling_dt, mass_scaling_of_all, mass_scaling_goes_on, erode, step_length,
                         thickness_update,
                         sort_solids, wall_penalty, walls_are_springs, contact_stiffness, contact_margin),
                   ref::curve(dt_limit_curve))
};

/// *SET_PART, for choosing elements after the deck has been read.
struct PartSet {
  Id id = 0;
  std::vector<Index> parts;
  CRUMPLE_DESCRIBE(plain(id), ref::part(parts))
};

/// A line of pfile text in the deck: of *CONTROL_MPP_PFILE, or what another *CONTROL_MPP_... card says in these words.
struct PfileLine {
  std::string text;
  std::string file;     ///< the deck's file and line, for messages
  int line = 0;
  std::string keyword;  ///< empty for lines of *CONTROL_MPP_PFILE, where columns mean something
  CRUMPLE_DESCRIBE(plain(text, file, line, keyword))
};

struct ModelMembers {
  std::string title;
  Nodes nodes;
  std::vector<Shell> shells;        ///< ascending id
  std::vector<Solid> solids;        ///< ascending id
  std::vector<Beam> beams;          ///< ascending id
  std::vector<Spring> springs;      ///< ascending id
  std::vector<PointMass> masses;
  std::vector<Part> parts;          ///< ascending id
  std::vector<Section> sections;
  std::vector<Material> materials;
  std::vector<Hourglass> hourglasses;
  std::vector<Curve> curves;
  std::vector<Frame> frames;
  std::vector<SinglePointConstraint> constraints;
  std::vector<PrescribedMotion> motions;
  std::vector<NodalLoad> nodal_loads;
  std::vector<BodyLoad> body_loads;
  std::vector<PressureLoad> pressure_loads;
  std::vector<BlastFace> blast_faces;
  std::vector<NonReflectingFace> non_reflecting_faces;
  std::vector<Airbag> airbags;
  std::vector<RigidWall> walls;
  std::vector<Contact> contacts;
  std::vector<TiedContact> tied_contacts;
  std::vector<Tie> ties;            ///< by node; no node has two, and none is another tie's corner
  std::vector<Tie> soft_ties;       ///< the same, of contacts whose ties soften; no node has one in both lists
  std::vector<ForceTransducer> transducers;
  std::vector<RigidBody> rigid_bodies;
  std::vector<SpotWeld> spot_welds;
  std::vector<WeldStrain> weld_strains;
  std::vector<Joint> joints;
  std::vector<JointStiffness> joint_stiffnesses;
  std::vector<BodyStopper> body_stoppers;
  PartSwitches part_switches;
  Sensors sensors;
  std::vector<Belt> belts;
  GlobalDamping damping;
  std::vector<PartDamping> part_dampings;
  std::vector<Interpolation> interpolations;
  std::vector<SharedMotion> shared_motions;
  std::vector<SectionPreload> section_preloads;
  std::vector<BeamPreload> beam_preloads;
  std::vector<ShellStress> shell_stresses;
  std::vector<SolidStress> solid_stresses;
  std::vector<SolidAxes> solid_axes;  ///< by solid
  std::vector<ShellReference> shell_references;
  std::vector<ElementDeath> element_deaths;
  Control control;
  Implicit implicit;
  Output output;
  std::vector<std::string> warnings;  ///< for the user, one line each
  std::uint64_t deck_hash = 0;        ///< XXH3 of the bytes of the deck, seeded with it of each included file in turn
  // For the decomposition of the whole model:
  std::vector<PartSet> part_sets;      ///< ascending id
  std::vector<PfileLine> pfile_lines;  ///< in the order of the deck

  /// Elements are numbered through: all shells, all solids, all beams, all springs.
  auto element_lists() const { return std::tie(shells, solids, beams, springs); }
  std::size_t first_solid() const { return shells.size(); }
  std::size_t first_beam() const { return shells.size() + solids.size(); }
  std::size_t first_spring() const { return first_beam() + beams.size(); }
  std::size_t n_elements() const { return first_spring() + springs.size(); }
  /// The section of an element: its own, or its part's.
  template <class Element>
  const Section& section_of(const Element& element) const {
    Index section = parts[std::size_t(element.part)].section;
    if constexpr (requires { element.section; })
      if (element.section != none) section = element.section;
    return sections[std::size_t(section)];
  }
  /// The material of an element: that of its bottom layer, or its part's.
  template <class Element>
  Index material_of(const Element& element) const {
    const Section& section = section_of(element);
    const bool has_layers = !section.layers.empty() && section.layers.front().material != none;
    return has_layers ? section.layers.front().material : parts[std::size_t(element.part)].material;
  }
  /// Whether a solid is computed with four nodes, ELFORM 10 or 13, and not as a hexahedron: tetrahedra where their
  /// section or ESORT says so, and those without stress, whose masses are then the same at all nodes.
  bool computed_as_tetrahedron(const Solid& solid) const {
    const Part& part = parts[std::size_t(solid.part)];
    const int form = sections[std::size_t(part.section)].element_form;
    return solid.is_tetrahedron() && !solid.has_side_nodes() &&
           (control.sort_solids || form == 10 || form == 13 || materials[std::size_t(part.material)].has_no_stress());
  }
  /// Whether its volume changes as its nodes say, ELFORM 13.
  bool has_averaged_volume(const Solid& solid) const {
    const Part& part = parts[std::size_t(solid.part)];
    return solid.is_tetrahedron() && !solid.has_side_nodes() &&
           sections[std::size_t(part.section)].element_form == 13 &&
           !materials[std::size_t(part.material)].has_no_stress();
  }
  /// Calls f with each element, in that order.
  template <class F>
  void for_each_element(F&& f) const {
    const auto each = [&f](const auto& list) {
      for (const auto& element : list) f(element);
    };
    std::apply([&each](const auto&... lists) { (each(lists), ...); }, element_lists());
  }
  /// f of the element of that number.
  template <class F>
  auto with_element(std::size_t e, F&& f) const {
    if (e < first_solid()) return f(shells[e]);
    if (e < first_beam()) return f(solids[e - first_solid()]);
    if (e < first_spring()) return f(beams[e - first_beam()]);
    return f(springs[e - first_spring()]);
  }

  CRUMPLE_DESCRIBE(plain(title, nodes), by_element(plain(shells, solids, beams, springs)),
                   on_one_rank(plain(masses, joints, joint_stiffnesses, belts, blast_faces, non_reflecting_faces)),
                   plain(parts, sections, materials, hourglasses, curves, frames),
                   with_its_nodes(plain(constraints)),
                   plain(motions, nodal_loads, body_loads, pressure_loads, airbags, walls, contacts, tied_contacts),
                   with_its_nodes(plain(ties, soft_ties)),
                   plain(transducers, rigid_bodies, body_stoppers, part_switches, sensors, weld_strains),
                   with_its_nodes(plain(spot_welds)),
                   plain(damping, part_dampings), with_its_nodes(plain(interpolations, shared_motions)),
                   plain(section_preloads, beam_preloads),
                   on_one_rank(plain(shell_stresses, solid_stresses, solid_axes, shell_references, element_deaths)),
                   plain(control, implicit, output),
                   only_on_root(plain(warnings, deck_hash, part_sets, pfile_lines)))
};

/// What a deck describes. (Made, copied and destroyed in model.cpp: compiling that takes seconds.)
struct Model : ModelMembers {
  Model();
  Model(const Model&);
  Model(Model&&) noexcept;
  Model& operator=(const Model&);
  Model& operator=(Model&&) noexcept;
  ~Model();
  CRUMPLE_DESCRIBE(base<ModelMembers>(*this))
};

/// Makes a model, or a piece of one, that of a stage: bodies of other stages have no nodes, and parts of bodies that
/// are deformable at other times are held.
void enter_stage(int stage, Model& model);

}  // namespace crumple
