#include "physics/conditions/gas_bag.hpp"

#include <algorithm>
#include <cmath>

#include "base/same_bits.hpp"

namespace crumple {
namespace {

/// Mass flow of an ideal gas through an orifice, over area, pressure and 1 / (R sqrt(T)); `ratio`: downstream over
/// upstream pressure.
double nozzle(double ratio, double gamma, double gas_constant, double conversion) {
  const double critical = same_bits::pow(2 / (gamma + 1), gamma / (gamma - 1)), q = std::max(ratio, critical);
  const double expansion = 1 - same_bits::pow(q, (gamma - 1) / gamma);
  return same_bits::pow(q, 1 / gamma) *
         std::sqrt(std::max(0.0, 2 * conversion * gamma * gas_constant / (gamma - 1) * expansion));
}

}  // namespace

double GasBag::value(const CurveOr& number, double at) const {
  return number.curve == none ? number.constant : model_->curves[number.curve].evaluate(at);
}

void GasBag::fill(double volume, double area) {
  state_.bag = bag_->id;
  state_.volume = bag_->volume_scale * volume + bag_->initial_volume;
  state_.area = area;
  state_.pressure = bag_->ambient_pressure;
  state_.start_volume = state_.volume;
  if (bag_->kind == AirbagKind::adiabatic_gas) state_.pressure += bag_->initial_pressure;
  if (bag_->kind != AirbagKind::gas) return;
  const BagGas& gas = bag_->gas;
  state_.mass = gas.ambient_density * state_.start_volume;
  state_.energy = bag_->ambient_pressure * state_.start_volume / (gas.cp / gas.cv - 1);
  state_.temperature = state_.mass > 0 ? state_.energy / (state_.mass * gas.cv) : 0;
}

void GasBag::advance(double time, double dt, double volume, double area) {
  const double now = bag_->volume_scale * volume + bag_->initial_volume;
  const double relative = state_.start_volume > 0 ? now / state_.start_volume : 1;
  switch (bag_->kind) {
    case AirbagKind::pressure_volume:
      state_.pressure =
          bag_->ambient_pressure + (bag_->over_volume != none ? model_->curves[bag_->over_volume].evaluate(relative)
                                                              : value(bag_->pressure, time) / relative);
      break;
    case AirbagKind::load_curve:
      state_.pressure = bag_->ambient_pressure + (time < bag_->start ? 0 : value(bag_->pressure, time - bag_->start));
      break;
    case AirbagKind::adiabatic_gas:
      state_.pressure = (bag_->ambient_pressure + bag_->initial_pressure) * same_bits::pow(1 / relative, bag_->gamma);
      break;
    case AirbagKind::gas:
      advance_gas(time, dt, now);
      break;
  }
  state_.volume = now;
  state_.area = area;
}

double GasBag::outflow(double time) const {
  const BagGas& gas = bag_->gas;
  const double pressure = state_.pressure;
  if (gas.outflow != none)
    return state_.is_open * model_->curves[gas.outflow].evaluate(pressure - bag_->ambient_pressure);
  const double vent = value(gas.shape, gas.shape_over_pressure ? pressure : time) * value(gas.area, pressure);
  const double openings = state_.is_open * vent +
                          value(gas.porous_shape, time) * value(gas.porous_area, pressure);
  const double gas_constant = gas.cp - gas.cv;
  if (!(state_.pressure > bag_->ambient_pressure) || !(state_.temperature > 0)) return 0;
  return openings * pressure / (gas_constant * std::sqrt(state_.temperature)) *
         nozzle(bag_->ambient_pressure / state_.pressure, gas.cp / gas.cv, gas_constant, gas.conversion);
}

/// The work on the surface is that of the mean pressure of the step.
void GasBag::advance_gas(double time, double dt, double volume) {
  const BagGas& gas = bag_->gas;
  if (state_.pressure - bag_->ambient_pressure >= gas.opens_at) state_.is_open = 1;
  state_.inflow = gas.inflow == none ? 0 : model_->curves[gas.inflow].evaluate(time);
  state_.outflow = std::min(outflow(time), dt > 0 ? 0.5 * state_.mass / dt : 0);
  const double heat =
      gas.cp * (state_.inflow * value(gas.inflow_temperature, time) - state_.outflow * state_.temperature);
  const double grown = volume - state_.volume, gamma = gas.cp / gas.cv;
  state_.energy =
      (state_.energy + dt * heat - 0.5 * state_.pressure * grown) / (1 + 0.5 * (gamma - 1) * grown / volume);
  state_.mass += dt * (state_.inflow - state_.outflow);
  state_.pressure = (gamma - 1) * state_.energy / volume;
  state_.temperature = state_.mass > 0 ? state_.energy / (state_.mass * gas.cv) : 0;
}

double GasBag::pressure_on_skin() const { return bag_->pressure_scale * (state_.pressure - bag_->ambient_pressure); }

}  // namespace crumple
