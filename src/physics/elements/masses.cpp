#include "physics/elements/masses.hpp"

namespace crumple {

template <class Real> double scale_masses(Elements<Real>& elements, const Domain& domain) {
  const double target = -domain.model.control.mass_scaling_dt;
  double added = added_mass(elements.beams, domain);
  if (target <= 0) return added;
  for (ElementGroup<Real>& group : elements.groups) {
    if (group.no_stress) continue;
    for (int i = 0; i < group.n_lanes(); ++i) {
      const double dt = double(group.dt(i));
      if (group.element[i] == none || dt >= target || dt <= 0) continue;
      const double scale = (target / dt) * (target / dt);
      group.mass_scale(i) = Real(scale);
      added += domain.quanta.body_mass.round((scale - 1) * group.lane_mass[i]);
      group.lane_mass[i] *= scale;
    }
  }
  return added;
}

template <class Real>
void lump_masses(const Elements<Real>& elements, const Domain& domain, HaloExchange& halo, NodeState& state) {
  const Quanta& quanta = domain.quanta;
  Rows sums("mass, inertia", std::size_t(state.count()));
  for (const ElementGroup<Real>& group : elements.groups) {
    const int corners = group.kernel->nodes_per_element;
    for (int i = 0; i < group.n_lanes(); ++i) {
      if (group.element[i] == none) continue;
      const double mass = group.lane_mass[i] / corners;
      const double thickness = double(group.thickness(i));
      const double area = group.shell ? double(group.reference_volume(i)) / thickness : 0;
      const double inertia = group.shell ? mass * (area + thickness * thickness) / 12 : 0;
      for (int k = 0; k < corners; ++k) {
        sums(group.node(i, k), 0) += quanta.mass.round(mass);
        sums(group.node(i, k), 1) += quanta.inertia.round(inertia);
      }
    }
  }
  add_beam_masses(elements.beams, domain, sums);
  for (const PointMass& mass : domain.model.masses) sums(mass.node, 0) += quanta.mass.round(mass.mass);
  halo.sum({sums.data()});
  for (Index i = 0; i < state.count(); ++i) {
    state.mass(i) = sums(i, 0);
    state.inertia(i) = sums(i, 1);
  }
}

#define CRUMPLE_INSTANTIATE(Real)                                    \
  template double scale_masses(Elements<Real>&, const Domain&);      \
  template void lump_masses(const Elements<Real>&, const Domain&, HaloExchange&, NodeState&);
CRUMPLE_INSTANTIATE(float)
CRUMPLE_INSTANTIATE(double)

}  // namespace crumple
