#include "physics/implicit/equations.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>

namespace crumple {
namespace {

// Of resistance: what is left where elements move with a rigid body, of what they add; rounding errors of the arms of
// welded nodes in a line, of the largest.
constexpr double cancelled = 1e-9, negligible_stiffness = 1e-15;

/// The number of an entity in the whole model.
std::int64_t global_entity(const Domain& domain, const ConstraintRows& rows, Index entity) {
  return entity < rows.n_nodes() ? domain.global_node[std::size_t(entity)]
                                 : domain.n_global_nodes + (entity - rows.n_nodes());
}

/// A degree of freedom on a rank.
struct Resisted {
  std::int64_t slot = 0;  ///< in the whole model
  Resistance by;
};

/// Of the deflection of a shared spring.
struct RateShare {
  std::array<std::int64_t, 10> key{};
  double stiffness = 0;
  std::int32_t equation = 0;
  std::int64_t source = 0;  ///< entity of the whole model and degree of freedom
  double rate = 0, per_rate = 0;  ///< of the source; the equation's share of it
};

/// Of a force on an equation, or on a motion.
struct Share {
  std::int64_t source = 0;  ///< entity of the whole model and degree of freedom
  std::int32_t target = 0;
  double value = 0;
};

}  // namespace

void Equations::number(std::span<const Resistance> resistance) {
  std::vector<Resisted> mine;
  for_each_slot([&](Index entity, int dof) {
    const bool is_free = rows_.motion(entity, dof) == none;
    mine.push_back({global_entity(domain_, rows_, entity) * std::int64_t(n_dofs) + dof,
                    is_free ? resistance[ConstraintRows::slot(entity, dof)] : Resistance()});
  });
  const std::int64_t n_nodes = domain_.n_global_nodes, n_bodies = std::int64_t(rows_.bodies().size());
  std::vector<Resistance> sums(world_.is_root() ? std::size_t(n_nodes + n_bodies) * n_dofs : 0);
  std::vector<std::vector<Resisted>> all;
  for (const Bytes& bytes : world_.gather(to_bytes(std::span<const Resisted>(mine))))
    for (const Resisted& its : all.emplace_back(from_bytes<Resisted>(bytes))) {
      sums[std::size_t(its.slot)].sum += its.by.sum;
      sums[std::size_t(its.slot)].of_sizes += its.by.of_sizes;
      sums[std::size_t(its.slot)].mass += its.by.mass;
    }
  const auto rotates = [&](std::size_t slot) {
    return slot % n_dofs >= 3 && std::int64_t(slot / n_dofs) < n_nodes;
  };
  double largest[2] = {0, 0};
  for (std::size_t slot = 0; slot < sums.size(); ++slot)
    largest[rotates(slot)] = std::max(largest[rotates(slot)], sums[slot].sum);
  std::vector<std::int32_t> numbers(sums.size(), none);
  const auto is_resisted = [&](std::size_t slot) {
    return sums[slot].mass > 0 ||
           sums[slot].sum > std::max(cancelled * sums[slot].of_sizes, negligible_stiffness * largest[rotates(slot)]);
  };
  for (std::size_t slot = 0; slot < numbers.size(); ++slot)
    if (is_resisted(slot)) {
      numbers[slot] = count_++;
      kinds_.push_back(rotates(slot));
    }
  double count[1] = {double(count_)};
  world_.broadcast(std::span<double>(count));
  count_ = std::int32_t(count[0]);
  std::vector<Message> messages;
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    std::vector<std::int32_t>& its = equations_of_rank_.emplace_back();
    for (const Resisted& resisted : all[rank]) its.push_back(numbers[std::size_t(resisted.slot)]);
    messages.push_back({int(rank), to_bytes(std::span<const std::int32_t>(its))});
  }
  for (const Message& message : world_.exchange(std::move(messages))) {
    const std::vector<std::int32_t> its = from_bytes<std::int32_t>(message.bytes);
    auto next = its.begin();
    for_each_slot([&](Index entity, int dof) { equation_[ConstraintRows::slot(entity, dof)] = *next++; });
  }
}

