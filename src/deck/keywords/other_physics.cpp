// Keywords of what this program does not compute: it solves structures. One clear line for each.
#include "deck/keywords/keywords.hpp"

namespace crumple::deck::other_physics_keywords {

constexpr Field solution_card[] = {refused("SOLN", "a thermal or coupled solution"),
                                   no_effect("NLQ", "vector length"),
                                   no_effect("ISNAN", "every run checks for NaN"),
                                   no_effect("LCINT", "curves are used as given, without discretisation"),
                                   no_effect("LCACC", "curves are used as given"),
                                   no_effect("NCDCF", "*DEFINE_CURVE_FUNCTION is tabulated at the start"),
                                   no_effect("NOCOPY", "memory")};
constexpr auto relaxation_card = card_of(
    alike(no_effect("NRCYCK", "used only with IDRFLG"), "DRTOL", "DRFCTR", "DRTERM", "TSSFDR", "IRELAL", "EDTTL"),
    refused("IDRFLG", "dynamic relaxation", 0, {-999, -999}));

constexpr Field any_card[] = {no_effect("all", "is skipped")};

Reader check_card(std::span<const Field> fields) {
  return [fields](Cards& cards, const Options&, Deck&) { cards.next(fields); };
}

/// Read to the end, with one warning of what is done instead.
void warn_about(Registry& registry, const std::string& name, std::vector<std::string> options, const char* instead) {
  const auto read = [name, instead](Cards& cards, const Options&, Deck& deck) {
    deck.log.warn(cards.where(), name, "", instead);
    while (cards.more()) cards.next_text();
  };
  registry.add(name, std::move(options), {{"1 ...", any_card}}, read, std::string("A warning: ") + instead + ".");
}

void add_to(Registry& registry) {
  registry.add("CONTROL_SOLUTION", {}, numbered(solution_card), check_card(solution_card));
  registry.add("CONTROL_DYNAMIC_RELAXATION", {}, numbered(relaxation_card), check_card(relaxation_card));
  const auto refuse = [&](const char* what, std::initializer_list<const char*> families) {
    for (const char* family : families) registry.refuse_family(family, what);
  };
  refuse("fluids on fixed or moving meshes (ALE)",
         {"ALE_", "CONTROL_ALE", "INITIAL_VOID", "INITIAL_VOLUME_FRACTION",
          "MAT_VACUUM", "SECTION_ALE", "CONTROL_EFG", "ICFD_", "CESE_", "MESH_"});
  refuse("particles (SPH, DEM, CPM)", {"ELEMENT_SPH", "SECTION_SPH", "CONTROL_SPH", "DEFINE_SPH",
                                       "ELEMENT_DISCRETE_SPHERE", "CONTROL_DISCRETE_ELEMENT"});
  refuse("vibrations by frequency", {"FREQUENCY_DOMAIN_"});
  refuse("heat", {"CONTROL_THERMAL_", "MAT_THERMAL_", "BOUNDARY_TEMPERATURE", "BOUNDARY_CONVECTION", "BOUNDARY_FLUX",
                  "BOUNDARY_RADIATION", "INITIAL_TEMPERATURE", "LOAD_THERMAL_"});
  refuse("electromagnetism", {"EM_"});
  refuse("metal forming", {"CONTROL_FORMING_", "DEFINE_FORMING_"});
  warn_about(registry, "CONTROL_ADAPTIVE", {}, "the mesh is not refined while the run goes on");
  refuse("contact with analytic rigid surfaces (*RIGIDWALL_GEOMETRIC_... is similar)", {"CONTACT_ENTITY"});
  refuse("thick shells with directions or layers of their own", {"ELEMENT_TSHELL_"});
  for (const char* output : {"INTERFACE_SPRINGBACK_", "INTERFACE_COMPONENT_"})
    registry.ignore_family(output, "outputs that are not written");
  registry.ignore_family("INITIAL_FOAM_REFERENCE_GEOMETRY", "only for laws with REF = 1, which are errors");
  registry.ignore("DEFINE_MATERIAL_HISTORIES", "output");
  registry.ignore("DEFINE_FILTER", "sensors that name a filter have a warning");
  registry.ignore_family("RIGIDWALL_FORCE_TRANSDUCER", "outputs that are not written");
  for (const char* unused : {"DEFINE_BOX_ADAPTIVE", "DEFINE_PLANE", "DEFINE_REGION", "DEFINE_STOCHASTIC_VARIATION",
                             "DEFINE_TARGET_BOUNDARY"})
    registry.ignore(unused, "no supported keyword refers to it");
  warn_about(registry, "DAMPING_FREQUENCY_RANGE", {"DEFORM"}, "there is no damping in a range of frequencies");
  warn_about(registry, "DAMPING_RELATIVE", {}, "there is no damping of relative motion");
  warn_about(registry, "CONTACT_INTERIOR", {"ID"},
             "crushed solids are held by their bulk viscosity and hourglass control alone");
  for (const char* end : {"CONTACT", "DELETED_SHELLS", "DELETED_SHELLS_SET", "DELETED_SOLIDS", "DELETED_SOLIDS_SET"})
    warn_about(registry, std::string("TERMINATION_") + end, {}, "the run goes on to the end of *CONTROL_TERMINATION");
}

}  // namespace crumple::deck::other_physics_keywords
