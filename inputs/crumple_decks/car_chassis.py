"""Power train, wheels and suspension of the proxy car, and the bolts that hold them and the closures to the body."""
import numpy as np

from .car_front import RAIL_Y
from .car_materials import ENGINE, GEARBOX, HSLA420, RADIATOR, RIM, RUBBER, STEELS
from .car_shape import (FRONT_AXLE, GAP, grid, pillar_plane, roof_path, sweep_x, sweep_y,
                        upper_rail_height)
from .car_style import AXLES, TYRE_RADIUS, WHEEL_HEIGHT
from .mesh import box_hexes, divide, hexes_of, ramp

ENGINE_BOX = ((500.0, 850.0), (-330.0, 90.0), (400.0, 690.0))
GEARBOX_BOX = ((540.0, 820.0), (90.0 + GAP, 330.0), (400.0, 620.0))
RADIATOR_BOX = ((376.0, 408.0), (-320.0, 320.0), (402.0, 600.0))
RIM_RADIUS, TYRE_INNER, TYRE_OUTER = 110.0, 635.0, 810.0
MOUNT = (620.0, 740.0)           # x of the engine mounts


def build_power_train(car):
    for name, box, material, size in (("engine", ENGINE_BOX, ENGINE, 46.0), ("gearbox", GEARBOX_BOX, GEARBOX, 46.0),
                                      ("radiator", RADIATOR_BOX, RADIATOR, 40.0)):
        axes = [np.linspace(*ends, 1 + max(1 if name == "radiator" else 3, round((ends[1] - ends[0]) / car.solid_size(size)))) for ends in box]
        car.assembly.solid(name, material, *box_hexes(*axes), group="none")
    # Brackets of the mounts: angles welded to the rails' webs; the engine hangs on their inner edges.
    profile = divide([(RAIL_Y[0] - GAP, 445.0), (RAIL_Y[0] - GAP, 515.0), (345.0, 515.0)], car.size(26.0))
    x = car.x.pick(MOUNT, car.size(26.0))
    car.assembly.both_shells("engine mount", HSLA420, 2.5, sweep_x(profile, x))


def build_wheels(car):
    """Ring of soft solids standing for tyre and rim; its bore is tied to the suspension. Detailed: the inner third is rigid."""
    n_round = 4 * max(5, round(2 * np.pi * TYRE_RADIUS / 4 / car.solid_size(70.0)))
    radii = np.linspace(RIM_RADIUS, TYRE_RADIUS, 1 + max(2, round(185.0 / car.solid_size(62.0))))
    y = np.linspace(TYRE_INNER, TYRE_OUTER, 1 + max(2, round(175.0 / car.solid_size(60.0))))
    angle = 2 * np.pi * np.arange(n_round) / n_round
    for axle, x0 in AXLES.items():
        shape = (n_round, len(y), len(radii))
        rr, yy, aa = radii[None, None, :], y[None, :, None], angle[:, None, None]
        points = np.stack(np.broadcast_arrays(x0 + rr * np.cos(aa), yy, WHEEL_HEIGHT + rr * np.sin(aa)), -1).reshape(-1, 3)
        number = np.arange(np.prod(shape)).reshape(shape)
        ring = np.concatenate([number, number[:1]])
        hexes = hexes_of(ring)                               # (angle, y, radius) is left-handed
        flipped = hexes[:, [4, 5, 6, 7, 0, 1, 2, 3]]
        for side, sign, cells in (("L", 1.0, hexes), ("R", -1.0, flipped)):
            p = points * np.array([1.0, sign, 1.0])
            c = p[cells]
            volume = np.einsum("ij,ij->i", np.cross(c[:, 1] - c[:, 0], c[:, 3] - c[:, 0]), c[:, 4] - c[:, 0])
            cells = cells if volume.min() > 0 else cells[:, [4, 5, 6, 7, 0, 1, 2, 3]]
            name = f"{axle} {side}"
            if not car.style.detailed:
                car.assembly.solid("wheel " + name, RUBBER, p, cells)
                continue
            n_rings = len(radii) - 1
            rim = np.arange(len(cells)) % n_rings < max(1, round(n_rings / 3))     # the radius runs fastest
            car.assembly.solid("rim " + name, RIM, p, cells[rim], merge="whole wheel " + name)
            car.assembly.solid("wheel " + name, RUBBER, p, cells[~rim], merge="whole wheel " + name)


