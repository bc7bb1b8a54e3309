"""Small tools for structured shell and solid meshes: station lists, divided polylines, swept and ruled grids.

A grid is an array (ni, nj, 3) of points [mm]; neighbouring points make quads. Panels that are to be joined take their
points from the same stations, so that the nodes of two flanges face each other.
"""
import numpy as np


def n_divisions(length, size, least=1):
    """How many elements of about `size` [mm] fit a `length` [mm]."""
    return max(least, int(round(length / size)))


def divide(points, size, least=1):
    """Polyline (n, d) with each leg cut into equal pieces of about `size`; corners stay."""
    points = np.asarray(points, dtype=float)
    pieces = []
    for start, end in zip(points[:-1], points[1:]):
        n = n_divisions(np.linalg.norm(end - start), size, least)
        pieces.append(start + (end - start) * (np.arange(n) / n)[:, None])
    return np.concatenate(pieces + [points[-1:]])


def ramp(breaks, size, least=1):
    """The same for plain numbers."""
    return divide(np.asarray(breaks, dtype=float)[:, None], size, least)[:, 0]


def symmetric(half):
    """Stations 0..b mirrored to -b..b."""
    half = np.asarray(half)
    return np.concatenate([-half[:0:-1], half])


def smooth_curve(points, n=400):
    """Dense Catmull-Rom curve through points (m, d), parametrised by chord."""
    points = np.asarray(points, dtype=float)
    padded = np.concatenate([2 * points[:1] - points[1:2], points, 2 * points[-1:] - points[-2:-1]])
    t = np.concatenate([[0.0], np.cumsum(np.sqrt(np.linalg.norm(np.diff(padded, axis=0), axis=1)))])
    u = np.linspace(t[1], t[-2], n)
    k = np.clip(np.searchsorted(t, u, side="right") - 1, 1, len(points) - 1)
    p, q = [padded[k + i] for i in (-1, 0, 1, 2)], [t[k + i] for i in (-1, 0, 1, 2)]

    def blend(a, b, ta, tb):
        w = ((u - ta) / (tb - ta))[:, None]
        return a * (1 - w) + b * w

    a1, a2, a3 = blend(p[0], p[1], q[0], q[1]), blend(p[1], p[2], q[1], q[2]), blend(p[2], p[3], q[2], q[3])
    return blend(blend(a1, a2, q[0], q[2]), blend(a2, a3, q[1], q[3]), q[1], q[2])


def resample(curve, size, least=2, measure=lambda points: points):
    """Points at equal arc length of about `size` on a dense curve; lengths are taken on `measure(curve)`."""
    s = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(measure(curve), axis=0), axis=1))])
    u = np.linspace(0.0, s[-1], n_divisions(s[-1], size, least) + 1)
    return np.stack([np.interp(u, s, column) for column in curve.T], axis=-1)


def grid(x, y, z):
    """Grid from three arrays that broadcast to one (ni, nj) shape."""
    return np.stack(np.broadcast_arrays(x, y, z), axis=-1).astype(float)


def ruled(start, end, fractions):
    """Grid between two curves of equally many points; `fractions` run from 0 (start) to 1 (end)."""
    f = np.asarray(fractions)[None, :, None]
    return np.asarray(start)[:, None] * (1 - f) + np.asarray(end)[:, None] * f


def box_hexes(x, y, z):
    """Nodes and hexes of a block from three station lists."""
    xx, yy, zz = np.meshgrid(x, y, z, indexing="ij")
    number = np.arange(xx.size).reshape(xx.shape)
    return np.stack([xx, yy, zz], -1).reshape(-1, 3), hexes_of(number)


def hexes_of(number):
    """Hexes of a (ni, nj, nk) array of node numbers whose axes form a right-handed frame."""
    c = [number[a:number.shape[0] - 1 + a, b:number.shape[1] - 1 + b, k:number.shape[2] - 1 + k]
         for k in (0, 1) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]
    return np.stack(c, -1).reshape(-1, 8)


def quads_of(number):
    """Quads of a (ni, nj) array of node numbers."""
    return np.stack([number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]], -1).reshape(-1, 4)


def sheet(points):
    """Nodes and quads of a grid (ni, nj, 3)."""
    return points.reshape(-1, 3), quads_of(np.arange(points.shape[0] * points.shape[1]).reshape(points.shape[:2]))


def swept(section, along):
    """Nodes and quads of a closed section (n, 3) at each of the places `along` (m, 3); normals of a section that runs
    counterclockwise about the way point outward. Nodes are numbered ring by ring."""
    points = np.asarray(section)[None] + np.asarray(along)[:, None]
    number = np.arange(points.shape[0] * points.shape[1]).reshape(points.shape[:2])
    return points.reshape(-1, 3), quads_of(np.concatenate([number, number[:, :1]], axis=1).T)


