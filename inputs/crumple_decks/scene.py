"""A crash scene: placed vehicles and barriers, walls, ground, interfaces between them; checks it and writes the deck.

Called by proxies.py. Nodes, elements, parts and joints of each body keep their order and are numbered on from the last
body's; part ids start at 1000 k + 1 for body k = 1, 2, ..., so that a vehicle's parts can be told from their ids.
"""
from dataclasses import dataclass, field

import numpy as np

from . import car_materials as materials
from .deck_writer import DeckWriter
from .interfaces import INTERFACES, PAIR, SINGLE, inner_parts, sides
from .joining import (WELD_PART, laws_of, write_axes, write_joints, write_sections, write_spring_parts, write_springs, write_weld_beams,
                      write_weld_links, write_weld_part)
from .quality import element_steps, part_masses, refuse_faults, shell_lengths
from .triangles import split_share
from .vehicle import GRAVITY

TRIANGLES = 0.07               # share of the shells
FRICTION = 0.2
GRAVITY_CURVE, FIRST_CURVE = 1, 2
FOAM_HOURGLASS = 1  # number of the *HOURGLASS of foam
FOOT_HEIGHT = 60.0             # of a B-pillar [mm]


@dataclass
class Body:
    """A vehicle or barrier of the scene at its place. Offsets are what its own numbers are raised by in the deck."""
    name: str
    assembly: object
    extras: dict                       # rigid part's name -> nodes that move with it
    velocity: tuple                    # [mm/ms]
    held: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=int))    # nodes that cannot move
    xyz: np.ndarray = None             # placed coordinates [mm]
    node_offset: int = 0
    element_offset: int = 0
    part_offset: int = 0

    def place(self, turned, move):
        """Puts the body into the scene: turned by half a revolution about z or not, then moved."""
        sign = np.array([-1.0, -1.0, 1.0]) if turned else np.ones(3)
        self.xyz = self.assembly.xyz * sign + np.asarray(move, dtype=float)
        return self

    def part_ids(self, names):
        """Deck ids of the named parts; `*` stands for both sides. An unknown name is an error."""
        return [self.part_offset + self.assembly.parts[name.strip()].id for name in sides(names)]


