#!/usr/bin/env python3
"""Square plate of Belytschko-Tsay shells under a step of pressure: reference of tests/verification/plate_pressure.cpp.

Shell of Belytschko, Lin & Tsay 1984 (Computer Methods in Applied Mechanics and Engineering 42): one point, an
orthogonal frame that turns with the element, velocity strains and hourglass stiffness in it, shear correction 5/6.
Layers at Gauss points; J2 in plane stress with transverse shear by one scalar equation (Simo & Taylor 1986). The
rotary inertia of a node is m (h^2 + A) / 12, enlarged by the element's area A, as codes do so that rotations do not
limit the step; the cases "own-inertia" show what that is worth. Central differences; the pressure follows the
surface. Units in, s, lbf.

  belytschko_tsay.py                                               all cases, each on the mesh that its test means
  belytschko_tsay.py --case elastic --mesh 4x4 8x8 16x16           elements on a quarter (seconds)
"""
import sys
from dataclasses import dataclass

try:
    import numpy as np
except ImportError:
    sys.exit("error: this needs numpy: scripts/setup, then .venv/bin/python scripts/references/belytschko_tsay.py")

from reference import assembled, corners, falling_root, gradient_operator, hourglass_shape, main

SHEAR_CORRECTION = 5 / 6
HOURGLASS = 0.03                # of all modes
STEP_SCALE = 0.6                # of the shorter of membrane's and rotation's stable step


@dataclass(frozen=True)
class Plate:
    """A square plate, simply supported and free to move in its plane; a quarter of it is modelled."""
    title: str
    test: str = None
    yield_stress: float = np.inf    # perfectly plastic from there
    enlarged_inertia: bool = True
    side: float = 10
    thickness: float = 0.5
    n_layers: int = 5
    density: float = 2.588e-4
    young: float = 1e7
    poisson: float = 0.3
    pressure: float = 300
    end: float = 1.2e-3
    mesh: tuple = (8, 8)

    @property
    def shear(self):
        return self.young / (2 * (1 + self.poisson))

    @property
    def bending_stiffness(self):
        return self.young * self.thickness**3 / (12 * (1 - self.poisson**2))


CASES = {
    "elastic": Plate("simply supported plate, 10 x 10 x 0.5 in, under a step of 300 psi", "PlatePressure.Elastic"),
    "elastic-own-inertia": Plate("the same with rotary inertia m h^2 / 12", enlarged_inertia=False),
    "elastic-plastic": Plate("perfectly plastic at 30,000 psi", "PlatePressure.ElasticPlastic", 30e3),
    "elastic-plastic-own-inertia": Plate("the same with rotary inertia m h^2 / 12", None, 30e3, False),
}


def frames(x):
    """Axes (axis, component) of the elements from their corners: e3 along the cross product of the diagonals, e1 along
    the first side; and that cross product, twice the area."""
    normal = np.cross(x[:, 2] - x[:, 0], x[:, 3] - x[:, 1], axis=0)
    e3 = normal / np.linalg.norm(normal, axis=0)
    side = x[:, 1] - x[:, 0]
    e1 = side - (side * e3).sum(axis=0) * e3
    e1 /= np.linalg.norm(e1, axis=0)
    return np.stack([e1, np.cross(e3, e1, axis=0), e3]), normal


def to_local(axes, vectors):
    return np.einsum("acij,ckij->akij", axes, vectors)


def to_global(axes, vectors):
    return np.einsum("acij,akij->ckij", axes, vectors)


def velocity_strains(b_x, b_y, area, v, w):
    """Of the middle surface (xx, yy, xy), curvature rates (to be multiplied by z), shear (xz, yz); xy, xz, yz are twice
    the tensor's."""
    d_x, d_y = (lambda f: (b_x * f).sum(axis=0) / area), (lambda f: (b_y * f).sum(axis=0) / area)
    membrane = np.stack([d_x(v[0]), d_y(v[1]), d_y(v[0]) + d_x(v[1])])
    curvature = np.stack([d_x(w[1]), -d_y(w[0]), d_y(w[1]) - d_x(w[0])])
    shear = np.stack([d_x(v[2]) + w[1].mean(axis=0), d_y(v[2]) - w[0].mean(axis=0)])
    return membrane, curvature, shear


def returned(plate, stress):
    """Trial stresses (xx, yy, xy, xz, yz; layers, elements) put back onto the yield surface with sigma_zz = 0.

    With s, d the half sum and half difference of xx and yy, Mises^2 = s^2 + 3 (d^2 + xy^2 + xz^2 + yz^2): plastic flow
    divides s by 1 + g E / 2 (1 - nu) and the others by 1 + 3 G g, where g is plastic strain over Mises stress."""
    s, d = 0.5 * (stress[0] + stress[1]), 0.5 * (stress[0] - stress[1])
    others = d**2 + (stress[2:]**2).sum(axis=0)
    yields = s**2 + 3 * others > plate.yield_stress**2
    g = np.zeros_like(s)
    stiffness = plate.young / (2 * (1 - plate.poisson))
    if yields.any():
        s2, o2 = s[yields]**2, others[yields]
        highest = np.sqrt(s2 + 3 * o2) / plate.yield_stress / min(stiffness, 3 * plate.shear)
        g[yields] = falling_root(
            lambda g: np.sqrt(s2 / (1 + stiffness * g)**2 + 3 * o2 / (1 + 3 * plate.shear * g)**2) - plate.yield_stress,
            np.zeros_like(s2), highest, 1e-9 * plate.yield_stress)
    s = s / (1 + stiffness * g)
    d = d / (1 + 3 * plate.shear * g)
    return np.stack([s + d, s - d, *(stress[2:] / (1 + 3 * plate.shear * g))])


