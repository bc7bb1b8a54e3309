#include "tests/kernels/material_specimen.hpp"

namespace crumple::kernels::test {

template <class Law>
void Updates<Law>::solid(const Law& law, MaterialPoint<P>& at) {
  law.solid(at);
}

template <class Law>
auto Updates<Law>::plane_stress(const Law& law, MaterialPoint<P>& at, const P& kappa) -> P {
  return law.plane_stress(at, kappa);
}

#define CRUMPLE_UPDATES(law)                  \
  template struct Updates<law<Pack<float>>>; \
  template struct Updates<law<Pack<double>>>;
CRUMPLE_UPDATES(Material001)
CRUMPLE_UPDATES(Material003)
CRUMPLE_UPDATES(Material015)
CRUMPLE_UPDATES(Material024)
CRUMPLE_UPDATES(Material098)

}  // namespace crumple::kernels::test
