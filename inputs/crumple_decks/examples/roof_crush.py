"""Roof crush

The greenhouse of a car (pillars, side rails, headers and roof) is loaded by a rigid platen of 762 x 1829 mm as in FMVSS
216: tilted 25 degrees outboard and 5 degrees forward, its front edge 254 mm ahead of the roof, moving 127 mm along its
own normal. Rigid joints between the box members (`*CONSTRAINED_NODAL_RIGID_BODY`), a roof tied to the rails
(`*CONTACT_TIED_SHELL_EDGE_TO_SURFACE_OFFSET`), `*BOUNDARY_PRESCRIBED_MOTION_RIGID` along a vector.
"""
import math

import numpy as np

from ..deck_writer import DeckWriter
from ..mesh import Blocks, n_divisions, sheet, square, swept
from . import HELD, STEEL, about

ELEMENTS = 7000
PICTURE = "--times 0,12,24,40 --columns 2 --look=-1.3,-1,0.5 --size 800x420 --max 0.1"
# joints of the left side, mirrored to the right: x backward, y outboard, z up from the belt line [mm]
A_FOOT, A_TOP = (0.0, 700.0, 0.0), (450.0, 560.0, 430.0)
B_FOOT, B_TOP = (1150.0, 720.0, 0.0), (1150.0, 560.0, 470.0)
C_FOOT, C_TOP = (2150.0, 690.0, 0.0), (1850.0, 550.0, 430.0)
# part: title, thickness, members between joints; "R" ends are mirrored
WIDTH, TRIM = 50.0, 40.0                                 # [mm] of all sections; members end so far before a joint
MEMBERS = {1: ("A pillars", 1.6, [(A_FOOT, A_TOP)]), 2: ("B pillars", 1.6, [(B_FOOT, B_TOP)]),
           3: ("C pillars", 1.2, [(C_FOOT, C_TOP)]), 4: ("side rails", 1.4, [(A_TOP, B_TOP), (B_TOP, C_TOP)])}
HEADERS = (5, "headers", 1.2, [A_TOP, C_TOP])
ROOF, PLATEN = 6, 7
ROOF_THICKNESS, CROWN, ROOF_GAP = 0.8, 25.0, 1.16        # [mm]; between the middles of roof and rail
PLATEN_LENGTH, PLATEN_WIDTH, PLATEN_THICKNESS, AHEAD = 1829.0, 762.0, 4.0, 254.0   # [mm]
ROLL, PITCH = math.radians(25.0), math.radians(5.0)
SPEED, RISE, END_TIME = 3.5, 4.0, 40.0                   # [mm/ms], [ms], [ms]
TRAVEL, CAR_MASS = 127.0, 1300.0                         # [mm] of the rule, [kg] to which the force is set in relation
YIELD_CURVE = [(0.0, 0.300), (0.1, 0.400), (1.0, 0.450)]


def mirrored(place):
    return np.asarray(place) * [1.0, -1.0, 1.0]


def push():
    """Direction in which the platen moves, and its axes forward and outboard (left)."""
    forward = np.array([-math.cos(PITCH), 0.0, -math.sin(PITCH)])
    outboard = np.array([0.0, math.cos(ROLL), -math.sin(ROLL)])
    upward = np.cross(outboard, forward)
    upward /= np.linalg.norm(upward)
    return -upward, forward, np.cross(forward, upward)


def member(mesh, part, start, end, size):
    """A box between two joints; ids of the nodes of its first and last ring."""
    start, end = np.asarray(start), np.asarray(end)
    way = (end - start) / np.linalg.norm(end - start)
    up = np.array([0.0, 0.0, 1.0]) if abs(way[2]) < 0.6 else np.array([-1.0, 0.0, 0.0])
    across = np.cross(up, way) / np.linalg.norm(np.cross(up, way))
    n_side = n_divisions(WIDTH, size, 2)
    ring = square(n_side, WIDTH) @ np.stack([across, np.cross(way, across)])
    first = start + (TRIM * way if start[2] > 0 else 0.0)
    last = end - TRIM * way
    n = n_divisions(np.linalg.norm(last - first), size, 4)
    xyz, quads = swept(ring, first + (last - first) * (np.arange(n + 1) / n)[:, None])
    ids = mesh.add("shells", part, xyz, quads)
    return ids[:4 * n_side], ids[-4 * n_side:]


def roof(size):
    """Grid of the roof above rails and headers."""
    x = np.concatenate([np.linspace(A_TOP[0], B_TOP[0], 1 + n_divisions(700, size)),
                        np.linspace(B_TOP[0], C_TOP[0], 1 + n_divisions(700, size))[1:]])
    y = np.linspace(-1, 1, 1 + n_divisions(2 * A_TOP[1], size))
    joints = np.array([A_TOP, B_TOP, C_TOP])
    half, height = (np.interp(x, joints[:, 0], joints[:, k]) for k in (1, 2))
    rise = WIDTH / 2 + ROOF_GAP + CROWN * np.sin(np.pi * (x - x[0]) / np.ptp(x))[:, None] * (1 - y ** 2)
    return np.stack(np.broadcast_arrays(x[:, None], half[:, None] * y, height[:, None] + rise), -1)


