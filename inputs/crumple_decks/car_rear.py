"""Rear end of the proxy car: rear floor, rear rails, inner side panels, rear panel, rear bumper."""
import numpy as np

from .car_cell import C_PILLAR, FLOOR_EDGE, FLOOR_REAR, REAR_RAIL_LAP
from .car_materials import DP600, HSLA340, HSLA420, MILD
from .car_shape import FLANGE, FLOOR, GAP, REAR_FLOOR, grid, pillar_plane, roof_path, sweep_y, tube_with_tabs
from .mesh import divide, ramp, ruled

END, LAST = 3966.0, 3944.0      # plane of the rear panel, front edge of the flanges on it
SIDE = 612.0            # |y| of the inner side panels' lower part
LIP_END = 594.0         # |y| at which the upper lip of the rear panel ends, inside the quarter panels' flanges
REAR_MEMBER = 2815.0    # front edge of the rear seat cross member


def rear_floor_height(x):
    return np.interp(x, [2690.0, 2800.0], [FLOOR - GAP, REAR_FLOOR])


def rear_stations(car, x0, gap):
    """Stations from x0 to the rear panel, `gap` before it; the last few are drawn together for that."""
    front = car.along_cell(x0, C_PILLAR[1])
    x = np.concatenate([front, car.x.pick([C_PILLAR[1], 3335.0, 3700.0, LAST, END], car.size(52.0))[1:]])
    return np.where(x > LAST, LAST + (x - LAST) * ((END - gap - LAST) / (END - LAST)), x)


def build_rear_floor(car):
    a = car.assembly
    x = rear_stations(car, 2636.0, GAP)
    fractions = car.y.pick([0.0, 118.0, 372.0, 400.0, 483.2, 511.0, SIDE - GAP], car.size(48.0))
    edge = np.interp(x, [2800.0, 2960.0], [FLOOR_EDGE, SIDE - GAP])
    half = np.where(fractions[None] <= 511.0, fractions[None],
                    511.0 + (fractions[None] - 511.0) * ((edge - 511.0) / (SIDE - GAP - 511.0))[:, None])
    y = np.concatenate([-half[:, :0:-1], half], axis=1)
    z = rear_floor_height(x)
    a.shell("rear floor", MILD, 0.9, grid(x[:, None], y, z[:, None]))
    lip = ramp([0.0, FLANGE], car.size(24.0))
    behind = x > FLOOR_REAR + 1.0                           # ahead of it the floor pan has its lip
    for side in (1.0, -1.0):
        a.shell("rear floor", MILD, 0.9, grid(x[behind, None], side * edge[behind, None], z[behind, None] + lip[None]))
    a.shell("rear floor", MILD, 0.9, grid(x[-1], y[-1][:, None], z[-1] + lip[None]))
    xs = [REAR_MEMBER, REAR_MEMBER + 22, REAR_MEMBER + 78, REAR_MEMBER + 100]
    profile = divide([(xs[0], REAR_FLOOR + GAP), (xs[1], REAR_FLOOR + GAP), (xs[1], 505.0), (xs[2], 505.0), (xs[2], REAR_FLOOR + GAP),
                      (xs[3], REAR_FLOOR + GAP)], car.size(34.0))
    a.shell("rear seat cross member", HSLA340, 1.2, sweep_y(profile, car.across([118.0, 372.0, 400.0, 483.2, 511.0, 590.0], 42.0)))


def build_rear_rails(car):
    """Channels open upward under the rear floor; their front ends sit inside the rail extensions."""
    yw = (400.0, 483.2)
    x = rear_stations(car, REAR_RAIL_LAP, 2 * GAP)
    top = np.where(x < 2610.0, FLOOR - GAP, rear_floor_height(x) - GAP * np.where((x > 2691.0) & (x < 2799.0), 1.8, 1.0))
    top = np.where((x >= 2690.0) & (x <= 2800.0), rear_floor_height(x) - GAP * 1.5, top)
    bottom = np.interp(x, [2500.0, 2660.0, 2850.0], [194.0, 194.0, 345.0])
    flanges = ramp([yw[0] - 28.0, yw[0]], car.size(28.0)), ramp([yw[1], yw[1] + 27.8], car.size(28.0))
    f = np.linspace(0, 1, 1 + max(2, round(92.0 / car.size(38.0))))
    n_wall, n_web = len(f) - 1, max(3, round(90 / car.size(30.0)))
    yp = np.concatenate([flanges[0][:-1], np.full(n_wall, yw[0]), np.linspace(*yw, n_web + 1), np.full(n_wall - 1, yw[1]), flanges[1]])
    fp = np.concatenate([np.ones(len(flanges[0]) - 1), 1 - f[:-1], np.zeros(n_web + 1), f[1:-1], np.ones(len(flanges[1]))])
    points = grid(x[:, None], yp[None], bottom[:, None] + (top - bottom)[:, None] * fp[None])
    car.assembly.both_shells("rear rail", HSLA420, 1.7, points)
    # End tabs on the rear panel: the bottom wall turned down.
    tab = ramp([0.0, FLANGE], car.size(22.0))
    car.assembly.both_shells("rear rail", HSLA420, 1.7, grid(x[-1], np.linspace(*yw, n_web + 1)[:, None], bottom[-1] - tab[None]))


