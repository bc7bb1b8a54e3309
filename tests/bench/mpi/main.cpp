// Times the collectives of the step and the exchanges with neighbours in every mode, 8 B to 64 KiB, by the classes that
// the program itself uses; as the Intel MPI Benchmarks and the OSU micro-benchmarks do for bare MPI calls.
//   mpirun -np N crumple_bench_mpi [seconds=0.02] [bytes=65536] [nodesize=0]
// A line is one mode and size: the time of start and finish [us] (the median of 15 batches of calls), least, mean and
// greatest over the ranks; the same with work of that length in between (`with work`), and the share of the time that
// the work hid (overlap; IMB-NBC's definition). For exchanges also with packing and adding, as HaloExchange does them.
// The last table has the same rows in one message and in more, for the costs of a message and of a row.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <functional>

#include "base/error.hpp"
#include "comm/halo.hpp"
#include "comm/row_exchange.hpp"
#include "comm/world.hpp"

namespace crumple::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t n_batches = 15;

double now() { return std::chrono::duration<double>(Clock::now().time_since_epoch()).count(); }

struct Settings {
  double seconds = 0.02;      ///< for each time
  std::size_t bytes = 65536;  ///< the largest size
  int ranks_per_node = 0;
};

/// Mean time of one call on each rank [s], reduced over the ranks.
struct Times {
  double least = 0, mean = 0, greatest = 0;
};

Times over_ranks(const World& world, double mine) {
  double extremes[2] = {-mine, mine}, sum[1] = {mine};
  world.max(extremes);
  world.sum(std::span<double>(sum));
  return {-extremes[0], sum[0] / world.size(), extremes[1]};
}

/// All ranks do the same number of calls, as many as fit into `seconds`. The median of some batches, so that what else
/// runs on the machine shows less.
Times time(const World& world, double seconds, const std::function<void()>& call) {
  const auto measure = [&](std::int64_t n) {
    world.barrier();
    const double start = now();
    for (std::int64_t i = 0; i < n; ++i) call();
    return (now() - start) / double(n);
  };
  const double first = over_ranks(world, measure(20)).greatest;  // also the warm-up
  const auto per_batch = std::clamp<std::int64_t>(std::int64_t(seconds / n_batches / first), 5, 10000);
  std::array<double, n_batches> batches;
  for (double& batch : batches) batch = measure(per_batch);
  std::ranges::nth_element(batches, batches.begin() + n_batches / 2);
  return over_ranks(world, batches[n_batches / 2]);
}

void work_for(double seconds) {
  for (const double end = now() + seconds; now() < end;) {
  }
}

/// The part of the call's time that work of the same length hides.
double overlap(const Times& alone, const Times& with_work) {
  return std::clamp((2 * alone.mean - with_work.mean) / alone.mean, 0.0, 1.0);
}

