#include "solver/sparse_matrix.hpp"

#include <algorithm>
#include <utility>

#include "base/loops.hpp"

namespace crumple {
namespace {

constexpr std::size_t grain = 64;  // rows

struct Triple {
  std::int32_t row, column;
  double value;
};

/// The upper 26 bits, as in Veltkamp's splitting.
double upper_half(double x) {
  constexpr double splitter = 0x1p27 + 1;
  const double scaled = splitter * x;
  return scaled - (scaled - x);
}

/// Sums of `column_width` columns in twice the precision.
struct Sums {
  double high[column_width], low[column_width] = {};

  /// Subtracts v times the components x, of which there are upper and lower halves, and x_low.
  void subtract(double v, const double* upper, const double* lower, const double* x_low) {
    const double v_upper = upper_half(v), v_lower = v - v_upper;
    for (std::size_t c = 0; c < column_width; ++c) {
      const double product = v * (upper[c] + lower[c]);
      const double error =
          ((v_upper * upper[c] - product) + v_upper * lower[c] + v_lower * upper[c]) + v_lower * lower[c];
      const double sum = high[c] - product, part = sum - high[c];
      low[c] += ((high[c] - (sum - part)) - (product + part)) - error - v * x_low[c];
      high[c] = sum;
    }
  }
};

}  // namespace

SymmetricMatrix::SymmetricMatrix(const EquationSlices& slices, const SymmetricEntries& mine)
    : slices_(slices), diagonal_(slices.n_own(), 0.0), begin_(slices.n_own() + 1, 0) {
  const World& world = slices.world();
  std::vector<std::vector<Triple>> to_rank(std::size_t(world.size()));
  for (std::size_t k = 0; k < mine.row.size(); ++k) {
    const int first = slices.rank_of(mine.row[k]), second = slices.rank_of(mine.column[k]);
    to_rank[std::size_t(first)].push_back({mine.row[k], mine.column[k], mine.value[k]});
    if (second != first) to_rank[std::size_t(second)].push_back({mine.row[k], mine.column[k], mine.value[k]});
  }
  std::vector<Triple> all = std::move(to_rank[std::size_t(world.rank())]);
  std::vector<Message> messages;
  for (int rank = 0; rank < world.size(); ++rank)
    if (const auto& its = to_rank[std::size_t(rank)]; rank != world.rank() && !its.empty())
      messages.push_back({rank, to_bytes(std::span<const Triple>(its))});
  to_rank.clear();
  for (const Message& message : world.exchange(std::move(messages))) {
    const std::vector<Triple> its = from_bytes<Triple>(message.bytes);
    all.insert(all.end(), its.begin(), its.end());
  }
  // Both halves of the matrix, as far as they are in own rows: counted, placed, then sorted and added within rows.
  const std::int32_t first = slices.first(), n_own = std::int32_t(slices.n_own());
  const auto for_each_half = [&](auto f) {
    for (const Triple& t : all) {
      if (t.row >= first && t.row < first + n_own) f(std::size_t(t.row - first), t.column, t.value);
      if (t.row != t.column && t.column >= first && t.column < first + n_own)
        f(std::size_t(t.column - first), t.row, t.value);
    }
  };
  std::vector<std::size_t> next(std::size_t(n_own) + 1, 0);
  for_each_half([&](std::size_t row, std::int32_t, double) { ++next[row + 1]; });
  for (std::size_t row = 0; row < std::size_t(n_own); ++row) next[row + 1] += next[row];
  const std::vector<std::size_t> start = next;
  entries_.resize(next.back());
  for_each_half([&](std::size_t row, std::int32_t column, double value) {
    entries_[next[row]++] = {column, 0, value};
  });
  std::size_t n = 0;
  for (std::size_t row = 0; row < std::size_t(n_own); ++row) {
    const auto from = entries_.begin() + std::ptrdiff_t(start[row]);
    const auto to = entries_.begin() + std::ptrdiff_t(start[row + 1]);
    std::ranges::sort(from, to, {}, &Entry::column);
    begin_[row] = n;
    for (auto entry = from; entry != to; ++entry)
      if (n > begin_[row] && entries_[n - 1].column == entry->column) entries_[n - 1].value += entry->value;
      else entries_[n++] = *entry;
    for (std::size_t k = begin_[row]; k < n; ++k)
      if (entries_[k].column == first + std::int32_t(row)) diagonal_[row] = entries_[k].value;
  }
  begin_[std::size_t(n_own)] = n;
  entries_.resize(n);
  entries_.shrink_to_fit();
  find_neighbours();
}

/// Sends the other ranks the list of their equations that are in own rows. Collective.
void SymmetricMatrix::find_neighbours() {
  const World& world = slices_.world();
  const std::int32_t first = slices_.first(), n_own = std::int32_t(slices_.n_own());
  const auto is_own = [&](std::int32_t equation) { return equation >= first && equation < first + n_own; };
  for (const Entry& entry : entries_)
    if (!is_own(entry.column)) others_.push_back(entry.column);
  std::ranges::sort(others_);
  others_.erase(std::ranges::unique(others_).begin(), others_.end());
  for (Entry& entry : entries_)
    entry.at = is_own(entry.column)
                   ? entry.column - first
                   : n_own + std::int32_t(std::ranges::lower_bound(others_, entry.column) - others_.begin());
  std::vector<Message> messages;
  for (auto begin = others_.begin(); begin != others_.end();) {
    const int rank = slices_.rank_of(*begin);
    const auto end = std::find_if(begin, others_.end(), [&](std::int32_t k) { return slices_.rank_of(k) != rank; });
    messages.push_back({rank, to_bytes(std::span<const std::int32_t>(begin, end))});
    begin = end;
  }
  for (const Message& message : world.exchange(std::move(messages))) {
    neighbours_.push_back({message.rank, from_bytes<std::int32_t>(message.bytes)});
    for (std::int32_t& equation : neighbours_.back().own) equation -= first;
  }
}

/// `own`: [own equation][n]. Returns that of others_. Collective.
std::vector<double> SymmetricMatrix::of_others(std::span<const double> own, std::size_t n_per_equation) const {
  const World& world = slices_.world();
  if (world.size() == 1) return {};
  std::vector<Message> messages;
  for (const Neighbour& neighbour : neighbours_) {
    std::vector<double> needed;
    for (const std::int32_t equation : neighbour.own) {
      const auto its = own.begin() + std::ptrdiff_t(std::size_t(equation) * n_per_equation);
      needed.insert(needed.end(), its, its + std::ptrdiff_t(n_per_equation));
    }
    messages.push_back({neighbour.rank, to_bytes(std::span<const double>(needed))});
  }
  std::vector<double> all;
  for (const Message& message : world.exchange(std::move(messages))) {  // in ascending ranks, as others_ is
    const std::vector<double> its = from_bytes<double>(message.bytes);
    all.insert(all.end(), its.begin(), its.end());
  }
  return all;
}

ColumnBlock SymmetricMatrix::operator*(const ColumnBlock& x) const {
  const std::vector<double> others = of_others(x.value, column_width);
  const std::size_t n_own = slices_.n_own();
  ColumnBlock product(n_own, x.n_columns);
  for_each("matrix product", n_own, grain, [&](std::size_t row) {
    double sum[column_width] = {};
    for (std::size_t k = begin_[row]; k < begin_[row + 1]; ++k) {
      const Entry& entry = entries_[k];
      const auto at = std::size_t(entry.at);
      const double* const its =
          at < n_own ? x.value.data() + at * column_width : others.data() + (at - n_own) * column_width;
      for (std::size_t c = 0; c < column_width; ++c) sum[c] += entry.value * its[c];
    }
    std::copy_n(sum, column_width, product.value.data() + row * column_width);
  });
  return product;
}

ColumnBlock SymmetricMatrix::residual(const ColumnBlock& b, const ColumnBlock& x, const ColumnBlock& x_low) const {
  // Of each equation the upper and lower halves of x, and x_low.
  const std::size_t n_own = slices_.n_own();
  constexpr std::size_t n_parts = 3 * column_width;
  std::vector<double> parts(n_own * n_parts);
  for_each("halves", n_own, grain, [&](std::size_t i) {
    double* const part = parts.data() + i * n_parts;
    for (std::size_t c = 0; c < column_width; ++c) {
      part[c] = upper_half(x.at(i, c));
      part[column_width + c] = x.at(i, c) - part[c];
      part[2 * column_width + c] = x_low.at(i, c);
    }
  });
  const std::vector<double> others = of_others(parts, n_parts);
  ColumnBlock rest(n_own, b.n_columns);
  for_each("residual", n_own, grain, [&](std::size_t row) {
    Sums sums;
    std::copy_n(b.value.data() + row * column_width, column_width, sums.high);
    for (std::size_t k = begin_[row]; k < begin_[row + 1]; ++k) {
      const Entry& entry = entries_[k];
      const auto at = std::size_t(entry.at);
      const double* const its = at < n_own ? parts.data() + at * n_parts : others.data() + (at - n_own) * n_parts;
      sums.subtract(entry.value, its, its + column_width, its + 2 * column_width);
    }
    for (std::size_t c = 0; c < column_width; ++c) rest.at(row, c) = sums.high[c] + sums.low[c];
  });
  return rest;
}

SymmetricEntries SymmetricMatrix::less(double factor, const SymmetricMatrix& other) const {
  SymmetricEntries all;
  all.n_equations = slices_.n_equations();
  const std::int32_t first = slices_.first();
  for (std::size_t i = 0; i < slices_.n_own(); ++i) {
    const std::int32_t row = first + std::int32_t(i);
    std::size_t k = begin_[i], l = factor == 0 ? other.begin_[i + 1] : other.begin_[i];
    for (;;) {
      const bool has_this = k < begin_[i + 1] && entries_[k].column <= row;
      const bool has_other = l < other.begin_[i + 1] && other.entries_[l].column <= row;
      if (!has_this && !has_other) break;
      const std::int32_t column = !has_other                 ? entries_[k].column
                                  : !has_this                ? other.entries_[l].column
                                                             : std::min(entries_[k].column, other.entries_[l].column);
      double value = 0;
      if (has_this && entries_[k].column == column) value = entries_[k++].value;
      if (has_other && other.entries_[l].column == column) value -= factor * other.entries_[l++].value;
      all.add(row, column, value);
    }
  }
  return all;
}

/// Of a breadth-first search over own rows and those of neighbours, of the part of the graph that hangs together with
/// `start`, which becomes the first equation of the last level. Collective.
std::vector<std::int64_t> SymmetricMatrix::level_sizes(std::int32_t& start) const {
  const std::size_t n_own = slices_.n_own();
  const std::int32_t first = slices_.first();
  std::vector<std::vector<std::int32_t>> rows_of_other(others_.size());
  for (std::size_t row = 0; row < n_own; ++row)
    for (std::size_t k = begin_[row]; k < begin_[row + 1]; ++k)
      if (const auto at = std::size_t(entries_[k].at); at >= n_own)
        rows_of_other[at - n_own].push_back(std::int32_t(row));
  std::vector<std::uint8_t> is_seen(n_own, 0);
  std::vector<double> is_in_level(n_own, 0.0);
  std::vector<std::int32_t> level, next;
  const auto see = [&](std::int32_t row) {
    if (is_seen[std::size_t(row)]) return;
    is_seen[std::size_t(row)] = 1;
    next.push_back(row);
  };
  if (start >= first && start < first + std::int32_t(n_own)) see(start - first);
  std::vector<std::int64_t> sizes;
  for (;;) {
    level = std::exchange(next, {});
    std::int64_t size[1] = {std::int64_t(level.size())};
    slices_.world().sum(size);
    if (size[0] == 0) return sizes;
    sizes.push_back(size[0]);
    double least[1] = {level.empty() ? 1e300 : double(first + std::ranges::min(level))};
    slices_.world().min(least);
    start = std::int32_t(least[0]);
    for (const std::int32_t row : level) is_in_level[std::size_t(row)] = 1;
    const std::vector<double> of_neighbours = of_others(is_in_level, 1);
    for (const std::int32_t row : level) {
      is_in_level[std::size_t(row)] = 0;
      for (std::size_t k = begin_[std::size_t(row)]; k < begin_[std::size_t(row) + 1]; ++k)
        if (entries_[k].at < std::int32_t(n_own)) see(entries_[k].at);
    }
    for (std::size_t other = 0; other < of_neighbours.size(); ++other)
      if (of_neighbours[other] > 0)
        for (const std::int32_t row : rows_of_other[other]) see(row);
  }
}

double SymmetricMatrix::mean_level_width() const {
  std::int32_t start = 0;
  level_sizes(start);  // which leads to an end
  double sum = 0, of_squares = 0;
  for (const std::int64_t size : level_sizes(start)) {
    sum += double(size);
    of_squares += double(size) * double(size);
  }
  return sum > 0 ? of_squares / sum : 0;
}

}  // namespace crumple
