#include "app/dumps.hpp"

#include <fmt/format.h>

#include <cereal/archives/binary.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/set.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/vector.hpp>
#include <filesystem>

#include "app/result_folder.hpp"
#include "app/simulation.hpp"
#include "base/error.hpp"
#include "comm/together.hpp"
#include "model/layout.hpp"

namespace crumple {
namespace {

/// The name of the part that is read here; the other parts have their own names.
const std::string part_name = "outputs";

}  // namespace

void check_fits(const DumpFile& dump, const Options& options) {
  const DumpHead& head = dump.head();
  if (head.program != CRUMPLE_VERSION)
    throw Error(fmt::format("r={}: was written by Crumple {}, this is {}", dump.path(), head.program, CRUMPLE_VERSION));
  if (head.model_layout != model_layout())
    throw Error(fmt::format("r={}: was written by another build of Crumple {}, which lays models out in another way: "
                            "expected a dump of this build, or of one with the same model",
                            dump.path(), CRUMPLE_VERSION));
  if (!options.precision.empty() && options.precision != head.precision)
    throw Error(fmt::format("r={}: was written in {} precision, and precision={} is asked for: expected the same",
                            dump.path(), head.precision, options.precision));
}

EarlierRun read_earlier_run(const World& world, const DumpFile* dump) {
  EarlierRun earlier;
  if (!dump) return earlier;
  std::string job_id;
  together(world, [&] {
    dump->read(part_name, [&](std::istream& in) {
      cereal::BinaryInputArchive archive(in);
      archive(earlier.outputs.saved, earlier.last_dump, job_id, earlier.states, earlier.fields, earlier.binout);
    });
  });
  const std::filesystem::path folder = std::filesystem::path(dump->path()).parent_path();
  earlier.outputs.prefix = result_prefix(folder.empty() ? "." : folder.string(), job_id);
  return earlier;
}

void Dumps::check(Simulation& simulation) {
  const SenseSwitch given = job_.outputs.switches.given;  // saving may receive the next one
  const std::vector<std::string> due = take_due(simulation);
  if (!due.empty()) {
    const SavedState state = simulation.save();
    for (const std::string& name : due) write(name, simulation.clock(), state);
  }
  if (ends_run(given)) simulation.end({describe(given), termination_by(given)});
}

std::vector<std::string> Dumps::take_due(Simulation& simulation) {
  const std::int64_t cycle = simulation.clock().cycle;
  const auto& cycles = job_.domain.model.output.dump_cycles;
  const bool is_at_end = (!cycles.empty() || job_.options.dump_time) && simulation.is_at_end();
  const auto is_due = [&](const char* kind) {
    const auto found = cycles.find(kind);
    return found != cycles.end() && (is_at_end || cycle % found->second == 0);
  };
  const SenseSwitch given = job_.outputs.switches.given;
  const bool asked =
      asks_for_dump(given) || (ends_run(given) && job_.options.final_dump) || (job_.options.dump_time && is_at_end);
  std::vector<std::string> due;
  if (asked || is_due("d3dump")) due.push_back(fmt::format("d3dump{:02}", ++last_number_));
  if (is_due("runrsf")) due.push_back("runrsf");
  return due;
}

void Dumps::write(const std::string& name, const Clock& clock, const SavedState& state) const {
  const auto saved = job_.outputs.save();
  std::map<std::string, DumpPart> parts = job_.distribution.parts();
  parts[part_name] = [&](std::ostream& out) {
    cereal::BinaryOutputArchive archive(out);
    archive(saved, last_number_, job_.options.job_id, job_.run.states, job_.run.fields, job_.run.binout);
  };
  const RunInfo& run = job_.run;
  write_dump(job_.storage, job_.prefix + name,
             {run.version, run.precision, clock.cycle, clock.time, run.ranks, model_layout()}, parts, state);
  job_.outputs.messages.cycle(clock, fmt::format("write {} file", name));
}

}  // namespace crumple
