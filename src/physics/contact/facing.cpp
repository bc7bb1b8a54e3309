#include "physics/contact/facing.hpp"

#include <algorithm>
#include <cmath>

namespace crumple {
std::uint16_t Facing::cell_of(const Vec3& normal) {
  const auto cell_at = [](double coordinate) {
    return std::clamp(int((coordinate + 1) * (0.5 * n_across)), 0, n_across - 1);
  };
  int axis = 0;
  for (int c = 1; c < 3; ++c)
    if (std::fabs(normal[c]) > std::fabs(normal[axis])) axis = c;
  const double length = std::fabs(normal[axis]);
  if (!(length > 0)) return 0;
  const int u = cell_at(normal[(axis + 1) % 3] / length), v = cell_at(normal[(axis + 2) % 3] / length);
  return std::uint16_t(((2 * axis + (normal[axis] < 0)) * n_across + u) * n_across + v);
}

void Facing::include(std::uint16_t cell) {
  if (cells_[0] == any_direction) return;
  const auto at = std::lower_bound(cells_.begin(), cells_.end(), cell);
  if (at != cells_.end() && *at == cell) return;
  if (cell == any_direction || cells_.back() != unused) {
    *this = any();
    return;
  }
  std::copy_backward(at, cells_.end() - 1, cells_.end());
  *at = cell;
}

void Facing::include(const Vec3& normal) { include(cell_of(normal)); }

void Facing::include(const Facing& other) {
  for (const std::uint16_t cell : other.cells_)
    if (cell != unused) include(cell);
}

}  // namespace crumple
