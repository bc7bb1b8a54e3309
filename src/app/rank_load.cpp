#include "app/rank_load.hpp"

#include <cereal/archives/binary.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/vector.hpp>
#include <set>
#include <sstream>
#include <utility>

#include "base/process_usage.hpp"
#include "comm/halo.hpp"
#include "comm/named_exchange.hpp"
#include "io/contact_result.hpp"
#include "physics/contact/contact.hpp"
#include "physics/contact/contact_feature.hpp"

namespace crumple {
namespace {

ExchangeLoad describe_exchange(const std::string& name, const std::vector<Partner>& partners) {
  ExchangeLoad load{name, {}};
  for (const Partner& p : partners)
    load.partners.push_back({p.rank, std::int64_t(8 * p.n_sent), std::int64_t(8 * p.n_received)});
  return load;
}

double bytes_sent(const std::vector<Partner>& partners) {
  double bytes = 0;
  for (const Partner& p : partners) bytes += double(8 * p.n_sent);
  return bytes;
}

void count_elements(const Domain& domain, RankLoad& load) {
  const Model& model = domain.model;
  load.elements = double(model.n_elements());
  load.shells = double(model.shells.size());
  load.solids = double(model.solids.size());
  load.beams = double(model.beams.size());
  load.springs = double(model.springs.size());
  load.masses = double(model.masses.size());
}

void count_nodes(const Domain& domain, RankLoad& load) {
  load.nodes = double(domain.owns_node.size());
  for (const std::uint8_t owns : domain.owns_node) load.owned_nodes += owns;
  std::set<Index> boundary;
  for (const Neighbour& neighbour : domain.halo.neighbours)
    boundary.insert(neighbour.nodes.begin(), neighbour.nodes.end());
  load.boundary_nodes = double(boundary.size());
  load.neighbours = double(domain.halo.neighbours.size());
}

/// Counts the owned nodes in rigid bodies, spot welds and ties, each once.
void count_kinds_of_nodes(const Domain& domain, RankLoad& load) {
  const Model& model = domain.model;
  const auto count = [&](auto list, double& n) {
    std::vector<std::uint8_t> is_counted(domain.owns_node.size(), 0);
    list([&](Index node) { n += domain.owns_node[node] && !std::exchange(is_counted[node], 1); });
  };
  count(
      [&](auto note) {
        for (const RigidBody& body : model.rigid_bodies) std::ranges::for_each(body.nodes, note);
      },
      load.body_nodes);
  count(
      [&](auto note) {
        for (const SpotWeld& weld : model.spot_welds) std::ranges::for_each(weld.nodes, note);
      },
      load.welded_nodes);
  count(
      [&](auto note) {
        for (const Tie& tie : model.ties) note(tie.node);
        for (const Tie& tie : model.soft_ties) note(tie.node);
      },
      load.tied_nodes);
}

/// Counts the interfaces with a node or a face on this rank.
void count_interfaces(const Domain& domain, const ContactFeature& contacts, RankLoad& load) {
  for (const ContactLoad& contact : contacts.loads()) load.contacts += contact.nodes > 0 || contact.faces > 0;
  for (const RigidBody& body : domain.model.rigid_bodies) load.rigid_bodies += !body.nodes.empty();
  for (const RigidWall& wall : domain.model.walls) load.walls += wall.all_nodes || !wall.nodes.empty();
}

void count_contact(const Domain& domain, const ContactFeature& feature, RankLoad& load) {
  for (const Contact& contact : domain.model.contacts)
    load.contact_faces += double(contact.a.segments.size() + contact.b.segments.size());
  for (const ContactLoad& contact : feature.loads()) {
    load.contact_nodes += contact.nodes;
    load.contact_face_copies += contact.ghost_faces;
  }
  load.contact_copies = double(feature.contacts().nodes.ghosts.size());
}

}  // namespace

RankLoad describe_rank(const Domain& domain, const FeatureList& features) {
  RankLoad load;
  count_elements(domain, load);
  count_nodes(domain, load);
  const ContactFeature& contact = *find<ContactFeature>(features);
  count_contact(domain, contact, load);
  count_kinds_of_nodes(domain, load);
  count_interfaces(domain, contact, load);
  constexpr std::size_t n_arrays = 2;  // forces and moments
  const std::vector<Partner> sums = partners_of(domain.halo, n_arrays);
  load.halo_bytes = bytes_sent(sums);
  const GhostTraffic& copies = contact.contacts().traffic;
  if (copies.exchange) load.contact_bytes = bytes_sent(copies.exchange->partners());
  load.exchanges.push_back(
      describe_exchange("nodal sums", copies.exchange && copies.sums ? copies.sums->partners_in_step() : sums));
  for (const auto& feature : features)
    if (const auto* has = dynamic_cast<const HasExchanges*>(feature.get()))
      for (const NamedExchange& exchange : has->exchanges())
        load.exchanges.push_back(describe_exchange(exchange.name, exchange.partners));
  return load;
}

void take_weights(const RankLoad& weights, RankLoad& load) {
  load.shells_weight = weights.shells_weight;
  load.solids_weight = weights.solids_weight;
  load.beams_weight = weights.beams_weight;
  load.springs_weight = weights.springs_weight;
  load.contact_weight = weights.contact_weight;
  load.nodes_weight = weights.nodes_weight;
}

std::vector<RankLoad> gather_rank_loads(const World& world, RankLoad mine, const std::vector<RankLoad>& weights) {
  mine.peak_memory = peak_memory();
  std::ostringstream packed;
  cereal::BinaryOutputArchive archive(packed);
  archive(mine);
  const std::string text = packed.str();
  std::vector<RankLoad> loads;
  for (const Bytes& bytes : world.gather(to_bytes(std::span<const char>(text)))) {
    std::istringstream in(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    cereal::BinaryInputArchive pieces(in);
    pieces(loads.emplace_back());
    take_weights(weights[loads.size() - 1], loads.back());
  }
  return loads;
}

void gather_contact_loads(const World& world, ContactResult& contacts) {
  for (const Bytes& of_rank : world.gather(to_bytes(std::span<const ContactLoad>(contacts.loads))))
    contacts.loads_of_ranks.push_back(from_bytes<ContactLoad>(of_rank));
}

}  // namespace crumple
