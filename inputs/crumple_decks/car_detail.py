"""Seats and side windows of all vehicles, and what the benchmark vehicles have beyond the hatchback: reinforcing sheets,
trim, battery, spare wheel, exhaust, dashboard.

Drawn on the same lines (car_shape.py); called by vehicle.py. Contacts of these parts: interfaces.py.
"""
import numpy as np

from .car_materials import BATTERY, DP600, DP780, FOAM, GLASS, HSLA340, HSLA420, MILD, PLASTIC, PRESS, RUBBER
from .car_shape import GAP, grid, half_width, pillar_plane, roof_path, sweep_x, sweep_y
from .mesh import box_hexes, divide, hexes_of, ramp

# (host, material, thickness, box of |x|, |y|, z the patch covers, side of the host it lies on); `*`: both sides.
# Patches lie GAP from their host, mostly inside closed sections: stacks of three sheets where the section has a flange.
X, Y, Z = np.eye(3)
REINFORCEMENTS = [
    ("floor pan *", MILD, 0.9, (1455, 1635, 170, 360, 0, 400), -Z),
    ("tunnel", HSLA340, 1.2, (1500, 2500, 0, 70, 400, 500), -Z),
    ("firewall", MILD, 1.0, (1150, 1165, 0, 330, 640, 860), -X),
    ("rear floor", MILD, 0.9, (3480, 3900, 0, 360, 400, 460), -Z),
    ("front rail *", DP600, 1.6, (660, 1100, 380, 402, 426, 534), Y),
    ("front rail closing plate *", HSLA340, 1.4, (420, 815, 480, 490, 426, 534), Y),
    ("rail extension *", HSLA420, 1.6, (1500, 2400, 403, 480, 150, 230), Z),
    ("rear rail *", HSLA340, 1.4, (2700, 3300, 406, 477, 150, 350), Z),
    ("seat cross member front *", DP600, 1.2, (1668, 1732, 185, 600, 365, 380), -Z),
    ("seat cross member rear *", DP600, 1.2, (2158, 2222, 185, 600, 365, 380), -Z),
    ("rocker outer *", DP780, 1.2, (1300, 2900, 755, 765, 206, 324), -Y),
    ("hinge pillar outer *", HSLA420, 1.6, (1203, 1244, 740, 780, 430, 760), -Y),
    ("B-pillar outer *", PRESS, 1.5, (2158, 2222, 740, 780, 440, 850), -Y),
    ("C-pillar outer *", HSLA340, 1.0, (2993, 3047, 740, 780, 440, 800), -Y),
    ("bumper beam", DP780, 1.4, (0, 60, 0, 380, 440, 520), X),
    ("engine cradle", HSLA420, 1.8, (856, 964, 0, 470, 325, 335), Z),
    ("front door outer *", MILD, 0.7, (1500, 1950, 780, 860, 520, 740), -Y),
    ("rear door outer *", MILD, 0.7, (2400, 2750, 780, 860, 520, 740), -Y),
]
SHRUNK = 0.7         # quads that the box would cut to less than this share of their area are left out


def reinforce(assembly, host, material, thickness, box, direction):
    """Adds a sheet `GAP` beside the part of `host` inside the box, where it faces `direction`; its nodes face the host's."""
    part = assembly.parts[host]
    points, cells = np.concatenate(part.points), np.concatenate(part.cells)
    mirror = np.array([1.0, -1.0 if host.endswith(" R") else 1.0, 1.0])
    low, high = np.array(box[0::2], dtype=float), np.array(box[1::2], dtype=float)
    if not host.endswith((" L", " R")):
        low[1] = -high[1]                                # a part of the middle: the box lies on both sides
    points = points * mirror
    normal, area = normals_of(points[cells])
    tangential = direction == 0
    cut = np.where(tangential, np.clip(points, low, high), points)
    along = normal @ direction
    centre = points[cells].mean(axis=1)
    keep = ((centre > low) & (centre < high)).all(axis=1) & (np.abs(along) > 0.85)
    keep &= normals_of(cut[cells])[1] > SHRUNK * area
    if not keep.any():
        return
    used, inverse = np.unique(cells[keep], return_inverse=True)
    inverse = inverse.reshape(-1, 4)
    offset = np.repeat(normal[keep] * np.sign(normal[keep] @ direction)[:, None], 4, axis=0)
    offset = np.stack([np.bincount(inverse.reshape(-1), column) for column in offset.T], -1)
    moved = cut[used] + GAP * offset / np.linalg.norm(offset, axis=1)[:, None]
    words = host.split()
    letter = [words.pop()] if words[-1] in ("L", "R") else []
    assembly.sheet(" ".join(words + ["reinforcement"] + letter), material, thickness, moved * mirror, inverse, part.group)


