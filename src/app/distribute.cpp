#include "app/distribute.hpp"

#include <cereal/archives/binary.hpp>
#include <cereal/types/array.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/utility.hpp>
#include <cereal/types/variant.hpp>
#include <cereal/types/vector.hpp>
#include <fmt/format.h>

#include <sstream>

#include "app/rank_speed.hpp"
#include "base/error.hpp"
#include "base/profile.hpp"
#include "deck/read.hpp"
#include "decomp/partition.hpp"
#include "io/decomposition_mesh.hpp"
#include "model/renumber.hpp"
#include "physics/constraints.hpp"
#include "physics/cut_model.hpp"
#include "physics/rigid_bodies.hpp"
#include "physics/rigid_walls.hpp"

namespace crumple {
namespace {

Bytes pack(const Domain& domain) {
  std::ostringstream stream;
  cereal::BinaryOutputArchive archive(stream);
  archive(domain);
  const std::string text = stream.str();
  const auto* begin = reinterpret_cast<const std::byte*>(text.data());
  return Bytes(begin, begin + text.size());
}

Domain unpack(const Bytes& bytes) {
  std::istringstream stream(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  cereal::BinaryInputArchive archive(stream);
  Domain domain;
  archive(domain);
  return domain;
}

void apply(const Options& options, Model& model) {
  if (options.end_time) model.control.end_time = *options.end_time;
  if (options.end_cycle) model.control.end_cycle = *options.end_cycle;
  for (const std::string& note : options.notes) model.warnings.push_back(note);
}

/// The pfile of p=, which stands in place of the deck's words, or else the deck's.
Pfile effective_pfile(const Options& options, Pfile given, Model& model) {
  if (!options.pfile.empty()) {
    if (!model.pfile_lines.empty())
      model.warnings.push_back(fmt::format("{}:{}: *CONTROL_MPP_DECOMPOSITION_..., _PFILE and _REBALANCE have no effect: p={} is given",
                                           model.pfile_lines.front().file, model.pfile_lines.front().line, options.pfile));
    return given;
  }
  Pfile pfile = read_pfile(model.pfile_lines);
  if (!pfile.global_directory.empty())
    pfile.ignored.push_back("*CONTROL_MPP_PFILE: directory { global } has no effect in a deck: give o=, or a pfile by p=");
  return pfile;
}

/// numproc other than the ranks of this run makes sense only where the decomposition is kept.
void check_predecomposition(const World& world, const DecompositionOptions& options) {
  if (options.n_ranks == 0 || options.n_ranks == world.size() || options.show || !options.file.empty() || !options.rcb_log.empty()) return;
  throw Error(fmt::format("{}numproc {} on {} ranks: expected file, rcblog or show, for a later run", options.n_ranks_where.text(),
                          options.n_ranks, world.size()));
}

/// What root holds while it cuts the model.
struct Problem {
  Model model;
  Partition partition;
  bool only_decompose = false;  ///< and then stop
  bool show = false;
};

void read(const Options& options, Problem& problem, Pfile& pfile) {
  Profile::Scope scope("keyword reading");
  Model& model = problem.model;
  model = read_deck(options.deck);
  apply(options, model);
  pfile = effective_pfile(options, std::move(pfile), model);
  mark_body_nodes(model);  // a node in two bodies is an error here, where all ranks hear of it
  for (const auto& more : {pfile.ignored, constraint_warnings(model), wall_warnings(model)})
    model.warnings.insert(model.warnings.end(), more.begin(), more.end());
}

void decompose(const World& world, const DecompositionOptions& options, std::vector<double> speeds, Problem& problem) {
  Profile::Scope scope("decomposition");
  check_predecomposition(world, options);
  order_nodes_along_curve(problem.model);
  const int n_ranks = options.n_ranks == 0 ? world.size() : options.n_ranks;
  if (n_ranks != world.size()) speeds.clear();  // they are of other ranks
  problem.partition = make_partition(problem.model, n_ranks, options, estimate_costs(problem.model, options.costs), speeds);
  problem.show = options.show;
  problem.only_decompose = options.show || n_ranks != world.size();
}

/// Root's answer, on all ranks.
bool agree(const World& world, bool yes) {
  double value[1] = {yes ? 1.0 : 0.0};
  world.broadcast(std::span<double>(value));
  return value[0] != 0;
}

}  // namespace

void on_root(const World& world, const std::function<void()>& work) {
  std::string failure;
  if (world.is_root()) try {
      work();
    } catch (const Error& error) {
      failure = error.what();
      if (failure.empty()) failure = "unknown error";
    }
  Bytes bytes = to_bytes(std::span<const char>(failure));
  world.broadcast(bytes);
  if (!bytes.empty()) throw Error(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

std::optional<Domain> read_and_distribute(const World& world, const Options& options, Pfile pfile, const std::string& prefix) {
  Problem problem;
  std::unique_ptr<ModelCutter> cutter;
  on_root(world, [&] { read(options, problem, pfile); });
  std::vector<double> speeds;
  if (agree(world, pfile.decomposition.measure_speed)) speeds = measure_rank_speeds(world);
  on_root(world, [&] { decompose(world, pfile.decomposition, std::move(speeds), problem); });
  if (agree(world, problem.show)) write_decomposition_mesh(world, problem.model, problem.partition, prefix + "decomposition.vtkhdf");
  if (agree(world, problem.only_decompose)) return std::nullopt;
  on_root(world, [&] { cutter = std::make_unique<ModelCutter>(problem.model, problem.partition); });
  Profile::Scope scope("distribution");
  const Bytes mine = world.scatter([&](int rank) { return pack(cutter->piece(rank)); });
  Domain domain = unpack(mine);
  if (world.is_root()) domain.model.warnings = problem.model.warnings;
  return domain;
}

}  // namespace crumple
