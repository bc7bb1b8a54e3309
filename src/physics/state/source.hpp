// Sources of output rows: features and families of elements. An output requests rows of its type from all sources;
// neither depends on the other.
#pragma once

#include <vector>

namespace crumple {

/// Base of all classes that may provide rows.
class Source {
 public:
  virtual ~Source() = default;
};

/// Provides rows of one type, e.g. `class Walls : public Feature, public Gives<WallForce>`.
template <class Row> class Gives {
 public:
  virtual ~Gives() = default;
  /// Appends its rows at t(n): of this rank or of all, depending on the type of the row.
  virtual void add_rows(std::vector<Row>& rows) const = 0;
};

/// The rows of all sources of a list, in its order.
template <class Row, class List> void collect(const List& sources, std::vector<Row>& rows) {
  for (const auto& source : sources)
    if (const auto* gives = dynamic_cast<const Gives<Row>*>(&*source)) gives->add_rows(rows);
}

}  // namespace crumple