def square(n_side, width):
    """Points (4 n_side, 2) round a square about the origin, counterclockwise from its corner (-, -)."""
    fractions = np.arange(n_side)[:, None] / n_side
    corners = width / 2 * np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
    return np.concatenate([a * (1 - fractions) + b * fractions for a, b in zip(corners, np.roll(corners, -1, axis=0))])


def circle(n, radius):
    """Points (n, 2) round a circle about the origin, counterclockwise."""
    angle = 2 * np.pi * np.arange(n) / n
    return radius * np.stack([np.cos(angle), np.sin(angle)], -1)


def ball(radius, n_side, n_shell):
    """Nodes and hexes of a ball about the origin: a bulged cube of `n_side` elements a side, whose hexes come first,
    and `n_shell` layers from it to the surface. With an odd n_side the axes' ends lie in the middle of a face."""
    unit = np.linspace(-1, 1, n_side + 1)
    cube, hexes = box_hexes(unit, unit, unit)
    level = np.abs(cube).max(axis=1, keepdims=True)
    outward = cube / np.maximum(np.linalg.norm(cube, axis=1, keepdims=True), 1e-9)
    core = 0.5 * radius * (0.6 * cube + 0.4 * level * outward)
    number = np.arange(len(cube)).reshape([n_side + 1] * 3)
    skin = np.flatnonzero(level[:, 0] > 1 - 1e-9)
    faces = [number[0].T, number[-1], number[:, 0], number[:, -1].T, number[:, :, 0].T, number[:, :, -1]]
    below = quads = np.concatenate([quads_of(face) for face in faces])      # normals outward
    local = np.zeros(len(cube), dtype=int)
    local[skin] = np.arange(len(skin))
    points, cells = [core], [hexes]
    for layer in range(1, n_shell + 1):
        f = layer / n_shell
        points.append((1 - f) * core[skin] + f * radius * outward[skin])
        above = len(cube) + (layer - 1) * len(skin) + local[quads]
        cells.append(np.concatenate([below, above], axis=1))
        below = above
    return np.concatenate(points), np.concatenate(cells)


def tetrahedra(hexes):
    """Six tetrahedra for each hex (n, 8) of a mesh swept along its elements' axis 1-5, layer by layer. Diagonals start
    at the least node number of a face, so neighbours share them."""
    prisms = np.concatenate([hexes[:, [0, 1, 2, 4, 5, 6]], hexes[:, [0, 2, 3, 4, 6, 7]]])
    # turn each prism about its axis until its least node of the lower face comes first; layers are numbered upward
    first = prisms[:, :3].argmin(axis=1)
    turn = (np.arange(3)[None] + first[:, None]) % 3
    p = np.concatenate([np.take_along_axis(prisms, turn, 1), np.take_along_axis(prisms, turn + 3, 1)], axis=1)
    straight = p[:, 1] < p[:, 2]                                            # diagonal 1-5 of the far face, else 2-4
    middle = np.where(straight[:, None], p[:, [0, 1, 2, 5]], p[:, [0, 1, 2, 4]])
    last = np.where(straight[:, None], p[:, [0, 1, 5, 4]], p[:, [0, 4, 2, 5]])
    return np.concatenate([middle, last, p[:, [0, 4, 5, 3]]])


