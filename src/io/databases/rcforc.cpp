// rcforc: forces of contacts, ties and force transducers (*DATABASE_RCFORC).
#include <fmt/format.h>

#include "io/ascii_formats.hpp"
#include "io/text_database.hpp"
#include "physics/contact/contact_force.hpp"

namespace crumple {
std::string format_rcforc(const Clock& clock, std::span<const ContactForce> contacts) {
  const auto side = [&](const char* name, Id contact, const Vec3& force) {
    return fmt::format("  {:<6}{:11} time{:12.5E}  x {:12.5E}  y {:12.5E}  z {:12.5E} mass {:12.5E}\n", name, contact,
                       clock.time, force.x, force.y, force.z, 0.0);
  };
  std::string text;
  for (const ContactForce& contact : contacts)
    text += side("slave", contact.contact, contact.a) + side("master", contact.contact, contact.b);
  return text;
}

namespace {

Legend legend(const Model& model) { return legend_of(model.contacts, model.tied_contacts, model.transducers); }
std::string text_of_rcforc(const Moment& now, Columns& columns) {
  struct SideForce {
    Id contact;
    int is_master;
    Vec3 force;
  };
  const std::vector<ContactForce> contacts = now.rows<ContactForce>();
  std::vector<SideForce> sides;
  for (const ContactForce& contact : contacts) {
    sides.push_back({contact.contact, 0, contact.a});
    sides.push_back({contact.contact, 1, contact.b});
  }
  columns.ids("ids", sides, &SideForce::contact);
  columns.ids("side", sides, &SideForce::is_master);
  columns.vectors("force", sides, &SideForce::force);
  return format_rcforc(now.clock(), contacts);
}

}  // namespace

namespace recorders {
extern const RecorderKind rcforc =
    text_database("rcforc", text_of_rcforc, [](const Model& m) { return legend(m); }, "", true);
}  // namespace recorders

}  // namespace crumple
