"""Front end of the proxy car: bumper beam, crash boxes, front rails, cradle, radiator support, aprons, shock towers.

Load path: bumper beam -> crash boxes -> front rails -> rail extensions under the floor (car_cell.py). Crash boxes are
thinner than the rails and both carry crush beads, so that the car folds from its front backward.
"""
import numpy as np

from .car_materials import DP600, DP780, HSLA340, HSLA420, MILD
from .car_shape import FIREWALL, FLANGE, GAP, bead, grid, centres, sweep_x, sweep_y, tube_with_tabs, upper_rail_height
from .mesh import divide, ramp

RAIL_Y, RAIL_Z = (400.0, 480.0), (420.0, 540.0)          # walls of the front rail
RAIL_FRONT, RAIL_REAR = 250.0, 1140.0
BOX_FRONT, BOX_LAP = 110.0, 290.0                        # crash box: front end, end inside the rail
BEAM_END = 640.0


def section_divisions(car):
    """Elements across the rail's width and height; crash box and bumper beam use the same."""
    size = car.size(14.0)
    return max(3, round(80.0 / size)), 2 * max(2, round(60.0 / size))


def build_rails(car):
    """Hat-shaped front rails, open outboard, with their closing plates."""
    n_y, n_z = section_divisions(car)
    (y0, y1), (z0, z1) = RAIL_Y, RAIL_Z
    flange = ramp([0.0, FLANGE], car.size(22.0))
    y, z = np.linspace(y0, y1, n_y + 1), np.linspace(z0, z1, n_z + 1)

    def column(values, other):
        return np.stack([np.full(len(values), other), values], -1)

    hat = np.concatenate([column((z1 + flange)[::-1], y1)[:-1], np.stack([y[::-1], np.full(n_y + 1, z1)], -1)[:-1],
                          column(z[::-1], y0)[:-1], np.stack([y, np.full(n_y + 1, z0)], -1)[:-1],
                          column(z0 - flange, y1)])
    plate = column(np.concatenate([(z1 + flange)[::-1], z[::-1][1:-1], z0 - flange]), y1 + GAP)
    x = car.x.pick([RAIL_FRONT, BOX_LAP, RAIL_REAR])
    points = bead(sweep_x(hat, x), (330.0, 385.0, 445.0), 2.5, 36.0, y1, y0, 0.5 * (z0 + z1), 0.5 * (z1 - z0))
    car.assembly.both_shells("front rail", DP600, 1.8, points)
    car.assembly.both_shells("front rail closing plate", DP600, 1.4, sweep_x(plate, x))


def build_crash_boxes(car):
    """Square tubes between bumper beam and rails, inside the rails' first 40 mm, with tabs on the beam."""
    n_y, n_z = section_divisions(car)
    y = np.linspace(RAIL_Y[0] + GAP, RAIL_Y[1], n_y + 1)
    z = np.linspace(RAIL_Z[0] + GAP, RAIL_Z[1] - GAP, n_z + 1)
    x = car.x.pick([BOX_FRONT, RAIL_FRONT, BOX_LAP])
    axis = 0.5 * (y[0] + y[-1]), y[-1], 0.5 * (z[0] + z[-1]), 0.5 * (z[-1] - z[0])
    tube_with_tabs(car, "crash box", HSLA340, 1.4, y, z, x, [0],
                   modify=lambda points: bead(points, (145.0, 200.0), 3.0, 40.0, *axis))


