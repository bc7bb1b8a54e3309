// Runs the program under mpirun on a deck given as text, and reads back what it wrote. For tests of whole runs.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace crumple::test {

/// A row of nodout.
struct NodeRecord {
  double time = 0;
  double displacement[3] = {}, velocity[3] = {}, acceleration[3] = {}, position[3] = {};
};

/// What came of a run. What is asked for and not there is an error, so that no loop over it is empty.
struct Run {
  int status = 0;          ///< exit status of the program (any rank's that is not zero)
  std::string text;        ///< standard output and error together
  std::string folder;      ///< of the results; removed when the test program ends
  nlohmann::json summary;  ///< null if there is none

  std::string hash() const { return summary.at("state_hash").get<std::string>(); }
  double energy(const std::string& name) const { return summary.at("energy").at(name).get<double>(); }
  /// nodout, by node.
  std::map<long, std::vector<NodeRecord>> nodes() const;
  /// A quantity of glstat over time, e.g. "kinetic energy"; pairs (time, value).
  std::vector<std::pair<double, double>> glstat(const std::string& label) const;
  /// rwforc, or rwforc_mean: pairs (time, normal force) of a wall.
  std::vector<std::pair<double, double>> wall_force(int wall, const std::string& name = "rwforc") const;
  /// Of a part along an axis (0 to 2) at the end, from matsum [length/time].
  double last_velocity(int part, int axis = 2) const;
  /// Of a part at the end, internal and kinetic, from matsum [energy].
  double last_energy(int part) const;
  /// Names of its databases of text.
  std::vector<std::string> databases() const;
  /// Text of a file in the folder.
  std::string file(const std::string& name) const;
  /// The same without the lines that tell the time of day or the cost of a cycle.
  std::string file_without_times(const std::string& name) const;
};

/// How many ranks a run has, and whether they are processes of MPI. In memory a run takes a tenth of the time, but
/// there is no MPI: transport=, collectives= and io= have their effect on MPI alone (app/program.hpp).
struct Ranks {
  int n;
  bool in_memory = true;
  Ranks(int ranks) : n(ranks) {}
};
inline Ranks on_mpi(int n) {
  Ranks ranks(n);
  ranks.in_memory = false;
  return ranks;
}

/// Runs with extra arguments such as "precision=double".
Run run_deck(const std::string& deck, Ranks ranks = 1, const std::string& arguments = "");
/// The same for a deck in a file.
Run run_deck_file(const std::string& path, Ranks ranks = 1, const std::string& arguments = "");

/// Goes on from a dump, in a folder of its own.
Run run_restart(const std::string& dump, Ranks ranks = 1, const std::string& arguments = "");

/// The run, which must have ended normally; else its output is an exception.
Run completed(Run run);

/// A file made by inputs/generate.py, once per test program: e.g. generated("tube", "--elements 400").
std::string generated(const std::string& kind, const std::string& arguments);

/// Those that isa= takes by name, and those of them that this machine has but for "scalar", which is slow.
std::vector<std::string> built_instruction_sets();
std::vector<std::string> instruction_sets();
/// Whether device=host is built: with the kernels of one lane.
bool has_device_of_host();

}  // namespace crumple::test
