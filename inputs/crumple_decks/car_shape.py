"""The lines the proxy car is drawn on, shared by the modules that build its parts.

Axes: x backward from the front bumper, y to the left, z up from the ground [mm]. A compact hatchback: 4.2 m long,
1.7 m wide, 1.43 m high, wheelbase 2.63 m. Left parts are drawn and mirrored.
"""
import numpy as np

from .assembly import Assembly
from .car_style import AXLES, HATCHBACK, WHEEL_HEIGHT
from .mesh import Stations, grid, n_divisions, ramp

GAP = 3.2            # between the middle surfaces of joined flanges; above any mean thickness of two sheets
FLANGE = 22.0        # width of a weld flange
FRONT_AXLE, REAR_AXLE, ARCH_RADIUS = AXLES["front"], AXLES["rear"], 325.0
BELT = 905.0         # height of the window sill
# x where members of the cell begin, end or have a flange: all long parts of the cell have nodes there.
CELL_BREAKS = (1175.0, 1197.0, 1250.0, 1272.0, 1420.0, 1640.0, 1662.0, 1738.0, 1760.0, 1835.0, 1850.0, 1872.0, 1948.0, 1970.0,
               2130.0, 2152.0, 2228.0, 2250.0, 2418.0, 2440.0, 2500.0, 2516.0, 2538.0, 2614.0, 2636.0, 2660.0, 2690.0,
               2800.0, 2815.0, 2837.0, 2893.0, 2915.0, 2965.0, 2987.0, 3053.0, 3075.0, 3200.0, 3222.0, 3298.0, 3320.0, 3335.0)
APRON_BREAKS = (335.0, 350.0, 372.0, 400.0, 660.0, 690.0, 900.0, 930.0, 1140.0)     # the same for aprons and upper rails
ROCKER_FRONT, ROCKER_REAR = 1175.0, 3075.0
FIREWALL = 1160.0
FLOOR, REAR_FLOOR = 290.0, 440.0


class Car:
    """What every builder needs: the assembly, the stations along x and across y, the scale of the mesh and the style."""

    def __init__(self, scale, style=HATCHBACK):
        self.scale = scale                  # element size relative to the drawing's own
        self.style = style
        self.assembly = Assembly(scale)
        # Fine where the car folds, coarser over the cabin, coarsest at the rear.
        self.x = Stations(lambda x: scale * np.interp(x, [0, 650, 1150, 1500, 2800, 3300, 4200], [12.5, 12.5, 18, 32, 38, 50, 55]),
                          style.along)
        self.y = Stations(lambda y: scale * np.full_like(y, 21.0))

    def size(self, size):
        return size * self.scale

    def solid_size(self, size):
        """Blocks refine more slowly than sheets, so that their share of the elements stays the same."""
        return size * self.scale ** (2.0 / 3.0)

    def ramp_x(self, breaks, size):
        """Stations along x about `size` apart on the vehicle: where the style stretches the drawing there are more."""
        breaks = np.asarray(breaks, dtype=float)
        pieces = [np.linspace(a, b, 1 + n_divisions(self.style.along(b) - self.style.along(a), self.size(size)))[:-1]
                  for a, b in zip(breaks[:-1], breaks[1:])]
        return np.concatenate(pieces + [breaks[-1:]])

    def along_cell(self, x0, x1):
        """The cell's common stations between x0 and x1."""
        x = self.x.pick(CELL_BREAKS, self.size(42.0))
        return x[(x > x0 - 1e-6) & (x < x1 + 1e-6)]

    def along_apron(self, x0, x1):
        x = self.x.pick(APRON_BREAKS, self.size(25.0))
        return x[(x > x0 - 1e-6) & (x < x1 + 1e-6)]

    def across(self, ends, size):
        """Stations symmetric about the middle plane: 0, then ends (ascending), mirrored."""
        half = self.y.pick([0.0] + list(ends), self.size(size))
        return np.concatenate([-half[:0:-1], half])


def half_width(x, z):
    """Outer skin |y|: barrel-shaped below the belt, leaning in above it, narrower at both ends."""
    y = 840.0 - 25.0 * np.clip((620.0 - z) / 400.0, -1, 1) ** 2 - 0.30 * np.maximum(z - BELT, 0)
    front, rear = np.maximum(700.0 - x, 0) / 700.0, np.maximum(x - 3500.0, 0) / 600.0
    return y - 70.0 * front ** 2 - 70.0 * rear ** 2


def pillar_plane(z):
    """|y| of the weld plane of the side frame: upright below the belt, leaning in above."""
    return 700.0 - 0.30 * np.maximum(np.asarray(z) - 900.0, 0)


_PATH = np.array([(900, 699), (1165, 880), (1830, 1335), (2250, 1357), (3000, 1340), (3320, 1290), (3860, 940), (4200, 720)])
_PATH_X = np.arange(900.0, 4200.0, 2.0)
_PATH_Z = np.convolve(np.interp(_PATH_X, *_PATH.T), np.ones(101) / 101, mode="same")


