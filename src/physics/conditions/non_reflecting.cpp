#include "physics/conditions/non_reflecting.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "physics/conditions/dashpot_loops.hpp"
#include "physics/conditions/load_loops.hpp"
#include "physics/elements/element_constants.hpp"

namespace crumple {
namespace {

/// rho c of plane waves through a solid [mass/(area time)].
struct Impedances {
  double dilatation, shear;
};

Impedances impedances_of(const Model& model, Index solid) {
  const Part& part = model.parts[std::size_t(model.solids[std::size_t(solid)].part)];
  const WaveModuli moduli = wave_moduli(model, part);
  const double density = model.materials[std::size_t(part.material)].density;
  return {std::sqrt(density * moduli.dilatation), std::sqrt(density * moduli.shear)};
}

/// C of each corner of a face: A / n (rho c_s (1 - N N) + rho c_d N N), A its area, n its corners, N its normal.
Mat3 corner_dashpots(const Model& model, const NonReflectingFace& face) {
  const auto place = [&](std::size_t k) { return model.nodes.position[std::size_t(face.nodes[k])]; };
  const Vec3 area = 0.5 * cross(place(2) - place(0), place(3) - place(1));  // area_of at t = 0
  const Vec3 normal = normalized(area);
  const double share = norm(area) / n_corners(face.nodes.data());
  const Impedances rho_c = impedances_of(model, face.solid);
  const double along = face.absorbs_dilatation ? share * rho_c.dilatation : 0;
  const double across = face.absorbs_shear ? share * rho_c.shear : 0;
  Mat3 c;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) c(i, j) = (along - across) * normal[i] * normal[j] + (i == j ? across : 0);
  return c;
}

}  // namespace

NonReflectingBoundary::NonReflectingBoundary(StepState& s, std::vector<std::uint8_t> in_body, const Loads& loads)
    : in_body_(std::move(in_body)), loads_(loads) {
  double largest[1] = {0};
  for (const NonReflectingFace& face : s.domain.model.non_reflecting_faces) {
    const Mat3 c = corner_dashpots(s.domain.model, face);
    largest[0] = std::max(largest[0], c(0, 0) + c(1, 1) + c(2, 2));
  }
  s.world.max(largest);
  if (largest[0] > 0) quantum_ = Quantum::for_largest(largest[0]);
  find_dashpots(s);
}

/// Sums over faces and ranks; exact, as every contribution is a multiple of the quantum.
void NonReflectingBoundary::find_dashpots(StepState& s) {
  if (quantum_.q == 0) return;
  const std::size_t n = std::size_t(s.nodes.count());
  const Rows diagonal("dashpots xx, yy, zz", n), beside("dashpots yz, zx, xy", n);
  for (const NonReflectingFace& face : s.domain.model.non_reflecting_faces) {
    if (!s.status.solid_alive[std::size_t(face.solid)]) continue;
    const Mat3 c = corner_dashpots(s.domain.model, face);
    for (int k = 0; k < n_corners(face.nodes.data()); ++k) {
      const Index node = face.nodes[std::size_t(k)];
      add_row(diagonal, node, rounded({c(0, 0), c(1, 1), c(2, 2)}, quantum_));
      add_row(beside, node, rounded({c(1, 2), c(2, 0), c(0, 1)}, quantum_));
    }
  }
  s.halo.sum({diagonal.data(), beside.data()});
  dashpots_.clear(s.nodes.count());
  for (Index i = 0; i < s.nodes.count(); ++i) {
    const Vec3 d = row(diagonal, i), b = row(beside, i);
    if (d == Vec3() || in_body_[std::size_t(i)]) continue;
    dashpots_.add(i, {{Vec3{d.x, b.z, b.y}, Vec3{b.z, d.y, b.x}, Vec3{b.y, b.x, d.z}}});
  }
}

void NonReflectingBoundary::add_total_forces(StepState& s) {
  const auto& dashpots = dashpots_.all();
  if (dashpots.empty()) return;
  Profile::Scope scope(phase<"loads", Stage::nodes>);
  run_loop(AddDashpots{dashpots.data(), loads_.resistance(s), rows_at(s.nodes.velocity),
                       rows_at(totals(s.nodes.force))},
           dashpots.size());
}

void NonReflectingBoundary::enter_work(StepState& s) {
  if (quantum_.q == 0) return;
  Profile::Scope scope(phase<"loads", Stage::nodes>);
  const auto& dashpots = dashpots_.all();
  s.ledger.damping += std::exchange(lost_ahead_, {});
  sum_later(DashpotWork{dashpots.data(), s.domain.owns_node.data(), s.nodes.mass.data(), work_rows(s)},
            dashpots.size(), [this, &s](const WorkSums& work) {
              s.ledger.damping += -work.before;
              lost_ahead_ = -work.after;
            });
}

void NonReflectingBoundary::archive(StateArchive& a, StepState&) { a.sums(lost_ahead_); }

void NonReflectingBoundary::bound_forces(const Model& model, ModelExtremes& e) {
  double largest = 0;
  for (const NonReflectingFace& face : model.non_reflecting_faces)
    largest = std::max(largest, impedances_of(model, face.solid).dilatation);
  e.add_load(largest * e.speed * e.length * e.length, model.non_reflecting_faces.size());
}

}  // namespace crumple
