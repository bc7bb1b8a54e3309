"""A row of square steel tubes that are crushed one after the other: contact and folding move along the row.

The tubes are those of tube.py, clamped at z = 0, in a row along x. Each has its own rigid plate; all plates come at the
same speed from distances that grow along the row, so that the next tube is hit when the one before has been crushed for
a while. Made for studies of load balance: what is expensive is in one place, and the place moves.
"""
import math

import numpy as np

from . import tube
from .deck_writer import DeckWriter

N_TUBES = 8
PITCH = 110.0                    # [mm] from tube to tube; plates are 90 mm wide
PLATE_MASS, PLATE_SPEED = 20.0, 25.0   # [kg], [mm/ms]
FIRST_HIT, INTERVAL = 0.05, 1.0  # [ms] when the first plate hits, and from hit to hit
END_TIME = 10.0                  # [ms]


def write_deck(stream, n_elements):
    """Writes the deck with about `n_elements` elements; returns a dictionary of its statistics."""
    per_tube = n_elements / N_TUBES
    size = math.sqrt(4 * tube.WIDTH * tube.LENGTH / max(per_tube - tube.PLATE_CELLS ** 2, 100))
    n_side = max(4, round(tube.WIDTH / size))
    n_length = max(10, round((per_tube - tube.PLATE_CELLS ** 2) / (4 * n_side)))
    tube_xyz, quads = tube.tube_mesh(n_side, n_length)
    plate_xyz, hexes = tube.plate_mesh()
    n_tube, n_nodes = len(tube_xyz), len(tube_xyz) + len(plate_xyz)
    base = np.arange(4 * n_side)

    deck = DeckWriter(stream, f"row of {N_TUBES} square tubes crushed in turn", [
        f"Square steel tubes in a row along x, clamped at z = 0, hit in turn by rigid plates at {PLATE_SPEED:g} m/s.",
        f"Part 2 i - 1 is tube i, part 2 i its plate; tube i is hit at about {FIRST_HIT:g} + (i - 1) {INTERVAL:g} ms.",
    ])
    deck.control(END_TIME)
    deck.databases(0.1, 1.0, ("GLSTAT", "MATSUM", "RCFORC"))
    deck.section_shell(1, tube.THICKNESS, 5)
    deck.section_solid(2)
    deck.mat_piecewise_linear_plasticity(1, 7.85e-6, 210.0, 0.3, 1, c=6.844, p=3.91)
    plate_volume = tube.PLATE_WIDTH ** 2 * tube.PLATE_HEIGHT
    deck.mat_rigid(2, PLATE_MASS / plate_volume, 210.0, 0.3, 1.0, 4, 7)  # x, y and all rotations held
    deck.curve(1, tube.YIELD_CURVE)
    xyz, shells, solids = [], [], []
    for i in range(N_TUBES):
        deck.part(2 * i + 1, f"tube {i + 1}", 1, 1)
        deck.part(2 * i + 2, f"plate {i + 1}", 2, 2)
        deck.initial_velocity_rigid_body(2 * i + 2, (0.0, 0.0, -PLATE_SPEED))
        away = np.array([i * PITCH, 0.0, 0.0])
        gap = PLATE_SPEED * (FIRST_HIT + i * INTERVAL) - tube.PLATE_GAP
        xyz += [tube_xyz + away, plate_xyz + away + np.array([0.0, 0.0, gap])]
        shells.append(quads + 1 + i * n_nodes)
        solids.append(hexes + 1 + i * n_nodes + n_tube)
    deck.node_set(1, np.concatenate([base + 1 + i * n_nodes for i in range(N_TUBES)]))
    deck.spc_set(1, [1] * 6)
    deck.part_set(1, list(range(1, 2 * N_TUBES, 2)))
    deck.part_set(2, list(range(2, 2 * N_TUBES + 1, 2)))
    deck.contact("AUTOMATIC_SINGLE_SURFACE", (1, 2), (0, 0), 0.2)
    deck.contact("AUTOMATIC_SURFACE_TO_SURFACE", (1, 2), (2, 2), 0.2)
    deck.nodes(np.arange(1, N_TUBES * n_nodes + 1), np.concatenate(xyz))
    shells, solids = np.concatenate(shells), np.concatenate(solids)
    deck.shells(np.arange(1, len(shells) + 1), np.repeat(np.arange(1, 2 * N_TUBES, 2), len(quads)), shells)
    deck.solids(len(shells) + np.arange(1, len(solids) + 1), np.repeat(np.arange(2, 2 * N_TUBES + 1, 2), len(hexes)), solids)
    deck.end()
    edge = min(tube.WIDTH / n_side, tube.LENGTH / n_length)
    return {"parts": 2 * N_TUBES, "shells": len(shells), "solids": len(solids), "nodes": N_TUBES * n_nodes,
            "mass_kg": N_TUBES * (PLATE_MASS + 4 * tube.WIDTH * tube.LENGTH * tube.THICKNESS * 7.85e-6),
            "dt_us": 1e3 * edge / math.sqrt(210.0 / 7.85e-6 / (1 - 0.3 ** 2))}
