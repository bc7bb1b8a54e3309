"""Passenger cell of the proxy car: firewall, floor, tunnel, under-floor rails, side frame, roof, cross members."""
import numpy as np

from .car_front import RAIL_Z, section_divisions
from .car_materials import BAKE, DP600, DP780, GLASS, HSLA340, HSLA420, MILD, PRESS
from .car_shape import (BELT, FIREWALL, FLANGE, FLOOR, GAP, ROCKER_FRONT, ROCKER_REAR, floor_height, grid,
                        pillar_plane, roof_path, sweep_x, sweep_y)
from .mesh import divide, ramp

FLOOR_EDGE = 636.8                      # |y| of the floor's lip, GAP inside the rocker
TUNNEL_EDGE = 140.0
FLOOR_REAR, REAR_RAIL_LAP = 2660.0, 2440.0
LAP_BOTTOM, LAP_TOP = 389.0, 572.0      # height of the rail extension where it cups the front rail
CROSS_MEMBERS = (1640.0, 2130.0)        # front edges of the seat cross members, 120 mm wide between flanges
# (front x, rear x) of the pillars' flanges
HINGE_PILLAR, B_PILLAR, C_PILLAR = (1175.0, 1272.0), (2130.0, 2250.0), (2965.0, 3075.0)
ROOF_FRONT, ROOF_REAR = 1835.0, 3335.0
GLASS_BED = 9.0         # from the middle of a glued pane to that of the sheet below it


def cross_member_breaks(x0):
    return [x0, x0 + FLANGE, x0 + 98.0, x0 + 120.0]


def build_firewall(car):
    a = car.assembly
    y, z = car.across([118.0, 140.0, 396.8, 486.4, FLOOR_EDGE, 700.0], 36.0), ramp([580.0, 602.0, 880.0, BELT], car.size(36.0))
    a.shell("firewall", MILD, 1.2, grid(FIREWALL, y[:, None], z[None, :]))
    x = car.x.pick([FIREWALL, 1175.0, 1197.0], car.size(24.0))
    for side in (1.0, -1.0):
        a.shell("firewall", MILD, 1.2, grid(x[:, None], side * 700.0, z[None, z < 815.0]))
    # Cowl: channel behind the firewall's upper edge, under the windscreen's lower edge.
    top = roof_path(1210.0) + 56.0
    profile = divide([(FIREWALL + GAP, 880.0), (FIREWALL + GAP, BELT), (FIREWALL + GAP, top - 14.0), (1210.0, top),
                      (1210.0, 860.0)], car.size(30.0))
    y = car.across([140.0, 396.8, 486.4, FLOOR_EDGE, 672.0], 36.0)
    crown = 20.0 * (1 - (y / 690.0) ** 2)[:, None] * np.clip((profile[:, 1] - BELT) / (top - 14.0 - BELT), 0, 1)[None]
    a.shell("cowl", HSLA340, 1.1, sweep_y(profile, y) + crown[..., None] * np.array([0.0, 0.0, 1.0]))
    # Cross-car beam of the instrument panel, a tube between the hinge pillars (drawn along y).
    ring = divide([(1195.0, 740.0), (1255.0, 740.0), (1255.0, 800.0), (1195.0, 800.0), (1195.0, 740.0)], car.size(30.0))[:-1]
    a.shell("instrument panel beam", HSLA340, 1.6, sweep_y(ring, car.across([680.0], 36.0)), close=True)


