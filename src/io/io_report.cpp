#include "io/io_report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/run_info.hpp"
#include "io/run_result.hpp"

namespace crumple {
namespace {

using Json = nlohmann::ordered_json;

/// Over the ranks.
template <class Get>
Json spread(const std::vector<IoCost>& ranks, Get&& get) {
  double sum = 0, least = get(ranks[0]), most = least;
  for (const IoCost& cost : ranks) {
    sum += get(cost);
    least = std::min(least, double(get(cost)));
    most = std::max(most, double(get(cost)));
  }
  return {{"mean", sum / double(ranks.size())}, {"least", least}, {"greatest", most}};
}

Json summarise_kind(const std::vector<IoCost>& ranks) {
  IoCost sum;
  for (const IoCost& cost : ranks) sum += cost;
  Json kind = {{"opened", sum.files}, {"requests", sum.requests}, {"bytes", sum.bytes}};
  kind["sizes"] = Json::object();
  for (const auto& [size, n] : sum.sizes) kind["sizes"][std::to_string(std::int64_t(1) << size)] = n;
  kind["posix"] = {{"requests", sum.posix_requests}, {"bytes", sum.posix_bytes}, {"storage_bytes", sum.storage_bytes}};
  kind["bytes_per_rank"] = spread(ranks, [](const IoCost& cost) { return double(cost.bytes); });
  for (std::size_t phase = 0; phase < io_phase_names.size(); ++phase)
    kind["seconds"][io_phase_names[phase]] = spread(ranks, [&](const IoCost& cost) { return cost.seconds[phase]; });
  const double behind = sum[IoPhase::behind];
  kind["hidden_s"] = std::max(0.0, behind - sum[IoPhase::join]);
  return kind;
}

}  // namespace

Json summarise_io(const RunInfo& run, const RunResult& result) {
  const StorageSettings& settings = run.storage;
  Json io = {{"mode", settings.mode},       {"writers", run.n_writers},    {"chunk", settings.chunk_rows},
             {"align", settings.alignment}, {"deflate", settings.deflate}, {"sync", settings.sync},
             {"files", Json::object()}};
  for (const char* kind : {"states", "dumps"}) {
    std::vector<IoCost> ranks;
    for (const IoCosts& costs : result.io)
      if (const auto found = costs.find(kind); found != costs.end()) ranks.push_back(found->second);
    if (!ranks.empty()) io["files"][kind] = summarise_kind(ranks);
  }
  return io;
}

}  // namespace crumple
