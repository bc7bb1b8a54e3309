"""A clamped square plate thrown into its frame: an impulse on the whole plate, large plastic deflection, no contact.

Steel, 300 x 300 x 3 mm, all edges clamped, 60 m/s normal to the plate at the start: 3.8 kJ less the edges'. The deck for shells alone.
"""
import math

import numpy as np

from .deck_writer import DeckWriter

WIDTH, THICKNESS = 300.0, 3.0                    # [mm]
DENSITY, YOUNG, POISSON = 7.85e-6, 210.0, 0.3    # [kg/mm3], [GPa]
SPEED, END_TIME = 60.0, 2.0                      # [mm/ms], [ms]
# Yield stress [GPa] against plastic strain.
YIELD_CURVE = [(0.0, 0.300), (0.2, 0.450), (1.0, 0.450)]


def write_deck(stream, n_elements):
    """Writes the deck with about `n_elements` shells; returns a dictionary of its statistics."""
    n = 2 * max(4, round(math.sqrt(n_elements) / 2))     # even: a node in the middle
    x = WIDTH * (np.arange(n + 1) / n - 0.5)
    yy, xx = np.meshgrid(x, x, indexing="ij")
    xyz = np.stack([xx, yy, np.zeros_like(xx)], axis=-1).reshape(-1, 3)
    j, i = np.meshgrid(np.arange(n), np.arange(n), indexing="ij")
    base = (j * (n + 1) + i).reshape(-1)
    quads = np.stack([base, base + 1, base + n + 2, base + n + 1], axis=-1)
    edge = np.abs(xyz[:, :2]).max(axis=1) > WIDTH / 2 * (1 - 1e-9)

    deck = DeckWriter(stream, "clamped square plate 300x300x3, 60 m/s", [
        "Square steel plate in the plane z = 0, clamped at its edges, thrown in -z at the start.",
        f"{n} by {n} elements.",
    ])
    deck.control(END_TIME)
    deck.databases(0.01, 0.1, ("GLSTAT", "MATSUM", "NODOUT"))
    deck.history_nodes([(n + 1) ** 2 // 2 + 1])
    deck.part(1, "plate", 1, 1)
    deck.section_shell(1, THICKNESS, 5)
    deck.mat_piecewise_linear_plasticity(1, DENSITY, YOUNG, POISSON, 1)
    deck.curve(1, YIELD_CURVE)
    deck.node_set(1, np.flatnonzero(edge) + 1)
    deck.node_set(2, np.flatnonzero(~edge) + 1)
    deck.spc_set(1, [1] * 6)
    deck.initial_velocity_set(2, (0.0, 0.0, -SPEED))
    deck.nodes(np.arange(1, len(xyz) + 1), xyz)
    deck.shells(np.arange(1, len(quads) + 1), np.ones(len(quads), dtype=int), quads + 1)
    deck.end()
    return {"parts": 1, "shells": len(quads), "solids": 0, "nodes": len(xyz), "mass_kg": WIDTH ** 2 * THICKNESS * DENSITY,
            "dt_us": 1e3 * WIDTH / n / math.sqrt(YOUNG / DENSITY / (1 - POISSON ** 2)), "dt_part": "plate"}
