"""The lines the proxy car is drawn on, shared by the modules that build its parts.

Axes: x backward from the front bumper, y to the left, z up from the ground [mm]. A compact hatchback: 4.2 m long,
1.7 m wide, 1.43 m high, wheelbase 2.63 m. Left parts are drawn and mirrored.
"""
import numpy as np

from .assembly import Assembly
from .mesh import Stations, divide, grid, ramp

GAP = 3.2            # between the middle surfaces of joined flanges; above any mean thickness of two sheets
FLANGE = 22.0        # width of a weld flange
FRONT_AXLE, REAR_AXLE, WHEEL_HEIGHT, ARCH_RADIUS = 800.0, 3430.0, 300.0, 325.0
BELT = 905.0         # height of the window sill
ROCKER_FRONT, ROCKER_REAR = 1175.0, 3075.0
FIREWALL = 1160.0
FLOOR, REAR_FLOOR = 290.0, 450.0


class Car:
    """What every builder needs: the assembly, the stations along x and across y, and the scale of the mesh."""

    def __init__(self, scale):
        self.scale = scale                  # element size relative to the drawing's own
        self.assembly = Assembly()
        # Fine where the car folds, coarser over the cabin, coarsest at the rear.
        self.x = Stations(lambda x: scale * np.interp(x, [0, 650, 1150, 1500, 2800, 3300, 4200], [15, 15, 21, 32, 38, 50, 55]))
        self.y = Stations(lambda y: scale * np.full_like(y, 21.0))

    def size(self, size):
        return size * self.scale

    def across(self, ends, size):
        """Stations symmetric about the middle plane: 0, then ends (ascending), mirrored."""
        half = self.y.pick([0.0] + list(ends), self.size(size))
        return np.concatenate([-half[:0:-1], half])


def half_width(x, z):
    """Outer skin |y|: barrel-shaped below the belt, leaning in above it, narrower at both ends."""
    y = 840.0 - 25.0 * np.clip((620.0 - z) / 400.0, -1, 1) ** 2 - 0.30 * np.maximum(z - BELT, 0)
    front, rear = np.maximum(700.0 - x, 0) / 700.0, np.maximum(x - 3500.0, 0) / 600.0
    return y - 80.0 * front ** 2 - 70.0 * rear ** 2


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
    """Toe board from (1163, 602) down to the flat floor at x = 1420."""
    return np.interp(x, [1185.0, 1420.0], [580.0, FLOOR])


def hood_height(x):
    """Top of the hood on the middle plane."""
    u = (np.asarray(x) - 300.0) / 840.0
    return 715.0 + 235.0 * (1.30 * u - 0.30 * u ** 2)


def fender_top(x):
    return hood_height(x) - 28.0


def upper_rail_height(x):
    """Middle of the upper rail (shotgun) above the wheelhouse."""
    return np.interp(x, [330.0, 1100.0], [628.0, 825.0])


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


def bead(points, positions, depth, width, middle):
    """Presses crush beads into a member along x: at each position its section shrinks in y and grows in z by `depth`.

    points (nx, n, 3); middle: (y, z) of the section's axis. Corners move too, so every wall gets its fold line.
    """
    x = points[..., 0]
    wave = np.zeros_like(x)
    for position in positions:
        wave += np.where(np.abs(x - position) < width / 2, np.cos(np.pi * (x - position) / width) ** 2, 0.0)
    moved = points.copy()
    moved[..., 1] -= depth * wave * np.sign(np.round(points[..., 1] - middle[0], 6))
    moved[..., 2] += 0.5 * depth * wave * np.sign(np.round(points[..., 2] - middle[1], 6))
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
