// The gas in a bag: an ideal gas that flows in at a given rate and temperature and out through a vent, or a law of
// pressure. Source: Wang and Nefske (1988), as in the LS-DYNA Theory Manual (Hallquist 2006), Airbags: energy and mass
// of a control volume; flow through a nozzle by de Saint-Venant and Wantzel, choked below the critical pressure.
#pragma once

#include "model/airbags.hpp"
#include "model/model.hpp"
#include "physics/state/bag_state.hpp"

namespace crumple {

class GasBag {
 public:
  GasBag(const Model& model, const Airbag& bag) : model_(&model), bag_(&bag) {}

  /// At the start: ambient gas in the volume of the skin.
  void fill(double volume, double area);
  /// To t(n), `dt` after the last call; the volume there is known.
  void advance(double time, double dt, double volume, double area);
  /// What the skin feels [force/area].
  double pressure_on_skin() const;
  const BagState& state() const { return state_; }
  /// To be set where a run goes on.
  BagState& state() { return state_; }

 private:
  double value(const CurveOr& number, double at) const;
  double outflow() const;
  void advance_gas(double time, double dt, double volume);

  const Model* model_;
  const Airbag* bag_;
  BagState state_;
};

}  // namespace crumple
