// Benchmarks of the step outside of elements: kick, drift, welded pairs, the wall's search on each instruction set, and
// contact on two sheets of quads above each other: distances, search, force (search and force with the kernels of
// each).
#include <cmath>

#include "kernels/tables.hpp"
#include "physics/contact/contact_nodes.hpp"
#include "physics/contact/passes.hpp"
#include "physics/contact/near_pairs.hpp"
#include "physics/contact/pair_forces.hpp"
#include "physics/contact/penalty.hpp"
#include "physics/contact/touches.hpp"
#include "physics/contact/search.hpp"
#include "tests/bench/bench.hpp"

namespace crumple::bench {
namespace {

using kernels::StepKernels;

struct Isa {
  const char* name;
  const StepKernels* kernels;
};

std::vector<Isa> isas() {
  std::vector<Isa> found = {{"sse2", crumple_kernels_sse2()->step}};
  if (__builtin_cpu_supports("avx2")) found.push_back({"avx2", crumple_kernels_avx2()->step});
  if (__builtin_cpu_supports("avx512dq")) found.push_back({"avx512", crumple_kernels_avx512()->step});
  return found;
}

constexpr double size = 10, thickness = 1;  // of quads

/// Two sheets of n x n quads, the upper shifted by a third of a quad. `gap` between their surfaces.
struct Sheets {
  NodeState state;
  ContactNodes nodes;
  Pass pass;
  std::vector<std::int32_t> all;

