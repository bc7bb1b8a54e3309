"""The deformed mesh of a run in few bytes: faces that can be seen, chosen states, places in 16 bits, fields in 8. Used by
report_sections.py; drawn by report_page/mesh.js.

States are spread evenly over those of states.vtkhdf. A mesh with too many nodes is coarsened: nodes of a part in one cell
of a grid become one, the first of them, and faces that lose a corner are left out (clustering of vertices after Rossignac
and Borrel, 1993)."""
import colours
import numpy as np
from crumple import walls
from crumple.histories import part_name
from report_page import note, pack

# corners of the faces of each type of cell, by number of VTK
FACES = {
    5: [[0, 1, 2]],
    9: [[0, 1, 2, 3]],
    10: [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]],
    12: [[0, 1, 2, 3], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]],
    13: [[0, 1, 2], [3, 4, 5], [0, 1, 4, 3], [1, 2, 5, 4], [2, 0, 3, 5]],
    14: [[0, 1, 2, 3], [0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]],
}
SOLIDS = (10, 12, 13, 14)
LINE = 3
KINDS = ("shell", "solid", "beam")
FIELDS = ("plastic_strain", "von_mises", "thickness")  # of elements over time, where the run has them
GONE = 255       # a field's value of a deleted element
LEVELS = 254     # values of a field


def faces_of(file, ever_gone):
    """Faces that can be seen, as quadrilaterals (a triangle has its last corner twice), and their cells. Of solids those
    that no other has, or whose cell is deleted at some time or beside such a cell."""
    faces, cells, solid = [], [], []
    for kind, corners in FACES.items():
        index = np.flatnonzero(file.types == kind)
        for face in corners:
            quad = np.array(face if len(face) == 4 else face + face[-1:])
            faces.append(file.connectivity[file.offsets[index][:, None] + quad])
            cells.append(index)
            solid.append(np.full(len(index), kind in SOLIDS))
    faces, cells, solid = np.concatenate(faces), np.concatenate(cells), np.concatenate(solid)
    _, same, count = np.unique(np.sort(faces[solid], axis=1), axis=0, return_inverse=True, return_counts=True)
    same = same.reshape(-1)
    bared = np.bincount(same, ever_gone[cells[solid]], len(count)) > 0
    seen = np.ones(len(faces), bool)
    seen[solid] = ((count == 1) | bared)[same]
    return faces[seen], cells[seen]


def lines_of(file):
    index = np.flatnonzero(file.types == LINE)
    return file.connectivity[file.offsets[index][:, None] + np.arange(2)], index


def clustered(points, faces, cells, part, most):
    """The faces between representatives of nodes, at most so many of them, and the cells of these faces."""
    group = np.zeros(len(points), int)
    group[faces] = part[cells][:, None]
    box = points[np.unique(faces)]
    low, size = box.min(axis=0), np.ptp(box, axis=0).max()
    n = int(np.sqrt(most))                        # surfaces fill about n^2 of n^3 cells of a grid
    while True:
        key = np.column_stack([group, ((points - low) / size * n).astype(int)])
        first, place = np.unique(key, axis=0, return_index=True, return_inverse=True)[1:]
        coarse = first[place.reshape(-1)][faces]
        kept = (np.diff(np.sort(coarse, axis=1), axis=1) != 0).sum(axis=1) >= 2   # three different corners at least
        if len(np.unique(coarse[kept])) <= most:
            return coarse[kept], cells[kept]
        n = int(0.85 * n)


def triangles_of(faces):
    """Corners of triangles (n, 3), the face of each, and which of its edges are the element's (bit i: that opposite to
    corner i)."""
    whole = np.array([[0, 1, 2], [0, 2, 3]])
    corners = faces[:, whole].reshape(-1, 3)
    face = np.repeat(np.arange(len(faces)), 2)
    edges = np.tile([0b101, 0b011], len(faces))   # the diagonal is opposite to corner 1, then to corner 2
    triangle = faces[:, 2] == faces[:, 3]
    edges[0::2][triangle] = 0b111
    area = (corners[:, 0] != corners[:, 1]) & (corners[:, 1] != corners[:, 2]) & (corners[:, 2] != corners[:, 0])
    return corners[area], face[area], edges[area]


def in_levels(values, low, high, levels):
    """Values as whole numbers 0 to levels."""
    scale = np.where(high > low, high - low, 1.0)
    return np.clip(np.rint((values - low) / scale * levels), 0, levels)


