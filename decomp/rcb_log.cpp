#include "decomp/rcb_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "base/error.hpp"

namespace crumple {
namespace {

const std::string cut_log_heading = "crumple cuts of rcb 1, ranks";

}  // namespace

RcbLog::RcbLog(const std::string& path, const TextPlace& where, int n_ranks)
    : path_(path), where_(where), n_ranks_(n_ranks) {
  std::ifstream file(path);
  if (!file) return;
  replaying_ = true;
  std::string line;
  if (!std::getline(file, line) || !line.starts_with(cut_log_heading))
    throw Error(fmt::format("{}rcblog: {} holds no cuts of rcb", where.text(), path));
  if (line != fmt::format("{} {}", cut_log_heading, n_ranks))
    throw Error(fmt::format("{}rcblog: {} has cuts for{} ranks, expected {}", where.text(), path,
                            line.substr(cut_log_heading.size()), n_ranks));
  for (RcbCut cut; file >> cut.first >> cut.count >> cut.axis >> cut.coordinate >> cut.item;) cuts_.push_back(cut);
  const bool sound = std::all_of(cuts_.begin(), cuts_.end(), [](const RcbCut& c) { return c.axis >= 0 && c.axis < 3; });
  if (!file.eof() || !sound)
    throw Error(fmt::format("{}rcblog: {}:{}: expected a cut: two ranks, axis 0 to 2, coordinate, item", where.text(),
                            path, cuts_.size() + 2));
}

RcbCut RcbLog::next(int first_rank, int n_ranks) {
  if (at_ == cuts_.size() || cuts_[at_].first != first_rank || cuts_[at_].count != n_ranks)
    throw Error(
        fmt::format("{}rcblog: the cuts of {} do not fit this model and its regions; remove the file to cut afresh",
                    where_.text(), path_));
  return cuts_[at_++];
}

void RcbLog::save() const {
  if (replaying_) return;
  std::ofstream file(path_);
  file << cut_log_heading << ' ' << n_ranks_ << '\n';
  for (const RcbCut& c : cuts_) file << fmt::format("{} {} {} {} {}\n", c.first, c.count, c.axis, c.coordinate, c.item);
  if (!file.flush()) throw Error(fmt::format("{}rcblog: cannot write {}", where_.text(), path_));
}

}  // namespace crumple