def normals_of(corners):
    """(unit normals, areas) of quads (n, 4, 3)."""
    normal = np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
    length = np.maximum(np.linalg.norm(normal, axis=1), 1e-30)
    return normal / length[:, None], 0.5 * length


def block(car, name, x, y, z, size, lean=0.0, material=FOAM, both=False):
    """Box of solids; lean: how far x moves per height."""
    axes = [np.linspace(*ends, 1 + max(2, round((ends[1] - ends[0]) / car.solid_size(size)))) for ends in (x, y, z)]
    points, hexes = box_hexes(*axes)
    points[:, 0] += lean * (points[:, 2] - z[0])
    if not both:
        car.assembly.solid(name, material, points, hexes)
        return
    car.assembly.solid(name + " L", material, points, hexes)
    mirrored = points * np.array([1.0, -1.0, 1.0])
    car.assembly.solid(name + " R", material, mirrored, hexes[:, [4, 5, 6, 7, 0, 1, 2, 3]])


def build_seats(car):
    block(car, "seat cushion", (1700.0, 2175.0), (215.0, 575.0), (440.0, 540.0), 60.0, both=True)
    block(car, "seat back", (2190.0, 2290.0), (215.0, 575.0), (445.0, 1000.0), 60.0, lean=0.25, both=True)
    block(car, "rear seat cushion", (2950.0, 3270.0), (-560.0, 560.0), (448.0, 560.0), 70.0)
    block(car, "rear seat back", (3290.0, 3380.0), (-560.0, 560.0), (448.0, 880.0), 70.0, lean=0.22)


def build_blocks(car):
    block(car, "battery", (470.0, 640.0), (505.0, 635.0), (644.0, 712.0), 40.0, material=BATTERY)
    n = 4 * max(3, round(2 * np.pi * 235.0 / 4 / car.solid_size(90.0)))
    angle = 2 * np.pi * np.arange(n) / n
    radius = np.linspace(80.0, 235.0, 1 + max(2, round(155.0 / car.solid_size(70.0))))
    z = np.linspace(450.0, 590.0, 1 + max(2, round(140.0 / car.solid_size(70.0))))
    rr, aa, zz = radius[:, None, None], angle[None, :, None], z[None, None, :]
    points = np.stack(np.broadcast_arrays(3695.0 + rr * np.cos(aa), rr * np.sin(aa), zz), -1).reshape(-1, 3)
    number = np.arange(len(radius) * n * len(z)).reshape(len(radius), n, len(z))
    car.assembly.solid("spare wheel", RUBBER, points, hexes_of(np.concatenate([number, number[:, :1]], axis=1)))


def circle(centre, radius, car, size):
    """Closed ring of points for the sweeps, at least eight."""
    n = max(8, round(2 * np.pi * radius / car.size(size)))
    angle = 2 * np.pi * np.arange(n) / n
    return np.stack([centre[0] + radius * np.cos(angle), centre[1] + radius * np.sin(angle)], -1)


def build_exhaust(car):
    a = car.assembly
    a.shell("exhaust pipe", HSLA340, 1.5, sweep_x(circle((0.0, 335.0), 30.0, car, 24.0), car.ramp_x([1320.0, 2560.0], 36.0)),
            close=True, group="exhaust")
    ring = divide([(-220.0, 300.0), (220.0, 300.0), (220.0, 385.0), (-220.0, 385.0), (-220.0, 300.0)], car.size(44.0))[:-1]
    a.shell("muffler", HSLA340, 1.2, sweep_x(ring, car.ramp_x([3490.0, 3780.0], 44.0)), close=True, group="muffler")


