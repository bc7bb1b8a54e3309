#include "physics/contact/node_face_pairing.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/loops.hpp"
#include "comm/records.hpp"
#include "physics/contact/contact_load.hpp"
#include "physics/contact/contact_plan.hpp"
#include "physics/contact/contact_surfaces.hpp"
#include "physics/contact/node_face_loops.hpp"
#include "physics/contact/passes.hpp"
#include "physics/contact/search.hpp"

namespace crumple {
namespace {

constexpr std::size_t block_grain = 2;  // blocks that are worth waking a thread for
constexpr std::size_t forces_of_pair = 2;  // at most

class NodeFacePairing : public Pairing {
 public:
  NodeFacePairing(const Pass& pass, const ContactPlan& plan, std::size_t index)
      : Pairing(pass.contact, plan.meets_itself   ? FirstSide::both
                              : pass.slaves_are_a ? FirstSide::a
                                                  : FirstSide::b),
        index_(index) {}

  void find(ContactSurfaces& surfaces, const SearchRange& range) override {
    Pass& pass = surfaces.passes[index_];
    find_candidates(pass, surfaces.nodes, range);
    start_block_gauges(pass, surfaces.gauge);
    if (runs_on_device()) scratch_.resize(pass.candidates.segment.size());
  }

  void for_each_copy(const ContactSurfaces& surfaces, const std::function<void(Index)>& visit) const override {
    const Pass& pass = surfaces.passes[index_];
    const auto visit_copy = [&](Index node) {
      if (node >= surfaces.nodes.n_local) visit(node);
    };
    for (const Index slave : pass.candidates.slave) visit_copy(pass.slaves.node[slave]);
    for (const Index segment : pass.candidates.segment)
      for (const Index corner : pass.segments.nodes[segment]) visit_copy(corner);
  }

  void evaluate(ContactSurfaces& surfaces, const LawInput& input) override {
    Pass& pass = surfaces.passes[index_];
    if (runs_on_device()) return evaluate_on_device(pass, surfaces.gauge, input);
    const PlacesForForces to = forces.places(forces_of_pair * pass.candidates.segment.size());
    for_each("contact", pass.candidates.blocks.size(), block_grain,
             [&](std::size_t block) { evaluate_block(pass, surfaces, block, input, to); });
  }

  std::vector<InitialPenetration> forgive_initial_penetrations(ContactSurfaces& surfaces) override {
    Pass& pass = surfaces.passes[index_];
    const PassAt at = pass.at();
    LawInput input;
    input.nodes = surfaces.nodes;
    std::vector<InitialPenetration> found;
    NearPairs near;
    TouchFinder finder;
    const PlacesForForces no_forces = forces.places(forces_of_pair * pass.candidates.segment.size());
    constexpr double any = 1e300;  // nodes may be as deep in a solid as it is high; all pairs are found anew after this
    find_near_pairs(at, surfaces.nodes, {0, pass.candidates.n_entries()}, any, any, near);
    for (std::size_t i = 0; i < near.entry.size(); ++i) {
      const Touches touches = finder.find(at, input, near.of_entry(i));
      double depth = 0;
      Vec3 way_out;
      for (const Touch& touch : touches) {
        depth = std::max(depth, touch.penetration);
        way_out += touch.share * touch.penetration * touch.direction;
      }
      const Index slave = pass.candidates.slave[near.entry[i]], node = pass.slaves.node[slave];
      add_pair_forces(at, near.entry[i], input, touches, no_forces);  // all of it becomes offset
      if (depth > 0 && node < surfaces.nodes.n_local && surfaces.domain->owns_node[node])
        found.push_back(
            {contact, surfaces.domain->model.nodes.id[node], depth, input.nodes.position(node), way_out});
    }
    return found;
  }

  void start(ContactSurfaces& surfaces) override {
    double& depth_unseen = surfaces.passes[index_].slaves.depth_unseen;
    if (depth_unseen == Slaves::not_started) depth_unseen = 0;
  }

  void save(const ContactSurfaces& surfaces, const PutMemory& put) override {
    const Slaves& slaves = surfaces.passes[index_].slaves;
    for (Index k = 0; k < slaves.n_local; ++k)
      if (slaves.state[k].is_used())
        put(surfaces.nodes.global[slaves.node[k]], std::as_bytes(std::span(&slaves.state[k], 1)));
  }

  void forget(ContactSurfaces& surfaces) override { surfaces.passes[index_].slaves.state.keep({}); }

  void load(ContactSurfaces& surfaces, Index node, std::span<const std::byte> memory) override {
    Slaves& slaves = surfaces.passes[index_].slaves;
    const Index slave = slaves.find(node);
    if (slave == none)
      throw Error(fmt::format("a saved state remembers that node {} touches something in contact {}, in which it is "
                              "not: it belongs to another run",
                              surfaces.domain->model.nodes.id[std::size_t(node)],
                              surfaces.domain->model.contacts[std::size_t(contact)].id));
    slaves.state.make_room(slave) = take<SlaveState>(memory);
  }

