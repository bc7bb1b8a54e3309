"""Foam block dropped on a plate

A foam block of 100 x 100 x 80 mm with a slab of 10 kg on top falls from a height of 1 m onto a rigid plate. The foam
crushes at a constant stress and therefore stops the slab with a constant force, with hardly any rebound. Solids of
`*MAT_063`, a rigid slab with `*CONSTRAINED_EXTRA_NODES_SET`, gravity.
"""
import math

import numpy as np

from ..deck_writer import DeckWriter
from ..mesh import Blocks, box_hexes, sheet
from . import about

ELEMENTS = 3300
PICTURE = "--times 0,8,16,40 --columns 4 --look=-1,-1.5,0.5 --size 560x460 --zoom 0.9 --color von_mises --max 0.0003"
SIDE, HEIGHT = 100.0, 80.0                               # [mm]
MASS, DROP, GRAVITY = 10.0, 1000.0, 9.81e-3              # [kg], [mm], [mm/ms2]
DENSITY, YOUNG, CRUSH = 5e-8, 5e-3, 2e-4                 # [kg/mm3], [GPa], [GPa] stress at which it crushes
CRUSH_CURVE = [(0.0, CRUSH), (0.7, CRUSH), (0.9, 10 * CRUSH), (1.0, 100 * CRUSH)]   # against volumetric strain
SLAB, PLATE, GAP = 10.0, 10.0, 0.5                       # [mm] thicknesses, foam to plate
END_TIME = 45.0                                          # [ms]


def write_deck(stream, n_elements):
    """Writes the deck with about `n_elements` elements; returns a dictionary of its statistics."""
    size = (SIDE ** 2 * HEIGHT / n_elements) ** (1 / 3)
    edge = np.linspace(-SIDE / 2, SIDE / 2, 1 + max(4, round(SIDE / size)))
    z = GAP + PLATE / 2 + np.linspace(0, HEIGHT, 1 + max(4, round(HEIGHT / size)))
    mesh = Blocks()
    foam = mesh.add("solids", 1, *box_hexes(edge, edge, z))
    slab_edge = np.linspace(-SIDE / 2, SIDE / 2, 5)
    slab = mesh.add("solids", 2, *box_hexes(slab_edge, slab_edge, z[-1] + np.array([0.0, SLAB])))
    wide = np.linspace(-0.8 * SIDE, 0.8 * SIDE, 13)
    y, x = np.meshgrid(wide, wide, indexing="ij")
    mesh.add("shells", 3, *sheet(np.stack([x, y, 0 * x], -1)))
    slab_density = MASS / (SIDE ** 2 * SLAB)
    speed = math.sqrt(2 * GRAVITY * DROP)

    deck = DeckWriter(stream, "foam block with 10 kg dropped by 1 m onto a plate", [
        "Foam block, a rigid slab on its top, both falling in -z onto a rigid plate at z = 0.",
    ])
    deck.control(END_TIME)
    deck.databases(0.1, 1.0, ("GLSTAT", "MATSUM", "RCFORC", "NODOUT", "SLEOUT"))
    deck.history_nodes([foam[0], slab[0]])
    deck.part(1, "foam", 1, 1)
    deck.part(2, "slab", 1, 2)
    deck.part(3, "plate", 3, 3)
    deck.section_solid(1)
    deck.section_shell(3, PLATE)
    deck.mat_crushable_foam(1, DENSITY, YOUNG, 0.0, 1, CRUSH / 2)
    deck.mat_rigid(2, slab_density, 210.0, 0.3, 1.0, 4, 7)
    deck.mat_rigid(3, 7.85e-6, 210.0, 0.3, 1.0, 7, 7)
    deck.curve(1, CRUSH_CURVE)
    deck.curve(2, [(0.0, 1.0), (1000.0, 1.0)])
    deck.node_set(1, foam[mesh.points()[foam - 1, 2] > z[-1] - 1e-6])
    deck.extra_nodes_set(2, 1)
    deck.part_set(1, [1, 2])
    deck.initial_velocity_parts(1, (0.0, 0.0, -speed))
    deck.gravity(2, GRAVITY)
    # nodes of foam are light: with the usual 0.1 the springs would give by 3 mm under the crush force
    deck.contact("AUTOMATIC_SURFACE_TO_SURFACE", (1, 3), (3, 3), 0.3, soft_scale=0.5)
    mesh.write(deck)
    deck.end()
    return mesh.statistics({1: DENSITY, 2: slab_density, 3: PLATE * 7.85e-6})


def compare(results):
    foot, slab = results.nodes()
    crush = foot.displacement[:, 2] - slab.displacement[:, 2]
    force = CRUSH * SIDE ** 2
    stiffness = YOUNG * SIDE ** 2 / HEIGHT
    energy = MASS * GRAVITY * DROP
    weight = MASS * GRAVITY
    speed = math.sqrt(2 * GRAVITY * DROP)
    time, contact = results.contact(1)
    plateau = (time > 5) & (time < 15)
    return [
        about("crush of the foam", "mm", crush.max(), (energy - weight * force / stiffness / 2) / (force - weight) +
              force / stiffness / 2, 0.95, 1.05, "m g h = (F - m g) d minus the elastic part, F = stress x area"),
        about("force on the plate from 5 to 15 ms", "kN", np.abs(contact[plateau, 2]).mean(), force, 0.95, 1.05,
              "stress x area"),
        about("time until the slab stops", "ms", slab.time[crush.argmax()],
              MASS * speed / (force - weight) + force / stiffness / 2 / speed, 0.93, 1.07,
              "m v / (F - m g), plus half the time of the elastic part"),
    ]
