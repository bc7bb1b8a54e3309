"""Checks of a finished assembly: time step, element shape, gaps between sheets, connection of all parts."""
import numpy as np

from .car_materials import properties
from .slabs import by_slabs, length
from .spatial import edges_through_quads, nodes_near_quads


def wave_speeds(assembly):
    """Speed of sound [mm/ms] by part id: plate waves for sheets, P waves for blocks. Index 0 is unused."""
    speeds = [1.0]
    for part in assembly.parts.values():
        density, young, poisson = properties(part.material)
        factor = 1 - poisson ** 2 if part.thickness else (1 + poisson) * (1 - 2 * poisson) / (1 - poisson)
        speeds.append(np.sqrt(young / density / factor))
    return np.array(speeds)


def quad_areas(c):
    """Areas of quads with corners (..., 4, 3)."""
    return 0.5 * length(np.cross(c[..., 2, :] - c[..., 0, :], c[..., 3, :] - c[..., 1, :]))


def shell_areas(xyz, shells):
    return by_slabs(lambda slab: quad_areas(xyz[slab]), shells)


def shell_lengths(xyz, shells):
    """(area, length for the time step, shortest edge, smallest corner sine) of each shell.

    The length is area / longest side for quads and the shortest height for triangles (they repeat their third node).
    """
    def of_slab(shells):
        c = xyz[shells]
        area = quad_areas(c)
        edges = [c[:, (k + 1) % 4] - c[:, k] for k in range(4)]
        sides = [length(edge) for edge in edges]
        sines = [length(np.cross(edges[k], edges[k - 1])) / np.maximum(sides[k] * sides[k - 1], 1e-30) for k in range(4)]
        triangle = shells[:, 2] == shells[:, 3]
        for unused in (sides[2], sines[2], sines[3]):          # the side from the third node to itself
            unused[triangle] = np.inf
        shortest = np.minimum.reduce(sides)
        sides[2][triangle] = 0.0
        return np.stack([area, np.where(triangle, 2.0, 1.0) * area / np.maximum.reduce(sides), shortest, np.minimum.reduce(sines)])

    return by_slabs(of_slab, shells)


FACES = np.array([(0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)])


def solid_volumes(xyz, solids):
    """(volume, volume / largest face) of each hex."""
    def of_slab(solids):
        c = xyz[solids]
        largest = np.maximum.reduce([quad_areas(c[:, face]) for face in FACES])
        a, b, d = (c[:, [1, 2, 5, 6]].mean(1) - c[:, [0, 3, 4, 7]].mean(1), c[:, [2, 3, 6, 7]].mean(1) - c[:, [0, 1, 4, 5]].mean(1),
                   c[:, 4:].mean(1) - c[:, :4].mean(1))
        volume = np.einsum("ij,ij->i", np.cross(a, b), d)
        return np.stack([volume, volume / largest])

    return by_slabs(of_slab, solids)


def element_steps(assembly, area, length):
    """(stable step [ms], mass [kg], part id) of each shell, then of each solid. area, length: those of `shell_lengths`."""
    speeds = wave_speeds(assembly)
    density = np.array([0.0] + [properties(part.material)[0] for part in assembly.parts.values()])
    volume, solid_length = solid_volumes(assembly.xyz, assembly.solids)
    owner = np.concatenate([assembly.shell_part, assembly.solid_part])
    amount = np.concatenate([area * assembly.thickness[assembly.shell_part], volume])
    return np.concatenate([length, solid_length]) / speeds[owner], amount * density[owner], owner


def part_masses(assembly):
    """Mass [kg] and its first moment [kg mm] by part id, and element masses spread to nodes."""
    n = len(assembly.parts) + 1
    density = np.array([0.0] + [properties(part.material)[0] for part in assembly.parts.values()])
    area = shell_areas(assembly.xyz, assembly.shells)
    volume = solid_volumes(assembly.xyz, assembly.solids)[0]
    nodal = np.zeros(len(assembly.xyz))
    mass = np.zeros(n)
    for cells, owner, amount in ((assembly.shells, assembly.shell_part, area * assembly.thickness[assembly.shell_part]),
                                 (assembly.solids, assembly.solid_part, volume)):
        m = amount * density[owner]
        mass += np.bincount(owner, m, n)
        nodal += np.bincount(cells.reshape(-1), np.repeat(m / cells.shape[1], cells.shape[1]), len(nodal))
    return mass, nodal


def surface_quads(assembly):
    """(quads, part ids) of all shells and the outer faces of solids."""
    a = assembly
    faces = a.solids[:, FACES].reshape(-1, 4)
    face_part = np.repeat(a.solid_part, 6)
    _, first, count = np.unique(np.sort(faces, axis=1), axis=0, return_index=True, return_counts=True)
    outer = np.sort(first[count == 1])
    return np.concatenate([a.shells, faces[outer]]), np.concatenate([a.shell_part, face_part[outer]])