  void add_activity(const ContactSurfaces& surfaces, std::vector<float>& activity) const override {
    const Pass& pass = surfaces.passes[index_];
    const Candidates& candidates = pass.candidates;
    const auto add = [&](Index node, double share) {
      if (node < surfaces.nodes.n_local) activity[node] += float(share);
    };
    for (std::size_t block = 0; block < candidates.blocks.size(); ++block) {
      const PairChecks checks{candidates.blocks[block].gauge.travel,
                            last_step_of(surfaces.gauge, candidates.ranges_of(block))};
      const EntryRange entries = candidates.entries_of(block);
      for (Index entry = entries.first; entry < entries.last; ++entry)
        for (Index p = candidates.first[entry]; p < candidates.first_own[entry]; ++p) {
          const double of_pair = checks(candidates.due[p]);
          add(pass.slaves.node[candidates.slave[entry]], 0.5 * of_pair);
          for (const Index node : pass.segments.nodes[candidates.segment[p]]) add(node, 0.125 * of_pair);
        }
    }
  }

  void add_load(const ContactSurfaces& surfaces, ContactLoad& load) const override {
    const Pass& pass = surfaces.passes[index_];
    const auto& live = pass.segments.live;
    for (Index k = 0; k < pass.slaves.n_local; ++k) load.nodes += surfaces.domain->owns_node[pass.slaves.node[k]];
    load.faces += double(std::count(live.begin(), live.begin() + pass.segments.n_local, 1));
    load.ghost_nodes += double(pass.slaves.count() - pass.slaves.n_local);
    load.ghost_faces += double(pass.segments.count() - pass.segments.n_local);
    load.pairs += double(pass.candidates.segment.size());
  }

 private:
  static double last_step_of(const TravelGauge& gauge, std::span<const Index> ranges) {
    return gauge.at().last_step_within(ranges.data(), ranges.data() + ranges.size());
  }

  static void evaluate_block(Pass& pass, const ContactSurfaces& surfaces, std::size_t block, LawInput input,
                             const PlacesForForces& forces) {
    static thread_local NearPairs near;
    static thread_local TouchFinder finder;
    Candidates& c = pass.candidates;
    input.travel = c.travel_of(block, surfaces.gauge.at());
    if (input.travel < c.blocks[block].due) return;
    const PassAt at = pass.at();
    const EntryRange entries = c.entries_of(block);
    find_near_pairs(at, surfaces.nodes, entries, input.travel, input.last_step, near);
    for (std::size_t i = 0; i < near.entry.size(); ++i)
      add_pair_forces(at, near.entry[i], input, finder.find(at, input, near.of_entry(i)), forces);
    const auto due = c.entry_due.begin();
    c.blocks[block].due = *std::min_element(due + entries.first, due + entries.last);
  }

  void evaluate_on_device(Pass& pass, const TravelGauge& gauge, const LawInput& input) {
    Candidates& c = pass.candidates;
    run_loop(AdvanceBlock{gauge.at(), c.blocks.data(), c.ranges.data()}, c.blocks.size(), block_grain);
    run_loop(EvaluateEntry{pass.at(), input, c.blocks.data(), scratch_.near.data(), scratch_.closest(),
                           kernels::first_of(scratch_.touches), kernels::first_of(scratch_.rear),
                           forces.places(forces_of_pair * c.segment.size())},
             std::size_t(c.n_entries()), block_grain);
  }

  /// Memory for each candidate, where a device evaluates them.
  struct Scratch {
    kernels::RunVector<kernels::RoomFor<Touch>> touches;
    kernels::RunVector<kernels::RoomFor<RearTouch>> rear;
    kernels::RunVector<Index> near;
    kernels::RunVector<double> columns;
    kernels::ClosestColumns closest() { return {columns.data(), near.size()}; }
    void resize(std::size_t n_candidates) {
      touches.resize(n_candidates);
      rear.resize(n_candidates);
      near.resize(n_candidates);
      columns.resize(n_candidates * kernels::ClosestColumns::n_columns);
    }
  };

  std::size_t index_;  ///< into ContactSurfaces::passes
  Scratch scratch_;
};

}  // namespace

Pairings make_node_face_pairings(const ContactSurfaces& surfaces) {
  Pairings pairings;
  for (std::size_t p = 0; p < surfaces.passes.size(); ++p)
    pairings.push_back(
        std::make_unique<NodeFacePairing>(surfaces.passes[p], surfaces.plan_of(surfaces.passes[p]), p));
  return pairings;
}

}  // namespace crumple
