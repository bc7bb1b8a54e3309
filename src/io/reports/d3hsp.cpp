// d3hsp: the model in detail, e.g. to find the heavy part, the small element, the soft contact: control values, parts,
// contacts, mass properties, the 100 smallest time steps; then the energies at the times of glstat. Banner, warnings,
// lines of events and the end come from message_file.cpp, which also writes them to mes0000. Layout: the words and
// columns that published readers of d3hsp search for; LS-DYNA prints more between them.
#include <fmt/format.h>

#include "io/ascii_formats.hpp"
#include "io/scaled_mass.hpp"
#include "io/text_database.hpp"
#include "physics/bodies/rotation.hpp"
#include "physics/contact/contact_feature.hpp"
#include "physics/contact/initial_penetrations.hpp"
#include "physics/results/energy.hpp"
#include "physics/results/mass_properties.hpp"
#include "physics/state/given_body.hpp"

namespace crumple {
namespace {

constexpr std::size_t n_smallest = 100;

/// A label dotted to column 56, and what it says.
template <class T>
std::string entry(const std::string& label, const T& value) {
  return fmt::format("    {:.<52}{:>12}\n", label, value);
}
std::string entry(const std::string& label, double value) { return entry(label, fmt::format("{:.4E}", value)); }

/// "p a r t   d e f i n i t i o n s".
std::string spaced(const std::string& words) {
  std::string text;
  for (const char c : words) text += c == ' ' ? "  " : std::string(1, c) + " ";
  return text;
}

std::string format_control(const RunInfo& run, const Model& model) {
  const Control& c = model.control;
  std::string text = fmt::format("\n {}\n\n", run.title);
  text += " L I S T   O F   K E Y W O R D   C O U N T S\n\n";
  const auto count = [&](const std::string& keyword, auto n) {
    text += fmt::format("  total # of *{:.<44}{:12}\n", keyword, n);
  };
  count("NODE card", run.n_nodes);
  count("ELEMENT_SHELL card", run.n_shells);
  count("ELEMENT_SOLID card", run.n_solids);
  count("ELEMENT_BEAM card", run.n_beams);
  count("ELEMENT_DISCRETE card", run.n_springs);
  count("ELEMENT_MASS card", run.n_masses);
  count("PART_option card", run.n_parts);
  count("CONTACT card", model.contacts.size() + model.tied_contacts.size() + model.transducers.size());
  text += "\n\n " + spaced("control information") + "\n\n";
  text += entry("number of materials or property sets", model.materials.size());
  text += entry("number of nodal+scalar points", run.n_nodes);
  text += entry("number of solid elements", run.n_solids);
  text += entry("number of beam elements", run.n_beams);
  text += entry("number of shell elements", run.n_shells);
  text += entry("number of discrete elements", run.n_springs);
  text += entry("number of number of contact definitions", model.contacts.size() + model.tied_contacts.size());
  text += entry("number of rigid walls", model.walls.size());
  text += entry("number of rigid bodies", model.rigid_bodies.size());
  text += "\n";
  text += entry("termination time", c.end_time);
  text += entry("termination cycle", c.end_cycle);
  text += entry("reduction factor for minimum time step", c.minimum_dt_factor);
  text += entry("percent change in energy for termination", c.energy_change_limit);
  text += entry("percent change in mass for termination", c.added_mass_limit);
  text += entry("initial time step", c.initial_dt);
  text += entry("time step scale factor", c.dt_scale);
  text += entry("time step size for mass scaled solution",
                c.mass_scaling_of_all ? c.mass_scaling_dt : 0 - c.mass_scaling_dt);
  text += entry("scale factor for contact stiffness", c.contact_stiffness);
  text += entry("thickness update of shells", c.thickness_update);
  for (const auto& [name, interval] : model.output.intervals)
    if (interval > 0) text += entry("output interval of " + name, interval);
  return text;
}

const std::string star_line = "\n " + std::string(80, '*') + "\n";

std::string format_part(const Model& model, const Part& part, const MassProperties& masses) {
  const Material& material = model.materials[part.material];
  std::string text = fmt::format("{}\n  {}\n\n", star_line, part.title);
  const auto id = [&](const std::string& label, auto value) {
    text += fmt::format("     {:.<42}{:12}\n", label, value);
  };
  const auto number = [&](const std::string& label, double value) {
    text += fmt::format("     {:.<42} = {:.5E}\n", label, value);
  };
  id("part     id ", part.id);
  if (part.section != none) {
    const Section& section = model.sections[part.section];
    id("section  id ", section.id);
    id("material id ", material.id);
    text += fmt::format("\n     section  title ......\n  {}\n", section.title);
    text += fmt::format("     {:.<42} ={:8}\n", fmt::format("{} formulation ", name_of(section.kind)),
                        section.element_form);
    if (section.kind == SectionKind::shell) number("thickness ", section.thickness[0]);
  } else {
    id("material id ", material.id);
  }
  text += fmt::format("\n     material title ......\n  {}\n", material.title);
  if (!material.is_of_springs()) id("material type ", material.number());
  number("density ", material.density);
  if (material.young > 0) number("e ", material.young);
  if (material.poisson != 0) number("vnu ", material.poisson);
  if (part.hourglass != none) {
    id("hourglass type ", model.hourglasses[part.hourglass].type);
    number("hourglass coefficient ", model.hourglasses[part.hourglass].coefficient);
  }
  id("number of elements ", masses.n_elements);
  number("mass ", masses.mass);
  return text;
}

/// LS-DYNA's type number; automatic contacts with older numbers have the prefix "a".
std::string type_of(const Contact& contact) {
  switch (contact.kind) {
    case ContactKind::single_surface:
      return contact.eroding ? "15" : "13";
    case ContactKind::surface_to_surface:
      return contact.eroding ? "14" : "a 3";
    default:
      return contact.eroding ? "16" : "a 5";
  }
}

std::string format_contacts(const Model& model, const InitialPenetrations& initial) {
  std::string text = star_line + "\n " + spaced("contact interfaces") + "\n\n";
  for (const Contact& contact : model.contacts) {
    text += fmt::format("  Contact Interface{:10}     {}\n", contact.id, contact.title);
    text += entry("coefficient of static friction", contact.friction_static);
    text += entry("coefficient of dynamic friction", contact.friction_dynamic);
    text += entry("birth time", contact.birth) + entry("death time", contact.death);
    text += entry("soft constraint option", contact.soft) + "\n";
  }
  text += "  Contact summary\n   Order #        ID  Type    Title\n";
  int order = 0;
  const auto row = [&](Id id, const std::string& type, const std::string& title) {
    text += fmt::format("{:10}{:10}{:>6}    {}\n", ++order, id, type, title);
  };
  for (const Contact& contact : model.contacts) row(contact.id, type_of(contact), contact.title);
  for (const TiedContact& contact : model.tied_contacts)
    row(contact.id, contact.keeps_offset ? "o 2" : "2", contact.title);
  for (const ForceTransducer& contact : model.transducers) row(contact.id, "25", contact.title);
  text += "\n";
  for (std::size_t k = 0; k < initial.n_nodes.size(); ++k)
    text += fmt::format(" {:10} initial penetrations were found for interface{:10}\n", initial.n_nodes[k],
                        model.contacts[k].id);
  return text;
}

std::string tensor(const Mat3& m) {
  std::string text;
  for (int r = 0; r < 3; ++r)
    text += fmt::format("   row{}=  {:15.4E}{:15.4E}{:15.4E}\n", r + 1, m(r, 0), m(r, 1), m(r, 2));
  return text;
}

std::string center_and_inertia(const MassProperties& m) {
  std::string text;
  const auto line = [&](const std::string& label, double value) {
    text += fmt::format("   {:<30}={:15.4E}\n", label, value);
  };
  for (int c = 0; c < 3; ++c) line(std::string(1, "xyz"[c]) + "-coordinate of mass center", m.center[c]);
  const PrincipalAxes axes = principal_axes(m.inertia);
  text += "\n   inertia tensor about the mass center\n" + tensor(m.inertia);
  text += "\n   principal inertias\n";
  for (int c = 0; c < 3; ++c) line(fmt::format("i{0}{0}", c + 1), axes.values[c]);
  return text + "\n   principal directions, by columns\n" + tensor(to_matrix(axes.attitude)) + "\n";
}

std::string format_masses(const Model& model, const ModelMasses& masses) {
  std::string text = star_line + "\n";
  for (std::size_t p = 0; p < model.parts.size(); ++p) {
    text += fmt::format("  m a s s   p r o p e r t i e s   o f   p a r t #{:8}\n", model.parts[p].id);
    text += fmt::format("   {:<30}={:15.4E}\n", "total mass of part", masses.parts[p].mass);
    text += center_and_inertia(masses.parts[p]);
  }
  text += " s u m m a r y   o f   m a s s\n\n";
  if (masses.points.mass > 0)
    text += fmt::format("   {:<30}={:15.4E}\n", "lumped mass (*ELEMENT_MASS)", masses.points.mass);
  text += fmt::format(" t o t a l  m a s s          ={:15.4E}\n", masses.total.mass);
  return text + center_and_inertia(masses.total);
}

class D3hsp final : public Recorder {
 public:
  explicit D3hsp(const OutputPlace& place) : run_(place.run), messages_(place.messages) {}

