"""An engine block for implicit analysis: bolt forces clamp its deck, then one cylinder fires. Kind `engine-block` of generate.py.

Four cylinders in line along x, y across, z up from the crank to the deck: bores with their liners, a closed water jacket on
both sides of each, outer walls, a crankcase with bulkheads, main bearings and skirts, bosses for the bolts of the head. In
plan each cylinder is a mesh around its bore out to a rectangle. The bed plate at the bottom is of tetrahedra on the nodes
of such a mesh. The gearbox's flange, the end at the largest x, is held.
"""
import numpy as np

from .deck_writer import DeckWriter
from .mesh import Blocks, n_divisions, ramp, tetrahedra

ELEMENTS = 20_000
CYLINDERS, PITCH, WIDTH, BORE = 4, 100.0, 140.0, 80.0               # [mm]
LINER = 5.0                                                         # [mm] thickness
RINGS = (0.0, 0.35, 0.75, 1.0)       # from the liner to the rectangle: jacket, wall, outer wall (the skirts below)
BED, CASE, FLOOR, ROOF, DECK = 30.0, 110.0, 125.0, 203.0, 215.0     # [mm] tops: bed plate, crankcase, jacket's floor, roof; deck
ARCH, ARCH_WIDTH = 26.0, 34.0                                       # [mm] of a main bearing: height and half width
FIRING = 1                                                          # the cylinder, from 0
GAS, OTHERS = 0.020, 0.002                                          # [GPa] in it and in the others
THREADS = (150.0, 190.0)                                            # [mm] z of the threads of the head's bolts
BOLT_FORCE, BOLT_RADIUS = 80.0, 9.0                                 # [kN], [mm]
# cast aluminium: density [kg/mm3], E [GPa], nu; yield stress and tangent modulus [GPa]
ALUMINIUM, YIELD, TANGENT = (2.7e-6, 71.0, 0.33), 0.11, 2.0
STEP, END_TIME = 0.25, 2.0                                          # the bolts are tightened until 1, gas presses until 2
BLOCK, BED_PLATE = 1, 2


def plan(nx, ny, rings):
    """(points (r, a, 2) of a cylinder about the origin, in rings from the bore to the rectangle, counterclockwise from its
    corner (+, -); sector of the cells between points: 0 +x, 1 +y, 2 -x, 3 -y)."""
    sides = [(ny, (1, -1), (1, 1)), (nx, (1, 1), (-1, 1)), (ny, (-1, 1), (-1, -1)), (nx, (-1, -1), (1, -1))]
    outline, angle, sector = [], [], []
    for k, (n, start, end) in enumerate(sides):
        f = np.arange(n)[:, None] / n
        outline.append((np.array(start) * (1 - f) + np.array(end) * f) * [PITCH / 2, WIDTH / 2])
        angle.append(np.pi / 2 * (k - 0.5 + f[:, 0]))
        sector += [k] * n
    outline, angle = np.concatenate(outline), np.concatenate(angle)
    circle = np.stack([np.cos(angle), np.sin(angle)], -1)
    liner = (BORE / 2 + LINER) * circle
    of_liner = [BORE / 2 * circle + (liner - BORE / 2 * circle) * k / rings[0] for k in range(rings[0])]
    outer = [liner + (outline - liner) * t for t in divided(RINGS, rings[1:])]
    return np.array(of_liner + outer), np.array(sector)


def divided(breaks, numbers):
    """Stations with so many divisions of each leg."""
    return np.concatenate([[breaks[0]], *(np.linspace(a, b, n + 1)[1:] for a, b, n in zip(breaks, breaks[1:], numbers))])


