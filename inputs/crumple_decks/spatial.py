"""Neighbour search with a spatial hash, in numpy only."""
import numpy as np

from .slabs import SLAB, length

_PRIMES = np.array([1, 1 << 21, 1 << 42], dtype=np.int64)


def _keys(cells):
    """One integer per cell; cells may be negative down to -2^20."""
    return ((cells + (1 << 20)) * _PRIMES).sum(axis=-1)


def expand(counts):
    """For counts (n,): (owner, place) of each of sum(counts) items."""
    owner = np.repeat(np.arange(len(counts)), counts)
    place = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    return owner, place


def _join(keys_a, keys_b):
    """All (i, j) with keys_a[i] == keys_b[j]."""
    order = np.argsort(keys_b, kind="stable")
    ordered = keys_b[order]
    first = np.searchsorted(ordered, keys_a, side="left")
    counts = np.searchsorted(ordered, keys_a, side="right") - first
    owner, place = expand(counts)
    return owner, order[first[owner] + place]


def pairs_within(a, b, radius, wanted=None):
    """All (i, j, distance) with |a[i] - b[j]| <= radius and, if it is given, wanted(i, j, distance)."""
    keys_a, keys_b = (_keys(np.floor(points / radius).astype(np.int64)) for points in (a, b))
    order = np.argsort(keys_b, kind="stable")
    keys_b, b = keys_b[order], b[order]
    found = []
    for start in range(0, max(len(a), 1), SLAB):
        for row in (np.array([0, dy, dz]) @ _PRIMES for dy in (-1, 0, 1) for dz in (-1, 0, 1)):
            key = keys_a[start:start + SLAB] + row                  # keys of neighbours along x are neighbours
            first = np.searchsorted(keys_b, key - 1, side="left")
            i, place = expand(np.searchsorted(keys_b, key + 1, side="right") - first)
            j = first[i] + place
            i += start
            d = length(a[i] - b[j])
            near = d <= radius
            i, j, d = i[near], order[j[near]], d[near]
            keep = slice(None) if wanted is None else wanted(i, j, d)
            found.append((i[keep], j[keep], d[keep]))
    return tuple(np.concatenate(column) for column in zip(*found))


def clearance_along_x(rear, front, cell):
    """How far the points `front` (n, 3) can move in +x before they reach the points `rear` (m, 3): the least distance in x
    of points in the same or neighbouring columns, `cell` wide in y and z (not below the size of the faces between points)."""
    columns_rear = np.floor(rear[:, 1:] / cell).astype(np.int64)
    columns_front = np.floor(front[:, 1:] / cell).astype(np.int64)
    low = np.minimum(columns_rear.min(0), columns_front.min(0)) - 1
    high = np.maximum(columns_rear.max(0), columns_front.max(0)) + 2
    nearest = np.full(high - low, np.inf)
    np.minimum.at(nearest, tuple((columns_rear - low).T), rear[:, 0])
    foremost = np.full(high - low, -np.inf)
    for dy in (-1, 0, 1):
        for dz in (-1, 0, 1):
            np.maximum.at(foremost, tuple((columns_front - low + (dy, dz)).T), front[:, 0])
    return (nearest - foremost).min()


def distance_to_triangles(p, a, b, c):
    """Distance of each point p to the triangle (a, b, c), row by row (Ericson, Real-Time Collision Detection, 5.1.5)."""
    ab, ac, ap = b - a, c - a, p - a
    normal = np.cross(ab, ac)
    area2 = np.maximum((normal ** 2).sum(1), 1e-30)
    u = (np.cross(ap, ac) * normal).sum(1) / area2
    v = (np.cross(ab, ap) * normal).sum(1) / area2
    inside = (u >= 0) & (v >= 0) & (u + v <= 1)
    plane = np.abs((ap * normal).sum(1)) / np.sqrt(area2)

    def to_edge(q, r):
        e = r - q
        t = np.clip(((p - q) * e).sum(1) / np.maximum((e ** 2).sum(1), 1e-30), 0, 1)
        return np.linalg.norm(p - q - t[:, None] * e, axis=1)

    edges = np.minimum(np.minimum(to_edge(a, b), to_edge(b, c)), to_edge(c, a))
    return np.where(inside, plane, edges)


