// secforc: forces and moments in cross sections (*DATABASE_SECFORC, _CROSS_SECTION_SET, _PLANE): the forces of the
// section's elements on its nodes, the moment about the mean of its nodes. Computed from the stresses when due, so that
// other steps cost nothing. The area is written as 0. Source of the layout: LSTC's extractor for binary databases.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "io/ascii_formats.hpp"
#include "io/text_database.hpp"

namespace crumple {
std::string format_secforc_header() {
  return "\n\n line#1  section#     time        x-force     y-force     z-force    magnitude\n"
         " line#2  resultant  moments       x-moment    y-moment    z-moment   magnitude\n"
         " line#3  centroids                x           y           z            area  \n";
}

std::string format_secforc(const Clock& clock, std::span<const SectionForce> sections) {
  const auto line = [](const std::string& begin, const Vec3& v, double last) {
    return fmt::format("{}{:15.4E}{:12.4E}{:12.4E}{:12.4E}\n", begin, v.x, v.y, v.z, last);
  };
  std::string text;
  for (const SectionForce& s : sections) {
    text += line(fmt::format("{:12}{:15.5E}", s.section, clock.time), s.force, norm(s.force));
    text += line("global system              ", s.moment, norm(s.moment));
    text += line("                           ", s.centroid, 0.0) + '\n';
  }
  return text;
}

namespace {

/// The contribution of one rank to a node of a section.
struct SectionNode {
  Index section = none;
  bool is_owned = false;  ///< on exactly one rank
  Id node = 0;
  Vec3 position;       ///< [length]
  Vec3 force, moment;  ///< of this rank's elements of the section [force], [force length]
};

/// Adds the contributions of this rank's elements at this rank's nodes.
void add_section_nodes(const Moment& now, Index s, std::vector<SectionNode>& rows) {
  const Domain& domain = now.domain();
  const CrossSection& section = domain.model.output.cross_sections[s];
  std::map<Index, SectionNode> by_node;
  for (const Index node : section.nodes)
    by_node[node] = {
        s, domain.owns_node[node] != 0, domain.model.nodes.id[node], row(now.step.nodes.position, node), {}, {}};
  for (const auto& family : now.elements.families)
    for (const Id id : section.elements.of(family->kind())) {
      const Index e = family->find(id);
      if (e == none) continue;
      for (const NodalForce& end : family->nodal_forces(e, now.step.nodes, now.step.before)) {
        const auto at = by_node.find(end.node);
        if (at == by_node.end()) continue;
        at->second.force += end.force;
        at->second.moment += end.moment;
      }
    }
  for (const auto& [node, its] : by_node) rows.push_back(its);
}

/// Sums the rows of one section from all ranks, by node. Forces on a node are sums of multiples of the quanta, so the
/// order of ranks does not matter; the rest is summed in the order of node ids.
SectionForce sum_section(Id id, std::span<const SectionNode> rows) {
  SectionForce sum{id, {}, {}, {}};
  double n_nodes = 0;
  for (const SectionNode& row : rows) {
    if (!row.is_owned) continue;
    sum.centroid += row.position;
    ++n_nodes;
  }
  if (n_nodes > 0) sum.centroid *= 1 / n_nodes;
  for (std::size_t i = 0; i < rows.size();) {
    SectionNode all = rows[i];
    for (++i; i < rows.size() && rows[i].node == all.node; ++i) {
      all.force += rows[i].force;
      all.moment += rows[i].moment;
    }
    sum.force += all.force;
    sum.moment += all.moment + cross(all.position - sum.centroid, all.force);
  }
  return sum;
}

std::string text_of_secforc(const Moment& now, Columns& columns) {
  const std::vector<CrossSection>& sections = now.domain().model.output.cross_sections;
  std::vector<SectionNode> rows;
  for (std::size_t s = 0; s < sections.size(); ++s) add_section_nodes(now, Index(s), rows);
  rows = gather_rows(now.world(), rows);
  std::ranges::sort(rows, {}, [](const SectionNode& row) { return std::tuple(row.section, row.node); });
  std::vector<SectionForce> sums;
  for (std::size_t s = 0; s < sections.size(); ++s) {
    const auto its = std::ranges::equal_range(rows, Index(s), {}, &SectionNode::section);
    sums.push_back(sum_section(sections[s].id, {its.begin(), its.end()}));
  }
  columns.ids("ids", sums, &SectionForce::section);
  columns.vectors("force", sums, &SectionForce::force);
  columns.column("total_force", sums, [](const SectionForce& s) { return norm(s.force); });
  columns.vectors("moment", sums, &SectionForce::moment);
  columns.column("total_moment", sums, [](const SectionForce& s) { return norm(s.moment); });
  columns.vectors("centroid", sums, &SectionForce::centroid);
  return format_secforc(now.clock(), sums);
}

}  // namespace

namespace recorders {
extern const RecorderKind secforc = text_database(
    "secforc", text_of_secforc, [](const Model& m) { return legend_of(m.output.cross_sections); },
    format_secforc_header());
}  // namespace recorders

}  // namespace crumple
