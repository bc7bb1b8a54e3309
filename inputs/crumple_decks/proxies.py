"""The five benchmark proxies: neon, 3cars, car2car, taurus, odb. Called by generate.py; what is known of the originals is
in inputs/README.md. Each function takes a number of elements and returns a Scene.

Vehicles face -x with x = 0 at the foremost point of their drawing's bumper; a turned one faces +x. All stand on a
frictionless ground and carry their weight.
"""
from . import barrier, vehicle
from .car_style import COMPACT, MIDSIZE, VAN
from .interfaces import BAY, PAIR
from .scene import FRICTION, Body, Scene
from .spatial import clearance_along_x

MILE_PER_HOUR = 0.44704        # [mm/ms]
GAP = 5.0                      # between what is about to meet [mm]
COLUMN = 60.0                  # columns along x in which fronts are compared: faces of the coarsest proxies [mm]
BLOCK = (1200.0, 1000.0)       # width and height of the fixed block behind the barrier [mm]
SMALLEST = 20_000              # elements a vehicle

STIFF_INSIDE = ["engine", "gearbox", "radiator", "wheel front *", "rim front *"]     # what the single surface does not hold
REAR_END = ["rear floor", "rear rail *", "rear panel", "rear bumper beam", "rear bumper beam plate", "inner side panel *",
            "tailgate inner", "bumper cover rear", "rear crash bracket *"]


def make(name, style, n_elements, velocity):
    assembly, extras, _ = vehicle.make(n_elements, style)
    return Body(name, assembly, extras, (velocity, 0.0, 0.0))


def against_wall(title, name, style, n_elements, speed, end_time, step):
    scene = Scene(title, [f"A {style.name} runs at {speed:.2f} m/s in -x into a fixed rigid wall."], end_time, step)
    body = make(name, style, n_elements, -speed)
    body.place(False, (0.0, 0.0, 0.0))
    scene.add(body)
    scene.walls.append(((body.xyz[:, 0].min() - GAP, 0.0, 0.0), (1.0, 0.0, 0.0), FRICTION, None))
    scene.ground = True
    return scene


def neon(n_elements):
    """Compact sedan, full frontal."""
    return against_wall("Crumple proxy of neon: compact sedan, rigid wall, 31.5 mph", "compact", COMPACT, n_elements,
                        31.5 * MILE_PER_HOUR, 150.0, 1.0e-3)


def taurus(n_elements):
    """Mid-size sedan, full frontal."""
    return against_wall("Crumple proxy of Taurus: mid-size sedan, rigid wall, 35 mph", "mid-size", MIDSIZE, n_elements,
                        35.0 * MILE_PER_HOUR, 150.0, 1.0e-3)


def three_cars(n_elements):
    """A van runs into the rear of a standing compact car, which runs into a standing mid-size car. The van comes first in
    the deck, so that its power train is interface 6: small, busy and in one place, the one worth isolating."""
    speed, behind = 20.0, 250.0
    scene = Scene("Crumple proxy of 3cars: van into compact into mid-size, 20 m/s", [
        f"A van runs at {speed:g} m/s in -x into the rear of a standing compact car; {behind:g} mm before that stands a "
        "mid-size car."], 150.0, 1.0e-3)
    share = n_elements / 3.1
    van, compact, midsize = (make("van", VAN, 1.1 * share, -speed), make("compact", COMPACT, share, 0.0),
                             make("mid-size", MIDSIZE, share, 0.0))
    midsize.place(False, (0.0, 0.0, 0.0))
    compact.place(False, (midsize.xyz[:, 0].max() + behind - compact.assembly.xyz[:, 0].min(), 0.0, 0.0))
    van.place(False, (compact.xyz[:, 0].max() + GAP - van.assembly.xyz[:, 0].min(), 0.0, 0.0))
    for body in (van, compact, midsize):
        scene.add(body)
    scene.between = [("van inside to compact's rear", PAIR, van, STIFF_INSIDE, compact, REAR_END + ["fuel tank upper", "fuel tank lower", "spare wheel"]),
                     ("compact inside to mid-size's rear", PAIR, compact, STIFF_INSIDE, midsize, REAR_END)]
    scene.ground = True
    return scene


