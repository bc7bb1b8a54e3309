// sleout: energies absorbed by contacts (*DATABASE_SLEOUT).
#include <fmt/format.h>

#include "io/ascii_formats.hpp"
#include "io/text_database.hpp"
#include "physics/contact/contact_force.hpp"

namespace crumple {
std::string format_sleout(const Clock& clock, std::span<const ContactForce> contacts) {
  std::string text = fmt::format("\n\n contact interface energy file, time={:14.7E}\n", clock.time);
  text += fmt::format("    #            slave       master        cycle={:14}    frictional\n\n", clock.cycle);
  SlidingEnergy sum;
  for (const ContactForce& contact : contacts) {
    const SlidingEnergy& e = contact.energy;
    text +=
        fmt::format("{:10}{:13.4E}{:13.4E}{:28}{:13.4E}\n", contact.contact, e.of_a, e.total - e.of_a, "", e.friction);
    sum += e;
  }
  return text + fmt::format(
                    "\n summary   total slave side       ={:13.4E}\n           total master side      ={:13.4E}\n"
                    "           total energy           ={:13.4E}\n           total frictional energy={:13.4E}\n",
                    sum.of_a, sum.total - sum.of_a, sum.total, sum.friction);
}

namespace {

/// Of contacts, which come first: ties and transducers absorb no energy.
std::string text_of_sleout(const Moment& now, Columns& columns) {
  const std::vector<ContactForce> all = now.rows<ContactForce>();
  const auto contacts = std::span(all).first(now.domain().model.contacts.size());
  columns.ids("ids", contacts, &ContactForce::contact);
  columns.column("slave", contacts, [](const ContactForce& c) { return c.energy.of_a; });
  columns.column("master", contacts, [](const ContactForce& c) { return c.energy.total - c.energy.of_a; });
  columns.column("friction_energy", contacts, [](const ContactForce& c) { return c.energy.friction; });
  return format_sleout(now.clock(), contacts);
}

}  // namespace

namespace recorders {
extern const RecorderKind sleout =
    text_database("sleout", text_of_sleout, [](const Model& m) { return legend_of(m.contacts); }, "", true);
}  // namespace recorders

}  // namespace crumple
