// What has been read so far: tables by id, raw elements, and the work left for when all ids are known.
// Filled by `keywords/`, finished by `read.cpp`. Every entry knows its place in the text, for messages.
#pragma once

#include <array>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "base/box.hpp"
#include "deck/cards.hpp"
#include "deck/raw_set.hpp"
#include "deck/stacks.hpp"
#include "deck/table.hpp"
#include "model/model.hpp"

namespace crumple {
struct Restart;  // model/run_terms.hpp
}

namespace crumple::deck {

/// An element before its ids are resolved. Shells use the first four nodes.
template <int N>
struct RawElement {
  Id id = 0;
  Id part = 0;
  std::array<Id, N> nodes{};
  Location where;
};
struct RawSolid : RawElement<8> {
  Index sides = none;  ///< position in Deck::solid_sides
};
/// *MAT_138, whose elements act as ties that soften.
struct CohesiveLaw {
  double density = 0;  ///< RO [mass/volume, or mass/area]
  bool per_area = false;
  TieStrength strength;
};
struct RawBeam : RawElement<2> {
  Id orientation = 0;  ///< N3; 0: none
  Vec3 towards;        ///< VX, VY, VZ of *ELEMENT_BEAM_ORIENTATION
};
struct RawSpring : RawElement<2> {  ///< N2 = 0: to the ground
  Id orientation = 0;               ///< VID; 0: along its nodes
  double scale = 1, offset = 0;
  bool printed = true;
};
struct RawShell : RawElement<4> {
  Index extras = none;  ///< position in Deck::shell_extras
};
/// What *ELEMENT_SHELL_THICKNESS, _BETA, _OFFSET and _COMPOSITE say.
struct ShellExtras {
  std::array<float, 4> thickness{};
  bool has_angle = false;
  float angle = 0;
  bool has_offset = false;
  double offset = 0;   ///< of the middle surface from the nodes along the normal [length]
  Index stack = none;  ///< position in Deck::shell_stacks
  bool needs_section() const { return has_offset || stack != none; }
};
/// The material axes of a solid, as SolidAxes.
struct RawSolidAxes {
  Id solid = 0;
  Vec3 a, d;
};
/// What makes the section of a beam of *ELEMENT_BEAM_SCALAR: that of its part, VOL, INER, CID.
using BeamScalars = std::tuple<Index, double, double, Index>;
/// The same of *ELEMENT_BEAM_THICKNESS: PARM1 to PARM5.
using BeamSizes = std::pair<Index, std::array<double, 5>>;
/// A shell of the model that gets a section of its own, and what it says.
struct ShellWithSection {
  Index shell = none, extras = none;
};

struct RawNode {
  Id id = 0;
  Vec3 position;
  DofMask fixed = 0;  ///< TC and RC
  Location where;
};

/// *DEFINE_TABLE: curves over a value (a strain rate), by id or, in the old form, the next ones in the deck.
struct CurveTable {
  std::vector<double> values;
  std::vector<Id> curves;
};

/// *INTEGRATION_BEAM or *INTEGRATION_SHELL.
struct IntegrationRule {
  Card head;
  std::vector<Card> points;
};

/// *LOAD_BLAST_ENHANCED, until a segment asks for it.
struct ChargeCards {
  Card card, second;
};

/// *ELEMENT_SEATBELT_SENSOR, until a retractor asks for it.
struct BeltSensorCards {
  Card card, limits;
};

/// *DEFINE_FRICTION, until a contact asks for it.
struct FrictionCards {
  Card head;
  std::vector<Card> pairs;
};

/// *DEFORMABLE_TO_RIGID and _AUTOMATIC, until all are read.
struct PartSwitchCards {
  /// Parts that switch together.
  struct Set {
    double time = 0, most_dt = 0;  ///< TIME1, DTMAX [time]
    std::vector<Card> to_rigid, to_deformable;
  };
  std::vector<Card> at_start;
  std::vector<Set> sets;
};

/// *CONTROL_HOURGLASS and *CONTROL_BULK_VISCOSITY, and values of other control cards that serve as defaults.
struct ControlDefaults {
  int shell_form = 2;
  Hourglass hourglass;
  int contact_ignore = 0;
  double plots = 0;              ///< NPLTC: number of states over the run; 0: by interval
  int contacts_by_part = 0;      ///< contacts with FS = -1, whose friction comes from *PART_CONTACT
  Location contact_by_part;      ///< the first of them
  bool has_termination = false;  ///< *CONTROL_TERMINATION was read
  bool has_vibration = false;    ///< *CONTROL_IMPLICIT_EIGENVALUE asks for modes
  bool has_modes_on_the_way = false;  ///< IMFLAG 6 of *CONTROL_IMPLICIT_GENERAL
};

/// When the work left by a keyword is done, in this order. The mesh is ready after `definitions`; if there were errors
/// until then, the rest is not done, so that later phases see no unresolved element. `belts` is for what is at the
/// belts of `conditions`; `results` for what refers to that, or to sections of outputs.
enum class Phase { tables, definitions, moves, frames, bodies, merging, conditions, belts, results, switches, count };

/// What a second definition of a parameter is (*PARAMETER_DUPLICATION).
enum class DuplicateParameters { warn, fail, silent };

struct Deck {
  Diagnostics log;
  Parameters parameters;
  DuplicateParameters duplicates = DuplicateParameters::warn;
  Model model;
  std::filesystem::path file;                                   ///< the deck itself
  std::optional<double> end_time;                               ///< endtime=, for a deck without one [time]
  std::optional<Id> chosen_case;                                ///< case=: the *CASE to compute
  Restart* restart = nullptr;                                   ///< of a restart deck: what it changes
  std::vector<std::filesystem::path> include_paths;             ///< *INCLUDE_PATH
  std::vector<std::unique_ptr<MappedFile>> texts;               ///< cards are views into them
  std::set<std::string> keywords;                               ///< names shown in messages; cards point at them
  std::deque<Placement> placements = std::deque<Placement>(1);  ///< of all files; cards point at them
  const Placement* placement = &placements.front();             ///< of the file being read
  std::map<Id, Motion> transformations;                         ///< *DEFINE_TRANSFORMATION
  double merge_tolerance = 0;                  ///< *NODE_MERGE_TOLERANCE [length]; 0: by the size of the model
  std::set<Id> used_materials, used_sections;  ///< ids that parts name

