#include "solver/nested_dissection.hpp"

#include <metis.h>

#include <algorithm>
#include <limits>

#include "base/error.hpp"
#include "comm/together.hpp"

namespace crumple {
namespace {

struct Pair {
  std::int32_t row, column;
};

/// Both directions of each entry off the diagonal, by row.
struct Graph {
  std::vector<idx_t> first, neighbour;
};

Graph graph_of(std::int32_t n, const std::vector<std::vector<Pair>>& parts) {
  std::vector<std::int64_t> begin(std::size_t(n) + 1, 0);
  for (const auto& part : parts)
    for (const Pair& pair : part) ++begin[std::size_t(pair.row) + 1], ++begin[std::size_t(pair.column) + 1];
  for (std::size_t i = 0; i < std::size_t(n); ++i) begin[i + 1] += begin[i];
  if (begin.back() > std::numeric_limits<idx_t>::max())
    throw Error("ordering=metis: the matrix has more entries than this METIS can number");
  Graph graph;
  graph.neighbour.resize(std::size_t(begin.back()));
  std::vector<std::int64_t> next(begin.begin(), begin.end() - 1);
  const auto put = [&](std::int32_t from, std::int32_t to) {
    graph.neighbour[std::size_t(next[std::size_t(from)]++)] = idx_t(to);
  };
  for (const auto& part : parts)
    for (const Pair& pair : part) put(pair.row, pair.column), put(pair.column, pair.row);
  graph.first.push_back(0);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < std::size_t(n); ++i) {  // entries of several ranks at one place are one edge
    const auto from = graph.neighbour.begin() + begin[i], to = graph.neighbour.begin() + begin[i + 1];
    std::sort(from, to);
    const auto end = std::unique(from, to);
    kept = std::size_t(std::copy(from, end, graph.neighbour.begin() + std::ptrdiff_t(kept)) - graph.neighbour.begin());
    graph.first.push_back(idx_t(kept));
  }
  graph.neighbour.resize(kept);
  return graph;
}

}  // namespace

std::vector<std::int32_t> nested_dissection(const World& world, const SymmetricEntries& matrix) {
  std::vector<Pair> mine;
  for (std::size_t k = 0; k < matrix.row.size(); ++k)
    if (matrix.row[k] != matrix.column[k]) mine.push_back({matrix.row[k], matrix.column[k]});
  std::vector<std::vector<Pair>> parts;
  for (const Bytes& bytes : world.gather(to_bytes(std::span<const Pair>(mine))))
    parts.push_back(from_bytes<Pair>(bytes));
  std::vector<idx_t> place;
  together(world, [&] {
    if (!world.is_root()) return;
    Graph graph = graph_of(matrix.n_equations, parts);
    parts.clear();
    graph.neighbour.reserve(1);  // of a matrix without entries off the diagonal: METIS wants an address
    idx_t n = matrix.n_equations, options[METIS_NOPTIONS];
    METIS_SetDefaultOptions(options);
    std::vector<idx_t> equation(std::size_t(n), 0);
    place.resize(std::size_t(n));
    if (METIS_NodeND(&n, graph.first.data(), graph.neighbour.data(), nullptr, options, equation.data(),
                     place.data()) != METIS_OK)
      throw Error("ordering=metis: METIS found no order of the equations");
  });
  return {place.begin(), place.end()};
}

}  // namespace crumple
