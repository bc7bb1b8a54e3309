// The family of springs and dampers (*ELEMENT_DISCRETE): forces along, or moments about, the line of two nodes or a
// fixed direction, between the nodes or to the ground. They have no mass.
#include <algorithm>

#include "base/loops.hpp"
#include "model/springs.hpp"
#include "physics/elements/families.hpp"
#include "physics/elements/scalar_elements.hpp"
#include "physics/elements/spring_loops.hpp"
#include "physics/state/element_output.hpp"
#include "physics/state/model_extremes.hpp"
#include "physics/state/run_store.hpp"
#include "physics/state/spring_force.hpp"

namespace crumple {
namespace {

constexpr std::size_t spring_grain = 100;  // springs that are worth waking a thread for

class Springs final : public ScalarElements<Spring, SpringHistory>, public Gives<SpringForce> {
 public:
  explicit Springs(const FamilyInput& input);

  void find_smallest_dt(double& dt) const override {
    least_later(steps(), history_.size(), [&dt](double least) { dt = std::min(dt, least); });
  }
  void count_failed(const DeletionNotes&, double& n_failed) override {
    sum_later(CountFailedSprings{history_.data()}, history_.size(), [&n_failed](double n) { n_failed += n; });
  }
  void add_masses(const Rows&, PartChoice) const override {}
  void output(ElementOutput& out) const override;
  ElementStress stress(Index e) const override;
  void add_rows(std::vector<SpringForce>& forces) const override;

 private:
  bool is_torsional(std::size_t s) const { return parts_[std::size_t(elements_[s].part)].section.torsional; }
  SpringsNow now(const ForceStep& step, const NodeState& state) const;
  LeastSpringStep steps() const;
  void compute(const ForceStep& step, NodeState& state) override {
    run_loop(AddSpringForces{now(step, state), history_.data(), direction_.data(), sums_at(state.force),
                             sums_at(state.moment), domain_.quanta.force, domain_.quanta.moment},
             history_.size(), spring_grain);
    if (step.is_linear) note_deflections_beyond_nodes();
  }
  /// For tangents at the start after a linear step.
  void note_deflections_beyond_nodes() {
    for (std::size_t s = 0; s < history_.size(); ++s) beyond_nodes_[s] = history_[s].deflection - elements_[s].offset;
  }
  void restore_history() override {
    ScalarElements::restore_history();
    std::ranges::fill(beyond_nodes_, 0.0);
  }
  EndLoads trial(std::size_t s, const ForceStep& step, const NodeState& state) const override;
  EndForces ends(std::size_t s) const override;
  double stable_step(std::size_t s) const override { return steps()(s); }
  std::vector<double> hashed_values(const SpringHistory& h) const override {
    std::vector<double> values{h.deflection, h.force, h.permanent, h.internal_energy, h.failure_time, double(h.alive)};
    for (const double of_some_laws : {h.plastic, h.relaxing})
      if (of_some_laws != 0) values.push_back(of_some_laws);
    return values;
  }

