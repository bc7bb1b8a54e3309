#include "app/rank_load.hpp"

#include <sys/resource.h>

#include <set>

#include "io/contact_result.hpp"

namespace crumple {
namespace {

constexpr double bytes_of_a_node = 6 * sizeof(double);  // force and moment

double count_faces(const Model& model) {
  double faces = 0;
  for (const Contact& contact : model.contacts) faces += double(contact.a.segments.size() + contact.b.segments.size());
  return faces;
}

/// The most memory that this process has held at a time [bytes].
double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * double(usage.ru_maxrss);
}

}  // namespace

std::vector<RankLoad> gather_rank_loads(const World& world, const Domain& domain, std::vector<RankLoad> weights) {
  std::set<Index> boundary;
  double sent = 0;
  for (const Neighbour& neighbour : domain.halo.neighbours) {
    boundary.insert(neighbour.nodes.begin(), neighbour.nodes.end());
    sent += bytes_of_a_node * double(neighbour.nodes.size());
  }
  const Model& model = domain.model;
  std::vector<double> mine = {double(model.n_elements()),
                              double(domain.owns_node.size()),
                              count_faces(model),
                              double(boundary.size()),
                              double(domain.halo.neighbours.size()),
                              sent,
                              peak_memory()};
  const std::vector<Bytes> all = world.gather(to_bytes(std::span<const double>(mine)));
  std::vector<RankLoad> loads = std::move(weights);
  for (std::size_t r = 0; r < all.size(); ++r) {
    const std::vector<double> v = from_bytes<double>(all[r]);
    RankLoad& load = loads[r];
    load.elements = v[0], load.nodes = v[1], load.contact_faces = v[2];
    load.boundary_nodes = v[3], load.neighbours = v[4], load.halo_bytes = v[5], load.peak_memory = v[6];
  }
  return loads;
}

void gather_contact_loads(const World& world, ContactResult& contacts) {
  for (const Bytes& of_rank : world.gather(to_bytes(std::span<const ContactLoad>(contacts.loads))))
    contacts.loads_of_ranks.push_back(from_bytes<ContactLoad>(of_rank));
}

}  // namespace crumple
