// Keywords of what this program does not compute: it solves structures. One clear line for each.
#include "deck/keywords/keywords.hpp"

namespace crumple::deck {
namespace {

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

Reader check_card(std::span<const Field> fields) {
  return [fields](Cards& cards, const Options&, Deck&) { cards.next(fields); };
}

}  // namespace

void register_other_physics(Registry& registry) {
  registry.add("CONTROL_SOLUTION", {}, numbered(solution_card), check_card(solution_card));
  registry.add("CONTROL_DYNAMIC_RELAXATION", {}, numbered(relaxation_card), check_card(relaxation_card));
  const auto refuse = [&](const char* what, std::initializer_list<const char*> families) {
    for (const char* family : families) registry.refuse_family(family, what);
  };
  refuse("fluids on fixed or moving meshes (ALE)",
         {"ALE_", "CONTROL_ALE", "CONSTRAINED_LAGRANGE_IN_SOLID", "INITIAL_VOID", "INITIAL_VOLUME_FRACTION",
          "MAT_VACUUM", "SECTION_ALE", "CONTROL_EFG", "ICFD_", "CESE_", "MESH_"});
  refuse("particles (SPH, DEM, CPM)", {"ELEMENT_SPH", "SECTION_SPH", "CONTROL_SPH", "DEFINE_SPH",
                                       "ELEMENT_DISCRETE_SPHERE", "CONTROL_DISCRETE_ELEMENT", "AIRBAG_PARTICLE"});
  refuse("vibrations by frequency", {"FREQUENCY_DOMAIN_"});
  refuse("heat", {"CONTROL_THERMAL_", "MAT_THERMAL_", "BOUNDARY_TEMPERATURE", "BOUNDARY_CONVECTION", "BOUNDARY_FLUX",
                  "BOUNDARY_RADIATION", "INITIAL_TEMPERATURE", "LOAD_THERMAL_"});
  refuse("electromagnetism", {"EM_"});
  refuse("adaptive meshes and metal forming",
         {"CONTROL_ADAPTIVE", "CONTROL_FORMING_", "DEFINE_FORMING_", "INTERFACE_SPRINGBACK"});
  refuse("constraint contact (use a penalty contact instead)", {"CONTACT_CONSTRAINT_"});
  refuse("contact with analytic rigid surfaces (*RIGIDWALL_GEOMETRIC_... is similar)", {"CONTACT_ENTITY"});
  refuse("damping in a frequency range (_GLOBAL and _PART_STIFFNESS are supported)", {"DAMPING_FREQUENCY_RANGE"});
  refuse("damping of relative motion (*DAMPING_PART_MASS is supported)", {"DAMPING_RELATIVE"});
  refuse("thick shells", {"ELEMENT_TSHELL", "SECTION_TSHELL"});
}

}  // namespace crumple::deck
