#include "physics/conditions/loads.hpp"

#include <algorithm>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "base/same_bits.hpp"

namespace crumple {
namespace {

double curve_value(const Model& model, Index curve, double time) {
  return curve == none ? 1.0 : model.curves[curve].evaluate(time);
}

Vec3 acceleration_of(const Model& model, const BodyLoad& load, double time) {
  Vec3 acceleration;
  if (load.turns) return acceleration;
  acceleration[load.axis] = -load.scale * curve_value(model, load.curve, time);
  return acceleration;
}

TurningFrame spin_of(const Model& model, const BodyLoad& load, double time) {
  const double rate = load.turns ? load.scale * curve_value(model, load.curve, time) : 0;
  return {load.centre, load.axis, rate * rate};
}

double damping_value(const Model& model, double time) {
  const GlobalDamping& damping = model.damping;
  return damping.curve == none ? damping.constant : model.curves[damping.curve].evaluate(time);
}

double pressure_of(const BlastFace& face, double time) {
  const double x = (time - face.arrival) / face.duration;
  if (x < 0 || time >= face.end) return 0;
  const auto at = [x](const BlastFace::Wave& wave) {
    return wave.pressure * (1 - x) * same_bits::exp(-wave.decay * x);
  };
  return at(face.incident) + at(face.reflected);
}

/// Component by component.
void take_larger(Vec3& value, const Vec3& other) {
  for (int c = 0; c < 3; ++c) value[c] = std::max(value[c], other[c]);
}
void take_larger(DampingRates& rates, const DampingRates& other) {
  take_larger(rates.translation, other.translation);
  take_larger(rates.rotation, other.rotation);
}
void add_rates(DampingRates& rates, const DampingRates& other) {
  rates.translation += other.translation;
  rates.rotation += other.rotation;
}

}  // namespace

Loads::Loads(const Domain& domain, const std::vector<std::uint8_t>& in_body,
             const std::vector<std::vector<double>>& shares)
    : in_body_(in_body.begin(), in_body.end()),
      owned_(domain.owns_node),
      loads_(domain.model.body_loads),
      nodal_loads_(domain.model.nodal_loads),
      part_dampings_(domain.model.part_dampings),
      accelerations_(loads_.size()),
      spins_(loads_.size()),
      of_parts_(part_dampings_.size()) {
  const Model& model = domain.model;
  for (std::size_t i = 0; i < model.pressure_loads.size(); ++i)
    for (const auto& nodes : model.pressure_loads[i].segments) faces_.add(nodes, i);
  for (std::size_t i = 0; i < model.blast_faces.size(); ++i)
    faces_.add(model.blast_faces[i].nodes, model.pressure_loads.size() + i);
  in_body_.resize(std::size_t(model.nodes.count()), 0);
  has_body_loads_ = !model.body_loads.empty();
  has_damping_ = model.damping.active() || !part_dampings_.empty();
  nodal_values_.resize(model.nodal_loads.size());
  const Index n_damped = has_damping_ ? model.nodes.count() : 0;
  of_nodes_.resize(std::size_t(n_damped));
  for (const NodalLoad& load : nodal_loads_) {
    nodes_of_loads_.add_row();
    for (const Index node : load.nodes) nodes_of_loads_.push_back(node);
  }
  for (const PartDamping& damping : part_dampings_) {
    nodes_of_dampings_.add_row();
    for (const Index node : damping.nodes) nodes_of_dampings_.push_back(node);
  }
  choose_loaded(model, shares);
}

/// Bodies with one of the parts get the acceleration as a whole, so that a mass given on a card counts; other bodies
/// the weight of their loaded nodes.
void Loads::choose_loaded(const Model& model, const std::vector<std::vector<double>>& shares) {
  std::vector<Index> body_of(std::size_t(model.nodes.count()), none);
  for (std::size_t b = 0; b < model.rigid_bodies.size(); ++b)
    for (const Index node : model.rigid_bodies[b].nodes) body_of[std::size_t(node)] = Index(b);
  for (std::size_t l = 0; l < loads_.size(); ++l) {
    LoadedNodes& loaded = loaded_nodes_.emplace_back();
    is_loaded_body_.add_row();
    if (loads_[l].parts.empty()) continue;
    const auto is_chosen = [&](Index part) {
      return std::ranges::find(loads_[l].parts, part) != loads_[l].parts.end();
    };
    for (const RigidBody& body : model.rigid_bodies)
      is_loaded_body_.push_back(std::ranges::any_of(body.parts, is_chosen));
    for (Index node = 0; node < model.nodes.count(); ++node) {
      double share = shares[l][std::size_t(node)];
      if (const Index b = body_of[std::size_t(node)]; b != none) {
        if (model.rigid_bodies[b].inertia) continue;
        share -= is_loaded_body_[l][std::size_t(b)];
      }
      if (share == 0) continue;
      loaded.node.push_back(node);
      loaded.share.push_back(share);
    }
  }
}

void Loads::add_local_forces(StepState& s) {
  if (faces_.empty()) return;
  Profile::Scope scope(phase<"loads", Stage::nodes>);
  const Model& model = s.domain.model;
  std::vector<double> pressure;
  for (const PressureLoad& load : model.pressure_loads) {
    const double since = s.clock.time - load.arrival;
    pressure.push_back(since < 0 ? 0.0 : load.scale * curve_value(model, load.curve, since));
  }
  for (const BlastFace& face : model.blast_faces) pressure.push_back(pressure_of(face, s.clock.time));
  faces_.add_forces(s, pressure);
}

LoadsOnBody Loads::on_body(Index body) const {
  const auto is_in = [body](const std::vector<Index>& bodies) {
    return std::ranges::find(bodies, body) != bodies.end();
  };
  LoadsOnBody on;
  on.is_damped = has_damping_;
  for (std::size_t l = 0; l < nodal_loads_.size(); ++l)
    if (nodal_loads_[l].rigid_body == body) (nodal_loads_[l].moment ? on.moment : on.force) += nodal_values_[l];
  for (std::size_t l = 0; l < accelerations_.size(); ++l)
    if (acts_on_body(l, body))
      on.acceleration += accelerations_[l];
  for (std::size_t d = 0; d < of_parts_.size(); ++d)
    if (is_in(part_dampings_[d].bodies)) take_larger(on.damping, of_parts_[d]);
  add_rates(on.damping, everywhere_);
  if (spins_on_bodies_.size() == 0) return on;
  on.spins = spins_on_bodies_[std::size_t(body)].data();
  on.n_spins = spins_on_bodies_[std::size_t(body)].size();
  return on;
}

void Loads::set_spins_on_bodies(Index n_bodies) {
  spins_on_bodies_ = {};
  for (Index body = 0; body < n_bodies; ++body) {
    spins_on_bodies_.add_row();
    for (std::size_t l = 0; l < loads_.size(); ++l)
      if (loads_[l].turns && acts_on_body(l, body)) spins_on_bodies_.push_back(spins_[l]);
  }
}

template <class Body>
void Loads::for_each_weight(const StepState& s, const Body& body) const {
  WeightedNodes on{nullptr, nullptr, nullptr, owned_.data(), s.nodes.mass.data()};
  Vec3 everywhere;
  for (std::size_t l = 0; l < loads_.size(); ++l) {
    if (loads_[l].turns) continue;
    if (loads_[l].parts.empty()) everywhere += accelerations_[l];
    on.node = loaded_nodes_[l].node.data();
    on.share = loaded_nodes_[l].share.data();
    if (const std::size_t n = loaded_nodes_[l].node.size()) body(on, accelerations_[l], n);
  }
  on.node = nullptr;
  on.share = nullptr;
  on.left_out = in_body_.data();
  body(on, everywhere, std::size_t(s.nodes.count()));
}

template <class Body>
void Loads::for_each_spin(const StepState& s, const Body& body) const {
  for (std::size_t l = 0; l < loads_.size(); ++l) {
    if (!loads_[l].turns) continue;
    WeightedNodes on{nullptr, nullptr, nullptr, owned_.data(), s.nodes.mass.data()};
    const bool is_everywhere = loads_[l].parts.empty();
    if (is_everywhere) {
      on.left_out = in_body_.data();
    } else {
      on.node = loaded_nodes_[l].node.data();
      on.share = loaded_nodes_[l].share.data();
    }
    body(on, spins_[l], is_everywhere ? std::size_t(s.nodes.count()) : loaded_nodes_[l].node.size());
  }
}

/// Forces on nodes outside of rigid bodies, and loads that bodies as a whole do not get.
void Loads::add_body_loads(StepState& s) {
  for (std::size_t l = 0; l < loads_.size(); ++l) {
    accelerations_[l] = acceleration_of(s.domain.model, loads_[l], s.clock.time);
    spins_[l] = spin_of(s.domain.model, loads_[l], s.clock.time);
  }
  if (std::ranges::any_of(loads_, &BodyLoad::turns))
    set_spins_on_bodies(Index(s.domain.model.rigid_bodies.size()));
  for_each_weight(s, [&](const WeightedNodes& on, const Vec3& acceleration, std::size_t n) {
    run_loop(AddWeight{on, acceleration, rows_at(totals(s.nodes.force))}, n);
  });
  for_each_spin(s, [&](const WeightedNodes& on, const TurningFrame& spin, std::size_t n) {
    run_loop(AddCentrifugal{on, spin, rows_at(s.nodes.position), rows_at(totals(s.nodes.force))}, n);
  });
}

void Loads::add_total_forces(StepState& s) {
  if (s.domain.model.nodal_loads.empty() && !has_body_loads_ && !has_damping_) return;
  Profile::Scope scope(phase<"loads", Stage::nodes>);
  const Model& model = s.domain.model;
  for (std::size_t l = 0; l < model.nodal_loads.size(); ++l) {
    const NodalLoad& load = model.nodal_loads[l];
    nodal_values_[l] = (load.scale * curve_value(model, load.curve, s.clock.time)) * load.direction;
    const Rows& sums = totals(load.moment ? s.nodes.moment : s.nodes.force);
    run_loop(AddNodalLoad{nodes_of_loads_[l].data(), nodal_values_[l], rows_at(sums)}, nodes_of_loads_[l].size());
  }
  if (has_body_loads_) add_body_loads(s);
  if (has_damping_) add_damping(s);
}

/// D of all nodes at t(n): the maximum over a node's parts; add_damping adds the global damping.
void Loads::find_damping(const StepState& s) {
  const Model& model = s.domain.model;
  const double global = damping_value(model, s.clock.time);
  everywhere_ = {global * model.damping.translation, global * model.damping.rotation};
  run_loop(ClearDamping{of_nodes_.data()}, of_nodes_.size());
  for (std::size_t d = 0; d < of_parts_.size(); ++d) {
    const PartDamping& of = part_dampings_[d];
    const double value = of.scale * curve_value(model, of.curve, s.clock.time);
    of_parts_[d] = {value * of.translation, value * of.rotation};
    run_loop(RaiseDamping{nodes_of_dampings_[d].data(), of_parts_[d], of_nodes_.data()}, nodes_of_dampings_[d].size());
  }
}

void Loads::add_damping(StepState& s) {
  find_damping(s);
  const NodeState& nodes = s.nodes;
  run_loop(AddDamping{of_nodes_.data(), everywhere_, in_body_.data(), s.clock.dt_mid(), nodes.mass.data(),
                      nodes.inertia.data(), rows_at(nodes.velocity), rows_at(nodes.angular_velocity),
                      rows_at(totals(nodes.force)), rows_at(totals(nodes.moment))},
           of_nodes_.size());
}

NodalResistance Loads::resistance(const StepState& s) const {
  return {s.nodes.mass.data(),
          s.nodes.inertia.data(),
          s.clock.dt_mid(),
          has_damping_ ? of_nodes_.data() : nullptr,
          in_body_.data(),
          dashpots_ ? dashpots_->of_node() : nullptr,
          dashpots_ ? dashpots_->all().data() : nullptr};
}

void Loads::enter_work(StepState& s) {
  Profile::Scope scope(phase<"loads", Stage::nodes>);
  s.ledger.external_work += ahead_.external;
  s.ledger.damping += ahead_.damping;
  ahead_ = {};
  const auto enter = [this, &s](const WorkSums& work) {
    s.ledger.external_work += work.before;
    ahead_.external += work.after;
  };
  faces_.enter_work(s, ahead_.external);
  for (std::size_t l = 0; l < nodal_loads_.size(); ++l)
    sum_later(NodalLoadWork{nodes_of_loads_[l].data(), nodal_values_[l], owned_.data(),
                            nodal_loads_[l].moment ? angular_work_rows(s) : work_rows(s)},
              nodes_of_loads_[l].size(), enter);
  if (has_body_loads_) {
    for_each_weight(s, [&](const WeightedNodes& on, const Vec3& acceleration, std::size_t n) {
      sum_later(WeightWork{on, acceleration, work_rows(s)}, n, enter);
    });
    for_each_spin(s, [&](const WeightedNodes& on, const TurningFrame& spin, std::size_t n) {
      sum_later(CentrifugalWork{on, spin, rows_at(s.nodes.position), work_rows(s)}, n, enter);
    });
  }
  if (!has_damping_) return;
  sum_later(DampingWork{of_nodes_.data(), in_body_.data(), owned_.data(), s.nodes.mass.data(), s.nodes.inertia.data(),
                        work_rows(s), angular_work_rows(s)},
            of_nodes_.size(), [this, &s](const WorkSums& lost) {
              s.ledger.damping += -lost.before;
              ahead_.damping += -lost.after;
            });
}

void Loads::archive(StateArchive& a, StepState&) { a.sums(ahead_.external, ahead_.damping); }

/// Under body loads the fall height is bounded by four times the size of the model.
void Loads::bound_motion(const Model& model, ModelExtremes& e) {
  for (const BodyLoad& load : model.body_loads)
    e.speed = std::max(e.speed, std::sqrt(8 * largest_acceleration(model, load) * e.extent));
}

void Loads::bound_forces(const Model& model, ModelExtremes& e) {
  for (const NodalLoad& load : model.nodal_loads)
    e.add_load(std::abs(load.scale) * largest_value(model, load.curve), std::max<std::size_t>(1, load.nodes.size()));
  for (const PressureLoad& load : model.pressure_loads)
    e.add_load(std::abs(load.scale) * largest_value(model, load.curve) * e.length * e.length, load.segments.size());
  for (const BlastFace& face : model.blast_faces)
    e.add_load((std::abs(face.incident.pressure) + std::abs(face.reflected.pressure)) * e.length * e.length,
               model.blast_faces.size());
}

}  // namespace crumple