def build_suspension(car):
    steel = HSLA420
    a = car.assembly
    fraction = np.linspace(0, 1, 1 + max(3, round(90.0 / car.size(26.0))))
    span = np.linspace(-1, 1, 1 + max(4, round(110.0 / car.size(28.0))))
    y = 530.0 + 88.0 * fraction
    a.both_shells("lower arm", steel, 3.0, grid(FRONT_AXLE + 20.0 + span[:, None] * (60.0 - 22.0 * fraction[None]), y[None], 312.0))
    ring = divide([(-24.0, -24.0), (24.0, -24.0), (24.0, 24.0), (-24.0, 24.0), (-24.0, -24.0)], car.size(24.0), 2)[:-1]
    top = upper_rail_height(FRONT_AXLE)
    z = np.linspace(350.0, top + 5.0, 1 + round((top - 345.0) / car.size(30.0)))
    strut = grid(FRONT_AXLE - 5.0 + ring[None, :, 0], 592.0 + ring[None, :, 1], z[:, None])
    a.both_shells("strut", steel, 3.0, strut, close=True, group="strut")
    beam = divide([(3390.0, 255.0), (3470.0, 255.0), (3470.0, 315.0), (3390.0, 315.0), (3390.0, 255.0)], car.size(34.0), 2)[:-1]
    a.shell("rear axle", steel, 3.5, sweep_y(beam, car.across([440.0, 612.0], 46.0)), close=True, group="rear axle")
    arm = divide([(525.0, 245.0), (525.0, 200.0), (590.0, 200.0), (590.0, 245.0)], car.size(34.0))
    x = car.ramp_x([3030.0, 3380.0], 46.0)
    lift = np.interp(x, [3030.0, 3380.0], [95.0, 40.0])
    a.both_shells("trailing arm", steel, 3.0, sweep_x(arm, x, 0.0, lift), group="trailing arm")
    # Fuel tank: two dished halves below the rear floor.
    xs, ys = car.ramp_x([2860.0, 2890.0, 3250.0, 3280.0], 50.0), ramp([-350.0, -320.0, 320.0, 350.0], car.size(50.0))
    dish = np.clip((np.minimum(np.minimum(xs - xs[0], xs[-1] - xs)[:, None], (350.0 - np.abs(ys))[None]) - 30.0) / 60.0, 0, 1)
    a.shell("fuel tank upper", STEEL_TANK, 1.0, grid(xs[:, None], ys[None], 345.0 + 70.0 * dish), group="tank")
    a.shell("fuel tank lower", STEEL_TANK, 1.0, grid(xs[:, None], ys[None], 345.0 - GAP - 95.0 * dish), group="tank")


X, Y, Z = np.eye(3)
STEEL_TANK = next(iter(STEELS))


def bore(assembly, name):
    """Nodes of a wheel's bore."""
    nodes = assembly.parts[name].nodes
    axle = AXLES["front" if "front" in name else "rear"]
    p = assembly.xyz[nodes]
    return nodes[np.hypot(p[:, 0] - axle, p[:, 2] - WHEEL_HEIGHT) < RIM_RADIUS + 1.0]


def mount_engine(a):
    """Hangs the rigid engine on rubber: brackets on both rails and a torque arm to the cradle.

    Returns what moves with the engine: the gearbox's near face and the springs' ends.
    """
    gearbox = a.parts["gearbox"].nodes
    moved = [gearbox[a.xyz[gearbox, 1] < 100.0]]
    a.taken[moved[0]] = True
    for side, sign in (("L", 1.0), ("R", -1.0)):
        bracket, engine = a.spring("engine mount", (sum(MOUNT) / 2, sign * 345.0, 515.0), [0, 1, 2])
        nodes = a.parts["engine mount " + side].nodes
        a.rigid_body(np.concatenate([nodes[np.abs(a.xyz[nodes, 1]) < 345.1], bracket]))
        moved.append(engine)
    cradle, engine = a.spring("engine mount", (870.0, -120.0, 395.0), [0, 2])
    a.rigid_body(np.concatenate([a.found("engine cradle", (870.0, -120.0, 385.0), 6, 90.0), cradle]))
    moved.append(engine)
    a.taken[np.concatenate(moved)] = True
    a.taken[a.parts["engine"].nodes] = True
    return np.concatenate(moved)