def crossings(assembly):
    """Pairs of parts whose sheets cut each other, which no node need show: {(edge's part, sheet's part): a point}."""
    a = assembly
    quads, quad_part = surface_quads(a)
    edges = np.sort(np.concatenate([quads[:, [i, (i + 1) % 4]] for i in range(4)]), axis=1)
    edges, first = np.unique(edges, axis=0, return_index=True)
    edge_part = np.tile(quad_part, 4)[first]
    proper = edges[:, 0] != edges[:, 1]
    edges, edge_part = edges[proper], edge_part[proper]
    ends = a.xyz[edges]
    cell = 1.5 * np.median(np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1))
    names = [None] + list(a.parts)
    found = {}
    slab = 50_000
    for start in range(0, len(quads), slab):
        box = a.xyz[quads[start:start + slab]]
        low, high = box.min(axis=(0, 1)), box.max(axis=(0, 1))
        near = np.flatnonzero(((ends.max(axis=1) >= low) & (ends.min(axis=1) <= high)).all(axis=1))
        edge, quad, point = edges_through_quads(a.xyz, edges[near], quads[start:start + slab], cell)
        for e, q, at in zip(near[edge], quad + start, point):
            found.setdefault((names[edge_part[e]], names[quad_part[q]]), at)
    return found


def penetrations(assembly, radius=None):
    """Worst gap by pair of parts where a node is nearer to a foreign sheet than their mean thickness.

    Returns {(node's part, sheet's part): (shortfall [mm], distance, node)} over shells and the faces of solids.
    """
    a = assembly
    quads, quad_part = surface_quads(a)
    radius = radius or a.thickness.max()
    names = [None] + list(a.parts)
    used = np.unique(quads)
    worst = {}
    sides = np.linalg.norm(np.roll(a.xyz[quads], -1, axis=1) - a.xyz[quads], axis=2)
    edge = np.median(sides[:, 0])
    # Inside one part a sheet is as thin as contact takes it: 0.4 of its element's shortest edge.
    quad_limit = 0.4 * np.where(sides > 0, sides, np.inf).min(axis=1)
    node_limit = np.zeros(len(a.xyz))
    np.maximum.at(node_limit, quads, quad_limit[:, None])
    slab = 50_000
    for start in range(0, len(quads), slab):
        q, owner = quads[start:start + slab], quad_part[start:start + slab]
        node, quad, d = nodes_near_quads(a.xyz, q, a.xyz[q], radius, max(12.0, edge))
        pn, pq = a.node_part[node], owner[quad]
        least = 0.5 * (a.thickness[pn] + a.thickness[pq])
        thin = 0.5 * (np.minimum(a.thickness[pn], node_limit[node]) + np.minimum(a.thickness[pq], quad_limit[start + quad]))
        least = np.where(pn == pq, np.minimum(least, thin), least)
        bad = np.flatnonzero(d < np.maximum(least, 0.2))
        for k in bad[np.argsort(least[bad] - d[bad], kind="stable")]:
            if np.isin(node[k], used, assume_unique=False):
                worst[(names[pn[k]], names[pq[k]])] = (float(least[k] - d[k]), float(d[k]), int(node[k]))
    return worst


CHECK_LIMIT = 1_500_000        # elements: above so many the slow check of gaps is left out


def refuse_faults(name, a, extras):
    """Ends the program if something is wrong with a vehicle, so that no deck of it is written: loose pieces, solids inside out,
    sheets too close or through each other. extras: rigid part's name -> nodes that move with it. Returns whether gaps were checked."""
    rigid = [np.concatenate([nodes, a.parts[part].nodes]) for part, nodes in extras.items()]
    problems = [f"loose piece: {part} ({count} nodes)" for part, count in loose_parts(a, a.links() + rigid)]
    if len(a.solids) and solid_volumes(a.xyz, a.solids)[0].min() <= 0:
        problems.append("a solid is inside out")
    small = len(a.shells) + len(a.solids) <= CHECK_LIMIT
    if small:
        problems += [f"too close by {short:.2f} mm (gap {d:.2f}): {one} to {other} at {np.round(a.xyz[node], 1)}"
                     for (one, other), (short, d, node) in sorted(penetrations(a).items())]
        problems += [f"{one} cuts {other} at {np.round(at, 1)}" for (one, other), at in sorted(crossings(a).items())]
    if problems:
        raise SystemExit("\n".join(f"PROBLEM {name}: {problem}" for problem in problems))
    return small


def smallest_labels(n, groups):
    """[node] The smallest of the n nodes to which it is joined by groups (m, k) of nodes, over however many of them (hooking
    and pointer jumping, Shiloach and Vishkin 1982)."""
    label = np.arange(n)
    while groups:
        for members in groups:
            roots = [label[column] for column in members.T]
            low = np.minimum.reduce(roots)
            for root in roots:
                np.minimum.at(label, root, low)
        jumped = label[label]
        while not np.array_equal(label, jumped):
            label, jumped = jumped, jumped[jumped]
        groups = [members[np.logical_or.reduce([label[column] != label[members[:, 0]] for column in members.T[1:]])]
                  for members in groups]
        groups = [members for members in groups if len(members)]
    return label


def loose_parts(assembly, links):
    """Names of the pieces (part, number of nodes) not joined to the largest body by elements, welds or rigid bodies.

    links: further groups of nodes that move together.
    """
    chains = [np.column_stack([group[:-1], group[1:]]) for group in links]
    pairs = np.concatenate([assembly.welds] + chains)
    labels, counts = np.unique(smallest_labels(len(assembly.xyz), [assembly.shells, assembly.solids, pairs]), return_counts=True)
    names = [None] + list(assembly.parts)
    main = labels[counts.argmax()]
    return [(names[assembly.node_part[label]], int(count)) for label, count in zip(labels, counts) if label != main]
