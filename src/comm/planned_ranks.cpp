#include "comm/planned_ranks.hpp"

#include <cxxabi.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>

#include "base/error.hpp"
#include "base/profile.hpp"

namespace crumple {
namespace {

/// Stack of a rank that only sets up, and of one that steps [bytes]; only touched pages use memory.
constexpr std::size_t stack_of_set_up = std::size_t(512) << 10, stack_of_steps = std::size_t(8) << 20;

/// Thrown to unwind a rank that waits when another rank has failed.
struct Abandoned {};

/// With a guard page below it.
class Stack {
 public:
  explicit Stack(std::size_t size) : size_(size) {
    memory_ = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory_ == MAP_FAILED || mprotect(memory_, page, PROT_NONE) != 0)
      throw Error("plan: no address space for the stacks of so many ranks (two mappings each: see vm.max_map_count)");
  }
  ~Stack() { munmap(memory_, size_); }
  Stack(const Stack&) = delete;
  void give_to(ucontext_t& context) const {
    context.uc_stack.ss_sp = static_cast<char*>(memory_) + page;
    context.uc_stack.ss_size = size_ - page;
  }

 private:
  static constexpr std::size_t page = 4096;
  std::size_t size_;
  void* memory_;
};

/// The caught and uncaught exceptions of this thread, in the layout of the C++ ABI for Itanium, section 2.2.2. Each
/// rank has its own.
struct ExceptionState {
  void* caught = nullptr;
  unsigned n_uncaught = 0;
};
ExceptionState& exception_state() { return *reinterpret_cast<ExceptionState*>(abi::__cxa_get_globals()); }

/// A collective operation of all ranks.
struct Meeting {
  const char* what = nullptr;               ///< the call of the first rank that entered; null: none yet
  std::vector<double> values;               ///< reduced or broadcast
  std::vector<std::int64_t> counts;
  Bytes bytes;                              ///< broadcast
  std::vector<Bytes> gathered;              ///< by rank
  std::vector<std::string> scattered;       ///< by rank
  std::vector<std::vector<Message>> inbox;  ///< [receiver] by sender
};

class Turns;

/// Messages from one rank to another, matched in the order of sending, as in MPI.
struct Channel {
  std::int64_t n_sent = 0, n_expected = 0;
  std::map<std::int64_t, std::vector<double>> under_way;  ///< in transit, by number
};

/// A rank; each of its calls is a meeting, except exchanges with neighbours.
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
  void scatter(const std::function<void(int, std::ostream&)>& write,
               const std::function<void(std::istream&)>& read) const override;
  std::vector<Message> exchange(std::vector<Message> outgoing) const override;
  void barrier() const override;
  [[noreturn]] void abort(int status) const override;
  std::unique_ptr<Collective> collective(CollectiveShape shape) const override;
  std::unique_ptr<NeighbourExchange> neighbour_exchange(const TransportMode& mode,
                                                        std::vector<Partner> partners) const override;

 private:
  template <class Combine>
  void reduce(const char* what, std::span<double> values, Combine combine) const;
  Turns& turns_;
};

/// Memory shared by all ranks, each within a turn.
class Scratch {
 public:
  /// Memory for n values; earlier memory stays valid.
  double* room(std::size_t n) {
    if (blocks_.empty() || blocks_.back().size() < n) blocks_.emplace_back(2 * n);
    return blocks_.back().data();
  }

 private:
  std::vector<std::vector<double>> blocks_;
};

/// All ranks and their scheduling.
class Turns {
 public:
  Turns(int n_ranks, const PlannedModes& modes, const std::function<void(World&)>& work,
        const ChangeOfTurn& change_of_turn)
      : work_(work), change_of_turn_(change_of_turn), steps_(modes.steps), ranks_(std::size_t(n_ranks)) {
    for (int r = 0; r < n_ranks; ++r) ranks_[std::size_t(r)].world.emplace(*this, r, n_ranks, modes);
  }

