"""Proxy of a compact unibody car, frontal impact on a rigid wall at 15.6 m/s (56 km/h).

x runs backward from the front bumper, so the car moves in -x; the wall stands 2 mm before the bumper at x < 0 and
its normal points at the car (+x). No gravity, no ground; as `preload` the car first settles on its springs under its weight,
statically, and then crashes. All parts are drawn on the lines of car_shape.py; `--elements`
only sets the element size, the geometry stays.
"""
import numpy as np

from . import car_materials as materials
from .deck_writer import DeckWriter
from .joining import laws_of, write_axes, write_joints, write_spring_parts, write_springs
from .quality import element_steps, part_masses, refuse_faults, shell_lengths
from .vehicle import SMALLEST, build_to_size, join

SPEED, END_TIME, WALL_GAP, FRICTION = 15.6, 60.0, 2.0, 0.2       # [mm/ms], [ms], [mm]
MODES = 120                                                       # of implicit analysis
GRAVITY, SETTLED, TOUCH = 9.81e-3, 10.0, 1e-5                    # [mm/ms2], [ms], [mm]
ANALYSES = {"crash": "rigid wall, 15.6 m/s", "modes": f"{MODES} modes, nothing holds it",
            "preload": "on its wheels under its weight, then rigid wall, 15.6 m/s"}

SURFACE_ENGINE = ["engine", "gearbox"]
SURFACE_AROUND_ENGINE = ["firewall", "floor pan L", "floor pan R", "tunnel", "front rail L", "front rail R", "radiator",
                         "radiator support", "bumper beam back plate", "engine cradle", "cowl", "hood inner", "shock tower L",
                         "shock tower R", "apron front L", "apron front R", "apron rear L", "apron rear R",
                         "crash box L", "crash box R", "instrument panel beam"]


def history_nodes(assembly):
    """B-pillar feet left and right, engine, bumper beam, firewall."""
    def near(name, point):
        nodes = assembly.parts[name].nodes
        return int(nodes[np.linalg.norm(assembly.xyz[nodes] - np.array(point), axis=1).argmin()])
    return [near("rocker inner L", (2190, 640, 265)), near("rocker inner R", (2190, -640, 265)),
            near("engine", (675, -120, 690)), near("bumper beam", (28, 0, 480)), near("firewall", (1160, 0, 700)),
            near("front rail L", (1000, 400, 480)), near("front rail R", (1000, -400, 480))]


def write_preload(deck, a):
    """Until SETTLED the car sinks onto its springs under its growing weight, statically; two nodes hold it where it
    stands, until the crash."""
    deck.curve(901, [(0.0, 1.0), (SETTLED, 1.0), (SETTLED + 1e-3, 0.0)])
    deck.implicit(1.0, during=901)
    deck.curve(902, [(0.0, 0.0), (SETTLED, 1.0), (SETTLED + END_TIME, 1.0)])
    deck.gravity(902, GRAVITY)
    deck.rigid_wall((0.0, 0.0, a.xyz[:, 2].min() + TOUCH), (0.0, 0.0, 1.0), FRICTION)
    for number, (node, dofs) in enumerate(zip(history_nodes(a), ([1, 1, 0], [1, 0, 0])), start=901):
        deck.node_set(number, np.array([node]) + 1)
        deck.spc_set(number, [*dofs, 0, 0, 0], death=SETTLED)


