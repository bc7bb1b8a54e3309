// elout: stresses of selected elements at their integration points, resultants of beams (*DATABASE_ELOUT,
// _HISTORY_SHELL, _SOLID, _BEAM). No strains. Shells in the element's axes. "plastic" is an element that has yielded at
// some time; the yield function column of solids has the plastic strain, as in many laws of LS-DYNA. Source of the
// layout: LSTC's extractor for binary databases.
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

/// Von Mises stress [force/area].
double effective_stress(const std::array<double, 6>& s) {
  const auto [xx, yy, zz, xy, yz, zx] = s;
  const double shears = xy * xy + yz * yz + zx * zx;
  return std::sqrt(0.5 * ((xx - yy) * (xx - yy) + (yy - zz) * (yy - zz) + (zz - xx) * (zz - xx)) + 3 * shears);
}

std::string format_beam(const ElementPoint& p) {
  const auto& [axial, shear_s, shear_t, torsion, moment_s, moment_t] = p.stress;
  return fmt::format(
      "\n\n\n\n beam/truss # ={:8}      material #  ={:5}\n\n\n"
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
    return fmt::format(
        "\n\n\n\n r e s u l t a n t s   a n d   s t r e s s e s   f o r   t i m e  s t e p{:9}   ( at "
        "time{:12.5E} )\n",
        clock.cycle, clock.time);
  const std::string head = fmt::format(
      "\n\n\n e l e m e n t   s t r e s s   c a l c u l a t i o n s   f o r   t i m e  "
      "s t e p{:9}   ( at time{:12.5E} )\n\n element  materl",
      clock.cycle, clock.time);
  if (kind == SectionKind::shell)
    return head +
           "(local) \n ipt-shl  stress       sig-xx      sig-yy      sig-zz      sig-xy      sig-yz      sig-zx "
           "      plastic\n           state" +
           std::string(81, ' ') + "strain \n";
  return head + "\n     ipt  stress       sig-xx      sig-yy      sig-zz      sig-xy      sig-yz      sig-zx" +
         std::string(23, ' ') + "yield\n           state" + std::string(82, ' ') + "effsg      function\n";
}

}  // namespace

std::string format_elout(const Clock& clock, std::span<const ElementPoint> points) {
  std::string text;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const ElementPoint& p = points[i];
    if (i == 0 || points[i - 1].kind != p.kind) text += head_of(p.kind, clock);
    if (p.kind == SectionKind::beam)
      text += format_beam(p);
    else
      text += p.kind == SectionKind::shell ? format_shell(p) : format_solid(p);
  }
  return text;
}

namespace {

/// All points of an element.
void add_points(const ElementFamily& family, Index e, const Model& model, std::vector<ElementPoint>& points) {
  const Part& part = model.parts[family.part(e)];
  ElementPoint row{family.kind(), family.id(e), part.id, model.sections[part.section].element_form, 1, {}, 0};
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

constexpr std::array stress_names{"sig_xx", "sig_yy", "sig_zz", "sig_xy", "sig_yz", "sig_zx"};
constexpr std::array resultant_names{"axial", "shear_s", "shear_t", "torsion", "moment_s", "moment_t"};

template <std::size_t n>
void put_stresses(const std::array<const char*, n>& names, std::span<const ElementPoint> points, Columns& columns) {
  for (std::size_t c = 0; c < n; ++c)
    columns.column(names[c], points, [c](const ElementPoint& p) { return p.stress[c]; });
}

/// One row for each element: the mean over its points.
std::vector<ElementPoint> element_means(std::span<const ElementPoint> points) {
  std::vector<ElementPoint> means;
  for (const ElementPoint& p : points) {
    if (means.empty() || means.back().element != p.element) {
      means.push_back(p);
      continue;
    }
    ElementPoint& mean = means.back();
    const double share = 1.0 / ++mean.point;
    for (std::size_t c = 0; c < p.stress.size(); ++c) mean.stress[c] += share * (p.stress[c] - mean.stress[c]);
    mean.plastic_strain += share * (p.plastic_strain - mean.plastic_strain);
  }
  return means;
}

/// In binout each kind has its own directory; `points` are sorted. Solids with several points are written as their
/// mean.
void put_elout_columns(std::span<const ElementPoint> points, Columns& columns) {
  const auto state = [](const ElementPoint& p) { return p.plastic_strain > 0 ? 2 : 1; };
  const auto of_kind = [&](SectionKind kind) {
    const auto range = std::ranges::equal_range(points, kind, {}, &ElementPoint::kind);
    return std::span<const ElementPoint>(range.begin(), range.end());
  };
  const auto begin = [&](const char* folder, const std::vector<ElementPoint>& elements) {
    columns.set_folder(folder);
    columns.column("ids", elements, &ElementPoint::element);
    columns.column("mat", elements, &ElementPoint::part);
  };
  if (const auto shells = of_kind(SectionKind::shell); !shells.empty()) {
    const std::vector<ElementPoint> elements = element_means(shells);
    begin("shell", elements);
    columns.text("states", "elastic,plastic");
    columns.text("system", "local");
    columns.column("nip", elements, &ElementPoint::point);
    columns.column("iop", elements, &ElementPoint::form);
    columns.column("state", shells, state);
    put_stresses(stress_names, shells, columns);
    columns.column("plastic_strain", shells, &ElementPoint::plastic_strain);
  }
  if (const auto solids = of_kind(SectionKind::solid); !solids.empty()) {
    const std::vector<ElementPoint> elements = element_means(solids);
    begin("solid", elements);
    columns.text("states", "elastic,plastic");
    columns.column("state", elements, state);
    put_stresses(stress_names, elements, columns);
    columns.column("effsg", elements, [](const ElementPoint& p) { return effective_stress(p.stress); });
    columns.column("yield", elements, &ElementPoint::plastic_strain);
  }
  if (const auto beams = of_kind(SectionKind::beam); !beams.empty()) {
    begin("beam", {beams.begin(), beams.end()});
    columns.column("nip", beams, [](const ElementPoint&) { return 0; });
    put_stresses(resultant_names, beams, columns);
  }
}

std::string text_of_elout(const Moment& now, Columns& columns) {
  const Model& model = now.domain().model;
  std::vector<ElementPoint> points;
  for (const auto& family : now.elements.families)
    for (const Id id : model.output.history_elements.of(family->kind()))
      if (const Index e = family->find(id); e != none) add_points(*family, e, model, points);
  points = gather_rows(now.world(), points);
  std::ranges::sort(points, {}, [](const ElementPoint& p) { return std::tuple(p.kind, p.element, p.point); });
  put_elout_columns(points, columns);
  return format_elout(now.clock(), points);
}

}  // namespace

namespace recorders {
extern const RecorderKind elout = text_database("elout", text_of_elout);
}

}  // namespace crumple
