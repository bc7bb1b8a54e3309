// What is written, how often, and of which nodes and elements (*DATABASE_...).
// Part of the Model (model.hpp), read by `io/databases` and by features that keep what an output needs.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "model/mesh.hpp"

namespace crumple {

/// Elements by the deck's ids, ascending, each once: the same in all pieces of a model, which have some of them each.
struct ElementIds {
  std::vector<Id> shells, solids, beams;
  std::span<const Id> of(SectionKind kind) const {
    switch (kind) {
      case SectionKind::shell: return shells;
      case SectionKind::solid: return solids;
      case SectionKind::beam: return beams;
      default: return {};  // of others none are chosen
    }
  }
  CRUMPLE_DESCRIBE(plain(shells, solids, beams))
};

/// *DATABASE_CROSS_SECTION_...: what passes through it is what its elements put on its nodes.
struct CrossSection {
  Id id = 0;
  std::string title;
  std::vector<Index> nodes;
  ElementIds elements;
  CRUMPLE_DESCRIBE(plain(id, title, elements), ref::ascending_nodes(nodes))
};

/// *DATABASE_NODAL_FORCE_GROUP: nodes whose forces are added up.
struct NodalForceGroup {
  std::vector<Index> nodes;
  Index frame = none;  ///< CID: the sum is shown in it, too
  CRUMPLE_DESCRIBE(ref::ascending_nodes(nodes), ref::frame(frame))
};

/// What is written and how often.
struct Output {
  std::map<std::string, double> intervals;    ///< by the name of *DATABASE_..., e.g. "glstat" [time]
  std::map<std::string, std::int64_t> dump_cycles;  ///< between dumps, of "d3dump" and "runrsf"; no entry: none
  int plot_layers = 3;                        ///< of shells in d3plot, MAXINT of *DATABASE_EXTENT_BINARY; at least 1
  bool plots_strains = false;                 ///< in d3plot, STRFLG
  int solid_history = 0, shell_history = 0;   ///< history variables of a point in d3plot, NEIPH and NEIPS
  std::vector<Index> history_nodes;           ///< of *DATABASE_HISTORY_NODE
  ElementIds history_elements;                ///< of *DATABASE_HISTORY_SHELL, _SOLID, _BEAM
  std::vector<CrossSection> cross_sections;   ///< in the order of the deck
  std::vector<NodalForceGroup> force_groups;  ///< in the order of the deck
  /// 0: it is not written.
  double interval(const std::string& name) const {
    const auto found = intervals.find(name);
    return found != intervals.end() ? found->second : 0.0;
  }
  CRUMPLE_DESCRIBE(plain(intervals, dump_cycles, plot_layers, plots_strains, solid_history, shell_history,
                         history_elements, cross_sections, force_groups),
                   ref::node(history_nodes))
};

}  // namespace crumple