def channel_rows(car):
    """Heights of the nodes in the walls of the under-floor rails, 0 bottom to 1 top: at the front they face the rail's."""
    z = np.linspace(*RAIL_Z, section_divisions(car)[1] + 1)
    stride = max(2, round(car.size(45.0) / (z[1] - z[0])))
    z, step = z[stride // 2:-1:stride], stride * (z[1] - z[0])
    z = np.concatenate([ramp([LAP_BOTTOM, z[0]], step)[:-1], z[:-1], ramp([z[-1], LAP_TOP], step)])
    return (z - LAP_BOTTOM) / (LAP_TOP - LAP_BOTTOM)


def build_floor(car):
    """Floor pans left and right with the toe board, the tunnel between them, under-floor rails and cross members."""
    a = car.assembly
    x = car.along_cell(1197.0, FLOOR_REAR)
    y = car.y.pick([118.0, TUNNEL_EDGE, 372.0, 396.8, 486.4, 511.0, FLOOR_EDGE], car.size(36.0))
    z = floor_height(x)
    pan = grid(x[:, None], y[None, :], z[:, None])
    lip = ramp([0.0, 24.0], car.size(24.0))
    strip = ramp([602.0, 580.0], car.size(24.0))
    points = np.concatenate([grid(FIREWALL + GAP, y[None, :], strip[:, None]), pan])
    a.both_shells("floor pan", MILD, 1.0, points)
    ahead = x < 2637.0
    a.both_shells("floor pan", MILD, 1.0, grid(x[ahead, None], FLOOR_EDGE, z[ahead, None] + lip[None, :]))

    # Tunnel: flat on the toe board, a hump of 150 mm over the floor, lapped on the pans and the firewall.
    half = divide([(TUNNEL_EDGE, 0.0), (118.0, 0.0), (98.0, 1.0 * 150.0), (0.0, 150.0)], car.size(33.0))
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(half, axis=0), axis=1))])
    rim = along[np.argmin(np.abs(half[:, 0] - 118.0) + np.abs(half[:, 1]))]
    flat = np.where(along <= rim, half[:, 0], 118.0 * (1 - (along - rim) / (along[-1] - rim)))
    xt = x[x <= 2615.0]
    zt = floor_height(xt) + GAP * np.interp(xt, [1197.0, 1420.0, 1440.0], [1.55, 1.3, 1.0])
    rise = np.clip((FLOOR + 150.0 - zt) / 150.0, 0, 1)[:, None]
    yt = flat[None] * (1 - rise) + half[None, :, 0] * rise
    zt = zt[:, None] + rise * half[None, :, 1]
    left = grid(xt[:, None], yt, zt)
    top = grid(FIREWALL + 2 * GAP, flat[None, :], (strip + 3.0)[:, None])
    left = np.concatenate([top, left])
    both = np.concatenate([left, (left * np.array([1.0, -1.0, 1.0]))[:, -2::-1]], axis=1)
    a.shell("tunnel", HSLA340, 1.2, both)

    # Rail extensions: channels open upward, cupping the rails' ends, diving under the toe board, flanged to the floor.
    yw = (396.8, 486.4)
    flanges = divide([(yw[0] - FLANGE - 2.8, 1.0), (yw[0], 1.0)], car.size(24.0)), divide([(yw[1], 1.0), (yw[1] + FLANGE + 2.6, 1.0)], car.size(24.0))
    fraction = channel_rows(car)
    n_wall, n_web = len(fraction) - 1, max(3, round(90 / car.size(30.0)))
    yp = np.concatenate([flanges[0][:-1, 0], np.full(n_wall, yw[0]), np.linspace(*yw, n_web + 1), np.full(n_wall, yw[1])[:-1],
                         flanges[1][:, 0]])
    fp = np.concatenate([np.ones(len(flanges[0]) - 1), 1 - fraction[:-1], np.zeros(n_web + 1), fraction[1:-1],
                         np.ones(len(flanges[1]))])
    xr = np.concatenate([car.x.pick([1035.0, 1140.0], car.size(24.0)), x[x <= 2501.0]])
    top = np.where(xr < 1160, LAP_TOP, floor_height(xr) - GAP * np.interp(xr, [1197, 1415, 1440], [1.6, 1.6, 1.0]))
    top = np.where(xr > 2419.0, 280.0, top)
    bottom = np.interp(xr, [1145.0, 1450.0], [LAP_BOTTOM, 190.0])
    points = grid(xr[:, None], yp[None, :], bottom[:, None] + (top - bottom)[:, None] * fp[None])
    keep = ~((fp[:-1] > 0.999) & (fp[1:] > 0.999))[None, :] | ((xr[:-1, None] > 1180.0) & (xr[:-1, None] < 2417.0))
    a.both_shells("rail extension", HSLA420, 1.8, points, keep)

    for place, x0 in zip(("front", "rear"), CROSS_MEMBERS):
        xs = cross_member_breaks(x0)
        profile = divide([(xs[0], FLOOR + GAP), (xs[1], FLOOR + GAP), (xs[1], 370.0), (xs[2], 370.0), (xs[2], FLOOR + GAP),
                          (xs[3], FLOOR + GAP)], car.size(30.0))
        ys = car.y.pick([165.0, 372.0, 396.8, 486.4, 511.0, 625.0], car.size(34.0))
        a.both_shells("seat cross member " + place, DP600, 1.3, sweep_y(profile, ys))
    xs = car.x.pick([CROSS_MEMBERS[0] + FLANGE, CROSS_MEMBERS[0] + 98.0, CROSS_MEMBERS[1] + FLANGE, CROSS_MEMBERS[1] + 98.0],
                    car.size(36.0))
    ys = car.y.pick([200.0, 372.0, 396.8, 486.4, 511.0, 590.0], car.size(36.0))
    rise = np.clip(np.minimum((xs - CROSS_MEMBERS[0] - 98) / 60.0, (CROSS_MEMBERS[1] + FLANGE - xs) / 60.0), 0, 1)
    a.both_shells("front seat pan", MILD, 1.1, grid(xs[:, None], ys[None, :], (373.2 + 55.0 * rise)[:, None]))


