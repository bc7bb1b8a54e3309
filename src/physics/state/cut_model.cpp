#include "physics/state/cut_model.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "physics/state/quanta.hpp"

namespace crumple {
namespace {

/// Union-find over the nodes of spot welds (Tarjan 1975).
class Clusters {
 public:
  Index root(Index node) {
    auto [it, is_new] = parent_.try_emplace(node, node);
    if (is_new || it->second == node) return node;
    const Index top = root(it->second);
    parent_[node] = top;
    return top;
  }
  void unite(Index a, Index b) {
    const Index low = std::min(root(a), root(b)), high = std::max(root(a), root(b));
    parent_[high] = low;
  }
  const std::map<Index, Index>& parents() const { return parent_; }

 private:
  std::map<Index, Index> parent_;
};

/// Global to local numbers of one rank's nodes.
class LocalNumbers {
 public:
  explicit LocalNumbers(const std::vector<Index>& global) : global_(global) {}
  Index operator()(Index node) const {
    const auto at = std::lower_bound(global_.begin(), global_.end(), node);
    return at != global_.end() && *at == node ? Index(at - global_.begin()) : none;
  }
  template <class NodeList> NodeList all(NodeList nodes) const {
    for (Index& node : nodes) node = (*this)(node);
    return nodes;
  }
  /// The local ones of a list, in its order.
  std::vector<Index> filter(const std::vector<Index>& nodes) const {
    std::vector<Index> local;
    for (const Index node : nodes)
      if (const Index here = (*this)(node); here != none) local.push_back(here);
    return local;
  }
  /// The same for an ascending list, whichever is shorter deciding the work.
  std::vector<Index> filter_ascending(const std::vector<Index>& nodes) const {
    if (nodes.size() <= global_.size()) return filter(nodes);
    std::vector<Index> local;
    for (std::size_t i = 0; i < global_.size(); ++i)
      if (std::binary_search(nodes.begin(), nodes.end(), global_[i])) local.push_back(Index(i));
    return local;
  }

