"""The hatchback's body in white on a test bench: twisted at its front towers or bent between its axles, slowly and damped;
or, in implicit analysis, its modes of buckling under a force on its front rails.

Kinds `body-torsion` and `body-bending` of generate.py, of which scripts/cars-study reads the stiffness from the end of the
run, and `body-buckling`. The body is what is welded or glued to it, without closures, chassis and lumped masses.
"""
import numpy as np

from . import car_materials as materials
from .car_shape import FRONT_AXLE
from .deck_writer import DeckWriter
from .joining import LAYERS
from .vehicle import SMALLEST, build_to_size, join

ELEMENTS = 25_000               # of the whole car
RAMP, END_TIME = 40.0, 120.0    # [ms] the load grows over the first, the body comes to rest until the second
DAMPING = 0.12                  # [1/ms] of all motion: near the critical one of the first mode
FORCE = 2.0                     # [kN] at each loaded place
MODES = 20                      # of buckling
GROUPS = ("body", "quarter L", "quarter R")
LOOSE = ("lower arm L", "lower arm R")   # of these groups; nothing joins them to the body without its chassis

# Places: (x, |y|, z) and part, each on both sides. Towers carry the front suspension, rear rails the springs of the rear axle.
TOWER, SPRING_SEAT = ((FRONT_AXLE - 5.0, 592.0, 765.0), "shock tower *"), ((3430.0, 440.0, 440.0), "rear rail *")
FRONT_RAIL, REAR_RAIL, FLOOR = (((FRONT_AXLE, 400.0, 480.0), "front rail *"), ((3430.0, 440.0, 345.0), "rear rail *"),
                                ((2190.0, 640.0, 265.0), "rocker inner *"))
# kind: (places that are held and in which directions x y z, places that are loaded, direction of the force, its sign right
# and left)
CASES = {"body-torsion": ([(SPRING_SEAT, (1, 1, 1))], TOWER, 3, (-1.0, 1.0)),
         "body-bending": ([(SPRING_SEAT, (1, 1, 1)), (TOWER, (0, 1, 1))], FLOOR, 3, (-1.0, -1.0)),
         "body-buckling": ([(SPRING_SEAT, (1, 1, 1)), (TOWER, (0, 1, 1))], FRONT_RAIL, 1, (1.0, 1.0))}


def patch(assembly, place, side, n=9):
    """Numbers of the nodes of a part nearest to a place on one side, 1 left, -1 right, that are in no weld or rigid body."""
    (x, y, z), part = place
    nodes = assembly.parts[part.replace("*", "L" if side > 0 else "R")].nodes
    nodes = nodes[~assembly.taken[nodes]]
    distance = np.linalg.norm(assembly.xyz[nodes] - [x, side * y, z], axis=1)
    return nodes[np.argsort(distance, kind="stable")[:n]]


def keep_body(assembly, without=()):
    """Which parts belong to the body in white, by part id, and which nodes."""
    kept = np.array([False] + [part.group in GROUPS and part.thickness > 0 and part.name not in without
                               for part in assembly.parts.values()])
    nodes = np.zeros(len(assembly.xyz), dtype=bool)
    nodes[assembly.shells[kept[assembly.shell_part]]] = True
    return kept, nodes


def body(n_elements, without=()):
    """(assembly, kept parts, kept nodes) of the welded hatchback."""
    assembly, _ = build_to_size(n_elements)
    join(assembly)
    return assembly, *keep_body(assembly, without)


def places(assembly):
    """The places whose motion tells the stiffness, away from the loads' own dents: their nodes' numbers in the deck, by name and side."""
    return {(name, side): patch(assembly, place, side) + 1 for name, place in
            (("front", FRONT_RAIL), ("rear", REAR_RAIL), ("floor", FLOOR)) for side in (1, -1)}


def write_deck(stream, n_elements, kind):
    """Writes the deck; n_elements counts the whole car. Returns its statistics."""
    if n_elements < SMALLEST:
        raise SystemExit(f"{kind}: --elements {n_elements}: flanges need at least {SMALLEST} elements to be meshed")
    held, loaded, direction, signs = CASES[kind]
    buckles = kind == "body-buckling"
    a, kept, nodes = body(n_elements, LOOSE if buckles else ())
    deck = DeckWriter(stream, f"Crumple proxy car: {kind.split('-')[1]} of the body in white", [
        f"{FORCE:g} kN at each loaded place, grown over {RAMP:g} ms; all motion damped."])
    deck.control(END_TIME)
    if buckles:
        deck.implicit(END_TIME, MODES, buckling=True)
    deck.databases(1.0, 20.0, ("GLSTAT", "NODOUT"))
    deck.history_nodes(np.unique(np.concatenate(list(places(a).values()))))
    materials.write_materials(deck)
    for part in a.parts.values():
        if kept[part.id]:
            deck.section_shell(part.id, part.thickness, LAYERS)
            deck.part(part.id, part.name, part.id, materials.ORDER.index(part.material) + 1)
    sets = 0
    for place, directions in held:
        for side in (1, -1):
            sets += 1
            deck.node_set(sets, patch(a, place, side) + 1)
            deck.spc_set(sets, [*directions, 0, 0, 0])
    time = np.linspace(0.0, RAMP, 21)
    deck.curve(1000, [*zip(time, 0.5 - 0.5 * np.cos(np.pi * time / RAMP)), (1e4, 1.0)])
    for side, sign in zip((-1, 1), signs):
        sets += 1
        group = patch(a, loaded, side) + 1
        deck.node_set(sets, group)
        deck.load_nodes(sets, direction, 1000, sign * FORCE / len(group))
        deck.nodal_rigid_body(100_000 + sets, sets)           # the mount that spreads the load
    if not buckles:
        deck.damping(DAMPING)
    for bolt in a.bolts:
        if nodes[bolt].sum() > 1:
            sets += 1
            deck.node_set(sets, bolt[nodes[bolt]] + 1)
            deck.nodal_rigid_body(100_000 + sets, sets)
    deck.spotwelds(a.welds[nodes[a.welds].all(axis=1)] + 1)
    chosen = np.flatnonzero(nodes)
    deck.nodes(chosen + 1, a.xyz[chosen])
    own = kept[a.shell_part]
    deck.shells(1 + np.flatnonzero(own), a.shell_part[own], a.shells[own] + 1)
    deck.end()
    return {"shells": int(own.sum()), "spot_welds": int(nodes[a.welds].all(axis=1).sum())}