  void start(const Moment& now) override {
    if (now.clock().cycle > 0) return;  // the file is continued, or the input is in that of the first run
    const Model& model = now.domain().model;
    const ModelMasses masses = mass_properties(now.world(), now.domain(), now.elements, now.step.nodes);
    const std::vector<StepLimit> mine = smallest_steps(now.elements, n_smallest);
    std::vector<StepLimit> steps = gather_rows(now.world(), mine);
    keep_smallest(steps, n_smallest);
    messages_.print(format_control(run_, model));
    messages_.print("\n\n " + spaced("part definitions") + "\n");
    for (std::size_t p = 0; p < model.parts.size(); ++p)
      messages_.print(format_part(model, model.parts[p], masses.parts[p]));
    const ContactFeature& contacts = *find<ContactFeature>(now.features);
    messages_.print(format_contacts(model, contacts.initial_penetrations()));
    messages_.print(format_masses(model, masses));
    messages_.print(format_smallest_steps(steps));
  }

  void record(const Moment& now) override {
    const Momentum m =
        sum_momentum(now.world(), now.domain(), now.step.nodes, now.mid, now.rows<GivenBody>());
    const std::vector<WallForce> walls = now.rows<WallForce>();
    messages_.print(format_glstat(now.clock(), now.energies, walls, (1.0 / m.mass) * m.momentum,
                                  now.ns_per_element_cycle, scaled_mass(now, m.mass)) +
                    "\n");
  }

 private:
  const RunInfo& run_;
  MessageFile& messages_;
};

}  // namespace

std::string format_smallest_steps(std::span<const StepLimit> steps) {
  std::string text = "\n 100 smallest timesteps\n   element     number      part      timestep\n\n";
  for (const StepLimit& step : steps)
    text += fmt::format("   {:<8}{:10}{:10}{:14.4E}\n", name_of(step.kind), step.element, step.part, step.dt);
  return text + "\n";
}

namespace recorders {
extern const RecorderKind d3hsp{.name = "d3hsp", .with = "glstat", .records_end = true, .open = open_recorder<D3hsp>};
}

}  // namespace crumple