 private:
  const std::vector<Index>& global_;
};

}  // namespace

ModelCutter::ModelCutter(const Model& model, const Partition& partition)
    : model_(model), partition_(partition), quanta_(choose_quanta(model)) {
  place_elements();
  sort_places();
  place_faces();
  sort_places();
  place_ties();
  sort_places();
  place_welds();  // last: a rank that has one node of a cluster must have all
  sort_places();
  is_tie_corner_.resize(std::size_t(model.nodes.count()), 0);
  for (const Tie& tie : model.ties)
    for (const Index corner : tie.corners) is_tie_corner_[corner] = 1;
  nodes_of_rank_.resize(partition.n_ranks);
  for (const NodeOnRank& place : places_) nodes_of_rank_[place.rank].push_back(place.node);
}

void ModelCutter::place_elements() {
  elements_of_rank_.resize(partition_.n_ranks);
  for (std::size_t e = 0; e < partition_.rank.size(); ++e) {
    const int rank = partition_.rank[e];
    elements_of_rank_[rank].push_back(Index(e));
    auto place = [&](const auto& nodes) { for (const Index node : nodes) places_.push_back({node, rank}); };
    model_.with_element(e, [&](const auto& element) { place(element.nodes); });
    if (e < model_.first_beam()) continue;
    if (const Index third = model_.beams[e - model_.first_beam()].orientation; third != none)
      places_.push_back({third, rank});
  }
}

void ModelCutter::sort_places() {
  std::sort(places_.begin(), places_.end());
  places_.erase(std::unique(places_.begin(), places_.end()), places_.end());
  // Nodes without elements (reference and mass nodes) go to rank 0.
  const std::size_t n = places_.size();
  Index next = 0;
  for (std::size_t i = 0; i <= n; ++i) {
    const Index node = i < n ? places_[i].node : model_.nodes.count();
    for (; next < node; ++next) places_.push_back({next, 0});
    next = node + 1;
  }
  std::sort(places_.begin() + std::ptrdiff_t(n), places_.end());
  std::inplace_merge(places_.begin(), places_.begin() + std::ptrdiff_t(n), places_.end());
  first_place_.assign(std::size_t(model_.nodes.count()) + 1, places_.size());
  for (std::size_t i = places_.size(); i-- > 0;) first_place_[places_[i].node] = i;
}

int ModelCutter::owner(Index node) const { return places_[first_place_[node]].rank; }

void ModelCutter::place_ties() {
  for (const Tie& tie : model_.ties) {
    const std::size_t element = tie.shell != none ? std::size_t(tie.shell) : model_.shells.size() + std::size_t(tie.solid);
    places_.push_back({tie.node, partition_.rank[element]});
  }
  sort_places();
  for (const Tie& tie : model_.ties)
    for (std::size_t p = first_place_[tie.node]; p < first_place_[tie.node + 1]; ++p)
      for (const Index corner : tie.corners) places_.push_back({corner, places_[p].rank});
}

void ModelCutter::place_welds() {
  Clusters clusters;
  for (const SpotWeld& weld : model_.spot_welds) clusters.unite(weld.nodes[0], weld.nodes[1]);
  std::map<Index, std::vector<Index>> members;
  for (const auto& [node, parent] : clusters.parents()) members[clusters.root(node)].push_back(node);
  for (const auto& [root, nodes] : members)
    for (const Index with : nodes)
      for (std::size_t p = first_place_[with]; p < first_place_[with + 1]; ++p)
        for (const Index node : nodes) places_.push_back({node, places_[p].rank});
}

int ModelCutter::rank_of_face(const ContactSegment& segment) const {
  if (segment.shell != none) return partition_.rank[segment.shell];
  if (segment.solid != none) return partition_.rank[model_.shells.size() + std::size_t(segment.solid)];
  return owner(segment.nodes[0]);
}

void ModelCutter::place_faces() {
  // Faces without an element and pressure segments are computed where their first node is owned now; placing them may
  // give nodes other owners.
  auto place = [&](const std::array<Index, 4>& nodes, int rank) {
    for (const Index node : nodes) places_.push_back({node, rank});
  };
  faces_of_rank_.resize(partition_.n_ranks);
  for (Index c = 0; c < Index(model_.contacts.size()); ++c)
    for (const int side : {0, 1}) {
      const ContactSurface& surface = side == 0 ? model_.contacts[c].a : model_.contacts[c].b;
      for (Index s = 0; s < Index(surface.segments.size()); ++s) {
        const ContactSegment& segment = surface.segments[s];
        const int rank = rank_of_face(segment);
        faces_of_rank_[rank].push_back({c, side, s});
        if (segment.shell == none && segment.solid == none) place(segment.nodes, rank);
      }
    }
  pressed_of_rank_.resize(partition_.n_ranks);
  for (Index l = 0; l < Index(model_.pressure_loads.size()); ++l) {
    const PressureLoad& load = model_.pressure_loads[l];
    for (Index s = 0; s < Index(load.segments.size()); ++s) {
      const int rank = owner(load.segments[s][0]);
      pressed_of_rank_[rank].push_back({l, s});
      place(load.segments[s], rank);
    }
  }
}

namespace {

void copy_common(const Model& from, Model& to) {
  to.title = from.title;
  to.parts = from.parts;
  to.sections = from.sections;
  to.materials = from.materials;
  to.hourglasses = from.hourglasses;
  to.curves = from.curves;
  to.frames = from.frames;
  to.body_loads = from.body_loads;
  to.damping = from.damping;
  to.control = from.control;
  to.tied_contacts = from.tied_contacts;
  to.output = from.output;
}

void copy_nodes(const Model& from, const std::vector<Index>& global, Model& to) {
  for (const Index node : global) {
    to.nodes.id.push_back(from.nodes.id[node]);
    to.nodes.position.push_back(from.nodes.position[node]);
    to.nodes.velocity.push_back(from.nodes.velocity[node]);
    to.nodes.angular_velocity.push_back(from.nodes.angular_velocity[node]);
  }
}

void copy_nodal_conditions(const Model& from, const LocalNumbers& local, Model& to) {
  for (SinglePointConstraint c : from.constraints)
    if ((c.node = local(c.node)) != none) to.constraints.push_back(c);
  for (PrescribedMotion m : from.motions) {
    m.nodes = local.filter(m.nodes);
    to.motions.push_back(std::move(m));
  }
  for (NodalLoad load : from.nodal_loads) {
    load.nodes = local.filter(load.nodes);
    to.nodal_loads.push_back(std::move(load));
  }
  for (const RigidWall& w : from.walls) {
    RigidWall wall = w;
    wall.nodes = local.filter_ascending(w.nodes);
    wall.excluded = local.filter_ascending(w.excluded);
    to.walls.push_back(std::move(wall));
  }
  for (const ForceTransducer& t : from.transducers)
    to.transducers.push_back({t.id, t.title, local.filter_ascending(t.nodes), local.filter_ascending(t.against),
                              t.has_side_b});
  for (const RigidBody& b : from.rigid_bodies) {
    RigidBody body = b;
    body.nodes = local.filter_ascending(b.nodes);
    to.rigid_bodies.push_back(std::move(body));
  }
  to.output.history_nodes = local.filter(from.output.history_nodes);
}

}  // namespace

Domain ModelCutter::piece(int rank) const {
  Domain domain;
  domain.rank = rank;
  domain.quanta = quanta_;
  domain.n_global_nodes = model_.nodes.count();
  domain.n_global_shells = std::int64_t(model_.shells.size());
  domain.n_global_solids = std::int64_t(model_.solids.size());
  domain.n_global_beams = std::int64_t(model_.beams.size());
  domain.n_global_masses = std::int64_t(model_.masses.size());
  domain.n_global_spot_welds = std::int64_t(model_.spot_welds.size());
  domain.global_node = nodes_of_rank_[rank];
  const LocalNumbers local(domain.global_node);
  Model& model = domain.model;
  copy_common(model_, model);
  copy_nodes(model_, domain.global_node, model);
  copy_nodal_conditions(model_, local, model);

  for (Index w = 0; w < Index(model_.spot_welds.size()); ++w) {
    SpotWeld weld = model_.spot_welds[w];
    weld.nodes = local.all(weld.nodes);
    if (weld.nodes[0] == none) continue;
    model.spot_welds.push_back(weld);
    domain.global_spot_weld.push_back(w);
  }
  domain.global_element = elements_of_rank_[rank];
  std::map<Index, Index> local_shell, local_solid;
  for (const Index e : elements_of_rank_[rank])
    if (e < Index(model_.first_solid())) {
      local_shell[e] = Index(model.shells.size());
      model.shells.push_back(model_.shells[e]);
      model.shells.back().nodes = local.all(model_.shells[e].nodes);
    } else if (e < Index(model_.first_beam())) {
      const Index s = e - Index(model_.first_solid());
      local_solid[s] = Index(model.solids.size());
      model.solids.push_back(model_.solids[s]);
      model.solids.back().nodes = local.all(model_.solids[s].nodes);
    } else {
      Beam beam = model_.beams[std::size_t(e) - model_.first_beam()];
      beam.nodes = local.all(beam.nodes);
      if (beam.orientation != none) beam.orientation = local(beam.orientation);
      model.beams.push_back(beam);
    }
  for (Tie tie : model_.ties)
    if ((tie.node = local(tie.node)) != none) {
      tie.corners = local.all(tie.corners);
      const auto here = [](const std::map<Index, Index>& elements, Index e) {
        const auto at = elements.find(e);
        return at == elements.end() ? none : at->second;
      };
      tie.shell = here(local_shell, tie.shell), tie.solid = here(local_solid, tie.solid);
      model.ties.push_back(tie);
    }
  for (PointMass mass : model_.masses)
    if (owner(mass.node) == rank) {
      mass.node = local(mass.node);
      model.masses.push_back(mass);
    }
  for (const PressureLoad& l : model_.pressure_loads) model.pressure_loads.push_back({{}, l.curve, l.scale, l.arrival});
  for (const Pressed& pressed : pressed_of_rank_[rank])
    model.pressure_loads[pressed.load].segments.push_back(local.all(model_.pressure_loads[pressed.load].segments[pressed.segment]));
  for (const Contact& c : model_.contacts) {
    model.contacts.push_back({c, {}, {}});
    model.contacts.back().a.nodes = local.filter_ascending(c.a.nodes);
    model.contacts.back().b.nodes = local.filter_ascending(c.b.nodes);
    model.contacts.back().a.inner = local.filter_ascending(c.a.inner);
    model.contacts.back().b.inner = local.filter_ascending(c.b.inner);
  }
  for (const Face& face : faces_of_rank_[rank]) {
    const Contact& from = model_.contacts[face.contact];
    Contact& to = model.contacts[face.contact];
    ContactSegment segment = (face.side == 0 ? from.a : from.b).segments[face.segment];
    segment.nodes = local.all(segment.nodes);
    if (segment.shell != none) segment.shell = local_shell.at(segment.shell);
    if (segment.solid != none) segment.solid = local_solid.at(segment.solid);
    (face.side == 0 ? to.a : to.b).segments.push_back(segment);
  }

  domain.owns_node.resize(domain.global_node.size());
  std::map<int, std::vector<std::int32_t>> shared, shared_corners;
  for (std::size_t i = 0; i < domain.global_node.size(); ++i) {
    const Index node = domain.global_node[i];
    domain.owns_node[i] = owner(node) == rank;
    for (std::size_t p = first_place_[node]; p < first_place_[node + 1]; ++p)
      if (places_[p].rank != rank) {
        shared[places_[p].rank].push_back(std::int32_t(i));
        if (is_tie_corner_[node]) shared_corners[places_[p].rank].push_back(std::int32_t(i));
      }
  }
  for (auto& [other, nodes] : shared) domain.halo.neighbours.push_back({other, std::move(nodes)});
  for (auto& [other, nodes] : shared_corners) domain.tie_halo.neighbours.push_back({other, std::move(nodes)});
  return domain;
}

}  // namespace crumple
