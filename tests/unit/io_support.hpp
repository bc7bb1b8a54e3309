// What the tests of io share: one World per process, a small domain, a folder that vanishes.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "io/run_info.hpp"
#include "io/storage.hpp"
#include "physics/state/domain.hpp"
#include "runtime.hpp"

namespace crumple::test {

/// How the tests write, if they do not say.
inline Storage& the_storage() {
  static Storage storage(world(), {});
  return storage;
}

struct Folder {
  std::filesystem::path path;
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "crumple_io_XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string prefix() const { return path.string() + "/"; }
  std::string read(const std::string& name) const {
    std::ifstream stream(path / name);
    std::stringstream text;
    text << stream.rdbuf();
    return text.str();
  }
};

inline std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) all.push_back(line);
  return all;
}

inline RunInfo sample_run() {
  RunInfo run;
  run.title = "a small crash";
  run.deck = "car.k";
  run.command_line = "i=car.k";
  run.version = "0.1.0";
  run.compiler = "GNU 12.2.0";
  run.mpi = "Open MPI 4.1.4";
  run.isa = "avx2";
  run.precision = "single";
  run.ranks = 4;
  run.threads = 2;
  run.n_nodes = 1000;
  run.n_shells = 700;
  run.n_solids = 300;
  run.n_parts = 2;
  describe_machine(run);
  return run;
}

/// Two nodes more than one quad and one triangle need, all on one rank; node ids descend locally.
inline Domain sample_domain() {
  Domain domain;
  domain.n_global_nodes = 5;
  domain.n_global_shells = 2;
  for (Index local = 0; local < 5; ++local) {
    const Index global = 4 - local;
    domain.global_node.push_back(global);
    domain.owns_node.push_back(1);
    domain.model.nodes.id.push_back(100 + global);
    domain.model.nodes.position.push_back({double(global % 2), double(global / 2), 0});
  }
  domain.global_element = {0, 1};
  domain.model.parts.resize(1);
  domain.model.parts[0].id = 3;
  domain.model.parts[0].title = "floor";
  domain.model.shells.push_back({11, 0, {4, 3, 1, 2}});  // global 0 1 3 2
  domain.model.shells.push_back({12, 0, {2, 1, 0, 0}});  // global 2 3 4
  return domain;
}

}  // namespace crumple::test
