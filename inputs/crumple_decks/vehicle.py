"""One vehicle of the family: drawn, sized to a number of elements, joined, loaded with its lumped masses, bent to its style.

Called by car.py (the hatchback on its own) and scene.py (the benchmark proxies).
"""
import numpy as np

from .car_cell import build_cell
from .car_chassis import bolt_body, bolt_chassis, bolt_closures, build_chassis, mount_engine
from .car_closures import build_closures
from .car_detail import bolt_cabin, bolt_detail, build_cabin, build_detail
from .car_front import build_front
from .car_rear import build_rear
from .car_shape import Car
from .car_style import HATCHBACK
from .joining import FITTING, HINGE, stiffness
from .quality import part_masses

WELD_REACH, WELD_PITCH = 8.0, 34.0                               # [mm]
GLUE_REACH, GLUE_PITCH = 18.0, 50.0                              # [mm] glass to its frame
GRAVITY = 9.81e-3                                                # [mm/ms2]
UNSPRUNG = 38.0                                                  # [kg] wheel, hub and arms of a corner
LAP_REACH = 30.0                                                 # [mm] laps whose nodes do not face each other

# Lumped masses [kg]: what the shells do not stand for.
MASSES = [
    (["front seat pan L"], 75.0), (["front seat pan R"], 75.0),          # two people, belted to the floor by their seats
    (["seat cushion L", "seat back L"], 15.0), (["seat cushion R", "seat back R"], 15.0),   # frames of the seats
    (["rear seat cushion", "rear seat back"], 20.0),
    (["cowl", "instrument panel beam"], 40.0),                           # instrument panel, steering, heater
    (["radiator support"], 14.0),                                        # lamps, fans, fluids
    (["apron front L", "apron rear L"], 22.0), (["apron front R", "apron rear R"], 12.0),   # battery, pumps
    (["shock tower L"], 16.0), (["shock tower R"], 16.0),                # springs, dampers
    (["engine cradle"], 22.0),                                           # steering gear, drive shafts, exhaust
    (["firewall"], 14.0),                                                # insulation, pedals
    (["floor pan L"], 20.0), (["floor pan R"], 20.0), (["tunnel"], 15.0),     # carpets, exhaust, cables
    (["front door inner L"], 14.0), (["front door inner R"], 14.0),
    (["rear door inner L"], 9.0), (["rear door inner R"], 9.0),
    (["rear floor"], 58.0),                                              # spare wheel, luggage
    (["fuel tank lower"], 38.0),
    (["tailgate inner"], 14.0),
]
SMALLEST = 10_000     # elements: flanges need at least so many to be meshed


def draw(scale, style):
    """The assembly, nodes not yet numbered. Two passes: the first collects the stations all parts need."""
    car = Car(scale, style)
    builders = [build_front, build_cell, build_rear, build_closures, build_chassis, build_cabin] + [build_detail] * style.detailed
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
    extras = {"engine": mount_engine(assembly)} | bolt_chassis(assembly)
    bolt_body(assembly)
    bolt_closures(assembly)
    bolt_cabin(assembly)
    if style.detailed:
        bolt_detail(assembly)
    frame = [f"A-pillar and roof rail outer {side}" for side in ("L", "R")]
    assembly.glue("windscreen", frame + ["cowl", "roof"], GLUE_REACH, GLUE_PITCH)
    assembly.glue("rear window", frame + ["roof", "rear window sill"], GLUE_REACH, GLUE_PITCH)
    for side in ("L", "R"):
        assembly.glue(f"apron rear {side}", ["firewall"], LAP_REACH, WELD_PITCH)
        assembly.glue(f"rear wheelhouse {side}", [f"inner side panel {side}"], LAP_REACH, GLUE_PITCH)
        assembly.glue(f"quarter panel {side}", ["rear panel"], LAP_REACH, GLUE_PITCH)
    assembly.weld(WELD_REACH, WELD_PITCH)
    for names, mass in MASSES:
        assembly.add_mass(names, mass)
    assembly.masses.append((np.concatenate([nodes for _, nodes in assembly.joints]), HINGE))
    assembly.masses.append((np.array(sorted({node for spring in assembly.springs for node in spring.ends})), FITTING))
    return extras


def preload(assembly):
    """Compresses the suspension by what it carries: the weight less the wheels', shared by the axles' places."""
    mass, nodal = part_masses(assembly)
    for nodes, each in assembly.masses:
        np.add.at(nodal, nodes, each)
    total, centre = nodal.sum(), (nodal * assembly.xyz[:, 0]).sum() / nodal.sum()
    struts = [spring for spring in assembly.springs if spring.law == "suspension"]
    places = np.array([assembly.xyz[spring.ends[0], 0] for spring in struts])
    front, rear = places.min(), places.max()
    for spring, place in zip(struts, places):
        share = 0.5 * ((rear - centre) if place < 0.5 * (front + rear) else (centre - front)) / (rear - front)
        spring.offset = -GRAVITY * (share * total - UNSPRUNG) / stiffness("suspension")


def make(n_elements, style):
    """A finished vehicle at its place of birth: (assembly, extra nodes of its rigid parts, scale of the mesh)."""
    assembly, scale = build_to_size(n_elements, style)
    extras = join(assembly, style)
    style.apply(assembly)
    if style.mass:
        lumped = sum(len(nodes) * each for nodes, each in assembly.masses)
        factor = (style.mass - part_masses(assembly)[0].sum()) / lumped
        if factor < 0:
            raise ValueError(f"{style.name}: sheets and blocks alone weigh more than {style.mass} kg")
        assembly.masses = [(nodes, each * factor) for nodes, each in assembly.masses]
    preload(assembly)
    return assembly, extras, scale
