// The family of springs and dampers (*ELEMENT_DISCRETE): forces along, or moments about, the line of two nodes or a
// fixed direction, between the nodes or to the ground. They have no mass. Few among many shells, so they are computed
// one by one (spring_step) in double precision, with + - * / and sqrt only. All of them belong to the boundary side.
#include <algorithm>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "comm/records.hpp"
#include "physics/elements/element_hash.hpp"
#include "physics/elements/families.hpp"
#include "physics/elements/spring_step.hpp"
#include "physics/state/element_output.hpp"
#include "physics/state/part_sum.hpp"
#include "physics/state/spring_force.hpp"

namespace crumple {
namespace {

constexpr std::size_t grain = 100;  // springs worth waking a thread for

class Springs final : public ElementFamily, public Gives<SpringForce> {
 public:
  explicit Springs(const FamilyInput& input);

  void find_first_steps(NodeState&) override {}  // they follow from the masses, which come later
  double scale_masses() override { return 0; }
  void add_masses(const Rows&) const override {}
  void add_forces(const ForceStep& step, NodeState& state) override;
  double smallest_dt() const override { return find_step_limit().dt; }
  bool note_deletions(DeletionNotes& notes, ElementStatus& status) override;
  StepLimit find_step_limit() const override;
  void count_live(const Rows& counts) const override;

  ElementEnergies energies() const override;
  void add_part_sums(const Rows& velocity, std::span<PartSum> parts) const override;
  void output(ElementOutput& out) const override;
  ElementStress stress(Index e) const override;
  std::vector<NodalForce> nodal_forces(Index e, const NodeState&, const PreviousVelocity&) const override;
  void add_rows(std::vector<SpringForce>& forces) const override;

  std::uint64_t hash() const override;
  void save(Index e, Bytes& bytes) const override { put(bytes, history_[std::size_t(e)]); }
  void load(Index e, std::span<const std::byte>& bytes, ElementStatus&) override {
    history_[std::size_t(e)] = take<SpringHistory>(bytes);
  }

 private:
  const std::vector<Spring>& springs() const { return domain_.model.springs; }
  Id part_id(std::size_t s) const { return domain_.model.parts[springs()[s].part].id; }
  SpringInput input_of(std::size_t s) const;
  Vec3 line_of(const Spring& spring, const NodeState& state) const;
  SpringMotion motion_of(std::size_t s, const ForceStep& step, const NodeState& state) const;
  void compute(const ForceStep& step, const NodeState& state);
  std::vector<NodalForce> ends(std::size_t s) const;