def updated_stress(plate, stress, strains, dt, z):
    """Stresses of all layers, at heights z, after dt."""
    membrane, curvature, shear = strains
    xx, yy, xy = membrane[:, None] + z[:, None, None] * curvature[:, None]
    plane = plate.young / (1 - plate.poisson**2)
    xz, yz = np.broadcast_to(plate.shear * shear[:, None], (2, *xx.shape))
    rates = np.stack([plane * (xx + plate.poisson * yy), plane * (yy + plate.poisson * xx), plate.shear * xy, xz, yz])
    return returned(plate, stress + dt * rates)


def element_forces(plate, b_x, b_y, area, stress, z, weights):
    """Forces and moments at the corners, in the frame (the transpose of the strains)."""
    n_xx, n_yy, n_xy, q_x, q_y = np.einsum("l,alij->aij", weights, stress)
    m_xx, m_yy, m_xy = np.einsum("l,alij->aij", weights * z, stress[:3])
    q_x, q_y = SHEAR_CORRECTION * q_x, SHEAR_CORRECTION * q_y
    forces = np.stack([b_x * n_xx + b_y * n_xy, b_y * n_yy + b_x * n_xy, b_x * q_x + b_y * q_y])
    moments = np.stack([-(b_y * m_yy + b_x * m_xy) - area / 4 * q_y, b_x * m_xx + b_y * m_xy + area / 4 * q_x, 0 * b_x])
    return forces, moments


def hourglass_stiffness(plate, b_x, b_y, area):
    """Resultant over amplitude of the modes of v_x, v_y, v_z, w_x, w_y. With BB the sum of (B_aI / A)^2 over both
    directions and the four corners: r E t A BB / 8 for v_x and v_y, r kappa G t^3 BB / 12 for v_z, r E t^3 A BB / 192
    for w_x and w_y."""
    slope = (b_x**2 + b_y**2).sum(axis=0) / area**2
    membrane = HOURGLASS / 8 * plate.young * plate.thickness * area * slope
    deflection = HOURGLASS / 12 * SHEAR_CORRECTION * plate.shear * plate.thickness**3 * slope
    bending = HOURGLASS / 192 * plate.young * plate.thickness**3 * area * slope
    return np.stack([membrane, membrane, deflection, bending, bending])


def held(v, w):
    """The velocities with symmetry at x = 0 and y = 0 and simple supports at the outer edges."""
    v[0, 0], w[1, 0], w[2, 0] = 0, 0, 0
    v[1, :, 0], w[0, :, 0], w[2, :, 0] = 0, 0, 0
    v[2, -1], w[0, -1] = 0, 0
    v[2, :, -1], w[1, :, -1] = 0, 0
    return v, w


def gyration2(plate, element_area):
    """Rotary inertia over mass."""
    return (plate.thickness**2 + (element_area if plate.enlarged_inertia else 0)) / 12


def stable_step(plate, x, element_area):
    """Of membrane waves through the shortest element, and of rotations against transverse shear."""
    longest = np.linalg.norm(x - np.roll(x, 1, axis=1), axis=0).max(axis=0)
    width = np.linalg.norm(frames(x)[1], axis=0) / 2 / longest
    wave = np.sqrt(plate.young / (1 - plate.poisson**2) / plate.density)
    rotation = 2 * np.sqrt(gyration2(plate, element_area) * plate.density / (SHEAR_CORRECTION * plate.shear))
    return STEP_SCALE * min(width.min() / wave, rotation)


@dataclass
class State:
    """What changes. Nodes: x, v, w (angular velocity), (3, n+1, m+1). Elements: stress (5, layers, n, m) and resultants
    of the hourglass modes (5, n, m), in the frame."""
    x: np.ndarray
    v: np.ndarray
    w: np.ndarray
    stress: np.ndarray
    modes: np.ndarray
    internal: float = 0         # energies
    hourglass: float = 0


def start(plate, n, m):
    """The plate at rest, mass and inertia of its nodes, and the stable step."""
    half = plate.side / 2
    plane = np.meshgrid(np.linspace(0, half, n + 1), np.linspace(0, half, m + 1), indexing="ij")
    x = np.stack([*plane, np.zeros((n + 1, m + 1))])
    element_area = half**2 / (n * m)
    mass = assembled(np.full((4, n, m), plate.density * plate.thickness * element_area / 4))
    state = State(x, np.zeros_like(x), np.zeros_like(x), np.zeros((5, plate.n_layers, n, m)), np.zeros((5, n, m)))
    return state, mass, mass * gyration2(plate, element_area), stable_step(plate, corners(x), element_area)


