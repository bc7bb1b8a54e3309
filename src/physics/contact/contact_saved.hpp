// The contact history, by nodes and solids of the whole model, so that a run continues unchanged after a restart or a
// new decomposition. Called between two steps, when the work of all forces has been booked.
#pragma once

namespace crumple {

struct Contacts;     // contact.hpp
class StateArchive;  // state/state_archive.hpp

/// Saves or loads, by node, the history of pairs, the frequency bounds (frequency_bounds.hpp) and, if solids are in
/// contact, the
/// directions they face (facing.hpp) and their positions at the last search; by solid the depth of its faces, which is
/// updated at searches only. Errors, on all ranks: an inconsistent state. Collective.
void archive_memory(StateArchive& a, Contacts& contacts);

}  // namespace crumple