class Blocks:
    """Nodes and elements of a deck, numbered from 1 in the order in which they are added, with their part."""

    def __init__(self):
        self.xyz, self.n_nodes = [], 0
        self.cells = {"shells": [], "solids": [], "beams": []}

    def nodes(self, xyz):
        """Ids of these points, which become nodes."""
        self.xyz.append(np.asarray(xyz, dtype=float).reshape(-1, 3))
        self.n_nodes += len(self.xyz[-1])
        return self.n_nodes - len(self.xyz[-1]) + 1 + np.arange(len(self.xyz[-1]))

    def elements(self, kind, part, nodes):
        """`nodes` (n, 4), (n, 8) or (n, 2): ids of the nodes of shells, solids or beams; tetrahedra are solids of 4."""
        self.cells[kind].append((part, np.asarray(nodes)))

    def add(self, kind, part, xyz, cells):
        """Nodes and the elements between them; returns the ids of the nodes."""
        ids = self.nodes(xyz)
        self.elements(kind, part, ids[cells])
        return ids

    def points(self):
        """(n, 3) places of all nodes; row i is of node i + 1."""
        return np.concatenate(self.xyz)

    def size(self, part):
        """Area of a part's shells [mm2], volume of its solids [mm3], or length of its beams [mm]."""
        xyz = self.points()
        corners = {kind: [xyz[nodes - 1] for p, nodes in lists if p == part] for kind, lists in self.cells.items()}
        area = sum(0.5 * np.linalg.norm(np.cross(c[:, 2] - c[:, 0], c[:, 3] - c[:, 1]), axis=1).sum()
                   for c in corners["shells"])
        length = sum(np.linalg.norm(c[:, 1] - c[:, 0], axis=1).sum() for c in corners["beams"])
        return area + length + sum(volumes(c).sum() for c in corners["solids"])

    def write(self, deck):
        """All nodes and elements, shells first."""
        deck.nodes(np.arange(1, self.n_nodes + 1), self.points())
        first = 1
        for kind, write in (("shells", deck.shells), ("solids", deck.solids), ("beams", deck.beams)):
            for part, nodes in self.cells[kind]:
                ids = first + np.arange(len(nodes))
                nodes = np.concatenate([nodes, np.repeat(nodes[:, 3:], 4, axis=1)], axis=1) if (
                    kind == "solids" and nodes.shape[1] == 4) else nodes
                write(ids, np.full(len(nodes), part), nodes)
                first += len(nodes)

    def statistics(self, mass_per_size):
        """Counts and mass; mass_per_size {part: mass [kg] per area, volume or length}."""
        counts = {kind: sum(len(nodes) for _, nodes in lists) for kind, lists in self.cells.items()}
        parts = {part for lists in self.cells.values() for part, _ in lists}
        return {"parts": len(parts), **counts, "nodes": self.n_nodes,
                "mass_kg": float(sum(self.size(part) * mass for part, mass in mass_per_size.items()))}


def volumes(corners):
    """Volumes of tetrahedra (n, 4, 3), or of trilinear hexes (n, 8, 3), warped or not."""
    if corners.shape[1] == 4:
        a, b, c = (corners[:, i] - corners[:, 0] for i in (1, 2, 3))
        return np.einsum("ij,ij->i", np.cross(a, b), c) / 6
    signs = np.array([(r, s, t) for t in (-1, 1) for r, s in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    total = 0.0
    for point in signs / 3 ** 0.5:                                          # Gauss points, exact for these
        factors = 1 + signs * point
        slopes = [signs[:, i] * factors[:, (i + 1) % 3] * factors[:, (i + 2) % 3] / 8 for i in range(3)]
        total = total + np.linalg.det(np.einsum("ik,nkj->nij", np.array(slopes), corners))
    return total


class Stations:
    """One shared list of stations along an axis. Parts ask for intervals; the list holds every asked-for end.

    It is filled in two passes: while `recording`, `pick` notes the ends; `settle` then fills the gaps to the wanted
    spacing; from then on `pick` returns subsets of one and the same list, so that parts of different element size
    still meet node to node.
    """

    def __init__(self, spacing, measure=lambda x: x):
        self.spacing = spacing          # function: position [mm] -> element size [mm]
        self.measure = measure          # function: position -> where it will be; sizes are measured there
        self.breaks = set()
        self.values = None

    def settle(self, closest):
        """Fixes the list; breaks closer than `closest` [mm] would make tiny elements and are an error."""
        breaks = np.array(sorted(self.breaks))
        close = np.flatnonzero(np.diff(breaks) < closest)
        if len(close):
            raise ValueError("stations too close: " + ", ".join(f"{breaks[i]:g} {breaks[i + 1]:g}" for i in close))
        pieces = []
        for a, b in zip(breaks[:-1], breaks[1:]):
            fine = np.linspace(a, b, 33)
            density = 1.0 / self.spacing(fine)
            count = np.concatenate([[0.0], np.cumsum(0.5 * (density[1:] + density[:-1]) * np.diff(self.measure(fine)))])
            n = max(1, int(round(count[-1])))
            pieces.append(np.interp(np.arange(n) * count[-1] / n, count, fine))
        self.values = np.concatenate(pieces + [breaks[-1:]])

    def pick(self, ends, size=None):
        """Stations from ends[0] to ends[-1] through all of `ends`, about `size` apart (None: every station)."""
        ends = [round(float(e), 3) for e in ends]
        if self.values is None:
            self.breaks.update(ends)
            return np.array(ends)
        chosen = [ends[0]]
        for a, b in zip(ends[:-1], ends[1:]):
            inside = self.values[(self.values > a + 1e-6) & (self.values < b - 1e-6)]
            if size is not None and len(inside):
                n = n_divisions(self.measure(b) - self.measure(a), size)
                wanted = a + (b - a) * np.arange(1, n) / n
                every = np.concatenate([[a], inside, [b]])
                nearest = np.abs(every[None] - wanted[:, None]).argmin(axis=1)
                inside = every[np.unique(nearest[(nearest > 0) & (nearest < len(every) - 1)])]
            chosen.extend(inside.tolist() + [b])
        return np.array(chosen)
