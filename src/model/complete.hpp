// The check that descriptions are complete: each names as many different members as its struct has.
// Used by model.cpp, so that a member left out of its description does not compile.
#pragma once

#include <array>

#include "model/describe.hpp"

namespace crumple {
namespace complete {

/// Stands for an initial value of any type; of optionals through the conversion of what is in them.
struct Anything {
  template <class T> requires(!is_optional<T>) operator T() const;
};

template <class Struct, std::size_t... i> consteval bool takes(std::index_sequence<i...>) {
  return requires { Struct{(void(i), Anything{})...}; };
}

/// How many initial values an aggregate takes: one for each member, and one for its base.
template <class Struct, std::size_t n = 0> consteval std::size_t n_initial_values() {
  if constexpr (takes<Struct>(std::make_index_sequence<n + 1>{})) return n_initial_values<Struct, n + 1>();
  else return n;
}

}  // namespace complete

/// Whether the descriptions of T and of all structs in it name all of their members.
template <class T> inline constexpr bool is_complete = true;

template <class Numbers, class... Each> inline constexpr bool is_complete<Slots<Numbers, Each...>> =
    (is_complete<Each> && ...);
template <Kind kind, Placement placement, class T> inline constexpr bool is_complete<Member<kind, placement, T>> =
    is_complete<std::remove_const_t<T>>;

template <Described T> inline constexpr bool is_complete<T> =
    complete::n_initial_values<T>() == n_members<T> && is_complete<GroupsOf<T>>;

template <class T> inline constexpr bool is_complete<std::vector<T>> = is_complete<T>;
template <class T, std::size_t n> inline constexpr bool is_complete<std::array<T, n>> = is_complete<T>;
template <class T> inline constexpr bool is_complete<std::optional<T>> = is_complete<T>;
template <class... T> inline constexpr bool is_complete<std::variant<T...>> = (is_complete<T> && ...);

}  // namespace crumple
