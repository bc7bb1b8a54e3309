#include "physics/contact/contact_saved.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "physics/contact/contact.hpp"
#include "physics/contact/pairing.hpp"
#include "physics/contact/passes.hpp"

namespace crumple {
namespace {

/// The head of each memory of a node.
struct MemoryHead {
  std::int32_t pairing = 0;  ///< into Contacts::pairings
  std::int32_t n_bytes = 0;
};

/// [local node] heads and memories, one after the other.
std::vector<Bytes> memories_of_nodes(const Contacts& contacts) {
  const auto& global = contacts.domain->global_node;
  std::vector<Bytes> of_node(global.size());
  for (std::size_t p = 0; p < contacts.pairings.size(); ++p)
    contacts.pairings[p]->save(contacts, [&](Index node, std::span<const std::byte> memory) {
      const auto at = std::lower_bound(global.begin(), global.end(), node);
      if (at == global.end() || *at != node) return;
      Bytes& bytes = of_node[std::size_t(at - global.begin())];
      put(bytes, MemoryHead{std::int32_t(p), std::int32_t(memory.size())});
      bytes.insert(bytes.end(), memory.begin(), memory.end());
    });
  return of_node;
}

/// [local solid] its faces in the passes of contact, in an order that follows from the model.
std::vector<std::vector<SegmentConstants*>> faces_of_solids(Contacts& contacts) {
  std::vector<std::vector<SegmentConstants*>> faces(contacts.domain->model.solids.size());
  for (Pass& pass : contacts.passes)
    for (Index s = 0; s < pass.segments.n_local; ++s)
      if (pass.segments.solid[s] != none) faces[pass.segments.solid[s]].push_back(&pass.segments.constants[s]);
  return faces;
}

/// [local node] values of those that this rank owns.
template <class T>
Records save_column(const Contacts& contacts, const T* values) {
  Records records;
  for (Index i = 0; i < contacts.nodes.n_local; ++i) {
    if (!contacts.domain->owns_node[i]) continue;
    put(records.bytes, values[i]);
    records.close(contacts.domain->global_node[i]);
  }
  return records;
}

template <class T>
void load_column(const Records& records, const Contacts& contacts, T* values) {
  for (Index i = 0; i < contacts.nodes.n_local; ++i) {
    std::span<const std::byte> record = records[std::size_t(i)];
    values[i] = take<T>(record);
  }
}

}  // namespace

Records save_pair_memory(const Contacts& contacts) {
  const std::vector<Bytes> memories = memories_of_nodes(contacts);
  Records records;
  for (std::size_t i = 0; i < memories.size(); ++i) {
    if (!contacts.domain->owns_node[i]) continue;
    records.bytes.insert(records.bytes.end(), memories[i].begin(), memories[i].end());
    records.close(contacts.domain->global_node[i]);
  }
  return records;
}

void load_pair_memory(const Records& records, Contacts& contacts) {
  for (const auto& pairing : contacts.pairings) pairing->forget(contacts);
  for (std::size_t i = 0; i < records.count(); ++i)
    for (std::span<const std::byte> rest = records[i]; !rest.empty();) {
      const auto head = take<MemoryHead>(rest);
      if (rest.size() < std::size_t(head.n_bytes)) fail_short_record();
      if (std::size_t(head.pairing) >= contacts.pairings.size())
        throw Error("a saved state remembers contacts that this model has not: it belongs to another run");
      contacts.pairings[std::size_t(head.pairing)]->load(contacts, Index(i), rest.first(std::size_t(head.n_bytes)));
      rest = rest.subspan(std::size_t(head.n_bytes));
    }
}

Records save_frequency_bounds(const Contacts& contacts) { return save_column(contacts, contacts.nodes.crowding); }

void load_frequency_bounds(const Records& records, Contacts& contacts) {
  load_column(records, contacts, contacts.nodes.crowding);
}

Records save_facing(const Contacts& contacts) { return save_column(contacts, contacts.nodes.facing.data()); }

void load_facing(const Records& records, Contacts& contacts) {
  load_column(records, contacts, contacts.nodes.facing.data());
}

Records save_places_at_search(const Contacts& contacts) {
  return save_column(contacts, contacts.nodes.at_search.data());
}

void load_places_at_search(const Records& records, Contacts& contacts) {
  load_column(records, contacts, contacts.nodes.at_search.data());
}

std::vector<std::int64_t> global_solids(const Domain& domain) {
  std::vector<std::int64_t> numbers;
  for (std::size_t s = 0; s < domain.model.solids.size(); ++s)
    numbers.push_back(domain.global_element[domain.model.first_solid() + s] - domain.n_global_shells);
  return numbers;
}

Records save_face_depths(Contacts& contacts) {
  const auto faces = faces_of_solids(contacts);
  const std::vector<std::int64_t> number = global_solids(*contacts.domain);
  Records records;
  for (std::size_t s = 0; s < faces.size(); ++s) {
    for (const SegmentConstants* face : faces[s]) put(records.bytes, face->depth);
    records.close(number[s]);
  }
  return records;
}

void load_face_depths(const Records& records, Contacts& contacts) {
  const auto faces = faces_of_solids(contacts);
  for (std::size_t s = 0; s < faces.size(); ++s) {
    std::span<const std::byte> rest = records[s];
    for (SegmentConstants* face : faces[s]) face->depth = take<double>(rest);
  }
}

}  // namespace crumple
