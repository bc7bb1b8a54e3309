// What a database says at one time, by the names of LS-DYNA's binout: numbers and columns of numbers. Filled beside the
// text (text_database.hpp); without binout nothing is kept.
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

  /// Under another directory than that of the database: "forces", of rwforc.
  void set_folder(const std::string& folder) { folder_ = folder; }
  template <class T>
  void put(const std::string& name, const T& value) {
    column(name, std::vector<T>{value}, std::identity());
  }
  /// The ids of what the columns are about; the same at all times.
  template <class Rows, class Of>
  void ids(const std::string& name, const Rows& rows, Of of) {
    if (is_wanted_) constants_.push_back(variable(name, rows, of));
  }
  template <class Rows, class Of>
  void column(const std::string& name, const Rows& rows, Of of) {
    if (is_wanted_) variables_.push_back(variable(name, rows, of));
  }
  /// x_NAME, y_NAME, z_NAME of what gives a Vec3.
  template <class Rows, class Of>
  void vectors(const std::string& name, const Rows& rows, Of of) {
    for (int c = 0; c < 3; ++c)
      column(std::string(1, "xyz"[c]) + "_" + name, rows, [&](const auto& row) { return std::invoke(of, row)[c]; });
  }

  const std::string& folder() const { return folder_; }
  const std::vector<LsdaVariable>& constants() const { return constants_; }
  const std::vector<LsdaVariable>& variables() const { return variables_; }

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
  std::string folder_;
  std::vector<LsdaVariable> constants_, variables_;
};

}  // namespace crumple
