"""What makes vehicles of the family differ: one drawing (car_shape.py), bent to other outlines after it is joined.

A `Style` maps the drawing's coordinates to the vehicle's: x by two tables (up to the belt and at the roof, so that the
rear can end in a hatch, a boot or a steep tail), y by a factor, z by a table. Parts are welded on the drawing, so every
style has the same joints; element sizes are measured after the map. Used by car_shape.py, vehicle.py and proxies.py.
"""
from dataclasses import dataclass

import numpy as np

from .car_materials import STEELS

AXLES = {"front": 800.0, "rear": 3430.0}                  # x of the drawing's axles [mm]
WHEEL_HEIGHT, TYRE_RADIUS = 300.0, 295.0
BLEND = (720.0, 1290.0)                                   # heights between which the roof's x table takes over
ROUNDING = 120.0                                          # [mm] over which the tables' corners are rounded


class Table:
    """Increasing map through points (from, to), straight between them and outside, its corners rounded."""

    def __init__(self, points):
        a, b = np.array(points, dtype=float).T
        slope = (b[1] - b[0]) / (a[1] - a[0]), (b[-1] - b[-2]) / (a[-1] - a[-2])
        far = 3000.0
        a = np.concatenate([[a[0] - far], a, [a[-1] + far]])
        b = np.concatenate([[b[0] - far * slope[0]], b, [b[-1] + far * slope[1]]])
        self.x = np.arange(a[0], a[-1] + 1.0, 2.0)
        n = int(ROUNDING / 2.0) | 1
        padded = np.pad(np.interp(self.x, a, b), n // 2, mode="reflect", reflect_type="odd")
        self.y = np.convolve(padded, np.ones(n) / n, mode="valid")

    def __call__(self, x):
        return np.interp(x, self.x, self.y)


@dataclass(frozen=True)
class Style:
    """One vehicle. Tables run from the drawing's coordinate to the vehicle's [mm]; None: as drawn."""
    name: str
    x_low: Table = None            # up to the belt
    x_high: Table = None           # at the roof; None: as x_low
    y: float = 1.0
    z: Table = None
    wheel: float = 1.0             # tyre radius / drawn radius
    thickness: float = 1.0         # of steel sheets / drawn thickness
    mass: float = None             # whole vehicle [kg]; lumped masses are scaled to reach it. None: as drawn
    detailed: bool = True          # with seats, glazing, rims, trim, reinforcements: car_detail.py

    def along(self, x):
        """Vehicle x of drawing x below the belt: what element sizes along the vehicle are measured in."""
        return x if self.x_low is None else self.x_low(x)

    def outline(self, points):
        """(x, z) points (n, 2) of the drawing on the vehicle."""
        p = self.place(np.insert(np.asarray(points, dtype=float), 1, 0.0, axis=1))
        return p[:, [0, 2]]

    def place(self, p):
        """Points (n, 3) of the drawing on the vehicle."""
        x = self.along(p[:, 0])
        if self.x_high is not None:
            w = np.clip((p[:, 2] - BLEND[0]) / (BLEND[1] - BLEND[0]), 0, 1)
            w = w * w * (3 - 2 * w)
            x = (1 - w) * x + w * self.x_high(p[:, 0])
        return np.stack([x, self.y * p[:, 1], p[:, 2] if self.z is None else self.z(p[:, 2])], -1)

    def apply(self, assembly):
        """Bends a joined assembly into the vehicle. Wheels move as a whole and stay round."""
        drawn = assembly.xyz
        assembly.xyz = self.place(drawn)
        for part in assembly.parts.values():
            words = part.name.split()
            if words[0] in ("wheel", "rim"):
                hub = np.array([AXLES[words[1]], 0.0, WHEEL_HEIGHT])
                p = drawn[assembly.parts[" ".join(["wheel"] + words[1:])].nodes]
                width = p[:, 1].mean()
                centre = self.place(np.array([[hub[0], width, hub[2]]]))[0]
                from_centre = (drawn[part.nodes] - [hub[0], width, hub[2]]) * [self.wheel, 1.0, self.wheel]
                assembly.xyz[part.nodes] = centre + from_centre
            if part.material in STEELS:
                part.thickness *= self.thickness
                assembly.thickness[part.id] = part.thickness


HATCHBACK = Style("hatchback", detailed=False)

COMPACT = Style(
    "compact sedan",
    x_low=Table([(0, 0), (450, 450), (1150, 1160), (2965, 2990), (3105, 3130), (3755, 3780), (3872, 3905), (4010, 4260), (4200, 4440)]),
    x_high=Table([(0, 0), (450, 450), (1150, 1180), (1835, 1900), (2500, 2520), (3320, 3250), (3860, 3890), (4010, 4245), (4200, 4425)]),
    y=0.99, z=Table([(0, 0), (300, 300), (720, 715), (905, 890), (1430, 1375)]), thickness=1.0, mass=1230.0)

MIDSIZE = Style(
    "mid-size sedan",
    x_low=Table([(0, 0), (450, 560), (1150, 1290), (2965, 3200), (3105, 3350), (3755, 4020), (3872, 4170), (4010, 4800), (4200, 5020)]),
    x_high=Table([(0, 0), (450, 560), (1150, 1320), (1835, 2130), (2500, 2790), (3320, 3500), (3860, 4140), (4010, 4780), (4200, 5000)]),
    y=1.08, z=Table([(0, 0), (300, 315), (720, 750), (905, 940), (1430, 1440)]), wheel=1.05, thickness=1.12, mass=1620.0)

VAN = Style(
    "van",
    x_low=Table([(0, 0), (450, 440), (1150, 1140), (2965, 3140), (3105, 3290), (3755, 3950), (3872, 4080), (4010, 4440), (4200, 4740)]),
    x_high=Table([(0, 0), (450, 440), (1150, 1060), (1835, 1790), (2250, 2270), (2965, 3260), (3320, 4120), (3860, 4430), (4010, 4530), (4200, 4740)]),
    y=1.14, z=Table([(0, 0), (300, 318), (400, 430), (720, 800), (905, 1025), (1430, 1760)]), wheel=1.06, thickness=1.22,
    mass=1880.0)
