#include "app/program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/binding.hpp"
#include "app/check_deck.hpp"
#include "app/commit.hpp"
#include "app/distribute.hpp"
#include "app/drive.hpp"
#include "app/dumps.hpp"
#include "app/implicit_analysis.hpp"
#include "app/device_support.hpp"
#include "app/isa.hpp"
#include "app/mpi_files.hpp"
#include "app/option_pages.hpp"
#include "app/plan.hpp"
#include "app/rank_load.hpp"
#include "app/result_folder.hpp"
#include "app/run_simulation.hpp"
#include "app/terminal.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/loops.hpp"
#include "base/process_usage.hpp"
#include "base/profile.hpp"
#include "comm/machine.hpp"
#include "comm/planned_ranks.hpp"
#include "comm/together.hpp"
#include "deck/describe.hpp"
#include "decomp/partition.hpp"
#include "io/load_report.hpp"
#include "io/mpi_report.hpp"
#include "io/rank_table.hpp"
#include "io/summary.hpp"
#include "solver/sparse_solver.hpp"

namespace crumple {
namespace {

std::string info_text() {
  return fmt::format(
      "Crumple {}\n"
      "  commit             {}\n"
      "  build              {}, {}\n"
      "  instruction sets   {} on this machine, of {}\n"
      "  MPI                {}\n"
      "  Kokkos             {}.{}.{} ({})\n"
      "  HDF5               {}\n"
      "  METIS              {}\n"
      "  direct solver      {}\n",
      CRUMPLE_VERSION, commit, CRUMPLE_BUILD, CRUMPLE_COMPILER, fmt::join(available_isas(), ", "),
      fmt::join(built_isas(), ", "), World::library_version(), KOKKOS_VERSION / 10000, KOKKOS_VERSION / 100 % 100,
      KOKKOS_VERSION % 100, Kokkos::DefaultHostExecutionSpace::name(), hdf5_version(), metis_version(),
      sparse_solver_name().empty() ? "none: no implicit analysis" : sparse_solver_name());
}

RunInfo describe_run(const World& world, const Options& options, const kernels::KernelTable& kernels,
                     const Storage& storage, const Domain& domain, const DumpFile* dump, const EarlierRun& earlier) {
  RunInfo run;
  run.title = domain.model.title;
  run.deck = options.deck;
  run.command_line = options.command_line;
  run.version = CRUMPLE_VERSION;
  run.commit = commit;
  run.deck_hash = domain.model.deck_hash;
  run.compiler = CRUMPLE_COMPILER;
  run.mpi = World::library_version();
  run.isa = kernels.isa;
  run.precision = dump ? dump->head().precision : options.precision == "double" ? "double" : "single";
  run.ranks = world.size();
  run.threads = options.threads;
  run.collectives = options.collectives;
  run.transport = options.transport;
  run.states = options.states.value_or(earlier.states);
  run.fields = options.fields.value_or(earlier.fields);
  run.binout = options.binout.value_or(earlier.binout);
  run.storage = storage.settings();
  run.n_writers = storage.n_writers();
  run.messag = options.messag;
  run.stability = options.stability;
  run.n_nodes = domain.n_global_nodes;
  run.n_shells = domain.n_global_shells;
  run.n_solids = domain.n_global_solids;
  run.n_beams = domain.n_global_beams;
  run.n_springs = domain.n_global_springs;
  run.n_masses = domain.n_global_masses;
  run.n_spot_welds = domain.n_global_spot_welds;
  run.n_parts = int(domain.model.parts.size());
  if (dump) {
    run.dump = dump->path();
    run.first_cycle = dump->head().cycle;
    run.first_time = dump->head().time;
  }
  describe_machine(run);
  return run;
}

/// Broadcasts root's text.
void broadcast(const World& world, std::string& text) {
  Bytes bytes = to_bytes(std::span<const char>(text));
  world.broadcast(bytes);
  text.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

/// Wall time by phase: the mean over the ranks.
std::map<std::string, double> mean_phases(const World& world) {
  // Every rank has the same phases, except some that occur on one rank only (root's reading): agree on the names first.
  const std::map<std::string, double> own = Profile::seconds();
  std::string names;
  for (const auto& [name, seconds] : own) names += name + '\n';
  std::map<std::string, double> mean;
  const std::vector<Bytes> all = world.gather(to_bytes(std::span<const char>(names)));
  std::string joined;
  for (const Bytes& bytes : all) joined.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  broadcast(world, joined);
  for (std::size_t at = 0; at < joined.size();) {
    const std::size_t end = joined.find('\n', at);
    mean[joined.substr(at, end - at)] = 0;
    at = end + 1;
  }
  std::vector<double> seconds;
  for (const auto& [name, zero] : mean) {
    const auto mine = own.find(name);
    seconds.push_back(mine != own.end() ? mine->second : 0.0);
  }
  world.sum(std::span<double>(seconds));
  std::size_t next = 0;
  for (auto& [name, value] : mean) value = seconds[next++] / world.size();
  return mean;
}

std::vector<std::string> gather_hosts(const World& world) {
  std::vector<std::string> hosts;
  for (const Bytes& name : world.gather(to_bytes(std::span<const char>(host_name()))))
    hosts.emplace_back(reinterpret_cast<const char*>(name.data()), name.size());
  return hosts;
}

void say(const World& world, const std::string& text) {
  if (!world.is_root()) return;
  fmt::print("{}", text);
  std::fflush(stdout);
}

/// The folder of the results (o=, or else the pfile's global directory), locked once taken.
struct ResultFolder {
  std::string path;                  ///< on root
  std::string asked_by;              ///< on root, prefix of the path in messages
  std::string prefix;                ///< of file names
  std::unique_ptr<ResultLock> lock;  ///< on root; empty: not taken yet
};

/// `pfile`: root's.
ResultFolder name_folder(const World& world, const Options& options, const Pfile& pfile) {
  ResultFolder results;
  const bool from_pfile = options.output.empty() && !pfile.global_directory.empty();
  results.path = from_pfile ? pfile.global_directory : options.output.empty() ? "." : options.output;
  results.asked_by = from_pfile ? "pfile: directory: global " : "o=";
  results.prefix = result_prefix(results.path, options.job_id);
  broadcast(world, results.prefix);
  return results;
}

/// Creates and locks the folder; removes an old summary. On root.
void lock_folder(ResultFolder& results) {
  try {
    std::filesystem::create_directories(results.path);
    results.lock = std::make_unique<ResultLock>(results.prefix);
    std::filesystem::remove(results.prefix + "summary.json");
  } catch (const std::filesystem::filesystem_error& error) {
    throw Error(fmt::format("{}{}: {}", results.asked_by, results.path, error.code().message()));
  }
}

/// The options, with the pfile's local directory, if used. `pfile`: root's.
StorageSettings storage_settings(const World& world, const Options& options, Pfile& pfile) {
  StorageSettings settings = options.storage;
  settings.local_directory = pfile.local_directory;
  broadcast(world, settings.local_directory);
  if (settings.mode != "file-per-rank" && !settings.local_directory.empty())
    pfile.ignored.push_back("pfile: directory { local } is ignored: only with io=file-per-rank ranks have files");
  return settings;
}

/// Warnings of outputs that start at the restart, because their earlier part is missing.
std::vector<std::string> describe_missing(const EarlierOutputs& earlier) {
  if (earlier.missing.empty()) return {};
  return {fmt::format("{} begin at the restart: their earlier parts are not at {}, or are damaged",
                      fmt::join(earlier.missing, ", "), earlier.prefix)};
}

/// A message may quote a binary file: control characters are replaced by \xNN.
std::string printable(std::string_view message) {
  std::string text;
  for (const char c : message)
    if (std::iscntrl(static_cast<unsigned char>(c)) && c != '\n' && c != '\t')
      text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      text += c;
  return text;
}

void say_error(const World& world, const std::string& message) {
  if (!world.is_root()) return;
  fmt::print(stderr, "{} {}\n", coloured(STDERR_FILENO, Colour::red, "Error:"), printable(message));
}

/// The start of the program's work on the deck.
struct ProgramStart {
  Profile::Clock::time_point wall = Profile::Clock::now();
  double cpu = process_cpu_time();  ///< of this process until then [s]
};

/// Completes the results that are known only at the end of a run. Collective.
void complete(const Job& job, const ProgramStart& beginning, RunResult& result) {
  const World& world = job.world;
  result.phases = mean_phases(world);
  result.start = job.stages.seconds();
  result.mpi = gather_mpi_profile(world);
  result.hosts = gather_hosts(world);
  result.io = gather_io_costs(world, job.storage.costs());
  result.decomposition = job.distribution.method();
  result.loads = gather_rank_loads(world, result.own_load, job.distribution.weights());
  if (result.contacts) gather_contact_loads(world, *result.contacts);
  double cpu[1] = {process_cpu_time() - beginning.cpu};
  world.sum(cpu);
  result.cpu_total = cpu[0];
  result.wall_total = seconds_since(beginning.wall);
}

/// Steps to the end, with all reports. `missing`: warnings of this start only.
Termination run_to_end(const Job& job, const std::vector<std::string>& missing, const ProgramStart& beginning) {
  const World& world = job.world;
  const RunInfo& run = job.run;
  const Domain& domain = job.domain;
  Outputs& outputs = job.outputs;
  outputs.messages.banner(run);
  outputs.messages.echo(run, domain.model);
  std::vector<std::string> warnings = domain.model.warnings;
  warnings.insert(warnings.end(), missing.begin(), missing.end());
  if (const std::string binding = describe_binding(job.options.threads); !binding.empty()) warnings.push_back(binding);
  outputs.messages.warn(warnings);
  if (const std::string& note = job.distribution.cost_note(); !note.empty()) {
    outputs.messages.line(" " + note);
    say(world, note + "\n");
  }
  const std::string label = coloured(STDOUT_FILENO, Colour::yellow, "warning:");
  for (const std::string& warning : warnings) say(world, label + " " + warning + "\n");

  RunResult result = domain.model.implicit.is_on && !domain.model.implicit.has_phases()
                         ? run_implicit(job)
                         : run_simulation(job);
  const std::string failure = failure_of([&] { agree(world, outputs.messages.failure.message()); });
  if (!result.failed() && !failure.empty()) result.termination = Termination::error, result.reason = failure;
  result.start_warnings.insert(result.start_warnings.begin(), warnings.begin(), warnings.end());
  complete(job, beginning, result);
  const auto write_reports = [&] {
    outputs.messages.finish(run, result);
    if (!result.mpi.empty()) write_mpi_csv(job.prefix, result.mpi);
    write_rank_table(job.prefix + "rank_load.csv", result.loads);
    write_load_profiles(job.prefix, result);
    write_summary(job.prefix, run, result);
  };
  try {
    on_root(world, write_reports);
  } catch (const Error&) {        // on all ranks
    if (!result.failed()) throw;  // otherwise the run failed before, perhaps for the same reason
  }
  outputs.messages.close_rank(result);
  if (!result.failed()) agree(world, outputs.messages.failure.message());
  if (result.failed()) {
    say(world, format_last_lines(result));
    say_error(world, result.reason);
  } else {
    say(world, format_outcome(run, result, job.prefix));
  }
  return result.termination;
}

/// For failures without agreement, perhaps on this rank alone: it must not wait for the others.
[[noreturn]] void end_alone(const World& world, const std::string& message) {
  fmt::print(stderr, "Error on rank {}: {}\n", world.rank(), message);
  world.abort(1);
  std::abort();  // GCC 12 forgets that the call above does not return
}

/// Writes what this rank still can when it ends a run alone, each in its own try: the log itself may be what cannot be
/// written.
void leave_summary(const Job& job, const std::string& message) {
  failure_of([&] { job.outputs.messages.note(fmt::format(" *** Error on this rank: {} ***\n", message)); });
  failure_of([&] {
    RunResult result;
    result.termination = Termination::error;
    result.reason = fmt::format("rank {}: {}", job.world.rank(), message);
    write_summary(job.prefix, job.run, result);
  });
}

/// Also sets the device of the run, before its first loop and its first array.
const kernels::KernelTable& choose_run_kernels(const World& world, const Options& options) {
  if (options.device == "none") return choose_kernels(options.isa);
  const int rank = options.device == "cuda" ? rank_on_machine() : 0;
  const kernels::KernelTable* kernels = nullptr;
  together(world, [&] { kernels = &kernels_of_device(options.device, rank); });
  kernels::device_of_run() = kernels->device;
  return *kernels;
}

int run_deck(World& world, const Options& options) {
  const ProgramStart beginning;
  set_mpi_profile(options.mpi_profile);
  const kernels::KernelTable& kernels = choose_run_kernels(world, options);
  world.use_modes(options.collectives, options.transport, options.ranks_per_node);
  Pfile pfile;
  on_root(world, [&] {
    if (!options.pfile.empty()) pfile = read_pfile(options.pfile);
  });
  Storage storage(world, storage_settings(world, options, pfile));
  std::optional<DumpFile> opened;
  if (!options.restart.empty()) opened.emplace(world, options.restart);
  const DumpFile* dump = opened ? &*opened : nullptr;
  if (dump) check_fits(*dump, options);
  if ((dump ? dump->head().precision : options.precision) != "double") flush_denormals();
  EarlierRun earlier = read_earlier_run(world, dump);
  ResultFolder results = name_folder(world, options, pfile);
  const std::string& prefix = results.prefix;
  on_root(world, [&] {
    if (std::filesystem::is_directory(results.path)) lock_folder(results);
  });
  StartStages stages(world.is_root() && options.progress != Progress::off);
  Distribution distribution(world, options, std::move(pfile), dump, kernels, stages);
  on_root(world, [&] {  // not before the deck is read: a misspelt deck creates no folder
    if (!results.lock) lock_folder(results);
  });
  if (distribution.only_decomposes()) {
    stages.finish();
    distribution.write_costs(prefix);
    distribution.show(prefix);
    return say(world, "The decomposition is written; the pfile asks for no run.\n"), 0;
  }
  stages.begin("distributing");
  Domain domain = distribution.cut();
  stages.finish();
  if (options.device != "none") together(world, [&] { prepare_device(domain.model, options.device); });
  on_root(world, [&] { clear_older_results(prefix, earlier.outputs.prefix); });
  distribution.write_costs(prefix);
  const RunInfo run = describe_run(world, options, kernels, storage, domain, dump, earlier);
  say(world, fmt::format("{}\n{}, {}, {}, {} on {} x {}, {}, {} precision\n", run.title, counted(run.n_nodes, "node"),
                         counted(run.n_shells, "shell"), counted(run.n_solids, "solid"), counted(run.n_parts, "part"),
                         counted(run.ranks, "rank"), counted(run.threads, "thread"), run.isa, run.precision));
  Outputs outputs(storage, domain, run, prefix, earlier.outputs);
  if (options.wall_time_limit) outputs.switches.limit_time(*options.wall_time_limit);
  if (options.dump_time) outputs.switches.dump_every(*options.dump_time);
  const Job job{world, options, kernels, run, prefix, distribution, domain, outputs, storage, dump, earlier.last_dump,
                stages};
  try {
    return int(run_to_end(job, describe_missing(earlier.outputs), beginning));
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    leave_summary(job, message_of(error));
    end_alone(world, message_of(error));  // no throw: closing the outputs would wait for others
  }
}

/// Executes the options on this rank. Kokkos is initialised.
int carry_out(World& world, const Options& options) {
  if (options.command == "help")
    say(world, help_text());
  else if (options.command == "info")
    say(world, info_text());
  else if (options.command == "version")
    say(world, fmt::format("crumple {} ({})\n", CRUMPLE_VERSION, commit));
  else if (options.command == "keywords")
    say(world, deck::describe_keywords(deck::all_keywords()));
  else if (options.command == "plan")
    plan_runs(world, options);
  else if (options.command == "man")
    say(world, manual_page());
  else if (options.command == "completion")
    say(world, bash_completion());
  else if (options.command == "drive")
    drive_material(world, options);
  else if (options.command == "check") {
    DeckCheck check;
    on_root(world, [&] { check = check_deck(options); });
    const Colour colour = check.runs ? Colour::green : Colour::red;
    say(world, check.text + "\n" + coloured(STDOUT_FILENO, colour, check.verdict) + "\n");
    return check.runs ? 0 : 1;
  } else
    return run_deck(world, options);
  return 0;
}

/// Runs `work` on this rank, reports its errors, and returns the exit status.
template <class Work>
int report_errors(const World& world, Work&& work) {
  try {
    return work();
  } catch (const Error& error) {
    say_error(world, error.what());
  } catch (const std::exception& error) {
    end_alone(world, message_of(error));
  }
  return 1;
}

Kokkos::InitializationSettings kokkos_settings(const Options& options) {
  return Kokkos::InitializationSettings().set_num_threads(options.threads).set_disable_warnings(true);
}

}  // namespace

int run_program(int argc, char** argv) {
  keep_mpi_files_apart();
  World world(argc, argv);
  return report_errors(world, [&] {
    World::require_threads();
    Options options = parse_options(std::vector<std::string>(argv + 1, argv + argc));
    if (options.threads == 0) options.threads = cores_per_rank(world);
    Kokkos::ScopeGuard kokkos(kokkos_settings(options));
    if (Kokkos::Profiling::profileLibraryLoaded()) Profile::show_regions();
    return carry_out(world, options);
  });
}

int run_program_in_memory(int n_ranks, const std::vector<std::string>& arguments) {
  keep_mpi_files_apart();
  Options options = parse_options(arguments);
  options.threads = std::max(options.threads, 1);
  options.mpi_profile.depth = MpiProfileOptions::Depth::off;
  if (options.storage.mode != "async") options.storage.mode = "aggregated";
  options.storage.writers = 1;
  options.storage.sync = false;  // waiting for the disk takes longer than a short run
  Kokkos::ScopeGuard kokkos(kokkos_settings(options));
  int status = 0;
  run_planned_ranks(n_ranks, {.steps = true},
                    [&](World& world) { status |= report_errors(world, [&] { return carry_out(world, options); }); });
  return status;
}

}  // namespace crumple
