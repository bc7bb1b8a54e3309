"""K-TUBE60: axial crush of a square steel tube by a falling rigid plate (docs/verification.md, 9.8).

Tube 60 x 60 x 1.5 mm, 250 mm long, clamped at z = 0; a plate of 60 kg hits its top at 10 m/s (3.0 kJ). Theory of
Abramowicz and Jones (1984) with the Cowper-Symonds factor: mean force 32 kN, stroke 93 mm.
"""
import math

import numpy as np

from .deck_writer import DeckWriter

WIDTH, LENGTH, THICKNESS = 60.0, 250.0, 1.5           # [mm]
TRIGGER_DEPTH, TRIGGER_BELOW_TOP = 0.1, 20.0          # [mm] fold trigger: amplitude, distance of its middle from the top
HALF_FOLD = 17.25                                     # [mm] half wavelength 0.983 (c^2 h)^(1/3) of the theory
PLATE_MASS, PLATE_SPEED = 60.0, 10.0                  # [kg], [mm/ms]
PLATE_WIDTH, PLATE_HEIGHT, PLATE_GAP = 90.0, 10.0, 1.0   # [mm]
PLATE_CELLS = 6                                       # solids along each side of the plate
END_TIME = 25.0                                       # [ms]
# Yield stress [GPa] against plastic strain: 250 MPa rising to 350 MPa at 0.15, then flat.
YIELD_CURVE = [(0.0, 0.250), (0.15, 0.350), (1.0, 0.350)]


def tube_mesh(n_side, n_length):
    """Nodes (ring by ring upwards) and quads of the tube, with the fold trigger in the coordinates."""
    s = np.arange(4 * n_side) / n_side                       # position round the section, one unit a side
    side, along = s.astype(int), s - s.astype(int)
    half = WIDTH / 2
    corners = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    normals = np.array([(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)])
    ring = corners[side] * (1 - along)[:, None] + corners[(side + 1) % 4] * along[:, None]
    z = LENGTH * np.arange(n_length + 1) / n_length

    # Opposite walls go in, the other two out: the symmetric mode of the theory.
    from_middle = z - (LENGTH - TRIGGER_BELOW_TOP)
    wave = np.where(np.abs(from_middle) < HALF_FOLD / 2, np.cos(math.pi * from_middle / HALF_FOLD), 0.0)
    outward = TRIGGER_DEPTH * np.where(side % 2 == 0, -1.0, 1.0) * np.sin(math.pi * along)
    xy = ring[None] + wave[:, None, None] * (outward[:, None] * normals[side])[None]
    xyz = np.concatenate([xy, np.broadcast_to(z[:, None, None], xy.shape[:2] + (1,))], axis=2).reshape(-1, 3)

    n_ring = 4 * n_side
    i, k = np.meshgrid(np.arange(n_ring), np.arange(n_length))
    j = (i + 1) % n_ring
    quads = np.stack([k * n_ring + i, k * n_ring + j, (k + 1) * n_ring + j, (k + 1) * n_ring + i], axis=-1)
    return xyz, quads.reshape(-1, 4)


def plate_mesh():
    """One layer of solids above the tube."""
    n = PLATE_CELLS
    x = PLATE_WIDTH * (np.arange(n + 1) / n - 0.5)
    z = LENGTH + PLATE_GAP + np.array([0.0, PLATE_HEIGHT])
    zz, yy, xx = np.meshgrid(z, x, x, indexing="ij")
    xyz = np.stack([xx, yy, zz], axis=-1).reshape(-1, 3)
    j, i = np.meshgrid(np.arange(n), np.arange(n), indexing="ij")
    base = (j * (n + 1) + i).reshape(-1)
    layer = (n + 1) ** 2
    low = np.stack([base, base + 1, base + n + 2, base + n + 1], axis=-1)
    return xyz, np.concatenate([low, low + layer], axis=1)


def write_deck(stream, n_elements):
    """Writes the deck with about `n_elements` elements; returns a dictionary of its statistics."""
    size = math.sqrt(4 * WIDTH * LENGTH / max(n_elements - PLATE_CELLS ** 2, 100))
    n_side = max(4, round(WIDTH / size))
    n_length = max(10, round((n_elements - PLATE_CELLS ** 2) / (4 * n_side)))
    xyz, quads = tube_mesh(n_side, n_length)
    plate_xyz, hexes = plate_mesh()
    n_tube = len(xyz)
    base = np.arange(1, 4 * n_side + 1)
    plate_density = PLATE_MASS / (PLATE_WIDTH ** 2 * PLATE_HEIGHT)

    deck = DeckWriter(stream, "K-TUBE60 axial crush of a square tube 60x60x1.5, 60 kg at 10 m/s", [
        "Square steel tube clamped at z = 0, hit at its top by a rigid plate that moves along z only.",
        f"Tube {n_side} x 4 by {n_length} elements; fold trigger {TRIGGER_DEPTH} mm, {TRIGGER_BELOW_TOP} mm below the top.",
    ])
    deck.control(END_TIME)
    deck.databases(0.05, 1.0, ("GLSTAT", "MATSUM", "RCFORC", "NODOUT"))
    deck.history_nodes([n_tube + 1, n_tube - 4 * n_side + 1])
    deck.part(1, "square tube", 1, 1)
    deck.part(2, "impactor plate", 2, 2)
    deck.section_shell(1, THICKNESS, 5)
    deck.section_solid(2)
    deck.mat_piecewise_linear_plasticity(1, 7.85e-6, 210.0, 0.3, 1, c=6.844, p=3.91)
    deck.mat_rigid(2, plate_density, 210.0, 0.3, 1.0, 4, 7)      # x, y and all rotations held
    deck.curve(1, YIELD_CURVE)
    deck.node_set(1, base)
    deck.spc_set(1, [1] * 6)
    deck.initial_velocity_rigid_body(2, (0.0, 0.0, -PLATE_SPEED))
    deck.contact("AUTOMATIC_SINGLE_SURFACE", (1, 3), (0, 0), 0.2)
    deck.contact("AUTOMATIC_SURFACE_TO_SURFACE", (1, 3), (2, 3), 0.2)
    deck.nodes(np.arange(1, n_tube + len(plate_xyz) + 1), np.concatenate([xyz, plate_xyz]))
    deck.shells(np.arange(1, len(quads) + 1), np.full(len(quads), 1), quads + 1)
    deck.solids(len(quads) + np.arange(1, len(hexes) + 1), np.full(len(hexes), 2), hexes + n_tube + 1)
    deck.end()
    edge = min(WIDTH / n_side, LENGTH / n_length)
    return {"parts": 2, "shells": len(quads), "solids": len(hexes), "nodes": n_tube + len(plate_xyz),
            "mass_kg": PLATE_MASS + 4 * WIDTH * LENGTH * THICKNESS * 7.85e-6,
            "dt_us": 1e3 * edge / math.sqrt(210.0 / 7.85e-6 / (1 - 0.3 ** 2)), "dt_part": "square tube"}