std::int64_t Equations::n_unresisted(const ModelForces& forces) const {
  double n[1] = {0};
  const auto count = [&](Index entity, const Vec3& force, const Vec3& moment) {
    for (int dof = 0; dof < ConstraintRows::n_dofs; ++dof) {
      if ((dof < 3 ? force[dof] : moment[dof - 3]) == 0) continue;
      const auto is_free = [&](const ConstraintRows::Term& term) {
        return term.coefficient != 0 && equation(term) == none && rows_.motion(term.entity, term.dof) == none &&
               !rows_.is_fixed(term.entity, term.dof);
      };
      n[0] += std::ranges::any_of(rows_.row(entity, dof), is_free);
    }
  };
  for (Index node = 0; node < rows_.n_nodes(); ++node)
    if (domain_.owns_node[std::size_t(node)])
      count(node, row(forces.nodes.translation, node), row(forces.nodes.rotation, node));
  for (std::size_t k = 0; k < forces.bodies.size(); ++k)
    if (rows_.bodies()[k].is_mine)
      count(rows_.entity_of_body(Index(k)), forces.bodies[k].translation, forces.bodies[k].rotation);
  world_.sum(n);
  return std::int64_t(n[0]);
}

std::vector<double> Equations::restricted(const std::function<BodyVector(Index)>& motion) const {
  std::vector<double> mine;
  for_each_slot([&](Index entity, int dof) {
    if (equation_[ConstraintRows::slot(entity, dof)] == none) return;
    const BodyVector its = motion(entity);
    mine.push_back(dot(rows_.axis(entity, dof), dof < 3 ? its.translation : its.rotation));
  });
  std::vector<double> all(world_.is_root() ? std::size_t(count_) : 0);
  const std::vector<Bytes> of_ranks = world_.gather(to_bytes(std::span<const double>(mine)));
  for (std::size_t rank = 0; rank < of_ranks.size(); ++rank) {
    const std::vector<double> its = from_bytes<double>(of_ranks[rank]);
    auto next = its.begin();
    for (const std::int32_t equation : equations_of_rank_[rank])
      if (equation != none) all[std::size_t(equation)] = *next++;
  }
  return all;
}

/// The sums of T^T f by target_of(term), none or 0..n-1. Root adds the shares of a target in the order of where they
/// come from, which no decomposition changes.
template <class Target>
std::vector<double> Equations::summed(const NodalVector& forces, std::span<const BodyVector> on_bodies, std::size_t n,
                                      Target target_of) const {
  std::vector<Share> mine;
  const auto put = [&](Index entity, const Vec3& force, const Vec3& moment) {
    const std::int64_t source = global_entity(domain_, rows_, entity) * std::int64_t(n_dofs);
    for (int dof = 0; dof < int(n_dofs); ++dof)
      if (const double value = dof < 3 ? force[dof] : moment[dof - 3]; value != 0)
        for (const ConstraintRows::Term& term : rows_.row(entity, dof))
          if (const auto [at, factor] = target_of(term); at != none)
            mine.push_back({source + dof, at, factor * term.coefficient * value});
  };
  for (Index node = 0; node < rows_.n_nodes(); ++node)
    if (domain_.owns_node[std::size_t(node)]) put(node, row(forces.translation, node), row(forces.rotation, node));
  for (std::size_t body = 0; body < on_bodies.size(); ++body)
    if (rows_.bodies()[body].is_mine)
      put(rows_.entity_of_body(Index(body)), on_bodies[body].translation, on_bodies[body].rotation);
  std::vector<Share> all;
  for (const Bytes& bytes : world_.gather(to_bytes(std::span<const Share>(mine))))
    std::ranges::copy(from_bytes<Share>(bytes), std::back_inserter(all));
  std::ranges::sort(all, {}, &Share::source);
  std::vector<double> sums(world_.is_root() ? n : 0);
  for (const Share& share : all) sums[std::size_t(share.target)] += share.value;
  return sums;
}

std::vector<double> Equations::to_root(const NodalVector& forces, std::span<const BodyVector> on_bodies) const {
  return summed(forces, on_bodies, std::size_t(count_),
                [&](const ConstraintRows::Term& term) { return std::pair(equation(term), 1.0); });
}

