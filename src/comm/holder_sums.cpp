#include "comm/holder_sums.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <ranges>

#include "base/profile.hpp"

namespace crumple {
namespace {

constexpr std::int32_t held_by_all = -1;  // instead of a round

/// An object and a rank that holds it.
struct Holder {
  std::int32_t thing;
  int rank;
};

/// An object's contribution is sent to, or received from, another rank in a round.
struct Link {
  std::int32_t thing;
  std::int32_t round;
  int rank;
  std::int32_t is_sent;
};

using Letters = std::map<int, std::vector<Link>>;

template <class T>
std::vector<T> exchange_letters(const World& world, const std::map<int, std::vector<T>>& letters) {
  std::vector<Message> messages;
  for (const auto& [rank, letter] : letters) messages.push_back({rank, to_bytes(std::span<const T>(letter))});
  std::vector<T> arrived;
  for (const Message& message : world.exchange(std::move(messages)))
    for (const T& word : from_bytes<T>(message.bytes)) arrived.push_back(word);
  return arrived;
}

/// Plans the rounds of the holders of an object, in ascending order.
class Rounds {
 public:
  Rounds(std::int32_t thing, HolderSums::To to, Letters& letters) : thing_(thing), to_(to), letters_(letters) {}

  void plan(std::span<const int> holders) const {
    std::size_t size = 1;
    int n_rounds = 0;
    for (; size < holders.size(); size *= HolderSums::fan) ++n_rounds;
    plan(holders, n_rounds);
  }

 private:
  /// A block of up to fan^n ranks is divided into at most `fan` blocks that sum in n - 1 rounds, followed by a round
  /// among these.
  void plan(std::span<const int> block, int n_rounds) const {
    if (block.size() < 2) return;
    std::size_t most = 1;
    for (int i = 1; i < n_rounds; ++i) most *= HolderSums::fan;
    const std::size_t n = (block.size() + most - 1) / most;
    const auto part = [&](std::size_t i) {
      const std::size_t first = i * block.size() / n;
      return block.subspan(first, (i + 1) * block.size() / n - first);
    };
    for (std::size_t i = 0; i < n; ++i) {
      plan(part(i), n_rounds - 1);
      if (to_ == HolderSums::To::root) {
        if (i > 0) link(n_rounds - 1, part(i).front(), block.front());
        continue;
      }
      for (std::size_t k = 0; k < n; ++k)
        if (k != i)
          for (std::size_t j = 0; j < part(i).size(); ++j) link(n_rounds - 1, part(k)[j % part(k).size()], part(i)[j]);
    }
  }
  void link(int round, int from, int to) const {
    letters_[from].push_back({thing_, round, to, 1});
    letters_[to].push_back({thing_, round, from, 0});
  }

