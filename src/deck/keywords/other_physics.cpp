// Keywords of what this program does not compute: it solves structures explicitly. One clear line for each.
#include "deck/keywords/keywords.hpp"

namespace crumple::deck {
namespace {

constexpr Field implicit_card[] = {refused("IMFLAG", "an implicit solution"), no_effect("DT0", "of implicit steps"),
                                   no_effect("IMFORM", "of implicit steps"),  no_effect("NSBS", "of implicit steps"),
                                   no_effect("IGS", "of implicit steps"),     no_effect("CNSTN", "of implicit steps"),
                                   no_effect("FORM", "of implicit steps"),    no_effect("ZERO_V", "of implicit steps")};
constexpr Field solution_card[] = {refused("SOLN", "a thermal or coupled solution"),
                                   no_effect("NLQ", "vector length"),
                                   no_effect("ISNAN", "every run looks for values that are not numbers"),
                                   no_effect("LCINT", "curves are taken as they are given, not cut into equal steps"),
                                   no_effect("LCACC", "curves are taken as they are given"),
                                   no_effect("NCDCF", "global coordinates are everywhere"),
                                   no_effect("NOCOPY", "memory")};
constexpr Field relaxation_card[] = {
    no_effect("NRCYCK", "of IDRFLG"), no_effect("DRTOL", "of IDRFLG"),
    no_effect("DRFCTR", "of IDRFLG"), no_effect("DRTERM", "of IDRFLG"),
    no_effect("TSSFDR", "of IDRFLG"), no_effect("IRELAL", "of IDRFLG"),
    no_effect("EDTTL", "of IDRFLG"),  refused("IDRFLG", "dynamic relaxation", 0, {-999, -999})};

Reader check_card(std::span<const Field> fields) {
  return [fields](Cards& cards, const Options&, Deck&) { cards.next(fields); };
}

}  // namespace

void register_other_physics(Registry& registry) {
  registry.add("CONTROL_IMPLICIT_GENERAL", {}, {{"1", implicit_card}}, check_card(implicit_card));
  registry.ignore_family("CONTROL_IMPLICIT_", "of implicit steps, which *CONTROL_IMPLICIT_GENERAL asks for");
  registry.add("CONTROL_SOLUTION", {}, {{"1", solution_card}}, check_card(solution_card));
  registry.add("CONTROL_DYNAMIC_RELAXATION", {}, {{"1", relaxation_card}}, check_card(relaxation_card));
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
  refuse("contact that constrains nodes in place of pushing them (a penalty contact does without)",
         {"CONTACT_CONSTRAINT_"});
  refuse("contact with analytic rigid surfaces (*RIGIDWALL_GEOMETRIC_... are similar)", {"CONTACT_ENTITY"});
  refuse("damping in a range of frequencies (_GLOBAL and _PART_STIFFNESS are there)",
         {"DAMPING_FREQUENCY_RANGE"});
  refuse("damping of relative motion (*DAMPING_PART_MASS is there)", {"DAMPING_RELATIVE"});
  refuse("thick shells", {"ELEMENT_TSHELL", "SECTION_TSHELL"});
}

}  // namespace crumple::deck
