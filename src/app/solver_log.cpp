#include "app/solver_log.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <filesystem>

#include "comm/together.hpp"

namespace crumple {

SolverLog::SolverLog(const Job& job) : job_(job) {
  together(job.world, [&] {
    if (!job.world.is_root()) return;
    file_.emplace(job.prefix + "solver.csv");
    file_->write("call,ordering,columns,begin,seconds,cpu_seconds,entries,operations,memory_in_core,memory_out_of_core,"
                 "disk,memory,reads,writes,bytes_read,bytes_written,storage_read,storage_written\n");
  });
}

SolverSettings SolverLog::settings() {
  SolverSettings settings;
  settings.is_out_of_core = job_.domain.model.implicit.is_out_of_core;
  settings.folders = job_.options.scratch;
  const auto slash = job_.prefix.rfind('/');
  if (settings.folders.empty()) settings.folders = {slash == std::string::npos ? "." : job_.prefix.substr(0, slash)};
  const std::string results = std::filesystem::absolute(job_.prefix).string();  // which no other run writes
  settings.run = fmt::format("{:016x}", XXH3_64bits(results.data(), results.size()));
  settings.ordering = job_.options.ordering;
  settings.columns_at_once = job_.options.rhs_block;
  settings.least_to_share = job_.options.solve_alone;
  settings.report = [this](const SolverCall& call) { take(call); };
  return settings;
}

void SolverLog::take(const SolverCall& call) {
  const SolverNeeds& needs = call.needs;
  if (call.name == "analysis") {
    totals_.analysis_seconds += call.seconds;
  } else if (call.name == "factorisation") {
    ++totals_.n_factorisations;
    totals_.n_operations += needs.n_operations;
    totals_.factor_seconds += call.seconds;
  } else {
    totals_.n_right_hand_sides += call.n_columns;
    totals_.solve_seconds += call.seconds;
  }
  if (call.name == "analysis")
    job_.outputs.messages.line(
        fmt::format(" analysis: ordering {}, {:.3E} entries, {:.3E} operations, {:.2f} s; needs {:.0f} MB of memory, "
                    "out of core {:.0f} MB and {:.0f} MB of disk",
                    call.ordering, needs.n_entries, needs.n_operations, call.seconds, 1e-6 * needs.memory_in_core,
                    1e-6 * needs.memory_out_of_core, 1e-6 * needs.disk));
  if (!file_) return;
  const IoCounters& io = call.io;
  job_.outputs.messages.failure.keep([&] {
    file_->write(fmt::format("{},{},{},{:.6f},{:.6f},{:.6f},{:.0f},{:.6E},{:.0f},{:.0f},{:.0f},{:.0f},", call.name,
                             call.ordering, call.n_columns, call.begin, call.seconds, call.cpu_seconds,
                             needs.n_entries, needs.n_operations, needs.memory_in_core, needs.memory_out_of_core,
                             needs.disk, call.memory));
    file_->write(fmt::format("{},{},{},{},{},{}\n", io.reads, io.writes, io.bytes_read, io.bytes_written,
                             io.storage_read, io.storage_written));
  });
}

}  // namespace crumple
