// elout: stresses of chosen elements at their integration points, resultants of beams (*DATABASE_ELOUT, _HISTORY_SHELL,
// _SOLID, _BEAM). No strains. Shells in the element's axes. "plastic" is an element that has yielded at some time; the
// column of the yield function of solids has the plastic strain, as many laws of LS-DYNA have it. Source of the layout:
// LSTC's extractor for binary databases.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "io/ascii_formats.hpp"
#include "io/text_database.hpp"

namespace crumple {
namespace {

std::string element_line(const ElementPoint& p) { return fmt::format("{:8}-{:7}\n", p.element, p.part); }

std::string stresses(const ElementPoint& p) {
  std::string text = fmt::format(" {:<7} ", p.plastic_strain > 0 ? "plastic" : "elastic");
  for (const double stress : p.stress) text += fmt::format("{:12.4E}", stress);
  return text;
}

/// Of von Mises [force/area].
double effective_stress(const std::array<double, 6>& s) {
  const auto [xx, yy, zz, xy, yz, zx] = s;
  const double shears = xy * xy + yz * yz + zx * zx;
  return std::sqrt(0.5 * ((xx - yy) * (xx - yy) + (yy - zz) * (yy - zz) + (zz - xx) * (zz - xx)) + 3 * shears);
}

std::string format_beam(const ElementPoint& p) {
  const auto& [axial, shear_s, shear_t, torsion, moment_s, moment_t] = p.stress;
  return fmt::format("\n\n\n\n beam/truss # ={:8}      material #  ={:5}\n\n\n"
                     " resultants      axial    shear-s    shear-t    moment-s   moment-t   torsion\n"
                     "           {:11.3E}{:11.3E}{:11.3E}{:11.3E}{:11.3E}{:11.3E}\n",
                     p.element, p.part, axial, shear_s, shear_t, moment_s, moment_t, torsion);
}

std::string format_shell(const ElementPoint& p) {
  return fmt::format("{}{:4}-{:3}{}{:14.4E}\n", p.point == 1 ? element_line(p) : "", p.point, p.form, stresses(p),
                     p.plastic_strain);
}

std::string format_solid(const ElementPoint& p) {
  return fmt::format("{}{:8}{}{:14.4E}{:14.4E}\n", p.point == 1 ? element_line(p) : "", p.point, stresses(p),
                     effective_stress(p.stress), p.plastic_strain);
}

std::string head_of(SectionKind kind, const Clock& clock) {
  if (kind == SectionKind::beam)
    return fmt::format("\n\n\n\n r e s u l t a n t s   a n d   s t r e s s e s   f o r   t i m e  s t e p{:9}   ( at "
                       "time{:12.5E} )\n",
                       clock.cycle, clock.time);
  const std::string head = fmt::format(
      "\n\n\n e l e m e n t   s t r e s s   c a l c u l a t i o n s   f o r   t i m e  "
      "s t e p{:9}   ( at time{:12.5E} )\n\n element  materl",
      clock.cycle, clock.time);
  if (kind == SectionKind::shell)
    return head + "(local) \n ipt-shl  stress       sig-xx      sig-yy      sig-zz      sig-xy      sig-yz      sig-zx "
                  "      plastic\n           state" + std::string(81, ' ') + "strain \n";
  return head + "\n     ipt  stress       sig-xx      sig-yy      sig-zz      sig-xy      sig-yz      sig-zx" +
         std::string(23, ' ') + "yield\n           state" + std::string(82, ' ') + "effsg      function\n";
}

}  // namespace

std::string format_elout(const Clock& clock, std::span<const ElementPoint> points) {
  std::string text;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const ElementPoint& p = points[i];
    if (i == 0 || points[i - 1].kind != p.kind) text += head_of(p.kind, clock);
    if (p.kind == SectionKind::beam) text += format_beam(p);
    else text += p.kind == SectionKind::shell ? format_shell(p) : format_solid(p);
  }
  return text;
}

namespace {

/// All points of an element.
void add_points(const ElementFamily& family, Index e, const Model& model, std::vector<ElementPoint>& points) {
  const Part& part = model.parts[std::size_t(family.part(e))];
  ElementPoint row{
      family.kind(), family.id(e), part.id, model.sections[std::size_t(part.section)].element_form, 1, {}, 0};
  const ElementStress stress = family.stress(e);
  if (family.kind() == SectionKind::beam) {
    std::ranges::copy(stress.resultants, row.stress.begin());
    points.push_back(row);
  }
  for (const PointStress& point : stress.points) {
    row.stress = point.stress;
    row.plastic_strain = point.plastic_strain;
    points.push_back(row);
    ++row.point;
  }
}

class Elout final : public TextDatabase {
 public:
  explicit Elout(const OutputPlace& place) : TextDatabase(place, "elout") {}

 private:
  std::string format(const Moment& now, Columns&) override {
    const Model& model = now.domain().model;
    std::vector<ElementPoint> points;
    for (const auto& family : now.elements.families)
      for (const Id id : model.output.history_elements.of(family->kind()))
        if (const Index e = family->find(id); e != none) add_points(*family, e, model, points);
    points = gather_rows(now.world(), points);
    std::ranges::sort(points, {}, [](const ElementPoint& p) { return std::tuple(p.kind, p.element, p.point); });
    return format_elout(now.clock(), points);
  }
};

}  // namespace

namespace recorders {
extern const RecorderKind elout{.name = "elout", .open = open_recorder<Elout>};
}

}  // namespace crumple