class Mesh:
    """The block with elements of about `size` [mm]: points, hexes by part, and their faces where loads act."""

    def __init__(self, size):
        nx, ny = n_divisions(PITCH, size, 4), n_divisions(WIDTH, size, 4)
        rings = [n_divisions(LINER, size), *(n_divisions((b - a) * 18.0, size) for a, b in zip(RINGS, RINGS[1:]))]
        points, sector = plan(nx, ny, rings)
        n_rings, n_around = points.shape[:2]
        z = ramp((0.0, BED, CASE, FLOOR, ROOF, DECK), size)
        self.group = np.repeat(np.arange(4), rings)            # of the cells of a ring: liner, jacket, wall, outer wall
        # plan of all cylinders; the corners and sides at which they meet are one
        flat = np.concatenate([points.reshape(-1, 2) + [PITCH * (c + 0.5), 0.0] for c in range(CYLINDERS)])
        _, first, number = np.unique(np.round(flat, 5), axis=0, return_index=True, return_inverse=True)
        flat, number = flat[first], number.reshape(CYLINDERS, n_rings, n_around)
        after = np.roll(number, -1, axis=2)
        quads = np.stack([number[:, :-1], number[:, 1:], after[:, 1:], after[:, :-1]], -1)  # (c, r, a, 4)
        x, y = flat.T
        # main bearings: the lower end of the mesh is raised to an arch along each bulkhead
        arch = np.where(np.abs(y) < ARCH_WIDTH, ARCH * np.cos(np.pi * y / (2 * ARCH_WIDTH)) ** 2, 0.0)
        share = np.clip(1 - z / CASE, 0.0, 1.0)
        self.xyz = np.stack([np.broadcast_to(x, (len(z), len(x))), np.broadcast_to(y, (len(z), len(x))),
                             z[:, None] + share[:, None] * arch], -1).reshape(-1, 3)
        layer = (np.arange(len(z) - 1) * len(x))[:, None, None, None, None]
        hexes = np.concatenate([quads[None] + layer, quads[None] + layer + len(x)], axis=-1)  # (z, c, r, a, 8)
        keep = self.solid(0.5 * (z[1:] + z[:-1]), points, sector)[:, None]
        keep = np.broadcast_to(keep, hexes.shape[:-1])
        below = np.broadcast_to((z[1:] <= BED + 1e-6)[:, None, None, None], keep.shape)
        self.hexes, self.tetrahedra = hexes[keep & ~below], tetrahedra(hexes[keep & below])
        in_gas = np.broadcast_to((0.5 * (z[1:] + z[:-1]) > 0.6 * DECK)[:, None], hexes.shape[:1] + hexes.shape[3:4])
        bore = hexes[:, :, 0]                                                                  # (z, c, a, 8)
        self.bores = [bore[:, c][in_gas][:, [0, 4, 7, 3]] for c in range(CYLINDERS)]           # normals into the bore
        top = hexes[-1][:, self.group <= 1][..., 4:]                                           # round the bores
        self.gasket = top.reshape(-1, 4)
        low = self.xyz[:len(x)]
        bearing = np.abs(low[:, 1]) < 0.6 * ARCH_WIDTH
        used = np.unique(np.concatenate([self.hexes.ravel(), self.tetrahedra.ravel()]))
        self.bearings = [np.intersect1d(np.flatnonzero(bearing & (np.abs(low[:, 0] - PITCH * c) < 8.0)), used)
                         for c in range(CYLINDERS + 1)]
        self.threads = [self.near(used, PITCH * c, side * (WIDTH / 2 - 12.0)) for c in range(CYLINDERS + 1) for side in (-1, 1)]
        self.flange = used[self.xyz[used, 0] > CYLINDERS * PITCH - 1e-6]
        self.used = used

    def solid(self, middle, points, sector):
        """(z, ring, around) whether there is metal, from the heights of the layers."""
        group, z = self.group[None, :, None], middle[:, None, None]
        along = np.isin(sector, (0, 2))[None, None, :]          # towards the neighbours: between bores, and bulkheads
        place = points[1:] + np.roll(points[1:], -1, axis=1)
        corner = (np.abs(np.abs(place[..., 0]) / PITCH - 1) < 0.3) & (np.abs(np.abs(place[..., 1]) / WIDTH - 1) < 0.35)
        jacket = (group == 1) & ~along & (z > FLOOR) & (z < ROOF)
        skirt = (group == 3) & ~along
        boss = corner[None] & (z > CASE - 40.0)
        return np.where(z > CASE, ~jacket, skirt | along | boss)

    def near(self, used, x, y):
        """Nodes of a bolt's thread."""
        p = self.xyz[used]
        of_height = (p[:, 2] > THREADS[0]) & (p[:, 2] < THREADS[1])
        distance = np.hypot(p[:, 0] - x, p[:, 1] - y)
        least = distance[of_height].min()
        return used[of_height & (distance <= max(BOLT_RADIUS, least + 1e-6))]


