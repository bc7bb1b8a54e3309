"""Newton's cradle

Five elastic balls hang in a row on pairs of strings; gravity is ten times that of the Earth, so that a swing takes 0.2
s. The first ball is released from 40 degrees: it stops abruptly, the last one leaves at the same speed, swings,
returns, and the first ball rises again. Balls of solids (`*MAT_001`, soft so that the time step is large), strings as
trusses (ELFORM 3), `*LOAD_BODY_Z`, contact without friction and damping.
"""
import math

import numpy as np

from ..deck_writer import DeckWriter
from ..mesh import Blocks, ball
from . import HELD, Compared, about

ELEMENTS = 2150
PICTURE = ("--times 0,50,60,108,160,217 --columns 3 --look=-0.3,-1.6,0.3 --size 600x300 --focus=-85,205,-50,50,-15,100 "
           "--color speed --max 2.2")
RADIUS, COUNT, GAP = 15.0, 5, 0.5                        # [mm] of a ball, balls, [mm] between two: more than they give
DENSITY, YOUNG, POISSON = 7.85e-6, 2.0, 0.3
HEIGHT, SPREAD = 100.0, 50.0                             # [mm] of the strings' upper ends above the balls, to each side
ANGLE, GRAVITY = math.radians(40.0), 0.0981              # [rad] of the first ball at the start, [mm/ms2]
STRING = (1e-6, 400.0, 1.0)                              # density [kg/mm3], Young's modulus [GPa], area [mm2]
END_TIME = 222.0                                         # [ms]
CORE, STRINGS = 11, 20                                   # parts: the first ball's middle, the strings


def write_deck(stream, n_elements):
    """Writes the deck with about `n_elements` elements; returns a dictionary of its statistics."""
    # An odd number of elements: the balls meet in the middles of faces; every other one is turned by 45 degrees about x,
    # so that nodes meet faces. Nodes that meet the folds between faces would push the balls sideways.
    n = 2 * max(1, round((n_elements / COUNT / 4) ** (1 / 3) / 2 - 0.5)) + 1
    xyz, hexes = ball(RADIUS, n, n // 2)
    middle = np.arange(len(hexes)) == n ** 3 // 2
    turned = np.array([[1.0, 0.0, 0.0], [0.0, 0.5 ** 0.5, 0.5 ** 0.5], [0.0, -(0.5 ** 0.5), 0.5 ** 0.5]])
    mesh = Blocks()
    centres, strings = [], []
    for i in range(COUNT):
        hang = np.array([i * (2 * RADIUS + GAP), 0.0, 0.0])
        swung = hang - [HEIGHT * math.sin(ANGLE), 0.0, HEIGHT * (math.cos(ANGLE) - 1)] if i == 0 else hang
        ids = mesh.add("solids", i + 1, (xyz @ turned if i % 2 else xyz) + swung, hexes[~middle])
        mesh.elements("solids", CORE + i, ids[hexes[middle]])
        centres.append(mesh.nodes(swung)[0])
        upper = mesh.nodes(hang + np.array([[0.0, -SPREAD, HEIGHT], [0.0, SPREAD, HEIGHT]]))
        strings.append(upper)
        mesh.elements("beams", STRINGS, np.stack([upper, np.full(2, centres[-1])], -1))

    deck = DeckWriter(stream, "Newton's cradle", [
        f"Balls along x, strings from their centres to y = -{SPREAD:g} and {SPREAD:g}; the first one is lifted to -x.",
    ])
    deck.control(END_TIME)
    deck.databases(0.1, 2.5, ("GLSTAT", "MATSUM", "RCFORC", "NODOUT", "SLEOUT"))
    deck.history_nodes(centres)
    for i in range(COUNT):
        deck.part(i + 1, f"ball {i + 1}", 1, 1)
        deck.part(CORE + i, f"middle of ball {i + 1}", 1, 3)     # rigid, holds the string's end
        deck.node_set(i + 2, [centres[i]])
        deck.extra_nodes_set(CORE + i, i + 2)
    deck.part(STRINGS, "strings", 2, 2)
    deck.section_solid(1)
    deck.section_truss(2, STRING[2])
    deck.mat_elastic(1, DENSITY, YOUNG, POISSON)
    deck.mat_rigid(3, DENSITY, YOUNG, POISSON)
    deck.mat_elastic(2, STRING[0], STRING[1], 0.3)
    deck.node_set(1, np.concatenate(strings))
    deck.spc_set(1, HELD)
    deck.curve(1, [(0.0, 1.0), (1000.0, 1.0)])
    deck.gravity(1, GRAVITY)
    for i in range(1, COUNT):
        deck.contact("AUTOMATIC_SURFACE_TO_SURFACE", (i, 3), (i + 1, 3), 0.0, damping=0.0)
    mesh.write(deck)
    deck.end()
    densities = {part + i: DENSITY for i in range(COUNT) for part in (1, CORE)}
    return mesh.statistics(densities | {STRINGS: STRING[0] * STRING[2]})


def compare(results):
    balls = results.nodes()
    time = balls[0].time
    speeds = np.stack([node.velocity[:, 0] for node in balls])
    # arithmetic-geometric mean: period of a pendulum of any amplitude
    a, b = 1.0, math.cos(ANGLE / 2)
    for _ in range(6):
        a, b = (a + b) / 2, math.sqrt(a * b)
    period = 2 * math.pi * math.sqrt(HEIGHT / GRAVITY) / a
    speed = math.sqrt(2 * GRAVITY * HEIGHT * (1 - math.cos(ANGLE)))
    first, last = (when[np.abs(force[:, 0]) > 1e-3] for when, force in map(results.contact, (1, COUNT - 1)))
    left, second = last[last < first[0] + period / 4], last[last > first[0] + period / 4][0]
    between = (time > left[-1] + 1) & (time < left[-1] + 9)
    back = time > second + 4
    return [
        about("time between departure and return of the last ball", "ms", second - left.mean(), period / 2, 0.98, 1.02,
              "half a period of a pendulum with a length of 100 mm and an amplitude of 40 degrees"),
        about("speed of the first ball before impact", "m/s", speeds[0][time < first[0]].max(), speed, 0.98, 1.02,
              "(2 g L (1 - cos a))^(1/2)"),
        about("speed of the last ball after impact", "m/s", speeds[-1].max(), speed, 0.97, 1.02, "the same"),
        Compared("largest mean speed of the other balls meanwhile", "m/s",
                 np.abs(speeds[:-1, between]).mean(axis=1).max(), 0.0, 0.0, 0.03 * speed, "at rest"),
        about("rise of the first ball at the end", "mm", balls[0].place[back, 2].max() - balls[1].place[0, 2],
              HEIGHT * (1 - math.cos(ANGLE)), 0.8, 1.02,
              "its initial height, if no ball rotated or bounced on its strings; facets that no longer meet squarely "
              "push the balls up and down"),
    ]