def build_bumper_beam(car):
    """Hat-shaped beam across the front with a back plate; bowed forward in the middle, swept back at its ends."""
    n_y, n_z = section_divisions(car)
    flange = ramp([0.0, FLANGE], car.size(22.0))[1:]
    box = np.linspace(RAIL_Y[0] + GAP, RAIL_Y[1], n_y + 1)
    half = np.concatenate([car.y.pick([0.0, box[0] - FLANGE], car.size(19.0)), box[0] - flange[::-1][1:], box,
                           box[-1] + flange, ramp([box[-1] + FLANGE, BEAM_END], car.size(19.0))[1:]])
    y = np.concatenate([-half[:0:-1], half])
    inner = np.clip(np.abs(y) / (box[0] - FLANGE), 0, 1)
    outer = np.clip((np.abs(y) - box[-1] - FLANGE) / (BEAM_END - box[-1] - FLANGE), 0, 1)
    dx = -24.0 * (1 - inner ** 2) ** 2 + 40.0 * outer ** 2
    z = np.linspace(RAIL_Z[0] + GAP, RAIL_Z[1] - GAP, n_z + 1)
    x_plate = BOX_FRONT - GAP
    x_hat, x_front = x_plate - GAP, 52.0
    walls = divide([(x_hat, 0.0), (x_front, 0.0)], car.size(18.0))[:, 0]

    def column(x_value, z_values):
        return np.stack([np.full(len(z_values), x_value), z_values], -1)

    hat = np.concatenate([column(x_hat, z[-1] + flange[::-1]), np.stack([walls, np.full(len(walls), z[-1])], -1)[:-1],
                          column(x_front, z[::-1])[:-1], np.stack([walls[::-1], np.full(len(walls), z[0])], -1),
                          column(x_hat, z[0] - flange)])
    plate = column(x_plate, np.concatenate([z[-1] + flange[::-1], z[::-1], z[0] - flange]))
    car.assembly.shell("bumper beam", DP780, 1.6, sweep_y(hat, y, dx))
    car.assembly.shell("bumper beam back plate", DP780, 1.4, sweep_y(plate, y, dx))


def build_radiator_support(car):
    """Pressed frame in one plane with return flanges on all edges; side edges face the rails and upper rails."""
    a, name = car.assembly, "radiator support"
    y_in, y_out, z = 486.4, 708.8, (345.0, 385.0, 615.0, 665.0)
    y = car.across([y_in, y_out], 30.0)
    zz = ramp(z, car.size(26.0))
    face = grid(320.0, y[:, None], zz[None, :])
    c = centres(face)
    keep = (np.abs(c[..., 1]) > y_in) | (c[..., 2] < z[1]) | (c[..., 2] > z[2])
    a.shell(name, MILD, 1.1, face, keep)
    x_side = car.x.pick([320.0, 350.0, 372.0], car.size(28.0))
    x = x_side[x_side < 351.0]
    inner = np.abs(y) <= y_in + 1e-6
    for height, where in ((z[0], np.full(len(y), True)), (z[3], np.full(len(y), True)), (z[1], inner), (z[2], inner)):
        a.shell(name, MILD, 1.1, grid(x[:, None], y[None, where], height))
    for side, sign in (("L", 1.0), ("R", -1.0)):
        between = (zz >= z[1] - 1e-6) & (zz <= z[2] + 1e-6)
        a.shell(name, MILD, 1.1, grid(x[:, None], sign * y_in, zz[None, between]))
        a.shell(name, MILD, 1.1, grid(x_side[:, None], sign * y_out, zz[None, :]))


def build_upper_rails(car):
    """Upper rails (shotguns) from the radiator support to the hinge pillar; the web runs on over the pillar."""
    y_plate, y_flange, y_web, h = 712.0, 712.0 + GAP, 766.4, 35.0
    flange = [(y_flange, h + FLANGE), (y_flange, h)]
    hat = divide(flange + [(y_web, h), (y_web, -h)] + [(y, -z) for y, z in flange[::-1]], car.size(27.0))
    plate = divide([(y_plate, h + FLANGE), (y_plate, h), (y_plate, -h), (y_plate, -h - FLANGE)], car.size(27.0))
    x = car.along_apron(335.0, RAIL_REAR)
    car.assembly.both_shells("upper rail", HSLA340, 1.3, sweep_x(hat, x, 0.0, upper_rail_height(x)))
    car.assembly.both_shells("upper rail closing plate", MILD, 1.1, sweep_x(plate, x, 0.0, upper_rail_height(x)))
    x = car.x.pick([RAIL_REAR, 1175.0, 1197.0, 1250.0], car.size(27.0))
    web = hat[np.abs(hat[:, 0] - y_web) < 1e-6]
    car.assembly.both_shells("upper rail", HSLA340, 1.3, sweep_x(web, x, 0.0, upper_rail_height(x)))


