"""Outer skin and closures of the proxy car: hood, fenders, doors, quarter panels, tailgate, bumper covers."""
import numpy as np

from .car_materials import BAKE, MILD, PLASTIC, PRESS
from .car_shape import (ARCH_RADIUS, BELT, FRONT_AXLE, GAP, REAR_AXLE, fender_top, grid, half_width,
                        hood_height, pan, pillar_plane, roof_path, shoulder)
from .car_style import WHEEL_HEIGHT
from .mesh import divide, ramp, resample, ruled, smooth_curve

BOOT = 3860.0          # x where the boot begins
DOORS = {"front door": (1210.0, 2180.0), "rear door": (2192.0, 2955.0)}


def rim_rings(car, size):
    return max(1, round(24.0 / car.size(size)))


def build_hood(car):
    x = car.ramp_x([300.0, 1140.0], 36.0)
    edge = half_width(x, fender_top(x)) - shoulder(x) - 14.0
    unit = np.linspace(-1, 1, 2 * max(8, round(720.0 / car.size(42.0))) + 1)
    y = unit[None] * edge[:, None]
    front = 235.0 + 75.0 * unit ** 2
    xs = front[None] + (x[:, None] - 300.0) * (1140.0 - front[None]) / 840.0
    z = hood_height(xs) - 28.0 * unit[None] ** 2
    outer = grid(xs, y, z)
    car.assembly.shell("hood outer", BAKE, 0.75, outer, group="hood")
    depth = 26.0 - 8.0 * np.exp(-((xs - 640.0) / 50.0) ** 2)      # fold line across the inner panel
    inner = pan(outer, depth, (0.0, 0.0, -1.0), rim_rings(car, 36.0))
    car.assembly.shell("hood inner", MILD, 0.7, inner, group="hood")


def radial_panel(centre, outline, size, radius=ARCH_RADIUS):
    """Rows of (x, z) from the wheel arch (circle about `centre`) straight out to each point of `outline`."""
    centre = np.asarray(centre)
    away = outline - centre
    distance = np.linalg.norm(away, axis=1)
    arch = centre + away * (radius / distance)[:, None]
    n = max(3, round((distance - radius).mean() / size))
    return arch[:, None] + (outline - arch)[:, None] * np.linspace(0, 1, n + 1)[None, :, None]


def build_fenders(car):
    top = car.ramp_x([330.0, 1195.0], 38.0)
    outline = np.concatenate([divide([(330.0, 335.0), (330.0, fender_top(330.0))], car.size(40.0))[:-1],
                              np.stack([top, fender_top(top)], -1)[:-1],
                              divide([(1195.0, fender_top(1195.0)), (1195.0, 292.0)], car.size(40.0))])
    xz = radial_panel((FRONT_AXLE, WHEEL_HEIGHT), outline, car.size(46.0))
    x, z = xz[..., 0], xz[..., 1]
    rounding = shoulder(x) * np.clip((z - fender_top(x) + 120.0) / 120.0, 0, 1) ** 2
    car.assembly.both_shells("fender", BAKE, 0.75, grid(x, half_width(x, z) - rounding, z), group="fender")


def build_doors(car):
    for name, (x0, x1) in DOORS.items():
        x = car.ramp_x([x0, x1], 48.0)
        z = ramp([292.0, BELT], car.size(50.0))
        outer = grid(x[:, None], half_width(x[:, None], z[None]), z[None])
        car.assembly.both_shells(name + " outer", BAKE, 0.8, outer, group=name)
        inner = pan(outer, 45.0, (0.0, -1.0, 0.0), rim_rings(car, 40.0))
        car.assembly.both_shells(name + " inner", MILD, 0.9, inner, group=name)
        # Side-impact beam: shallow hat between the panels, flanged to the inner one.
        xs = x[1 + 2 * rim_rings(car, 40.0):-1 - 2 * rim_rings(car, 40.0)]
        if len(xs) > 2:
            low, high = (z[np.abs(z - height).argmin()] for height in (520.0, 660.0))     # rows of the inner panel
            depth = 45.0 - GAP
            profile = divide([(low, depth), (low + 25.0, depth), (low + 40.0, 20.0), (high - 40.0, 20.0),
                              (high - 25.0, depth), (high, depth)], car.size(30.0))
            beam = grid(xs[:, None], half_width(xs[:, None], profile[None, :, 0]) - profile[None, :, 1], profile[None, :, 0])
            car.assembly.both_shells(name + " beam", PRESS, 1.6, beam, group=name)


