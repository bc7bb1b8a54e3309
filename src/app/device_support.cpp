#include "app/device_support.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "base/error.hpp"
#include "kernels/device.hpp"
#include "kernels/interface.hpp"
#include "model/laws.hpp"

namespace crumple {
namespace {

/// Whether elements of the material go before it has failed: at a time, or with a small step.
bool is_deleted_by_host(const Material& material) {
  kernels::MaterialConstants constants;
  if (const auto* law = std::get_if<kernels::LawParameters>(&material.law)) constants.law = *law;
  set_up_law(constants);
  return constants.least_step > 0 || (material.erosion && material.erosion->failure_time > 0);
}

/// Whether any cluster of welds is more than two free nodes.
bool has_large_clusters(const Model& m) {
  std::vector<std::uint8_t> n_welds(std::size_t(m.nodes.count()), 0);
  for (const SpotWeld& weld : m.spot_welds)
    for (const Index node : weld.nodes)
      if (++n_welds[std::size_t(node)] > 1) return true;
  const auto is_welded = [&](Index node) { return n_welds[std::size_t(node)] > 0; };
  return std::ranges::any_of(m.constraints, is_welded, &SinglePointConstraint::node) ||
         std::ranges::any_of(m.motions, [&](const PrescribedMotion& motion) {
           return std::ranges::any_of(motion.nodes, is_welded);
         });
}

}  // namespace

std::vector<std::string> lacks_on_device(const Model& m) {
  using std::ranges::any_of;
  std::vector<std::string> lacks;
  const auto refuse = [&](bool is_asked_for, const char* what) {
    if (is_asked_for) lacks.emplace_back(what);
  };
  refuse(!m.beams.empty(), "beams (*ELEMENT_BEAM)");
  refuse(!m.springs.empty(), "discrete elements (*ELEMENT_DISCRETE)");
  refuse(any_of(m.solids, [&](const Solid& solid) { return m.has_averaged_volume(solid); }), "solids of ELFORM 13");
  refuse(any_of(m.parts, [](const Part& part) { return part.stiffness_damping != 0; }), "*DAMPING_PART_STIFFNESS");
  refuse(any_of(m.materials, is_deleted_by_host), "deletion by FAILTM or by a least step of the material");
  refuse(m.control.erode != 0, "ERODE of *CONTROL_TIMESTEP");
  refuse(m.control.mass_scaling_goes_on, "mass scaling after the start (MS1ST = 0 of *CONTROL_TIMESTEP)");
  refuse(!m.interpolations.empty(), "*CONSTRAINED_INTERPOLATION");
  refuse(has_large_clusters(m), "spot welds that share nodes, or whose nodes are held or prescribed");
  refuse(any_of(m.joints, [](const Joint& joint) { return joint.kind == JointKind::screw; }), "screw joints");
  refuse(!m.joint_stiffnesses.empty(), "*CONSTRAINED_JOINT_STIFFNESS");
  refuse(!m.belts.empty(), "seat belts (*ELEMENT_SEATBELT)");
  refuse(m.part_switches.any(), "*DEFORMABLE_TO_RIGID_AUTOMATIC");
  refuse(m.sensors.any(), "sensors (*SENSOR_CONTROL, *TERMINATION)");
  refuse(!m.section_preloads.empty() || !m.beam_preloads.empty(), "preload (*INITIAL_STRESS_SECTION)");
  refuse(m.implicit.is_used(), "implicit analysis (*CONTROL_IMPLICIT_GENERAL)");
  return lacks;
}

void require_device_support(const Model& model, const std::string& device) {
  if (const std::vector<std::string> lacks = lacks_on_device(model); !lacks.empty())
    throw Error(fmt::format("device={} cannot run this: {}; expected a deck without, or device=none", device,
                            fmt::join(lacks, ", ")));
}

void prepare_device(const Model& model, const std::string& device) {
  const bool is_imitated = device == "host";
  if (!is_imitated) return require_device_support(model, device);
  if (lacks_on_device(model).empty()) kernels::device_of_run()->put_off_loops();
}

}  // namespace crumple
