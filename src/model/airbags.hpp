// Closed volumes of gas (*AIRBAG_...): their surfaces and what they hold.
// Part of the Model (model.hpp), read by physics/conditions/airbags.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "model/mesh.hpp"

namespace crumple {

enum class AirbagKind : std::uint8_t {
  pressure_volume,  ///< *AIRBAG_SIMPLE_PRESSURE_VOLUME: pressure over relative volume
  load_curve,       ///< *AIRBAG_LOAD_CURVE: pressure over time
  adiabatic_gas,    ///< *AIRBAG_ADIABATIC_GAS_MODEL: p V^gamma stays
  gas,              ///< *AIRBAG_SIMPLE_AIRBAG_MODEL, _WANG_NEFSKE: an ideal gas flows in and out
};

/// A number that may follow a curve: of time, or of absolute pressure.
struct CurveOr {
  Index curve = none;
  double constant = 0;
  CRUMPLE_DESCRIBE(ref::curve(curve), plain(constant))
};

/// Flow of gas in and out of a bag, and what surrounds it.
struct BagGas {
  double cv = 0, cp = 0;       ///< specific heats [energy/(mass temperature)]
  Index inflow = none;         ///< mass rate over time [mass/time]
  CurveOr inflow_temperature;  ///< over time [temperature]
  CurveOr shape, area;         ///< of the vent: factor over time [1], area over absolute pressure [length^2]
  bool shape_over_pressure = false;  ///< the factor is over absolute pressure
  CurveOr porous_shape, porous_area;  ///< of the leaking fabric: factor over time, area over absolute pressure
  Index outflow = none;        ///< mass rate over the pressure above the ambient one, instead of all these [mass/time]
  double opens_at = 0;         ///< PPOP: pressure above the ambient one from which the vent is open [force/area]
  double ambient_density = 0;  ///< RO: of what is in the bag at the start [mass/volume]
  double conversion = 1;       ///< GC of Newton's law
  CRUMPLE_DESCRIBE(plain(cv, cp, shape_over_pressure, opens_at, ambient_density, conversion),
                   ref::curve(inflow, outflow), plain(inflow_temperature, shape, area, porous_shape, porous_area))
};

/// A bag: its skin and its law.
struct Airbag {
  Id id = 0;
  std::string title;
  AirbagKind kind = AirbagKind::gas;
  std::vector<std::array<Index, 4>> segments;   ///< triangles repeat the third node
  double volume_scale = 1, pressure_scale = 1;  ///< VSCA, PSCA
  double initial_volume = 0;                    ///< VINI: filled before the start, beside the skin's [length^3]
  double ambient_pressure = 0;                  ///< PE [force/area]
  double initial_pressure = 0;                  ///< P0 of an adiabatic gas, above PE [force/area]
  double gamma = 1.4;                           ///< of an adiabatic gas [1]
  CurveOr pressure;          ///< of pressure_volume: CN, over time; of load_curve: over time [force/area]
  Index over_volume = none;  ///< of pressure_volume: pressure over relative volume [force/area]
  double start = 0;          ///< of load_curve [time]
  BagGas gas;
  CRUMPLE_DESCRIBE(plain(id, title, kind, volume_scale, pressure_scale, initial_volume, ambient_pressure,
                         initial_pressure, gamma, pressure, start, gas),
                   on_one_rank(ref::node(segments)), ref::curve(over_volume))
};

}  // namespace crumple