def build_aprons(car):
    """Wheelhouse aprons between rail and upper rail; the thicker shock tower stands between them and laps both."""
    y_flange, y_upper = RAIL_Y[1] - GAP, 712.0 - GAP
    lap = [(y_upper, -35.0 - FLANGE), (y_upper, -35.0)]
    fixed = [(y_flange, 544.0), (y_flange, 562.0), (y_flange, 592.0)]
    for name, ends in (("apron front", (400.0, 690.0)), ("apron rear", (900.0, RAIL_REAR))):
        x = car.along_apron(*ends)
        if ends[1] == RAIL_REAR:
            x = np.append(x, FIREWALL - GAP)              # butts on the firewall
        rows = []
        for station in x:
            height = upper_rail_height(station)
            profile = fixed + [(y, height + z) for y, z in lap]
            rows.append(equal_counts(profile, car.size(28.0), fixed + [(y, 720.0 + z) for y, z in lap]))
        car.assembly.both_shells(name, MILD, 1.0, grid(x[:, None], *np.moveaxis(np.array(rows), -1, 0)))
    y_flange -= GAP
    x = car.along_apron(660.0, 930.0)
    rows = []
    for station in x:
        height = upper_rail_height(station)
        profile = [(y_flange, 544.0), (y_flange, 562.0), (y_flange + 6.0, height - 10.0), (525.0, height + 22.0),
                   (660.0, height + 22.0), (y_upper, height + 11.7), (y_upper, height - 11.7)]
        reference = [(y, z + 730.0 - height if z > 600 else z) for y, z in profile]
        rows.append(equal_counts(profile, car.size(26.0), reference))
    car.assembly.both_shells("shock tower", HSLA340, 2.2, grid(x[:, None], *np.moveaxis(np.array(rows), -1, 0)))


def equal_counts(profile, size, reference):
    """Divides `profile` into as many pieces per leg as `reference` needs, so that all stations have one count."""
    pieces = []
    for a, b, ra, rb in zip(profile[:-1], profile[1:], reference[:-1], reference[1:]):
        n = max(1, round(float(np.hypot(rb[0] - ra[0], rb[1] - ra[1])) / size))
        pieces.append(np.array(a) + (np.array(b) - np.array(a)) * (np.arange(n) / n)[:, None])
    return np.concatenate(pieces + [np.array(profile[-1:])])


def build_cradle(car):
    """Engine cradle: channel across the car below the rails, hung on them by angle brackets."""
    x0, x1, z_top, z_web = 850.0, 970.0, 385.0, 330.0
    profile = divide([(x0 - FLANGE, z_top), (x0, z_top), (x0, z_web), (x1, z_web), (x1, z_top), (x1 + FLANGE, z_top)],
                     car.size(26.0))
    y = car.across([486.4, 520.0], 30.0)
    car.assembly.shell("engine cradle", HSLA420, 2.2, sweep_y(profile, y))
    foot = divide([(520.0, z_top + GAP), (486.4, z_top + GAP), (486.4, 420.0)], car.size(24.0))
    x = car.x.pick([x0 - FLANGE, x0, x1, x1 + FLANGE], car.size(24.0))
    car.assembly.both_shells("cradle bracket", HSLA420, 2.0, sweep_x(foot, x))


def build_front(car):
    for build in (build_bumper_beam, build_crash_boxes, build_rails, build_radiator_support, build_upper_rails,
                  build_aprons, build_cradle):
        build(car)