  std::int32_t thing_;
  HolderSums::To to_;
  Letters& letters_;
};

/// The messages of this rank. The number of an object defines the rendezvous rank of its holders, which plans for all
/// of them.
std::vector<Link> find_links(const World& world, std::span<const std::int32_t> here, HolderSums::To to) {
  std::map<int, std::vector<Holder>> announced;
  for (const std::int32_t thing : here) announced[thing % world.size()].push_back({thing, world.rank()});
  std::map<std::int32_t, std::vector<int>> met;
  for (const Holder& holder : exchange_letters(world, announced)) met[holder.thing].push_back(holder.rank);
  Letters letters;
  for (auto& [thing, ranks] : met) {
    std::ranges::sort(ranks);
    if (to == HolderSums::To::root && ranks.front() != 0) ranks.insert(ranks.begin(), 0);
    if (to == HolderSums::To::holders && ranks.size() > HolderSums::fan && ranks.size() == std::size_t(world.size()))
      for (const int rank : ranks) letters[rank].push_back({thing, held_by_all, rank, 1});
    else
      Rounds(thing, to, letters).plan(ranks);
  }
  std::vector<Link> links = exchange_letters(world, letters);
  std::ranges::sort(links, {}, &Link::thing);
  return links;
}

}  // namespace

HolderSums::HolderSums(const World& world, std::span<const std::size_t> widths, std::span<const std::int32_t> here,
                       To to, const TransportMode& transport, Operation operation)
    : operation_(operation) {
  std::vector<std::int32_t> all;
  if (to == To::root && world.is_root()) {
    all.resize(widths.size());
    std::iota(all.begin(), all.end(), 0);
  }
  const std::span<const std::int32_t> things = all.empty() ? here : std::span<const std::int32_t>(all);
  first_.push_back(0);
  for (const std::int32_t thing : things) first_.push_back(first_.back() + widths[std::size_t(thing)]);
  values_.assign(first_.back(), 0.0);
  for_all_ = std::make_unique<Collective>(CollectiveShape{operation, {}});
  if (world.size() == 1 || widths.empty()) return;

  std::map<std::int32_t, std::map<int, RowLists>> rounds;
  std::vector<std::size_t> pieces;
  for (const Link& link : find_links(world, here, to)) {
    const std::size_t place = std::size_t(std::ranges::lower_bound(things, link.thing) - things.begin());
    if (link.round == held_by_all) {
      held_by_all_.push_back(place);
      pieces.push_back(numbers(place).size());
      continue;
    }
    RowLists& lists = rounds[link.round][link.rank];
    lists.rank = link.rank;
    std::vector<std::int32_t>& rows = link.is_sent ? lists.sent : lists.received;
    for (std::size_t i = first_[place]; i < first_[place + 1]; ++i) rows.push_back(std::int32_t(i));
  }
  double n_rounds[1] = {rounds.empty() ? 0.0 : double(rounds.rbegin()->first + 1)};
  world.max(n_rounds);
  for (std::int32_t r = 0; r < std::int32_t(n_rounds[0]); ++r) {
    const auto lists = std::views::values(rounds[r]);
    rounds_.push_back(std::make_unique<RowExchange>(world, transport,
                                                    std::vector<RowLists>(lists.begin(), lists.end()), RowShape()));
  }
  for_all_ = world.collective({operation, std::move(pieces)});
}

void HolderSums::start() {
  if (!held_by_all_.empty()) {
    wait_for_device();
    Profile::Scope scope(phase<"collectives">);
    auto next = for_all_->values.begin();
    for (const std::size_t place : held_by_all_) next = std::ranges::copy(numbers(place), next).out;
    for_all_->start();
  }
  if (rounds_.empty()) return;
  Profile::Scope scope(phase<"halo">);
  rounds_.front()->start({values_.data()});
}

void HolderSums::finish() {
  if (!rounds_.empty()) {
    Profile::Scope scope(phase<"halo">);
    for (std::size_t r = 0; r < rounds_.size(); ++r) {
      if (r > 0) rounds_[r]->start({values_.data()});
      rounds_[r]->finish({values_.data()}, operation_ == Operation::max ? Arrival::raises : Arrival::adds);
    }
  }
  if (held_by_all_.empty()) return;
  Profile::Scope scope(phase<"collectives">);
  for_all_->finish();
  auto next = for_all_->values.begin();
  for (const std::size_t place : held_by_all_) {
    std::copy_n(next, numbers(place).size(), numbers(place).begin());
    next += std::ptrdiff_t(numbers(place).size());
  }
}

std::vector<NamedExchange> HolderSums::exchanges(const std::string& name) const {
  std::vector<NamedExchange> all{{name, {}}};
  for (std::size_t r = 0; r < rounds_.size(); ++r) {
    if (r > 0) all.push_back({fmt::format("{} {}", name, r + 1), {}});
    all.back().partners = rounds_[r]->partners();
  }
  return all;
}

void sum_on_root(const World& world, std::span<const std::size_t> widths, std::span<double> values) {
  if (world.size() == 1) return;
  std::vector<std::int32_t> here;
  std::vector<std::span<double>> things;
  std::size_t first = 0;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    things.push_back(values.subspan(first, widths[i]));
    first += widths[i];
    if (std::ranges::any_of(things.back(), [](double value) { return value != 0; })) here.push_back(std::int32_t(i));
  }
  HolderSums sums(world, widths, here, HolderSums::To::root, transport_mode("p2p"));
  for (std::size_t k = 0; k < here.size(); ++k)
    for (SumShare share = sums.share(world.is_root() ? std::size_t(here[k]) : k);
         const double number : things[std::size_t(here[k])])
      share.put(Rounded::from_sum(number));
  sums.run();
  if (!world.is_root()) return;
  for (std::size_t i = 0; i < widths.size(); ++i) std::ranges::copy(sums.of(i), things[i].begin());
}

}  // namespace crumple