/// Root adds the shares of an equation in the order of where they come from, as in `summed`.
std::vector<Equations::Spring> Equations::to_root(std::span<const SharedSpring> springs) const {
  std::vector<RateShare> mine;
  for (const SharedSpring& spring : springs)
    for (const auto& [node, rate] : spring.ends)
      for (int c = 0; c < 3; ++c)
        for (const ConstraintRows::Term& term : rows_.row(node, c))
          if (const std::int32_t at = equation(term); at != none && rate[c] != 0)
            mine.push_back({spring.key, spring.stiffness, at,
                            global_entity(domain_, rows_, node) * std::int64_t(n_dofs) + c, rate[c],
                            term.coefficient});
  std::vector<RateShare> all;
  for (const Bytes& bytes : world_.gather(to_bytes(std::span<const RateShare>(mine))))
    std::ranges::copy(from_bytes<RateShare>(bytes), std::back_inserter(all));
  const auto place = [](const RateShare& share) { return std::tie(share.key, share.equation, share.source); };
  std::ranges::sort(all, {}, place);
  std::vector<Spring> whole;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const RateShare& share = all[i];
    if (i == 0 || all[i - 1].key != share.key) whole.push_back({share.stiffness, {}});
    auto& rates = whole.back().rates;
    if (rates.empty() || rates.back().first != share.equation) rates.push_back({share.equation, 0});
    double rate = share.rate;
    for (; i + 1 < all.size() && place(all[i + 1]) == place(share); ++i) rate += all[i + 1].rate;
    rates.back().second += rate * share.per_rate;
  }
  return whole;
}

double Equations::per_motion(Index entity, int dof) const {
  const PrescribedMotion& motion = domain_.model.motions[std::size_t(rows_.motion(entity, dof))];
  const Vec3 axis = rows_.axis(entity, dof);
  return dot(axis, motion.direction);
}

std::vector<double> Equations::on_motions(const NodalVector& forces, std::span<const BodyVector> on_bodies) const {
  return summed(forces, on_bodies, domain_.model.motions.size(), [&](const ConstraintRows::Term& term) {
    const Index motion = rows_.motion(term.entity, term.dof);
    return std::pair(motion, motion == none ? 0 : per_motion(term.entity, term.dof));
  });
}

void Equations::from_root(const std::vector<double>& q, NodalVector& nodes, std::span<BodyVector> bodies,
                          std::span<const double> of_motions) const {
  std::vector<Message> messages;
  for (std::size_t rank = 0; rank < equations_of_rank_.size(); ++rank) {
    std::vector<double> its;
    for (const std::int32_t equation : equations_of_rank_[rank])
      if (equation != none) its.push_back(q[std::size_t(equation)]);
    messages.push_back({int(rank), to_bytes(std::span<const double>(its))});
  }
  std::vector<double> of_slot(n_slots(), 0.0);
  for (const Message& message : world_.exchange(std::move(messages))) {
    const std::vector<double> its = from_bytes<double>(message.bytes);
    auto next = its.begin();
    for_each_slot([&](Index entity, int dof) {
      const std::size_t slot = ConstraintRows::slot(entity, dof);
      if (equation_[slot] != none) of_slot[slot] = *next++;
      else if (const Index motion = rows_.motion(entity, dof); motion != none && !of_motions.empty())
        of_slot[slot] = per_motion(entity, dof) * of_motions[std::size_t(motion)];
    });
  }
  const auto value = [&](Index entity, int dof) {
    double sum = 0;
    for (const ConstraintRows::Term& term : rows_.row(entity, dof))
      sum += term.coefficient * of_slot[ConstraintRows::slot(term.entity, term.dof)];
    return sum;
  };
  for (Index node = 0; node < rows_.n_nodes(); ++node)
    for (int c = 0; c < 3; ++c) {
      nodes.translation(node, c) = value(node, c);
      nodes.rotation(node, c) = value(node, 3 + c);
    }
  for (std::size_t k = 0; k < bodies.size(); ++k)
    for (int c = 0; c < 3; ++c) {
      bodies[k].translation[c] = value(rows_.entity_of_body(Index(k)), c);
      bodies[k].rotation[c] = value(rows_.entity_of_body(Index(k)), 3 + c);
    }
}

}  // namespace crumple
