"""Belted dummy on a sled

A sled is stopped from 56 km/h within 100 ms; a rigid dummy of 75 kg on it slides forward into a lap belt and a shoulder
belt, which passes through a slip ring at the pillar. The displacement of the dummy is compared with that of a single
mass on the force curves of the belts, integrated separately. `*ELEMENT_SEATBELT`, `_SLIPRING`, `*MAT_SEATBELT`,
`*BOUNDARY_PRESCRIBED_MOTION_RIGID`.
"""
import math

import numpy as np

from ..deck_writer import DeckWriter
from ..mesh import Blocks, box_hexes
from . import STEEL, Compared, about

ELEMENTS = 300
PICTURE = "--times 0,30,60,80,100,140 --columns 3 --look=-0.6,-1.4,0.6 --size 500x340 --color part"
SPEED, PULSE, END_TIME = 15.56, 100.0, 140.0             # [mm/ms], [ms] until the sled stands, [ms]
DUMMY, SIZE = 75.0, (250.0, 350.0, 500.0)                # [kg], [mm]
BELT_MASS, FRICTION = 6e-5, 0.2                          # [kg/mm], at the ring
LOADING = [(0.0, 0.0), (0.02, 0.5), (0.08, 4.0), (0.16, 11.0), (0.4, 34.0)]      # tension [kN] over strain
UNLOADING = [(0.0, 0.0), (0.02, 3.0), (0.2, 60.0)]
# On the sled; on the dummy
LAP = [((0.0, side * 230.0, 20.0), (250.0, side * 150.0, 130.0)) for side in (-1, 1)]
ANCHOR, RING, SHOULDER = (-60.0, 260.0, 20.0), (-60.0, 260.0, 700.0), (250.0, 100.0, 430.0)


def write_deck(stream, n_elements):
    """Writes the deck with about `n_elements` solids; returns a dictionary of its statistics."""
    n = max(2, round((n_elements / 6) ** (1 / 3)))
    mesh = Blocks()
    sled = mesh.add("solids", 1, *box_hexes(np.linspace(-200, 700, 4 * n + 1), np.linspace(-300, 300, 3 * n + 1),
                                            np.array([-30.0, 0.0])))
    dummy = mesh.add("solids", 2, *box_hexes(np.linspace(0, SIZE[0], n + 1), np.linspace(-0.5, 0.5, n + 1) * SIZE[1],
                                             10 + np.linspace(0, SIZE[2], 2 * n + 1)))
    on_sled = mesh.nodes([list(anchor) for anchor, _ in LAP] + [list(ANCHOR), list(RING)])
    on_dummy = mesh.nodes([list(place) for _, place in LAP] + [list(SHOULDER)])

    deck = DeckWriter(stream, "belted dummy on a sled", [
        f"{SPEED:g} m/s to rest in {PULSE:g} ms; dummy of {DUMMY:g} kg, lap belt, shoulder belt over a slip ring.",
    ])
    deck.control(END_TIME)
    deck.databases(0.5, 5.0, ("GLSTAT", "MATSUM", "RBDOUT", "NODOUT"))
    deck.history_nodes([sled[0], dummy[0]])
    deck.section_solid(1)
    densities = {1: STEEL[0], 2: DUMMY / math.prod(SIZE)}
    for part, title in ((1, "sled"), (2, "dummy")):     # they move along x alone
        deck.part(part, title, 1, part)
        deck.mat_rigid(part, densities[part], *STEEL[1:], 1.0, 5, 7)
    for part, nodes in ((1, on_sled), (2, on_dummy)):
        deck.node_set(part, nodes)
        deck.extra_nodes_set(part, part)
    deck.curve(1, [(0.0, SPEED), (PULSE, 0.0), (10 * PULSE, 0.0)])
    deck.prescribed_motion("RIGID", 1, 1, 1)
    deck.initial_velocity_all([SPEED, 0.0, 0.0])
    deck.curve(2, LOADING)
    deck.curve(3, UNLOADING)
    deck.part(3, "belt", 3, 3)
    deck.keyword("SECTION_SEATBELT")
    deck.card("secid area thick", [3, 60.0, 1.2])
    deck.keyword("MAT_SEATBELT")
    deck.card("mid mpul llcid ulcid lmin", [3, BELT_MASS, 2, 3, 10.0])
    deck.keyword("ELEMENT_SEATBELT")
    ends = [(on_sled[0], on_dummy[0]), (on_sled[1], on_dummy[1]), (on_sled[2], on_sled[3]), (on_sled[3], on_dummy[2])]
    for number, (first, last) in enumerate(ends, 100001):
        deck.card("eid pid n1 n2", [number, 3, int(first), int(last)], 8)
    deck.keyword("ELEMENT_SEATBELT_SLIPRING")
    deck.card("sbsrid sbid1 sbid2 fc sbrnid", [1, 100003, 100004, FRICTION, int(on_sled[3])])
    mesh.write(deck)
    deck.end()
    statistics = mesh.statistics(densities)
    belts = [Belt(*places) for places in (*LAP, (ANCHOR, RING), (RING, SHOULDER))]
    statistics["mass_kg"] = round(statistics["mass_kg"] + BELT_MASS * sum(belt.unstretched for belt in belts), 3)
    return statistics


