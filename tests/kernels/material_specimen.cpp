#include "tests/kernels/material_specimen.hpp"

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