def nodes_near_quads(points, quads, corners, radius, cell):
    """(node, quad, distance) for every point within `radius` of a quad it is no corner of.

    points (n, 3): all nodes; quads (m, 4): node numbers; corners (m, 4, 3): their points. `cell` [mm]: hash cell.
    """
    low = np.floor((corners.min(axis=1) - radius) / cell).astype(np.int64)
    high = np.floor((corners.max(axis=1) + radius) / cell).astype(np.int64)
    size = high - low + 1
    owner, place = expand(size.prod(axis=1))
    s = size[owner]
    offset = np.stack([place // (s[:, 1] * s[:, 2]), place // s[:, 2] % s[:, 1], place % s[:, 2]], -1)
    k, node = _join(_keys(low[owner] + offset), _keys(np.floor(points / cell).astype(np.int64)))
    quad = owner[k]
    box = ((points[node] >= corners[quad].min(1) - radius) & (points[node] <= corners[quad].max(1) + radius)).all(1)
    foreign = box & (quads[quad] != node[:, None]).all(1)
    node, quad = node[foreign], quad[foreign]
    c = corners[quad]
    d = np.minimum(distance_to_triangles(points[node], c[:, 0], c[:, 1], c[:, 2]),
                   distance_to_triangles(points[node], c[:, 0], c[:, 2], c[:, 3]))
    near = d < radius
    return node[near], quad[near], d[near]


def _cells_of_boxes(corners, cell):
    """Hash keys of all cells that the box around each item's corners (n, k, 3) touches: (item, key)."""
    low = np.floor(corners.min(axis=1) / cell).astype(np.int64)
    size = np.floor(corners.max(axis=1) / cell).astype(np.int64) - low + 1
    owner, place = expand(size.prod(axis=1))
    s = size[owner]
    return owner, _keys(low[owner] + np.stack([place // (s[:, 1] * s[:, 2]), place // s[:, 2] % s[:, 1], place % s[:, 2]], -1))


def edges_through_quads(points, edges, quads, cell):
    """(edge, quad, point) for every edge (m, 2) that passes through a quad (n, 4) with none of its nodes; a quad is two
    triangles (Moeller and Trumbore 1997). `cell`: hash cell."""
    edge_owner, edge_key = _cells_of_boxes(points[edges], cell)
    quad_owner, quad_key = _cells_of_boxes(points[quads], cell)
    i, j = _join(edge_key, quad_key)
    e, q = edge_owner[i], quad_owner[j]
    foreign = (quads[q][:, :, None] != edges[e][:, None, :]).all(axis=(1, 2))
    e, q = e[foreign], q[foreign]
    start = points[edges[e, 0]]
    along = points[edges[e, 1]] - start
    found = []
    for corners in ((0, 1, 2), (0, 2, 3)):
        a, b, c = (points[quads[q, k]] for k in corners)
        ab, ac, from_a = b - a, c - a, start - a
        across = np.cross(along, ac)
        det = (ab * across).sum(1)
        scale = 1 / np.where(np.abs(det) > 1e-9, det, np.inf)          # parallel ones and flat triangles pass nowhere
        u = (from_a * across).sum(1) * scale
        other = np.cross(from_a, ab)
        v, t = (along * other).sum(1) * scale, (ac * other).sum(1) * scale
        found.append(np.flatnonzero((u > 1e-6) & (v > 1e-6) & (u + v < 1 - 1e-6) & (t > 1e-6) & (t < 1 - 1e-6)))
    k = np.unique(np.concatenate(found))
    return e[k], q[k], start[k] + 0.5 * along[k]
