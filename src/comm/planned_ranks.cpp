#include "comm/planned_ranks.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/profile.hpp"

namespace crumple {
namespace {

/// Of a rank [bytes]; only the pages that it has touched take memory.
constexpr std::size_t stack_size = std::size_t(512) << 10;

/// Ends a rank that another rank's error leaves waiting.
struct Abandoned {};

/// With a page below it that nobody may touch.
class Stack {
 public:
  Stack() {
    memory_ = mmap(nullptr, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory_ == MAP_FAILED || mprotect(memory_, page, PROT_NONE) != 0)
      throw Error("plan: no address space for the stacks of so many ranks (two mappings each: see vm.max_map_count)");
  }
  ~Stack() { munmap(memory_, stack_size); }
  Stack(const Stack&) = delete;
  void give_to(ucontext_t& context) const {
    context.uc_stack.ss_sp = static_cast<char*>(memory_) + page;
    context.uc_stack.ss_size = stack_size - page;
  }

 private:
  static constexpr std::size_t page = 4096;
  void* memory_;
};

/// What all ranks do together in a round of turns.
struct Meeting {
  const char* what = nullptr;               ///< the call in which the ranks meet; null: none has come yet
  std::vector<double> values;               ///< reduced or broadcast
  std::vector<std::int64_t> counts;
  Bytes bytes;                              ///< broadcast
  std::vector<Bytes> gathered;              ///< by rank
  std::vector<std::vector<Message>> inbox;  ///< [receiver] by sender
};

class Turns;

/// A rank; each of its calls is a meeting.
class PlannedWorld final : public World {
 public:
  PlannedWorld(Turns& turns, int rank, int size, const PlannedModes& modes) : World(rank, size), turns_(turns) {
    use_modes(modes.collectives, modes.transport);
  }

  void min(std::span<double> values) const override;
  void max(std::span<double> values) const override;
  void sum(std::span<double> values) const override;
  void sum(std::span<std::int64_t> values) const override;
  void broadcast(Bytes& bytes) const override;
  void broadcast(std::span<double> values) const override;
  std::vector<Bytes> gather(const Bytes& bytes) const override;
  std::vector<Message> exchange(std::vector<Message> outgoing) const override;
  void barrier() const override;
  std::unique_ptr<Collective> collective(CollectiveShape shape) const override;
  std::unique_ptr<NeighbourExchange> neighbour_exchange(const TransportMode& mode,
                                                        std::vector<Partner> partners) const override;

 private:
  template <class Combine>
  void reduce(const char* what, std::span<double> values, Combine combine) const;
  Turns& turns_;
};

/// Memory that all ranks use, each within a turn.
class Scratch {
 public:
  /// Room for n values; what was given before stays valid.
  double* room(std::size_t n) {
    if (blocks_.empty() || blocks_.back().size() < n) blocks_.emplace_back(2 * n);
    return blocks_.back().data();
  }

 private:
  std::vector<std::vector<double>> blocks_;
};

/// All ranks and their turns.
class Turns {
 public:
  Turns(int n_ranks, const PlannedModes& modes, const std::function<void(const World&)>& work,
        const ChangeOfTurn& change_of_turn)
      : work_(work), change_of_turn_(change_of_turn), ranks_(std::size_t(n_ranks)) {
    for (int r = 0; r < n_ranks; ++r) ranks_[std::size_t(r)].world.emplace(*this, r, n_ranks, modes);
  }

  void run() {
    for (bool goes_on = true; goes_on;) {
      now_ = {};
      for (std::size_t r = 0; r < ranks_.size(); ++r)
        if (!ranks_[r].done) resume(r);
      const auto n_done = std::ranges::count(ranks_, true, &Rank::done);
      goes_on = std::size_t(n_done) < ranks_.size();
      if (n_done > 0 && goes_on) fail("some ranks of the plan end while others wait");
      last_ = std::exchange(now_, {});
    }
    if (failure_) std::rethrow_exception(failure_);
  }

  /// The meeting to which the rank whose turn it is contributes.
  Meeting& join(const char* what) {
    if (now_.what && std::string(now_.what) != what)
      throw Error(fmt::format("ranks of the plan wait for different things: {} and {}", now_.what, what));
    now_.what = what;
    return now_;
  }
  Scratch& scratch() { return scratch_; }
  /// Lets the others come; then what became of it.
  Meeting& wait() {
    const int rank = int(turn_);
    if (change_of_turn_) change_of_turn_(rank, false);
    Profile::Scope* const open = Profile::leave();
    swapcontext(&ranks_[turn_].context, &main_);
    Profile::come_back(open);
    if (change_of_turn_) change_of_turn_(rank, true);
    if (failure_) throw Abandoned{};
    return last_;
  }

 private:
  struct Rank {
    std::optional<PlannedWorld> world;
    std::unique_ptr<Stack> stack;  ///< while it runs
    ucontext_t context{};
    bool done = false;
  };

  void fail(const char* message) {
    if (!failure_) failure_ = std::make_exception_ptr(Error(message));
  }

  void resume(std::size_t r) {
    turn_ = r;
    Rank& rank = ranks_[r];
    if (!rank.stack) begin(rank);
    Profile::Scope* const open = Profile::leave();
    swapcontext(&main_, &rank.context);
    Profile::come_back(open);
    if (rank.done) rank.stack.reset();
  }

