// The family of springs and dampers (*ELEMENT_DISCRETE): forces along, or moments about, the line of two nodes or a
// fixed direction, between the nodes or to the ground. They have no mass. Few among many shells, so they are computed
// one by one (spring_step) in double precision, with + - * / and sqrt only.
#include "base/loops.hpp"
#include "model/springs.hpp"
#include "physics/elements/families.hpp"
#include "physics/elements/scalar_elements.hpp"
#include "physics/elements/spring_step.hpp"
#include "physics/state/element_output.hpp"
#include "physics/state/model_extremes.hpp"
#include "physics/state/spring_force.hpp"

namespace crumple {
namespace {

constexpr std::size_t grain = 100;  // springs that are worth waking a thread for

class Springs final : public ScalarElements<Spring, SpringHistory>, public Gives<SpringForce> {
 public:
  explicit Springs(const FamilyInput& input);

  void add_masses(const Rows&, PartChoice) const override {}
  void output(ElementOutput& out) const override;
  ElementStress stress(Index e) const override;
  void add_rows(std::vector<SpringForce>& forces) const override;

 private:
  SpringInput input_of(std::size_t s) const;
  Vec3 line_of(const Spring& spring, const NodeState& state) const;
  SpringMotion motion_of(std::size_t s, const SpringHistory& h, const Vec3& direction, const ForceStep& step,
                         const NodeState& state) const;
  void compute(const ForceStep& step, const NodeState& state) override;
  EndLoads trial(std::size_t s, const ForceStep& step, const NodeState& state) const override;
  EndForces ends(std::size_t s) const override;
  double stable_step(std::size_t s) const override;
  std::vector<double> hashed_values(const SpringHistory& h) const override {
    std::vector<double> values{h.deflection, h.force, h.permanent, h.internal_energy, h.failure_time, double(h.alive)};
    for (const double of_some_laws : {h.plastic, h.relaxing})
      if (of_some_laws != 0) values.push_back(of_some_laws);
    return values;
  }

  Column mass_, inertia_;        ///< mass at t = 0 [mass]; current rotational inertia [mass length^2]
  std::vector<Vec3> direction_;  ///< [spring] at t(n): unit vector
};

Springs::Springs(const FamilyInput& input)
    : ScalarElements(input.domain, {SectionKind::spring, phase<"springs", Stage::forces>, 0x2545f4914f6cdd1du},
                     input.domain.model.first_spring(), input.domain.model.springs),
      mass_(input.own_mass),
      inertia_(input.nodes.inertia),
      direction_(input.domain.model.springs.size()) {}

SpringInput Springs::input_of(std::size_t s) const {
  const Part& part = domain_.model.parts[elements_[s].part];
  return {domain_.model.sections[part.section].spring, domain_.model.materials[part.material], elements_[s].scale};
}

Vec3 Springs::line_of(const Spring& spring, const NodeState& state) const {
  if (dot(spring.direction, spring.direction) > 0) return spring.direction;
  return normalized(row(state.position, spring.nodes[1]) - row(state.position, spring.nodes[0]));
}

/// The second minus the first node; the ground is fixed.
Vec3 relative(const Spring& spring, const Vec3& first, const Vec3& second) {
  return spring.is_grounded() ? -first : second - first;
}

SpringMotion Springs::motion_of(std::size_t s, const SpringHistory& h, const Vec3& direction, const ForceStep& step,
                                const NodeState& state) const {
  const Spring& spring = elements_[s];
  const auto [a, b] = spring.nodes;
  const bool torsional = input_of(s).section.torsional;
  const Rows& velocity = torsional ? state.angular_velocity : state.velocity;
  const double rate = dot(relative(spring, row(velocity, a), row(velocity, b)), direction);
  if (torsional) return {h.started ? h.deflection + step.dt * rate : spring.offset, rate, step.time, step.dt};
  const std::vector<Vec3>& start = domain_.model.nodes.position;
  const Vec3 first = row(state.position, a), second = row(state.position, b);
  SpringMotion motion{spring.offset, rate, step.time, step.dt};
  if (dot(spring.direction, spring.direction) > 0)
    motion.deflection += dot(relative(spring, first - start[a], second - start[b]), direction);
  else
    motion.deflection += norm(second - first) - norm(start[b] - start[a]);
  if (h.started && step.dt > 0) motion.rate = (motion.deflection - h.deflection) / step.dt;
  return motion;
}

void Springs::compute(const ForceStep& step, const NodeState& state) {
  for_each("springs", history_.size(), grain, [&](std::size_t s) {
    if (!history_[s].alive) return;
    direction_[s] = line_of(elements_[s], state);
    advance_spring(input_of(s), motion_of(s, history_[s], direction_[s], step, state), history_[s]);
  });
}

EndLoads Springs::trial(std::size_t s, const ForceStep& step, const NodeState& state) const {
  SpringHistory h = history_[s];
  if (!h.started) h.deflection = elements_[s].offset;
  h.started = 1;
  const Vec3 direction = line_of(elements_[s], state);
  const SpringInput input = input_of(s);
  advance_spring(input, motion_of(s, h, direction, step, state), h);
  const Vec3 load = h.force * direction;
  if (input.section.torsional) return {{}, {load, -load}};
  return {{load, -load}, {}};
}

/// Of a live spring; the reaction at the ground is dropped.
EndForces Springs::ends(std::size_t s) const {
  if (!history_[s].alive) return {};
  const Spring& spring = elements_[s];
  const bool torsional = input_of(s).section.torsional;
  const RoundedVec3 force =
      rounded(history_[s].force * direction_[s], torsional ? domain_.quanta.moment : domain_.quanta.force);
  const auto on = [&](Index node, const RoundedVec3& v) {
    return torsional ? NodalForce{node, {}, v} : NodalForce{node, v, {}};
  };
  return {{on(spring.nodes[0], force), on(spring.nodes[1], -force)}, spring.is_grounded() ? 1u : 2u};
}

/// It follows from the masses, which are computed after the elements are made.
double Springs::stable_step(std::size_t s) const {
  const SpringInput input = input_of(s);
  const Column& masses = input.section.torsional ? inertia_ : mass_;
  const auto inverse = [&](Index node) { return masses(node) > 0 ? 1 / masses(node) : 0.0; };
  const Spring& spring = elements_[s];
  const double sum = inverse(spring.nodes[0]) + (spring.is_grounded() ? 0 : inverse(spring.nodes[1]));
  return stable_spring_dt(input, history_[s], sum);
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
    forces.push_back({elements_[s].id, input_of(s).section.torsional, force, h.force, h.deflection});
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