  void run() {
    while (std::ranges::count(ranks_, true, &Rank::done) < std::ptrdiff_t(ranks_.size())) {
      bool anyone = false;
      for (std::size_t r = 0; r < ranks_.size(); ++r) {
        if (ranks_[r].done || !may_go_on(ranks_[r])) continue;
        resume(r);
        anyone = true;
      }
      if (!anyone) fail("some ranks of the plan end while others wait");
    }
    if (failure_) std::rethrow_exception(failure_);
  }

  /// The meeting to which the running rank contributes.
  Meeting& join(const char* what) {
    if (now_.what && std::string(now_.what) != what)
      throw Error(fmt::format("ranks of the plan wait for different things: {} and {}", now_.what, what));
    now_.what = what;
    return now_;
  }
  /// Waits for the others; returns the result.
  Meeting& wait() {
    const std::int64_t number = n_met_;
    if (++n_joined_ == ranks_.size()) {  // all ranks have left the previous meeting
      n_joined_ = 0;
      ++n_met_;
      last_ = std::exchange(now_, {});
    }
    wait_until([this, number] { return n_met_ > number; });
    return last_;
  }
  /// Suspends the rank until the condition holds.
  void wait_until(std::function<bool()> condition) {
    const int rank = int(turn_);
    ranks_[turn_].condition = std::move(condition);
    if (change_of_turn_) change_of_turn_(rank, false);
    Profile::Scope* const open = Profile::leave();
    const ExceptionState exceptions = exception_state();
    swapcontext(&ranks_[turn_].context, &main_);
    exception_state() = exceptions;
    Profile::come_back(open);
    if (change_of_turn_) change_of_turn_(rank, true);
    if (failure_) throw Abandoned{};
  }

  Channel& channel(int from, int to) { return channels_[{from, to}]; }
  Scratch& scratch() { return scratch_; }
  bool steps() const { return steps_; }

 private:
  struct Rank {
    std::optional<PlannedWorld> world;
    std::unique_ptr<Stack> stack;  ///< while it runs
    ucontext_t context{};
    std::function<bool()> condition;  ///< that it waits for
    bool done = false;
  };

  bool may_go_on(const Rank& rank) const { return failure_ || !rank.stack || rank.condition(); }

  void fail(const char* message) {
    if (!failure_) failure_ = std::make_exception_ptr(Error(message));
  }

  void resume(std::size_t r) {
    turn_ = r;
    Rank& rank = ranks_[r];
    if (!rank.stack) begin(rank);
    Profile::Scope* const open = Profile::leave();
    const ExceptionState exceptions = std::exchange(exception_state(), {});
    swapcontext(&main_, &rank.context);
    exception_state() = exceptions;
    Profile::come_back(open);
    if (rank.done) rank.stack.reset();
  }

