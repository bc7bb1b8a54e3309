// Exchanges with some ranks in every step, as reports and plans name them. Implemented by every class with such
// exchanges.
#pragma once

#include <string>
#include <vector>

#include "comm/transport.hpp"

namespace crumple {

struct NamedExchange {
  std::string name;
  std::vector<Partner> partners;
};

class HasExchanges {
 public:
  virtual ~HasExchanges() = default;
  /// The same names on all ranks.
  virtual std::vector<NamedExchange> exchanges() const = 0;
};

}  // namespace crumple
