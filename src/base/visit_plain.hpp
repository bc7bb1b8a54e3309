// std::visit for loops of devices (kernels/loops.hpp), which have no tables of functions.
#pragma once

#include <utility>
#include <variant>

#include "kernels/marks.hpp"

namespace crumple {

/// f of the plain data that a variant holds.
template <class F, class First, class... Rest>
CRUMPLE_DEVICE inline auto visit_plain(const F& f, const std::variant<First, Rest...>& held) {
  decltype(f(std::declval<const First&>())) result{};
  if (const First* const one = std::get_if<First>(&held)) result = f(*one);
  ((std::get_if<Rest>(&held) ? void(result = f(*std::get_if<Rest>(&held))) : void()), ...);
  return result;
}

}  // namespace crumple
