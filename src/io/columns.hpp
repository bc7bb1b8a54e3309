// The values of a database at one time, by the names of LS-DYNA's binout: numbers and columns of numbers, in one or
// several folders. Filled beside the text (text_database.hpp); without binout nothing is stored.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "base/vec3.hpp"
#include "comm/records.hpp"
#include "io/lsda_file.hpp"

namespace crumple {

class Columns {
 public:
  explicit Columns(bool is_wanted) : is_wanted_(is_wanted) {}

  /// A subdirectory of the database, or without a name the database itself: `constants` are constant in time.
  struct Folder {
    std::string name;
    std::vector<LsdaVariable> constants, variables;
  };

  /// Selects a subdirectory of the database for the following values: "forces", of rwforc.
  void set_folder(const std::string& name) { folders_.push_back({name, {}, {}}); }
  template <class T>
  void put(const std::string& name, const T& value) {
    column(name, std::vector<T>{value}, std::identity());
  }
  /// The ids of the columns' objects; the same at all times.
  template <class Rows, class Of>
  void ids(const std::string& name, const Rows& rows, Of of) {
    if (is_wanted_) folders_.back().constants.push_back(variable(name, rows, of));
  }
  /// A constant text.
  void text(const std::string& name, const std::string& words) {
    LsdaVariable v{name, LsdaType::text, std::int64_t(words.size()), {}};
    for (const char c : words) crumple::put(v.values, c);
    if (is_wanted_) folders_.back().constants.push_back(v);
  }
  template <class Rows, class Of>
  void column(const std::string& name, const Rows& rows, Of of) {
    if (is_wanted_) folders_.back().variables.push_back(variable(name, rows, of));
  }
  /// Columns x_NAME, y_NAME, z_NAME of a Vec3.
  template <class Rows, class Of>
  void vectors(const std::string& name, const Rows& rows, Of of) {
    for (int c = 0; c < 3; ++c)
      column(std::string(1, "xyz"[c]) + "_" + name, rows, [&](const auto& row) { return std::invoke(of, row)[c]; });
  }

  /// The non-empty folders.
  std::vector<Folder> folders() const {
    std::vector<Folder> filled = folders_;
    std::erase_if(filled, [](const Folder& folder) { return folder.variables.empty(); });
    return filled;
  }

 private:
  template <class Rows, class Of>
  static LsdaVariable variable(const std::string& name, const Rows& rows, Of of) {
    using Value = std::remove_cvref_t<decltype(std::invoke(of, *std::begin(rows)))>;
    using Stored = std::conditional_t<std::is_floating_point_v<Value>, double, std::int64_t>;
    LsdaVariable v{name, std::is_floating_point_v<Value> ? LsdaType::real : LsdaType::integer, 0, {}};
    for (const auto& row : rows) {
      crumple::put(v.values, Stored(std::invoke(of, row)));
      ++v.count;
    }
    return v;
  }

  bool is_wanted_;
  std::vector<Folder> folders_{{}};
};

}  // namespace crumple
