#!/usr/bin/env python3
"""Taylor bar against a frictionless rigid wall, in the half plane r-z: the reference of tests/verification/taylor.cpp.

Quadrilaterals with one point, volume-weighted: virtual work is integrated over 2 pi r dr dz with r of the middle
(Galerkin, not the area-weighted Petrov form of Goudreau & Hallquist 1982); a quarter of an element's mass at each
corner goes with that. Gradients and viscous hourglass control of Flanagan & Belytschko 1981, bulk viscosity of von
Neumann & Richtmyer with a linear part, Jaumann's rate, radial return (Wilkins 1964). The flow stress hardens linearly
or is that of Johnson & Cook 1983, with rate and adiabatic heat. Central differences. Units mm, ms, g, MPa, mJ.

  taylor_axisymmetric.py                                           all cases, each on the mesh that its test means
  taylor_axisymmetric.py --case copper-227 --mesh 5x50 10x100      radial by axial elements (6 s and 40 s)
  taylor_axisymmetric.py --case johnson-cook --mesh 5x15 10x30
"""
import sys
from dataclasses import dataclass

try:
    import numpy as np
except ImportError:
    sys.exit("error: this needs numpy: scripts/setup, then .venv/bin/python scripts/references/taylor_axisymmetric.py")

from reference import assembled, corners, falling_root, gradient_operator, hourglass_shape, main

QUADRATIC, LINEAR = 1.5, 0.06   # bulk viscosity
HOURGLASS = 0.1                 # QM of the viscous control
STEP_SCALE = 0.6                # of the time a wave takes through an element
DIAGONAL = np.array([1.0, 1.0, 1.0, 0.0])[:, None, None]  # 1 for rr, zz, tt, 0 for rz


@dataclass(frozen=True)
class LinearHardening:
    """Flow stress [MPa] = yield stress + modulus * plastic strain; no heat."""
    yield_stress: float
    modulus: float
    heating: float = 0          # temperature over plastic work [K/MPa]
    start: float = 0

    def stress(self, strain, rate, temperature):
        return self.yield_stress + self.modulus * strain


@dataclass(frozen=True)
class JohnsonCook:
    """Flow stress [MPa] = (a + b strain^n) (1 + c ln(rate / 1 per s)) (1 - T*^m), T* from room to melting."""
    a: float
    b: float
    n: float
    c: float
    m: float
    room: float                 # [K]
    melt: float                 # [K]
    heating: float              # temperature over plastic work [K/MPa]
    start: float                # temperature at the beginning [K]

    def stress(self, strain, rate, temperature):
        per_second = np.maximum(1e3 * rate, 1)  # no softening of slow motion
        homologous = np.clip((temperature - self.room) / (self.melt - self.room), 0, 1)
        return (self.a + self.b * strain**self.n) * (1 + self.c * np.log(per_second)) * (1 - homologous**self.m)


@dataclass(frozen=True)
class Bar:
    """A bar that flies along z onto the wall at z = 0, and what it is made of."""
    title: str
    length: float
    radius: float
    speed: float
    density: float
    young: float
    poisson: float
    flow: object
    end: float                  # [ms]
    mesh: tuple                 # elements along the radius and the axis
    test: str = None

    @property
    def shear(self):
        return self.young / (2 * (1 + self.poisson))

    @property
    def bulk(self):
        return self.young / (3 * (1 - 2 * self.poisson))

    @property
    def wave_speed(self):
        return np.sqrt((self.bulk + 4 * self.shear / 3) / self.density)


CASES = {
    "copper-227": Bar("OFHC copper, 32.4 x 6.4 mm, at 227 m/s, 80 us", 32.4, 3.2, 227, 8.93e-3, 117e3, 0.35,
                      LinearHardening(400, 100), 0.08, (5, 47), "Taylor.FinalLengthAndFoot"),
    # Constants of Johnson & Cook 1983, 383 J/(kg K), all plastic work becomes heat. No test cites this case. Measured:
    # 0.630 and 2.204 of length and radius (Wilkins & Guinan 1973, at second hand from Zelepugin et al. 2023).
    "johnson-cook": Bar("OFHC copper, 23.47 x 7.62 mm, at 210 m/s, 80 us", 23.47, 3.81, 210, 8.96e-3, 124e3, 0.34,
                        JohnsonCook(90, 292, 0.31, 0.025, 1.09, 298, 1356, 1 / (8.96e-3 * 383), 298), 0.08, (10, 30)),
}


