#include "app/binding.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "comm/world.hpp"

namespace crumple {
namespace {

/// The cores that this rank may use, by socket and number in it.
std::set<std::pair<int, int>> allowed_cores() {
  std::set<std::pair<int, int>> cores;
  cpu_set_t mask;
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) return cores;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &mask)) continue;
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
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  std::string place = host;
  for (const auto& [socket, core] : cores) place += fmt::format(" {}/{}", socket, core);
  std::map<std::string, int> n_ranks;
  const std::vector<Bytes> places = world.gather(to_bytes(std::span<const char>(place)));
  for (const Bytes& bytes : places) ++n_ranks[{reinterpret_cast<const char*>(bytes.data()), bytes.size()}];
  double least[1] = {1e9};
  for (const auto& [where, n] : n_ranks)
    least[0] = std::min(least[0], double(std::max<std::int64_t>(1, std::ranges::count(where, '/') / n)));
  world.broadcast(std::span<double>(least));  // root's, which has all places
  return int(least[0]);
}

std::string describe_binding(int n_threads) {
  cpu_set_t mask;
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) return {};
  const int allowed = CPU_COUNT(&mask), wanted = std::min(n_threads, int(sysconf(_SC_NPROCESSORS_ONLN)));
  if (allowed >= wanted) return {};
  return fmt::format(
      "threads={}, but the launcher lets this rank use {} of the machine's cores, so its threads take turns: "
      "start with mpirun --bind-to none, or --map-by slot:PE={}",
      n_threads, allowed, n_threads);
}

}  // namespace crumple
