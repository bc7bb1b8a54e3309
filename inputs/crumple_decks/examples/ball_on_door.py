"""Ball on a door panel

An elastic steel ball of 80 mm diameter hits a flat door panel of 600 x 450 x 0.8 mm at 12 m/s and rebounds. The panel,
clamped at its edges, stretches as a membrane and keeps a dent. Solids against shells, `*MAT_001` and `*MAT_003`,
`*CONTACT_AUTOMATIC_SURFACE_TO_SURFACE`.
"""
import math

import numpy as np

from ..deck_writer import DeckWriter
from ..mesh import Blocks, ball, sheet
from . import HELD, STEEL, about

ELEMENTS = 3000
PICTURE = "--times 0,3,6,12 --columns 2 --look=-0.4,-1.5,0.35 --size 700x320 --max 0.03"
LENGTH, HEIGHT, THICKNESS = 600.0, 450.0, 0.8            # [mm] the panel in the xy plane
RADIUS, SPEED, END_TIME = 40.0, 12.0, 14.0               # [mm], [mm/ms], [ms]
YIELD, TANGENT = 0.2, 0.5                                # [GPa]
CORE, SHELL = 5, 3                                       # elements of the ball: of its core's side, from there on


def write_deck(stream, n_elements):
    """Writes the deck with about `n_elements` elements; returns a dictionary of its statistics."""
    ball_xyz, hexes = ball(RADIUS, CORE, SHELL)
    size = math.sqrt(LENGTH * HEIGHT / max(200, n_elements - len(hexes)))
    x = np.linspace(-LENGTH / 2, LENGTH / 2, 1 + 2 * round(LENGTH / 2 / size))
    y = np.linspace(-HEIGHT / 2, HEIGHT / 2, 1 + 2 * round(HEIGHT / 2 / size))
    xx, yy = np.meshgrid(x, y, indexing="ij")
    mesh = Blocks()
    panel = mesh.add("shells", 1, *sheet(np.stack([xx, yy, 0 * xx], -1)))
    inside = mesh.add("solids", 2, ball_xyz + np.array([0.0, 0.0, RADIUS + THICKNESS / 2 + 0.1]), hexes)
    place = mesh.points()[panel - 1]
    edge = (np.abs(place[:, 0]) > LENGTH / 2 - 1e-6) | (np.abs(place[:, 1]) > HEIGHT / 2 - 1e-6)

    deck = DeckWriter(stream, "ball on a door panel, 12 m/s", [
        "Panel at z = 0, held at its edges, and a ball that flies in -z onto its middle.",
    ])
    deck.control(END_TIME)
    deck.databases(0.02, 0.5, ("GLSTAT", "MATSUM", "RCFORC", "NODOUT", "SLEOUT"))
    middle, centre = (np.linalg.norm(points, axis=1).argmin() for points in (place, ball_xyz))
    deck.history_nodes([panel[middle], inside[centre]])
    deck.part(1, "door panel", 1, 1)
    deck.part(2, "ball", 2, 2)
    deck.section_shell(1, THICKNESS, 3)
    deck.section_solid(2)
    deck.mat_plastic_kinematic(1, *STEEL, YIELD, TANGENT, 1.0)
    deck.mat_elastic(2, *STEEL)
    deck.node_set(1, panel[edge])
    deck.spc_set(1, HELD)
    deck.initial_velocity_part(2, (0.0, 0.0, -SPEED))
    deck.contact("AUTOMATIC_SURFACE_TO_SURFACE", (1, 3), (2, 3), 0.2)
    mesh.write(deck)
    deck.end()
    return mesh.statistics({1: THICKNESS * STEEL[0], 2: STEEL[0]})


def compare(results):
    middle, centre = results.nodes()
    mass = results.part(2)["kinetic"][0] / (SPEED ** 2 / 2)
    time, force = results.contact(1)
    impulse = abs(np.trapezoid(force[:, 2], time))
    last = centre.time > END_TIME - 1.0
    deepest = -middle.displacement[:, 2].min()
    # the shape of least area of a membrane under a punch of radius a within a circle of radius R is w ln(r/R)/ln(a/R)
    outer, punch = math.sqrt(LENGTH * HEIGHT / math.pi), 0.4 * RADIUS
    membrane = SPEED * math.sqrt(mass * math.log(outer / punch) / (2 * math.pi * YIELD * THICKNESS))
    return [
        about("impulse of the contact", "N s", impulse, mass * (centre.velocity[last, 2].mean() + SPEED), 0.98, 1.02,
              "mass of the ball times its change of velocity"),
        about("largest deflection", "mm", deepest, membrane, 0.85, 1.2,
              "plastic membrane without bending and hardening, m v^2/2 = pi s t w^2 / ln(R/a): contact radius "
              "a = 16 mm, R the radius of a circle with the panel's area"),
    ]