  void begin(Rank& rank) {
    rank.stack = std::make_unique<Stack>();
    getcontext(&rank.context);
    rank.stack->give_to(rank.context);
    rank.context.uc_link = &main_;
    const auto self = reinterpret_cast<std::uintptr_t>(this);  // makecontext hands on integers
    makecontext(&rank.context, reinterpret_cast<void (*)()>(&Turns::enter), 2, unsigned(self >> 32), unsigned(self));
  }

  static void enter(unsigned high, unsigned low) {
    reinterpret_cast<Turns*>(std::uintptr_t(high) << 32 | low)->work_of_turn();
  }

  void work_of_turn() noexcept {
    Rank& rank = ranks_[turn_];
    try {
      if (!failure_) work_(*rank.world);
    } catch (const Abandoned&) {
    } catch (...) {
      if (!failure_) failure_ = std::current_exception();
    }
    ranks_[turn_].done = true;
  }

  const std::function<void(const World&)>& work_;
  const ChangeOfTurn& change_of_turn_;
  std::vector<Rank> ranks_;
  std::size_t turn_ = 0;
  ucontext_t main_{};
  Meeting now_, last_;
  Scratch scratch_;
  std::exception_ptr failure_;
};

template <class Combine>
void PlannedWorld::reduce(const char* what, std::span<double> values, Combine combine) const {
  std::vector<double>& all = turns_.join(what).values;
  if (all.empty()) all.assign(values.begin(), values.end());
  else std::ranges::transform(all, values, all.begin(), combine);
  std::ranges::copy(turns_.wait().values, values.begin());
}

void PlannedWorld::min(std::span<double> values) const {
  reduce("min", values, [](double a, double b) { return std::min(a, b); });
}
void PlannedWorld::max(std::span<double> values) const {
  reduce("max", values, [](double a, double b) { return std::max(a, b); });
}
void PlannedWorld::sum(std::span<double> values) const { reduce("sum", values, std::plus<>()); }

void PlannedWorld::sum(std::span<std::int64_t> values) const {
  std::vector<std::int64_t>& all = turns_.join("sum of counts").counts;
  all.resize(values.size());
  std::ranges::transform(all, values, all.begin(), std::plus<>());
  std::ranges::copy(turns_.wait().counts, values.begin());
}

void PlannedWorld::broadcast(Bytes& bytes) const {
  Meeting& meeting = turns_.join("broadcast");
  if (is_root()) meeting.bytes = bytes;
  bytes = turns_.wait().bytes;
}

void PlannedWorld::broadcast(std::span<double> values) const {
  Meeting& meeting = turns_.join("broadcast of values");
  if (is_root()) meeting.values.assign(values.begin(), values.end());
  std::ranges::copy(turns_.wait().values, values.begin());
}

std::vector<Bytes> PlannedWorld::gather(const Bytes& bytes) const {
  turns_.join("gather").gathered.push_back(bytes);
  Meeting& meeting = turns_.wait();
  return is_root() ? std::move(meeting.gathered) : std::vector<Bytes>();
}

std::vector<Message> PlannedWorld::exchange(std::vector<Message> outgoing) const {
  Meeting& meeting = turns_.join("exchange");
  meeting.inbox.resize(std::size_t(size()));
  for (Message& message : outgoing)
    meeting.inbox[std::size_t(message.rank)].push_back({rank(), std::move(message.bytes)});
  return std::move(turns_.wait().inbox[std::size_t(rank())]);
}

void PlannedWorld::barrier() const {
  turns_.join("barrier");
  turns_.wait();
}

class PlannedCollective final : public Collective {
 public:
  PlannedCollective(const World& world, CollectiveShape shape) : Collective(std::move(shape)), world_(world) {}

 private:
  void end() override {
    if (values.empty()) return;
    if (shape_.operation == Operation::broadcast) world_.broadcast(values);
    else if (shape_.operation == Operation::max) world_.max(values);
    else world_.sum(values);
  }
  const World& world_;
};

/// Most exchange little in set-up and nothing after it, so none has memory of its own: whoever writes what goes out, or
/// reads what came in, does so within a turn.
class PlannedExchange final : public NeighbourExchange {
 public:
  PlannedExchange(const World& world, Scratch& scratch, std::vector<Partner> partners)
      : NeighbourExchange(std::move(partners)), world_(world) {
    double* const room = scratch.room(std::max(n_sent(), n_received()));
    use_buffers(room, room);
  }

 private:
  void begin() override {
    for (std::size_t k = 0; k < partners_.size(); ++k)
      if (const Partner& p = partners_[k]; p.n_sent > 0)
        sent_.push_back({p.rank, to_bytes(std::span<const double>(outgoing_[k], p.n_sent))});
  }
  void end() override {
    std::size_t k = 0;
    for (const Message& message : world_.exchange(std::exchange(sent_, {}))) {
      while (partners_[k].rank != message.rank) ++k;
      std::ranges::copy(from_bytes<double>(message.bytes), incoming_[k]);
    }
  }

  const World& world_;
  std::vector<Message> sent_;
};

std::unique_ptr<Collective> PlannedWorld::collective(CollectiveShape shape) const {
  return std::make_unique<PlannedCollective>(*this, std::move(shape));
}

std::unique_ptr<NeighbourExchange> PlannedWorld::neighbour_exchange(const TransportMode&,
                                                                    std::vector<Partner> partners) const {
  return std::make_unique<PlannedExchange>(*this, turns_.scratch(), std::move(partners));
}

}  // namespace

void run_planned_ranks(int n_ranks, const PlannedModes& modes, const std::function<void(const World&)>& work,
                       const ChangeOfTurn& change_of_turn) {
  Turns(n_ranks, modes, work, change_of_turn).run();
}

}  // namespace crumple
