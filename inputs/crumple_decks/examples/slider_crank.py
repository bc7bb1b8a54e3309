"""Slider and crank

A wheel is accelerated to 80 revolutions per second and drives a slider on a rail through a connecting rod, all rigid.
The parts are connected by two revolute joints and a translational one; position and joint force of the slider are known
in closed form. `*CONSTRAINED_JOINT_REVOLUTE`, `_TRANSLATIONAL`, `*BOUNDARY_PRESCRIBED_MOTION_RIGID` about an axis.
"""
import math

import numpy as np

from ..deck_writer import DeckWriter
from ..mesh import Blocks, box_hexes
from . import STEEL, Compared, about

ELEMENTS = 200
PICTURE = "--times 0,6,9,11.5,14,17 --columns 3 --look=-0.4,-1.6,0.4 --size 500x340 --color part"
CRANK, ROD = 40.0, 120.0                                 # [mm]
TURN, RISE, END_TIME = 0.5, 5.0, 30.0                    # [rad/ms], [ms] until the wheel turns so fast, [ms]
WHEEL, THICK = 55.0, 8.0                                 # [mm] radius, thickness of wheel and rod
SLIDER = 30.0                                            # [mm] its edge
PIN = 12.0                                               # [mm] along y between the two nodes of an axis


def write_deck(stream, n_elements):
    """Writes the deck with about `n_elements` solids; returns a dictionary of its statistics."""
    n = max(2, round(math.sqrt(n_elements / 10)))
    mesh = Blocks()
    unit = np.linspace(-1, 1, 2 * n + 1)
    flat, quads = box_hexes(unit, np.array([0.0, 1.0]), unit)
    level = np.abs(flat[:, [0, 2]]).max(axis=1)
    radius = np.maximum(np.linalg.norm(flat[:, [0, 2]], axis=1), 1e-9)
    round_wheel = flat * np.where(level > 0, level / radius, 1.0)[:, None]
    wheel = np.stack([WHEEL * round_wheel[:, 0], THICK * flat[:, 1] + THICK, WHEEL * round_wheel[:, 2]], -1)
    mesh.add("solids", 1, wheel, quads)
    rod_x, across = np.linspace(CRANK, CRANK + ROD, 4 * n + 1), np.array([-0.5, 0.5]) * THICK
    mesh.add("solids", 2, *box_hexes(rod_x, across, across))
    block = CRANK + ROD + SLIDER * np.linspace(-0.5, 0.5, n + 1)
    side = THICK + SLIDER * np.linspace(0, 1, n + 1)
    slider = mesh.add("solids", 3, *box_hexes(block, side, side - THICK - SLIDER / 2))
    rail_x = np.linspace(CRANK + ROD - 130, CRANK + ROD + 30, 4 * n + 1)
    mesh.add("solids", 4, *box_hexes(rail_x, side[[0, -1]], -SLIDER / 2 - np.array([8.0, 2.0])))

    def axis(x):
        """The two nodes of an axis along y, once for each of the two bodies."""
        return [mesh.nodes([[x, 0.0, 0.0], [x, PIN, 0.0]]) for _ in range(2)]

    (wheel_pin, rod_pin), (rod_wrist, slider_wrist) = axis(CRANK), axis(CRANK + ROD)
    places = [[CRANK + ROD, 20.0, 0.0], [CRANK + ROD + 20.0, 20.0, 0.0], [CRANK + ROD, 20.0, 20.0]]
    on_rail, on_slider = mesh.nodes(places), mesh.nodes(places)

    deck = DeckWriter(stream, "slider and crank", [
        f"Wheel about the y axis, crank {CRANK:g} mm, rod {ROD:g} mm; the slider moves along x.",
    ])
    deck.control(END_TIME)
    deck.databases(0.02, 0.5, ("GLSTAT", "MATSUM", "JNTFORC", "NODOUT"))
    deck.history_nodes([slider[0]])
    deck.section_solid(1)
    # wheel: turns about y in its place; rail: stands still
    held = {1: (7, 6), 2: (0, 0), 3: (0, 0), 4: (7, 7)}
    for part, title in ((1, "wheel"), (2, "rod"), (3, "slider"), (4, "rail")):
        deck.part(part, title, 1, part)
        deck.mat_rigid(part, *STEEL, 1.0 if any(held[part]) else 0.0, *held[part])
    on_bodies = [(1, wheel_pin), (2, rod_pin), (2, rod_wrist), (3, slider_wrist), (4, on_rail), (3, on_slider)]
    for set_id, (part, nodes) in enumerate(on_bodies, 1):
        deck.node_set(set_id, nodes)
        deck.extra_nodes_set(part, set_id)
    deck.curve(1, [(0.0, 0.0), (RISE, TURN), (1000.0, TURN)])
    deck.prescribed_motion("RIGID", 1, 6, 1)
    deck.joint("REVOLUTE", [wheel_pin[0], rod_pin[0], wheel_pin[1], rod_pin[1]])
    deck.joint("REVOLUTE", [rod_wrist[0], slider_wrist[0], rod_wrist[1], slider_wrist[1]])
    deck.joint("TRANSLATIONAL", np.stack([on_rail, on_slider], -1).ravel())
    mesh.write(deck)
    deck.end()
    return mesh.statistics({part: STEEL[0] for part in held})


def slider_place(angle):
    """Distance of the slider from the wheel's axis."""
    return CRANK * np.cos(angle) + np.sqrt(ROD ** 2 - (CRANK * np.sin(angle)) ** 2)


def compare(results):
    node = results.nodes()[0]
    time = node.time
    angle = np.where(time < RISE, TURN * time ** 2 / (2 * RISE), TURN * (time - RISE / 2))
    way = slider_place(angle) - slider_place(0.0)
    mass = SLIDER ** 3 * STEEL[0]
    joint_time, force = results.joint(2)
    steady = joint_time > RISE
    return [
        about("stroke of the slider", "mm", np.ptp(node.displacement[:, 0]), 2 * CRANK, 0.995, 1.005, "2 r"),
        Compared("largest error in the position of the slider", "mm", np.abs(node.displacement[:, 0] - way).max(),
                 0.0, 0.0, 0.1,
                 "r cos a + (l^2 - r^2 sin^2 a)^(1/2) at the angle a of the wheel"),
        about("largest force along the rail in the joint between rod and slider", "kN", np.abs(force[steady, 0]).max(),
              mass * CRANK * TURN ** 2 * (1 + CRANK / ROD), 0.97, 1.03, "m r w^2 (1 + r/l), at the outer dead centre"),
    ]