class Scene:
    """Bodies and what surrounds them; `write` makes the deck and returns its statistics."""

    def __init__(self, title, comments, end_time, mass_scaled_step):
        self.title, self.comments, self.end_time = title, comments, end_time
        self.mass_scaled_step = mass_scaled_step        # [ms], 0: none
        self.bodies, self.walls, self.ground = [], [], False
        self.weld_beams = False                         # spot welds as beams instead of links
        self.between = []                               # (title, kind, body, names, other body, names)

    def add(self, body):
        last = self.bodies[-1] if self.bodies else None
        if last:
            a = last.assembly
            body.node_offset = last.node_offset + len(a.xyz)
            body.element_offset = last.element_offset + len(a.shells) + len(a.solids)
        body.part_offset = 1000 * (len(self.bodies) + 1)
        self.bodies.append(body)

    def write(self, stream):
        checks = [refuse_faults(body.name, body.assembly, body.extras) for body in distinct(self.bodies)]
        for body in distinct(self.bodies):
            split_share(body.assembly, TRIANGLES)
        for previous, body in zip(self.bodies[:-1], self.bodies[1:]):      # triangles are counted
            a = previous.assembly
            body.element_offset = previous.element_offset + len(a.shells) + len(a.solids)
        statistics = measure(self)
        deck = DeckWriter(stream, self.title, self.comments + [
            f"{statistics['parts']} parts, {statistics['shells']} shells, {statistics['solids']} solids, "
            f"{statistics['spot_welds']} spot welds, {statistics['mass_kg']:.0f} kg.",
            "A proxy drawn from typical dimensions: no particular vehicle, compared with no test."])
        deck.control(self.end_time, mass_scaled_step=self.mass_scaled_step)
        kinds = ("GLSTAT", "MATSUM", "RWFORC", "RCFORC", "NODOUT") + ("SWFORC",) * self.weld_beams
        deck.databases(0.1, self.end_time / 30.0, kinds)
        deck.history_nodes(np.array([1 + body.node_offset + node for body in self.bodies for node in pillar_feet(body.assembly)]))
        self.write_parts(deck)
        statistics["interfaces"] = self.write_interfaces(deck)
        self.write_surroundings(deck)
        self.write_joints(deck)
        self.write_mesh(deck)
        deck.end()
        statistics["gaps_checked"] = "yes" if all(checks) else "no, too many elements"
        return statistics

    def write_parts(self, deck):
        """A section and a material of its own for each part, flow curves shared by grade."""
        grades = sorted({part.material for body in self.bodies for part in body.assembly.parts.values()
                         if materials.flow_points(part.material)})
        curves = {name: FIRST_CURVE + k for k, name in enumerate(grades)}
        for name, curve in curves.items():
            deck.line(f"$ {name}")
            deck.curve(curve, materials.flow_points(name))
        foams = False
        for body in self.bodies:
            for part in body.assembly.parts.values():
                number = body.part_offset + part.id
                deck.line(f"$ {part.material}")
                materials.write_material(deck, number, part.material, curves.get(part.material))
                write_sections(deck, number, part.thickness)
                is_foam = part.material in materials.FOAMS
                deck.part(number, f"{body.name}: {part.name}", number, number, FOAM_HOURGLASS if is_foam else 0)
                foams = foams or is_foam
            write_spring_parts(deck, body.assembly, body.name + ": ", body.part_offset)
        if foams:
            deck.hourglass(FOAM_HOURGLASS, *materials.FOAM_HOURGLASS)
        if self.weld_beams:
            write_weld_part(deck, (materials.STEEL_DENSITY, materials.STEEL_YOUNG, materials.STEEL_POISSON))

    def write_interfaces(self, deck):
        """Interface 1 is the single surface; then those of each vehicle, then those between bodies. Returns their number."""
        sets, interfaces = 0, 0

        def part_set(ids):
            nonlocal sets
            sets += 1
            deck.part_set(sets, ids)
            return sets, 2

        def interface(title, kind, inner, around):
            nonlocal interfaces
            interfaces += 1
            deck.contact(kind, inner, around, FRICTION, name=(interfaces, title))

        outside = inner_parts() | {"barrier block", "barrier bumper"}
        interface("all sheets", SINGLE, part_set([n for body in self.bodies for name in body.assembly.parts
                                                  if name not in outside for n in body.part_ids([name])]), (0, 0))
        for body in self.bodies:
            for title, kind, inner, around in INTERFACES:
                if inner[0] in body.assembly.parts:
                    interface(f"{body.name}: {title}", kind, part_set(body.part_ids(inner)), part_set(body.part_ids(around)))
        for title, kind, body, names, other, other_names in self.between:
            interface(title, kind, part_set(body.part_ids(names)), part_set(other.part_ids(other_names)))
        if self.weld_beams:
            interfaces += 1
            sheets, _ = part_set([body.part_offset + part.id for body in self.bodies
                                  for part in body.assembly.parts.values() if part.thickness])
            deck.weld_contact(interfaces, "spot welds", WELD_PART, sheets)
        self.next_set = sets + 1
        return interfaces

    def write_surroundings(self, deck):
        for point, normal, friction, edge in self.walls:
            deck.rigid_wall(point, normal, friction, edge)
        if self.ground:
            lowest = min(body.xyz[:, 2].min() for body in self.bodies)
            deck.rigid_wall((0.0, 0.0, lowest - 0.1), (0.0, 0.0, 1.0), 0.0)
            deck.curve(GRAVITY_CURVE, [(0.0, 1.0), (1e4, 1.0)])
            deck.gravity(GRAVITY_CURVE, GRAVITY)
        for body in self.bodies:
            if any(body.velocity):
                deck.part_set(self.next_set, body.part_ids(body.assembly.parts))
                deck.initial_velocity_parts(self.next_set, body.velocity)
                self.next_set += 1

    def write_joints(self, deck):
        number = 1_000_000
        for body in self.bodies:
            if len(body.held):
                number += 1
                deck.node_set(number, body.held + 1 + body.node_offset)
                deck.spc_set(number, [1] * 6)
            for name, nodes in body.extras.items():
                number += 1
                deck.node_set(number, nodes + 1 + body.node_offset)
                deck.extra_nodes_set(body.part_ids([name])[0], number)
            for nodes in body.assembly.bolts:
                number += 1
                deck.node_set(number, nodes + 1 + body.node_offset)
                deck.nodal_rigid_body(number, number)
            write_joints(deck, body.assembly, body.node_offset)
            if len(body.assembly.welds) and not self.weld_beams:
                write_weld_links(deck, body.assembly.welds + 1 + body.node_offset)

    def write_mesh(self, deck):
        write_axes(deck)
        for body in self.bodies:
            a = body.assembly
            deck.nodes(1 + body.node_offset + np.arange(len(a.xyz)), body.xyz)
            first = 1 + body.element_offset
            deck.shells(first + np.arange(len(a.shells)), body.part_offset + a.shell_part, a.shells + 1 + body.node_offset)
            deck.solids(first + len(a.shells) + np.arange(len(a.solids)), body.part_offset + a.solid_part,
                        a.solids + 1 + body.node_offset)
        first = 1 + self.bodies[-1].element_offset + len(self.bodies[-1].assembly.shells) + len(self.bodies[-1].assembly.solids)
        for body in self.bodies:
            for nodes, mass in body.assembly.masses:
                deck.masses(first + np.arange(len(nodes)), nodes + 1 + body.node_offset, np.full(len(nodes), mass))
                first += len(nodes)
            first += write_springs(deck, body.assembly, first, body.node_offset, body.part_offset)
        if not self.weld_beams:
            return
        next_node = 1 + self.bodies[-1].node_offset + len(self.bodies[-1].xyz)
        for body in self.bodies:
            if len(body.assembly.welds):
                n = write_weld_beams(deck, body.xyz[body.assembly.welds], next_node, first)
                next_node, first = next_node + 2 * n, first + n


