// states.vtkhdf: the deformed mesh over time, for ParaView and the Python packages vtk and pyvista. One file for all
// ranks, in the order of the whole model, so that it is the same on any number of ranks (except the field `rank`).
// Source: VTKHDF file format 2.1, unstructured grid, transient data with a static mesh.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "comm/world.hpp"
#include "io/block_map.hpp"
#include "io/run_info.hpp"
#include "io/storage.hpp"
#include "physics/state/domain.hpp"
#include "physics/state/state.hpp"

namespace crumple {

struct ElementOutput;  // state/element_output.hpp

class StatesFile {
 public:
  /// A time-dependent field.
  struct Field {
    std::string name;
    int width;  ///< values per row
  };

  /// Creates the file and writes the constant data: cells, ids, parts, ranks; or appends to the first `n_earlier`
  /// states of an existing file (has_states). Collective. The file has the requested fields of extra_state_fields.
  StatesFile(Storage& storage, const Domain& domain, const std::string& path, const FieldNames& asked_for = {},
             int n_earlier = 0);

  /// Appends a state; the file is complete and readable afterwards, or with io=async after finish_writes. Collective. A
  /// failure on one rank (disk full) is an Error on all, with io=async by the next call; earlier states stay readable.
  void write(double time, const Rows& position, const Rows& velocity, const ElementOutput& elements);

  /// Called after a new decomposition in `domain`; the file keeps the initial ranks. Collective.
  void redistribute();

  /// Waits until all states are written. Collective.
  void finish_writes();
  /// The metadata from which a restart restores the file; on root. Collective.
  std::vector<FileRecords> records();
  /// Called after the last state. Collective.
  void close();

  int n_states() const { return n_states_; }

 private:
  void create_layout();
  void write_mesh();
  void write_node_ids();
  void cut();
  void set_rows(std::int64_t n);
  void write_values(const Rows& position, const Rows& velocity, const ElementOutput& elements);
  void write_step(double time);
  std::vector<std::string> offset_names() const;  ///< of the data sets with the offsets of a field's rows at each step

  const World& world_;
  const Domain& domain_;
  std::string path_;
  BlockMap nodes_, cells_;
  const FieldNames asked_for_;
  const std::vector<Field> point_fields_, cell_fields_;
  std::unique_ptr<RowFile> file_;
  std::int64_t bytes_per_state_ = 0;
  int n_states_ = 0;
};

/// Whether the file has that many states of this mesh with these fields, checked by samples: a run that was killed
/// while writing may have left a broken file. For one rank.
bool has_states(const std::string& path, const Domain& domain, const FieldNames& asked_for, int n);

/// The files with the rows of a file of states, as named in it; empty: it has its own rows. For one rank.
std::vector<std::string> files_of_states(const std::string& path);

}  // namespace crumple
