#include "app/deck_contents.hpp"

#include <fmt/format.h>

#include <map>

#include "app/deck_units.hpp"
#include "base/counted.hpp"
#include "physics/elements/beam_setup.hpp"
#include "physics/state/element_estimate.hpp"

namespace crumple {
namespace {

struct Totals {
  double mass = 0;                      ///< of elements and of point masses [mass]
  double step = 1e300;                  ///< the smallest [time]
  std::string limiting;                 ///< its element
  std::vector<double> part_mass;        ///< [mass]
  std::vector<std::size_t> n_elements;  ///< of the part
};

template <class Element>
void add_mass(const Element& element, double mass, Totals& totals) {
  totals.mass += mass;
  totals.part_mass[std::size_t(element.part)] += mass;
  ++totals.n_elements[std::size_t(element.part)];
}

template <class Element>
void add_elements(const Model& model, const std::vector<Element>& elements, const char* name, Totals& totals) {
  for (const Element& element : elements) {
    const ElementEstimate estimate = estimate_element(model, element);
    add_mass(element, estimate.mass, totals);
    if (!(estimate.step > 0) || estimate.step >= totals.step) continue;
    totals.step = estimate.step;
    totals.limiting = fmt::format("{} {} of part {}", name, element.id, model.parts[std::size_t(element.part)].id);
  }
}

Totals total_of(const Model& model) {
  Totals totals;
  totals.part_mass.resize(model.parts.size());
  totals.n_elements.resize(model.parts.size());
  add_elements(model, model.shells, "shell", totals);
  add_elements(model, model.solids, "solid", totals);
  for (const Beam& beam : model.beams) add_mass(beam, beam_constants(model, beam).own_mass, totals);
  for (const Spring& spring : model.springs) add_mass(spring, 0, totals);
  for (const PointMass& mass : model.masses) {
    totals.mass += mass.mass;
    if (mass.part != none) totals.part_mass[std::size_t(mass.part)] += mass.mass;
  }
  return totals;
}

/// At the end of a line.
std::string titled(const std::string& title) { return (title.empty() ? "" : "  " + title) + "\n"; }

/// 24 is 024, -4 is S04, the seat belt's is B01.
std::string law_name(const Material& material) {
  const int number = material.number();
  if (number < 0) return fmt::format("S{:02}", -number);
  return number > 1000 ? fmt::format("B{:02}", number - 1000) : fmt::format("{:03}", number);
}

std::string format_parts(const Model& model, const Totals& totals) {
  std::string text = "\nParts\n          id  elements        mass  material  title\n";
  for (std::size_t p = 0; p < model.parts.size(); ++p) {
    const Part& part = model.parts[p];
    const std::string given = part.inertia ? fmt::format("  (of the body, as given: {:.4E})", part.inertia->mass) : "";
    text += fmt::format("{:12}{:10}{:12.4E}       {:>3}{}", part.id, totals.n_elements[p], totals.part_mass[p],
                        law_name(model.materials[std::size_t(part.material)]), titled(part.title + given));
  }
  return text;
}

std::string format_materials(const Model& model) {
  std::map<Id, const Material*> by_id;  // parts may have their own, alike
  for (const Material& material : model.materials) by_id.emplace(material.id, &material);
  std::string text;
  for (const auto& [id, material] : by_id) {
    const double speed = wave_speed(*material);
    text += fmt::format("{:12}   {:>3}{:12.4E}{:>12}{:>12}{}", id, law_name(*material), material->density,
                        material->stiffness() > 0 ? fmt::format("{:.4E}", material->stiffness()) : "",
                        speed > 0 ? fmt::format("{:.4E}", speed) : "", titled(material->title));
  }
  if (text.empty()) return text;
  text = "\nMaterials\n          id   law     density     modulus  wave speed  title\n" + text;
  const UnitsGuess units = guess_units(model.materials);
  if (units.n_judged > 0)
    text += units.names.empty()
                ? "Units: no usual set suits any of the materials\n"
                : fmt::format("Units: {}, to judge by {} of {}\n", units.names, units.n_suited,
                              counted(units.n_judged, "material"));
  for (const std::string& warning : units.warnings) text += "  warning: " + warning + "\n";
  return text;
}

std::string list(const char* heading, const std::string& lines) {
  return lines.empty() ? lines : fmt::format("\n{}\n{}", heading, lines);
}

const char* name_of(ContactKind kind) {
  return kind == ContactKind::single_surface       ? "single surface"
         : kind == ContactKind::surface_to_surface ? "surface to surface"
                                                   : "nodes to surface";
}

std::string format_contacts(const Model& model) {
  std::string text;
  for (const Contact& c : model.contacts)
    text += fmt::format("{:12}  {}{}, {}, {}, SOFT {}, FS {}, FD {}{}", c.id, c.eroding ? "eroding " : "",
                        name_of(c.kind), counted(c.a.segments.size() + c.b.segments.size(), "face"),
                        counted(c.a.nodes.size() + c.b.nodes.size(), "node"), c.soft, c.friction_static,
                        c.friction_dynamic, titled(c.title));
  for (const TiedContact& c : model.tied_contacts)
    text += fmt::format("{:12}  tied, {} on {}{}{}{}", c.id, counted(c.a.nodes.size(), "node"),
                        counted(c.b.segments.size(), "face"), c.ties_rotation ? ", rotations too" : "",
                        c.strength.is_limited() ? ", fails" : "", titled(c.title));
  for (const ForceTransducer& t : model.transducers)
    text += fmt::format("{:12}  force transducer of {}{}", t.id, counted(t.nodes.size(), "node"), titled(t.title));
  return list("Contacts", text);
}

std::string format_walls(const Model& model) {
  constexpr const char* shapes[] = {"plane", "flat", "prism", "cylinder", "sphere"};
  std::string text;
  for (const RigidWall& wall : model.walls) {
    std::string motion = wall.motion_curve != none ? ", moved by a curve" : "";
    if (wall.mass > 0) motion = fmt::format(", mass {}, velocity {}", wall.mass, wall.velocity);
    text += fmt::format("{:12}  {}, for {}, FRIC {}{}{}", wall.id, shapes[std::size_t(wall.shape)],
                        wall.all_nodes ? "all nodes" : counted(wall.nodes.size(), "node"), wall.friction, motion,
                        titled(wall.title));
  }
  return list("Rigid walls", text);
}

/// How many of each kind; in the order of the kinds' names.
std::string format_counts(const char* heading, const std::map<std::string, std::size_t>& counts) {
  std::string text;
  for (const auto& [what, n] : counts)
    if (n > 0) text += fmt::format("{:12}  {}\n", n, what);
  return list(heading, text);
}

std::string format_welds(const Model& model) {
  const auto is_link = [](const SpotWeld& weld) { return weld.tied_set != 0; };
  const auto n_links = std::size_t(std::ranges::count_if(model.spot_welds, is_link));
  std::map<std::string, std::size_t> counts = {{"spot welds of two nodes", model.spot_welds.size() - n_links},
                                               {"links of tied nodes that fail", n_links},
                                               {"nodes that follow others", model.interpolations.size()},
                                               {"sets of nodes that move alike", model.shared_motions.size()},
                                               {"rigid bodies", model.rigid_bodies.size()},
                                               {"belts", model.belts.size()}};
  for (const Beam& beam : model.beams)
    if (beam.part != none && model.materials[std::size_t(model.parts[std::size_t(beam.part)].material)].number() == 100)
      ++counts["weld beams"];
  return format_counts("Welds and bodies", counts);
}

std::string format_joints(const Model& model) {
  constexpr const char* kinds[] = {"spherical", "revolute", "cylindrical", "translational", "screw", "universal"};
  std::map<std::string, std::size_t> counts = {{"stiffnesses of joints", model.joint_stiffnesses.size()},
                                               {"stoppers of bodies", model.body_stoppers.size()}};
  for (const Joint& joint : model.joints) ++counts[kinds[std::size_t(joint.kind)]];
  return format_counts("Joints", counts);
}

std::string format_loads(const Model& model) {
  std::map<std::string, std::size_t> counts = {{"airbags", model.airbags.size()},
                                               {"faces with the pressure of a charge", model.blast_faces.size()},
                                               {"non-reflecting faces", model.non_reflecting_faces.size()},
                                               {"nodes with fixed degrees of freedom", model.constraints.size()}};
  for (const PrescribedMotion& motion : model.motions)
    ++counts[motion.rigid_body != none ? "prescribed motions of rigid bodies" : "prescribed motions of nodes"];
  for (const NodalLoad& load : model.nodal_loads)
    ++counts[load.rigid_body != none ? "forces on rigid bodies" : "forces on nodes"];
  for (const BodyLoad& load : model.body_loads)
    ++counts[fmt::format("{} {}, {}", load.turns ? "rotations about" : "accelerations along", "xyz"[load.axis],
                         load.parts.empty() ? "of the whole model" : "of parts")];
  for (const PressureLoad& load : model.pressure_loads) counts["faces with a pressure"] += load.segments.size();
  return format_counts("Loads and constraints", counts);
}

}  // namespace

std::string format_masses(const Model& model, double end_time) {
  const Totals totals = total_of(model);
  std::string text = fmt::format("{:12.4E}  mass of shells, solids, beams and masses\n", totals.mass);
  const double step = model.control.dt_scale * totals.step;
  if (!totals.limiting.empty())
    text += fmt::format("{:12.4E}  estimated time step ({} x {:.4E} of {})\n{:12.4g}  steps to the end\n", step,
                        model.control.dt_scale, totals.step, totals.limiting, end_time / step);
  return text + format_parts(model, totals);
}

std::string format_contents(const Model& model) {
  return format_materials(model) + format_contacts(model) + format_walls(model) + format_welds(model) +
         format_joints(model) + format_loads(model);
}

}  // namespace crumple
