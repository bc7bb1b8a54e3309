#include "model/layout.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <map>
#include <string>

#include "model/laws.hpp"
#include "model/model.hpp"

namespace crumple {
namespace {

/// Appends the layout of a type: of single values and vectors of space their size.
template <class T> struct Layout {
  static void add(std::string& text) {
    static_assert(std::is_same_v<T, std::string> || std::is_trivially_copyable_v<T>, "a type without a layout");
    if constexpr (std::is_same_v<T, std::string>) text += "string";
    else text += fmt::format("{}{}", std::is_floating_point_v<T> ? 'f' : std::is_signed_v<T> ? 'i' : 'b', sizeof(T));
  }
};
template <> struct Layout<kernels::LawParameters> {
  static void add(std::string& text) { text += sizes_of_laws(); }
};
template <class T> void add_layout(std::string& text) { Layout<std::remove_const_t<T>>::add(text); }

template <class... T> void add_layouts(std::string& text, const char* name) {
  text += name;
  text += '<';
  ((add_layout<T>(text), text += ','), ...);
  text += '>';
}
template <class T> struct Layout<std::vector<T>> {
  static void add(std::string& text) { add_layouts<T>(text, "vector"); }
};
template <class T, std::size_t n> struct Layout<std::array<T, n>> {
  static void add(std::string& text) { add_layouts<T>(text, fmt::format("array {}", n).c_str()); }
};
template <class T> struct Layout<std::optional<T>> {
  static void add(std::string& text) { add_layouts<T>(text, "optional"); }
};
template <class... T> struct Layout<std::variant<T...>> {
  static void add(std::string& text) { add_layouts<T...>(text, "variant"); }
};
template <class A, class B> struct Layout<std::pair<A, B>> {
  static void add(std::string& text) { add_layouts<A, B>(text, "pair"); }
};
template <class K, class V> struct Layout<std::map<K, V>> {
  static void add(std::string& text) { add_layouts<K, V>(text, "map"); }
};
template <Described T> struct Layout<T> {
  static void add(std::string& text) {
    text += T::description;
    add_groups(text, static_cast<GroupsOf<T>*>(nullptr));
  }

 private:
  template <class Numbers, class... Group> static void add_groups(std::string& text, Slots<Numbers, Group...>*) {
    (add_members(text, static_cast<Group*>(nullptr)), ...);
  }
  template <class Numbers, class... M> static void add_members(std::string& text, Slots<Numbers, M...>*) {
    add_layouts<typename M::Value...>(text, "");
  }
};

}  // namespace

std::uint64_t model_layout() {
  std::string text;
  add_layout<Model>(text);
  return XXH3_64bits(text.data(), text.size());
}

}  // namespace crumple
