#!/usr/bin/env python3
"""scripts/references/taylor_axisymmetric.py against closed forms, and the values that tests cite from it.

taylor_axisymmetric.py SOURCE_DIR; exit status 77 (skipped) without numpy.
"""
import pathlib
import subprocess
import sys
from dataclasses import replace

from checks import check  # first: exits where there is no numpy

import numpy as np

SCRIPT = pathlib.Path(sys.argv[1]) / "scripts/references/taylor_axisymmetric.py"
sys.path.insert(0, str(SCRIPT.parent))
import reference
import taylor_axisymmetric as taylor

COPPER, COOK = taylor.CASES["copper-227"], taylor.CASES["johnson-cook"]


def stretched(bar, strain, rate, n_steps):
    """One element's stress, plastic strain and temperature after an isochoric stretch along z at a constant rate."""
    stress, plastic, temperature = np.zeros((4, 1, 1)), np.zeros((1, 1)), np.full((1, 1), float(bar.flow.start))
    rates = rate * np.array([-0.5, 1.0, -0.5, 0.0])[:, None, None]
    for _ in range(n_steps):
        stress, plastic, temperature = taylor.updated_stress(bar, stress, plastic, temperature, rates, 0,
                                                             strain / rate / n_steps)
    return stress[1, 0, 0] - stress[0, 0, 0], plastic[0, 0], temperature[0, 0]


def check_laws():
    flow, three_g = COPPER.flow, 3 * COPPER.shear
    stress, plastic, _ = stretched(COPPER, 0.5, 1, 50)
    expected = (three_g * 0.5 - flow.yield_stress) / (three_g + flow.modulus)
    check("plastic strain under linear hardening", plastic, expected, 1e-8)  # the root's tolerance, 1e-4 MPa over 3 G
    check("its stress", stress, flow.yield_stress + flow.modulus * expected, 1e-6)  # the same over the stress

    law = replace(COOK.flow, b=0, m=1)
    heated = replace(COOK, flow=law)
    stress, plastic, temperature = stretched(heated, 0.5, 1, 1000)
    flow_stress = law.a * (1 + law.c * np.log(1e3))  # 1 per ms
    softening = np.exp(-flow_stress * law.heating / (law.melt - law.room) * plastic)  # dT = heating * stress d(strain)
    check("adiabatic stress at a rate", stress, flow_stress * softening, 1e-4)  # heat is a step of 1/1000 late
    check("its temperature", temperature - law.room, (law.melt - law.room) * (1 - softening), 1e-3)
    stress, plastic, temperature = stretched(COOK, 0.5, 1e-6, 1000)  # below 1 per s: no effect of the rate
    homologous = (temperature - COOK.flow.room) / (COOK.flow.melt - COOK.flow.room)
    check("stress with all terms", stress, (90 + 292 * plastic**0.31) * (1 - homologous**1.09), 1e-3)  # as above


def check_rotation():
    """A stress along z in an element that turns by 45 degrees towards r."""
    x = np.stack(np.meshgrid([1.0, 2.0], [0.0, 1.0], indexing="ij"))
    n_steps = 10000
    _, spin, _ = taylor.velocity_gradient(x, np.pi / 4 * np.stack([x[1], -x[0]]))
    stress = np.zeros((4, 1, 1))
    stress[1] = 100
    for _ in range(n_steps):
        stress, _, _ = taylor.updated_stress(COPPER, stress, np.zeros((1, 1)), np.zeros((1, 1)), 0 * stress, spin,
                                             1 / n_steps)
    for component, expected in (("rr", 50), ("zz", 50), ("rz", 50)):
        check(f"turned stress {component}", stress[["rr", "zz", "tt", "rz"].index(component), 0, 0], expected, 1e-3)


def check_elastic_rebound():
    """A thin rod without lateral strain: the foot bears rho c v until the wave is back, then the rod flies off."""
    rod = replace(COPPER, speed=10, poisson=0, flow=taylor.LinearHardening(1e9, 0))
    transit = rod.length / rod.wave_speed
    state, mass, initial = taylor.simulate(replace(rod, end=transit), 1, 100)
    check("stress behind the wave", state.stress[1, 0, :50].mean(), -rod.density * rod.wave_speed * rod.speed, 0.01)
    state, mass, _ = taylor.simulate(replace(rod, end=3 * transit), 1, 100)
    impulse = (mass * state.v[1]).sum() + mass.sum() * rod.speed
    check("impulse of the wall", impulse, 2 * mass.sum() * rod.speed, 0.02)  # bulk viscosity spreads the end of the wave
    total = taylor.kinetic_energy(mass, state.v) + sum(state.energy.values())
    check("energy", total, initial, 0.005)  # kinetic energy is that of the half step


def check_cited_values():
    results = taylor.compute(COPPER, *COPPER.mesh)
    compared = 0
    for quantity, (_, cited) in reference.page_rows(COPPER.test).items():
        if cited and quantity in results and "energy" not in quantity:  # energies are closed forms
            check(quantity, results[quantity], float(cited), 1e-3)  # four digits
            compared += 1
    assert compared == 3, "length, smallest and largest radius of the foot"
    check("energy over the initial one", results["energy over the initial one"], 1, 0.005)


def check_command_line():
    def run(*options):
        return subprocess.run([sys.executable, SCRIPT, *options], capture_output=True, text=True)

    table = run("--case", "johnson-cook", "--mesh", "2x8")
    assert table.returncode == 0 and "final over initial length" in table.stdout, table.stderr
    refused = run("--mesh", "5by50")
    assert refused.returncode == 2 and "expected two numbers of elements" in refused.stderr, refused.stderr


check_laws()
check_rotation()
check_elastic_rebound()
check_command_line()
check_cited_values()
