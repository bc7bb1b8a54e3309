// The outputs of a run up to a dump, which the run that goes on from the dump continues: what each of them had written
// or gathered. Kept in the dump, filled and read by app/outputs; the outputs look for themselves in it when they open.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "comm/world.hpp"
#include "io/text_file.hpp"

namespace crumple {

/// One output when the dump was written.
struct SavedOutput {
  double interval = 0;     ///< [time]
  std::int64_t taken = 0;  ///< how many times of the interval are done
  Bytes data;              ///< its own, e.g. how long its file is
  template <class A>
  void serialize(A& a) {
    a(interval, taken, data);
  }
};

/// All of them; empty if the run begins at t = 0.
struct EarlierOutputs {
  std::map<std::string, SavedOutput> saved;  ///< by name
  std::string prefix;                        ///< before the names of their files
  std::vector<std::string> missing;          ///< files whose earlier part is not there; on root

  /// What the output of that name has saved; null if there is none.
  const Bytes* find(const std::string& name) const;
  /// The text file of that name behind what it had, which is brought to `new_prefix` from where it was. Nothing if the
  /// output is new, or its earlier part is not there. For root.
  std::optional<TextFile> continue_text(const std::string& name, const std::string& new_prefix);
  /// The same for any file: copied to `new_prefix`, unless it is there already. False: missing.
  bool bring(const std::string& file, const std::string& new_prefix, std::int64_t at_least);
};

/// What a text file saves: its length.
Bytes length_of(TextFile& file);

}  // namespace crumple