  const NodeState& nodes_;              ///< for their masses
  std::vector<SpringHistory> history_;  ///< [spring]
  std::vector<Vec3> direction_;         ///< [spring] at t(n): unit vector
};

Springs::Springs(const FamilyInput& input)
    : ElementFamily(input.domain, SectionKind::spring, input.domain.model.first_spring(),
                    input.domain.model.springs.size()),
      nodes_(input.nodes),
      history_(input.domain.model.springs.size()),
      direction_(input.domain.model.springs.size()) {}

SpringInput Springs::input_of(std::size_t s) const {
  const Part& part = domain_.model.parts[springs()[s].part];
  return {domain_.model.sections[part.section].spring, domain_.model.materials[part.material], springs()[s].scale};
}

Vec3 Springs::line_of(const Spring& spring, const NodeState& state) const {
  if (dot(spring.direction, spring.direction) > 0) return spring.direction;
  return normalized(row(state.position, spring.nodes[1]) - row(state.position, spring.nodes[0]));
}

/// The second minus the first node; the ground is at rest.
Vec3 relative(const Spring& spring, const Vec3& first, const Vec3& second) {
  return spring.is_grounded() ? -first : second - first;
}

SpringMotion Springs::motion_of(std::size_t s, const ForceStep& step, const NodeState& state) const {
  const Spring& spring = springs()[s];
  const SpringHistory& h = history_[s];
  const auto [a, b] = spring.nodes;
  const bool torsional = input_of(s).section.torsional;
  const Rows& velocity = torsional ? state.angular_velocity : state.velocity;
  const double rate = dot(relative(spring, row(velocity, a), row(velocity, b)), direction_[s]);
  if (torsional) return {h.started ? h.deflection + step.dt * rate : spring.offset, rate, step.time};
  const std::vector<Vec3>& start = domain_.model.nodes.position;
  const Vec3 first = row(state.position, a), second = row(state.position, b);
  SpringMotion motion{spring.offset, rate, step.time};
  if (dot(spring.direction, spring.direction) > 0)
    motion.deflection += dot(relative(spring, first - start[a], second - start[b]), direction_[s]);
  else
    motion.deflection += norm(second - first) - norm(start[b] - start[a]);
  if (h.started && step.dt > 0) motion.rate = (motion.deflection - h.deflection) / step.dt;
  return motion;
}

void Springs::compute(const ForceStep& step, const NodeState& state) {
  for_each("springs", history_.size(), grain, [&](std::size_t s) {
    if (!history_[s].alive) return;
    direction_[s] = line_of(springs()[s], state);
    advance_spring(input_of(s), motion_of(s, step, state), history_[s]);
  });
}

void Springs::add_forces(const ForceStep& step, NodeState& state) {
  if (history_.empty() || step.side != Side::boundary) return;
  Profile::Scope scope("springs");
  const double start = step.seconds ? thread_cpu_time() : 0;
  compute(step, state);
  // Two springs may share a node: one after the other.
  for (std::size_t s = 0; s < history_.size(); ++s) {
    if (!history_[s].alive) continue;
    for (const NodalForce& end : ends(s)) {
      add_row(state.force, end.node, end.force);
      add_row(state.moment, end.node, end.moment);
    }
  }
  if (!step.seconds) return;
  const double each = (thread_cpu_time() - start) / double(history_.size());
  for (const Spring& spring : springs()) (*step.seconds)[std::size_t(spring.part)] += each;
}

/// What a live spring puts on its nodes; the ground takes the rest.
std::vector<NodalForce> Springs::ends(std::size_t s) const {
  const Spring& spring = springs()[s];
  const bool torsional = input_of(s).section.torsional;
  const Quantum& quantum = torsional ? domain_.quanta.moment : domain_.quanta.force;
  const Vec3 force = rounded(history_[s].force * direction_[s], quantum);
  const auto on = [&](Index node, const Vec3& v) {
    return torsional ? NodalForce{node, {}, v} : NodalForce{node, v, {}};
  };
  if (spring.is_grounded()) return {on(spring.nodes[0], force)};
  return {on(spring.nodes[0], force), on(spring.nodes[1], -force)};
}

std::vector<NodalForce> Springs::nodal_forces(Index e, const NodeState&, const PreviousVelocity&) const {
  return history_[std::size_t(e)].alive ? ends(std::size_t(e)) : std::vector<NodalForce>{};
}

/// Springs ascend by id.
StepLimit Springs::find_step_limit() const {
  StepLimit limit;
  for (std::size_t s = 0; s < history_.size(); ++s) {
    const SpringInput input = input_of(s);
    const Column& masses = input.section.torsional ? nodes_.inertia : nodes_.own_mass;
    const auto inverse = [&](Index node) { return masses(node) > 0 ? 1 / masses(node) : 0.0; };
    const Spring& spring = springs()[s];
    const double sum = inverse(spring.nodes[0]) + (spring.is_grounded() ? 0 : inverse(spring.nodes[1]));
    const double dt = stable_spring_dt(input, history_[s], sum);
    if (dt < limit.dt) limit = {dt, kind(), spring.id, part_id(s)};
  }
  return limit;
}

bool Springs::note_deletions(DeletionNotes& notes, ElementStatus&) {
  bool any = false;
  for (std::size_t s = 0; s < history_.size(); ++s) {
    SpringHistory& h = history_[s];
    if (h.alive || !h.was_alive) continue;
    h.was_alive = 0;
    any = true;
    notes.ledger.eroded_internal += domain_.quanta.energy.round(h.internal_energy);
    notes.failures.push_back({notes.clock.cycle, h.failure_time, failure_of(kind()), springs()[s].id, part_id(s)});
  }
  return any;
}

void Springs::count_live(const Rows& counts) const {
  for (std::size_t s = 0; s < history_.size(); ++s)
    if (history_[s].was_alive)
      for (const Index node : springs()[s].nodes) counts(node, 0) += 1;
}

ElementEnergies Springs::energies() const {
  ElementEnergies sum;
  for (const SpringHistory& h : history_) sum.internal += domain_.quanta.energy.round(h.internal_energy);
  return sum;
}

void Springs::add_part_sums(const Rows&, std::span<PartSum> parts) const {
  for (std::size_t s = 0; s < history_.size(); ++s) {
    const double internal = domain_.quanta.energy.round(history_[s].internal_energy);
    PartSum& part = parts[springs()[s].part];
    part.internal += internal;
    if (!history_[s].was_alive) part.eroded_internal += internal;
  }
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
    if (!springs()[s].printed) continue;
    const SpringHistory& h = history_[s];
    forces.push_back({springs()[s].id, input_of(s).section.torsional, h.force * direction_[s], h.force, h.deflection});
  }
}

std::uint64_t Springs::hash() const {
  std::uint64_t sum = 0;
  for (std::size_t s = 0; s < history_.size(); ++s) {
    const SpringHistory& h = history_[s];
    std::vector<double> values{h.deflection, h.force, h.permanent, h.internal_energy, h.failure_time, double(h.alive)};
    sum += hash_values(values, std::uint64_t(springs()[s].id) + 0x2545f4914f6cdd1du);
  }
  return sum;
}

}  // namespace

std::unique_ptr<ElementFamily> make_springs(const FamilyInput& input) { return std::make_unique<Springs>(input); }

}  // namespace crumple