def build_quarter_panels(car):
    split = BOOT if car.style.detailed else 4080.0       # behind it a style may stretch the drawing: rows along x there
    top = car.ramp_x([2970.0, 3350.0, 3700.0, split], 46.0)
    outline = np.concatenate([divide([(2970.0, 292.0), (2970.0, BELT)], car.size(44.0))[:-1],
                              np.stack([top, np.full(len(top), BELT)], -1)[:-1],
                              divide([(split, BELT), (split, 340.0)], car.size(46.0))])
    xz = radial_panel((REAR_AXLE, WHEEL_HEIGHT), outline, car.size(46.0))
    x, z = xz[..., 0], xz[..., 1]
    car.assembly.both_shells("quarter panel", BAKE, 0.8, grid(x, half_width(x, z), z), group="quarter")
    edge = divide([(4080.0, BELT), (4080.0, 340.0)], car.size(46.0))[:, 1]      # its rear edge turned in beside the tailgate
    if split < 4080.0:
        xs = car.ramp_x([split, 4080.0], 46.0)[:, None]
        car.assembly.both_shells("quarter panel", BAKE, 0.8, grid(xs, half_width(xs, edge[None]), edge[None]), group="quarter")
    inward = np.linspace(0, 1, 1 + max(2, round(110.0 / car.size(46.0))))[None]
    skin = half_width(4080.0, edge)[:, None]
    car.assembly.both_shells("quarter panel", BAKE, 0.8,
                             grid(4080.0 - 20.0 * inward, skin + (666.0 - skin) * inward, edge[:, None]), group="quarter")
    # Sail panel: from inside the quarter panel's upper edge up over the D-pillar's web.
    xs = car.ramp_x([3350.0, 3700.0], 46.0)
    y_top = pillar_plane(roof_path(xs)) + 40.0 + (3 if car.style.detailed else 1) * GAP     # room for what a style bends
    low = [grid(xs, half_width(xs, height) - GAP, np.full(len(xs), height)) for height in (878.0, 903.0)]
    start, end = grid(xs, half_width(xs, 930.0) - GAP, np.full(len(xs), 930.0)), grid(xs, y_top, roof_path(xs) - 28.0)
    n = max(3, round(250.0 / car.size(50.0)))
    rows = np.concatenate([np.stack(low, 1), ruled(start, end, np.linspace(0, 1, n + 1)), (end + np.array([0, 0, 50.0]))[:, None]], axis=1)
    car.assembly.both_shells("sail panel", BAKE, 0.8, rows, group="quarter")


def build_tailgate(car):
    side = resample(smooth_curve([(4035.0, 594.0), (4030.0, 780.0), (4005.0, 895.0), (3955.0, 950.0), (3872.0, 998.0)]),
                    car.size(50.0), measure=car.style.outline)
    tangent = np.gradient(side, axis=0)
    inward = np.stack([-tangent[:, 1], 0 * tangent[:, 0], tangent[:, 0]], -1) / np.linalg.norm(tangent, axis=1)[:, None]
    unit = np.linspace(-1, 1, 2 * max(7, round(640.0 / car.size(52.0))) + 1)
    outer = grid(side[None, :, 0] - 25.0 * unit[:, None] ** 2 * np.linspace(1, 0, len(side))[None], 650.0 * unit[:, None],
                 side[None, :, 1])
    car.assembly.shell("tailgate outer", BAKE, 0.75, outer, group="tailgate")
    car.assembly.shell("tailgate inner", MILD, 0.75, pan(outer, 32.0, inward, rim_rings(car, 46.0)), group="tailgate")


def build_bumper_covers(car):
    """Plastic covers, bent round the corners."""
    front = smooth_curve([(8.0, 0.0), (16.0, 300.0), (52.0, 560.0), (110.0, 700.0), (205.0, 785.0), (316.0, 812.0)])
    rear = smooth_curve([(4195.0, 0.0), (4188.0, 300.0), (4165.0, 540.0), (4128.0, 660.0), (4094.0, 745.0)])
    for name, curve, sign, z_ends in (("bumper cover front", front, 1.0, [235.0, 300.0, 540.0, 680.0]),
                                      ("bumper cover rear", rear, -1.0, [300.0, 360.0, 520.0, 585.0])):
        half = resample(curve, car.size(46.0))
        plan = np.concatenate([half[:0:-1] * np.array([1.0, -1.0]), half])
        z = ramp(z_ends, car.size(46.0))
        back = np.interp(z, z_ends, [30.0, 0.0, 0.0, 130.0 if sign > 0 else 25.0])
        less = 1 - (np.abs(plan[:, 1]) / np.abs(plan[:, 1]).max()) ** 4
        x = plan[:, :1] + sign * back[None] * less[:, None]
        # The upper edge rounds in at the corners, as the fenders do.
        y = plan[:, 1:] * (1 - 0.055 * np.clip((z - z_ends[2]) / (z_ends[3] - z_ends[2]), 0, 1)[None] ** 2)
        car.assembly.shell(name, PLASTIC, 3.0, grid(x, y, z[None]), group=name)


def build_closures(car):
    for build in (build_hood, build_fenders, build_doors, build_quarter_panels, build_tailgate, build_bumper_covers):
        build(car)
