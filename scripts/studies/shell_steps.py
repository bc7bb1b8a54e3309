"""How many cycles a run would take if the stable steps of its shells had other characteristic lengths: those of ISDO of
*CONTROL_TIMESTEP in LS-DYNA.

    .venv/bin/python scripts/studies/shell_steps.py out/car

Steps at the times of the states are those of the shells alone, with the elastic wave speed of steel for all of them and
without the factors of docs/time-integration.md, so that only the ratios of the numbers mean something.
"""
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "python"))
import crumple  # noqa: E402

TSSFAC, POISSON = 0.9, 0.3


def lengths(corners, is_triangle):
    """{what: characteristic length} of quadrilaterals; triangles have twice the area over the longest side."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2)
    sides[is_triangle, 2] = 0
    diagonals = np.linalg.norm(corners[:, [0, 1]] - corners[:, [2, 3]], axis=2)
    area = 0.5 * np.linalg.norm(np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]), axis=1)
    area[is_triangle] *= 2
    longest, shortest = sides.max(axis=1), np.where(sides > 0, sides, np.inf).min(axis=1)
    across = np.where(is_triangle, longest, diagonals.max(axis=1))
    slower = np.sqrt(1 / (1 - POISSON**2))  # of a bar's wave against that of a plate
    return {"ISDO 0: area / longest side": area / longest,
            "area / smaller of longest side and longest diagonal": area / np.minimum(longest, across),
            "ISDO 1: area / longest diagonal": area / across,
            "ISDO 2: larger of shortest side and area / longest side, bar's wave":
                slower * np.where(is_triangle, area / longest, np.maximum(shortest, area / longest))}


def shells_of(states):
    """Places in the list of cells, and their nodes with the third one repeated in triangles. Rigid shells, which bear
    no stress, have no step."""
    found = [(cell, states.connectivity[states.offsets[cell]:states.offsets[cell + 1]])
             for cell in np.flatnonzero(np.isin(states.types, [5, 9]) & (states.cells("von_mises", -1) > 0))]
    quads = [[*nodes, nodes[2]] if len(nodes) == 3 else nodes for _, nodes in found]
    return np.array([cell for cell, _ in found]), np.array(quads)


def main():
    states = crumple.Results(sys.argv[1]).states
    cells, nodes = shells_of(states)
    is_triangle = nodes[:, 2] == nodes[:, 3]
    per_time = {}
    for state in range(len(states)):
        there = ~states.gone(state)[cells]
        for what, length in lengths(states.points(state)[nodes[there]], is_triangle[there]).items():
            per_time.setdefault(what, []).append(1 / (TSSFAC * length.min()))
    totals = {what: sum(0.5 * (a + b) * dt for a, b, dt in zip(values, values[1:], np.diff(states.times)))
              for what, values in per_time.items()}
    for what, total in totals.items():
        print(f"{total / next(iter(totals.values())):6.3f}  {what}")


if __name__ == "__main__":
    main()
