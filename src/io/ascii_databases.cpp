#include "io/ascii_databases.hpp"

#include <algorithm>
#include <tuple>

#include "base/profile.hpp"
#include "io/together.hpp"

namespace crumple {
namespace {

template <class... Items> std::string legend_of(const Items&... items) {
  std::vector<std::pair<Id, std::string>> titles;
  const auto list = [&](const auto& some) {
    for (const auto& item : some) titles.emplace_back(item.id, item.title);
  };
  (list(items), ...);
  return format_legend(titles);
}

/// The rows of all ranks, on root.
template <class Row>
std::vector<Row> gather_rows(const World& world, const std::vector<Row>& mine) {
  std::vector<Row> all;
  for (const Bytes& bytes : world.gather(to_bytes(std::span<const Row>(mine)))) {
    const auto rows = from_bytes<Row>(bytes);
    all.insert(all.end(), rows.begin(), rows.end());
  }
  return all;
}

}  // namespace

AsciiDatabases::AsciiDatabases(const World& world, const Domain& domain, const RunInfo& run, const std::string& prefix)
    : world_(world), prefix_(prefix) {
  const Model& model = domain.model;
  for (const Part& part : model.parts) part_ids_.push_back(part.id);
  together(world, [&] {
    const std::string head = format_head(run);
    if (model.output.glstat > 0) create("glstat", head);
    if (model.output.matsum > 0) create("matsum", head + legend_of(model.parts));
    if (model.output.rwforc > 0) create("rwforc", head + legend_of(model.walls) + format_rwforc_header());
    if (model.output.rcforc > 0) create("rcforc", head + legend_of(model.contacts, model.tied_contacts, model.transducers));
    if (model.output.sleout > 0) create("sleout", head + legend_of(model.contacts));
    if (model.output.nodout > 0) create("nodout", head);
    if (model.output.swforc > 0) create("swforc", head);
  });
}

void AsciiDatabases::create(const std::string& name, const std::string& head) {
  if (!world_.is_root()) return;
  files_.emplace(name, TextFile(prefix_ + name)).first->second.write(head);
}

template <class Format> void AsciiDatabases::append(const std::string& name, Format&& format) {
  Profile::Scope scope{"write databases"};
  together(world_, [&] {
    const auto file = files_.find(name);
    if (file != files_.end()) file->second.write(format());
  });
}

void AsciiDatabases::glstat(const Clock& clock, const Energies& energies, std::span<const WallForce> walls,
                            const Vec3& velocity, double ns_per_zone_cycle) {
  append("glstat", [&] { return format_glstat(clock, energies, walls, velocity, ns_per_zone_cycle); });
}

void AsciiDatabases::matsum(const Clock& clock, std::span<const PartSum> sums) {
  append("matsum", [&] { return format_matsum(clock, part_ids_, sums); });
}

void AsciiDatabases::rwforc(const Clock& clock, std::span<const WallForce> walls) {
  append("rwforc", [&] { return format_rwforc(clock, walls); });
}

void AsciiDatabases::rcforc(const Clock& clock, std::span<const ContactForce> contacts) {
  append("rcforc", [&] { return format_rcforc(clock, contacts); });
}

void AsciiDatabases::sleout(const Clock& clock, std::span<const ContactForce> contacts) {
  append("sleout", [&] { return format_sleout(clock, contacts); });
}

void AsciiDatabases::nodout(const Clock& clock, const std::vector<NodeHistory>& mine) {
  std::vector<NodeHistory> all = gather_rows(world_, mine);
  std::sort(all.begin(), all.end(), [](auto& a, auto& b) { return a.node < b.node; });
  append("nodout", [&] { return format_nodout(clock, all); });
}

void AsciiDatabases::swforc(const Clock& clock, const std::vector<WeldForce>& mine) {
  std::vector<WeldForce> all = gather_rows(world_, mine);
  std::sort(all.begin(), all.end(),
            [](auto& a, auto& b) { return std::tie(a.is_beam, a.weld) < std::tie(b.is_beam, b.weld); });
  append("swforc", [&] { return format_swforc(clock, all); });
}

}  // namespace crumple
