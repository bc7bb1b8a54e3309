// What contact remembers from step to step, by nodes and solids of the whole model, so that a run goes on after a
// restart or on other pieces of the model as if nothing had happened. Called between two steps, when forces are
// settled.
#pragma once

#include "comm/records.hpp"

namespace crumple {

struct Contacts;  // contact.hpp
struct Domain;    // state/domain.hpp

/// What pairs remember, by node: of the nodes that this rank owns.
Records save_pair_memory(const Contacts& contacts);
/// `records`: of all local nodes, in their order. Errors: they are not of this model.
void load_pair_memory(const Records& records, Contacts& contacts);

/// The depth to which the faces of solids hold nodes, by solid: of all local solids. It is renewed at searches only.
Records save_face_depths(Contacts& contacts);
/// `records`: of all local solids, in their order.
void load_face_depths(const Records& records, Contacts& contacts);
/// How crowded the nodes are (crowding.hpp): of those that this rank owns.
Records save_frequency_bounds(const Contacts& contacts);
/// `records`: of all local nodes, in their order.
void load_frequency_bounds(const Records& records, Contacts& contacts);
/// Which directions nodes face (facing.hpp), and where they were at the last search: as above. Only where solids are in
/// contact.
Records save_facing(const Contacts& contacts);
void load_facing(const Records& records, Contacts& contacts);
Records save_places_at_search(const Contacts& contacts);
void load_places_at_search(const Records& records, Contacts& contacts);

/// [local solid] number in the whole model, among solids.
std::vector<std::int64_t> global_solids(const Domain& domain);

}  // namespace crumple