def build_dash(car):
    profile = divide([(1275.0, 905.0), (1400.0, 890.0), (1470.0, 820.0), (1450.0, 700.0), (1340.0, 640.0)], car.size(36.0))
    half = ramp([0.0, 610.0], car.size(40.0))
    car.assembly.shell("instrument panel", PLASTIC, 3.0, sweep_y(profile, np.concatenate([-half[:0:-1], half])), group="dash")
    x = car.ramp_x([1490.0, 1670.0], 20.0)
    car.assembly.shell("steering column", HSLA340, 2.0, sweep_x(circle((370.0, 790.0), 24.0, car, 18.0), x, 0.0, 0.35 * (x - x[0])),
                       close=True, group="column")


# door: ends along x of its window
WINDOWS = {"front door": (1480.0, 2125.0), "rear door": (2257.0, 2950.0)}
TRIMS = {"front door": (1290.0, 2110.0), "rear door": (2265.0, 2890.0)}


def build_windows(car):
    for door, ends in WINDOWS.items():
        pane(car, door + " glass", car.ramp_x(ends, 50.0), 878.0)
    pane(car, "quarter glass", car.ramp_x((3095.0, 3325.0), 50.0), 925.0)


def build_trim(car):
    for door, ends in TRIMS.items():
        x, z = car.ramp_x(ends, 46.0), ramp([400.0, 850.0], car.size(46.0))
        car.assembly.both_shells(door + " trim", PLASTIC, 2.5, grid(x[:, None], half_width(x[:, None], z[None]) - 56.0, z[None]),
                                 group=door + " trim")


def pane(car, name, x, z_low):
    """Side glass, leaning with the pillars, up to the roof rail."""
    fraction = np.linspace(0, 1, 1 + max(3, round(330.0 / car.size(50.0))))
    z = z_low + (roof_path(x) - 36.0 - z_low)[:, None] * fraction[None]
    car.assembly.both_shells(name, GLASS, 3.5, grid(x[:, None], pillar_plane(z) + 78.0, z), group=name)


def build_cabin(car):
    for build in (build_seats, build_windows):
        build(car)


def build_detail(car):
    for host, material, thickness, box, direction in REINFORCEMENTS:
        for name in [host.replace("*", side) for side in "LR"] if "*" in host else [host]:
            reinforce(car.assembly, name, material, thickness, box, direction)
    for build in (build_blocks, build_exhaust, build_dash, build_trim):
        build(car)


# places along x of the doors' brackets for windows
WINDOW_BRACKETS = {"front door": (1560.0, 1970.0), "rear door": (2510.0, 2780.0)}


def bolt_cabin(a):
    """Seats on the floor, windows in their doors."""
    for x in (1850.0, 2050.0):
        a.both_bolts((x, 400, 432), ["seat cushion *", "front seat pan *"], 4, 90)
    a.both_bolts((2185, 400, 470), ["seat cushion *", "seat back *"], 6, 110)
    for y in (150, 420):
        a.both_bolts((3050, y, 444), ["rear seat cushion", "rear floor"], 3, 110)
        a.both_bolts((3330, y, 444), ["rear seat back", "rear floor"], 3, 110)
    for door, stations in WINDOW_BRACKETS.items():
        for x in stations:
            a.both_bolts((x, 790, 885), [door + " glass *", door + " inner *"], 3, 110)
    a.both_bolts((3100, 770, 960), ["quarter glass *", "C-pillar outer *"], 2, 120)
    a.both_bolts((3290, 690, 1180), ["quarter glass *", "A-pillar and roof rail outer *"], 2, 160)


def bolt_detail(a):
    """Brackets of everything that is not welded."""
    a.bolt((555, 570, 640), ["battery", "apron front L"], 5, 110)
    a.both_bolts((3690, 120, 445), ["spare wheel", "rear floor"], 3, 110)
    for x in (1600.0, 1950.0, 2400.0):
        a.bolt((x, 0, 400), ["exhaust pipe", "tunnel"], 3, 130)
    for x in (3530.0, 3720.0):
        a.both_bolts((x, 190, 412), ["muffler", "rear floor"], 3, 110)
    for y in (180, 520):
        a.both_bolts((1265, y, 830), ["instrument panel", "instrument panel beam"], 3, 160)
    a.bolt((1480, 370, 790), ["instrument panel", "steering column"], 6, 90)
    for name, stations in (("front door", (1400.0, 1700.0, 2000.0)), ("rear door", (2350.0, 2580.0, 2810.0))):
        for x in stations:
            a.both_bolts((x, 790, 620), [name + " trim *", name + " inner *"], 3, 90)
