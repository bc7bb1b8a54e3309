#include "io/mpi_totals.hpp"

#include <algorithm>
#include <set>

#include "io/critical_path.hpp"

namespace crumple {
namespace {

Spread spread_of(const std::vector<double>& values) {
  Spread spread{0, values.front(), values.front()};
  for (const double v : values) {
    spread.mean += v / double(values.size());
    spread.least = std::min(spread.least, v);
    spread.greatest = std::max(spread.greatest, v);
  }
  return spread;
}

template <class Value>
Spread spread_over(const MpiProfile& profile, Value&& value) {
  std::vector<double> values;
  for (const RankMpiProfile& rank : profile) values.push_back(value(rank));
  return spread_of(values);
}

void add_phases(const MpiProfile& profile, MpiTotals& totals) {
  struct Values {
    std::vector<double> wall, mpi, work;
  };
  std::map<std::string, Values> values;
  for (std::size_t r = 0; r < profile.size(); ++r)
    for (const MpiPhase& phase : profile[r].phases) {
      Values& v = values[phase.name];
      for (auto* column : {&v.wall, &v.mpi, &v.work}) column->resize(profile.size());  // ranks without the phase have 0
      v.wall[r] = phase.wall, v.mpi[r] = phase.mpi, v.work[r] = phase.work;
    }
  std::map<std::string, std::vector<double>> work;
  for (const auto& [name, v] : values) {
    PhaseTotals& phase = totals.phases[name];
    phase.wall = spread_of(v.wall), phase.mpi = spread_of(v.mpi), phase.work = spread_of(v.work);
    work[name] = v.work;
  }
  totals.work_path = critical_path(work);
}

void add_pairs(const MpiProfile& profile, int from, MpiTotals& totals) {
  const RankMpiProfile& rank = profile[from];
  for (const MpiPartner& partner : rank.partners) {
    if (partner.rank == from) continue;
    const MpiTally sent{partner.messages, partner.bytes, 0};
    ++totals.n_pairs;
    totals.messages += sent;
    if (profile.at(std::size_t(partner.rank)).node != rank.node) totals.between_nodes += sent;
    totals.largest_pair_bytes = std::max(totals.largest_pair_bytes, partner.bytes);
  }
}

}  // namespace

MpiKind kind_of(const std::string& function) {
  static const std::map<std::string, MpiKind> kinds = {{"Allreduce", MpiKind::reduction},
                                                       {"Iallreduce", MpiKind::reduction},
                                                       {"Start Allreduce", MpiKind::reduction},
                                                       {"Reduce", MpiKind::reduction},
                                                       {"Ireduce", MpiKind::reduction},
                                                       {"Bcast", MpiKind::broadcast},
                                                       {"Ibcast", MpiKind::broadcast},
                                                       {"Start Bcast", MpiKind::broadcast},
                                                       {"Barrier", MpiKind::other_collective},
                                                       {"Ibarrier", MpiKind::other_collective},
                                                       {"Start Barrier", MpiKind::other_collective},
                                                       {"Gather", MpiKind::other_collective},
                                                       {"Gatherv", MpiKind::other_collective},
                                                       {"Scatter", MpiKind::other_collective},
                                                       {"Scatterv", MpiKind::other_collective},
                                                       {"Allgather", MpiKind::other_collective},
                                                       {"Allgatherv", MpiKind::other_collective},
                                                       {"Iallgather", MpiKind::other_collective},
                                                       {"Alltoall", MpiKind::other_collective},
                                                       {"Alltoallv", MpiKind::other_collective},
                                                       {"Scan", MpiKind::other_collective},
                                                       {"Exscan", MpiKind::other_collective},
                                                       {"Send", MpiKind::send},
                                                       {"Ssend", MpiKind::send},
                                                       {"Isend", MpiKind::send},
                                                       {"Issend", MpiKind::send},
                                                       {"Start Send", MpiKind::send},
                                                       {"Recv", MpiKind::receive},
                                                       {"Irecv", MpiKind::receive},
                                                       {"Mrecv", MpiKind::receive},
                                                       {"Imrecv", MpiKind::receive},
                                                       {"Start Recv", MpiKind::receive},
                                                       {"Wait", MpiKind::wait},
                                                       {"Waitall", MpiKind::wait},
                                                       {"Waitany", MpiKind::wait},
                                                       {"Window wait", MpiKind::wait}};
  if (const auto found = kinds.find(function); found != kinds.end()) return found->second;
  const bool one_sided =
      function.starts_with("Win_") || function == "Put" || function == "Get" || function == "Accumulate";
  return one_sided ? MpiKind::one_sided : MpiKind::other;
}

MpiTotals sum_mpi(const MpiProfile& profile) {
  MpiTotals totals;
  totals.wall = spread_over(profile, [](auto& rank) { return rank.wall; });
  totals.mpi = spread_over(profile, [](auto& rank) { return rank.mpi; });
  totals.application = spread_over(profile, [](auto& rank) { return rank.wall - rank.mpi; });
  totals.work = spread_over(profile, [](auto& rank) { return rank.work(); });
  totals.latency = spread_over(profile, [](auto& rank) { return rank.latency; }).mean;
  totals.noise = spread_over(profile, [](auto& rank) { return rank.noise; }).mean;
  std::set<int> nodes;
  for (const RankMpiProfile& rank : profile) nodes.insert(rank.node);
  totals.n_nodes = int(nodes.size());
  add_phases(profile, totals);
  for (std::size_t r = 0; r < profile.size(); ++r) add_pairs(profile, int(r), totals);
  for (const RankMpiProfile& rank : profile) {
    for (const MpiCell& cell : rank.cells) {
      totals.functions[cell.function] += cell.tally;
      totals.sizes[cell.size_class] += cell.tally;
      totals.phases[cell.phase].tally += cell.tally;
      totals.kinds[kind_of(cell.function)] += cell.tally;
    }
    for (const MpiWait& wait : rank.waits) {
      MpiWait& sum = totals.waits[wait.function];
      sum.calls += wait.calls, sum.waiting_ns += wait.waiting_ns, sum.transfer_ns += wait.transfer_ns;
    }
  }
  return totals;
}

}  // namespace crumple