void say(const World& world, const std::string& line) {
  if (!world.is_root()) return;
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

std::string columns(const Times& t) {
  return fmt::format("{:10.2f}{:10.2f}{:10.2f}", 1e6 * t.least, 1e6 * t.mean, 1e6 * t.greatest);
}

void time_collective(const World& world, const Settings& settings, const CollectiveMode& mode, Operation operation,
                     std::size_t bytes) {
  // separate shows itself where there are pieces: eight
  const std::size_t n = bytes / sizeof(double), n_pieces = n % 8 ? 1 : 8;
  const auto collective = mode.make(world, {operation, std::vector<std::size_t>(n_pieces, n / n_pieces)});
  std::ranges::fill(collective->values, 0.0);  // so that sums stay what they are
  const Times alone = time(world, settings.seconds, [&] { collective->run(); });
  const Times with_work = time(world, settings.seconds, [&] {
    collective->start();
    work_for(alone.mean);
    collective->finish();
  });
  say(world,
      fmt::format("{:<12}{:<10}{:>8}{}{:12.2f}{:9.0f} %", mode.name, operation == Operation::sum ? "sum" : "broadcast",
                  bytes, columns(alone), 1e6 * with_work.mean, 100 * overlap(alone, with_work)));
}

/// The ranks on both sides in a ring.
std::vector<int> neighbours(const World& world) {
  std::vector<int> ranks = {(world.rank() + 1) % world.size(), (world.rank() + world.size() - 1) % world.size()};
  std::ranges::sort(ranks);
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

/// Forces and moments of as many nodes as fill `bytes`: six numbers for each.
void time_exchange(const World& world, const Settings& settings, const TransportMode& mode, std::size_t bytes) {
  const std::size_t n = bytes / sizeof(double), n_nodes = std::max<std::size_t>(1, n / 6);
  std::vector<Partner> partners;
  HaloPlan plan;
  for (const int rank : neighbours(world)) {
    partners.push_back({rank, n, n});
    Neighbour& neighbour = plan.neighbours.emplace_back(Neighbour{rank, {}});
    for (std::size_t i = 0; i < n_nodes; ++i)
      neighbour.nodes.push_back(std::int32_t(3 * i));  // boundary nodes lie apart
  }
  const auto exchange = mode.make(world, partners);
  const Times alone = time(world, settings.seconds, [&] { exchange->start(), exchange->finish(); });
  const Times with_work = time(world, settings.seconds, [&] {
    exchange->start();
    work_for(alone.mean);
    exchange->finish();
  });
  std::vector<double> force(12 * n_nodes), moment(12 * n_nodes);
  HaloExchange halo(world, plan);
  const Times packed = time(world, settings.seconds, [&] { halo.sum({force.data(), moment.data()}); });
  say(world, fmt::format("{:<12}{:<10}{:>8}{}{:12.2f}{:9.0f} %{:14.2f}", mode.name, "ring", bytes, columns(alone),
                         1e6 * with_work.mean, 100 * overlap(alone, with_work), 1e6 * packed.mean));
}

/// The same rows in one message or in several, sent around the ring: what a message costs in MPI and beside it.
void time_messages(const World& world, const Settings& settings, std::size_t n_messages) {
  constexpr std::size_t n_rows = 480;
  constexpr RowShape shape = {3, 3, 2};  // forces and moments
  std::vector<RowLists> lists;
  for (std::size_t k = 0; k < n_messages; ++k) {
    RowLists to{(world.rank() + 1) % world.size(), {}, {}};
    RowLists from{(world.rank() + world.size() - 1) % world.size(), {}, {}};
    for (std::size_t i = k; i < n_rows; i += n_messages) to.sent.push_back(std::int32_t(3 * i));
    from.received = to.sent;
    lists.insert(lists.end(), {std::move(to), std::move(from)});
  }
  const auto bare = transport_mode("p2p").make(world, partners_of(lists, shape));
  const Times in_mpi = time(world, settings.seconds, [&] { bare->start(), bare->finish(); });
  RowExchange exchange(world, transport_mode("p2p"), lists, shape);
  std::vector<double> force(9 * n_rows), moment(9 * n_rows);
  const Times whole = time(world, settings.seconds, [&] {
    exchange.start({force.data(), moment.data()});
    exchange.finish({force.data(), moment.data()}, Arrival::adds);
  });
  say(world, fmt::format("{:>8}{:>8}{:12.2f}{:16.2f}{:12.2f}", n_messages, n_rows, 1e6 * in_mpi.mean,
                         1e6 * (whole.mean - in_mpi.mean), 1e6 * whole.mean));
}

Settings read_settings(int argc, char** argv) {
  Settings settings;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const auto equals = argument.find('=');
    const std::string key = argument.substr(0, equals),
                      value = equals == argument.npos ? "" : argument.substr(equals + 1);
    char* end = nullptr;
    const double number = std::strtod(value.c_str(), &end);
    if (value.empty() || *end || number < 0) throw Error(argument + ": expected KEY=NUMBER");
    if (key == "seconds")
      settings.seconds = number;
    else if (key == "bytes")
      settings.bytes = std::size_t(number);
    else if (key == "nodesize")
      settings.ranks_per_node = int(number);
    else
      throw Error(argument + ": there is seconds=, bytes= and nodesize=");
  }
  return settings;
}

void run(World& world, const Settings& settings) {
  const std::string head = fmt::format("{:<12}{:<10}{:>8}{:>10}{:>10}{:>10}{:>12}{:>11}", "mode", "what", "bytes",
                                       "min us", "avg us", "max us", "with work", "overlap");
  say(world, fmt::format("{} ranks, {}\n\n{}", world.size(), World::library_version(), head));
  for (const Operation operation : {Operation::sum, Operation::broadcast})
    for (const CollectiveMode* mode : collective_modes())
      for (std::size_t bytes = 8; bytes <= settings.bytes && !*mode->missing; bytes *= bytes < 64 ? 8 : 4) {
        world.use_modes(mode->name, "p2p", settings.ranks_per_node);
        time_collective(world, settings, *mode, operation, bytes);
      }
  say(world, "\n" + head + fmt::format("{:>14}", "pack and add"));
  for (const TransportMode* mode : transport_modes())
    for (std::size_t bytes = 8; bytes <= settings.bytes; bytes *= bytes < 64 ? 8 : 4) {
      world.use_modes("fused", mode->name, settings.ranks_per_node);
      time_exchange(world, settings, *mode, bytes);
    }
  say(world, fmt::format("\n{:>8}{:>8}{:>12}{:>16}{:>12}", "messages", "rows", "in MPI us", "pack, unpack us",
                         "both us"));
  for (const std::size_t n_messages : {1, 2, 4, 8, 16, 32}) time_messages(world, settings, n_messages);
}

}  // namespace
}  // namespace crumple::bench

int main(int argc, char** argv) {
  crumple::World world(argc, argv);
  try {
    const auto settings = crumple::bench::read_settings(argc, argv);
    if (world.size() < 2) throw crumple::Error("needs at least two ranks: mpirun -np 2 crumple_bench_mpi");
    crumple::bench::run(world, settings);
  } catch (const crumple::Error& error) {
    if (world.is_root()) fmt::print(stderr, "Error: {}\n", error.what());
    return 1;
  }
  return 0;
}
