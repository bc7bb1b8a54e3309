// ELFORM 2: four-node shell with one point in the plane, layers through the thickness and hourglass control.
// Belytschko, Lin & Tsay, Comput. Meth. Appl. Mech. Engrg. 42 (1984) 225-251; coefficients as in LS-DYNA's theory
// manual, chapter "Belytschko-Lin-Tsay shell". Strains from the geometry in mid-step, forces on the geometry at its
// end, so a finite rigid rotation gives no strain. Called through the kernel table by physics. Symbols as in quad.hpp;
// q, Q are rates and resultants of the hourglass modes.
#pragma once

#include "kernels/shells/quad.hpp"

namespace crumple::kernels {

/// What the hourglass control of a pack takes and gives in one step.
template <class P>
struct HourglassStep {
  QuadHourglass<P> rate;
  P thickness, dt;
  typename P::mask_type alive;
  typename P::value_type* history;  // the pack's first field; fields lie a block apart
  QuadHourglass<P> resultant;       // out: at the end of the step
};

/// Sets the resultants; returns the work of the mean of old and new ones.
/// Stiffness: a sheet that yields would go on storing elastic energy in modes that its stresses do not see, so their
/// resultants have limits. Of warping: the value at that amplitude whose largest strain is the yield strain e, q =
/// 2 e A / t, where the surfaces of a square twist by e. Of the membrane: at a quarter of the same, q = 2 e sqrt(A),
/// for with all of it crushed cars are too stiff. That the yield stress sets a limit is the idea of RADIOSS'
/// elasto-plastic hourglass control (Ishell = 3). Bending has none: a strip bent over a cylinder would buckle into it.
template <class P, class Real>
CRUMPLE_INLINE P update_hourglass(const ShellConstants<Real>& c, const QuadFrame<P>& g, HourglassStep<P>& step) {
  constexpr int B = block_lanes<Real>;
  const P &t = step.thickness, &dt = step.dt;
  const QuadHourglass<P>& q = step.rate;
  QuadHourglass<P>& out = step.resultant;
  P membrane(c.membrane), bending(c.bending), warping(c.warping);
  P limit[3] = {P(0), P(0), P(0)};  // of the first resultants
  const P area = P(0.5) * g.area2, size = sqrt(area);
  if (c.viscous) {
    membrane = membrane * t * size;
    warping = warping * t * t;
    bending = bending * t * t * area;
  } else {
    const P diagonals = g.x31 * g.x31 + g.y31 * g.y31 + g.x42 * g.x42 + g.y42 * g.y42;
    const P a_bb = diagonals * g.inverse_area2, ttt = t * t * t;  // A B_aI B_aI = diagonals / (2 A)
    membrane = membrane * t * a_bb;
    warping = warping * ttt * P(2) * a_bb * g.inverse_area2;
    bending = bending * ttt * a_bb;
    const P amplitude = P(2 * c.yield_strain) * size;
    limit[0] = limit[1] = membrane * (P(0.25) * amplitude);
    limit[2] = warping * (amplitude * size / t);
  }
  const P coefficient[5] = {membrane, membrane, warping, bending, bending};
  const P rate[5] = {q.x, q.y, q.w, q.bx, q.by};
  P* const result[5] = {&out.x, &out.y, &out.w, &out.bx, &out.by};
  P work(0);
  for (int f = 0; f < 5; ++f) {
    const P old = load<P>(step.history + f * B), force = select(step.alive, coefficient[f] * rate[f], P(0));
    P now = c.viscous ? force : old + dt * force;
    if (f < 3 && !c.viscous) now = min(max(now, P(0) - limit[f]), limit[f]);
    work = work + (old + now) * select(step.alive, dt * rate[f], P(0));
    store(step.history + f * B, now);
    *result[f] = now;
  }
  return P(0.5) * work;
}

/// The resultants that update_hourglass has stored.
template <class P>
CRUMPLE_INLINE QuadHourglass<P> load_hourglass(const typename P::value_type* history) {
  constexpr int B = block_lanes<typename P::value_type>;
  return {load<P>(history), load<P>(history + B), load<P>(history + 2 * B), load<P>(history + 3 * B),
          load<P>(history + 4 * B)};
}

/// `twisted`: with the curvatures of warped elements, see add_twist_rates.
template <class Real, bool twisted>
struct OnePointQuad {
  using P = Pack<Real>;
  using Law = ShellLaw<Real>;
  using Constants = ShellConstants<Real>;
  static constexpr bool shell = true;
  static constexpr int nodes_per_element = 4, points = 1;
  static constexpr std::array element_names{"hourglass membrane x", "hourglass membrane y", "hourglass warping",
                                            "hourglass bending x", "hourglass bending y"};
  static constexpr auto stress_names = shell_stress_names;
  static constexpr int element_fields = int(element_names.size());
  static constexpr int B = block_lanes<Real>;

