"""S-TAY227: Taylor bar, OFHC copper at 227 m/s onto a rigid wall (docs/verification.md, 9.2).

Cylinder 32.4 mm long, 3.2 mm radius, full section, meshed as a butterfly: a square core whose outline bulges towards
a circle, and a ring from it to the surface. Published results: length 21.2-21.7 mm, foot radius 6.8-7.3 mm after 80 us.
"""
import math

import numpy as np

from .deck_writer import DeckWriter

LENGTH, RADIUS = 32.4, 3.2                       # [mm]
DENSITY, YOUNG, POISSON = 8.93e-6, 117.0, 0.35   # [kg/mm3], [GPa]
YIELD, HARDENING = 0.4, 0.1                      # [GPa] yield stress; slope of stress over plastic strain
SPEED, END_TIME = 227.0, 0.08                    # [mm/ms], [ms]
# Viscous hourglass control (Flanagan-Belytschko). Its stiffness form acts with the elastic modulus on a foot that
# strains by 250 % while it yields: with QM = 0.1 the foot's radius stays at 5.2 mm, with 0.01 it is 6.3 to 6.8 mm round
# the rim; the viscous form gives 6.95 to 7.24 mm at 2 % of the energy.
HOURGLASS_KIND, HOURGLASS_COEFFICIENT = 3, 0.1
WALL_GAP = 0.01                                  # [mm] so that no node starts on the wall
CORE = 0.55                                      # half width of the core over the bar's radius, on the axes
CORE_BULGE = 0.3                                 # 0 square core, 1 round core


def section_mesh(n_core, n_ring):
    """Points and quads of the section. n_core: elements from the axis to the core's edge; n_ring: on to the surface."""
    u = np.arange(-n_core, n_core + 1) / n_core
    a, b = np.meshgrid(u, u, indexing="ij")
    level = np.maximum(np.abs(a), np.abs(b))
    length = np.hypot(a, b)
    to_circle = np.where(length > 0, level / np.where(length > 0, length, 1.0), 1.0)
    shrink = 1 + CORE_BULGE * level * (to_circle - 1)      # corners are drawn in, the axes stay
    core = CORE * RADIUS * np.stack([a * shrink, b * shrink], axis=-1)
    n = 2 * n_core + 1
    number = np.arange(n * n).reshape(n, n)
    quads = [np.stack([number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]], -1).reshape(-1, 4)]

    loop = np.concatenate([number[:-1, 0], number[-1, :-1], number[:0:-1, -1], number[0, :0:-1]])
    points = [core.reshape(-1, 2)]
    start = points[0][loop]
    parameters = np.stack([a, b], -1).reshape(-1, 2)[loop]
    # On the surface the points stand at equal angles: angle of each loop point taken from its place on the side.
    side_angle = np.where(np.abs(parameters[:, 0]) == 1, parameters[:, 1], parameters[:, 0]) * math.pi / 4
    x, y = parameters.T
    angle = np.where(np.abs(x) == 1, np.where(x > 0, side_angle, math.pi - side_angle),
                     np.where(y > 0, math.pi / 2 - side_angle, side_angle - math.pi / 2))
    surface = RADIUS * np.stack([np.cos(angle), np.sin(angle)], -1)
    previous, count = loop, n * n
    for k in range(1, n_ring + 1):
        points.append(start + (surface - start) * k / n_ring)
        current = count + np.arange(len(loop))
        quads.append(np.stack([previous, current, np.roll(current, -1), np.roll(previous, -1)], -1))
        previous, count = current, count + len(loop)
    return np.concatenate(points), np.concatenate(quads)


def choose_divisions(n_elements):
    """(core, ring, axial) divisions nearest to `n_elements` with near-cubic elements and at least 5 a radius."""
    n_core = 2
    while True:
        n_ring = math.ceil(1.5 * n_core)
        layer = 4 * n_core ** 2 + 8 * n_core * n_ring
        n_axial = round(n_elements / layer)
        if n_axial <= 1.3 * LENGTH / RADIUS * (n_core + n_ring):
            return n_core, n_ring, max(20, n_axial)
        n_core += 1


def write_deck(stream, n_elements):
    """Writes the deck with about `n_elements` solids; returns a dictionary of its statistics."""
    n_core, n_ring, n_axial = choose_divisions(n_elements)
    points, quads = section_mesh(n_core, n_ring)
    z = WALL_GAP + LENGTH * np.arange(n_axial + 1) / n_axial
    xyz = np.concatenate([np.tile(points, (n_axial + 1, 1)), np.repeat(z, len(points))[:, None]], axis=1)
    layers = (np.arange(n_axial) * len(points))[:, None, None]
    hexes = np.concatenate([quads[None] + layers, quads[None] + layers + len(points)], axis=2).reshape(-1, 8)

    deck = DeckWriter(stream, "S-TAY227 Taylor bar, OFHC copper, 227 m/s", [
        "Full copper bar along z, flying in -z onto a frictionless rigid wall at z = 0.",
        f"Section: {n_core} + {n_ring} elements on a radius, {len(quads)} in all; {n_axial} along the axis.",
    ])
    deck.control(END_TIME, hourglass_kind=HOURGLASS_KIND, hourglass_coefficient=HOURGLASS_COEFFICIENT)
    deck.databases(0.0005, 0.004, ("GLSTAT", "MATSUM", "RWFORC", "NODOUT"))
    top_axis = n_axial * len(points) + len(core_axis(n_core)) // 2 + 1
    foot_edge = int(np.argmax(points[:, 0])) + 1
    deck.history_nodes([top_axis, foot_edge])
    deck.part(1, "copper bar", 1, 1, 1)
    deck.section_solid(1)
    deck.hourglass(1, HOURGLASS_KIND, HOURGLASS_COEFFICIENT)
    # The card asks for the slope of stress over total strain.
    deck.mat_plastic_kinematic(1, DENSITY, YOUNG, POISSON, YIELD, YOUNG * HARDENING / (YOUNG + HARDENING), 1.0)
    deck.initial_velocity_all((0.0, 0.0, -SPEED))
    deck.rigid_wall((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 0.0)
    deck.nodes(np.arange(1, len(xyz) + 1), xyz)
    deck.solids(np.arange(1, len(hexes) + 1), np.ones(len(hexes), dtype=int), hexes + 1)
    deck.end()

    corner = points[quads]
    diagonals = corner[:, 2] - corner[:, 0], corner[:, 3] - corner[:, 1]
    area = 0.5 * np.abs(diagonals[0][:, 0] * diagonals[1][:, 1] - diagonals[0][:, 1] * diagonals[1][:, 0])
    height = LENGTH / n_axial
    side = np.linalg.norm(corner - np.roll(corner, -1, axis=1), axis=2).max()
    length = (area * height / np.maximum(area, side * height)).min()
    speed = math.sqrt(YOUNG * (1 - POISSON) / ((1 + POISSON) * (1 - 2 * POISSON) * DENSITY))
    return {"parts": 1, "shells": 0, "solids": len(hexes), "nodes": len(xyz),
            "mass_kg": area.sum() * LENGTH * DENSITY, "dt_us": 1e3 * length / speed, "dt_part": "copper bar"}


def core_axis(n_core):
    """Indices of the core's points; the middle one lies on the bar's axis."""
    return range((2 * n_core + 1) ** 2)
