// What every number in the model is, said once: each struct of the model has a description beside its members, and from
// it come cutting (physics/state/cut_model), renumbering (renumber.cpp), sending (serialize.hpp) and comparing
// (compare.hpp). A description reads
//
//   CRUMPLE_DESCRIBE(plain(id), ref::part(part), ref::node(nodes, orientation))
//
// (A macro, because the names of the members are wanted, too.) A member left out does not compile (complete.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace crumple {

using Index = std::int32_t;  ///< position in one of the model's lists
inline constexpr Index none = -1;

/// What the numbers of a member are. All but `plain` are positions in a list of the model; single ones may be `none`.
enum class Kind {
  plain,            ///< refer to nothing; or structs with descriptions of their own
  node,             ///< a node, or nodes whose order means something
  ascending_nodes,  ///< a list of nodes kept ascending, each once
  following_nodes,  ///< nodes that are wherever the item's nodes of kind `node` are (`with_its_nodes`)
  shell,            ///< in a piece of the model none, where the piece has not got the shell
  solid,            ///< the same
  solid_of_whole,   ///< a solid by its number in the whole model, in pieces too
  part, section, material, hourglass, curve, frame, rigid_body, tied_contact  ///< in lists that every piece has whole
};

/// Which pieces of a model have what a member holds.
enum class Placement {
  everywhere,      ///< all pieces, with those of its nodes that are there
  per_node,        ///< a list with one entry per node: the entries of the piece's nodes
  by_element,      ///< a list of elements: each in the piece that the partition says, with all of its nodes
  on_one_rank,     ///< a list: each item in one piece. It is that of the item's element, which has its nodes; or else
                   ///< of the first rank that has an element at the item's first node, with all of its nodes
  with_its_nodes,  ///< a list: each item in all pieces that have any of its nodes or its element, with all of its nodes
  only_on_root,    ///< no piece
};

/// One member of a struct, by reference.
template <Kind kind_, Placement placement_, class T> struct Member {
  static constexpr Kind kind = kind_;
  static constexpr Placement placement = placement_;
  T& value;
};

template <Kind kind, class... T> using Group = std::tuple<Member<kind, Placement::everywhere, T>...>;

template <class... T> Group<Kind::plain, T...> plain(T&... members) { return {{members}...}; }
/// The part of an object that a base declares.
template <class Base, class T> auto base(T& object) {
  return plain(static_cast<std::conditional_t<std::is_const_v<T>, const Base, Base>&>(object));
}

namespace ref {
template <class... T> Group<Kind::node, T...> node(T&... members) { return {{members}...}; }
template <class... T> Group<Kind::ascending_nodes, T...> ascending_nodes(T&... members) { return {{members}...}; }
template <class... T> Group<Kind::following_nodes, T...> following_nodes(T&... members) { return {{members}...}; }
template <class... T> Group<Kind::shell, T...> shell(T&... members) { return {{members}...}; }
template <class... T> Group<Kind::solid, T...> solid(T&... members) { return {{members}...}; }
template <class... T> Group<Kind::solid_of_whole, T...> solid_of_whole(T&... members) { return {{members}...}; }
template <class... T> Group<Kind::part, T...> part(T&... members) { return {{members}...}; }
template <class... T> Group<Kind::section, T...> section(T&... members) { return {{members}...}; }
template <class... T> Group<Kind::material, T...> material(T&... members) { return {{members}...}; }
template <class... T> Group<Kind::hourglass, T...> hourglass(T&... members) { return {{members}...}; }
template <class... T> Group<Kind::curve, T...> curve(T&... members) { return {{members}...}; }
template <class... T> Group<Kind::frame, T...> frame(T&... members) { return {{members}...}; }
template <class... T> Group<Kind::rigid_body, T...> rigid_body(T&... members) { return {{members}...}; }
template <class... T> Group<Kind::tied_contact, T...> tied_contact(T&... members) { return {{members}...}; }
}  // namespace ref

/// A group that is not everywhere.
template <Placement placement, Kind kind, class... T>
std::tuple<Member<kind, placement, T>...> placed(Group<kind, T...> group) {
  return std::apply([](auto... member) { return std::tuple<Member<kind, placement, T>...>{{member.value}...}; }, group);
}
template <class... T> auto per_node(T&... members) { return placed<Placement::per_node>(plain(members...)); }
auto by_element(auto group) { return placed<Placement::by_element>(group); }
auto on_one_rank(auto group) { return placed<Placement::on_one_rank>(group); }
auto with_its_nodes(auto group) { return placed<Placement::with_its_nodes>(group); }
auto only_on_root(auto group) { return placed<Placement::only_on_root>(group); }