def car_to_car(n_elements):
    """Two vans head on, overlapping by half their width on the driver's side."""
    speed, overlap = 35.0 * MILE_PER_HOUR, 0.5
    scene = Scene("Crumple proxy of car2car: two vans, offset frontal, 35 mph each", [
        f"Two vans run head on at {speed:.2f} m/s each, overlapping by {100 * overlap:g} % of their width."], 120.0, 1.0e-3)
    first = make("van A", VAN, n_elements / 2, -speed)
    second = Body("van B", first.assembly, first.extras, (speed, 0.0, 0.0))
    width = first.assembly.xyz[:, 1].max() - first.assembly.xyz[:, 1].min()
    front = first.assembly.xyz[:, 0].min()
    # Left-hand drive: each van's left half (y > 0 of its own frame) meets the other's.
    aside = (1.0 - overlap) * width / 2
    first.place(False, (GAP / 2 - front, -aside, 0.0))
    second.place(True, (front - GAP / 2, aside, 0.0))
    second.xyz[:, 0] += clearance_along_x(first.xyz, second.xyz, COLUMN) - GAP     # half fronts that curve away are far apart
    for body in (first, second):
        scene.add(body)
    scene.between = [("van A inside to van B", PAIR, first, STIFF_INSIDE, second, BAY + ["bumper cover front"]),
                     ("van B inside to van A", PAIR, second, STIFF_INSIDE, first, BAY + ["bumper cover front"]),
                     ("power trains", PAIR, first, STIFF_INSIDE, second, STIFF_INSIDE)]
    scene.ground = True
    return scene


def offset_barrier(n_elements):
    """Mid-size sedan, 40 % of its width on the driver's side, into the deformable barrier before a fixed block."""
    speed, overlap = 64.0 / 3.6, 0.4
    scene = Scene("Crumple proxy of ODB-10M: mid-size sedan, offset deformable barrier, 64 km/h", [
        f"A mid-size sedan runs at {speed:.2f} m/s in -x into a deformable barrier, overlapping by {100 * overlap:g} %."],
        80.0, 0.0)
    n_barrier = 0.08 * n_elements
    car = make("mid-size", MIDSIZE, n_elements - n_barrier, -speed)
    car.place(False, (0.0, 0.0, 0.0))
    assembly, back = barrier.build(n_barrier)
    block = Body("barrier", assembly, {}, (0.0, 0.0, 0.0), held=back)
    edge = car.xyz[:, 1].max() - overlap * (car.xyz[:, 1].max() - car.xyz[:, 1].min())
    front = car.xyz[:, 0].min() - GAP
    block.place(True, (front, edge + barrier.WIDTH / 2, 0.0))
    for body in (car, block):
        scene.add(body)
    depth = barrier.DEPTH + barrier.BUMPER_DEPTH
    # One corner, the normal at the car, the first edge along y.
    scene.walls.append(((front - depth - 1.0, edge - 100.0, 0.0), (1.0, 0.0, 0.0), FRICTION, ((0.0, 1.0, 0.0), *BLOCK)))
    scene.between = [("inside to barrier", PAIR, car, STIFF_INSIDE, block, barrier.SKIN)]
    scene.ground = True
    return scene


KINDS = {"neon": (neon, 535_000), "3cars": (three_cars, 795_000), "car2car": (car_to_car, 2_400_000),
         "taurus": (taurus, 1_057_000), "odb": (offset_barrier, 10_317_536)}


def write_deck(stream, n_elements, kind, weld_beams=False):
    """Writes the deck of a kind, its spot welds as links or as beams; returns a dictionary of its statistics."""
    vehicles = {"3cars": 3, "car2car": 2}.get(kind, 1)
    if n_elements < vehicles * SMALLEST:
        raise SystemExit(f"{kind}: --elements {n_elements}: coarser sheets than with {SMALLEST} elements a vehicle would cut "
                         "through their neighbours where styles are bent")
    # Splitting quads adds to the count what it takes from the quads: half the share of triangles.
    scene = KINDS[kind][0](n_elements / 1.034)
    scene.weld_beams = weld_beams
    return scene.write(stream)
