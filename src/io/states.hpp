// states.vtkhdf: the deformed mesh over time, for ParaView and the Python packages vtk and pyvista. One file for all
// ranks, in the order of the whole model, so that it is the same on any number of ranks (but for the field `rank`).
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
  /// That changes with time.
  struct Field {
    std::string name;
    int width;  ///< numbers of a row
  };

  /// Creates the file and writes what never changes: cells, ids, parts, ranks; or goes on behind the first `n_earlier`
  /// states of the file that is there (has_states). Collective.
  /// The file has the fields of extra_state_fields that are asked for.
  StatesFile(Storage& storage, const Domain& domain, const std::string& path, const FieldNames& asked_for = {},
             int n_earlier = 0);

  /// Adds a state; the file is complete and readable afterwards, or with io=async when settled. Collective. A failure
  /// on one rank (disk full) is an Error on all, with io=async by the next call; the states before it stay readable.
  void write(double time, const Rows& position, const Rows& velocity, const ElementOutput& elements);

  /// To be called when the ranks have other pieces of the model in `domain` than before; the file keeps the ranks of
  /// the start. Collective.
  void redistribute();

  /// Waits until all states are written. Collective.
  void finish_writes();
  /// What a restart needs to go on with the file as it is now; on root. Collective.
  std::vector<FileRecords> records();
  /// After the last state. Collective.
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
  std::vector<std::string> offset_names() const;  ///< of the data sets that say where a field's rows of a step begin

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

/// Whether the file has so many states of this mesh with these fields, readable as far as samples tell: a run that was
/// killed while it wrote may have left a broken one. For one rank.
bool has_states(const std::string& path, const Domain& domain, const FieldNames& asked_for, int n);

/// The files that hold the rows of a file of states, as it names them; empty: it holds them itself. For one rank.
std::vector<std::string> files_of_states(const std::string& path);

}  // namespace crumple
