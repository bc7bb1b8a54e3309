#include "physics/elements/element_output.hpp"

#include <algorithm>
#include <cmath>

namespace crumple {
namespace {

/// Von Mises' equivalent of a shell's (xx, yy, xy, yz, zx; zz = 0) or a solid's (xx, yy, zz, xy, yz, zx) stress.
template <class Real> double von_mises(const Real* stress, int stride, bool shell) {
  auto s = [&](int k) { return double(stress[k * stride]); };
  const double xx = s(0), yy = s(1), zz = shell ? 0 : s(2);
  const int shear = shell ? 2 : 3;
  const double shears = s(shear) * s(shear) + s(shear + 1) * s(shear + 1) + s(shear + 2) * s(shear + 2);
  return std::sqrt(0.5 * ((xx - yy) * (xx - yy) + (yy - zz) * (yy - zz) + (zz - xx) * (zz - xx)) + 3 * shears);
}

template <class Real> void output_group(const ElementGroup<Real>& g, std::size_t first, ElementOutput& out) {
  const kernels::HistoryLayout& layout = g.kernel->layout;
  for (int i = 0; i < g.n_lanes(); ++i) {
    if (g.element[i] == none) continue;
    const int b = i / g.lanes, lane = i % g.lanes;
    const std::size_t e = first + std::size_t(g.element[i]);
    const Real* history = g.history.data() + g.history_start(b) + lane;
    double stress = 0, strain = 0;
    // a deleted element's history means nothing
    const int n_layers = g.was_alive[i] ? g.parts[g.part(b)].section.n_layers : 0;
    for (int layer = 0; layer < n_layers; ++layer) {
      const Real* at = history + (layout.element_fields + layer * (layout.stress_fields + layout.material_fields)) * g.lanes;
      stress = std::max(stress, von_mises(at, g.lanes, g.shell));
      if (layout.has_plastic_strain) strain = std::max(strain, double(at[layout.stress_fields * g.lanes]));
    }
    out.von_mises[e] = float(stress);
    out.plastic_strain[e] = float(strain);
    out.thickness[e] = g.shell ? float(g.thickness(i)) : 0;
    out.deleted[e] = !g.was_alive[i];
  }
}

void output_beams(const Beams& beams, std::size_t first, ElementOutput& out) {
  out.axial_force.resize(out.deleted.size());
  for (std::size_t b = 0; b < beams.history.size(); ++b) {
    const BeamHistory& h = beams.history[b];
    out.plastic_strain[first + b] = h.was_alive ? float(h.plastic_strain) : 0;
    out.von_mises[first + b] = float(h.stress);
    out.axial_force[first + b] = float(h.resultant[0]);
    out.deleted[first + b] = !h.was_alive;
  }
}

}  // namespace

template <class Real> ElementOutput element_output(const Domain& domain, const Elements<Real>& elements) {
  const std::size_t n = domain.model.n_elements();
  ElementOutput out{
      std::vector<float>(n), std::vector<float>(n), std::vector<float>(n), std::vector<std::uint8_t>(n), {}};
  for (const ElementGroup<Real>& group : elements.groups)
    output_group(group, group.shell ? 0 : domain.model.first_solid(), out);
  if (domain.n_global_beams > 0) output_beams(elements.beams, domain.model.first_beam(), out);
  return out;
}

template ElementOutput element_output(const Domain&, const Elements<float>&);
template ElementOutput element_output(const Domain&, const Elements<double>&);

}  // namespace crumple
