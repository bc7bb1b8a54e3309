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
