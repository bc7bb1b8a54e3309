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
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/index.hpp"

namespace crumple {

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
  using Value = T;
  T& value;
};

/// One of several things side by side.
template <std::size_t i, class T> struct Slot {
  T thing;
};

/// Things side by side: a tuple that costs compilers little.
template <class Numbers, class... T> struct Slots;
template <std::size_t... i, class... T> struct Slots<std::index_sequence<i...>, T...> : Slot<i, T>... {
  static constexpr std::size_t size = sizeof...(T);
  /// Calls f with each.
  template <class F> constexpr void for_each(F&& f) const { (f(Slot<i, T>::thing), ...); }
  /// Calls f(one, the other's at the same place) for each.
  template <class Other, class F> void for_each_with(const Other& other, F&& f) const {
    (f(Slot<i, T>::thing, other.template at<i>()), ...);
  }
  template <std::size_t k> const auto& at() const { return picked<k>(*this); }
  /// The same members with another placement.
  template <Placement placement> auto placed() const {
    return Slots<std::index_sequence<i...>, Member<T::kind, placement, typename T::Value>...>{
        {{Slot<i, T>::thing.value}}...};
  }

 private:
  template <std::size_t k, class One> static const One& picked(const Slot<k, One>& slot) { return slot.thing; }
};
template <class... T> auto side_by_side(T... things) { return Slots<std::index_sequence_for<T...>, T...>{{things}...}; }

/// Members of a kind, everywhere.
template <Kind kind, class... T> auto group(T&... members) {
  return side_by_side(Member<kind, Placement::everywhere, T>{members}...);
}
template <class... T> auto plain(T&... members) { return group<Kind::plain>(members...); }
/// The part of an object that a base declares.
template <class Base, class T> auto base(T& object) {
  return plain(static_cast<std::conditional_t<std::is_const_v<T>, const Base, Base>&>(object));
}

namespace ref {
template <class... T> auto node(T&... members) { return group<Kind::node>(members...); }
template <class... T> auto ascending_nodes(T&... members) { return group<Kind::ascending_nodes>(members...); }
template <class... T> auto following_nodes(T&... members) { return group<Kind::following_nodes>(members...); }
template <class... T> auto shell(T&... members) { return group<Kind::shell>(members...); }
template <class... T> auto solid(T&... members) { return group<Kind::solid>(members...); }
template <class... T> auto solid_of_whole(T&... members) { return group<Kind::solid_of_whole>(members...); }
template <class... T> auto part(T&... members) { return group<Kind::part>(members...); }
template <class... T> auto section(T&... members) { return group<Kind::section>(members...); }
template <class... T> auto material(T&... members) { return group<Kind::material>(members...); }
template <class... T> auto hourglass(T&... members) { return group<Kind::hourglass>(members...); }
template <class... T> auto curve(T&... members) { return group<Kind::curve>(members...); }
template <class... T> auto frame(T&... members) { return group<Kind::frame>(members...); }
template <class... T> auto rigid_body(T&... members) { return group<Kind::rigid_body>(members...); }
template <class... T> auto tied_contact(T&... members) { return group<Kind::tied_contact>(members...); }
}  // namespace ref

// Groups that are not everywhere.
template <class... T> auto per_node(T&... members) {
  return plain(members...).template placed<Placement::per_node>();
}
auto by_element(auto group) { return group.template placed<Placement::by_element>(); }
auto on_one_rank(auto group) { return group.template placed<Placement::on_one_rank>(); }
auto with_its_nodes(auto group) { return group.template placed<Placement::with_its_nodes>(); }
auto only_on_root(auto group) { return group.template placed<Placement::only_on_root>(); }

/// The description of a struct: f of groups of its members. A template, so that only sources that ask for the members
/// pay for compiling them.
#define CRUMPLE_DESCRIBE(...)                                    \
  template <class F> auto describe(F&& f) { return f(__VA_ARGS__); }         \
  template <class F> auto describe(F&& f) const { return f(__VA_ARGS__); }   \
  static constexpr std::string_view description = #__VA_ARGS__;

/// The groups of an object that has a description, side by side.
struct Gather {
  template <class... G> auto operator()(G... groups) const { return side_by_side(groups...); }
};
template <class T> using GroupsOf = decltype(std::declval<T&>().describe(Gather{}));

/// A struct with a description.
template <class T> concept Described = requires { T::description; };

template <class Slots> inline constexpr std::size_t n_in_groups = 0;
template <class Numbers, class... G>
inline constexpr std::size_t n_in_groups<Slots<Numbers, G...>> = (G::size + ... + 0);
template <class T> inline constexpr std::size_t n_members = n_in_groups<GroupsOf<T>>;

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

constexpr bool is_of(Kind wanted, Kind kind, Placement) { return wanted == kind; }
constexpr bool is_of(Placement wanted, Kind, Placement placement) { return wanted == placement; }

/// Whether T has, at any depth, members of a kind or with a placement.
template <auto wanted, class T> inline constexpr bool holds = false;
template <auto wanted, Kind kind, Placement placement, class T>
inline constexpr bool holds<wanted, Member<kind, placement, T>> =
    is_of(wanted, kind, placement) || (kind == Kind::plain && holds<wanted, std::remove_const_t<T>>);
template <auto wanted, class Numbers, class... T>
inline constexpr bool holds<wanted, Slots<Numbers, T...>> = (holds<wanted, T> || ...);
template <auto wanted, Described T> inline constexpr bool holds<wanted, T> = holds<wanted, GroupsOf<T>>;
template <auto wanted, class T> inline constexpr bool holds<wanted, std::vector<T>> = holds<wanted, T>;
template <auto wanted, class T, std::size_t n> inline constexpr bool holds<wanted, std::array<T, n>> = holds<wanted, T>;
template <auto wanted, class T> inline constexpr bool holds<wanted, std::optional<T>> = holds<wanted, T>;
template <auto wanted, class... T> inline constexpr bool holds<wanted, std::variant<T...>> = (holds<wanted, T> || ...);

/// Calls f(member) for each member of a struct, in the order of its description.
template <Described Struct, class F> void for_each_member(Struct& object, F&& f) {
  object.describe(Gather{}).for_each([&](const auto& group) { group.for_each(f); });
}

/// Calls f(member of a, the same member of b) for each member of two structs of a kind.
template <Described A, Described B, class F> void for_each_member_of_both(A& a, B& b, F&& f) {
  a.describe(Gather{}).for_each_with(b.describe(Gather{}), [&](const auto& of_a, const auto& of_b) {
    of_a.for_each_with(of_b, f);
  });
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
      for_each_member(inner, [&](auto member) {
        if constexpr (holds<wanted, decltype(member)>) for_each_of<wanted, member.kind>(member.value, f);
      });
    });
}

/// Calls f(member) for each list whose items are placed in that way, at any depth of a struct.
template <Placement placement, Described T, class F> void for_each_placed(T& object, F&& f) {
  for_each_member(object, [&](auto member) {
    if constexpr (member.placement == placement) f(member);
    else if constexpr (holds<placement, decltype(member)>)
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
