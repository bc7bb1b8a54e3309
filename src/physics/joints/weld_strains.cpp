#include "physics/joints/weld_strains.hpp"

#include <limits>

#include "base/loops.hpp"

namespace crumple {
namespace {

constexpr double no_strain_here = std::numeric_limits<double>::lowest();

/// Of the strains of elements, weighted by their volumes.
struct MeanStrain {
  double sum = 0, volume = 0;
  void add(double strain, double its_volume) {
    sum += strain * its_volume;
    volume += its_volume;
  }
  bool is_beyond(double limit) const { return sum > limit * volume; }
};

}  // namespace

WeldStrains::WeldStrains(const Domain& domain, SpotWelds& welds, const Elements& elements)
    : all_(domain.model.weld_strains), welds_(welds), elements_(elements) {}

std::vector<std::size_t> WeldStrains::widths(Reduction reduction) const {
  if (reduction != Reduction::step || all_.empty()) return {};
  std::size_t count = 0;
  for (const WeldStrain& its : all_) count += its.elements.size();
  return {count};
}

double WeldStrains::strain_of(const WeldStrain::Element& element) const {
  for (const auto& family : elements_.families) {
    if (family->kind() != element.kind) continue;
    const Index e = family->find(element.id);
    if (e == none) continue;
    const auto& alive = element.kind == SectionKind::shell ? elements_.status.shell_alive
                                                           : elements_.status.solid_alive;
    if (alive[std::size_t(e)] == 0) return no_strain_here;
    const ElementStress stress = family->stress(e);
    double sum = 0;
    for (const PointStress& point : stress.points) sum += point.plastic_strain;
    return stress.points.empty() ? 0 : sum / double(stress.points.size());
  }
  return no_strain_here;
}

void WeldStrains::put_maxima(StepState&, std::span<double> values) {
  if (all_.empty()) return;
  wait_for_device();
  auto to = values.begin();
  for (const WeldStrain& its : all_)
    for (const WeldStrain::Element& element : its.elements) *to++ = strain_of(element);
}

void WeldStrains::take(Reduction reduction, StepState&, std::span<const double> values) {
  if (reduction != Reduction::step || all_.empty()) return;
  std::vector<MeanStrain> at_node(all_.size()), of_group(all_.size());  // there are no more groups than nodes
  std::size_t next = 0;
  for (std::size_t k = 0; k < all_.size(); ++k)
    for (const WeldStrain::Element& element : all_[k].elements) {
      const double strain = values[next++];
      if (strain == no_strain_here) continue;
      at_node[k].add(strain, element.volume);
      of_group[std::size_t(all_[k].group)].add(strain, element.volume);
    }
  std::vector<std::uint8_t> beyond(all_.size(), 0);
  bool is_any = false;
  for (std::size_t k = 0; k < all_.size(); ++k) {
    const double limit = all_[k].limit;
    beyond[k] = of_group[std::size_t(all_[k].group)].is_beyond(limit) && at_node[k].is_beyond(limit);
    is_any = is_any || beyond[k] != 0;
  }
  if (is_any) welds_.let_go(beyond);
}

}  // namespace crumple
