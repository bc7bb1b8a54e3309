// Who has rows for outputs: features and families of elements. An output asks for rows of its type and need not know
// who gives them; who has them need not know which outputs there are.
#pragma once

#include <vector>

namespace crumple {

/// Base of all that may give rows.
class Source {
 public:
  virtual ~Source() = default;
};

/// Gives rows of one type, e.g. `class Walls : public Feature, public Gives<WallForce>`.
template <class Row> class Gives {
 public:
  virtual ~Gives() = default;
  /// Appends its rows at t(n): of this rank or of all, as the type of the row says.
  virtual void add_rows(std::vector<Row>& rows) const = 0;
};

/// The rows of all sources of a list, in its order.
template <class Row, class List> void collect(const List& sources, std::vector<Row>& rows) {
  for (const auto& source : sources)
    if (const auto* gives = dynamic_cast<const Gives<Row>*>(&*source)) gives->add_rows(rows);
}

}  // namespace crumple
