#include "solver/equation_slices.hpp"

#include <algorithm>
#include <istream>
#include <numeric>
#include <ostream>

#include "base/loops.hpp"
#include "comm/together.hpp"

namespace crumple {
namespace {

constexpr std::int32_t most_chunks = 128, least_chunk = 16;

/// Sums of the products of `n` vectors with the columns of a block over the equations from `begin` to `end`, [vector]
/// [column]: two vectors at a time, for as many sums as registers hold.
void add_products(const double* vectors, std::size_t length, std::size_t n, const double* block, std::size_t begin,
                  std::size_t end, double* out) {
  for (std::size_t k = 0; k < n; k += 2) {
    const double *first = vectors + k * length, *second = vectors + std::min(k + 1, n - 1) * length;
    double sum[2][column_width] = {};
    for (std::size_t i = begin; i < end; ++i)
      for (std::size_t c = 0; c < column_width; ++c) {
        sum[0][c] += first[i] * block[i * column_width + c];
        sum[1][c] += second[i] * block[i * column_width + c];
      }
    std::copy_n(sum[0], column_width, out + k * column_width);
    if (k + 1 < n) std::copy_n(sum[1], column_width, out + (k + 1) * column_width);
  }
}

}  // namespace

EquationSlices::EquationSlices(const World& world, std::int32_t n_equations)
    : world_(&world),
      n_equations_(n_equations),
      chunk_(std::max(least_chunk, (n_equations + most_chunks - 1) / most_chunks)),
      n_chunks_((n_equations + chunk_ - 1) / chunk_) {}

std::int32_t EquationSlices::first_of(int rank) const {
  const std::int64_t chunk = std::int64_t(n_chunks_) * rank / world_->size();
  return std::int32_t(std::min<std::int64_t>(chunk * chunk_, n_equations_));
}

int EquationSlices::rank_of(std::int32_t equation) const {
  int rank = int(std::int64_t(equation / chunk_) * world_->size() / n_chunks_);
  while (first_of(rank + 1) <= equation) ++rank;
  while (first_of(rank) > equation) --rank;
  return rank;
}

ColumnBlock EquationSlices::from_root(const std::vector<double>& columns, int from, int to) const {
  ColumnBlock block(n_own(), to - from);
  const auto take = [&](const double* its, int column) {
    for (std::size_t i = 0; i < n_own(); ++i) block.at(i, std::size_t(column - from)) = its[i];
  };
  const auto root_has = [&](int column, int rank) {
    return columns.data() + std::ptrdiff_t(column) * n_equations_ + first_of(rank);
  };
  const auto bytes_of = [&](int rank) {
    return std::streamsize(sizeof(double)) * (first_of(rank + 1) - first_of(rank));
  };
  std::vector<double> its(n_own());
  world_->scatter(
      [&](int rank, std::ostream& out) {
        for (int c = from; c < to; ++c) out.write(reinterpret_cast<const char*>(root_has(c, rank)), bytes_of(rank));
      },
      [&](std::istream& in) {
        for (int c = from; c < to; ++c) {
          in.read(reinterpret_cast<char*>(its.data()), bytes_of(world_->rank()));
          take(its.data(), c);
        }
      });
  for (int c = from; c < to && world_->is_root(); ++c) take(root_has(c, 0), c);
  return block;
}

std::vector<double> EquationSlices::to_root(const ColumnBlock& block, std::span<const int> which) const {
  std::vector<double> mine;
  for (const int c : which)
    for (std::size_t i = 0; i < n_own(); ++i) mine.push_back(block.at(i, std::size_t(c)));
  if (world_->size() == 1) return mine;
  std::vector<double> all(world_->is_root() ? which.size() * std::size_t(n_equations_) : 0);
  const std::vector<Bytes> of_ranks = world_->gather(to_bytes(std::span<const double>(mine)));
  for (std::size_t rank = 0; rank < of_ranks.size(); ++rank) {
    const std::vector<double> its = from_bytes<double>(of_ranks[rank]);
    const std::int32_t first = first_of(int(rank)), count = first_of(int(rank) + 1) - first;
    for (std::size_t k = 0; k < which.size(); ++k)
      std::copy_n(its.begin() + std::ptrdiff_t(k) * count, count,
                  all.begin() + std::ptrdiff_t(k) * n_equations_ + first);
  }
  return all;
}

std::vector<double> EquationSlices::to_root(const ColumnBlock& block) const {
  std::vector<int> all(std::size_t(block.n_columns));
  std::iota(all.begin(), all.end(), 0);
  return to_root(block, all);
}

/// `of_chunk`: [chunk of the model][n], of this rank's chunks; those of others are 0, so that the sums over ranks are
/// exact.
std::vector<double> EquationSlices::sum_over_chunks(std::vector<double>& of_chunk, std::size_t n) const {
  world_->sum(std::span<double>(of_chunk));
  std::vector<double> sums(n, 0.0);
  for (std::size_t first = 0; first < of_chunk.size(); first += n)
    for (std::size_t k = 0; k < n; ++k) sums[k] += of_chunk[first + k];
  return sums;
}

std::vector<double> EquationSlices::products(std::size_t n_vectors,
                                             const std::function<void(const TakeVectors& add)>& for_each,
                                             const ColumnBlock& block) const {
  const std::size_t length = n_own(), n = n_vectors * column_width, chunk = std::size_t(chunk_);
  std::vector<double> of_chunk(std::size_t(n_chunks_) * n, 0.0);
  double* const mine = of_chunk.data() + std::size_t(first() / chunk_) * n;
  std::size_t n_done = 0;
  const auto add = [&](const double* vectors, std::size_t n_of_part) {
    crumple::for_each("inner products", (length + chunk - 1) / chunk, 1, [&](std::size_t c) {
      add_products(vectors, length, n_of_part, block.value.data(), c * chunk, std::min((c + 1) * chunk, length),
                   mine + c * n + n_done * column_width);
    });
    n_done += n_of_part;
  };
  together(*world_, [&] { for_each(add); });
  return sum_over_chunks(of_chunk, n);
}

std::vector<double> EquationSlices::products(const ColumnBlock& a, const ColumnBlock& b) const {
  std::vector<double> of_chunk(std::size_t(n_chunks_) * column_width, 0.0);
  for (std::size_t i = 0; i < n_own(); ++i) {
    double* const sum = of_chunk.data() + std::size_t((first() + std::int32_t(i)) / chunk_) * column_width;
    for (std::size_t c = 0; c < column_width; ++c) sum[c] += a.at(i, c) * b.at(i, c);
  }
  return sum_over_chunks(of_chunk, column_width);
}

}  // namespace crumple
