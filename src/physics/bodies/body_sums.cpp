#include "physics/bodies/body_sums.hpp"

#include <algorithm>
#include <map>

#include "base/profile.hpp"
#include "comm/records.hpp"

namespace crumple {
namespace {

/// A body and a rank that has nodes of it.
struct Holder {
  Index body;
  int rank;
};

/// Bodies of parts are together, and nodal ones: a piece of the collective for each.
std::vector<std::size_t> pieces_of(const Model& model, std::span<const Index> bodies, std::size_t width) {
  std::vector<std::size_t> sizes;
  const auto is_nodal = [&](Index body) { return model.rigid_bodies[body].parts.empty(); };
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (i == 0 || is_nodal(bodies[i]) != is_nodal(bodies[i - 1])) sizes.push_back(0);
    sizes.back() += width;
  }
  return sizes;
}

}  // namespace

BodySums::BodySums(const World& world, const Model& model, std::span<const Index> here)
    : values_(width * model.rigid_bodies.size(), 0.0) {
  const std::vector<std::vector<int>> holders = find_holders(world, here);
  std::vector<double> is_wide(model.rigid_bodies.size(), 0.0);
  std::map<int, std::vector<Index>> with;
  for (std::size_t i = 0; i < here.size(); ++i) {
    is_wide[std::size_t(here[i])] = holders[i].size() > most_pairwise;
    if (holders[i].size() > most_pairwise) continue;
    for (const int rank : holders[i])
      if (rank != world.rank()) with[rank].push_back(here[i]);
  }
  world.max(is_wide);
  for (std::size_t b = 0; b < is_wide.size(); ++b)
    if (is_wide[b] > 0) wide_.push_back(Index(b));
  std::vector<Partner> partners;
  for (auto& [rank, bodies] : with) {
    partners.push_back({rank, width * bodies.size(), width * bodies.size()});
    shared_.push_back({rank, std::move(bodies)});
  }
  exchange_ = world.neighbour_exchange(std::move(partners));
  wide_sums_ = world.collective({Operation::sum, pieces_of(model, wide_, width)});
}

/// [of `here`] The ranks that have nodes of the body, ascending; of more than `most_pairwise` only so many that it
/// shows. Ranks meet at one that a body's number gives. Collective.
std::vector<std::vector<int>> BodySums::find_holders(const World& world, std::span<const Index> here) const {
  std::map<int, std::vector<Holder>> announced;
  for (const Index body : here) announced[body % world.size()].push_back({body, world.rank()});
  const auto exchanged = [&](const std::map<int, std::vector<Holder>>& to) {
    std::vector<Message> messages;
    for (const auto& [rank, holders] : to) messages.push_back({rank, to_bytes(std::span<const Holder>(holders))});
    std::vector<Holder> arrived;
    for (const Message& message : world.exchange(std::move(messages)))
      for (const Holder& holder : from_bytes<Holder>(message.bytes)) arrived.push_back(holder);
    return arrived;
  };
  std::map<Index, std::vector<int>> met;
  for (const Holder& holder : exchanged(announced)) met[holder.body].push_back(holder.rank);
  std::map<int, std::vector<Holder>> answers;
  for (const auto& [body, ranks] : met)
    for (const int to : ranks)
      for (const int rank : std::span(ranks).first(std::min(ranks.size(), most_pairwise + 1)))
        answers[to].push_back({body, rank});
  std::vector<std::vector<int>> holders(here.size());
  for (const Holder& holder : exchanged(answers))
    holders[std::size_t(std::ranges::lower_bound(here, holder.body) - here.begin())].push_back(holder.rank);
  for (std::vector<int>& ranks : holders) std::ranges::sort(ranks);
  return holders;
}

void BodySums::start() {
  if (!wide_.empty()) {
    Profile::Scope scope(phase<"collectives">);
    for (std::size_t i = 0; i < wide_.size(); ++i)
      std::copy_n(of(wide_[i]), width, wide_sums_->values.begin() + std::ptrdiff_t(width * i));
    wide_sums_->start();
  }
  Profile::Scope scope(phase<"halo">);
  for (std::size_t k = 0; k < shared_.size(); ++k)
    for (std::size_t i = 0; i < shared_[k].bodies.size(); ++i)
      std::copy_n(of(shared_[k].bodies[i]), width, exchange_->outgoing(k) + width * i);
  exchange_->start();
}

void BodySums::finish() {
  {
    Profile::Scope scope(phase<"halo">);
    exchange_->finish();
  }
  for (std::size_t k = 0; k < shared_.size(); ++k)
    for (std::size_t i = 0; i < shared_[k].bodies.size(); ++i)
      for (std::size_t c = 0; c < width; ++c) of(shared_[k].bodies[i])[c] += exchange_->incoming(k)[width * i + c];
  if (wide_.empty()) return;
  Profile::Scope scope(phase<"collectives">);
  wide_sums_->finish();
  for (std::size_t i = 0; i < wide_.size(); ++i)
    std::copy_n(wide_sums_->values.begin() + std::ptrdiff_t(width * i), width, of(wide_[i]));
}

}  // namespace crumple
