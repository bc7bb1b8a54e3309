// Modes of K x = lambda M x, M positive (semi-)definite, in a part of the spectrum that is cut where several shifts
// cost less than one: each shift finds the modes around it, up to a gap, and the signs of the factors at each shift
// are those of a count (Sylvester's law of inertia). Grimes, Lewis and Simon (1994), "A shifted block Lanczos
// algorithm for solving sparse symmetric generalized eigenproblems". Called by app/implicit_modes.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "solver/lanczos.hpp"

namespace crumple {

/// Modes that were found around a shift, of which the shapes from `first` to less than `last` count.
struct SpectrumSlice {
  VectorStore shapes;
  std::size_t first, last;
};

struct Spectrum {
  std::vector<double> eigenvalues;    ///< ascending
  std::vector<SpectrumSlice> slices;  ///< with the shapes, in the same order
  std::int64_t n_missing = 0;         ///< modes by the signs of the factors that were not found

  void add(LanczosResult&& found, std::size_t first, std::size_t last);
  /// Gives the shapes in parts, as VectorStore::for_each. Errors are of this rank alone.
  void for_each_shape(const EquationSlices::TakeVectors& take) const;
  /// This rank's part of one.
  std::vector<double> shape(std::size_t mode) const;
};

/// What is asked of the spectrum.
struct SpectrumRange {
  int n_wanted = 0;
  double from = -std::numeric_limits<double>::infinity();  ///< eigenvalues from here
  double to = std::numeric_limits<double>::infinity();     ///< to here
  double start = 0;         ///< no eigenvalue is below it
  double centre = 0;
  bool has_centre = false;  ///< the modes nearest to `centre`, otherwise the lowest
};

/// Modes between two numbers, by the signs of the factors and as found.
struct ModeCount {
  double from, to;
  std::int64_t n_counted, n_found;
};

/// How the work is done. All functions are called by all ranks.
struct SpectrumTools {
  std::function<std::int64_t(double shift)> factor;  ///< K - shift M; how many of its eigenvalues are negative
  ShiftedSolve solve;
  MakeStore make_store;
  std::function<void(double shift, const LanczosResult& found)> report_found;
  std::function<void(const ModeCount& count)> report_count;
};

/// `per_shift`: about how many modes a shift finds. Errors: modes do not converge, or there are more than by
/// the signs of the factors. Collective.
Spectrum find_spectrum(const SymmetricMatrix& mass, const SpectrumRange& range, const SpectrumTools& tools,
                       int per_shift);

/// The number of modes for each shift by which all cost least, from the size and the connections of the matrix alone,
/// so that it is the same for any solver, ordering and machine. Collective.
int modes_per_shift(const SymmetricMatrix& stiffness);

}  // namespace crumple