def changes(states):
    """The first state, then differences: small numbers, which deflate well."""
    return np.concatenate([states[:1], states[1:] - states[:-1]])


def field_of(file, name, states, cells, gone, unit):
    """A field of the shown cells over time in 8 bits; what is above the 99.5th percentile saturates."""
    values = np.array([file.cells(name, state)[cells] for state in states])
    alive = values[~gone]
    low, high = (float(alive.min()), float(np.percentile(alive, 99.5))) if alive.size else (0.0, 0.0)
    low = low if name == "thickness" else 0.0
    high = high if high > low else float(alive.max(initial=low))
    levels = in_levels(values, low, high, LEVELS).astype(np.uint8)
    levels[gone] = GONE
    label = name.replace("_", " ")
    return {"name": label + (f" [{unit}]" if unit else ""), "low": low, "high": high, "values": pack(changes(levels), "uint8")}


def planes(deck, low, high):
    """The rigid walls of the deck, if it is still there, as blocks for a model in this box."""
    found = walls.walls_of(deck) if deck else []
    blocks = [walls.block_behind(wall, np.stack([low, high], axis=1).ravel()) for wall in found]
    return {
        "walls": [{"points": block.tolist(), "normal": wall.normal.tolist()} for wall, block in zip(found, blocks)],
        "wall_faces": walls.FACES, "wall_edges": walls.EDGES,
    }


def mesh(run, units, most_states, most_nodes):
    """The block of the deformed mesh."""
    file = run.states
    if not len(file.times):
        return note(f"{file.path.name} holds no state.")
    states = np.unique(np.linspace(0, len(file.times) - 1, most_states).round().astype(int))
    gone = np.array([file.gone(state) for state in states])
    part, rank = file.cells("part", states[0]), file.cells("rank", states[-1])
    faces, cells = faces_of(file, gone.any(axis=0))
    lines, beams = lines_of(file)
    coarse = len(np.unique(faces)) > most_nodes
    if coarse:
        faces, cells = clustered(file.points(states[0]), faces, cells, part, most_nodes)
    used, index = np.unique(np.concatenate([faces.reshape(-1), lines.reshape(-1)]), return_inverse=True)
    faces, lines = index[:faces.size].reshape(-1, 4), index[faces.size:].reshape(-1, 2)
    shown, cell = np.unique(np.concatenate([cells, beams]), return_inverse=True)
    corners, face, edges = triangles_of(faces)
    points = np.array([file.points(state)[used] for state in states])
    kind = np.select([np.isin(file.types[shown], SOLIDS), file.types[shown] == LINE], [1, 2], 0)
    low, high = points.reshape(-1, 3).min(axis=0), points.reshape(-1, 3).max(axis=0)
    parts, part_index = np.unique(part[shown], return_inverse=True)
    titles, n_ranks = run.part_titles(), int(rank.max(initial=0)) + 1
    unit = {"von_mises": units.names.get("stress", ""), "thickness": units.names.get("length", "")}
    return {
        "kind": "mesh", "times": file.times[states].tolist(), "low": low.tolist(), "high": high.tolist(),
        **planes(run.deck, low, high), "n_nodes": len(used), "n_cells": len(shown), "time": units.names.get("time", ""), "length": units.names.get("length", ""),
        "points": pack(changes(in_levels(points, low, high, 65535).astype(np.uint16)), "uint16"),
        "corners": pack(corners, "uint32"), "cells": pack(cell[:len(cells)][face], "uint32"), "edges": pack(edges, "uint8"),
        "lines": pack(lines, "uint32"), "line_cells": pack(cell[len(cells):], "uint32"),
        "parts": {"names": [part_name(int(n), titles) for n in parts], "of": pack(part_index, "uint16"),
                  "colours": colours.class_colours(np.arange(len(parts))).tolist()},
        "ranks": {"names": [f"rank {r}" for r in range(n_ranks)], "of": pack(rank[shown], "uint16"),
                  "colours": colours.class_colours(np.arange(n_ranks)).tolist()},
        "ids": pack(file.cells("element_id", states[0])[shown], "uint32"),
        "kinds": {"names": KINDS, "of": pack(kind, "uint8")},
        "gone": pack(gone[:, shown], "uint8"),
        "fields": [field_of(file, name, states, shown, gone[:, shown], unit.get(name, "")) for name in FIELDS if file.has(name)],
        "said": f"{len(states)} of {len(file.times)} states"
                + (f"; {len(used):,} of {file.n_nodes:,} nodes, coarsened for the eye" if coarse else ""),
    }
