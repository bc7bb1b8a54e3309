// nodfor: internal and external forces on groups of nodes, before constraints (*DATABASE_NODFOR, _NODAL_FORCE_GROUP).
// Energies are written as 0. Source of the layout: LSTC's extractor for binary databases.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "io/ascii_formats.hpp"
#include "io/text_database.hpp"

namespace crumple {
std::string format_nodfor_head(const Clock& clock) {
  return fmt::format("\n\n\n\n\n n o d a l   f o r c e   g r o u p    o u t p u t   t={:9.3E}\n", clock.time);
}

std::string format_nodfor_group(std::size_t number, std::span<const GroupForce> nodes, const Frame* frame) {
  std::string text = fmt::format("\n\n\n\n\n nodal group output number {:2}\n\n", number);
  Vec3 sum;
  for (const GroupForce& node : nodes) {
    const Vec3& f = node.force;
    text += fmt::format(" nd#{:8}  xforce={:13.4E}   yforce={:13.4E}  zforce={:13.4E}   energy={:13.4E}\n", node.node,
                        f.x, f.y, f.z, 0.0);
    sum += f;
  }
  text += fmt::format("              xtotal={:13.4E}   ytotal={:13.4E}  ztotal={:13.4E}   etotal={:13.4E}\n", sum.x,
                      sum.y, sum.z, 0.0);
  if (frame == nullptr) return text;
  const Vec3 local = frame->axes * sum;
  return text +
         fmt::format("              xlocal={:13.4E}   ylocal={:13.4E}  zlocal={:13.4E}\n", local.x, local.y, local.z);
}

namespace {

/// Forces of a group [force]; in the axes of its frame, if it has one.
struct GroupSum {
  std::int64_t n_nodes = 0, is_local = 0;
  Vec3 total, local;
  double energy = 0;  ///< not counted
};

void put_nodfor_columns(std::span<const GroupForce> nodes, const Model& model, Columns& columns) {
  std::vector<GroupSum> sums(model.output.force_groups.size());
  for (const GroupForce& node : nodes) {
    GroupSum& sum = sums[node.group];
    ++sum.n_nodes;
    sum.total += node.force;
  }
  for (std::size_t g = 0; g < sums.size(); ++g) {
    const Index frame = model.output.force_groups[g].frame;
    sums[g].is_local = frame != none;
    if (frame != none) sums[g].local = model.frames[frame].axes * sums[g].total;
  }
  columns.ids("ids", nodes, &GroupForce::node);
  columns.ids("groups", sums, &GroupSum::n_nodes);
  columns.ids("local", sums, &GroupSum::is_local);
  columns.vectors("force", nodes, &GroupForce::force);
  columns.column("energy", nodes, [](const GroupForce&) { return 0.0; });
  columns.vectors("total", sums, &GroupSum::total);
  columns.column("etotal", sums, &GroupSum::energy);
  std::erase_if(sums, [](const GroupSum& sum) { return sum.is_local == 0; });
  if (!sums.empty()) columns.vectors("local", sums, &GroupSum::local);
}

std::string text_of_nodfor(const Moment& now, Columns& columns) {
  const std::vector<GroupForce> all =
      sorted_rows(now, now.rows<GroupForce>(), [](const GroupForce& row) { return std::tuple(row.group, row.node); });
  const Model& model = now.domain().model;
  put_nodfor_columns(all, model, columns);
  std::string text = format_nodfor_head(now.clock());
  for (std::size_t g = 0; g < model.output.force_groups.size(); ++g) {
    const auto rows = std::ranges::equal_range(all, Index(g), {}, &GroupForce::group);
    const Index frame = model.output.force_groups[g].frame;
    text += format_nodfor_group(g + 1, {rows.begin(), rows.end()}, frame == none ? nullptr : &model.frames[frame]);
  }
  return text;
}

}  // namespace

namespace recorders {
extern const RecorderKind nodfor = text_database("nodfor", text_of_nodfor);
}

}  // namespace crumple
