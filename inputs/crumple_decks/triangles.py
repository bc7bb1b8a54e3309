"""Triangles among the quads: splits a share of a finished assembly's quads, as free meshers leave them. Called by scene.py.

A third of the split quads are the most warped or skewed ones, the rest are strewn over the sheets by a fixed sequence.
"""
import numpy as np

from .quality import shell_areas
from .slabs import by_slabs, dot, length

WORST = 1.0 / 3.0        # of the splits go to the worst shapes
STRIDE = 2654435761      # Knuth's multiplicative hash: strews without a generator of random numbers


def badness(xyz, quads):
    """How far each quad is from a flat rectangle: height of its warp over its size, plus cosine of its corners."""
    def of_slab(quads):
        c = xyz[quads]
        normal = np.cross(c[:, 2] - c[:, 0], c[:, 3] - c[:, 1])
        area2 = np.maximum(length(normal), 1e-30)
        edges = [c[:, (k + 1) % 4] - c[:, k] for k in range(4)]
        warp = np.abs(dot(edges[0], normal)) / area2 / np.sqrt(0.5 * area2)
        sides = [length(edge) for edge in edges]
        cosines = [np.abs(dot(edges[k], edges[k - 1])) / (sides[k] * sides[k - 1]) for k in range(4)]
        return warp + sum(cosines) / 4

    return by_slabs(of_slab, quads)


def split_share(assembly, share):
    """Splits quads along their shorter diagonal until `share` of all shells are triangles. Parts keep their order."""
    n = len(assembly.shells)
    n_split = int(round(n * share / (2.0 - share)))        # 2 s / (n + s) = share
    # Small elements would set the time step: triangles have shorter heights. Leave the smaller half of the mesh alone.
    area = shell_areas(assembly.xyz, assembly.shells)
    large = np.flatnonzero(area >= np.median(area))
    worst = large[np.argsort(-badness(assembly.xyz, assembly.shells[large]), kind="stable")[:int(n_split * WORST)]]
    rest = np.setdiff1d(large, worst)
    strewn = rest[np.argsort(rest * STRIDE % 2 ** 32, kind="stable")[:n_split - len(worst)]]
    split = np.zeros(n, dtype=bool)
    split[worst] = split[strewn] = True
    where = np.cumsum(1 + split) - (1 + split)              # new place of each old shell
    shells = np.empty((n + int(split.sum()), 4), dtype=assembly.shells.dtype)
    shells[where[~split]] = assembly.shells[~split]
    q = assembly.shells[split]
    c = assembly.xyz[q]
    turn = np.linalg.norm(c[:, 3] - c[:, 1], axis=1) < np.linalg.norm(c[:, 2] - c[:, 0], axis=1)
    q = np.where(turn[:, None], np.roll(q, -1, axis=1), q)
    shells[where[split]] = q[:, [0, 1, 2, 2]]
    shells[where[split] + 1] = q[:, [0, 2, 3, 3]]
    assembly.shells, assembly.shell_part = shells, np.repeat(assembly.shell_part, 1 + split)
