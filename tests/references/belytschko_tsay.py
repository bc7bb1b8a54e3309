#!/usr/bin/env python3
"""scripts/references/belytschko_tsay.py against closed forms, and the values that tests cite from it.

belytschko_tsay.py SOURCE_DIR; exit status 77 (skipped) without numpy.
"""
import pathlib
import subprocess
import sys

from checks import check  # first: exits where there is no numpy

import numpy as np

SCRIPT = pathlib.Path(sys.argv[1]) / "scripts/references/belytschko_tsay.py"
sys.path.insert(0, str(SCRIPT.parent))
import belytschko_tsay as shell
import reference

ELASTIC, PLASTIC = shell.CASES["elastic"], shell.CASES["elastic-plastic"]


def mises(stress):
    xx, yy, xy, xz, yz = stress
    return np.sqrt(xx**2 + yy**2 - xx * yy + 3 * (xy**2 + xz**2 + yz**2))


def check_return():
    """After the return, Mises' stress is the yield stress and the plastic strain lies along its gradient."""
    plate = PLASTIC
    trial = np.random.default_rng(1).normal(size=(5, 1, 20, 20)) * plate.yield_stress / 3
    yielded = mises(trial) > plate.yield_stress
    assert 100 < yielded.sum() < 300, "some yield, some do not"
    stress = shell.returned(plate, trial)
    assert np.abs(mises(stress)[yielded] / plate.yield_stress - 1).max() < 1e-8  # the root's tolerance is 1e-9
    assert np.abs(stress - trial)[:, ~yielded].max() < 1e-12 * plate.yield_stress  # rounding
    xx, yy, xy, xz, yz = stress
    lost_xx, lost_yy, *lost_shear = trial - stress
    strain = np.stack([(lost_xx - plate.poisson * lost_yy) / plate.young,
                       (lost_yy - plate.poisson * lost_xx) / plate.young, *(np.stack(lost_shear) / plate.shear)])
    gradient = np.stack([2 * xx - yy, 2 * yy - xx, 6 * xy, 6 * xz, 6 * yz])
    along = (strain * gradient).sum(axis=0)
    lengths = np.sqrt((strain**2).sum(axis=0) * (gradient**2).sum(axis=0))
    assert np.abs(along[yielded] / lengths[yielded] - 1).max() < 1e-12  # rounding


def check_plate():
    deflection, time = shell.mindlin_peak(ELASTIC)
    fine = shell.compute(ELASTIC, 16, 16)
    # From 8 x 8 to 16 x 16 the deflection comes from 0.9 % to 0.3 % under the series; the top is flat, so the time less.
    check("deflection, 16 x 16", fine["largest deflection [in]"], deflection, 0.005)
    check("its time", fine["its time [ms]"], 1e3 * time, 0.03)
    static = 4.062e-3 * ELASTIC.pressure * ELASTIC.side**4 / ELASTIC.bending_stiffness  # Timoshenko & Woinowsky-Krieger
    check("series of the thin plate, over twice the static deflection", deflection / static, 2, 0.03)  # shear, overtones


def check_cited_values():
    for plate in (ELASTIC, PLASTIC):
        results = shell.compute(plate, *plate.mesh)
        cited = reference.page_rows(plate.test)
        for quantity in ("largest deflection [in]", "its time [ms]"):
            check(f"{plate.title}: {quantity}", results[quantity], float(cited[quantity][1]), 1e-3)  # four digits
        check("energy over the initial one", results["energy over the initial one"], 1, 0.002)


def check_command_line():
    table = subprocess.run([sys.executable, SCRIPT, "--case", "elastic", "--mesh", "2x2", "4x4"], capture_output=True,
                           text=True)
    assert table.returncode == 0 and table.stdout.count("largest deflection") == 2, table.stdout + table.stderr


check_return()
check_plate()
check_command_line()
check_cited_values()
