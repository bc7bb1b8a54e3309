#include "app/binding.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/cores.hpp"
#include "comm/world.hpp"

namespace crumple {
namespace {

/// The cores that this rank may use, by socket and core number.
std::set<std::pair<int, int>> allowed_cores() {
  std::set<std::pair<int, int>> cores;
  for (const int cpu : allowed_processors()) {
    const auto read = [&](const char* name, int otherwise) {
      std::ifstream file(fmt::format("/sys/devices/system/cpu/cpu{}/topology/{}", cpu, name));
      int value = otherwise;
      file >> value;
      return file ? value : otherwise;
    };
    cores.emplace(read("physical_package_id", 0), read("core_id", cpu));
  }
  return cores;
}

}  // namespace

int cores_per_rank(const World& world) {
  const auto cores = allowed_cores();
  const int quota = processor_quota().value_or(std::numeric_limits<int>::max());
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  std::string place = host;
  for (const auto& [socket, core] : cores) place += fmt::format(" {}/{}", socket, core);
  const std::vector<Bytes> places = world.gather(to_bytes(std::span<const char>(place)));
  const std::vector<Bytes> quotas = world.gather(to_bytes(std::span(&quota, 1)));
  std::map<std::string, int> n_ranks;  // by set of cores, and by host
  std::vector<std::array<std::string, 2>> of_rank;
  for (const Bytes& bytes : places) {
    const std::string where(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    of_rank.push_back({where, where.substr(0, where.find(' ')) + ":"});
    for (const std::string& one : of_rank.back()) ++n_ranks[one];
  }
  double least[1] = {1e9};
  for (std::size_t r = 0; r < places.size(); ++r) {
    const auto& [where, on_host] = of_rank[r];
    const auto n_cores = std::int64_t(std::ranges::count(where, '/')) / n_ranks[where];
    const auto n_granted = std::int64_t(from_bytes<int>(quotas[r])[0]) / n_ranks[on_host];
    least[0] = std::min(least[0], double(std::max<std::int64_t>(1, std::min(n_cores, n_granted))));
  }
  world.broadcast(std::span<double>(least));  // root's, which has all sets of cores
  return int(least[0]);
}

std::string describe_binding(int n_threads) {
  const int allowed = int(allowed_processors().size());
  const int wanted = std::min(n_threads, int(sysconf(_SC_NPROCESSORS_ONLN)));
  if (allowed == 0 || allowed >= wanted) return {};
  return fmt::format(
      "threads={}, but the launcher lets this rank use {} of the machine's cores, so its threads take turns: "
      "start with mpirun --bind-to none, or --map-by slot:PE={}",
      n_threads, allowed, n_threads);
}

}  // namespace crumple
