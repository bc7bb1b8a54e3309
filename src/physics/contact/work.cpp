#include "physics/contact/work.hpp"

#include "base/loops.hpp"
#include "physics/contact/edge_law.hpp"

namespace crumple {
namespace {

constexpr std::size_t block_grain = 2;  // blocks whose work is worth waking a thread for

/// What the force takes: the slaves' part is that of A or of B, if there are two sides.
SlidingEnergy work_of(const PairForce& f, const Pass& pass, const ContactNodes& nodes, bool meets_itself, double dt,
                      const Quantum& quantum) {
  const Vec3 v = relative_velocity(pass, nodes, f.slave, f.segment, f.weight);
  const double total = quantum.round(-0.5 * dt * dot(f.force, v)),
               friction = quantum.round(-0.5 * dt * dot(f.friction, v));
  if (meets_itself) return {total, total, friction};
  const double of_slave = quantum.round(-0.5 * dt * dot(f.force, nodes.velocity(pass.slave_node[f.slave])));
  return {total, pass.slaves_are_a ? of_slave : total - of_slave, friction};
}

}  // namespace

double account_half_step(Contacts& c, double dt, const Quanta& quanta) {
  double total = 0;
  for (std::size_t p = 0; p < c.passes.size(); ++p) {
    const Pass& pass = c.passes[p];
    const auto& blocks = c.forces[p];
    const bool meets_itself = c.domain->model.contacts[pass.contact].kind == ContactKind::single_surface;
    const SlidingEnergy energy = sum_ranges("contact energy", blocks.size(), block_grain, SlidingEnergy{},
                                            [&](std::size_t first, std::size_t last) {
                                              SlidingEnergy sum;
                                              for (std::size_t b = first; b < last; ++b)
                                                for (const PairForce& f : blocks[b]) {
                                                  const Index node = pass.slave_node[f.slave];
                                                  if (node < c.nodes.n_local && c.domain->owns_node[node])
                                                    sum += work_of(f, pass, c.nodes, meets_itself, dt, quanta.energy);
                                                }
                                              return sum;
                                            });
    c.sums[pass.contact].energy += energy;
    total += energy.total;
  }
  for (const EdgePairs& pairs : c.edges) {
    const SlidingEnergy energy = edge_energy(pairs, c.nodes, c.domain->owns_node, dt, quanta.energy);
    c.sums[pairs.contact].energy += energy;
    total += energy.total;
  }
  return total;
}

std::vector<double> contact_partials(const Contacts& c) {
  std::vector<double> partials;
  for (const ContactSum& sum : c.sums)
    partials.insert(partials.end(), {sum.force_on_a.x, sum.force_on_a.y, sum.force_on_a.z, sum.energy.total,
                                     sum.energy.of_a, sum.energy.friction});
  return partials;
}

std::vector<ContactForce> contact_forces(const Contacts& c, std::span<const double> sums) {
  std::vector<ContactForce> forces;
  for (std::size_t k = 0; k < c.sums.size(); ++k) {
    const auto s = sums.subspan(n_contact_partials * k, n_contact_partials);
    const Vec3 on_a{s[0], s[1], s[2]};
    forces.push_back({c.domain->model.contacts[k].id, on_a, -on_a, {s[3], s[4], s[5]}});
  }
  return forces;
}

}  // namespace crumple