@dataclass
class State:
    """What changes. Nodes: x and v, (2, n+1, m+1) of r and z. Elements: stress rr, zz, tt, rz; the rest scalars."""
    x: np.ndarray
    v: np.ndarray
    stress: np.ndarray
    strain: np.ndarray          # plastic
    temperature: np.ndarray     # [K]
    energy: dict                # [mJ] by kind


def start(bar, n, m):
    """The bar with its foot at the wall, and the masses of its nodes: of a full turn."""
    x = np.stack(np.meshgrid(np.linspace(0, bar.radius, n + 1), np.linspace(0, bar.length, m + 1), indexing="ij"))
    v = np.zeros_like(x)
    v[1] = -bar.speed
    r, z = corners(x)
    _, _, area = gradient_operator(r, z)
    mass = assembled(np.broadcast_to(bar.density * 2 * np.pi * r.mean(axis=0) * area / 4, r.shape))
    energy = dict.fromkeys(["internal", "hourglass", "wall"], 0.0)
    return State(x, v, np.zeros((4, n, m)), np.zeros((n, m)), np.full((n, m), float(bar.flow.start)), energy), mass


def velocity_gradient(x, v):
    """Rates rr, zz, tt, rz (twice the tensor's) and the spin, at the middle of each element, and its volume."""
    (r, z), (v_r, v_z) = corners(x), corners(v)
    b_r, b_z, area = gradient_operator(r, z)
    middle = r.mean(axis=0)
    slope_r, slope_z = (b_z * v_r).sum(axis=0) / area, (b_r * v_z).sum(axis=0) / area
    rates = np.stack([(b_r * v_r).sum(axis=0) / area, (b_z * v_z).sum(axis=0) / area, v_r.mean(axis=0) / middle,
                      slope_r + slope_z])
    return rates, 0.5 * (slope_r - slope_z), 2 * np.pi * middle * area


def mises(s):
    return np.sqrt(1.5 * (s[0]**2 + s[1]**2 + s[2]**2 + 2 * s[3]**2))


def updated_stress(bar, stress, strain, temperature, rates, spin, dt):
    """Stress, plastic strain, temperature after dt: turned with the spin, elastic, then returned along the deviator."""
    rr, zz, _, rz = stress
    turned = stress + dt * spin * np.stack([2 * rz, -2 * rz, 0 * rz, zz - rr])
    volume_rate = rates[:3].sum(axis=0)
    pressure = -turned[:3].mean(axis=0) - bar.bulk * volume_rate * dt
    deviator = turned - DIAGONAL * turned[:3].mean(axis=0)
    deviator += bar.shear * dt * np.stack([*(2 * (rates[:3] - volume_rate / 3)), rates[3]])
    trial = mises(deviator)
    yields = trial > bar.flow.stress(strain, 0, temperature)
    increment = np.zeros_like(strain)
    if yields.any():
        over, before, warm = trial[yields], strain[yields], temperature[yields]
        increment[yields] = falling_root(
            lambda d: over - 3 * bar.shear * d - bar.flow.stress(before + d, d / dt, warm),
            np.zeros_like(over), over / (3 * bar.shear), 1e-9 * bar.young)
    after = trial - 3 * bar.shear * increment
    deviator *= np.where(yields, after / np.where(yields, trial, 1), 1)
    return deviator - DIAGONAL * pressure, strain + increment, temperature + bar.flow.heating * after * increment


def viscous_pressure(bar, rates, area):
    """Of compression only."""
    closing = np.maximum(-rates[:3].sum(axis=0), 0)
    size = np.sqrt(area)
    return bar.density * size * closing * (QUADRATIC * size * closing + LINEAR * bar.wave_speed)


