"""Airbag under a falling plate

Two sheets of 400 x 400 mm with a common rim lie on the floor and are inflated with hot gas. A rigid plate of 4 kg falls
onto the bag at 4 m/s, is stopped while gas escapes through a vent, and is thrown back. Thin shells,
`*AIRBAG_WANG_NEFSKE`, `*RIGIDWALL_PLANAR`, `*DATABASE_ABSTAT`.
"""
import re

import numpy as np

from ..deck_writer import DeckWriter
from ..mesh import Blocks, box_hexes, quads_of
from . import about

ELEMENTS = 1400
PICTURE = "--times 0,8,20,32 --columns 4 --look=-1,-1.5,0.4 --size 560x460 --zoom 0.9 --color part"
SIDE, DOME, FABRIC = 400.0, 5.0, 1.0                     # [mm] of the sheets, of their middles apart at first, thickness
DENSITY, YOUNG = 9e-7, 0.3                               # [kg/mm3], [GPa]
PLATE, THICK, MASS, SPEED, DROP = 300.0, 20.0, 4.0, 4.0, 110.0   # [mm], [mm], [kg], [mm/ms], [mm] plate above the bag
CV, CP, HOT, WARM = 718.0, 1005.0, 700.0, 293.0          # [J/(kg K)] of air, [K] of what flows in, of the surroundings
PRESSURE = 1.01325e-4                                    # [GPa]
INFLOW = [(0.0, 0.0), (3.0, 5e-4), (20.0, 3e-4), (25.0, 0.0), (1e3, 0.0)]   # [ms], [kg/ms]
VENT, SHAPE = 1500.0, 0.7                                # [mm2], [1]
END_TIME = 45.0                                          # [ms]


def write_deck(stream, n_elements):
    """Writes the deck with about `n_elements` elements; returns a dictionary of its statistics."""
    n = max(8, round((n_elements / 2) ** 0.5))
    edge = np.linspace(-SIDE / 2, SIDE / 2, n + 1)
    y, x = np.meshgrid(edge, edge)
    height = DOME * np.cos(np.pi * x / SIDE) * np.cos(np.pi * y / SIDE)
    mesh = Blocks()
    upper = mesh.nodes(np.stack([x, y, height], -1)).reshape(n + 1, n + 1)
    lower = upper.copy()
    lower[1:-1, 1:-1] = mesh.nodes(np.stack([x, y, -height], -1)[1:-1, 1:-1]).reshape(n - 1, n - 1)
    mesh.elements("shells", 1, quads_of(upper))
    mesh.elements("shells", 2, quads_of(lower)[:, ::-1])   # normals of the skin point outward
    side = np.linspace(-PLATE / 2, PLATE / 2, 9)
    plate = mesh.add("solids", 3, *box_hexes(side, side, DOME + DROP + np.array([0.0, THICK])))
    plate_density = MASS / (PLATE ** 2 * THICK)

    deck = DeckWriter(stream, "airbag under a falling plate", [
        "A bag of two sheets on a rigid floor is filled with hot gas; a rigid plate falls onto it in -z.",
    ])
    # fabric is light: contact by the step's stiffness (SOFT = 1) holds the plate at a third of the usual step
    deck.control(END_TIME, 0.3)
    deck.databases(0.1, 1.0, ("GLSTAT", "MATSUM", "RCFORC", "NODOUT", "ABSTAT"))
    deck.history_nodes([plate[0]])
    for number, title in ((1, "upper sheet"), (2, "lower sheet")):
        deck.part(number, title, 1, 1)
    deck.part(3, "plate", 3, 3)
    deck.section_shell(1, FABRIC, 2)
    deck.section_solid(3)
    deck.mat_elastic(1, DENSITY, YOUNG, 0.3)
    deck.mat_rigid(3, plate_density, 210.0, 0.3, 1.0, 4, 7)
    deck.curve(1, INFLOW)
    deck.part_set(1, [1, 2])
    deck.initial_velocity_part(3, (0.0, 0.0, -SPEED))
    deck.keyword("AIRBAG_WANG_NEFSKE")
    deck.card("sid sidtyp rbid vsca psca vini mwd spsf", [1, 1, 0, 1.0, 1.0, 0.0, 0.0, 0.0])
    deck.card("cv cp t lct lcmt tvol lcdt iabt", [CV, CP, HOT, 0, 1, 0.0, 0, 0.0])
    deck.card("c23 lcc23 a23 lca23 cp23 lccp23 ap23 lcap23", [SHAPE, 0, VENT, 0, 0.0, 0, 0.0, 0])
    deck.card("pe ro gc lcefr pover ppop opt knkdn", [PRESSURE, PRESSURE / ((CP - CV) * WARM), 1.0, 0, 0.0, 0.0, 0.0, 0])
    deck.card("ioc ioa ivol iro it lcbf", [0.0, 0.0, 0.0, 0.0, 0.0, 0])
    deck.rigid_wall((0.0, 0.0, -DOME - FABRIC), (0.0, 0.0, 1.0), 0.3)
    deck.contact("AUTOMATIC_SURFACE_TO_SURFACE", (1, 2), (3, 3), 0.3, soft_scale=0.5)
    mesh.write(deck)
    deck.end()
    return mesh.statistics({1: DENSITY * FABRIC, 2: DENSITY * FABRIC, 3: plate_density})


def bag_over_time(results):
    """Columns of abstat over time: time, volume, pressure, energy, flow in, density, flow out, mass, temperature."""
    number = r"[+-]?\d\.\d+E[+-]\d+"
    times = re.findall(rf"time\.+ *({number})", results.text("abstat"))
    rows = re.findall(rf"^ *1((?: *{number}){{9}}) *$", results.text("abstat"), re.M)
    return np.column_stack([np.array(times, dtype=float), [[float(v) for v in row.split()] for row in rows]]).T


def compare(results):
    (plate,) = results.nodes()
    time, force = results.contact(1)
    speed = plate.velocity[:, 2]
    turned = speed.max() + SPEED
    bag_time, volume, _, energy, inflow, _, outflow, mass, temperature, _ = bag_over_time(results)
    flown = np.trapezoid(CP * (HOT * inflow - temperature * outflow), bag_time)
    work = results.glstat("external work")[-1] + PRESSURE * (volume[-1] - volume[0])
    return [
        about("impulse of the contact", "N s", np.abs(np.trapezoid(force[:, 2], time)), MASS * turned, 0.97, 1.03,
              "mass of the plate times its change of velocity"),
        about("heat supplied to the gas", "J", energy[-1] - energy[0] + work, flown, 0.97, 1.03,
              "enthalpy of the inflow and outflow, from abstat; work on the bag from glstat, and against the "
              "ambient pressure"),
        about("mass of the gas", "g", 1e3 * mass[-1], 1e3 * (mass[0] + np.trapezoid(inflow - outflow, bag_time)), 0.99,
              1.01, "inflow and outflow"),
    ]