  Sheets(int n, double gap, const StepKernels* kernels) : state(2 * (n + 1) * (n + 1)) {
    for (Index i = 0; i < state.count(); ++i) {
      const int sheet = i / ((n + 1) * (n + 1)), k = i % ((n + 1) * (n + 1));
      set_row(state.position, i,
              {size * (k % (n + 1) + sheet / 3.0), size * (k / (n + 1) + sheet / 3.0), sheet * (thickness + gap)});
      state.mass(i) = state.inertia(i) = state.live_elements(i) = 1;
      all.push_back(i);
      pass.slaves.node.push_back(i);
      pass.slaves.constants.push_back({0.5 * thickness, 1e-3, {}});
    }
    for (int sheet = 0; sheet < 2; ++sheet)
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
          const Index first = sheet * (n + 1) * (n + 1) + j * (n + 1) + i;
          pass.segments.nodes.push_back({first, first + 1, first + n + 2, first + n + 1});
          SegmentConstants constants;
          constants.half_thickness = 0.5 * thickness;
          constants.stiffness = 1e-3;
          constants.element = Id(pass.segments.constants.size() + 1);
          pass.segments.constants.push_back(constants);
        }
    pass.slaves.n_local = Index(pass.slaves.node.size());
    pass.segments.n_local = Index(pass.segments.constants.size());
    pass.slaves.state.resize(pass.slaves.constants.size());
    pass.slaves.depth_unseen = 1e300;  // seen before, as deep: nothing is forgiven
    pass.slaves.body.assign(pass.slaves.constants.size(), 0);
    pass.slaves.live.assign(pass.slaves.constants.size(), 1);
    pass.segments.live.assign(pass.segments.constants.size(), 1);
    nodes.n_local = state.count();
    nodes.global.assign(all.begin(), all.end());
    nodes.refer_to(state, {state.mass, {}, Column("frequency bounds", state.count()), *kernels});
  }
  void find() { find_candidates(pass, nodes, {0.25 * size, 0, 1.25 * size + thickness}); }
  double row_bytes() const { return 32.0 * state.count(); }
};

template <class Make>
void add(const std::string& name, const Isa& isa, Make make) {
  benchmark::RegisterBenchmark((name + "/" + isa.name + "/double").c_str(),
                               [=](benchmark::State& state) { make(state, isa); })
      ->Unit(benchmark::kMicrosecond)
      ->MinTime(0.1);
}

void time_kick(benchmark::State& state, const Isa& isa) {
  Sheets s(120, 1, isa.kernels);
  Rows v_before("before", s.state.count()), w_before("before", s.state.count());
  const kernels::KickRows rows{s.state.velocity.data(),
                               s.state.angular_velocity.data(),
                               v_before.data(),
                               w_before.data(),
                               s.state.force.data(),
                               s.state.moment.data(),
                               s.state.mass.data(),
                               s.state.inertia.data(),
                               1,
                               1,
                               1,
                               1};
  kernels::KickCounts counts;
  const double n = s.state.count(), bytes = n * (10 * 32 + 16);
  time_iterations(state, {"node", n, bytes, 12 * n, bytes}, isa.name, false,
                  [&] { isa.kernels->kick(rows, 1e-3, 0, std::size_t(s.state.count()), counts); });
}

void time_drift(benchmark::State& state, const Isa& isa) {
  Sheets s(120, 1, isa.kernels);
  const double n = s.state.count();
  time_iterations(state, {"node", n, 3 * s.row_bytes(), 6 * n, 2 * s.row_bytes()}, isa.name, false, [&] {
    isa.kernels->drift(s.state.position.data(), s.state.velocity.data(), 1e-3, 0, std::size_t(s.state.count()));
  });
}

/// The ranges of velocities of 64 nodes each, as contact looks at them.
void time_range(benchmark::State& state, const Isa& isa) {
  Sheets s(120, 1, isa.kernels);
  constexpr std::size_t block = 64;
  const std::vector<double> live(s.all.size(), 4.0);
  const double n = s.state.count(), bytes = n * (32 + 8 + 4);
  time_iterations(state, {"node", n, bytes, 8 * n, bytes}, isa.name, false, [&] {
    for (std::size_t first = 0; first < s.all.size(); first += block) {
      VelocityRange range;
      isa.kernels->row_range(s.state.velocity.data(), live.data(), s.all.data(), first,
                             std::min(first + block, s.all.size()), range.low, range.high);
      benchmark::DoNotOptimize(range);
    }
  });
}

/// Each node of the lower sheet welded to the one above it.
void time_welds(benchmark::State& state, const Isa& isa) {
  Sheets s(60, 1, isa.kernels);
  const std::size_t n = std::size_t(s.state.count()) / 2, n_blocks = n / kernels::weld_lanes;
  std::vector<std::int32_t> nodes(n_blocks * 2 * kernels::weld_lanes);
  std::vector<double> from_first(n, 1.0), normal(n), shear(n);
  for (std::size_t at = 0; at < n_blocks * kernels::weld_lanes; ++at)
    for (std::size_t k = 0; k < 2; ++k)
      nodes[(2 * (at / kernels::weld_lanes) + k) * kernels::weld_lanes + at % kernels::weld_lanes] =
          std::int32_t(at + k * n);
  for (Index i = 0; i < s.state.count(); ++i)
    set_row(s.state.velocity, i, {std::sin(i), std::cos(3.0 * i), std::sin(7.0 * i)});
  const kernels::WeldPairs pairs{nodes.data(), from_first.data(), normal.data(), shear.data(),
                                 n_blocks * kernels::weld_lanes};
  const kernels::WeldStep step{1e-3,
                               1e-3,
                               s.state.position.data(),
                               s.state.velocity.data(),
                               s.state.angular_velocity.data(),
                               s.state.mass.data(),
                               s.state.inertia.data()};
  const double bytes = double(n) * (2 * (5 * 32 + 16 + 4) + 24);
  time_iterations(state, {"weld", double(n), bytes, 350.0 * double(n), bytes}, isa.name, false,
                  [&] { isa.kernels->advance_weld_pairs(pairs, step, 0, n_blocks); });
}

void time_wall(benchmark::State& state, const Isa& isa) {
  Sheets s(120, 1, isa.kernels);
  std::vector<std::int32_t> found(s.all.size());
  const double n = s.state.count();
  time_iterations(state, {"node", n, 2 * s.row_bytes() + 4 * n, 13 * n, 2 * s.row_bytes()}, isa.name, false, [&] {
    isa.kernels->find_crossing({{1, 0, 0}, -100, 0}, s.state.position.data(), s.state.velocity.data(), 1e-3,
                               s.all.data(), 0, s.all.size(), found.data());
  });
}

/// A cylinder far from all nodes.
void time_wall_body(benchmark::State& state, const Isa& isa) {
  Sheets s(120, 1, isa.kernels);
  std::vector<std::int32_t> found(s.all.size());
  const double n = s.state.count();
  const kernels::WallBody cylinder{{-900, 0, 0}, {1, 0, 0},         {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 2,
                                   50,           {1e300, 1e300, 20}};
  time_iterations(state, {"node", n, 2 * s.row_bytes() + 4 * n, 45 * n, 2 * s.row_bytes()}, isa.name, false, [&] {
    isa.kernels->find_inside(cylinder, s.state.position.data(), s.state.velocity.data(), 1e-3, s.all.data(), 0,
                             s.all.size(), found.data());
  });
}

/// The pairs that the search has found.
void time_distances(benchmark::State& state, const Isa& isa) {
  Sheets s(120, 1, isa.kernels);
  s.find();
  NearPairs near;
  find_near_pairs(s.pass.at(), s.nodes, {0, s.pass.candidates.n_entries()}, 100, 0, near);
  const double n = double(near.nodes.size());
  time_iterations(state, {"pair", n, 28 * n + s.row_bytes(), 480 * n, 28 * n + s.row_bytes()}, isa.name, false, [&] {
    isa.kernels->pair_distances(s.nodes.rows(), near.nodes.data(), near.nodes.size(), near.distance.data());
  });
}

void time_search(benchmark::State& state, const Isa& isa) {
  Sheets s(120, 1, isa.kernels);
  const double n = double(s.pass.segments.constants.size());
  s.find();
  const double flops = 480.0 * double(s.pass.candidates.segment.size()), bytes = s.row_bytes() + 100 * n;
  time_iterations(state, {"segment", n, bytes, flops, bytes}, isa.name, false, [&] { s.find(); });
}

/// All nodes touch: search radius, distances, choice among segments, penalty.
void time_force(benchmark::State& state, const Isa& isa) {
  Sheets s(120, -0.1 * thickness, isa.kernels);
  s.find();
  NearPairs near;
  TouchFinder finder;
  PairForces forces;
  LawInput input;
  input.nodes = s.nodes;
  input.dt_stable = 1e-3;
  const PassAt pass = s.pass.at();
  const auto evaluate = [&] {
    const PlacesForForces places = forces.places(2 * s.pass.candidates.segment.size());
    for (Index first = 0; first < s.pass.candidates.n_entries(); first += 128) {
      find_near_pairs(pass, s.nodes, {first, std::min(first + 128, s.pass.candidates.n_entries())}, 0, 0, near);
      for (std::size_t i = 0; i < near.entry.size(); ++i)
        add_pair_forces(pass, near.entry[i], input, finder.find(pass, input, near.of_entry(i)), places);
    }
  };
  evaluate();
  if (forces.size() < s.pass.slaves.constants.size() / 2) state.SkipWithError("the sheets do not touch");
  const double n = double(forces.size()), bytes = s.row_bytes() + 200 * n;
  time_iterations(state, {"touch", n, bytes, 700 * n, bytes}, isa.name, false, evaluate);
}

}  // namespace

void register_step() {
  for (const Isa& isa : isas()) {
    add("step/kick", isa, time_kick);
    add("step/drift", isa, time_drift);
    add("step/range", isa, time_range);
    add("step/welds", isa, time_welds);
    add("step/wall", isa, time_wall);
    add("step/wall_body", isa, time_wall_body);
    add("contact/distances", isa, time_distances);
    add("contact/search", isa, time_search);
    add("contact/force", isa, time_force);
  }
}

}  // namespace crumple::bench
