#include "physics/contact/penetration_counts.hpp"

#include <algorithm>

#include "comm/world.hpp"

namespace crumple {
namespace {

bool is_deeper(const PenetrationCount& a, const PenetrationCount& b) {
  if (a.share != b.share) return a.share > b.share;
  if (a.depth != b.depth) return a.depth > b.depth;
  return a.node != 0 && (b.node == 0 || a.node < b.node);
}

void note_all(const std::vector<PenetrationCount>& counts, double time, std::vector<PenetrationRecord>& records) {
  records.resize(counts.size());
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const PenetrationCount& now = counts[k];
    PenetrationRecord& record = records[k];
    record.last = now;
    record.most_limited = std::max(record.most_limited, now.n_limited);
    if (now.n_deep > record.worst.n_deep) {
      record.worst = now;
      record.worst_time = time;
    }
    if (is_deeper(now, record.deepest)) {
      record.deepest = now;
      record.deepest_time = time;
    }
  }
}

}  // namespace

void keep_deepest(const PenetrationCount& from, PenetrationCount& to) {
  if (!is_deeper(from, to)) return;
  to.share = from.share;
  to.depth = from.depth;
  to.node = from.node;
  to.part = from.part;
}

void merge(const PenetrationCount& from, PenetrationCount& to) {
  to.id = from.id;
  to.n_nodes += from.n_nodes;
  to.n_deep += from.n_deep;
  to.n_limited += from.n_limited;
  keep_deepest(from, to);
}

void gather_counts(const World& world, std::vector<PenetrationCount>& counts) {
  std::vector<PenetrationCount> all(counts.size());
  for (const Bytes& bytes : world.gather(to_bytes<PenetrationCount>(counts))) {
    const std::vector<PenetrationCount> of_rank = from_bytes<PenetrationCount>(bytes);
    for (std::size_t k = 0; k < all.size(); ++k) merge(of_rank[k], all[k]);
  }
  counts = std::move(all);
}

void note(const PenetrationCounts& counts, double time, PenetrationRecords& records) {
  note_all(counts.contacts, time, records.contacts);
  note_all(counts.walls, time, records.walls);
  std::int64_t n_deep = 0;
  for (const PenetrationCount& contact : counts.contacts) n_deep += contact.n_deep;
  records.most_deep = std::max(records.most_deep, n_deep);
  if (counts.contact_dt > 0 && (records.contact_dt == 0 || counts.contact_dt < records.contact_dt)) {
    records.contact_dt = counts.contact_dt;
    records.contact_dt_time = time;
    records.contact_dt_node = counts.contact_dt_node;
  }
}

}  // namespace crumple