def build_rockers(car):
    """Rockers (sills): outer and inner hats joined on vertical flanges above and below."""
    x = car.along_cell(ROCKER_FRONT, ROCKER_REAR)
    z = (178.0, 200.0, 330.0, 352.0)
    for name, plane, web, material, t in (("rocker outer", 700.0, 760.0, DP780, 1.4), ("rocker inner", 700.0 - GAP, 640.0, DP600, 1.5)):
        hat = divide([(plane, z[3]), (plane, z[2]), (web, z[2]), (web, FLOOR + 24.0), (web, FLOOR), (web, z[1]), (plane, z[1]),
                      (plane, z[0])], car.size(30.0))
        car.assembly.both_shells(name, material, t, sweep_x(hat, x))


def build_pillar(car, name, ends, materials, thicknesses):
    """Pillar from the rocker to the roof rail: inner plate and outer hat. Plate and web lap the flanges and webs of both.

    ends: x of the flange edges. The hat's web runs on alone over the rocker's and the roof rail's web.
    """
    size = 32.0
    x = car.along_cell(*ends)
    top = roof_path(x)
    lean = lambda z: np.clip((z - np.minimum(870.0, top[:, None] - 150.0)) / (top[:, None] - 70.0 - np.minimum(870.0, top[:, None] - 150.0)), 0, 1)
    plane_top = pillar_plane(top)[:, None]

    def plane(z, offset, offset_top):
        w = lean(z)
        return (700.0 + offset) * (1 - w) + (plane_top + offset_top) * w

    low = ramp([335.0, 352.0], car.size(25.0))
    n = max(6, round((roof_path(0.5 * sum(ends)) - 60.0 - 352.0) / car.size(size)))
    end = top[:, None] - np.array([56.0, 34.0])[None, :]
    rows = np.concatenate([np.broadcast_to(low[None], (len(x), len(low)))[:, :-1],
                           352.0 + (end[:, :1] - 352.0) * np.linspace(0, 1, n + 1)[None, :], end[:, 1:]], axis=1)
    car.assembly.both_shells(name + " inner", materials[0], thicknesses[0], grid(x[:, None], plane(rows, GAP, GAP), rows))

    rows_hat = rows.copy()
    rows_hat[:, len(low) - 1:] = rows[:, len(low) - 1:] - np.linspace(0, 1, n + 2)[None, :] * 6.0
    rows_hat = np.where(rows < 420.0, np.interp(rows, [335.0, 420.0], [344.0, 420.0]), rows_hat)    # clear of the rocker
    web = (x > ends[0] + FLANGE - 1e-6) & (x < ends[1] - FLANGE + 1e-6)
    first, last = np.flatnonzero(web)[[0, -1]]
    flange_y, web_y = plane(rows_hat, 2 * GAP, 2 * GAP), plane(rows_hat, 60.0 + GAP, 40.0 + GAP)
    n_wall = max(2, round(55.0 / car.size(27.0)))
    columns = [grid(x[:first + 1, None], flange_y[:first + 1], rows_hat[:first + 1])[:-1]]
    for k, w in ((first, np.linspace(0, 1, n_wall + 1)), (last, np.linspace(1, 0, n_wall + 1))):
        wall = [grid(np.full((1, rows.shape[1]), x[k]), (flange_y * (1 - f) + web_y * f)[k:k + 1], rows_hat[k:k + 1]) for f in w]
        if k == first:
            columns += wall[:-1] + [grid(x[first:last + 1, None], web_y[first:last + 1], rows_hat[first:last + 1])[:-1]]
        else:
            columns += wall
    columns.append(grid(x[last:, None], flange_y[last:], rows_hat[last:])[1:])
    car.assembly.both_shells(name + " outer", materials[1], thicknesses[1], np.concatenate(columns))
    # Tongues of the web over the rocker below and the roof rail above.
    xw, foot = x[first:last + 1], ramp([200.0, FLOOR, FLOOR + 24.0, 344.0], car.size(30.0))
    car.assembly.both_shells(name + " outer", materials[1], thicknesses[1],
                             grid(xw[:, None], web_y[first:last + 1, :1], np.broadcast_to(foot, (len(xw), len(foot)))))
    head = top[first:last + 1, None] - ramp([40.0, 0.0, -30.0], car.size(28.0))[None, :]
    car.assembly.both_shells(name + " outer", materials[1], thicknesses[1], grid(xw[:, None], web_y[first:last + 1, -1:], head))


