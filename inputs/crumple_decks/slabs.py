"""Arithmetic on millions of elements: a slab of them at a time, so that their corners are never held all at once.

Vectors are taken apart into their components, which numpy adds several times faster than it sums rows of three.
"""
import numpy as np

SLAB = 20_000


def by_slabs(function, *columns):
    """`function` of equally long columns, called with a slab of their rows at a time; its results are joined along the last axis."""
    starts = range(0, max(len(columns[0]), 1), SLAB)
    return np.concatenate([function(*(column[start:start + SLAB] for column in columns)) for start in starts], axis=-1)


def dot(a, b):
    """Products of vectors (..., 3)."""
    return a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1] + a[..., 2] * b[..., 2]


def length(vectors):
    """Lengths of vectors (..., 3)."""
    return np.sqrt(dot(vectors, vectors))


def manhattan(vectors):
    """Lengths of vectors (..., 3) along the axes."""
    return np.abs(vectors[..., 0]) + np.abs(vectors[..., 1]) + np.abs(vectors[..., 2])


def first_alike(rows):
    """For each of the rows (n, k) the index of the first one that equals it."""
    order = np.lexsort(rows.T)
    ordered = rows[order]
    new = np.concatenate([[True], (ordered[1:] != ordered[:-1]).any(axis=1)])
    first = np.empty_like(order)
    first[order] = order[new][np.cumsum(new) - 1]
    return first