  Column mass_, inertia_;  ///< mass at t = 0 [mass]; current rotational inertia [mass length^2]
  RunStore store_;
  kernels::RunVector<Spring> springs_;
  kernels::RunVector<SpringPart> parts_;        ///< [part], empty but for those of springs
  kernels::RunVector<Vec3> start_;              ///< [node] at t = 0
  kernels::RunVector<Vec3> direction_;          ///< [spring] at t(n): unit vector
  kernels::RunVector<double> beyond_nodes_;     ///< [spring] SpringsNow
};

Springs::Springs(const FamilyInput& input)
    : ScalarElements(input.domain, {SectionKind::spring, phase<"springs", Stage::forces>, 0x2545f4914f6cdd1du},
                     input.domain.model.first_spring(), input.domain.model.springs),
      mass_(input.own_mass),
      inertia_(input.nodes.inertia),
      springs_(elements_.begin(), elements_.end()),
      direction_(elements_.size()),
      beyond_nodes_(elements_.size(), 0.0) {
  const Model& model = input.domain.model;
  if (elements_.empty()) return;
  start_.assign(model.nodes.position.begin(), model.nodes.position.end());
  for (const Part& part : model.parts) {
    const MaterialLaw& law = model.materials[std::size_t(part.material)].law;
    const SpringSection& section = model.sections[std::size_t(part.section)].spring;
    parts_.push_back({section, store_.pick<SpringLaw>(law), spring_bounds(law)});
  }
}

SpringsNow Springs::now(const ForceStep& step, const NodeState& state) const {
  return {springs_.data(), parts_.data(), start_.data(), step.time, step.dt, rows_at(state.position),
          rows_at(state.velocity), rows_at(state.angular_velocity), step.is_linear, beyond_nodes_.data()};
}

LeastSpringStep Springs::steps() const {
  return {springs_.data(), parts_.data(), history_.data(), mass_.data(), inertia_.data()};
}

EndLoads Springs::trial(std::size_t s, const ForceStep& step, const NodeState& state) const {
  SpringHistory h = history_[s];
  if (!h.started) h.deflection = elements_[s].offset;
  h.started = 1;
  const Vec3 direction = now(step, state).advance(s, h), load = h.force * direction;
  if (is_torsional(s)) return {{}, {load, -load}};
  return {{load, -load}, {}};
}

/// Of a live spring; the reaction at the ground is dropped.
EndForces Springs::ends(std::size_t s) const {
  if (!history_[s].alive) return {};
  const Spring& spring = elements_[s];
  const bool torsional = is_torsional(s);
  const RoundedVec3 force =
      rounded(history_[s].force * direction_[s], torsional ? domain_.quanta.moment : domain_.quanta.force);
  const auto on = [&](Index node, const RoundedVec3& v) {
    return torsional ? NodalForce{node, {}, v} : NodalForce{node, v, {}};
  };
  return {{on(spring.nodes[0], force), on(spring.nodes[1], -force)}, spring.is_grounded() ? 1u : 2u};
}

void Springs::output(ElementOutput& out) const {
  for (std::size_t s = 0; s < history_.size(); ++s) {
    out[ElementField::axial_force][first_element() + s] = float(history_[s].force);
    out.deleted[first_element() + s] = !history_[s].was_alive;
  }
}

/// Only its force.
ElementStress Springs::stress(Index e) const {
  return {ElementStress::Axes::element, {}, {history_[std::size_t(e)].force}};
}

void Springs::add_rows(std::vector<SpringForce>& forces) const {
  for (std::size_t s = 0; s < history_.size(); ++s) {
    if (!elements_[s].printed) continue;
    const SpringHistory& h = history_[s];
    // the direction of a failed spring is not saved: its zeros have no sign
    const Vec3 force = h.alive ? h.force * direction_[s] : Vec3();
    forces.push_back({elements_[s].id, is_torsional(s), force, h.force, h.deflection});
  }
}

void bound_springs(const Model& model, ModelExtremes& e) {
  for (const Spring& spring : model.springs) {
    const Part& part = model.parts[spring.part];
    const SpringSection& section = model.sections[part.section].spring;
    const SpringBounds bounds = spring_bounds(model.materials[part.material].law);
    SpringReach reach = section.torsional ? reach_of_turns(model, e) : reach_of(model, bounds.stiffness, e);
    reach.deflection += std::abs(spring.offset);
    double magnified = 1;
    if (section.magnification != 0) magnified += section.magnification * reach.rate / section.test_velocity;
    const double force = spring.scale * magnified *
                         (bounds.force + bounds.stiffness * reach.deflection + bounds.damping * reach.rate);
    double& largest = section.torsional ? e.moment : e.force;
    largest = std::max(largest, force);
    e.strain_energy += force * reach.deflection / 16;  // sums have a margin of 128
  }
}

}  // namespace

const FamilyKind spring_family{[](const FamilyInput& input) -> std::unique_ptr<ElementFamily> {
                                 return std::make_unique<Springs>(input);
                               },
                               AddsNoForces::bound_motion, bound_springs};

}  // namespace crumple
