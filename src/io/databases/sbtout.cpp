// sbtout: tensions, slips and pull-outs of seat belts (*DATABASE_SBTOUT). Words and columns are from memory.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "io/ascii_formats.hpp"
#include "io/text_database.hpp"
#include "physics/state/belt_row.hpp"

namespace crumple {
namespace {

struct BeltWords {
  const char *number, *first, *second;
};

BeltWords words_of(BeltRow::Kind kind) {
  if (kind == BeltRow::Kind::element)
    return {"seat belt number...............", "axial force....................", "current length................."};
  if (kind == BeltRow::Kind::ring)
    return {"slip ring number...............", "total slip from side 1 to .....", "total slip from side 2 to ....."};
  return {"retractor number...............", "pull-out to date...............", "force in attached element......"};
}

}  // namespace

std::string format_sbtout(const Clock& clock, std::span<const BeltRow> rows) {
  std::string text = fmt::format("\n\n time...........................{:16.5E}\n", clock.time);
  for (const BeltRow& row : rows) {
    const BeltWords words = words_of(row.kind);
    text += fmt::format("\n {}{:8}\n {}{:16.5E}\n {}{:16.5E}\n", words.number, row.id, words.first, row.first,
                        words.second, row.second);
  }
  return text;
}

namespace {

std::string text_of_sbtout(const Moment& now, Columns& columns) {
  const std::vector<BeltRow> all =
      sorted_rows(now, now.rows<BeltRow>(), [](const BeltRow& row) { return std::tuple(row.kind, row.id); });
  const auto put = [&](BeltRow::Kind kind, const char* ids, const char* first, const char* second) {
    std::vector<BeltRow> some;
    std::ranges::copy_if(all, std::back_inserter(some), [kind](const BeltRow& row) { return row.kind == kind; });
    if (some.empty()) return;
    columns.ids(ids, some, &BeltRow::id);
    columns.column(first, some, &BeltRow::first);
    columns.column(second, some, &BeltRow::second);
  };
  put(BeltRow::Kind::element, "belt_ids", "belt_force", "belt_length");
  put(BeltRow::Kind::ring, "slipring_ids", "ring_slip", "ring_slip_back");
  put(BeltRow::Kind::retractor, "retractor_ids", "retractor_pull_out", "retractor_force");
  return format_sbtout(now.clock(), all);
}

}  // namespace

namespace recorders {
extern const RecorderKind sbtout = text_database("sbtout", text_of_sbtout);
}

}  // namespace crumple
