// What contact remembers from step to step, by nodes and solids of the whole model, so that a run goes on after a
// restart or on other pieces of the model as if nothing had happened. Called between two steps, when forces are
// settled.
#pragma once

namespace crumple {

struct Contacts;     // contact.hpp
class StateArchive;  // state/state_archive.hpp

/// Saves or loads, by node, the history of pairs, the crowding (crowding.hpp) and, if solids are in contact, the
/// directions they face (facing.hpp) and their positions at the last search; by solid the depth of its faces, which is
/// updated at searches only. Errors, on all ranks: an inconsistent state. Collective.
void archive_memory(StateArchive& a, Contacts& contacts);

}  // namespace crumple