  std::vector<RawNode> nodes;
  std::vector<RawShell> shells;
  std::vector<RawSolid> solids;
  std::vector<RawSolidAxes> solid_axes;        ///< of _ORTHO, until the mesh is built
  std::vector<std::array<Id, 6>> solid_sides;  ///< nodes on the sides of tetrahedra; 0: to be made
  std::vector<RawBeam> beams;
  std::vector<RawSpring> springs;
  std::vector<ShellExtras> shell_extras;
  std::vector<Stack> shell_stacks;                     ///< different ones of *ELEMENT_SHELL_COMPOSITE
  std::map<StackKey, Index> stack_index;               ///< of shell_stacks
  std::vector<ShellWithSection> shells_with_sections;  ///< ready from Phase::definitions on

  std::map<BeamScalars, Index> beam_sections;  ///< positions in the model
  std::map<BeamSizes, Index> sections_of_sizes;  ///< the same
  Table<PointMass> masses{"mass element", IdOf::element};
  Table<BeltSensorCards> belt_sensors{"seat belt sensor", IdOf::other};
  std::map<Id, Vec3> reference_positions;      ///< [node] of *AIRBAG_REFERENCE_GEOMETRY [length]
  Table<ChargeCards> charges{"*LOAD_BLAST_ENHANCED", IdOf::other};
  Table<FrictionCards> frictions{"*DEFINE_FRICTION", IdOf::definition};
  Table<Card> sensors{"sensor of a node, element, force or calculation", IdOf::other};
  Table<Card> sensor_switches{"sensor switch", IdOf::other};
  Table<Part> parts{"part", IdOf::part};
  Table<Section> sections{"section", IdOf::other};
  Table<Material> materials{"material", IdOf::material};
  Table<EquationOfState> equations_of_state{"equation of state", IdOf::other};
  Table<IntegrationRule> beam_rules{"*INTEGRATION_BEAM", IdOf::other},
      shell_rules{"*INTEGRATION_SHELL", IdOf::other};
  Table<Hourglass> hourglasses{"hourglass", IdOf::other};
  Table<Curve> curves{"curve", IdOf::curve};
  Table<CurveTable> curve_tables{"table", IdOf::curve};
  Table<Frame> frames{"coordinate system", IdOf::definition};
  std::map<Id, CohesiveLaw> cohesive_laws;  ///< by material
  std::vector<RawSolid> cohesive_solids;    ///< apart from the others from Phase::moves on
  std::map<Id, bool> moving_frames;  ///< which move: true, with three nodes; false, as one node turns
  Table<Box> boxes{"box", IdOf::definition};
  Table<Vec3> vectors{"vector", IdOf::definition}, spring_directions{"orientation", IdOf::definition};
  Table<RawSet> node_sets{"node set", IdOf::set}, part_sets{"part set", IdOf::set}, shell_sets{"shell set", IdOf::set},
      solid_sets{"solid set", IdOf::set}, beam_sets{"beam set", IdOf::set}, segment_sets{"segment set", IdOf::set};
  std::set<Id> sections_left_out;  ///< whose elements are left out, with substitute=on
  std::map<Id, Card> duplicate_curves;  ///< *DEFINE_CURVE_DUPLICATE, by their own ids
  std::set<Id> unknown_functions;  ///< *DEFINE_CURVE_FUNCTION, until their values are known
  std::vector<Id> curve_order;     ///< ids of curves as they come, for old tables
  ControlDefaults defaults;

