"""Offset deformable barrier of the frontal offset test (outline of ECE R94): main block, bumper, aluminium sheets.

The block of 1000 x 650 x 450 mm hangs 200 mm above the ground with the bumper of 1000 x 330 x 90 mm before its lower half,
both behind aluminium sheets that share their nodes. Its back is held. The honeycomb is crushable foam (car_materials.py).
Called by proxies.py; x runs into the barrier from the bumper's face at 0, y across, z up from the ground.
"""
import numpy as np

from .assembly import Assembly
from .car_materials import ALUMINIUM, FILM, HONEYCOMB, HONEYCOMB_BUMPER
from .mesh import box_hexes

WIDTH, GROUND, HEIGHT, DEPTH = 1000.0, 200.0, 650.0, 450.0
BUMPER_DEPTH, BUMPER_HEIGHT = 90.0, 330.0
SHEET, BACK = 0.8, 3.2              # thickness of cladding and contact sheet, of the back plate [mm]


FILM_THICKNESS = 0.2                # of the skin that gives bare honeycomb a face for contact
SKIN = ["barrier bumper facing", "barrier contact sheet", "barrier cladding", "barrier skin"]


def stations(a, b, size):
    return np.linspace(a, b, 1 + max(2, round((b - a) / size)))


def quads(points):
    """Grid (ni, nj, 3) as an argument of Assembly.shell."""
    return np.stack(np.broadcast_arrays(*points), -1).astype(float)


def build(n_elements):
    """(assembly, nodes of its back): solids and sheets, about `n_elements` of them."""
    volume = WIDTH * (HEIGHT * DEPTH + BUMPER_HEIGHT * BUMPER_DEPTH)
    size = (volume / n_elements) ** (1 / 3)
    for _ in range(4):
        assembly = draw(size)
        size *= (assembly.count() / n_elements) ** (1 / 3)
    assembly.finish()
    return assembly, np.flatnonzero(assembly.xyz[:, 0] > BUMPER_DEPTH + DEPTH - 1e-6)


def draw(size):
    a = Assembly()
    y, z = stations(-WIDTH / 2, WIDTH / 2, size), stations(GROUND, GROUND + HEIGHT, size)
    x = stations(BUMPER_DEPTH, BUMPER_DEPTH + DEPTH, size)
    front = stations(0.0, BUMPER_DEPTH, size)
    low = z[:1 + max(2, round(BUMPER_HEIGHT / (z[1] - z[0])))]
    a.solid("barrier block", HONEYCOMB, *box_hexes(x, y, z), merge="barrier")
    a.solid("barrier bumper", HONEYCOMB_BUMPER, *box_hexes(front, y, low), merge="barrier")

    def sheet(name, *points, material=ALUMINIUM, thickness=SHEET):
        a.shell(name, material, thickness, quads(points), group="none", merge="barrier")

    sheet("barrier bumper facing", 0.0, y[:, None], low[None])
    sheet("barrier contact sheet", BUMPER_DEPTH, y[:, None], z[None])
    for edge in (z[0], z[-1]):
        sheet("barrier cladding", x[:, None], y[None], edge)
    sheet("barrier back plate", BUMPER_DEPTH + DEPTH, y[:, None], z[None], thickness=BACK)
    for edge in (y[0], y[-1]):
        sheet("barrier skin", x[:, None], edge, z[None], material=FILM, thickness=FILM_THICKNESS)
        sheet("barrier skin", front[:, None], edge, low[None], material=FILM, thickness=FILM_THICKNESS)
    for edge in (low[0], low[-1]):
        sheet("barrier skin", front[:, None], y[None], edge, material=FILM, thickness=FILM_THICKNESS)
    return a