def write_cards(deck, a, extra, analysis):
    """Everything but nodes and elements. `analysis`: of ANALYSES."""
    modes, born = analysis == "modes", SETTLED if analysis == "preload" else 0.0
    deck.control(born + END_TIME)
    if modes:
        deck.implicit(1.0, MODES)
    elif analysis == "preload":
        write_preload(deck, a)
    deck.databases(0.1, 2.0, ("GLSTAT", "MATSUM", "RWFORC", "RCFORC", "NODOUT"))
    deck.history_nodes(np.array(history_nodes(a)) + 1)
    materials.write_materials(deck)
    sections = {}
    for part in a.parts.values():
        key = part.thickness
        if key not in sections:
            sections[key] = len(sections) + 1
            deck.section_shell(sections[key], key, 3) if key else deck.section_solid(sections[key])
    for part in a.parts.values():
        deck.part(part.id, part.name, sections[part.thickness], materials.ORDER.index(part.material) + 1)
    write_spring_parts(deck, a)
    engine = a.parts["engine"].id
    deck.part_set(1, [part.id for part in a.parts.values() if part.id != engine])
    deck.part_set(2, [a.parts[name].id for name in SURFACE_ENGINE])
    deck.part_set(3, [a.parts[name].id for name in SURFACE_AROUND_ENGINE])
    if not modes:
        deck.contact("AUTOMATIC_SINGLE_SURFACE", (1, 2), (0, 0), FRICTION, birth=born)
        deck.contact("AUTOMATIC_SURFACE_TO_SURFACE", (2, 2), (3, 2), FRICTION, birth=born)
        deck.rigid_wall((-WALL_GAP + a.xyz[:, 0].min(), 0.0, 0.0), (1.0, 0.0, 0.0), FRICTION)
        deck.initial_velocity_all((-SPEED, 0.0, 0.0))
    deck.node_set(1, extra + 1)
    deck.extra_nodes_set(engine, 1)
    for number, nodes in enumerate(a.bolts, start=1):
        deck.node_set(100 + number, nodes + 1)
        deck.nodal_rigid_body(1000 + number, 100 + number)
    write_joints(deck, a)
    deck.spotwelds(a.welds + 1)


def write_deck(stream, n_elements, analysis="crash"):
    """Writes the deck of one of ANALYSES with about `n_elements` elements; returns a dictionary of its statistics."""
    if n_elements < SMALLEST:
        raise SystemExit(f"car: --elements {n_elements}: flanges need at least {SMALLEST} elements to be meshed")
    a, scale = build_to_size(n_elements)
    extra = join(a)["engine"]
    statistics = report(a, extra, scale)
    deck = DeckWriter(stream, f"Crumple proxy car: compact hatchback, {ANALYSES[analysis]}", [
        "x runs backward from the front bumper, y to the left, z up."
        + ("" if analysis == "modes" else " The car moves in -x onto a rigid wall."),
        f"{statistics['parts']} parts, {len(a.shells)} shells, {len(a.solids)} solids, {len(a.welds)} spot welds, "
        f"{statistics['mass_kg']:.0f} kg.",
        "A proxy drawn from typical dimensions: no particular vehicle.",
    ])
    write_cards(deck, a, extra, analysis)
    deck.nodes(np.arange(1, len(a.xyz) + 1), a.xyz)
    deck.shells(np.arange(1, len(a.shells) + 1), a.shell_part, a.shells + 1)
    deck.solids(len(a.shells) + np.arange(1, len(a.solids) + 1), a.solid_part, a.solids + 1)
    nodes = np.concatenate([nodes for nodes, _ in a.masses])
    masses = np.concatenate([np.full(len(nodes), mass) for nodes, mass in a.masses])
    first = len(a.shells) + len(a.solids) + 1
    deck.masses(first + np.arange(len(nodes)), nodes + 1, masses)
    write_axes(deck)
    write_springs(deck, a, first + len(nodes))
    deck.end()
    return statistics


def report(a, extra, scale):
    """Statistics and checks; an assembly with loose pieces or sheets too close is an error."""
    names = [None] + list(a.parts)
    area, length, edge, sine = shell_lengths(a.xyz, a.shells)
    step, _, owner = element_steps(a, area, length)
    engine = a.parts["engine"].id
    step[owner == engine] = np.inf
    worst = int(step.argmin())
    mass, nodal = part_masses(a)
    for nodes, each in a.masses:
        np.add.at(nodal, nodes, each)
    refuse_faults("car", a, {"engine": extra})
    return {"parts": len(a.parts) + 2 * len(laws_of(a)), "shells": len(a.shells), "solids": len(a.solids), "nodes": len(a.xyz),
            "spot_welds": len(a.welds), "rigid_bodies": len(a.bolts) + 1, "joints": len(a.joints), "springs": len(a.springs), "mass_kg": float(nodal.sum()),
            "shell_mass_kg": float(mass[np.unique(a.shell_part)].sum()),
            "cg_mm": " ".join(f"{v:.0f}" for v in (nodal[:, None] * a.xyz).sum(0) / nodal.sum()),
            "element_size_scale": scale, "dt_us": 1e3 * float(step[worst]), "dt_part": names[owner[worst]],
            "shortest_edge_mm": float(edge.min()), "shortest_edge_part": names[a.shell_part[edge.argmin()]],
            "smallest_corner_sine": float(sine.min()), "smallest_corner_part": names[a.shell_part[sine.argmin()]]}
