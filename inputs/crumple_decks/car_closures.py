"""Outer skin and closures of the proxy car: hood, fenders, doors, quarter panels, tailgate, bumper covers."""
import numpy as np

from .car_materials import BAKE, MILD, PLASTIC, PRESS
from .car_rear import END as REAR_PANEL
from .car_rear import inner_side
from .car_shape import (ARCH_RADIUS, BELT, FRONT_AXLE, GAP, REAR_AXLE, fender_top, grid, half_width,
                        hood_height, pan, pillar_plane, roof_path, shoulder)
from .car_style import WHEEL_HEIGHT
from .mesh import divide, ramp, resample, ruled, smooth_curve

BOOT = 3860.0          # x where the boot begins
TAIL_END = np.array([(4080.0, 340.0), (4075.0, 560.0), (4052.0, 780.0), (4000.0, BELT)])   # (x, z) of the quarter panel's rear edge
GUTTER = 16.0          # how deep the gutter lies under the tailgate's edge
CLEAR = 3925.0         # where the gutter begins: behind the D-pillar's foot in all styles
DOORS = {"front door": (1210.0, 2180.0), "rear door": (2192.0, 2955.0)}


def rim_rings(car, size):
    return max(1, round(24.0 / car.size(size)))


def hood_front(unit):
    """x of the hood's front edge at a share of its half width."""
    return 235.0 + 75.0 * np.minimum(np.abs(unit), 1.0) ** 2


def build_hood(car):
    x = car.ramp_x([300.0, 1140.0], 36.0)
    edge = half_width(x, fender_top(x)) - shoulder(x) - 14.0
    unit = np.linspace(-1, 1, 2 * max(8, round(720.0 / car.size(42.0))) + 1)
    y = unit[None] * edge[:, None]
    front = hood_front(unit)
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
    rounding = shoulder(x) * np.clip((z - fender_top(x) + 120.0) / 120.0, 0, 1) ** 3
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


def tail_end(z):
    """x of the quarter panel's rear edge: it follows the tailgate."""
    return np.interp(z, TAIL_END[:, 1], TAIL_END[:, 0])


def build_quarter_panels(car):
    add = car.assembly.both_shells
    top = car.ramp_x([2970.0, 3350.0, 3700.0, BOOT], 46.0)
    outline = np.concatenate([divide([(2970.0, 292.0), (2970.0, BELT)], car.size(44.0))[:-1],
                              np.stack([top, np.full(len(top), BELT)], -1)[:-1],
                              divide([(BOOT, BELT), (BOOT, 340.0)], car.size(46.0))])
    xz = radial_panel((REAR_AXLE, WHEEL_HEIGHT), outline, car.size(46.0))
    x, z = xz[..., 0], xz[..., 1]
    add("quarter panel", BAKE, 0.8, grid(x, half_width(x, z), z), group="quarter")
    # Behind the boot's front, where a style may stretch the drawing: rows along x up to the tail.
    z = divide([(BOOT, BELT), (BOOT, 340.0)], car.size(46.0))[:, 1]
    fraction = (car.ramp_x([BOOT, 4080.0], 46.0) - BOOT) / (4080.0 - BOOT)
    x = BOOT + fraction[:, None] * (tail_end(z) - BOOT)[None]
    tail = grid(x, half_width(x, z[None]), z[None])
    add("quarter panel", BAKE, 0.8, tail, group="quarter")
    build_tail_corner(car, np.concatenate([tail[:, 0], tail[-1, 1:]])[::-1])
    build_wheelhouse(car, xz[:, :2])


def build_tail_corner(car, edge):
    """Closes the tail between the quarter panel's rear edge, (n, 3) from its foot up, and the tailgate: turned in to a gutter under the
    tailgate's rim and, below the tailgate, to a flange on the rear panel."""
    side = tailgate_side() - np.linspace([25.0, 0.0], [0.0, 0.0], 400)
    side = side + GUTTER * inward_normals(side)[:, [0, 2]]
    side = side[side[:, 0].argmax():][side[side[:, 0].argmax():, 0] > CLEAR]
    # The edge above the tailgate's foot and the gutter go together by their lengths.
    z = edge[:, 2]
    way = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(edge, axis=0), axis=1))])
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(side, axis=0), axis=1))])
    foot = np.interp(side[0, 1], z[:np.argmax(z) + 1], way[:np.argmax(z) + 1])
    share = np.clip((way - foot) / (way[-1] - foot), 0, 1) * along[-1]
    gutter_x = np.interp(share, along, side[:, 0])
    gutter_z = np.where(way < foot, z, np.interp(share, along, side[:, 1]))
    low = np.clip((700.0 - z) / 160.0, 0, 1)                       # from the gutter to the rear panel's plane
    forward = np.minimum(2 * low, 1)                               # soon, to pass in front of the tailgate's inner panel
    gutter_x = gutter_x * (1 - forward) + (REAR_PANEL + GAP) * forward
    rim = grid(gutter_x, 664.0 - 45.0 * low, gutter_z)
    inside = rim - np.where(low > 0.99, 26.0, 30.0)[:, None] * np.array([0.0, 1.0, 0.0])
    across = ruled(edge, rim, np.linspace(0, 1, 1 + max(2, round(110.0 / car.size(46.0)))))
    car.assembly.both_shells("quarter panel", BAKE, 0.8, np.concatenate([across, inside[:, None]], axis=1), group="quarter")


