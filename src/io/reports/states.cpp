// states.vtkhdf: the deformed mesh over time, beside d3plot, for ParaView.
#include "io/states.hpp"

#include <algorithm>
#include <filesystem>

#include "comm/records.hpp"
#include "comm/together.hpp"
#include "io/global_stress.hpp"
#include "io/text_database.hpp"
#include "physics/state/element_output.hpp"

namespace crumple {
namespace {

class States final : public Recorder {
 public:
  explicit States(const OutputPlace& place)
      : fields_(place.run.fields),
        file_(place.storage, place.domain, place.prefix + file_name, fields_, n_earlier(place)) {}

  void record(const Moment& now) override {
    const Model& model = now.domain().model;
    ElementOutput output = element_output(now.elements, model);
    if (fields_.contains("stress"))
      for (Index item = 0; std::size_t(item) < model.n_elements(); ++item) {
        const PointStress mean = mean_of(global_stress(now.elements, model, now.step.nodes.position, item));
        std::ranges::copy(mean.stress, output.stress.emplace_back().begin());
      }
    file_.write(now.clock().time, now.step.nodes.position, now.mid.velocity, output);
  }
  void redistribute() override { file_.redistribute(); }
  Bytes save() override {
    Bytes bytes;
    put(bytes, file_.n_states());
    put_records(bytes, file_.records());
    return bytes;
  }
  void finish(RunResult&) override { file_.close(); }

 private:
  static constexpr const char* file_name = "states.vtkhdf";
  /// The number of states of an earlier run in the file, if its files have been copied here. Collective.
  static int n_earlier(const OutputPlace& place) {
    const Bytes* saved = place.earlier.find("states");
    if (!saved) return 0;
    std::span<const std::byte> rest = *saved;
    const int n = take<int>(rest);
    double usable[1] = {0};
    together(place.world, [&] {
      if (!place.world.is_root() || n == 0 || !place.earlier.bring(file_name, place.prefix, 0)) return;
      const std::vector<FileRecords> records = take_records(rest);
      if (mend(place, records, false) && bring_parts(place) && mend(place, records, true) &&
          has_states(place.prefix + file_name, place.domain, place.run.fields, n))
        usable[0] = n;
      else
        place.earlier.missing.push_back(file_name);
    });
    place.world.broadcast(std::span<double>(usable));
    return int(usable[0]);
  }

  /// Restores the file of states, or those of single ranks, as they were at the time of the dump. For root.
  static bool mend(const OutputPlace& place, const std::vector<FileRecords>& records, bool of_single_ranks) {
    const std::filesystem::path path = place.prefix + file_name;
    return std::ranges::all_of(records, [&](const FileRecords& of_file) {
      if (of_file.file.empty() == of_single_ranks) return true;
      return restore_records(of_file, of_single_ranks ? path.parent_path() / of_file.file : path);
    });
  }

  /// Copies the files of single ranks; false: some are missing. For root.
  static bool bring_parts(const OutputPlace& place) {
    namespace fs = std::filesystem;
    const std::string job = fs::path(place.prefix).filename(), job_before = fs::path(place.earlier.prefix).filename();
    return std::ranges::all_of(files_of_states(place.prefix + file_name), [&](const std::string& name) {
      if (fs::path(name).is_absolute()) return fs::exists(name);  // on node-local storage
      const bool is_named_alike = job == job_before && name.starts_with(job);
      return is_named_alike && fs::exists(place.earlier.prefix + name.substr(job.size())) &&
             place.earlier.bring(name.substr(job.size()), place.prefix, 0);
    });
  }

  const FieldNames fields_;
  StatesFile file_;
};

}  // namespace

namespace recorders {
extern const RecorderKind states{.name = "states", .with = "d3plot", .choice = "vtkhdf", .open = open_recorder<States>};
}

}  // namespace crumple
