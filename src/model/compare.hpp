// Comparing two models, or any structs of them, member by member, and saying where they differ.
// Used by tests.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "model/model.hpp"

namespace crumple {

/// The names of a struct's members, in the order of its description: the words before a comma or a closing
/// bracket. That of a base is "this".
template <Described T> consteval std::array<std::string_view, n_members<T>> names_of_members() {
  std::array<std::string_view, n_members<T>> names;
  const std::string_view text = T::description;
  constexpr std::string_view between = "(),<>:* ";
  const auto in_word = [&](std::size_t i) { return i < text.size() && between.find(text[i]) == between.npos; };
  std::size_t n = 0;
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
    for (end = begin; in_word(end);) ++end;
    if (end > begin && (text[end] == ',' || text[end] == ')')) names[n++] = text.substr(begin, end - begin);
  }
  return names;
}

/// Where two of a kind differ first, such as ".shells[3].nodes[0]"; nothing if they are equal (==).
template <class T> std::optional<std::string> first_difference(const T& a, const T& b) {
  std::optional<std::string> where;
  if constexpr (Described<T>) {
    std::size_t i = 0;
    for_each_member_of_both(a, b, [&](auto of_a, auto of_b) {
      if (const auto inside = where ? std::nullopt : first_difference(of_a.value, of_b.value))
        where = (names_of_members<T>()[i] == "this" ? "" : "." + std::string(names_of_members<T>()[i])) + *inside;
      ++i;
    });
  } else if constexpr (is_list<T>) {
    if (a.size() != b.size()) return ".size()";
    for (std::size_t i = 0; i < a.size() && !where; ++i)
      if (const auto inside = first_difference(a[i], b[i])) where = "[" + std::to_string(i) + "]" + *inside;
  } else if constexpr (is_optional<T>) {
    if (a && b) return first_difference(*a, *b);
    if (a || b) where = "";
  } else if constexpr (is_variant<T>) {
    if (a.index() != b.index()) return "";
    std::visit([&]<class One>(const One& one) { where = first_difference(one, std::get<One>(b)); }, a);
  } else if (!(a == b)) {
    where = "";
  }
  return where;
}

/// Of whole models: compiled once (tests/unit/model_description.cpp), as that takes the compiler long.
extern template std::optional<std::string> first_difference(const Model& a, const Model& b);

template <Described T> bool operator==(const T& a, const T& b) { return !first_difference(a, b); }

}  // namespace crumple