def bolt_chassis(a):
    """Hubs with the ends of arms and struts; bushes and strut mounts; radiator and tank brackets.

    Returns the extra nodes of rigid rims, where the wheels have them: there the rim is the hub's body.
    """
    extras = {}
    for side, sign in (("L", 1.0), ("R", -1.0)):
        ball = (FRONT_AXLE + 20, sign * 618, 312)
        arm_end, knuckle = a.joint("SPHERICAL", ball)
        a.rigid_body(np.concatenate([a.found(f"lower arm {side}", ball, 4, 60), arm_end]))
        arms = {"front": [knuckle, a.nearest(f"strut {side}", (FRONT_AXLE, sign * 592, 350), 6, 60)],
                "rear": [a.nearest("rear axle", (3430, sign * 612, 285), 8, 70),
                         a.nearest(f"trailing arm {side}", (3380, sign * 557, 240), 5, 80)]}
        for axle, ends in arms.items():
            rim = f"rim {axle} {side}"
            if rim in a.parts:
                extras[rim] = np.unique(np.concatenate(ends))
                a.taken[extras[rim]] = True
                a.taken[a.parts[rim].nodes] = True
            else:
                a.rigid_body(np.concatenate([bore(a, f"wheel {axle} {side}")] + ends))
    top = upper_rail_height(FRONT_AXLE)
    # The strut slides in its tower on spring and damper; arms turn in their bushes; the rear axle is sprung from the rails.
    a.both_hang("TRANSLATIONAL", (FRONT_AXLE - 5, 592, top + 15), ["strut *", "shock tower *"], 8, law="suspension", axes=[2])
    a.both_hang("REVOLUTE", (FRONT_AXLE + 60, 528, 314), ["lower arm *", "engine cradle"], 4, 130, axis=X)
    a.both_hang("SPHERICAL", (FRONT_AXLE - 25, 528, 314), ["lower arm *", "front rail closing plate *"], 4, 150)
    a.both_hang("REVOLUTE", (3030, 557, 300), ["trailing arm *", "rear rail *"], 5, 150, axis=Y)
    a.both_hang(None, (3430, 440, 330), ["rear axle", "rear rail *"], 4, 140, law="suspension", axes=[2])
    for z in (402.0, 600.0):
        a.both_bolts((376, 320, z), ["radiator", "radiator support"], 2, 190)
    for x in (2860.0, 3280.0):
        a.both_bolts((x, 350, 360), ["fuel tank upper", "rear rail *"], 3, 120)
    return extras


# Doors, hood and tailgate: (kind of joint, where, on what, nodes of each, how far, axis); the first two of each are hinges.
HINGES = [
    *[("REVOLUTE", (x, 770.0, z), [door, pillar], 3, 90.0, Z) for x, door, pillar in (
        (1222.0, "front door inner *", "hinge pillar outer *"), (2210.0, "rear door inner *", "B-pillar outer *")) for z in (420.0, 740.0)],
    ("SPHERICAL", (2172.0, 770.0, 620.0), ["front door inner *", "B-pillar outer *"], 3, 90.0, Z),
    ("SPHERICAL", (2945.0, 770.0, 620.0), ["rear door inner *", "C-pillar outer *"], 3, 90.0, Z),
    ("REVOLUTE", (1125.0, 690.0, 910.0), ["hood inner", "upper rail *"], 3, 120.0, Y),
    ("REVOLUTE", (3870.0, 450.0, 980.0), ["tailgate inner", "rear window sill"], 3, 120.0, Y),
]
LATCHES = [((300.0, 0.0, 670.0), ["hood inner", "radiator support"]), ((3985.0, 0.0, 600.0), ["tailgate inner", "rear panel"])]


