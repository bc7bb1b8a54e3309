#include "physics/contact/contact_saved.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "comm/together.hpp"
#include "physics/contact/contact.hpp"
#include "physics/contact/pairing.hpp"
#include "physics/contact/passes.hpp"
#include "physics/state/domain.hpp"
#include "physics/state/state_archive.hpp"

namespace crumple {
namespace {

/// The header of each memory of a node.
struct MemoryHead {
  std::int32_t pairing = 0;  ///< into Contacts::pairings
  std::int32_t n_bytes = 0;
};

/// [local node] headers and memories, concatenated.
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

/// [local solid] its faces in the contact passes, in an order defined by the model.
std::vector<std::vector<SegmentConstants*>> faces_of_solids(Contacts& contacts) {
  std::vector<std::vector<SegmentConstants*>> faces(contacts.domain->model.solids.size());
  for (Pass& pass : contacts.passes)
    for (Index s = 0; s < pass.segments.n_local; ++s)
      if (pass.segments.solid[s] != none) faces[pass.segments.solid[s]].push_back(&pass.segments.constants[s]);
  return faces;
}

void take_memories(const std::vector<Bytes>& of_node, Contacts& contacts) {
  for (const auto& pairing : contacts.pairings) pairing->forget(contacts);
  for (std::size_t i = 0; i < of_node.size(); ++i)
    for (std::span<const std::byte> rest = of_node[i]; !rest.empty();) {
      const auto head = take<MemoryHead>(rest);
      if (rest.size() < std::size_t(head.n_bytes)) fail_short_record();
      if (std::size_t(head.pairing) >= contacts.pairings.size())
        throw Error("a saved state remembers contacts that this model has not: it belongs to another run");
      contacts.pairings[std::size_t(head.pairing)]->load(contacts, Index(i), rest.first(std::size_t(head.n_bytes)));
      rest = rest.subspan(std::size_t(head.n_bytes));
    }
}

/// The solids of the domain, each on one rank.
Numbered solids_of(const Domain& domain) {
  Numbered solids{domain.n_global_solids, {}};
  for (std::size_t s = 0; s < domain.model.solids.size(); ++s)
    solids.number.push_back(domain.global_element[domain.model.first_solid() + s] - domain.n_global_shells);
  return solids;
}

}  // namespace

void archive_memory(StateArchive& a, Contacts& c) {
  const Numbered nodes = nodes_of(*c.domain);
  Numbered pairs = nodes;
  pairs.others_know = false;  // a rank has only the pairs of the nodes that it owns
  std::vector<Bytes> memories = memories_of_nodes(c);
  a.records("contact pairs", pairs, [&](std::size_t i, Fields& fields) { fields.list(memories[i]); });
  if (a.is_loading()) together(a.world(), [&] { take_memories(memories, c); });
  const auto faces = faces_of_solids(c);
  a.records("contact faces", solids_of(*c.domain), [&](std::size_t s, Fields& fields) {
    for (SegmentConstants* face : faces[s]) fields(face->depth);
  });
  a.records("contact crowding", nodes, [&](std::size_t i, Fields& fields) { fields(c.nodes.frequency_bound[i]); });
  if (c.has_solids)
    a.records("contact facing", nodes,
              [&](std::size_t i, Fields& fields) { fields(c.nodes.facing[i], c.nodes.at_shapes[i]); });
}

}  // namespace crumple
