"""Spot-welded door

The inner panel of a door, a flat pan with a flange all round, is torn from the outer panel, to which it is joined by
sixteen spot welds. The welds at the corners fail first, in shear, followed by all the others within a tenth of a
millisecond. Welds as beams that fail (`*MAT_SPOTWELD` with `*CONTACT_SPOTWELD`), `*BOUNDARY_PRESCRIBED_MOTION_SET`.
"""
import math

import numpy as np

from ..deck_writer import DeckWriter
from ..mesh import Blocks, sheet
from . import HELD, STEEL, about

ELEMENTS = 3400
PICTURE = "--times 0,4,8,20 --columns 2 --look=-0.6,-1.4,0.6 --size 700x420 --max 0.15"
WIDTH, PAN, TOP, DEPTH = 300.0, 220.0, 160.0, 40.0       # [mm] sheets; foot and top of the pan, its height
OUTER, INNER, GAP = 1.0, 1.0, 1.6                        # [mm] thicknesses, between the middles of the sheets
WELD_ROW, WELDS_A_SIDE = 260.0, 4                        # [mm] side of the square of welds
ROUND = 4                                                # exponent of the pan's outline: 2 round, large square
DIAMETER, TENSION, SHEAR = 6.0, 3.0, 4.5                 # [mm], [kN]
SPEED, RISE, END_TIME = 3.0, 2.0, 22.0                   # [mm/ms], [ms], [ms]
YIELD_CURVE = [(0.0, 0.180), (0.2, 0.320), (1.0, 0.400)]


def write_deck(stream, n_elements):
    """Writes the deck with about `n_elements` shells; returns a dictionary of its statistics."""
    size = WIDTH / math.sqrt(n_elements / 2)
    half = np.concatenate([np.linspace(a, b, 1 + max(2, round((b - a) / size)))[:-1]
                           for a, b in ((0, TOP / 2), (TOP / 2, PAN / 2), (PAN / 2, WIDTH / 2))] + [[WIDTH / 2]])
    s = np.concatenate([-half[:0:-1], half])
    x, y = np.meshgrid(s, s, indexing="ij")
    radius = (np.abs(x) ** ROUND + np.abs(y) ** ROUND) ** (1 / ROUND)
    slope = np.clip((PAN / 2 - radius) / (PAN / 2 - TOP / 2), 0, 1)
    height = DEPTH * slope ** 2 * (3 - 2 * slope)
    mesh = Blocks()
    outer = mesh.add("shells", 1, *sheet(np.stack([x, y, 0 * x], -1)))
    inner = mesh.add("shells", 2, *sheet(np.stack([x, y, GAP + height], -1)))
    side = np.linspace(-0.5, 0.5, WELDS_A_SIDE + 1)[:-1] * WELD_ROW
    row = np.stack([side, np.full_like(side, -WELD_ROW / 2)], -1)
    welds = np.concatenate([row, row[:, ::-1] * [-1, 1], -row, row[:, ::-1] * [1, -1]])
    ends = np.stack([np.c_[welds, np.zeros(len(welds))], np.c_[welds, np.full(len(welds), GAP)]], axis=1)
    mesh.elements("beams", 3, mesh.nodes(ends).reshape(-1, 2))

    deck = DeckWriter(stream, "spot-welded door torn apart", [
        "Outer sheet at z = 0, held at its edges; the top of the inner sheet's pan is pulled in +z.",
    ])
    deck.control(END_TIME)
    deck.databases(0.02, 0.5, ("GLSTAT", "MATSUM", "RCFORC", "SWFORC", "NODOUT", "SLEOUT"))
    top = inner[radius.reshape(-1) < TOP / 2 + 1e-6]
    deck.history_nodes([top[0]])
    deck.part(1, "outer sheet", 1, 1)
    deck.part(2, "inner sheet", 2, 1)
    deck.part(3, "spot welds", 3, 3)
    deck.section_shell(1, OUTER, 5)
    deck.section_shell(2, INNER, 5)
    deck.section_weld_beam(3, DIAMETER)
    deck.mat_piecewise_linear_plasticity(1, *STEEL, 1)
    deck.mat_spotweld(3, STEEL, 0.4, 1.0, 5e-4, TENSION, SHEAR)
    deck.curve(1, YIELD_CURVE)
    deck.curve(2, [(0.0, 0.0), (RISE, SPEED), (1000.0, SPEED)])
    deck.node_set(1, outer[np.maximum(np.abs(x), np.abs(y)).reshape(-1) > WIDTH / 2 - 1e-6])
    deck.spc_set(1, HELD)
    deck.node_set(2, top)
    deck.prescribed_motion("SET", 2, 3, 2)
    deck.part_set(1, [1, 2])
    deck.weld_contact(1, "spot welds", 3, 1)
    deck.contact("AUTOMATIC_SINGLE_SURFACE", (1, 2), (0, 0), 0.2)
    mesh.write(deck)
    deck.end()
    weld_area = math.pi * DIAMETER ** 2 / 4
    return mesh.statistics({1: OUTER * STEEL[0], 2: INNER * STEEL[0], 3: weld_area * STEEL[0]})


def compare(results):
    welds = results.welds()
    used = [max((np.maximum(w["axial"], 0) / TENSION) ** 2 + (w["shear"] / SHEAR) ** 2) for w in welds.values()]
    failed = [w for w in welds.values() if w["failed"][-1]]
    times = np.array([w["failure time"][-1] for w in failed])
    work, way = results.glstat("external work"), results.nodes()[0].displacement[:, 2]
    moved = np.diff(way) > 1e-3
    return [
        about("welds that have failed", "", len(failed), len(welds), 1, 1, "all of them"),
        about("largest (N/NRR)^2 + (V/NRS)^2 of a weld in any output", "", max(used), 1.0, 0.9, 1.02,
              "a weld fails when it reaches 1"),
        about("peak pulling force, from its work", "kN", max(np.diff(work)[moved] / np.diff(way)[moved]),
              len(welds) * TENSION, 0.1, 1.0, "all welds at their strength in tension: an upper bound"),
        about("welds that fail within 0.1 ms of the first", "", np.sum(times < times.min() + 0.1), 4, 1, 1,
              "the four corners, by symmetry"),
    ]
