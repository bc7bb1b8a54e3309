// rcblog: the cuts of a recursive coordinate bisection, kept so that another run, also of a model that differs a
// little, is cut at the same places. Filled or followed by the method rcb.
#pragma once

#include <string>
#include <vector>

#include "decomp/options.hpp"

namespace crumple {

/// A cut of `count` ranks from `first`: items whose centre lies below `coordinate` (equal ones: below `item`) go left.
struct RcbCut {
  int first = 0, count = 0, axis = 0;
  double coordinate = 0;  ///< transformed [length]
  Index item = 0;
};

class RcbLog {
 public:
  /// Replays `path` where it exists, else records. Errors: a file that is no log of cuts for `n_ranks` ranks.
  RcbLog(const std::string& path, const TextPlace& where, int n_ranks);

  bool replaying() const { return replaying_; }
  void record(const RcbCut& cut) { cuts_.push_back(cut); }
  /// The next recorded cut, which must be of these ranks; an Error if it is of others: the model differs too much.
  RcbCut next(int first_rank, int n_ranks);
  /// Writes what was recorded; nothing when replaying.
  void save() const;

 private:
  std::string path_;
  TextPlace where_;
  int n_ranks_;
  bool replaying_ = false;
  std::vector<RcbCut> cuts_;
  std::size_t at_ = 0;
};

}  // namespace crumple
