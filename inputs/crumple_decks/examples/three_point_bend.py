"""Three-point bend

A steel strip of 30 x 4 mm rests on two rigid cylinders, 120 mm apart, and is bent by a third. It yields at midspan, a
plastic hinge forms, and the force remains constant until the strip slides down between the supports. Shells with ten
through-thickness points, perfectly plastic `*MAT_003`, rigid cylinders, `*BOUNDARY_PRESCRIBED_MOTION_RIGID`.
"""
import math

import numpy as np

from ..deck_writer import DeckWriter
from ..mesh import Blocks, circle, sheet, swept
from . import STEEL, about

ELEMENTS = 1400
PICTURE = "--times 0,10,20,40 --columns 2 --look=-0.5,-1.6,0.5 --size 700x400 --max 0.25"
LENGTH, WIDTH, THICKNESS, SPAN = 200.0, 30.0, 4.0, 120.0     # [mm]
RADIUS, SKIN = 10.0, 1.0                                     # [mm] of the cylinders' faces; their shells' thickness
YIELD = 0.3                                                  # [GPa]
SPEED, RISE, END_TIME = 1.0, 4.0, 40.0                       # [mm/ms], [ms] until it is reached, [ms]
PLACES = [(2, 0.0, 1), (3, -SPAN / 2, -1), (4, SPAN / 2, -1)]   # part, x, above or below the strip
POINTS = 10
HINGE_FROM, HINGE_TO = 3.0, 5.0                              # [mm] travel over which the force is averaged


def write_deck(stream, n_elements):
    """Writes the deck with about `n_elements` shells; returns a dictionary of its statistics."""
    size = math.sqrt((LENGTH * WIDTH + 3 * 2 * math.pi * RADIUS * 1.3 * WIDTH) / n_elements)
    mesh = Blocks()
    x = np.linspace(-LENGTH / 2, LENGTH / 2, 1 + 2 * max(10, round(LENGTH / 2 / size)))
    y = np.linspace(-WIDTH / 2, WIDTH / 2, 1 + 2 * max(2, round(WIDTH / 2 / size)))
    xx, yy = np.meshgrid(x, y, indexing="ij")
    strip = mesh.add("shells", 1, *sheet(np.stack([xx, yy, 0 * xx], -1)))
    n_round = max(24, round(2 * math.pi * RADIUS / size))
    ends = 1.3 * WIDTH * np.linspace(-0.5, 0.5, 1 + max(3, round(1.3 * WIDTH / size)))
    ring = circle(n_round, RADIUS - SKIN / 2)[:, [1, 0]]         # counterclockwise about y
    section = np.stack([ring[:, 0], 0 * ring[:, 0], ring[:, 1]], -1)
    height = RADIUS + THICKNESS / 2 + 0.01
    first = {}
    for part, place, above in PLACES:
        points, quads = swept(section, np.stack([0 * ends, ends, 0 * ends], -1))
        first[part] = mesh.add("shells", part, points + np.array([place, 0.0, above * height]), quads)[0]

    deck = DeckWriter(stream, "three-point bend of a steel strip", [
        f"Strip along x on cylinders along y at x = -{SPAN / 2:g} and {SPAN / 2:g}, bent in -z by one at x = 0.",
    ])
    deck.control(END_TIME)
    deck.databases(0.05, 2.0, ("GLSTAT", "MATSUM", "RCFORC", "NODOUT", "SLEOUT"))
    deck.history_nodes([first[2]])
    deck.section_shell(1, THICKNESS, POINTS)
    deck.section_shell(2, SKIN)
    deck.part(1, "strip", 1, 1)
    deck.mat_plastic_kinematic(1, *STEEL, YIELD, 0.0, 1.0)
    for part, _, above in PLACES:
        deck.part(part, "punch" if above > 0 else f"support {part - 2}", 2, part)
        deck.mat_rigid(part, *STEEL, 1.0, 4 if above > 0 else 7, 7)   # the punch moves along z only
    deck.curve(1, [(0.0, 0.0), (RISE, -SPEED), (1000.0, -SPEED)])
    deck.prescribed_motion("RIGID", 2, 3, 1)
    for part, _, _ in PLACES:
        deck.contact("AUTOMATIC_SURFACE_TO_SURFACE", (1, 3), (part, 3), 0.0)
    middle = strip[np.abs(mesh.points()[strip - 1, 0]) < 1e-6]
    deck.node_set(1, middle)
    deck.spc_set(1, [1, 0, 0, 0, 0, 0])                              # nothing else holds the strip along x
    deck.node_set(2, strip[np.abs(mesh.points()[strip - 1, 1]) < 1e-6])
    deck.spc_set(2, [0, 1, 0, 0, 0, 0])
    mesh.write(deck)
    deck.end()
    return mesh.statistics({1: THICKNESS * STEEL[0], **{part: SKIN * STEEL[0] for part, _, _ in PLACES}})


def compare(results):
    punch = results.nodes()[0]
    time, force = results.contact(1)
    travel = np.interp(time, punch.time, -punch.displacement[:, 2])
    force = np.abs(force[:, 2])
    hinge = force[(travel > HINGE_FROM) & (travel < HINGE_TO)].mean()
    elastic = (travel > 0.3) & (travel < 0.8)
    inertia = WIDTH * THICKNESS ** 3 / 12
    return [
        about("stiffness: punch force per displacement, up to 0.8 mm", "kN/mm",
              np.polyfit(travel[elastic], force[elastic], 1)[0], 48 * STEEL[1] * inertia / SPAN ** 3, 0.93, 1.07,
              "48 E I / L^3"),
        about(f"mean force at displacements from {HINGE_FROM:g} to {HINGE_TO:g} mm", "kN", hinge,
              YIELD * WIDTH * THICKNESS ** 2 / SPAN, 0.97, 2 / math.sqrt(3) * 1.03,
              "4 M/L with the plastic moment M = s b t^2/4 of a narrow strip; that of a wide strip is 2/sqrt(3) times "
              "as large"),
    ]