def build_wheelhouse(car, arch):
    """Sheet over the rear wheel: flanges on the quarter panel's arch (its first two rows, (n, 2, 2)) and on the inner side panel."""
    x, z = arch[..., 0], arch[..., 1]
    outer, inner = half_width(x, z) - GAP, inner_side(z) + GAP
    fraction = np.linspace(0, 1, 1 + max(3, round(190.0 / car.size(50.0))))
    wall = outer[:, :1] + (inner - outer)[:, :1] * fraction
    points = np.concatenate([grid(x[:, 1:], outer[:, 1:], z[:, 1:]), grid(x[:, :1], wall, z[:, :1]),
                             grid(x[:, 1:], inner[:, 1:], z[:, 1:])], axis=1)
    car.assembly.both_shells("rear wheelhouse", MILD, 0.8, points, group="quarter")


def build_sail_panels(car):
    """From inside the quarter panel's upper edge up over the D-pillar's web."""
    xs = car.ramp_x([3350.0, 3700.0, 3850.0], 46.0)
    y_top = pillar_plane(roof_path(xs)) + 40.0 + (3 if car.style.detailed else 1) * GAP     # room for what a style bends
    low = [grid(xs, half_width(xs, height) - GAP, np.full(len(xs), height)) for height in (878.0, 903.0)]
    start, end = grid(xs, half_width(xs, 930.0) - GAP, np.full(len(xs), 930.0)), grid(xs, y_top, roof_path(xs) - 28.0)
    n = max(3, round(250.0 / car.size(50.0)))
    rows = np.concatenate([np.stack(low, 1), ruled(start, end, np.linspace(0, 1, n + 1)), (end + np.array([0, 0, 50.0]))[:, None]], axis=1)
    car.assembly.both_shells("sail panel", BAKE, 0.8, rows, group="quarter")


def tailgate_side():
    """Dense (x, z) curve of the tailgate's outer edge, from its foot up."""
    return smooth_curve([(4035.0, 594.0), (4030.0, 780.0), (4005.0, 895.0), (3955.0, 950.0), (3872.0, 998.0)])


def inward_normals(side):
    """Unit vectors (n, 3) from a curve of (x, z) points, drawn from its foot up, into the car."""
    tangent = np.gradient(side, axis=0)
    return np.stack([-tangent[:, 1], 0 * tangent[:, 0], tangent[:, 0]], -1) / np.linalg.norm(tangent, axis=1)[:, None]


def build_tailgate(car):
    side = resample(tailgate_side(), car.size(50.0), measure=car.style.outline)
    unit = np.linspace(-1, 1, 2 * max(7, round(640.0 / car.size(52.0))) + 1)
    outer = grid(side[None, :, 0] - 25.0 * unit[:, None] ** 2 * np.linspace(1, 0, len(side))[None], 650.0 * unit[:, None],
                 side[None, :, 1])
    car.assembly.shell("tailgate outer", BAKE, 0.75, outer, group="tailgate")
    car.assembly.shell("tailgate inner", MILD, 0.75, pan(outer, 32.0, inward_normals(side), rim_rings(car, 46.0)), group="tailgate")


def build_bumper_covers(car):
    """Plastic covers, bent round the corners; their upper edges close the gaps to hood and tailgate."""
    front = smooth_curve([(8.0, 0.0), (16.0, 300.0), (52.0, 560.0), (110.0, 700.0), (205.0, 785.0), (316.0, 812.0)])
    rear = smooth_curve([(4195.0, 0.0), (4188.0, 300.0), (4165.0, 540.0), (4128.0, 660.0), (4094.0, 745.0)])
    for name, curve, inward, profile in (
            ("bumper cover front", front, 1.0, [(30.0, 235.0), (0.0, 300.0), (0.0, 540.0), (130.0, 680.0)]),
            ("bumper cover rear", rear, -1.0, [(30.0, 300.0), (0.0, 360.0), (0.0, 500.0), (20.0, 545.0), (135.0, 588.0)])):
        half = resample(curve, car.size(46.0))
        plan = np.concatenate([half[:0:-1] * np.array([1.0, -1.0]), half])
        back, z = divide(profile, car.size(46.0)).T
        less = 1 - (np.abs(plan[:, 1]) / np.abs(plan[:, 1]).max()) ** 4
        x = plan[:, :1] + inward * back[None] * less[:, None]
        # The upper edge rounds in at the corners, as the fenders do.
        y = plan[:, 1:] * (1 - 0.055 * np.clip((z - 540.0) / 140.0, 0, 1)[None] ** 2)
        cover = grid(x, y, z[None])
        car.assembly.shell(name, PLASTIC, 3.0, cover, group=name)
        if inward > 0:
            upper = cover[np.abs(cover[:, -1, 1]) < 700.0, -1]
            hood = grid(hood_front(upper[:, 1] / 700.0) - 10.0, upper[:, 1], upper[:, 2] + 6.0)
            car.assembly.shell(name, PLASTIC, 3.0, ruled(upper, hood, np.linspace(0, 1, 1 + max(1, round(90.0 / car.size(46.0))))),
                               group=name)


def build_closures(car):
    for build in (build_hood, build_fenders, build_doors, build_quarter_panels, build_sail_panels,
                  build_tailgate, build_bumper_covers):
        build(car)
