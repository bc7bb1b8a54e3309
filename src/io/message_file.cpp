#include "io/message_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <numeric>

#include "io/contact_report.hpp"
#include "io/earlier_outputs.hpp"
#include "io/load_report.hpp"
#include "io/mpi_report.hpp"
#include "io/run_result.hpp"
#include "io/timing_table.hpp"
#include "model/substitution.hpp"

namespace crumple {
namespace {

constexpr int box_width = 49;

std::string box_line(const std::string& text) {
  return fmt::format("     |{:<{}.{}}|\n", "  " + text, box_width, box_width);
}

const char* contact_name(ContactKind kind) {
  switch (kind) {
    case ContactKind::single_surface:
      return "single surface";
    case ContactKind::surface_to_surface:
      return "surface to surface";
    default:
      return "nodes to surface";
  }
}

std::string format_parts(const Model& model) {
  std::string text = "\n      part   material  section      mat  density        title\n";
  for (const Part& part : model.parts) {
    const Material& material = model.materials[part.material];
    text += fmt::format("{:10}{:11}{:9}{:9}{:12.4E}     {}\n", part.id, material.id,
                        part.section == none ? 0 : model.sections[part.section].id, material.number(), material.density,
                        part.title);
  }
  return text;
}

}  // namespace

std::string message_file_name(int rank) { return fmt::format("mes{:04}", rank); }

std::string format_banner(const RunInfo& run) {
  const std::string rule(box_width, '_');
  const bool is_double = run.precision == "double";
  std::string text = fmt::format(" Date: {}      Time: {}\n", date_text(run.start), time_text(run.start));
  text += fmt::format("      {}\n", rule);
  text += box_line("");
  text += box_line("Crumple: explicit crash analysis");
  text += box_line(fmt::format("Version : mpp {} {}", is_double ? 'd' : 's', run.version));
  text += box_line("");
  text += box_line("Platform   : " + run.platform);
  text += box_line("OS Level   : " + run.os_level);
  text += box_line("Compiler   : " + run.compiler);
  text += box_line("MPI        : " + run.mpi);
  text += box_line("Hostname   : " + run.host);
  text += box_line(fmt::format("Messages   : {} collectives, {}", run.collectives, run.transport));
  text += box_line(std::string("Precision  : ") + (is_double ? "Double precision (I8R8)" : "Single precision (I4R4)"));
  text += box_line("Instr. set : " + run.isa);
  text += fmt::format("     |{}|\n\n", rule);
  if (!run.dump.empty())
    text += fmt::format(" Restarted from: {}, cycle {}, time {:.6E}\n", run.dump, run.first_cycle, run.first_time);
  if (!run.deck.empty()) text += fmt::format(" Input file: {}\n", run.deck);
  text += fmt::format(" Command line options: {}\n", run.command_line);
  text += fmt::format(" MPP execution with{:8} procs\n", run.ranks);
  if (run.threads > 1) text += fmt::format(" Threads per process{:7}\n", run.threads);
  return text;
}

std::string format_echo(const RunInfo& run, const Model& model) {
  std::string text = fmt::format("\n {}\n\n", run.title);
  const auto count = [&](const char* what, auto n) { text += fmt::format(" number of {:<26}={:11}\n", what, n); };
  count("nodes", run.n_nodes);
  count("shell elements", run.n_shells);
  count("solid elements", run.n_solids);
  if (run.n_beams > 0) count("beam elements", run.n_beams);
  if (run.n_springs > 0) count("discrete elements", run.n_springs);
  count("mass elements", run.n_masses);
  count("parts", run.n_parts);
  count("materials", model.materials.size());
  count("contact interfaces", model.contacts.size());
  if (!model.tied_contacts.empty()) count("tied contacts", model.tied_contacts.size());
  count("rigid walls", model.walls.size());
  count("rigid bodies", model.rigid_bodies.size());
  count("spot welds", run.n_spot_welds);
  text += fmt::format("\n termination time                    ={:14.4E}\n", model.control.end_time);
  text += fmt::format(" time step scale factor              ={:14.4E}\n", model.control.dt_scale);
  text += fmt::format(" mass scaling time step (DT2MS)      ={:14.4E}\n", model.control.mass_scaling_dt);
  text += format_parts(model);
  for (const Contact& contact : model.contacts)
    text += fmt::format("\n contact interface{:10}  type = {}, friction ={:11.4E}  {}\n", contact.id,
                        contact_name(contact.kind), contact.friction_static, contact.title);
  for (const TiedContact& contact : model.tied_contacts)
    text += fmt::format("\n tied contact    {:10}  {} nodes tied  {}\n", contact.id, contact.n_ties, contact.title);
  for (const ForceTransducer& transducer : model.transducers)
    text += fmt::format("\n force transducer{:10}  {}  {}\n", transducer.id,
                        transducer.has_side_b ? "against side B" : "against all", transducer.title);
  return text + "\n";
}

/// The reason and the time.
static std::string format_ending(const RunResult& result, std::time_t end) {
  const std::string reason = result.reason.empty() ? "" : fmt::format(" *** {} ***\n", result.reason);
  return reason + format_cycle_line(result.clock, result.failed() ? "error termination" : "termination", end);
}

std::string format_closing(const RunInfo& run, const RunResult& result, std::time_t end) {
  std::string text = format_ending(result, end);
  text += fmt::format("\n{}    {}\n\n", termination_line(result), short_date_text(end));
  if (const std::string penetrations = format_penetrations(result); !penetrations.empty()) text += penetrations + "\n";
  text += format_timing(result) + "\n" + format_rank_loads(result) + "\n";
  text += format_totals(run, result, end);
  text += "\n";
  for (const std::string& line : substitutions_among(result.start_warnings)) text += fmt::format(" *** {}\n", line);
  return text + format_last_lines(result);
}

std::string format_outcome(const RunInfo& run, const RunResult& result, const std::string& prefix) {
  const Energies& e = result.energies;
  const auto start = std::accumulate(result.start.begin(), result.start.end(), 0.0,
                                     [](double sum, const auto& stage) { return sum + stage.second; });
  std::string text = fmt::format(" {} at t = {:.4E}, cycle {}\n", result.reason, result.clock.time, result.clock.cycle);
  text += fmt::format(" energy: kinetic {:.5g}, internal {:.5g}, total {:.5g}; ratio {:.6g}\n", e.kinetic, e.internal,
                      e.total(), e.ratio());
  text += fmt::format(" {:.2f} s: start {:.2f} s, steps {:.2f} s; {:.0f} ns per element and cycle on a core\n",
                      result.wall_total, start, result.wall_step_loop, result.ns_per_element_cycle(run));
  text += fmt::format(" state hash {}; the rest is in {}mes0000\n",
                      result.state_hash.empty() ? "none" : result.state_hash, prefix);
  return text + format_last_lines(result);
}

std::string format_last_lines(const RunResult& result) {
  std::string text = fmt::format(" Number of warnings{:6}\n", result.start_warnings.size() + result.warnings.size());
  for (const std::string& warning : result.warnings) text += fmt::format(" *** {}\n", warning);
  return text + termination_line(result) + "\n";
}

MessageFile::MessageFile(int rank, const std::string& prefix, EarlierOutputs& earlier, bool on_all_ranks)
    : is_root_(rank == 0) {
  if (!is_root_ && !on_all_ranks) return;
  failure.keep([&] {
    const std::string name = message_file_name(rank);
    if (is_root_) {
      file_ = earlier.continue_text(name, prefix);
      printed_ = earlier.continue_text("d3hsp", prefix);
      if (!printed_) printed_.emplace(prefix + "d3hsp");
    } else if (std::error_code absent; std::filesystem::equivalent(earlier.prefix + name, prefix + name, absent)) {
      file_.emplace(prefix + name, std::int64_t(std::filesystem::file_size(prefix + name)));
    }
    if (!file_) file_.emplace(prefix + name);
  });
}

void MessageFile::put(const std::string& text) {
  if (!is_root_) return;
  failure.keep([&] {
    file_->write(text);
    printed_->write(text);
  });
}

void MessageFile::print(const std::string& text) {
  if (printed_) failure.keep([&] { printed_->write(text); });
}

void MessageFile::note(const std::string& text) {
  if (file_) failure.keep([&] { file_->write(text); });
}

void MessageFile::banner(const RunInfo& run) { put(format_banner(run)); }
void MessageFile::echo(const RunInfo& run, const Model& model) {
  if (is_root_) note(format_echo(run, model));
}

void MessageFile::warn(const std::vector<std::string>& warnings) {
  std::string text;
  for (const std::string& warning : warnings) text += fmt::format("\n *** Warning\n     {}\n", warning);
  if (!text.empty()) put(text + "\n");
}

void MessageFile::cycle(const Clock& clock, const std::string& event) {
  put(format_cycle_line(clock, event, std::time(nullptr)));
}

void MessageFile::line(const std::string& text) { put(text + "\n"); }

void MessageFile::finish(const RunInfo& run, const RunResult& result) {
  if (result.added_mass != 0)
    line(fmt::format(" mass added by mass scaling in the run  = {:13.4E}", result.added_mass));
  note(format_load_report(result) + format_mpi_report(result) + "\n");
  put(format_closing(run, result, std::time(nullptr)));
}

void MessageFile::close_rank(const RunResult& result) {
  if (is_root_) return;
  note(format_ending(result, std::time(nullptr)) + termination_line(result) + "\n");
}

}  // namespace crumple
