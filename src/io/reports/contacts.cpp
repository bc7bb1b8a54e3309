// What the log and the summary say of contacts: warnings and time steps of surfaces at the start, nodes that are too
// deep whenever energies are written, forces and cost at the end.
#include "io/contact_report.hpp"
#include "io/text_database.hpp"
#include "physics/contact/contact.hpp"
#include "physics/contact/contact_feature.hpp"
#include "physics/contact/penetration.hpp"
#include "physics/contact/surface_steps.hpp"
#include "physics/walls/rigid_walls.hpp"
#include "physics/walls/wall_penetration.hpp"

namespace crumple {
namespace {

class ContactWatch final : public Recorder {
 public:
  explicit ContactWatch(const OutputPlace& place)
      : messages_(place.messages), wall_tolerance_(wall_tolerance(place.world, place.domain.model)) {
    for (const Contact& contact : place.domain.model.contacts) ids_.push_back(contact.id);
  }

  void start(const Moment& now) override {
    const Contacts& contacts = contacts_of(now);
    warnings_ = contacts.warnings;
    messages_.warn(warnings_);
    loads_ = contact_loads(contacts);
    surface_steps_ = surface_steps(now.world(), contacts);
    if (const std::string text = format_surface_steps(surface_steps_); !text.empty()) messages_.line(text);
  }

  void record(const Moment& now) override {
    Contacts& contacts = contacts_of(now);
    PenetrationCounts counts = count_penetrations(now.world(), contacts, now.clock());
    counts.walls = count_behind_walls(*find<RigidWalls>(now.features), now.step, wall_tolerance_);
    note(counts, now.clock().time, penetrations_);
    forces_ = now.rows<ContactForce>();
    loads_ = contact_loads(contacts);
    n_searches_ = contacts.n_searches;
  }

  void finish(RunResult& result) override {
    result.warnings.insert(result.warnings.end(), warnings_.begin(), warnings_.end());
    result.surface_steps = surface_steps_;
    result.penetrations = penetrations_;
    result.interfaces = forces_;
    result.contact_loads = loads_;
    result.contact_ids = ids_;
    result.n_contact_searches = n_searches_;
  }

 private:
  static Contacts& contacts_of(const Moment& now) { return find<ContactFeature>(now.features)->contacts(); }

  MessageFile& messages_;
  double wall_tolerance_;  ///< [length]
  std::vector<Id> ids_;
  std::vector<std::string> warnings_;
  std::vector<SurfaceStep> surface_steps_;   ///< on root
  PenetrationRecords penetrations_;          ///< on root
  std::vector<ContactForce> forces_;         ///< contacts, ties, transducers
  std::vector<ContactLoad> loads_;           ///< of this rank
  std::int64_t n_searches_ = 0;
};

}  // namespace

namespace recorders {
/// With the energies, not whenever a user looks at the progress: the records must not depend on the clock.
extern const RecorderKind contacts{
    .name = "glstat", .records_end = true, .needs_interfaces = true, .open = open_recorder<ContactWatch>};
}

}  // namespace crumple
