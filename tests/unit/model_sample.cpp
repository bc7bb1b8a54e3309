#include "model_sample.hpp"

#include <map>
#include <random>
#include <string>

namespace crumple::test {
namespace {

struct SampleLaw {
  static constexpr int number = 6;
  double a = 0, b = 0;
};

constexpr int n_items = Sample::n_items, n_nodes = Sample::n_nodes;

/// Gives every number of a struct another value.
class Filling {
 public:
  template <Described T> void fill(T& object) {
    for_each_member(object, [&](auto member) {
      if constexpr (member.placement == Placement::per_node) member.value.resize(n_nodes);
      fill_kind<member.kind>(member.value);
    });
  }

 private:
  template <Kind kind, class T> void fill_kind(T& value) {
    constexpr bool of_nodes = kind == Kind::node || kind == Kind::ascending_nodes || kind == Kind::following_nodes;
    if constexpr (kind == Kind::plain) fill_plain(value);
    else if constexpr (std::is_same_v<T, Index>) value = below(of_nodes ? n_nodes : n_items);
    else {
      if constexpr (requires { value.resize(1); }) value.resize(n_items);
      Index next = 0;
      for (auto& one : value)
        if constexpr (kind == Kind::ascending_nodes) one = next += 1 + below(n_nodes / n_items - 1);
        else fill_kind<kind>(one);
    }
  }
  template <class T> void fill_plain(T& value) {
    if constexpr (Described<T>) fill(value);
    else if constexpr (is_list<T>) {
      if constexpr (requires { value.resize(1); })
        if (value.empty()) value.resize(n_items);
      for (auto& one : value) fill_plain(one);
    } else if constexpr (is_optional<T>) fill_plain(value.emplace());
    else if constexpr (is_variant<T>) fill_variant(value);
    else fill_number(value);
  }
  /// Each time the next alternative.
  template <class... T> void fill_variant(std::variant<T...>& value) {
    const int wanted = n_variants_++ % int(sizeof...(T));
    int i = 0;
    ((i++ == wanted ? fill_plain(value.template emplace<T>()) : void()), ...);
  }
  template <class T> requires std::is_arithmetic_v<T> || std::is_enum_v<T> void fill_number(T& value) {
    value = T(std::is_same_v<T, bool> || std::is_enum_v<T> ? 1 : ++last_);
  }
  void fill_number(kernels::LawParameters& law) { law = SampleLaw{double(++last_), double(++last_)}; }
  void fill_number(std::string& text) { text = std::to_string(++last_); }
  void fill_number(Vec3& v) { v = {double(++last_), double(below(100)), double(below(100))}; }
  void fill_number(Mat3& m) { for (Vec3& row : m.row) fill_number(row); }
  template <class A, class B> void fill_number(std::pair<A, B>& pair) {
    fill_number(pair.first);
    fill_number(pair.second);
  }
  template <class A, class B> void fill_number(std::map<A, B>& map) {
    std::pair<A, B> entry;
    fill_number(entry);
    map.insert(entry);
  }

  Index below(int n) { return Index(random_() % unsigned(n)); }
  std::minstd_rand random_;  // the same numbers everywhere
  int last_ = 0, n_variants_ = 0;
};

}  // namespace

Model sample_model() {
  Model model;
  Filling().fill(model);
  return model;
}

}  // namespace crumple::test
