"""Bolted T-joint

A T of 6 mm plates, held down on a rigid base by four bolts, is pulled off. The flange bends open; its tips press on the
base and exert prying forces on the bolts, which yield and break: the joint carries three quarters of the strength of
the bolts. Bolts as trusses (ELFORM 3, `*MAT_003` with failure), contact of flange and base, a cross section that
measures the pulling force.
"""
import math

import numpy as np

from ..deck_writer import DeckWriter
from ..mesh import Blocks, sheet
from . import STEEL, about

ELEMENTS = 600
PICTURE = "--times 0,10,16,18 --columns 2 --look=-0.25,-1.6,0.15 --size 700x440 --zoom 0.8 --max 0.1"
BOLT_PLACE, TIP, WIDTH, HEIGHT = 25.0, 20.0, 60.0, 60.0  # [mm] web to bolt, bolt to tip, along y, of the web
FLANGE, WEB, BASE = 6.0, 10.0, 6.0                       # [mm] thicknesses
YIELD = 0.3                                              # [GPa] of the plates
BOLT_AREA, BOLT_YIELD, BOLT_FAILURE = 12.5, 0.6, 0.3     # [mm2], [GPa], plastic strain
BOLT_ROWS = [-15.0, 15.0]                                # [mm] along y
SPEED, RISE, END_TIME = 0.3, 2.0, 18.0                   # [mm/ms], [ms], [ms]


def write_deck(stream, n_elements):
    """Writes the deck with about `n_elements` elements; returns a dictionary of its statistics."""
    reach = BOLT_PLACE + TIP
    size = math.sqrt(WIDTH * (2 * reach + HEIGHT + 2.2 * reach) / n_elements)
    pieces = max(1, round(5.0 / size))                                     # per 5 mm, so that bolts fall on nodes
    x, y, z = (5.0 / pieces * np.arange(a * pieces, b * pieces + 1) for a, b in ((-9, 9), (-6, 6), (0, 12)))
    mesh = Blocks()
    xx, yy = np.meshgrid(x, y, indexing="ij")
    flange = mesh.add("shells", 1, *sheet(np.stack([xx, yy, 0 * xx], -1)))
    foot = flange.reshape(xx.shape)[len(x) // 2]
    yy, zz = np.meshgrid(y, z[1:], indexing="ij")
    above = mesh.nodes(np.stack([0 * yy, yy, zz], -1)).reshape(yy.shape)
    web = np.concatenate([foot[:, None], above], axis=1)
    mesh.elements("shells", 2, np.stack([web[:-1, :-1], web[1:, :-1], web[1:, 1:], web[:-1, 1:]], -1).reshape(-1, 4))
    depth = (FLANGE + BASE) / 2 + 0.005
    xx, yy = np.meshgrid(1.1 * x, 1.2 * y, indexing="ij")
    mesh.add("shells", 3, *sheet(np.stack([xx, yy, 0 * xx - depth], -1)))
    heads = np.array([[a, b, 0.0] for a in (-BOLT_PLACE, BOLT_PLACE) for b in BOLT_ROWS])
    places = mesh.points()[flange - 1]
    tops = np.array([flange[np.linalg.norm(places - head, axis=1).argmin()] for head in heads])
    roots = mesh.nodes(heads - [0.0, 0.0, depth])
    mesh.elements("beams", 4, np.stack([roots, tops], -1))

    deck = DeckWriter(stream, "bolted T-joint pulled off its base", [
        "Flange at z = 0 on a rigid base; the upper edge of the web is pulled in +z.",
    ])
    deck.control(END_TIME)
    deck.databases(0.02, 0.5, ("GLSTAT", "MATSUM", "RCFORC", "SECFORC", "NODOUT", "SLEOUT"))
    deck.cross_section_plane(1, (0.0, 0.0, 32.5), (0.0, 0.0, 1.0))
    deck.history_nodes([foot[len(y) // 2]])
    for part, title, thickness in ((1, "flange", FLANGE), (2, "web", WEB), (3, "base", BASE)):
        deck.part(part, title, part, 3 if part == 3 else 1)
        deck.section_shell(part, thickness, 7)
    deck.part(4, "bolts", 4, 4)
    deck.section_truss(4, BOLT_AREA)
    deck.mat_plastic_kinematic(1, *STEEL, YIELD, 0.0, 1.0)
    deck.mat_rigid(3, *STEEL, 1.0, 7, 7)
    deck.mat_plastic_kinematic(4, *STEEL, BOLT_YIELD, 0.0, 1.0, BOLT_FAILURE)
    deck.node_set(1, roots)
    deck.extra_nodes_set(3, 1)
    deck.node_set(2, web[:, -1])
    deck.spc_set(2, [1, 1, 0, 1, 1, 1])
    deck.curve(1, [(0.0, 0.0), (RISE, SPEED), (1000.0, SPEED)])
    deck.prescribed_motion("SET", 2, 3, 1)
    deck.contact("AUTOMATIC_SURFACE_TO_SURFACE", (1, 3), (3, 3), 0.2)
    mesh.write(deck)
    deck.end()
    return mesh.statistics({1: FLANGE * STEEL[0], 2: WEB * STEEL[0], 3: BASE * STEEL[0], 4: BOLT_AREA * STEEL[0]})


def compare(results):
    time, force = results.section(1)
    pull = np.abs(force[:, 2])
    smooth = np.convolve(pull, np.ones(25) / 25, "same")                   # over 0.5 ms
    moment = YIELD * WIDTH * FLANGE ** 2 / 4
    bolts = 2 * len(BOLT_ROWS) * BOLT_AREA * BOLT_YIELD
    prying = (2 * moment + TIP * bolts) / (BOLT_PLACE + TIP)
    return [
        about("largest pulling force, averaged over 0.5 ms", "kN", smooth.max(), prying, 0.9, 1.2,
              "EN 1993-1-8, T-stub that fails by yielding of its flange and its bolts: (2 M + n F)/(m + n), "
              "m = 25 mm from the bolt to the middle of the web, n = 20 mm to the tip"),
        about("largest pulling force over the strength of the bolts", "", smooth.max() / bolts, prying / bolts, 0.9,
              1.2, "the same; 1 without prying"),
        about("bolts that have broken", "", results.summary["failed"]["beams"], 2 * len(BOLT_ROWS), 1, 1, "all"),
    ]
