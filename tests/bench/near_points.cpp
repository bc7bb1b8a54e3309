// The two ways to find the points in many boxes, as the search of contact does for the nodes near faces: the grid of
// cells that the program uses (bucket_grid.hpp), and a tree of boxes over the points along a curve that fills space,
// built and walked as ArborX does (Karras 2012, "Maximizing parallelism in the construction of BVHs, octrees, and k-d
// trees"; Lebrun-Grandie, Prokopenko, Turcksin and Slattery 2020, "ArborX: a performance portable geometric search
// library"). Built anew for each search, by one thread.
#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "physics/contact/bucket_grid.hpp"
#include "tests/bench/bench.hpp"

namespace crumple::bench {
namespace {

/// A binary tree over points; leaf k is the k-th point along Morton's curve, its number is k less the leaves' first.
class PointTree {
 public:
  explicit PointTree(std::span<const Vec3> points) : point_(points), n_(Index(points.size())) {
    Box all;
    for (const Vec3& p : points) all.include(p);
    order_.reserve(points.size());
    for (Index i = 0; i < n_; ++i) order_.push_back({code_of(points[std::size_t(i)], all), i});
    std::sort(order_.begin(), order_.end());
    node_.resize(std::size_t(n_) - 1);
    for (Index i = 0; i < n_ - 1; ++i) split(i);
    set_box(0);
  }
  template <class Visit> void visit(const Box& within, Visit found) const {
    Index stack[64];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const Node& node = node_[std::size_t(stack[--top])];
      for (const Index child : node.child) {
        if (child < n_ - 1) {
          if (node_[std::size_t(child)].box.meets(within)) stack[top++] = child;
        } else if (const Index i = order_[std::size_t(child - n_ + 1)].point; within.contains(point_[std::size_t(i)])) {
          found(i);
        }
      }
    }
  }

 private:
  struct Node {
    Box box;
    Index child[2];  ///< below n - 1 a node, from there on a leaf
  };
  struct Place {
    std::uint64_t code;
    Index point;
    friend auto operator<=>(const Place&, const Place&) = default;
  };

  /// 21 bits of each coordinate in turn.
  static std::uint64_t code_of(const Vec3& p, const Box& all) {
    std::uint64_t code = 0;
    for (int c = 0; c < 3; ++c) {
      const double extent = all.high[c] - all.low[c];
      auto bits = std::uint64_t(extent > 0 ? std::min((p[c] - all.low[c]) / extent * 0x1p21, 0x1p21 - 1) : 0);
      bits = (bits | bits << 32) & 0x1f00000000ffffULL;
      bits = (bits | bits << 16) & 0x1f0000ff0000ffULL;
      bits = (bits | bits << 8) & 0x100f00f00f00f00fULL;
      bits = (bits | bits << 4) & 0x10c30c30c30c30c3ULL;
      bits = (bits | bits << 2) & 0x1249249249249249ULL;
      code |= bits << c;
    }
    return code;
  }
  /// Length of the common prefix of two places' codes and numbers; -1 outside.
  int common(Index i, Index j) const {
    if (j < 0 || j >= n_) return -1;
    const std::uint64_t a = order_[std::size_t(i)].code, b = order_[std::size_t(j)].code;
    return a != b ? std::countl_zero(a ^ b) : 64 + std::countl_zero(std::uint32_t(i ^ j));
  }
  /// The range of node i and where it is divided (Karras, section 3).
  void split(Index i) {
    const Index way = common(i, i + 1) > common(i, i - 1) ? 1 : -1;
    const int least = common(i, i - way);
    Index most = 2;
    while (common(i, i + most * way) > least) most *= 2;
    Index length = 0;
    for (Index t = most / 2; t >= 1; t /= 2)
      if (common(i, i + (length + t) * way) > least) length += t;
    const Index last = i + length * way;
    const int shared = common(i, last);
    Index to_split = 0;
    Index t = length;
    do {
      t = (t + 1) / 2;
      if (common(i, i + (to_split + t) * way) > shared) to_split += t;
    } while (t > 1);
    const Index at = i + to_split * way + std::min(way, Index(0));
    node_[std::size_t(i)].child[0] = std::min(i, last) == at ? at + n_ - 1 : at;
    node_[std::size_t(i)].child[1] = std::max(i, last) == at + 1 ? at + n_ : at + 1;
  }
  const Box& set_box(Index i) {
    Node& node = node_[std::size_t(i)];
    for (const Index child : node.child) {
      if (child < n_ - 1) {
        node.box.include(set_box(child));
        continue;
      }
      node.box.include(point_[std::size_t(order_[std::size_t(child - n_ + 1)].point)]);
    }
    return node.box;
  }

  std::span<const Vec3> point_;
  Index n_;
  std::vector<Place> order_;
  std::vector<Node> node_;
};

/// A sheet of n x n quads and the boxes around them that a search asks for.
struct Sheet {
  kernels::RunVector<Vec3> points;
  std::vector<Box> boxes;
};

constexpr double size = 10, margin = 0.25 * size;

/// `fold`: height of the folds that it is pressed into, each eight quads long before and one after; 0: it is flat.
Sheet sheet_of(int n, double fold) {
  Sheet sheet;
  sheet.points.resize(std::size_t((n + 1) * (n + 1)));
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i)
      sheet.points[std::size_t(j * (n + 1) + i)] = {fold > 0 ? size * i / 8 : size * i, size * j,
                                                    0.5 * fold * std::cos(std::numbers::pi * i / 4)};
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      Box box;
      for (const int corner : {0, 1, n + 1, n + 2}) box.include(sheet.points[std::size_t(j * (n + 1) + i + corner)]);
      sheet.boxes.push_back(box.padded(margin));
    }
  return sheet;
}

template <class Make> void add(const std::string& name, double fold, Make make) {
  benchmark::RegisterBenchmark(name.c_str(),
                               [=](benchmark::State& state) {
                                 const Sheet sheet = sheet_of(158, fold);
                                 std::int64_t sum = 0;
                                 const double n = double(sheet.boxes.size());
                                 time_iterations(state, {"box", n, 48 * n, 0, 48 * n}, "", false, [&] {
                                   const auto found = make(std::span<const Vec3>(sheet.points.data(),
                                                                                 sheet.points.size()));
                                   sum = 0;
                                   for (const Box& box : sheet.boxes) found.visit(box, [&](Index i) { sum += i + 1; });
                                 });
                                 state.counters["checksum"] = double(sum);
                               })
      ->Unit(benchmark::kMicrosecond)
      ->MinTime(0.2);
}

}  // namespace

void register_near_points() {
  for (const auto& [shape, fold] : {std::pair("flat", 0.0), {"folded", 3 * size}}) {
    add(std::string("near/cells/") + shape, fold, [](std::span<const Vec3> p) { return BucketGrid(p, 1.25 * size); });
    add(std::string("near/tree/") + shape, fold, [](std::span<const Vec3> p) { return PointTree(p); });
  }
}

}  // namespace crumple::bench
