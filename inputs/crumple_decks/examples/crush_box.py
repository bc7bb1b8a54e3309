"""Crush box on a rigid wall

A square steel box of 80 x 80 x 1.5 mm with a mass of 45 kg behind it hits a rigid wall at 50 km/h and folds up from its
front end, where a shallow bead triggers the first fold. Shells, `*MAT_024`, contact of the box with itself,
`*RIGIDWALL_PLANAR`, mass scaling (DT2MS).
"""
import math

import numpy as np

from ..deck_writer import DeckWriter
from ..mesh import Blocks, sheet, square, swept
from . import STEEL, about

ELEMENTS = 3900
PICTURE = "--times 0,4,8,14,26 --look=-1,-1.6,0.5 --size 400x640 --zoom 0.85 --max 0.5"
WIDTH, LENGTH, THICKNESS = 80.0, 300.0, 1.5              # [mm]
MASS, SPEED, END_TIME = 45.0, 13.9, 28.0                 # [kg], [mm/ms], [ms]
BEAD_PLACE, BEAD_LENGTH, BEAD_DEPTH = 22.0, 22.0, 0.6    # [mm] from the front; opposite sides go in, the others out
YIELD_CURVE = [(0.0, 0.250), (0.15, 0.350), (1.0, 0.350)]   # [GPa] against plastic strain
BACK_CELLS = 4


def write_deck(stream, n_elements):
    """Writes the deck with about `n_elements` shells; returns a dictionary of its statistics."""
    size = math.sqrt(4 * WIDTH * LENGTH / n_elements)
    n_side, n_length = max(6, round(WIDTH / size)), max(12, round(LENGTH / size))
    z = 0.5 + LENGTH * np.arange(n_length + 1) / n_length
    section = np.concatenate([square(n_side, WIDTH), np.zeros((4 * n_side, 1))], axis=1)
    xyz, quads = swept(section, np.stack([0 * z, 0 * z, z], -1))
    side = np.arange(4 * n_side) // n_side
    normal = np.array([(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)])[side]
    along = np.sin(math.pi * (np.arange(4 * n_side) % n_side) / n_side) * np.where(side % 2 == 0, -1, 1)
    bead = np.where(np.abs(z - BEAD_PLACE) < BEAD_LENGTH / 2, np.cos(math.pi * (z - BEAD_PLACE) / BEAD_LENGTH), 0.0)
    xyz[:, :2] += BEAD_DEPTH * (bead[:, None, None] * (along[:, None] * normal)[None]).reshape(-1, 2)

    mesh = Blocks()
    box = mesh.add("shells", 1, xyz, quads)
    edge = np.linspace(-0.6 * WIDTH, 0.6 * WIDTH, BACK_CELLS + 1)
    y, x = np.meshgrid(edge, edge, indexing="ij")
    back = mesh.add("shells", 2, *sheet(np.stack([x, y, np.full_like(x, z[-1] + 4.0)], -1)))
    back_density = MASS / (mesh.size(2) * 8.0)

    deck = DeckWriter(stream, "crush box on a rigid wall, 50 km/h", [
        f"Square box along z with {MASS:g} kg behind it flies in -z onto a rigid wall at z = 0.",
        "The mass moves along z only; the box's rear edge belongs to it.",
    ])
    # Corners are crushed to a fourth of their size: they get mass, some 100 g, rather than hold up the run.
    step = min(WIDTH / n_side, LENGTH / n_length) / math.sqrt(STEEL[1] / STEEL[0] / (1 - STEEL[2] ** 2))
    deck.control(END_TIME, mass_scaled_step=0.85 * step)
    deck.databases(0.05, 1.0, ("GLSTAT", "MATSUM", "RCFORC", "RWFORC", "NODOUT", "SLEOUT"))
    deck.history_nodes([back[0]])
    deck.part(1, "crush box", 1, 1)
    deck.part(2, "mass behind", 2, 2)
    deck.section_shell(1, THICKNESS, 5)
    deck.section_shell(2, 8.0)
    deck.mat_piecewise_linear_plasticity(1, *STEEL, 1)
    deck.mat_rigid(2, back_density, 210.0, 0.3, 1.0, 4, 7)
    deck.curve(1, YIELD_CURVE)
    deck.node_set(1, box[-4 * n_side:])
    deck.extra_nodes_set(2, 1)
    deck.node_set(2, box)
    deck.initial_velocity_all((0.0, 0.0, -SPEED))
    deck.contact("AUTOMATIC_SINGLE_SURFACE", (1, 3), (0, 0), 0.2)
    deck.contact("AUTOMATIC_SURFACE_TO_SURFACE", (1, 3), (2, 3), 0.2)
    deck.rigid_wall((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 0.3)
    mesh.write(deck)
    deck.end()
    return mesh.statistics({1: THICKNESS * STEEL[0], 2: 8.0 * back_density})


def compare(results):
    back = results.nodes()[0]
    crush = -back.displacement[:, 2]
    end = crush.argmax()
    kinetic = results.glstat("kinetic energy")
    mean_force = (kinetic[0] - kinetic[end]) / crush[end]
    flow = math.sqrt(YIELD_CURVE[0][1] * YIELD_CURVE[1][1])
    moment = flow * THICKNESS ** 2 / 4
    slender = (WIDTH / THICKNESS) ** (1 / 3)
    return [
        about("mean force, from the energy and the displacement of the mass", "kN", mean_force,
              38.27 * moment * slender, 0.9, 1.5,
              "38.27 M0 (C/t)^(1/3), M0 = s t^2/4 (Wierzbicki and Abramowicz 1983), s^2 = 250 x 350 MPa^2"),
        about("the same", "kN", mean_force, 52.22 * moment * slender, 0.7, 1.1,
              "52.22 M0 (C/t)^(1/3) (Abramowicz and Jones 1984): the same folds, with an effective crush length of "
              "73 %"),
        about("displacement of the mass", "mm", crush[end], kinetic[0] / (52.22 * moment * slender), 0.7, 1.4,
              "initial energy divided by the latter force"),
    ]
