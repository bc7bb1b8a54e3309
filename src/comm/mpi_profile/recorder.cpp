#include "comm/mpi_profile/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cereal/archives/binary.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/vector.hpp>
#include <map>
#include <new>
#include <sstream>

#include "base/number_map.hpp"
#include "comm/mpi_profile/communicators.hpp"
#include "comm/node.hpp"

namespace crumple::mpi_profile {

bool inside = false;
bool recording = true;

namespace {

/// The calls of a function in a phase with messages of a size. By the address of the function's literal, because the
/// cell is looked up in every call.
struct Cell {
  const char* function = nullptr;
  int phase = 0, size_class = 0;
  MpiTally tally;           // without its time
  std::int64_t ticks = 0;  // wall time
};

struct Tables {
  NumberMap<Cell> cells;
  NumberMap<MpiPartner> partners;  // by rank: only destinations
  std::map<std::string, MpiWait> waits;
};

using Clock = Profile::Clock;
constexpr int wait_interval = 64;  // a sampled call has an additional barrier: about 1 % of a call at this interval

MpiProfileOptions options;
Tables tables;
RankMpiProfile steps;  // complete after end_mpi_steps
std::map<std::string, PhaseCost> costs_at_start;
Clock::time_point steps_start;

int size_class_of(std::int64_t bytes) {
  if (bytes == no_size) return no_size;
  return int(std::lower_bound(mpi_size_limits.begin(), mpi_size_limits.end(), bytes) - mpi_size_limits.begin());
}

std::int64_t nanoseconds_of(Clock::duration duration) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count();
}

}  // namespace

Call::Call(const char* function, std::int64_t bytes) : function_(function), bytes_(bytes) { inside = true; }

Call::~Call() {
  inside = false;
  const std::int64_t ticks = account_.end();
  const int phase = Profile::current_phase(), size_class = size_class_of(bytes_);
  const auto address = std::uint64_t(reinterpret_cast<std::uintptr_t>(function_));
  try {
    Cell& cell = tables.cells[address << 16 | std::uint64_t(phase) << 8 | std::uint64_t(size_class + 1)];
    if (!cell.function) cell = {function_, phase, size_class, {}};
    cell.tally += {1, std::max<std::int64_t>(bytes_, 0), 0};
    cell.ticks += ticks;
  } catch (const std::bad_alloc&) {  // the first call of a kind is not counted, and the run ends where it needs memory
  }
}

std::int64_t bytes_of(std::int64_t count, MPI_Datatype type) {
  int size = 0;
  PMPI_Type_size(type, &size);
  return count * size;
}

template <class Where>
void note_message(int to, Where where, std::int64_t bytes) {
  if (to == MPI_PROC_NULL) return;
  MpiPartner& partner = tables.partners[std::uint64_t(world_rank(to, where))];
  ++partner.messages;
  partner.bytes += bytes;
}

void note_sent(int to, MPI_Comm comm, std::int64_t bytes) { note_message(to, comm, bytes); }
void note_sent(int to, MPI_Win window, std::int64_t bytes) { note_message(to, window, bytes); }

WaitSample::WaitSample(const char* function, MPI_Comm comm) {
  const int interval = options.depth == MpiProfileOptions::Depth::full ? 1 : wait_interval;
  // the same on all ranks of the communicator, because they make its collective calls in the same order
  if (count_collective(comm) % interval != 0) return;
  function_ = function;
  start_ = Clock::now();
  PMPI_Barrier(comm);
  met_ = Clock::now();
}

WaitSample::~WaitSample() {
  if (!function_) return;
  MpiWait& wait = tables.waits[function_];
  ++wait.calls;
  wait.waiting_ns += nanoseconds_of(met_ - start_);
  wait.transfer_ns += nanoseconds_of(Clock::now() - met_);
}

}  // namespace crumple::mpi_profile

namespace crumple {

using namespace mpi_profile;

namespace {

/// The cells by name: a function's literals may differ between files.
std::vector<MpiCell> named_cells() {
  std::map<std::tuple<std::string, std::string, int>, MpiTally> by_name;
  for (const auto& [key, cell] : tables.cells) {
    MpiTally tally = cell.tally;
    tally.nanoseconds = std::int64_t(1e9 * Profile::tick() * double(cell.ticks));
    by_name[{Profile::phase_name(cell.phase), cell.function, cell.size_class}] += tally;
  }
  std::vector<MpiCell> cells;
  for (const auto& [name, tally] : by_name)
    cells.push_back({std::get<0>(name), std::get<1>(name), std::get<2>(name), tally});
  return cells;
}

std::vector<MpiPhase> phases_since_start() {
  std::vector<MpiPhase> phases;
  for (const auto& [name, cost] : Profile::costs()) {
    const PhaseCost in_steps = cost - costs_at_start[name];
    if (in_steps.wall > 0) phases.push_back({name, in_steps.wall, in_steps.mpi_wall, in_steps.compute_cpu()});
  }
  return phases;
}

}  // namespace

std::string size_class_name(int size_class) {
  const auto with_unit = [](std::int64_t bytes) {
    if (bytes >= 1 << 20) return std::to_string(bytes >> 20) + " MiB";
    return bytes >= 1024 ? std::to_string(bytes >> 10) + " KiB" : std::to_string(bytes) + " B";
  };
  if (size_class == no_size) return "no size";
  const auto limit = [&](int i) { return with_unit(mpi_size_limits[std::size_t(i)]); };
  if (size_class == int(mpi_size_limits.size())) return fmt::format("> {}", limit(size_class - 1));
  return fmt::format("{} - {}", size_class == 0 ? "0" : limit(size_class - 1), limit(size_class));
}

void set_mpi_profile(const MpiProfileOptions& asked) {
  options = asked;
  set_delays(asked);
  recording = asked.depth != MpiProfileOptions::Depth::off || asked.latency_us > 0 || asked.noise_us > 0;
  Profile::sample_every(asked.depth == MpiProfileOptions::Depth::full ? 1 : 64);
}

void start_mpi_steps() {
  tables = {};
  reset_injected();
  costs_at_start = Profile::costs();
  steps_start = Clock::now();
}

void end_mpi_steps() {
  steps = {};
  steps.wall = std::chrono::duration<double>(Clock::now() - steps_start).count();
  steps.latency = injected_latency();
  steps.noise = injected_noise();
  steps.phases = phases_since_start();
  steps.cells = named_cells();
  for (const MpiCell& cell : steps.cells) steps.mpi += cell.tally.seconds();
  for (const auto& [rank, partner] : tables.partners)
    steps.partners.push_back({int(rank), partner.messages, partner.bytes});
  std::sort(steps.partners.begin(), steps.partners.end(), [](auto& a, auto& b) { return a.rank < b.rank; });
  for (auto& [function, wait] : tables.waits) {
    wait.function = function;
    steps.waits.push_back(wait);
  }
}

MpiProfile gather_mpi_profile(const World& world) {
  if (options.depth == MpiProfileOptions::Depth::off) return {};
  steps.node = world.node().world_ranks.front();
  std::ostringstream stream;
  cereal::BinaryOutputArchive archive(stream);
  archive(steps);
  const std::string text = stream.str();
  MpiProfile profile;
  for (const Bytes& bytes : world.gather(to_bytes(std::span<const char>(text)))) {
    std::istringstream in(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    cereal::BinaryInputArchive pieces(in);
    pieces(profile.emplace_back());
  }
  return profile;
}

}  // namespace crumple