/// The description of a struct: f of groups of its members. A template, so that only sources that ask for the members
/// pay for compiling them.
#define CRUMPLE_DESCRIBE(...)                                    \
  template <class F> auto describe(F&& f) { return f(__VA_ARGS__); }         \
  template <class F> auto describe(F&& f) const { return f(__VA_ARGS__); }   \
  static constexpr std::string_view description = #__VA_ARGS__;

/// All members of an object that has a description.
template <class T> auto members_of(T& object) {
  return object.describe([](auto... groups) { return std::tuple_cat(groups...); });
}

/// A struct with a description.
template <class T> concept Described = requires { T::description; };

template <class T> inline constexpr std::size_t n_members = std::tuple_size_v<decltype(members_of(std::declval<T&>()))>;

template <class T> inline constexpr bool is_list = false;
template <class T> inline constexpr bool is_list<std::vector<T>> = true;
template <class T, std::size_t n> inline constexpr bool is_list<std::array<T, n>> = true;
template <class T> inline constexpr bool is_optional = false;
template <class T> inline constexpr bool is_optional<std::optional<T>> = true;
template <class T> inline constexpr bool is_variant = false;
template <class... T> inline constexpr bool is_variant<std::variant<T...>> = true;

/// Described structs, and what holds them.
template <class T> inline constexpr bool has_structs = Described<T>;
template <class T> inline constexpr bool has_structs<std::vector<T>> = has_structs<T>;
template <class T, std::size_t n> inline constexpr bool has_structs<std::array<T, n>> = has_structs<T>;
template <class T> inline constexpr bool has_structs<std::optional<T>> = has_structs<T>;
template <class... T> inline constexpr bool has_structs<std::variant<T...>> = (has_structs<T> || ...);

/// Calls f(member) for each member of a struct, in the order of its description.
template <Described Struct, class F> void for_each_member(Struct& object, F&& f) {
  std::apply([&f](auto... member) { (f(member), ...); }, members_of(object));
}

/// Calls f(member of a, the same member of b) for each member of two structs of a kind.
template <Described A, Described B, class F> void for_each_member_of_both(A& a, B& b, F&& f) {
  const auto of_a = members_of(a);
  const auto of_b = members_of(b);
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (f(std::get<i>(of_a), std::get<i>(of_b)), ...);
  }(std::make_index_sequence<n_members<A>>{});
}

/// Calls f with each described struct that `value` is or holds, but not with those inside of these.
template <class T, class F> void for_each_struct(T& value, F&& f) {
  using Value = std::remove_const_t<T>;
  if constexpr (Described<Value>) f(value);
  else if constexpr (!has_structs<Value>) return;
  else if constexpr (is_list<Value>)
    for (auto& one : value) for_each_struct(one, f);
  else if constexpr (is_optional<Value>) {
    if (value) for_each_struct(*value, f);
  } else std::visit([&](auto& one) { for_each_struct(one, f); }, value);
}

/// Calls f with each member of kind `wanted`, a number or a list of numbers, at any depth of an item of kind `kind`.
template <Kind wanted, Kind kind = Kind::plain, class T, class F> void for_each_of(T& item, F&& f) {
  if constexpr (kind == wanted) f(item);
  else if constexpr (kind == Kind::plain)
    for_each_struct(item, [&](auto& inner) {
      for_each_member(inner, [&](auto member) { for_each_of<wanted, member.kind>(member.value, f); });
    });
}

/// Calls f(member) for each list whose items are placed in that way, at any depth of a struct.
template <Placement placement, Described T, class F> void for_each_placed(T& object, F&& f) {
  for_each_member(object, [&](auto member) {
    if constexpr (member.placement == placement) f(member);
    else if constexpr (member.placement == Placement::everywhere && member.kind == Kind::plain)
      for_each_struct(member.value, [&](auto& inner) { for_each_placed<placement>(inner, f); });
  });
}

/// Calls f(number) for each number in lists of lists of them, or for the only one; not for `none`.
template <class T, class F> void for_each_index(T& numbers, F&& f) {
  if constexpr (std::is_same_v<std::remove_const_t<T>, Index>) {
    if (numbers != none) f(numbers);
  } else
    for (auto& one : numbers) for_each_index(one, f);
}

}  // namespace crumple