  void begin(Rank& rank) {
    rank.stack = std::make_unique<Stack>(steps_ ? stack_of_steps : stack_of_set_up);
    getcontext(&rank.context);
    rank.stack->give_to(rank.context);
    rank.context.uc_link = &main_;
    const auto self = reinterpret_cast<std::uintptr_t>(this);  // makecontext takes integers
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

  const std::function<void(World&)>& work_;
  const ChangeOfTurn& change_of_turn_;
  const bool steps_;
  std::vector<Rank> ranks_;
  std::size_t turn_ = 0;
  ucontext_t main_{};
  Meeting now_, last_;
  std::size_t n_joined_ = 0;  ///< ranks in the current meeting
  std::int64_t n_met_ = 0;    ///< meetings completed
  std::map<std::pair<int, int>, Channel> channels_;  ///< by sender and receiver
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

void PlannedWorld::scatter(const std::function<void(int, std::ostream&)>& write,
                           const std::function<void(std::istream&)>& read) const {
  Meeting& meeting = turns_.join("scatter");
  if (is_root()) {
    meeting.scattered.resize(std::size_t(size()));
    for (int r = 1; r < size(); ++r) {
      std::ostringstream out;
      write(r, out);
      meeting.scattered[std::size_t(r)] = std::move(out).str();
    }
  }
  Meeting& done = turns_.wait();
  if (is_root()) return;
  std::istringstream in(std::move(done.scattered[std::size_t(rank())]));
  read(in);
}

void PlannedWorld::barrier() const {
  turns_.join("barrier");
  turns_.wait();
}

void PlannedWorld::abort(int status) const {
  std::fflush(nullptr);
  std::_Exit(status);
}

class PlannedCollective final : public Collective {
 public:
  PlannedCollective(const World& world, CollectiveShape shape) : Collective(std::move(shape)), world_(world) {}

 private:
  void begin() override {
    if (values.empty()) return;
    if (shape_.operation == Operation::broadcast) world_.broadcast(values);
    else if (shape_.operation == Operation::max) world_.max(values);
    else world_.sum(values);
  }
  const World& world_;
};

/// Ranks that only set up exchange little, so their exchanges have no buffers of their own: outgoing values are
/// written, and incoming ones read, within a turn.
class PlannedExchange final : public NeighbourExchange {
 public:
  PlannedExchange(Turns& turns, int rank, std::vector<Partner> partners)
      : NeighbourExchange(std::move(partners)), turns_(turns), rank_(rank) {
    if (turns.steps()) {
      sent_.resize(n_sent());
      received_.resize(n_received());
      use_buffers(sent_.data(), received_.data());
    } else {
      double* const room = turns.scratch().room(std::max(n_sent(), n_received()));
      use_buffers(room, room);
    }
  }
  ~PlannedExchange() override {
    if (must_finish()) end();
  }

 private:
  void begin() override {
    numbers_.clear();
    for (std::size_t k = 0; k < partners_.size(); ++k) {
      const Partner& p = partners_[k];
      if (p.n_received > 0) numbers_.push_back(turns_.channel(p.rank, rank_).n_expected++);
      if (p.n_sent == 0) continue;
      Channel& channel = turns_.channel(rank_, p.rank);
      channel.under_way[channel.n_sent++].assign(outgoing_[k], outgoing_[k] + p.n_sent);
    }
  }
  void end() override {
    turns_.wait_until([this] {
      std::size_t n = 0;
      return std::ranges::all_of(partners_, [&](const Partner& p) {
        return p.n_received == 0 || turns_.channel(p.rank, rank_).under_way.contains(numbers_[n++]);
      });
    });
    std::size_t n = 0;
    for (std::size_t k = 0; k < partners_.size(); ++k) {
      if (partners_[k].n_received == 0) continue;
      const auto message = turns_.channel(partners_[k].rank, rank_).under_way.extract(numbers_[n++]);
      if (message.mapped().size() != partners_[k].n_received)
        throw Error(fmt::format("rank {} of the plan expects {} values of rank {}, which sends {}", rank_,
                                partners_[k].n_received, partners_[k].rank, message.mapped().size()));
      std::ranges::copy(message.mapped(), incoming_[k]);
    }
  }

  Turns& turns_;
  int rank_;
  std::vector<double> sent_, received_;
  std::vector<std::int64_t> numbers_;  ///< of the messages expected, by sending partner
};

std::unique_ptr<Collective> PlannedWorld::collective(CollectiveShape shape) const {
  return std::make_unique<PlannedCollective>(*this, std::move(shape));
}

std::unique_ptr<NeighbourExchange> PlannedWorld::neighbour_exchange(const TransportMode&,
                                                                    std::vector<Partner> partners) const {
  return std::make_unique<PlannedExchange>(turns_, rank(), std::move(partners));
}

}  // namespace

void run_planned_ranks(int n_ranks, const PlannedModes& modes, const std::function<void(World&)>& work,
                       const ChangeOfTurn& change_of_turn) {
  Turns(n_ranks, modes, work, change_of_turn).run();
}

}  // namespace crumple
