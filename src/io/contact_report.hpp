// The report of a run on its contacts and walls: excessive penetrations, time steps of the surfaces, limited stiffness.
// Parts of mes0000, of the closing lines and of summary.json.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

namespace crumple {

struct RunResult;    // run_result.hpp
struct SurfaceStep;  // contact/surface_steps.hpp

/// LS-DYNA's lines at the start of a run: the step of each surface, and the largest that avoids contact instabilities.
/// Empty if no contact has one.
std::string format_surface_steps(std::span<const SurfaceStep> steps);

/// At the end: penetrations, limited stiffness, the time step of contact. Empty without contacts and walls, or if
/// penetrations were not counted.
std::string format_penetrations(const RunResult& result);

/// `contacts`, `walls` and `contact_dt` of the summary.
void summarise_contacts(const RunResult& result, nlohmann::ordered_json& summary);

}  // namespace crumple