def bolt_closures(a):
    """Hinges, latches (balls) and the brackets of skin panels."""
    outer = "A-pillar and roof rail outer *"
    for kind, point, names, n, within, axis in HINGES:
        a.both_hang(kind, point, names, n, within, axis)
    for point, names in LATCHES:
        a.hang("SPHERICAL", point, names, 4, 120.0)
    for x in (380.0, 600.0, 800.0, 1000.0, 1130.0):
        a.both_bolts((x, 770, upper_rail_height(x) + 30), ["fender *", "upper rail *"], 2, 110)
    for z in (500.0, 700.0):
        a.both_bolts((1192, 790, z), ["fender *", "hinge pillar outer *"], 2, 110)
    for z in (420.0, 600.0, 800.0):
        a.both_bolts((2990, 800, z), ["quarter panel *", "C-pillar outer *"], 2, 120)
    for x in (3150.0, 3500.0, 3850.0):
        a.both_bolts((x, 730, 880), ["quarter panel *", "inner side panel *"], 2, 250)
    a.both_bolts((3840, 720, 940), ["A-pillar and roof rail inner *", "inner side panel *", "quarter panel *"], 2, 200)
    a.both_bolts((3850, 660, 960), ["rear window sill", outer, "quarter panel *"], 2, 200)
    for x in (3920.0, 3975.0):
        a.both_bolts((x, 640, 900), ["quarter panel *", "inner side panel *"], 2, 200)
    for z in (400.0, 600.0):
        a.both_bolts((325, 810, z), ["bumper cover front", "fender *"], 2, 200)
    for y in (160.0, 480.0):
        a.both_bolts((300, y, 680), ["bumper cover front", "radiator support"], 2, 230)
        a.both_bolts((30, y, 530), ["bumper cover front", "bumper beam"], 2, 150)
    for z in (400.0, 520.0, 580.0):
        a.both_bolts((4090, 740, z), ["bumper cover rear", "quarter panel *"], 2, 120)
    for y in (150.0, 480.0):
        a.both_bolts((4050, y, 580), ["bumper cover rear", "rear panel"], 2, 140)
    a.bolt((4140, 0, 420), ["bumper cover rear", "rear bumper beam"], 4, 140)


def bolt_body(a):
    """Joints of the body that no pair of parallel flanges makes."""
    frame = "A-pillar and roof rail inner *"
    for name, x in (("roof header front", 1890.0), ("roof bow front", 2200.0), ("roof bow rear", 2680.0), ("roof header rear", 3260.0)):
        a.both_bolts((x, float(pillar_plane(roof_path(x))), float(roof_path(x)) + 40), [name, frame], 3, 90)
    for x in (2450.0, 2490.0):
        a.both_bolts((x, 485, 240), ["rail extension *", "rear rail *"], 3, 60)
    a.both_bolts((1210, 685, 905), ["cowl", frame], 4, 90)
    a.both_bolts((1225, 690, 770), ["instrument panel beam", "hinge pillar inner *"], 4, 80)
    a.both_bolts((3075, 660, 335), ["rocker inner *", "inner side panel *"], 3, 90)
    for z in (620.0, 700.0, 780.0):
        a.both_bolts((1195, 700, z), ["hinge pillar inner *", "firewall"], 2, 60)
    a.both_bolts((1222, 766, 825), ["upper rail *", "hinge pillar outer *"], 4, 60)
    a.both_bolts((335, 486, 480), ["radiator support", "front rail closing plate *"], 3, 60)
    for x in (840.0, 980.0):
        a.both_bolts((x, 500, 388), ["engine cradle", "cradle bracket *"], 2, 60)
        a.both_bolts((x, 486, 410), ["front rail closing plate *", "cradle bracket *"], 2, 60)
    for x in (675.0, 915.0):
        a.both_bolts((x, 477, 600), ["shock tower *", "apron front *" if x < 800 else "apron rear *"], 2, 60)
    for x in (700.0, 795.0, 890.0):
        a.both_bolts((x, 710, upper_rail_height(x)), ["shock tower *", "upper rail closing plate *"], 2, 60)
    for x, place in ((1700.0, "front"), (2190.0, "rear")):
        a.both_bolts((x, 632, 325), [f"seat cross member {place} *", "rocker inner *"], 3, 90)
    for x in (3380.0, 3520.0, 3660.0):
        a.both_bolts((x, float(pillar_plane(roof_path(x))) + 42, float(roof_path(x))), ["sail panel *", "A-pillar and roof rail outer *"], 2, 60)


def build_chassis(car):
    for build in (build_power_train, build_wheels, build_suspension):
        build(car)
