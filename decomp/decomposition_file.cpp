#include "decomp/decomposition_file.hpp"

#include <fmt/format.h>

#include <fstream>

#include "base/counted.hpp"
#include "base/error.hpp"

namespace crumple {
namespace {

/// Tells meshes apart: a hash of the elements' ids (FNV-1a, Fowler, Noll and Vo 1991).
std::uint64_t hash_of_ids(const Model& model) {
  std::uint64_t hash = 14695981039346656037u;
  auto add = [&](std::uint64_t value) {
    for (int byte = 0; byte < 8; ++byte) hash = (hash ^ (value >> 8 * byte & 0xff)) * 1099511628211u;
  };
  model.for_each_element([&](const auto& element) { add(std::uint64_t(element.id)); });
  return hash;
}

const std::string decomposition_heading = "crumple decomposition 1";

std::string mesh_line(const Model& model) {
  return fmt::format("shells {} solids {} beams {} ids {:016x}", model.shells.size(), model.solids.size(),
                     model.beams.size(), hash_of_ids(model));
}

}  // namespace

std::optional<std::vector<int>> read_decomposition(const Model& model, int n_ranks, const std::string& path,
                                                   const TextPlace& where) {
  std::ifstream file(path);
  if (!file) return std::nullopt;
  auto fail = [&](const std::string& what) { throw Error(fmt::format("{}file: {} {}", where.text(), path, what)); };
  std::string line, word;
  if (!std::getline(file, line) || line != decomposition_heading) fail("is no decomposition");
  if (!std::getline(file, line) || line != mesh_line(model))
    fail("is the decomposition of another mesh; remove it to decompose afresh");
  int n_in_file = 0;
  if (!(file >> word >> n_in_file) || word != "ranks" || n_in_file < 1) fail("has no number of ranks in line 3");
  if (n_in_file % n_ranks != 0)
    fail(fmt::format("is for {}, expected {} or a multiple of it", counted(n_in_file, "rank"), n_ranks));
  const int merged = n_in_file / n_ranks;
  const std::size_t n_elements = model.n_elements();
  std::vector<int> rank;
  rank.reserve(n_elements);
  int number = 3;
  for (std::size_t r = 0, n = 0; ++number, file >> r >> n;) {
    if (r >= std::size_t(n_in_file) || n > n_elements - rank.size())
      fail(fmt::format("line {}: found rank {} for {} elements, expected a rank below {} and {} elements in all",
                       number, r, n, n_in_file, n_elements));
    rank.insert(rank.end(), n, int(r) / merged);
  }
  if (!file.eof() || rank.size() != n_elements)
    fail(fmt::format("line {}: found ranks for {} elements, expected {}", number, rank.size(), n_elements));
  return rank;
}

void write_decomposition(const Model& model, const std::vector<int>& rank, int n_ranks, const std::string& path,
                         const TextPlace& where) {
  std::ofstream file(path);
  file << decomposition_heading << '\n' << mesh_line(model) << "\nranks " << n_ranks << '\n';
  for (std::size_t e = 0; e < rank.size();) {
    std::size_t end = e;
    while (end < rank.size() && rank[end] == rank[e]) ++end;
    file << rank[e] << ' ' << end - e << '\n';
    e = end;
  }
  if (!file.flush()) throw Error(fmt::format("{}file: cannot write {}", where.text(), path));
}

}  // namespace crumple