def roof_path(x):
    """Height of the middle of the side frame from the A-pillar's foot over the roof rail to the D-pillar's foot."""
    return np.interp(x, _PATH_X, _PATH_Z)


def floor_height(x):
    """Toe board from (1197, 580) down to the flat floor at x = 1420."""
    return np.interp(x, [1197.0, 1420.0], [580.0, FLOOR])


def hood_height(x):
    """Top of the hood on the middle plane."""
    u = (np.asarray(x) - 300.0) / 840.0
    return 715.0 + 235.0 * (1.30 * u - 0.30 * u ** 2)


def fender_top(x):
    return hood_height(x) - 28.0


def shoulder(x):
    """How far the fender's upper edge rounds in."""
    return np.interp(x, [950.0, 1180.0], [74.0, 55.0])


def upper_rail_height(x):
    """Middle of the upper rail (shotgun) above the wheelhouse."""
    return np.interp(x, [330.0, 1100.0], [612.0, 825.0])


def sweep_x(profile, x, dy=0.0, dz=0.0):
    """Profile of (y, z) points carried along x stations, moved by dy(x), dz(x)."""
    x = np.asarray(x)[:, None]
    return grid(x, profile[None, :, 0] + np.reshape(dy, (-1, 1)), profile[None, :, 1] + np.reshape(dz, (-1, 1)))


def sweep_y(profile, y, dx=0.0, dz=0.0):
    """Profile of (x, z) points carried along y stations, moved by dx(y), dz(y)."""
    y = np.asarray(y)[:, None]
    return grid(profile[None, :, 0] + np.reshape(dx, (-1, 1)), y, profile[None, :, 1] + np.reshape(dz, (-1, 1)))


def centres(points):
    """Middle points of a grid's quads."""
    return 0.25 * (points[:-1, :-1] + points[1:, :-1] + points[1:, 1:] + points[:-1, 1:])


def bead(points, positions, depth, width, y_fixed, y_far, z_middle, z_half):
    """Presses crush beads into a member along x: at each position its side wall moves in by `depth`, the others out.

    points (nx, n, 3). The section shrinks in y towards y_fixed, by `depth` at y_far, and grows in z by half as much;
    where y_fixed is the section's middle, both side walls move in. Points at y_fixed keep their y (flanges stay flat).
    """
    x = points[..., 0]
    wave = np.zeros_like(x)
    for position in positions:
        wave += np.where(np.abs(x - position) < width / 2, np.cos(np.pi * (x - position) / width) ** 2, 0.0)
    reach = (points[..., 1] - y_fixed) / (y_far - y_fixed)
    one_sided = reach.min() > -1e-6                  # an open section: its flanges lie at y_fixed and must not move
    moved = points.copy()
    moved[..., 1] -= depth * wave * reach * np.sign(y_far - y_fixed)
    moved[..., 2] += 0.5 * depth * wave * (points[..., 2] - z_middle) / z_half * (reach if one_sided else 1.0)
    return moved


def pan(outer, depth, direction, rim=1):
    """Inner panel of a closure: `GAP` behind the outer one along its rim (so many rings of elements), then `depth`."""
    ni, nj = outer.shape[:2]
    i, j = np.meshgrid(np.arange(ni), np.arange(nj), indexing="ij")
    ring = np.minimum(np.minimum(i, ni - 1 - i), np.minimum(j, nj - 1 - j))
    step = np.clip((ring - rim) / max(rim, 1), 0, 1)
    d = GAP + (depth - GAP) * step
    return outer + d[..., None] * np.asarray(direction, dtype=float)


def tube_with_tabs(car, name, material, thickness, y, z, x, tabs, modify=None):
    """Square tubes along x, left and right, with outward weld tabs (width FLANGE) at the ends listed in `tabs` (0, -1).

    y, z: divided station lists of the walls, low to high. Each tab continues the rows of its wall; corners stay open.
    """
    n_y, n_z = len(y), len(z)
    ring = np.concatenate([np.stack([y, np.full(n_y, z[0])], -1)[:-1], np.stack([np.full(n_z, y[-1]), z], -1)[:-1],
                           np.stack([y[::-1], np.full(n_y, z[-1])], -1)[:-1],
                           np.stack([np.full(n_z, y[0]), z[::-1]], -1)[:-1]])
    tube = sweep_x(ring, x)
    add = car.assembly.both_shells
    add(name, material, thickness, tube if modify is None else modify(tube), close=True)
    out = ramp([0.0, FLANGE], car.size(22.0))[None, :]
    for end in tabs:
        for wall, sign in ((z[-1], 1.0), (z[0], -1.0)):
            add(name, material, thickness, grid(x[end], y[:, None], wall + sign * out))
        for wall, sign in ((y[-1], 1.0), (y[0], -1.0)):
            add(name, material, thickness, grid(x[end], wall + sign * out, z[:, None]))