def build_side_frame(car):
    """Hinge, B and C pillars, and one member that is A-pillar, roof rail and D-pillar in turn."""
    build_pillar(car, "hinge pillar", HINGE_PILLAR, (HSLA340, DP600), (1.3, 1.4))
    build_pillar(car, "B-pillar", B_PILLAR, (HSLA420, PRESS), (1.4, 1.8))
    build_pillar(car, "C-pillar", C_PILLAR, (MILD, HSLA340), (1.0, 1.1))
    x = np.concatenate([car.along_cell(ROCKER_FRONT, ROOF_REAR), car.x.pick([ROOF_REAR, 3700.0, 3840.0], car.size(46.0))[1:]])
    z, plane = roof_path(x), pillar_plane(roof_path(x))
    hat = divide([(0.0, 56.0), (0.0, 30.0), (40.0, 30.0), (40.0, -30.0), (0.0, -30.0), (0.0, -56.0)], car.size(28.0))
    plate = divide([(-GAP, 56.0), (-GAP, 30.0), (-GAP, -30.0), (-GAP, -56.0)], car.size(28.0))
    car.assembly.both_shells("A-pillar and roof rail outer", DP780, 1.4, sweep_x(hat, x, plane, z))
    car.assembly.both_shells("A-pillar and roof rail inner", DP600, 1.3, sweep_x(plate, x, plane, z))


def crowned(x, y, edge, rise, crown):
    """Height over a leaning frame: path + rise at the edges, `crown` higher in the middle."""
    return (roof_path(x) + rise)[:, None] + crown * (1 - (y / edge[:, None]) ** 2)


def glass_height(x, y):
    """Height of windscreen and rear window at stations x (n) and points y (n, m)."""
    return crowned(x, y, pillar_plane(roof_path(x)), 65.0, 20.0)


