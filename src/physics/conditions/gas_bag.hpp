// The gas in an airbag: an ideal gas with a given inflow rate and temperature and a vent, or a pressure law. Source:
// Wang and Nefske (1988), as in the LS-DYNA Theory Manual (Hallquist 2006), Airbags: energy and mass of a control
// volume; nozzle flow after de Saint-Venant and Wantzel, choked below the critical pressure.
#pragma once

#include "model/airbags.hpp"
#include "model/model.hpp"
#include "physics/state/bag_state.hpp"

namespace crumple {

class GasBag {
 public:
  GasBag(const Model& model, const Airbag& bag) : model_(&model), bag_(&bag) {}

  /// At t = 0: ambient gas in the volume of the bag.
  void fill(double volume, double area);
  /// Advances the gas by `dt` to t(n) with the volume at t(n).
  void advance(double time, double dt, double volume, double area);
  /// The pressure on the surface [force/area].
  double pressure_on_skin() const;
  const BagState& state() const { return state_; }
  /// Set on restart.
  BagState& state() { return state_; }

 private:
  double value(const CurveOr& number, double at) const;
  double outflow(double time) const;
  void advance_gas(double time, double dt, double volume);

  const Model* model_;
  const Airbag* bag_;
  BagState state_;
};

}  // namespace crumple