  IdIndex node_index, shell_index, solid_index, beam_index;
  std::vector<Location> node_where, shell_where, solid_where;  ///< by index
  PartElements part_elements;                                  ///< ready from Phase::frames on
  std::map<Id, Vec3> section_normals;                          ///< of *DATABASE_CROSS_SECTION_PLANE, by id
  std::map<Id, Location> body_where;                           ///< rigid bodies by id
  /// Axes that turn with a rigid body, at t = 0: LCO by material, CID by nodal rigid body; from Phase::conditions on.
  std::map<Id, std::function<Mat3()>> material_axes, nodal_body_axes;
  std::map<Id, Id> merged_into;     ///< rigid bodies that have become part of another
  std::vector<char> is_rigid_node;  ///< by node: 1 it belongs to a rigid body, 2 at times; ready in Phase::conditions
  PartSwitchCards part_switches;

  /// The parts that have elements, from Phase::frames on: section and material of others have no effect.
  auto parts_in_use() const {
    return std::views::transform(part_elements.parts, [this](Index p) -> const Part& { return model.parts[p]; });
  }
  /// Leaves work for `phase`; within a phase it is done in the order of the deck.
  void later(Phase phase, std::function<void()> work) { work_[std::size_t(phase)].push_back(std::move(work)); }
  void run(Phase phase) {
    for (const auto& work : work_[std::size_t(phase)]) work();
  }

  /// The index of the entry that `field` of `card` names, or none, with an error if it is not there.
  template <class T>
  Index find(const Table<T>& table, const Card& card, std::string_view field) {
    return find(table, card, field, card.id(field, table.id_of()));
  }
  template <class T>
  Index find(const Table<T>& table, const Card& card, std::string_view field, Id id) {
    const Index found = table.find(id);
    if (found == none) card.error(field, std::string(table.what()) + " " + std::to_string(id) + " is not defined");
    return found;
  }
  /// As find, but 0 stands for none.
  template <class T>
  Index find_optional(const Table<T>& table, const Card& card, std::string_view field) {
    return card.id(field) == 0 ? none : find(table, card, field);
  }
  Index find_node(const Card& card, std::string_view field) {
    return find_node(card, field, card.id(field, IdOf::node));
  }
  Index find_node(const Card& card, std::string_view field, Id id);

 private:
  std::array<std::vector<std::function<void()>>, std::size_t(Phase::count)> work_;
};

}  // namespace crumple::deck