def inner_side(z):
    """|y| of the inner side panel."""
    return np.interp(z, [640.0, 880.0], [SIDE, 640.0])


def build_side_panels(car):
    """Inner side panels: wall beside the wheel, sloping in to the D-pillar's inner plate."""
    a, name = car.assembly, "inner side panel"
    x = rear_stations(car, C_PILLAR[0], 2 * GAP)
    z = ramp([338.0, REAR_FLOOR, REAR_FLOOR + FLANGE, 640.0, 880.0], car.size(52.0))
    a.both_shells(name, MILD, 0.9, grid(x[:, None], inner_side(z)[None], z[None]))
    upper = x[(x > 3334.0) & (x < 3701.0)]
    plane = pillar_plane(roof_path(upper)) - 2 * GAP
    start = grid(upper, np.full(len(upper), 640.0), np.full(len(upper), 880.0))
    end = grid(upper, plane, roof_path(upper) - 56.0)
    n = max(3, round(260.0 / car.size(52.0)))
    rows = np.concatenate([ruled(start, end, np.linspace(0, 1, n + 1)), (end + np.array([0, 0, 24.0]))[:, None]], axis=1)
    a.both_shells(name, MILD, 0.9, rows)
    # Front edge: turned out to the C-pillar's inner plate, with a lip on it.
    z = z[(z > 400.0) & (z < 850.0)]       # above, the pillar leans in
    out = np.linspace(0, 1, 1 + max(2, round(70.0 / car.size(40.0))))
    y = inner_side(z)[None] * (1 - out[:, None]) + 700.0 * out[:, None]
    a.both_shells(name, MILD, 0.9, grid(x[0], y, z[None]))
    lip = car.along_cell(C_PILLAR[0], 2987.0)
    a.both_shells(name, MILD, 0.9, grid(lip[:, None], 700.0, z[None]))


def build_rear_panel(car):
    a = car.assembly
    y = car.across([118.0, 372.0, 400.0, 483.2, 511.0, SIDE + GAP], 42.0)
    z = ramp([323.0, 345.0, 440.0, 462.0, 580.0], car.size(40.0))
    a.shell("rear panel", MILD, 1.1, grid(END, y[:, None], z[None]))
    x = car.x.pick([3944.0, END], car.size(26.0))
    zs = z[z > 344.0]
    for side in (1.0, -1.0):
        a.shell("rear panel", MILD, 1.1, grid(x[:, None], side * (SIDE + GAP), zs[None]))
    lip = ramp([0.0, 24.0], car.size(24.0))
    between = y[np.abs(y) < LIP_END]
    a.shell("rear panel", MILD, 1.1, grid(END + lip[None], between[:, None], 580.0))
    # Rear crash brackets and bumper beam.
    yb, zb = ramp([400.0, 483.2], car.size(28.0), 3), ramp([345.0, 440.0], car.size(32.0), 3)
    tube_with_tabs(car, "rear crash bracket", HSLA340, 1.3, yb, zb, np.linspace(END + GAP, 4036.8, 1 + max(2, round(67.0 / car.size(34.0)))), [0, -1])
    y = car.across([378.0, 400.0, 483.2, 505.2, 620.0], 42.0)
    dx = -40.0 * np.clip((np.abs(y) - 505.2) / 115.0, 0, 1) ** 2
    zs = [323.0, 345.0, 440.0, 462.0]
    a.shell("rear bumper beam plate", HSLA340, 1.2, sweep_y(divide([(4040.0, v) for v in zs], car.size(32.0)), y, dx))
    a.shell("rear bumper beam", DP600, 1.3, sweep_y(divide(
        [(4040.0 + GAP, zs[3]), (4040.0 + GAP, zs[2]), (4085.0, zs[2]), (4085.0, zs[1]), (4040.0 + GAP, zs[1]),
         (4040.0 + GAP, zs[0])], car.size(32.0)), y, dx))


def build_rear(car):
    for build in (build_rear_floor, build_rear_rails, build_side_panels, build_rear_panel):
        build(car)
