#include "physics/contact/edge_pairing.hpp"

#include "comm/records.hpp"
#include "physics/contact/contact_load.hpp"
#include "physics/contact/contact_plan.hpp"
#include "physics/contact/contact_surfaces.hpp"
#include "physics/contact/edge_loops.hpp"
#include "physics/contact/edges.hpp"
#include "physics/contact/passes.hpp"

namespace crumple {
namespace {

constexpr std::size_t edge_grain = 1024;  // pairs that are worth waking a thread for

class EdgePairing : public Pairing {
 public:
  EdgePairing(Index its_contact, const std::array<Index, 2>& pass_of_faces, bool solids_only)
      : Pairing(its_contact, pass_of_faces[0] == pass_of_faces[1] ? FirstSide::both : FirstSide::a) {
    pairs_.pass_of_faces = pass_of_faces;
    pairs_.solids_only = solids_only;
  }

  void find(ContactSurfaces& surfaces, const SearchRange& range) override { find_edge_pairs(pairs_, surfaces, range); }

  void for_each_copy(const ContactSurfaces& surfaces, const std::function<void(Index)>& visit) const override {
    const auto visit_copies = [&](const auto& nodes) {
      for (const Index node : nodes)
        if (node >= surfaces.nodes.n_local) visit(node);
    };
    const auto visit_edge = [&](const EdgeSet& set, Index e) {
      visit_copies(set.edges[e].nodes);
      for (Index f = set.first_face[e]; f < set.first_face[e + 1]; ++f) visit_copies(set.across[f]);
    };
    for (const auto& [one, other] : pairs_.pair) {
      visit_edge(pairs_.a, one);
      visit_edge(pairs_.second(), other);
    }
  }

  void evaluate(ContactSurfaces& surfaces, const LawInput& input) override {
    LawInput of_edges = input;
    of_edges.inertial_scale *= surfaces.plans[std::size_t(contact)].edge_scale;
    const std::size_t n = pairs_.pair.size(), forces_of_pair = 2;
    run_loop(EvaluateEdges{pairs_.at(), of_edges, forces.places(forces_of_pair * n)}, n, edge_grain);
  }

  void save(const ContactSurfaces&, const PutMemory& put) override {
    for (const KnownEdges& known : known_edges(pairs_))
      for (const Index node : known.nodes) put(node, std::as_bytes(std::span(&known, 1)));
  }

  void forget(ContactSurfaces&) override {
    pairs_.resize(0);
    pairs_.loaded.clear();
  }

  void load(ContactSurfaces&, Index, std::span<const std::byte> memory) override {
    pairs_.loaded.push_back(take<KnownEdges>(memory));
  }

  void add_activity(const ContactSurfaces& surfaces, std::vector<float>& activity) const override {
    const PairChecks checks{surfaces.gauge.since_search, surfaces.gauge.last_step};
    const auto add = [&](const ContactEdge& edge, double share) {
      for (const Index node : edge.nodes)
        if (node < surfaces.nodes.n_local) activity[node] += float(share);
    };
    for (std::size_t p = 0; p < pairs_.pair.size(); ++p) {
      const double share = 0.25 * checks(pairs_.due[p]);
      add(pairs_.a.edges[pairs_.pair[p][0]], share);
      add(pairs_.second().edges[pairs_.pair[p][1]], share);
    }
  }

  void add_load(const ContactSurfaces&, ContactLoad& load) const override { load.pairs += double(pairs_.pair.size()); }

 private:
  EdgePairs pairs_;
};

/// The pass whose faces are those of a side.
Index pass_with_faces(const ContactSurfaces& surfaces, Index contact, bool of_a) {
  const bool meets_itself = surfaces.plans[contact].meets_itself;
  for (Index p = 0; p < Index(surfaces.passes.size()); ++p) {
    const Pass& pass = surfaces.passes[p];
    if (pass.contact == contact && (meets_itself || pass.slaves_are_a != of_a)) return p;
  }
  return none;
}

}  // namespace

Pairings make_edge_pairings(const ContactSurfaces& surfaces) {
  Pairings pairings;
  for (Index c = 0; c < Index(surfaces.plans.size()); ++c) {
    const std::array passes{pass_with_faces(surfaces, c, true), pass_with_faces(surfaces, c, false)};
    if (passes[0] != none && passes[1] != none)
      pairings.push_back(std::make_unique<EdgePairing>(c, passes, !surfaces.plans[c].has_edges));
  }
  return pairings;
}

}  // namespace crumple