def nodal_resistance(plate, state, dt, z, weights):
    """Brings stresses and hourglass resultants of the state to the end of the step; forces and moments at the nodes."""
    axes, _ = frames(corners(state.x))
    x, v, w = (to_local(axes, corners(field)) for field in (state.x, state.v, state.w))
    b_x, b_y, area = gradient_operator(x[0], x[1])
    shape = hourglass_shape(x[0], x[1], b_x, b_y, area)
    rates = np.concatenate([(shape * v).sum(axis=1), (shape * w[:2]).sum(axis=1)])
    before, before_modes = state.stress, state.modes
    state.stress = updated_stress(plate, before, velocity_strains(b_x, b_y, area, v, w), dt, z)
    state.modes = before_modes + dt * hourglass_stiffness(plate, b_x, b_y, area) * rates

    f, t = element_forces(plate, b_x, b_y, area, 0.5 * (before + state.stress), z, weights)
    state.internal += dt * (f * v + t * w).sum()
    state.hourglass += dt * (0.5 * (before_modes + state.modes) * rates).sum()
    forces, moments = element_forces(plate, b_x, b_y, area, state.stress, z, weights)
    forces += shape * state.modes[:3, None]
    moments[:2] += shape * state.modes[3:, None]
    return assembled(to_global(axes, forces)), assembled(to_global(axes, moments))


def simulate(plate, n, m):
    """Times, deflections of the middle, and energies at the end by kind."""
    state, mass, inertia, dt = start(plate, n, m)
    height, weights = np.polynomial.legendre.leggauss(plate.n_layers)
    z, weights = height * plate.thickness / 2, weights * plate.thickness / 2
    times, deflections, work = [0.0], [0.0], 0.0
    pressed = assembled(pressure_forces(plate, corners(state.x)))
    force, moment, kick = pressed, np.zeros_like(pressed), 0.5 * dt
    while times[-1] < plate.end:
        state.v, state.w = held(state.v + kick * force / mass, state.w + kick * moment / inertia)
        state.x = state.x + dt * state.v
        before, pressed = pressed, assembled(pressure_forces(plate, corners(state.x)))
        work += 0.5 * dt * ((before + pressed) * state.v).sum()
        resistance, moment = nodal_resistance(plate, state, dt, z, weights)
        force, moment, kick = pressed - resistance, -moment, dt
        times.append(times[-1] + dt)
        deflections.append(abs(state.x[2, 0, 0]))
    v, w = held(state.v + 0.5 * dt * force / mass, state.w + 0.5 * dt * moment / inertia)
    kinetic = 0.5 * (mass * v**2).sum() + 0.5 * (inertia * w**2).sum()
    energy = {"kinetic": kinetic, "internal": state.internal, "hourglass": state.hourglass, "work": work}
    return np.array(times), np.array(deflections), energy


def pressure_forces(plate, x):
    """On the corners, along the normal."""
    return np.repeat(plate.pressure / 8 * frames(x)[1][:, None], 4, axis=1)


def mindlin_peak(plate, n_terms=60):
    """Largest deflection of the elastic plate's middle and its time: the double series of a Mindlin plate without
    rotary inertia, of odd terms up to 2 n_terms - 1."""
    number = 2 * np.arange(n_terms) + 1
    i, j = np.meshgrid(number, number, indexing="ij")
    wave_number2 = np.pi**2 * (i**2 + j**2) / plate.side**2
    softening = 1 + plate.bending_stiffness * wave_number2 / (SHEAR_CORRECTION * plate.shear * plate.thickness)
    frequency2 = plate.bending_stiffness * wave_number2**2 / softening / (plate.density * plate.thickness)
    sign = (-1.0)**((i + j) // 2 - 1)
    static = sign * 16 * plate.pressure / (np.pi**2 * i * j * plate.density * plate.thickness * frequency2)
    times = np.linspace(0, plate.end, 4001)
    deflections = np.array([(static * (1 - np.cos(np.sqrt(frequency2) * t))).sum() for t in times])
    return deflections.max(), times[deflections.argmax()]


def compute(plate, n, m):
    """What the tests ask for."""
    times, deflections, energy = simulate(plate, n, m)
    results = {
        "largest deflection [in]": deflections.max(),
        "its time [ms]": 1e3 * times[deflections.argmax()],
        "hourglass over internal energy": energy["hourglass"] / energy["internal"],
        "energy over the initial one": (energy["kinetic"] + energy["internal"] + energy["hourglass"]) / energy["work"],
    }
    if plate.yield_stress == np.inf:
        deflection, time = mindlin_peak(plate)
        results |= {"deflection by Mindlin's series [in]": deflection, "time by the series [ms]": 1e3 * time}
    return results


if __name__ == "__main__":
    main(__doc__, CASES, compute)