  template <class C>
  static CRUMPLE_INLINE void forces(const ForceCall<Real>& call, const C& c, int block, int first_lane) {
    const ElementPack<Real> pack(call, block, first_lane);
    const auto& [e, n, at_block, lane, next, i, dt, alive] = pack;
    if (!any(alive)) return store(e.dt + i, P(no_limit));

    const Prefetch<4, true, Real> prefetch(pack, element_fields + c.n_layers * c.layer_fields);
    const PackNodes<4> nodes(e, at_block, lane);
    const QuadDifferences<P> d = quad_differences<P>(n.position, nodes), u = quad_differences<P>(n.velocity, nodes);
    const P back = P(0.5) * dt;
    // Side by side: each is a chain of roots and divisions that wait for one another.
    const QuadFrame<P> mid = quad_frame<P>({d.n2 - back * u.n2, d.n3 - back * u.n3, d.n4 - back * u.n4});
    prefetch.nodes(0);
    const QuadFrame<P> now = quad_frame(d);
    LayersStep<P> layers;
    HourglassStep<P> hourglass;
    QuadRates<P> rates;
    add_velocity_rates(mid, u, rates);
    const QuadDifferences<P> w = quad_differences<P>(n.angular_velocity, nodes);  // not earlier: registers are few
    const Vec3<P> mean_w = quad_mean(n.angular_velocity, nodes, w);
    add_rotation_rates(mid, w, mean_w, rates);
    layers.strain = strain_rates(rates);
    if constexpr (twisted) add_twist_rates(quad_twist(mid), rates, dot(mean_w, mid.e3), layers.strain);
    hourglass.rate = rates.q;
    make_increments(layers.strain, dt, alive);
    prefetch.nodes(2);

    P thickness = load<P>(e.thickness + i);
    hourglass.thickness = layers.thickness = thickness;
    hourglass.dt = layers.dt = dt;
    hourglass.alive = alive;
    hourglass.history = pack.history();
    const P hourglass_work = update_hourglass(c, mid, hourglass);
    store(e.hourglass_energy + i, load<P>(e.hourglass_energy + i) + select(alive, hourglass_work, P(0)));
    layers.history = hourglass.history + element_fields * B;
    layers.added = layers.history + c.n_layers * c.layer_fields * B;
    layers.axes = pack.axes();
    c.update_layers(c, layers);
    const auto& d_end = kept(d, [&]() CRUMPLE_LAMBDA_INLINE { return quad_differences<P>(n.position, nodes); });
    const auto& end = kept(now, [&]() CRUMPLE_LAMBDA_INLINE { return quad_frame(d_end); });
    const auto& resultant_end =
        kept(hourglass.resultant, [&]() CRUMPLE_LAMBDA_INLINE { return load_hourglass<P>(hourglass.history); });
    prefetch.values();
    ShellResultants<P>& r = layers.result;
    const P work = P(0.5) * mid.area2 * thickness * r.work;
    store(e.internal_energy + i, load<P>(e.internal_energy + i) + select(alive, work, P(0)));

    thickness = update_thickness(c, r, thickness, alive, e.thickness + i);
    scale_by_thickness(r, thickness);
    const auto acting = alive && !r.failed;
    QuadResultants<P> resultants = quad_resultants(r, resultant_end);
    if constexpr (twisted) add_twist_resultants(quad_twist(end), r.mxx, r.myy, r.mxy, resultants);
    add_quad_forces<P, twisted>(end, resultants, acting, {nodes, n});
    prefetch.other_values();
    store(e.alive + i, select(acting, P(1), P(0)));
    store(e.dt + i, select(acting, quad_stable_step(c, end, d_end, load<P>(e.mass_scale + i)), P(no_limit)));
  }

  CRUMPLE_DEVICE static void volumes(const ElementBlocks<Real>& e, const NodeRows& n, double* out, int first,
                                     int last) {
    shell_volumes<4>(e, n, out, first, last);
  }
};

template <class Real>
struct Shell002 : OnePointQuad<Real, false> {
  static constexpr int number = 2;
};

}  // namespace crumple::kernels
