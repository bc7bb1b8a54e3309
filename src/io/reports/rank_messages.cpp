// The rank-local part of mes0000, mes0001, ...: the piece of the model, its neighbours, its smallest time steps, its
// contact copies; repeated after a new decomposition. A few lines for a run, and no collective. Failures of a rank's
// elements are written by app/outputs, errors by the step.
#include <fmt/format.h>

#include "io/ascii_formats.hpp"
#include "io/text_database.hpp"
#include "physics/contact/contact_feature.hpp"
#include "physics/contact/contact_load.hpp"

namespace crumple {
namespace {

class RankMessages final : public Recorder {
 public:
  explicit RankMessages(const OutputPlace& place)
      : world_(place.world), domain_(place.domain), run_(place.run), messages_(place.messages) {}

  void start(const Moment& now) override {
    if (!world_.is_root()) messages_.note(format_head(run_));
    messages_.note(describe_piece() + describe_contacts(now));
    if (!world_.is_root() && now.clock().cycle == 0)
      messages_.note(format_smallest_steps(smallest_steps(now.elements, n_smallest)));
  }

  void record(const Moment& now) override { messages_.note("\n at the end" + describe_contacts(now)); }

  void redistribute() override { messages_.note("\n the model is decomposed again" + describe_piece()); }

 private:
  static constexpr std::size_t n_smallest = 100;

  std::string describe_piece() const {
    const Model& model = domain_.model;
    std::int64_t n_owned = 0;
    for (const std::uint8_t owns : domain_.owns_node) n_owned += owns;
    std::string text = fmt::format("\n rank{:6} of{:6} on {}\n", domain_.rank, world_.size(), host_name());
    const auto count = [&](const char* what, std::size_t n) { text += fmt::format("   {:<28}={:11}\n", what, n); };
    count("nodes", domain_.owns_node.size());
    count("nodes of which it is owner", std::size_t(n_owned));
    count("shell elements", model.shells.size());
    count("solid elements", model.solids.size());
    count("beam elements", model.beams.size());
    count("discrete elements", model.springs.size());
    count("neighbours", domain_.halo.neighbours.size());
    for (const Neighbour& neighbour : domain_.halo.neighbours)
      text += fmt::format("     rank{:6}  shares{:9} nodes\n", neighbour.rank, neighbour.nodes.size());
    return text;
  }

  std::string describe_contacts(const Moment& now) const {
    std::string text = "\n";
    const std::vector<ContactLoad> loads = find<ContactFeature>(now.features)->loads();
    for (std::size_t k = 0; k < loads.size(); ++k)
      text += fmt::format("   contact{:10}: {:.0f} nodes, {:.0f} faces, {:.0f} copies of nodes, {:.0f} of faces\n",
                          domain_.model.contacts[k].id, loads[k].nodes, loads[k].faces, loads[k].ghost_nodes,
                          loads[k].ghost_faces);
    return text;
  }

  const World& world_;
  const Domain& domain_;
  const RunInfo& run_;
  MessageFile& messages_;
};

}  // namespace

namespace recorders {
extern const RecorderKind rank_messages{
    .name = "rank_messages", .records_end = true, .open = open_recorder<RankMessages>};
}

}  // namespace crumple
