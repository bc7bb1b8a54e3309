#include "app/distribute.hpp"

#include <cereal/archives/binary.hpp>
#include <cereal/types/array.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/utility.hpp>
#include <cereal/types/variant.hpp>
#include <cereal/types/vector.hpp>
#include <sstream>

#include "base/error.hpp"
#include "base/profile.hpp"
#include "deck/read.hpp"
#include "decomp/pfile.hpp"
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

Domain read_and_distribute(const World& world, const Options& options) {
  Model model;
  Pfile pfile;
  Partition partition;
  std::unique_ptr<ModelCutter> cutter;
  on_root(world, [&] {
    {
      Profile::Scope scope("keyword reading");
      model = read_deck(options.deck);
      apply(options, model);
      if (!options.pfile.empty()) pfile = read_pfile(options.pfile);
    }
    mark_body_nodes(model);  // a node in two bodies is an error here, where all ranks hear of it
    for (const auto& more : {pfile.ignored, constraint_warnings(model), wall_warnings(model)})
      model.warnings.insert(model.warnings.end(), more.begin(), more.end());
    Profile::Scope scope("decomposition");
    order_nodes_along_curve(model);
    partition = make_partition(model, world.size(), pfile.decomposition, estimate_costs(model, pfile.decomposition.costs));
    cutter = std::make_unique<ModelCutter>(model, partition);
  });
  Profile::Scope scope("distribution");
  const Bytes mine = world.scatter([&](int rank) { return pack(cutter->piece(rank)); });
  Domain domain = unpack(mine);
  if (world.is_root()) domain.model.warnings = model.warnings;
  return domain;
}

}  // namespace crumple