class Belt:
    """An element of the belt between two places, as the manual of *MAT_SEATBELT has it."""

    def __init__(self, first, last):
        self.first, self.last = np.array(first), np.array(last)
        self.unstretched = np.linalg.norm(self.last - self.first)
        self.shift = 0.0

    def span(self, way):
        return self.last + [way, 0.0, 0.0] - self.first

    def tension(self, length, unstretched):
        strain = max(length / unstretched - 1, 0.0)
        return min(np.interp(strain, *zip(*LOADING)), np.interp(max(strain - self.shift, 0.0), *zip(*UNLOADING)))

    def remember(self, length):
        strain = max(length / self.unstretched - 1, 0.0)
        loading = np.interp(strain, *zip(*LOADING))
        strains, tensions = zip(*UNLOADING)
        self.shift = max(self.shift, strain - np.interp(loading, tensions, strains))


def slide(gives, gives_length, pulls, pulls_length, ratio):
    """What slides over the ring, until the tensions have that ratio at most."""
    low, high = 0.0, gives.unstretched
    while high - low > 1e-9:
        slid = 0.5 * (low + high)
        slides = (pulls.tension(pulls_length, pulls.unstretched + slid)
                  > ratio * gives.tension(gives_length, gives.unstretched - slid))
        low, high = (slid, high) if slides else (low, slid)
    pulls.unstretched += low
    gives.unstretched -= low


def ways_of_one_mass(step=0.02):
    """Times and ways of the dummy on the sled: one mass, pulled back by the belts."""
    laps, anchor, shoulder = [Belt(*ends) for ends in LAP], Belt(ANCHOR, RING), Belt(RING, SHOULDER)
    mass = DUMMY + 0.5 * BELT_MASS * sum(belt.unstretched for belt in (*laps, shoulder))
    way, speed, times, ways = 0.0, 0.0, [], []
    still = np.linalg.norm(anchor.span(0.0))
    for cycle in range(int(END_TIME / step)):
        time = cycle * step
        span = shoulder.span(way)
        length = np.linalg.norm(span)
        ratio = math.exp(FRICTION * math.acos(np.dot(anchor.span(0.0), span) / still / length))
        slide(anchor, still, shoulder, length, ratio)
        slide(shoulder, length, anchor, still, ratio)
        anchor.remember(still)
        force = 0.0
        for belt in (*laps, shoulder):
            span = belt.span(way)
            length = np.linalg.norm(span)
            force -= belt.tension(length, belt.unstretched) * span[0] / length
            belt.remember(length)
        times.append(time)
        ways.append(way)
        speed += step * (force / mass + (SPEED / PULSE if time < PULSE else 0.0))
        way += step * speed
    return np.array(times), np.array(ways)


def compare(results):
    sled, dummy = results.nodes()
    way = dummy.displacement[:, 0] - sled.displacement[:, 0]
    times, ways = ways_of_one_mass()
    return [
        about("largest displacement of the dummy on the sled", "mm", way.max(), ways.max(), 0.99, 1.01,
              "single mass on the belts' force curves"),
        about("time of the largest displacement", "ms", dummy.time[way.argmax()], times[ways.argmax()], 0.97, 1.03,
              "single mass on the belts' force curves"),
        Compared("largest difference from the displacement of a single mass", "mm",
                 np.abs(way - np.interp(dummy.time, times, ways)).max(), 0.0, 0.0, 0.002 * ways.max(),
                 "single mass on the belts' force curves"),
    ]
