// nodfor: forces on groups of nodes, of elements and from outside, before constraints take theirs (*DATABASE_NODFOR,
// _NODAL_FORCE_GROUP). Energies are not counted and stand as 0. Source of the layout: LSTC's extractor for binary
// databases.
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
  return text + fmt::format("              xlocal={:13.4E}   ylocal={:13.4E}  zlocal={:13.4E}\n", local.x, local.y,
                            local.z);
}

namespace {

class Nodfor final : public TextDatabase {
 public:
  explicit Nodfor(const OutputPlace& place) : TextDatabase(place, "nodfor") {}

 private:
  std::string format(const Moment& now, Columns&) override {
    std::vector<GroupForce> all = gather_rows(now.world(), now.rows<GroupForce>());
    std::ranges::sort(all, {}, [](const GroupForce& row) { return std::tuple(row.group, row.node); });
    const Model& model = now.domain().model;
    std::string text = format_nodfor_head(now.clock());
    for (std::size_t g = 0; g < model.output.force_groups.size(); ++g) {
      const auto rows = std::ranges::equal_range(all, Index(g), {}, &GroupForce::group);
      const Index frame = model.output.force_groups[g].frame;
      text += format_nodfor_group(g + 1, {rows.begin(), rows.end()}, frame == none ? nullptr : &model.frames[frame]);
    }
    return text;
  }
};

}  // namespace

namespace recorders {
extern const RecorderKind nodfor{.name = "nodfor", .open = open_recorder<Nodfor>};
}

}  // namespace crumple