def write_deck(stream, n_elements):
    """Writes the deck with about `n_elements` shells; returns a dictionary of its statistics."""
    size = math.sqrt((8.0e3 * 4 * WIDTH + 0.25 * 1400 * 1120) / n_elements)
    mesh, feet, joints = Blocks(), [], {}
    for part, (_, _, members) in MEMBERS.items():
        for ends in members:
            for side in (np.asarray, mirrored):
                for place, ring in zip(ends, member(mesh, part, *map(side, ends), size)):
                    key = tuple(side(place))
                    feet.append(ring) if key[2] == 0 else joints.setdefault(key, []).append(ring)
    for place in HEADERS[3]:
        for end, ring in zip((place, mirrored(place)), member(mesh, HEADERS[0], place, mirrored(place), size)):
            joints[tuple(end)].append(ring)
    grid = roof(2 * size)
    roof_ids = mesh.add("shells", ROOF, *sheet(grid)).reshape(grid.shape[:2])
    edge = np.concatenate([roof_ids[0], roof_ids[-1], roof_ids[1:-1, 0], roof_ids[1:-1, -1]])
    xyz = mesh.points()
    from_joints = np.linalg.norm(xyz[edge - 1, None, :2] - np.array(list(joints))[None, :, :2], axis=2).min(axis=1)
    edge = edge[from_joints > TRIM]                          # the others are above the gaps between the members

    down, forward, outboard = push()
    touch = xyz[(xyz @ -down).argmax()] - down * (PLATEN_THICKNESS / 2 + 2.0)
    front = touch + forward * ((touch[0] - (grid[:, :, 0].min() - AHEAD)) / -forward[0])
    along, across = np.linspace(0, -PLATEN_LENGTH, 25), np.linspace(-0.5, 0.5, 11) * PLATEN_WIDTH
    grid_of_platen = front + along[:, None, None] * forward + across[None, :, None] * outboard
    platen = mesh.add("shells", PLATEN, *sheet(grid_of_platen))

    deck = DeckWriter(stream, "roof crush after FMVSS 216", [
        "Greenhouse held at the belt line z = 0; x backward, y to the left, z up.",
        f"Platen on the left side, {math.degrees(ROLL):g} degrees down outboard and {math.degrees(PITCH):g} forward.",
    ])
    deck.control(END_TIME)
    deck.databases(0.1, 1.0, ("GLSTAT", "MATSUM", "RCFORC", "NODOUT", "SLEOUT"))
    deck.history_nodes([platen[0]])
    thicknesses = {part: (title, thickness) for part, (title, thickness, _) in MEMBERS.items()}
    thicknesses |= {HEADERS[0]: HEADERS[1:3], ROOF: ("roof", ROOF_THICKNESS), PLATEN: ("platen", PLATEN_THICKNESS)}
    for part, (title, thickness) in thicknesses.items():
        deck.part(part, title, part, 2 if part == PLATEN else 1)
        deck.section_shell(part, thickness, 3)
    deck.mat_piecewise_linear_plasticity(1, *STEEL, 1)
    deck.mat_rigid(2, *STEEL, 1.0, 0, 7)
    deck.curve(1, YIELD_CURVE)
    deck.curve(2, [(0.0, 0.0), (RISE, SPEED), (1000.0, SPEED)])
    deck.vector(1, down)
    deck.prescribed_motion("RIGID", PLATEN, -4, 2, vector=1)
    deck.node_set(1, np.concatenate(feet))
    deck.spc_set(1, HELD)
    for number, rings in enumerate(joints.values(), 101):
        deck.node_set(number, np.concatenate(rings))
        deck.nodal_rigid_body(number, number)
    deck.node_set(2, edge)
    deck.part_set(1, [4, 5])
    deck.tied_contact("TIED_SHELL_EDGE_TO_SURFACE_OFFSET", 1, "roof on rails", (2, 4), (1, 2))
    deck.part_set(2, list(range(1, ROOF + 1)))
    deck.contact("AUTOMATIC_SURFACE_TO_SURFACE", (2, 2), (PLATEN, 3), 0.2, name=(2, "platen"))
    deck.contact("AUTOMATIC_SINGLE_SURFACE", (2, 2), (0, 0), 0.2, name=(3, "greenhouse"))
    mesh.write(deck)
    deck.end()
    return mesh.statistics({part: thickness * STEEL[0] for part, (_, thickness) in thicknesses.items()})


def compare(results):
    platen = results.nodes()[0]
    time, force = results.contact(2)
    travel = np.interp(time, platen.time, np.linalg.norm(platen.displacement, axis=1))
    pressed = np.abs(force @ push()[0])
    work = np.trapezoid(pressed, travel) + results.part(PLATEN)["kinetic"][-1]
    strength = pressed[travel <= TRAVEL].max()
    weight = CAR_MASS * 9.81e-3
    return [
        about("work of the platen's contact force plus its kinetic energy", "J", work,
              results.glstat("external work")[-1], 0.98, 1.02, "external work of the whole model: there is no other"),
        about(f"largest force within {TRAVEL:g} mm over the weight of a car of {CAR_MASS:g} kg", "", strength / weight,
              3.0, 0.7, 2.0, "FMVSS 216a requires 3 (1.5 before 2009)"),
    ]