def element_forces(x, stress):
    """Forces of the elements on their corners, of a full turn."""
    r, z = corners(x)
    b_r, b_z, area = gradient_operator(r, z)
    middle = r.mean(axis=0)
    rr, zz, tt, rz = stress
    return -2 * np.pi * np.stack([middle * (b_r * rr + b_z * rz) + area / 4 * tt, middle * (b_z * zz + b_r * rz)])


def hourglass_forces(bar, x, v):
    r, z = corners(x)
    b_r, b_z, area = gradient_operator(r, z)
    shape = hourglass_shape(r, z, b_r, b_z, area)
    viscosity = HOURGLASS / 4 * bar.density * bar.wave_speed * np.sqrt(area) * 2 * np.pi * r.mean(axis=0)
    return -viscosity * shape * (shape * corners(v)).sum(axis=1)[:, None]


def stable_step(bar, x, rates):
    r, z = corners(x)
    _, _, area = gradient_operator(r, z)
    if not np.all(area > 0):
        raise ArithmeticError("an element has turned over")
    side = np.hypot(r - np.roll(r, 1, axis=0), z - np.roll(z, 1, axis=0)).max(axis=0)
    damping = LINEAR * bar.wave_speed + QUADRATIC * np.sqrt(area) * np.abs(rates[:3].sum(axis=0))
    return STEP_SCALE * (area / side / (damping + np.hypot(damping, bar.wave_speed))).min()


def set_velocities(state, mass, acceleration, dt, drift):
    """Kick by dt; the axis stays, and no node ends the coming drift behind the wall. The wall's work is booked."""
    before = state.v[1].copy()
    state.v += dt * acceleration
    state.v[0, 0] = 0
    free = state.v[1].copy()
    state.v[1] = np.maximum(free, -state.x[1] / drift)
    state.energy["wall"] += (mass * (free - state.v[1]) * 0.5 * (before + state.v[1])).sum()


def kinetic_energy(mass, v):
    return 0.5 * (mass * v**2).sum()


def simulate(bar, n, m):
    """The state at the end, the masses and the kinetic energy at the beginning."""
    state, mass = start(bar, n, m)
    initial = kinetic_energy(mass, state.v)
    time, dt = 0.0, stable_step(bar, state.x, np.zeros_like(state.stress))
    kick, acceleration = 0.5 * dt, np.zeros_like(state.x)
    while time < bar.end:
        set_velocities(state, mass, acceleration, kick, dt)
        half = state.x + 0.5 * dt * state.v
        rates, spin, volume = velocity_gradient(half, state.v)
        before = state.stress
        state.stress, state.strain, state.temperature = updated_stress(
            bar, before, state.strain, state.temperature, rates, spin, dt)
        state.x = state.x + dt * state.v
        r, z = corners(state.x)
        viscous = viscous_pressure(bar, rates, gradient_operator(r, z)[2])
        hourglass = hourglass_forces(bar, state.x, state.v)
        forces = element_forces(state.x, state.stress - DIAGONAL * viscous) + hourglass
        acceleration = assembled(forces) / mass
        mean = 0.5 * (before + state.stress) - DIAGONAL * viscous
        state.energy["internal"] += dt * (volume * (mean * rates).sum(axis=0)).sum()
        state.energy["hourglass"] -= dt * (hourglass * corners(state.v)).sum()
        time += dt
        last, dt = dt, stable_step(bar, state.x, rates)
        kick = 0.5 * (last + dt)
    return state, mass, initial


def compute(bar, n, m):
    """What the tests ask for."""
    state, mass, initial = simulate(bar, n, m)
    kinetic = kinetic_energy(mass, state.v)
    length, foot = state.x[1].max(), state.x[0, :, 0].max()
    return {
        "final length [mm]": length,
        "smallest radius of the foot [mm]": foot,
        "largest radius of the foot [mm]": foot,
        "final over initial length": length / bar.length,
        "final over initial radius": foot / bar.radius,
        "largest plastic strain": state.strain.max(),
        "initial kinetic energy [J]": 1e-3 * initial,
        "kinetic energy left over the initial one": kinetic / initial,
        "hourglass over initial energy": state.energy["hourglass"] / initial,
        "energy over the initial one": (kinetic + sum(state.energy.values())) / initial,
    }


if __name__ == "__main__":
    main(__doc__, CASES, compute)