def pillar_feet(assembly):
    """Nodes of the rockers under the B-pillars, left and right, where crash tests measure decelerations; none of a barrier."""
    feet = []
    for side in "LR":
        if f"B-pillar inner {side}" not in assembly.parts:
            continue
        pillar = assembly.xyz[assembly.parts[f"B-pillar inner {side}"].nodes]
        foot = pillar[pillar[:, 2] < pillar[:, 2].min() + FOOT_HEIGHT].mean(axis=0)
        rocker = assembly.parts[f"rocker inner {side}"].nodes
        distance = np.linalg.norm(assembly.xyz[rocker] - foot, axis=1).round()
        feet.append(int(rocker[np.lexsort((assembly.xyz[rocker, 0], distance))[0]]))       # as near: the foremost
    return feet


def distinct(bodies):
    """One body of each assembly: two vehicles of a kind share theirs."""
    return list({id(body.assembly): body for body in bodies}.values())


def measure(scene):
    """Statistics of the whole scene; the time step is what the elements allow, before TSSFAC and mass scaling."""
    total = {"vehicles": len(scene.bodies), "parts": 0, "shells": 0, "triangles_percent": 0, "solids": 0, "nodes": 0,
             "spot_welds": 0, "rigid_bodies": 0, "joints": 0, "springs": 0, "mass_kg": 0.0}
    added, smallest, sine = 0.0, (np.inf, ""), np.inf
    for body in scene.bodies:
        a = body.assembly
        rigid = [part for part in a.parts.values() if part.material in materials.RIGID]
        total["parts"] += len(a.parts) + 2 * len(laws_of(a))
        total["shells"] += len(a.shells)
        total["triangles_percent"] += int((a.shells[:, 2] == a.shells[:, 3]).sum())
        total["solids"] += len(a.solids)
        total["nodes"] += len(a.xyz)
        total["spot_welds"] += len(a.welds)
        total["rigid_bodies"] += len(a.bolts) + len(rigid)
        total["joints"] += len(a.joints)
        total["springs"] += len(a.springs)
        total["mass_kg"] += float(part_masses(a)[0].sum() + sum(len(nodes) * each for nodes, each in a.masses))
        area, length, _, corner_sine = shell_lengths(a.xyz, a.shells)
        step, mass, owner = element_steps(a, area, length)
        step[np.isin(owner, [part.id for part in rigid])] = np.inf
        worst = int(step.argmin())
        smallest = min(smallest, (1e3 * float(step[worst]), f"{body.name}: {list(a.parts)[owner[worst] - 1]}"))
        ratio = np.maximum(scene.mass_scaled_step / step, 1.0)
        added += float((mass * (ratio ** 2 - 1)).sum())
        sine = min(sine, float(corner_sine.min()))
    total["triangles_percent"] = 100.0 * total["triangles_percent"] / total["shells"]
    return total | {"smallest_corner_sine": sine, "dt_us": smallest[0], "dt_part": smallest[1],
                    "dt_mass_scaled_us": max(smallest[0], 1e3 * scene.mass_scaled_step),
                    "added_mass_percent": 100.0 * added / total["mass_kg"]}
