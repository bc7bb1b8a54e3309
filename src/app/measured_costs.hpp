// The measured costs of a rank's elements, from the CPU time of its phases. For the rebalancing (rebalance.cpp) and for
// the part costs used by later runs (calibration.cpp).
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/profile.hpp"
#include "decomp/unit_costs.hpp"
#include "model/model.hpp"

namespace crumple {

/// CPU time of a rank outside MPI [s], by phase.
using ComputeTimes = std::map<std::string, double>;
using PhaseCosts = std::map<std::string, PhaseCost>;

ComputeTimes compute_times_since(const PhaseCosts& before);
double total(const ComputeTimes& times);
/// 0 if the phase was not entered.
double time_of(const ComputeTimes& times, const std::string& phase);

/// The median over windows of the seconds of `n` things, for one of them, and its spread. `windows`: not empty.
UnitCost unit_cost(std::vector<double> windows, double n);

/// Cost of an element [s].
struct MeasuredCost {
  float element = 0, contact = 0, nodes = 0;
};

/// [element] Its share of the activity of contact around it, from that of its nodes.
std::vector<double> activity_of_elements(const Model& model, const std::vector<float>& of_nodes);

/// [element] Costs with the sum `times`: for each kind of element in proportion to the table of formulations,
/// `contact_forces` [s], a part of the time of contact, in proportion to `contact_activity` [node]
/// (ContactFeature::activity), the rest in proportion to the costs of nodes.
std::vector<MeasuredCost> measured_costs(const Model& model, const ComputeTimes& times, double contact_forces,
                                         const std::vector<float>& contact_activity);

}  // namespace crumple
