// The outputs of a run up to a dump, which a restart continues: what each had written or gathered. Kept in the dump,
// filled and read by app/outputs; each output reads its own entry when it opens.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "comm/world.hpp"
#include "io/text_file.hpp"

namespace crumple {

/// An output at the time of the dump.
struct SavedOutput {
  double interval = 0;     ///< [time]
  std::int64_t taken = 0;  ///< number of intervals done
  Bytes data;              ///< of the output itself, e.g. the length of its file
  template <class A>
  void serialize(A& a) {
    a(interval, taken, data);
  }
};

/// All outputs; empty for a run from t = 0.
struct EarlierOutputs {
  std::map<std::string, SavedOutput> saved;  ///< by name
  std::string prefix;                        ///< of their file names
  std::vector<std::string> missing;          ///< files whose earlier part is missing; on root

  /// The data saved by the output of that name; null if there is none.
  const Bytes* find(const std::string& name) const;
  /// Opens the text file of that name to append to its earlier contents, copied to `new_prefix` if necessary. None if
  /// the output is new, or its earlier part is missing. For root.
  std::optional<TextFile> continue_text(const std::string& name, const std::string& new_prefix);
  /// The same for any file: copies it to `new_prefix`, unless it is already there. False: missing.
  bool bring(const std::string& file, const std::string& new_prefix, std::int64_t at_least);
};

/// The data saved by a text file: its length.
Bytes length_of(TextFile& file);

}  // namespace crumple