def mesh_of(n_elements):
    """The mesh with about so many elements."""
    size = (4.0e6 / n_elements) ** (1 / 3)
    best = None
    for _ in range(6):
        mesh = Mesh(size)
        n = len(mesh.hexes) + len(mesh.tetrahedra)
        if best is None or abs(n - n_elements) < abs(len(best.hexes) + len(best.tetrahedra) - n_elements):
            best = mesh
        size *= (n / n_elements) ** (1 / 3)
    return best


def area_of(mesh, quads):
    """Of faces, their vectors [mm2]."""
    corner = mesh.xyz[quads]
    return 0.5 * np.cross(corner[:, 2] - corner[:, 0], corner[:, 3] - corner[:, 1])


def write_deck(stream, n_elements):
    """Writes the deck with about `n_elements` solids; returns a dictionary of its statistics."""
    mesh = mesh_of(n_elements)
    blocks = Blocks()
    place = np.zeros(len(mesh.xyz), dtype=int)
    place[mesh.used] = blocks.nodes(mesh.xyz[mesh.used])
    blocks.elements("solids", BLOCK, place[mesh.hexes])
    blocks.elements("solids", BED_PLATE, place[mesh.tetrahedra])

    deck = DeckWriter(stream, "engine block: bolt forces and gas pressure, nonlinear static", [
        f"{CYLINDERS} cylinders in line along x, z up to the deck; the end at the largest x is held.",
        f"The bolts of the head are tightened until t = 1; cylinder {FIRING + 1} fires until t = 2.",
        "Run it with precision=double.",
    ])
    deck.control(END_TIME)
    deck.implicit(STEP)
    deck.databases(STEP, STEP, ("GLSTAT", "NODOUT"))
    deck.section_solid(1, 2)
    deck.section_solid(2, 10)
    deck.part(BLOCK, "block", 1, 1)
    deck.part(BED_PLATE, "bed plate", 2, 1)
    deck.mat_plastic_kinematic(1, *ALUMINIUM, YIELD, TANGENT, 1.0)
    bolts, gas = 1, 2
    deck.curve(bolts, [(0.0, 0.0), (1.0, 1.0), (100.0, 1.0)])
    deck.curve(gas, [(0.0, 0.0), (1.0, 0.0), (2.0, 1.0), (100.0, 1.0)])
    deck.node_set(1, place[mesh.flange])
    deck.spc_set(1, [1, 1, 1, 0, 0, 0])
    for number, nodes in enumerate(mesh.threads, start=2):
        deck.node_set(number, place[nodes])
        deck.load_nodes(number, 3, bolts, BOLT_FORCE / len(nodes))
    # What the bolts pull up presses the head down onto the gasket, less what the gas lifts; gas presses on the crank.
    piston = np.pi * BORE ** 2 / 4
    pressures = [GAS if c == FIRING else OTHERS for c in range(CYLINDERS)]
    gasket = area_of(mesh, mesh.gasket)[:, 2].sum()
    deck.pressure(1, place[mesh.gasket], bolts, len(mesh.threads) * BOLT_FORCE / gasket)
    deck.pressure(2, place[mesh.gasket], gas, -piston * sum(pressures) / gasket)
    for number, (pressure, faces) in enumerate(zip(pressures, mesh.bores), start=3):
        deck.pressure(number, place[faces], gas, pressure)
    for number, nodes in enumerate(mesh.bearings):
        force = 0.5 * piston * sum(pressures[max(number - 1, 0):number + 1])
        deck.node_set(100 + number, place[nodes])
        deck.load_nodes(100 + number, 3, gas, -force / len(nodes))
    top = mesh.used[mesh.xyz[mesh.used, 2] > DECK - 1e-6]
    middle = [top[np.hypot(*(mesh.xyz[top, :2] - [PITCH * (c + 0.5) - BORE / 2, 0.0]).T).argmin()] for c in range(CYLINDERS)]
    deck.history_nodes(place[middle])
    blocks.write(deck)
    deck.end()
    return blocks.statistics({BLOCK: ALUMINIUM[0], BED_PLATE: ALUMINIUM[0]})
