// The layout of a d3plot family of 4-byte words: `d3plot` holds the control block, the mesh, the user ids and the
// titles of parts; each state is a member of its own, d3plot01, d3plot02, ... Elements are solids, beams (followed by
// springs) and shells. Written by io/databases/d3plot.cpp.
// Source: LS-DYNA Database Manual (LSTC), control block, geometry, user numbering and state data; checked against two
// independent readers, lasso-python 2.0.4 and vtkLSDynaReader of VTK 9.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "physics/state/domain.hpp"

namespace crumple {

/// Numbers of the whole model.
struct D3plotLayout {
  static constexpr std::int64_t word = 4;  ///< [bytes]
  static constexpr std::int64_t n_control_words = 64;
  static constexpr std::int64_t n_title_words = 18;
  static constexpr int point_words = 7;  ///< xx, yy, zz, xy, yz, zx, effective plastic strain
  static constexpr int strain_words = 6;  ///< xx, yy, zz, xy, yz, zx
  static constexpr int beam_words = 6;  ///< axial, shear s, shear t, moment s, moment t, torsion
  static constexpr int shell_end_words = 4;  ///< thickness, two that depend on the element; after strains the energy
  static constexpr float end_mark = -999999.0f;

  int layers = 3;  ///< MAXINT: points over a shell's thickness
  bool has_strains = false;                  ///< ISTRN: of shells at the innermost and outermost point
  int solid_history = 0, shell_history = 0;  ///< material's history variables of a point
  std::int64_t n_nodes = 0, n_solids = 0, n_beams = 0, n_shells = 0, n_parts = 0;
  std::array<std::int64_t, 3> n_parts_of{};  ///< with solids, beams, shells

  explicit D3plotLayout(const Domain& domain);

  // `d3plot`, in bytes.
  std::int64_t coordinates() const { return word * n_control_words; }
  std::int64_t solids() const { return coordinates() + word * 3 * n_nodes; }
  std::int64_t beams() const { return solids() + word * 9 * n_solids; }
  std::int64_t shells() const { return beams() + word * 6 * n_beams; }
  std::int64_t numbering() const { return shells() + word * 5 * n_shells; }
  std::int64_t node_ids() const { return numbering() + word * n_numbering_words; }
  std::int64_t solid_ids() const { return node_ids() + word * n_nodes; }
  std::int64_t beam_ids() const { return solid_ids() + word * n_solids; }
  std::int64_t shell_ids() const { return beam_ids() + word * n_beams; }
  std::int64_t part_ids() const { return shell_ids() + word * n_shells; }
  std::int64_t titles() const { return part_ids() + word * 3 * n_parts; }

  int solid_words() const { return point_words + solid_history + (has_strains ? strain_words : 0); }
  int shell_words() const {
    return layers * (point_words + shell_history) + shell_end_words + (has_strains ? 2 * strain_words : 0);
  }

  // A state, in bytes.
  std::int64_t n_global_words() const { return 6 + 7 * n_parts; }
  std::int64_t positions() const { return word * (1 + n_global_words()); }
  std::int64_t velocities() const { return positions() + word * 3 * n_nodes; }
  std::int64_t solid_values() const { return velocities() + word * 3 * n_nodes; }
  std::int64_t beam_values() const { return solid_values() + word * solid_words() * n_solids; }
  std::int64_t shell_values() const { return beam_values() + word * beam_words * n_beams; }
  std::int64_t live_solids() const { return shell_values() + word * shell_words() * n_shells; }
  std::int64_t live_shells() const { return live_solids() + word * n_solids; }
  std::int64_t live_beams() const { return live_shells() + word * n_shells; }
  std::int64_t state_end() const { return live_beams() + word * n_beams; }

  /// The control block.
  std::vector<std::int32_t> control_words(const std::string& title) const;
  /// The header of the ids.
  std::vector<std::int32_t> numbering_words() const;

 private:
  static constexpr std::int64_t n_numbering_words = 16;
};

/// [part of the model] Its number in the family, from 1, in ascending order of ids.
std::vector<std::int32_t> d3plot_part_numbers(const Model& model);

/// "d3plot" (0), "d3plot01", ..., "d3plot100"; of modes "d3eigv", ...
std::string d3plot_member(const Model& model, int number);

}  // namespace crumple
