#include "tests/support/run_crumple.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "model/database_list.hpp"
#include "tests/support/paths.hpp"

namespace crumple::test {
namespace {

namespace fs = std::filesystem;

/// In memory where it has room: a dump is written to the disk before a run goes on, which takes longer than the run.
fs::path folder_for_scratch() {
  constexpr std::uintmax_t room = std::uintmax_t(4) << 30;  // several times what a suite leaves [bytes]
  std::error_code failure;
  const fs::space_info memory = fs::space("/dev/shm", failure);
  return !failure && memory.available > room ? fs::path("/dev/shm") : fs::temp_directory_path();
}

/// A folder that lives as long as the test program.
struct Scratch {
  fs::path path = folder_for_scratch() / fmt::format("crumple-test-{}", getpid());
  int next = 0;
  Scratch() { fs::create_directories(path); }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  fs::path make() {
    const fs::path folder = path / std::to_string(next++);
    fs::create_directories(folder);
    return folder;
  }
};

Scratch& scratch() {
  static Scratch folder;
  return folder;
}

std::string read_file(const fs::path& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("no file " + path.string());
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

int execute(const std::string& command, std::string& output) {
  std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (!pipe) throw std::runtime_error("cannot start " + command);
  std::array<char, 4096> buffer;
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe)) output.append(buffer.data(), n);
  const int status = pclose(pipe);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Whether Open MPI's mpirun says that a rank ended without MPI_Finalize, after the program has ended normally. There a
/// rank waits two seconds for mpirun's answer (PMIx_Finalize before OpenPMIx's pull request 3650), which a machine that
/// stands still for as long does not give.
bool is_unanswered_finalize(const std::string& text) {
  return text.find("N o r m a l") != std::string::npos && text.find("exiting improperly") != std::string::npos;
}

/// Open MPI refuses root and more ranks than cores unless told; other libraries do not read these.
void set_environment() {
  for (const char* name : {"OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM",
                           "OMPI_MCA_rmaps_base_oversubscribe", "OMPI_MCA_mpi_yield_when_idle"})
    setenv(name, "1", 0);
  setenv("OMPI_MCA_odls_base_sigkill_timeout", "0", 0);  // no second's grace after a rank has failed
  setenv("OMP_PROC_BIND", "false", 0);
  setenv("OMP_WAIT_POLICY", "passive", 0);  // threads that spin starve each other where there are more than cores
}

/// Sanitizers do not follow ranks that share a stack of the system, and runs on MPI are what they are to check.
constexpr bool can_run_in_memory =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    false;
#else
    true;
#endif

std::string launcher(const Ranks& ranks) {
  if (ranks.in_memory && can_run_in_memory) return fmt::format("{}/tests/run_in_memory {}", build_folder(), ranks.n);
  return fmt::format("mpirun -np {} {}/crumple", ranks.n, build_folder());
}

Run run_program(const std::string& from, const Ranks& ranks, const std::string& arguments) {
  set_environment();
  Run run;
  run.folder = (scratch().make() / "out").string();
  // timeout makes a run in which some rank waits for ever a failed one (status 124)
  const std::string command = fmt::format("timeout -k 5 {} {} {} o={} progress=off {} < /dev/null", CRUMPLE_RUN_SECONDS,
                                          launcher(ranks), from, run.folder, arguments);
  run.status = execute(command, run.text);
  if (run.status != 0 && is_unanswered_finalize(run.text)) {  // once: a fault of ours would come again
    run.text.clear();
    run.status = execute(command, run.text);
  }
  if (fs::exists(run.folder + "/summary.json"))
    run.summary = nlohmann::json::parse(read_file(run.folder + "/summary.json"));
  return run;
}

}  // namespace

Run run_deck_file(const std::string& path, Ranks ranks, const std::string& arguments) {
  return run_program("i=" + path, ranks, arguments);
}

Run run_restart(const std::string& dump, Ranks ranks, const std::string& arguments) {
  return run_program("r=" + dump, ranks, arguments);
}

Run run_deck(const std::string& deck, Ranks ranks, const std::string& arguments) {
  const fs::path file = scratch().make() / "deck.k";
  std::ofstream(file) << deck;
  return run_deck_file(file.string(), ranks, arguments);
}

Run completed(Run run) {
  if (run.status != 0) throw std::runtime_error(fmt::format("exit status {}: {}", run.status, run.text));
  return run;
}

std::string generated(const std::string& kind, const std::string& arguments) {
  static std::map<std::string, std::string> made;
  if (const auto known = made.find(kind + " " + arguments); known != made.end()) return known->second;
  const std::string path = (scratch().make() / (kind + ".k")).string();
  std::string text;
  const std::string own = source_folder() + "/.venv/bin/python", python = fs::exists(own) ? own : "python3";
  if (execute(fmt::format("{} {}/inputs/generate.py {} {} -o {}", python, source_folder(), kind, arguments, path),
              text))
    throw std::runtime_error("inputs/generate.py failed: " + text);
  return made[kind + " " + arguments] = path;
}

namespace {

/// The names between two words of what `crumple info` says.
std::vector<std::string> told_instruction_sets(const std::string& from, const std::string& to) {
  std::string info;
  set_environment();
  execute(build_folder() + "/tests/run_in_memory 1 info", info);
  const std::size_t first = info.find(from) + from.size();
  std::string names = info.substr(first, info.find(to, first) - first);
  std::ranges::replace(names, ',', ' ');
  std::istringstream words(names);
  return {std::istream_iterator<std::string>(words), {}};
}

}  // namespace

std::vector<std::string> built_instruction_sets() { return told_instruction_sets("on this machine, of", "\n"); }

bool has_device_of_host() {
  static const std::vector<std::string> built = built_instruction_sets();
  return std::ranges::find(built, "scalar") != built.end();
}

std::vector<std::string> instruction_sets() {
  std::vector<std::string> here = told_instruction_sets("instruction sets", "on this machine");
  std::erase(here, "scalar");
  return here;
}

namespace {

/// The last value behind a label, such as "inten=", of a part in matsum.
double last_of_part(const std::string& matsum, int part, const std::string& label) {
  std::istringstream lines(matsum);
  double value = 0;
  int now = 0;
  for (std::string line; std::getline(lines, line);) {
    if (const auto at = line.find("mat.#="); at != std::string::npos) now = std::stoi(line.substr(at + 6));
    if (const auto at = line.find(label); at != std::string::npos && now == part)
      value = std::stod(line.substr(at + label.size()));
  }
  if (now == 0) throw std::runtime_error("matsum has no parts");
  return value;
}

}  // namespace

double Run::last_velocity(int part, int axis) const {
  return last_of_part(file("matsum"), part, std::string(1, "xyz"[axis]) + "-rbv=");
}

double Run::last_energy(int part) const {
  const std::string matsum = file("matsum");
  return last_of_part(matsum, part, "inten=") + last_of_part(matsum, part, "kinen=");
}

std::vector<std::string> Run::databases() const {
  std::vector<std::string> names;
  for (const char* name : database_names)
    if (fs::exists(fs::path(folder) / name)) names.push_back(name);
  return names;
}

std::string Run::file(const std::string& name) const { return read_file(fs::path(folder) / name); }

std::string Run::file_without_times(const std::string& name) const {
  std::string kept;
  std::istringstream lines(file(name));
  for (std::string line; std::getline(lines, line);)
    if (line.find("time per zone") == line.npos && line.find("date ") == line.npos) kept += line + '\n';
  return kept;
}

std::map<long, std::vector<NodeRecord>> Run::nodes() const {
  std::map<long, std::vector<NodeRecord>> records;
  std::istringstream lines(file("nodout"));
  double time = 0;
  for (std::string line; std::getline(lines, line);) {
    if (const auto at = line.find("( at time"); at != std::string::npos) time = std::stod(line.substr(at + 9));
    if (line.size() < 9 + 13 + 11 * 12) continue;
    const std::string number = line.substr(0, 9);
    char* end = nullptr;
    const long node = std::strtol(number.c_str(), &end, 10);
    if (*end || node <= 0) continue;
    NodeRecord record;
    record.time = time;
    double* values[4] = {record.displacement, record.velocity, record.acceleration, record.position};
    for (int k = 0; k < 12; ++k)
      values[k / 3][k % 3] = std::stod(line.substr(k == 0 ? 9 : 22 + 12 * (k - 1), k == 0 ? 13 : 12));
    records[node].push_back(record);
  }
  if (records.empty()) throw std::runtime_error("nodout has no nodes");
  return records;
}

std::vector<std::pair<double, double>> Run::glstat(const std::string& label) const {
  std::vector<std::pair<double, double>> values;
  std::istringstream lines(file("glstat"));
  double time = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.size() < 46) continue;
    if (line.starts_with(" time....")) time = std::stod(line.substr(32, 14));
    if (line.starts_with(" " + label + ".") || line.starts_with(" " + label + " .."))
      values.push_back({time, std::stod(line.substr(32, 14))});
  }
  if (values.empty()) throw std::runtime_error("glstat has no " + label);
  return values;
}

std::vector<std::pair<double, double>> Run::wall_force(int wall, const std::string& name) const {
  std::vector<std::pair<double, double>> values;
  std::istringstream lines(file(name));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream row(line);
    double time, force;
    int id;
    if (row >> time >> id >> force && id == wall) values.push_back({time, force});
  }
  if (values.empty()) throw std::runtime_error(fmt::format("{} has no wall {}", name, wall));
  return values;
}

}  // namespace crumple::test
