"""One vehicle of the family: drawn, sized to a number of elements, joined, loaded with its lumped masses, bent to its style.

Called by car.py (the hatchback on its own) and scene.py (the benchmark proxies).
"""
import numpy as np

from .car_cell import build_cell
from .car_chassis import bolt_body, bolt_chassis, bolt_closures, build_chassis
from .car_closures import build_closures
from .car_detail import bolt_detail, build_detail
from .car_front import build_front
from .car_rear import build_rear
from .car_shape import Car
from .car_style import HATCHBACK
from .quality import part_masses

WELD_REACH, WELD_PITCH = 8.0, 34.0                               # [mm]
GLUE_REACH, GLUE_PITCH = 18.0, 50.0                              # [mm] glass to its frame

# Lumped masses [kg]: what the shells do not stand for.
MASSES = [
    (["front seat pan L"], 90.0), (["front seat pan R"], 90.0),          # seats and two people
    (["cowl", "instrument panel beam"], 40.0),                           # instrument panel, steering, heater
    (["radiator support"], 14.0),                                        # lamps, fans, fluids
    (["apron front L", "apron rear L"], 22.0), (["apron front R", "apron rear R"], 12.0),   # battery, pumps
    (["shock tower L"], 16.0), (["shock tower R"], 16.0),                # springs, dampers
    (["engine cradle"], 22.0),                                           # steering gear, drive shafts, exhaust
    (["firewall"], 14.0),                                                # insulation, pedals
    (["floor pan L"], 20.0), (["floor pan R"], 20.0), (["tunnel"], 15.0),     # carpets, exhaust, cables
    (["front door inner L"], 14.0), (["front door inner R"], 14.0),
    (["rear door inner L"], 9.0), (["rear door inner R"], 9.0),
    (["rear floor"], 78.0),                                              # rear seat, spare wheel, luggage
    (["fuel tank lower"], 38.0),
    (["tailgate inner"], 14.0),
]
SMALLEST = 10_000     # elements: flanges need at least so many to be meshed


def draw(scale, style):
    """The assembly, nodes not yet numbered. Two passes: the first collects the stations all parts need."""
    car = Car(scale, style)
    builders = [build_front, build_cell, build_rear, build_closures, build_chassis] + [build_detail] * style.detailed
    for _ in range(2):
        for builder in builders:
            builder(car)
        if car.x.values is None:
            car.x.settle(9.0)
            car.y.settle(2.0)
            car.assembly.__init__(scale)
    return car.assembly


def build_to_size(n_elements, style=HATCHBACK, tolerance=0.02):
    """(assembly, scale): element size by the secant rule on the logarithm of the count, after a few tries."""
    scale = 1.19 * (25000.0 / n_elements) ** 0.5
    best = None
    for _ in range(6):
        assembly = draw(scale, style)
        count = assembly.count()
        error = abs(count / n_elements - 1)
        if best is None or error < best[0]:
            best = (error, assembly, scale)
        if error < tolerance:
            break
        scale *= (count / n_elements) ** 0.48
    best[1].finish()
    return best[1], best[2]


def join(assembly, style=HATCHBACK):
    """Bolts first, then glue and spot welds, masses last. Returns the extra nodes of rigid parts by the part's name."""
    extras = {"engine": engine_nodes(assembly)}
    assembly.taken[extras["engine"]] = True
    assembly.taken[assembly.parts["engine"].nodes] = True
    extras |= bolt_chassis(assembly)
    bolt_body(assembly)
    bolt_closures(assembly)
    if style.detailed:
        bolt_detail(assembly)
    frame = [f"A-pillar and roof rail outer {side}" for side in ("L", "R")]
    assembly.glue("windscreen", frame + ["cowl"], GLUE_REACH, GLUE_PITCH)
    assembly.glue("rear window", frame, GLUE_REACH, GLUE_PITCH)
    assembly.weld(WELD_REACH, WELD_PITCH)
    for names, mass in MASSES:
        assembly.add_mass(names, mass)
    return extras


def engine_nodes(assembly):
    """Nodes of gearbox and mounts that move with the rigid engine."""
    gearbox = assembly.parts["gearbox"].nodes
    nodes = [gearbox[assembly.xyz[gearbox, 1] < 100.0]]
    for side in ("L", "R"):
        mount = assembly.parts["engine mount " + side].nodes
        nodes.append(mount[np.abs(assembly.xyz[mount, 1]) < 345.1])
    return np.concatenate(nodes)


def make(n_elements, style):
    """A finished vehicle at its place of birth: (assembly, extra nodes of its rigid parts, scale of the mesh)."""
    assembly, scale = build_to_size(n_elements, style)
    extras = join(assembly, style)
    style.apply(assembly)
    if style.mass:
        lumped = sum(mass for _, mass in MASSES)
        factor = (style.mass - part_masses(assembly)[0].sum()) / lumped
        if factor < 0:
            raise ValueError(f"{style.name}: sheets and blocks alone weigh more than {style.mass} kg")
        assembly.masses = [(nodes, each * factor) for nodes, each in assembly.masses]
    return assembly, extras, scale
