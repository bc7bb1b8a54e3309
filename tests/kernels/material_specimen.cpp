#include "tests/kernels/material_specimen.hpp"

#include "kernels/materials/material_001_elastic.hpp"
#include "kernels/materials/material_003_plastic_kinematic.hpp"
#include "kernels/materials/material_015_johnson_cook.hpp"
#include "kernels/materials/material_024_piecewise_linear_plasticity.hpp"
#include "kernels/materials/material_037_transversely_anisotropic.hpp"
#include "kernels/materials/material_098_simplified_johnson_cook.hpp"

namespace crumple::kernels::test {

template <class Law>
void Updates<Law>::solid(const Law& law, const P* de, MaterialPoint<P>& at) {
  law.solid(de, at);
}

template <class Law>
auto Updates<Law>::plane_stress(const Law& law, const P* de, MaterialPoint<P>& at, const P& kappa) -> P {
  return law.plane_stress(de, at, kappa);
}

#define CRUMPLE_UPDATES(law)                  \
  template struct Updates<law<Pack<float>>>; \
  template struct Updates<law<Pack<double>>>;
CRUMPLE_UPDATES(Material001)
CRUMPLE_UPDATES(Material003)
CRUMPLE_UPDATES(Material015)
CRUMPLE_UPDATES(Material024)
CRUMPLE_UPDATES(Material037)
CRUMPLE_UPDATES(Material098)

}  // namespace crumple::kernels::test
