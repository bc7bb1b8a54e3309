// Contacts in the log and the summary: warnings and time steps of surfaces at the start, excessive penetrations
// whenever energies are written, forces and cost at the end.
#include "io/contact_report.hpp"
#include "io/contact_result.hpp"
#include "io/run_result.hpp"
#include "io/text_database.hpp"
#include "physics/contact/contact_feature.hpp"
#include "physics/contact/initial_penetrations.hpp"
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
    for (const Contact& contact : place.domain.model.contacts) found_.ids.push_back(contact.id);
    if (const Bytes* saved = place.earlier.find(name)) load(*saved);
  }

  void start(const Moment& now) override {
    const ContactFeature& contacts = contacts_of(now);
    warnings_ = contacts.initial_penetrations().warnings;
    messages_.warn(warnings_);
    found_.loads = contacts.loads();
    if (is_continued_) return;
    found_.surface_steps = surface_steps(now.world(), contacts.contacts());
    if (const std::string text = format_surface_steps(found_.surface_steps); !text.empty()) messages_.line(text);
  }

  void record(const Moment& now) override {
    ContactFeature& contacts = contacts_of(now);
    PenetrationCounts counts = count_penetrations(now.world(), contacts.contacts(), now.clock());
    counts.walls = count_behind_walls(*find<RigidWalls>(now.features), now.step, wall_tolerance_);
    note(counts, now.clock().time, found_.penetrations);
    found_.interfaces = now.rows<ContactForce>();
    found_.loads = contacts.loads();
    found_.n_searches = contacts.n_searches();
  }

  Bytes save() override {
    Bytes bytes;
    bytes.reserve(1024);  // avoids a warning of GCC 12
    const PenetrationRecords& p = found_.penetrations;
    put_list(bytes, found_.surface_steps);
    put_list(bytes, p.contacts);
    put_list(bytes, p.walls);
    put(bytes, p.most_deep);
    put(bytes, p.contact_dt);
    put(bytes, p.contact_dt_time);
    put(bytes, p.contact_dt_node);
    return bytes;
  }

  void finish(RunResult& result) override {
    result.start_warnings.insert(result.start_warnings.end(), warnings_.begin(), warnings_.end());
    result.contacts = std::make_shared<ContactResult>(found_);
  }

 private:
  void load(std::span<const std::byte> rest) {
    is_continued_ = true;
    PenetrationRecords& p = found_.penetrations;
    found_.surface_steps = take_list<SurfaceStep>(rest);
    p.contacts = take_list<PenetrationRecord>(rest);
    p.walls = take_list<PenetrationRecord>(rest);
    p.most_deep = take<std::int64_t>(rest);
    p.contact_dt = take<double>(rest);
    p.contact_dt_time = take<double>(rest);
    p.contact_dt_node = take<Id>(rest);
  }
  static ContactFeature& contacts_of(const Moment& now) { return *find<ContactFeature>(now.features); }

  static constexpr const char* name = "contacts";
  MessageFile& messages_;
  double wall_tolerance_;  ///< [length]
  std::vector<std::string> warnings_;
  bool is_continued_ = false;  ///< the initial values are known
  ContactResult found_;
};

}  // namespace

namespace recorders {
/// With the energies, not at progress reports: the records must not depend on the clock.
extern const RecorderKind contacts{.name = "contacts", .with = "glstat", .records_end = true, .needs_interfaces = true,
                                   .open = open_recorder<ContactWatch>};
}

}  // namespace crumple
