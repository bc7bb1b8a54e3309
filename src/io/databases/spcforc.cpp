// spcforc: forces of fixed degrees of freedom on their nodes, m a - f (*DATABASE_SPCFORC). All in the global frame,
// also those of constraints in a local one. Source of the layout: LSTC's extractor for binary databases.
#include <fmt/format.h>

#include <algorithm>

#include "io/ascii_formats.hpp"
#include "io/text_database.hpp"

namespace crumple {
std::string format_spcforc(const Clock& clock, std::span<const SpcForce> nodes) {
  std::string text = fmt::format(" output at time ={:14.5E}\n", clock.time);
  const auto line = [&text](Id node, const char* what, const Vec3& v) {
    text += fmt::format(" node={:8} local x,y,z {}={:14.4E}{:14.4E}{:14.4E}\n", node, what, v.x, v.y, v.z);
  };
  Vec3 force, moment;
  for (const SpcForce& node : nodes) {
    if (node.holds_translation) line(node.node, "forces ", node.force);
    if (node.holds_rotation) line(node.node, "moments", node.moment);
    force += node.force;
    moment += node.moment;
  }
  text += fmt::format("             force resultants   ={:14.4E}{:14.4E}{:14.4E}\n", force.x, force.y, force.z);
  text += fmt::format("             moment resultants  ={:14.4E}{:14.4E}{:14.4E}\n", moment.x, moment.y, moment.z);
  return text;
}

namespace {

class Spcforc final : public TextDatabase {
 public:
  explicit Spcforc(const OutputPlace& place) : TextDatabase(place, "spcforc") {}

 private:
  std::string format(const Moment& now) override {
    std::vector<SpcForce> all = gather_rows(now.world(), now.rows<SpcForce>());
    std::ranges::sort(all, {}, &SpcForce::node);  // the same sum on any number of ranks
    return format_spcforc(now.clock(), all);
  }
};

}  // namespace

namespace recorders {
extern const RecorderKind spcforc{.name = "spcforc", .open = open_recorder<Spcforc>};
}

}  // namespace crumple