def build_roof(car):
    a = car.assembly
    headers = {"roof header front": 1850.0, "roof bow front": 2130.0, "roof bow rear": 2516.0, "roof header rear": 3200.0}
    x = car.along_cell(ROOF_FRONT, ROOF_REAR)
    unit = np.linspace(-1, 1, 2 * max(8, round(620.0 / car.size(50.0))) + 1)
    edge = pillar_plane(roof_path(x)) + GAP
    y = unit[None, :] * edge[:, None]
    roof = grid(x[:, None], y, crowned(x, y, edge, 60.0, 40.0))
    a.shell("roof", BAKE, 0.8, roof)
    lip = ramp([60.0, 34.0], car.size(26.0))
    for side in (1.0, -1.0):
        a.shell("roof", BAKE, 0.8, grid(x[:, None], side * edge[:, None], roof_path(x)[:, None] + lip[None, :]))
    inside = np.abs(unit) < 0.97
    for row, step in ((roof[0], np.array([1822.0, 1786.0])), (roof[-1], np.array([3348.0, 3388.0]))):   # under the glass
        width = unit[inside] * pillar_plane(roof_path(step))[:, None]
        below = grid(step[:, None], width, glass_height(step, width) - GLASS_BED)
        a.shell("roof", BAKE, 0.8, np.concatenate([row[None, inside], below]))
    for name, x0 in headers.items():
        xs = car.along_cell(x0, x0 + 120.0)
        edges = pillar_plane(roof_path(xs)) + GAP
        yy = unit[None, inside] * edges[:, None]
        surface = crowned(xs, yy, edges, 60.0, 40.0)
        web = (xs > x0 + FLANGE - 1) & (xs < x0 + 99.0)
        first, last = np.flatnonzero(web)[[0, -1]]
        down = np.where(web, 38.0, GAP)[:, None]
        n_wall = max(1, round(35.0 / car.size(30.0)))
        flange_rows, web_rows = grid(xs[:, None], yy, surface - GAP), grid(xs[:, None], yy, surface - down)
        wall = lambda k, w: np.stack([flange_rows[k] * (1 - f) + web_rows[k] * f for f in w])
        steps = np.linspace(0, 1, n_wall + 1)
        a.shell(name, HSLA340 if "header" in name else MILD, 1.0, np.concatenate(
            [flange_rows[:first], wall(first, steps[:-1]), web_rows[first:last + 1], wall(last, steps[::-1][1:]),
             flange_rows[last + 1:]]))

    # Glass rests on the upper flanges of the A- and D-pillars, on the roof's edges, on the cowl and the rear window's sill.
    for name, ends in (("windscreen", (1197.0, 1738.0, 1820.0)), ("rear window", (ROOF_REAR + 18.0, 3840.0))):
        xs = car.x.pick(ends, car.size(56.0))
        unit_glass = np.linspace(-1, 1, 2 * max(6, round(620.0 / car.size(56.0))) + 1)
        yy = unit_glass[None, :] * pillar_plane(roof_path(xs))[:, None]
        a.shell(name, GLASS, 4.5, grid(xs[:, None], yy, glass_height(xs, yy)))


def build_rear_sill(car):
    """Channel between the D-pillars' feet: carries the rear window's lower edge and the hinges of the tailgate."""
    y = car.across([400.0, 600.0], 50.0)
    bed = glass_height(np.array([3795.0, 3828.0]), y[None]) - GLASS_BED
    rows = [grid(3795.0, y, bed[0]), grid(3828.0, y, bed[1])]
    rows += [grid(x, y, z) for x, z in ((3834.0, 968.0), (3860.0, 960.0), (3882.0, 936.0))]
    car.assembly.shell("rear window sill", HSLA340, 1.1, np.stack(rows))


def build_cell(car):
    for build in (build_firewall, build_floor, build_rockers, build_side_frame, build_roof, build_rear_sill):
        build(car)
