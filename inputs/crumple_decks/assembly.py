"""The growing car: parts with their grids, then one node table, spot welds, bolts and lumped masses.

Order of use: `shell`/`solid` for every part, `finish` (numbers the nodes), `weld`, `bolt`, `hang`, `spring`, `add_mass`,
then the deck. A node takes part in at most one spot weld or rigid body; joints and springs have nodes of their own.
"""
from dataclasses import dataclass

import numpy as np

from .slabs import by_slabs, dot, first_alike, length, manhattan
from .spatial import pairs_within

MERGE = 1e-3      # [mm] points of one part nearer than this are one node


class Part:
    """A sheet or block. thickness [mm] (0 for solids); `group`: parts welded only to parts of the same group;
    `merge`: parts of one name share coincident nodes.
    """

    def __init__(self, name, material, thickness, group, merge):
        self.name, self.material, self.thickness, self.group = name, material, thickness, group
        self.merge = merge or name
        self.points, self.cells, self.n_points = [], [], 0
        self.id = None

    def add(self, points, cells):
        self.points.append(points)
        self.cells.append(cells + self.n_points)
        self.n_points += len(points)


@dataclass
class Spring:
    """A spring with its damper between two nodes at one place, acting along a global axis."""
    law: str                 # of joining.py's LAWS
    ends: tuple              # its nodes
    axis: int                # 0, 1, 2: x, y, z
    offset: float = 0.0      # deflection at the start [mm], tension positive


# Joints hold pairs of nodes at one place: the point itself, or points before and behind it on the axis, and one beside it.
JOINT_ARM = 30.0             # [mm]
JOINT_PLACES = {"SPHERICAL": ((0, 0),), "REVOLUTE": ((-1, 0), (1, 0)), "TRANSLATIONAL": ((-1, 0), (1, 0), (0, 1))}


class Assembly:
    def __init__(self, scale=1.0):
        self.scale = scale       # element size relative to the drawing's: finer meshes put more nodes under a bolt
        self.parts = {}
        self.bolts = []          # lists of node indices: nodal rigid bodies
        self.joints = []         # (kind, nodes n1 to n6 as far as it has them)
        self.springs = []        # Springs
        self.masses = []         # (node indices, mass of each [kg])
        self.welds = np.zeros((0, 2), dtype=int)

    # ---- geometry -------------------------------------------------------------------------------------------------
    def shell(self, name, material, thickness, points, keep=None, group="body", close=False, merge=None):
        """Adds a grid (ni, nj, 3) to part `name`. keep (ni-1, nj-1): quads to keep. close: the j axis is a ring."""
        part = self.parts.setdefault(name, Part(name, material, thickness, group, merge))
        ni, nj = points.shape[:2]
        number = np.arange(ni * nj).reshape(ni, nj)
        if close:
            number = np.concatenate([number, number[:, :1]], axis=1)
        quads = np.stack([number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]], -1)
        quads = quads.reshape(-1, 4) if keep is None else quads[keep]
        part.add(points.reshape(-1, 3), quads)

    def sheet(self, name, material, thickness, points, quads, group):
        """Adds quads over points (n, 3) to part `name`."""
        self.parts.setdefault(name, Part(name, material, thickness, group, None)).add(points, quads)

    def both_shells(self, name, material, thickness, points, keep=None, group="body", close=False):
        """The same on the left (y > 0, ` L`) and, mirrored, on the right (` R`)."""
        self.shell(name + " L", material, thickness, points, keep, self._side(group, " L"), close)
        mirrored = points * np.array([1.0, -1.0, 1.0])
        keep = None if keep is None else keep[::-1]
        self.shell(name + " R", material, thickness, mirrored[::-1], keep, self._side(group, " R"), close)

    @staticmethod
    def _side(group, side):
        return group if group == "body" else group + side

    def solid(self, name, material, points, hexes, group="none", merge=None):
        part = self.parts.setdefault(name, Part(name, material, 0.0, group, merge))
        part.add(points, hexes)

    def count(self):
        """Number of elements drawn so far."""
        return sum(len(cells) for part in self.parts.values() for cells in part.cells)

    # ---- numbering ------------------------------------------------------------------------------------------------
    def finish(self):
        """Merges coincident points inside each part (or set of parts to merge), drops unused ones, numbers nodes and elements."""
        xyz, shells, solids, shell_part, solid_part, node_part = [], [], [], [], [], []
        count = 0
        sets = {}
        for number, part in enumerate(self.parts.values(), start=1):
            part.id = number
            sets.setdefault(part.merge, []).append(part)
        for members in sets.values():
            points = np.concatenate([p for part in members for p in part.points])
            first = first_alike(np.round(points / MERGE).astype(np.int32))     # keep the order of creation: near nodes, near numbers
            start, all_cells = 0, []
            for part in members:
                all_cells.append(first[np.concatenate(part.cells) + start])
                start += part.n_points
            used = np.unique(np.concatenate([cells.reshape(-1) for cells in all_cells]))
            owner = np.zeros(len(used), dtype=int)
            for part, cells in zip(members, all_cells):
                cells = np.searchsorted(used, cells)
                own = np.unique(cells)
                owner[own[owner[own] == 0]] = part.id          # a shared node counts to the first of its parts
                part.nodes, part.points, part.cells = own + count, None, None
                (shells if part.thickness else solids).append(cells + count)
                (shell_part if part.thickness else solid_part).append(np.full(len(cells), part.id))
            xyz.append(points[used])
            node_part.append(owner)
            count += len(used)
        self.xyz, self.node_part = np.concatenate(xyz), np.concatenate(node_part)
        self.shells, self.shell_part = np.concatenate(shells), np.concatenate(shell_part)
        self.solids, self.solid_part = np.concatenate(solids), np.concatenate(solid_part)
        self.thickness = np.array([0.0] + [part.thickness for part in self.parts.values()])
        self.taken = np.zeros(count, dtype=bool)

    def normals(self):
        """Unit normals of the sheets at their nodes: mean of the elements around, whatever their size."""
        def of_shells(shells):
            c = self.xyz[shells]
            normal = np.cross(c[:, 2] - c[:, 0], c[:, 3] - c[:, 1])
            return (normal / np.maximum(length(normal), 1e-30)[:, None]).T

        normal = by_slabs(of_shells, self.shells)
        total = np.zeros_like(self.xyz)
        for k in range(4):
            for axis in range(3):
                total[:, axis] += np.bincount(self.shells[:, k], normal[axis], len(self.xyz))
        total /= np.maximum(length(total), 1e-30)[:, None]
        return total

    # ---- joints ---------------------------------------------------------------------------------------------------
    def weld(self, reach, pitch):
        """Joins facing flanges: nodes of two parts of one group, at most `reach` apart, sheets nearly parallel there.

        The pairs that face each other best are taken first; welds between the same two parts keep `pitch` [mm].
        """
        groups = {name: k for k, name in enumerate(sorted({part.group for part in self.parts.values()}))}
        group = np.array([-1] + [groups[part.group] if part.group != "none" else -1 for part in self.parts.values()])
        # Nodes of the same part crowd together in fine meshes: one of each small cell will do.
        cells = np.floor(self.xyz / (pitch / 3.0)).astype(np.int32)
        first = first_alike(np.column_stack([self.node_part.astype(np.int32), cells]))
        free = (group[self.node_part] >= 0) & ~self.taken
        every = np.flatnonzero(free)
        thinned = every[first[every] == every]

        def may_meet(i, j, d):
            pi, pj = self.node_part[thinned[i]], self.node_part[every[j]]
            return (pi != pj) & (group[pi] == group[pj]) & (d >= 0.5 * (self.thickness[pi] + self.thickness[pj]))

        i, j, d = pairs_within(self.xyz[thinned], self.xyz[every], reach, may_meet)
        i, j = thinned[i], every[j]
        normal = self.normals()

        def cosines(i, j, d):
            direction = (self.xyz[j] - self.xyz[i]) / d[:, None]
            return np.stack([np.abs(dot(normal[i], normal[j])), dot(direction, normal[i]), dot(direction, normal[j])])

        parallel, rise, fall = by_slabs(cosines, i, j, d)
        along = np.minimum(np.abs(rise), np.abs(fall))
        keep = (parallel > 0.6) & (along > 0.4) & self._nearest_layer(i, rise * d) & self._nearest_layer(j, -fall * d)
        i, j, d, along = i[keep], j[keep], d[keep], along[keep]
        i, j = np.minimum(i, j), np.maximum(i, j)
        aside = np.round(d * np.sqrt(np.maximum(1 - along ** 2, 0)), 1)
        # Joints with few possible pairs choose first: a long seam can spare the nodes, a short lap cannot.
        _, joint, count = np.unique(self.node_part[i] * (len(self.parts) + 1) + self.node_part[j], return_inverse=True,
                                    return_counts=True)
        order = np.lexsort((j, i, np.round(d, 1), aside, joint, count[joint]))
        ends = 1 + np.flatnonzero(np.diff(joint[order]))
        self._add_welds(weld for pairs in np.split(order, ends)
                        for weld in self._spread_out(i[pairs], j[pairs], pitch, manhattan))

    def _spread_out(self, i, j, pitch, distance):
        """Takes pairs of free nodes (i, j), the first ones first, whose nodes i keep `pitch` [mm] by `distance`, a function of
        vectors (n, 3)."""
        free = ~self.taken[i] & ~self.taken[j]
        i, j = i[free], j[free]
        while len(i):
            a, b = int(i[0]), int(j[0])
            self.taken[[a, b]] = True
            yield min(a, b), max(a, b)
            far = (distance(self.xyz[i] - self.xyz[a]) >= pitch) & (j != b)
            i, j = i[far], j[far]

    def _add_welds(self, welds):
        self.welds = np.array(sorted([*map(tuple, self.welds.tolist()), *welds]), dtype=int).reshape(-1, 2)

    @staticmethod
    def _nearest_layer(i, height, slack=1.5):
        """True where no other candidate sheet lies between node i and the node at a height over it: welds join neighbouring
        layers only."""
        side = 2 * i + (height > 0)
        keys, owner = np.unique(side, return_inverse=True)
        nearest = np.full(len(keys), np.inf)
        np.minimum.at(nearest, owner.reshape(-1), np.abs(height))
        return np.abs(height) <= nearest[owner.reshape(-1)] + slack

    def glue(self, name, others, reach, pitch):
        """Ties the nodes of part `name` (glass) to the nearest nodes of `others` by welds, whatever the sheets' angle."""
        nodes = self.parts[name].nodes
        frame = np.concatenate([self.parts[other].nodes for other in others])
        nodes, frame = nodes[~self.taken[nodes]], frame[~self.taken[frame]]
        i, j, d = pairs_within(self.xyz[nodes], self.xyz[frame], reach)
        i, j = nodes[i], frame[j]
        least = 0.5 * (self.thickness[self.node_part[i]] + self.thickness[self.node_part[j]])
        order = np.lexsort((j, i, np.round(d, 2)))
        order = order[d[order] >= least[order]]
        self._add_welds(self._spread_out(i[order], j[order], pitch, length))

    def nearest(self, name, point, n, within):
        """Up to `n` free nodes of part `name` nearest to `point`, none farther than `within` [mm]."""
        nodes = self.parts[name].nodes
        nodes = nodes[~self.taken[nodes]]
        d = length(self.xyz[nodes] - np.asarray(point))
        nodes, d = nodes[d <= within], d[d <= within]
        return nodes[np.lexsort((nodes, d))[:n]]

    def found(self, name, point, n, within):
        """As `nearest`; no node is an error."""
        nodes = self.nearest(name, point, n, within)
        if not len(nodes):
            raise ValueError(f"bolt at {point}: no free node of {name} within {within} mm")
        return nodes

    def bolt(self, point, names, n=3, within=90.0):
        """Nodal rigid body of the `n` nodes of each named part nearest to `point` (hinge, latch, bush, bracket)."""
        n = max(n, round(n / self.scale ** 2))
        self.rigid_body(np.concatenate([self.found(name, point, n, within) for name in names]))

    def both_bolts(self, point, names, n=3, within=90.0):
        """The same on both sides; a name ending in `*` gets the side's letter."""
        for letter, sign in (("L", 1.0), ("R", -1.0)):
            self.bolt((point[0], sign * point[1], point[2]), [name.replace("*", letter) for name in names], n, within)

    def add_nodes(self, points):
        """Numbers of new nodes of no element, for the joints; they are to be put into rigid bodies."""
        numbers = len(self.xyz) + np.arange(len(points))
        self.xyz = np.concatenate([self.xyz, points])
        self.node_part = np.concatenate([self.node_part, np.zeros(len(points), dtype=int)])
        self.taken = np.concatenate([self.taken, np.zeros(len(points), dtype=bool)])
        return numbers

    def joint(self, kind, point, axis=(0.0, 0.0, 1.0)):
        """A joint at `point` between two rigid bodies: its nodes for the one and for the other."""
        axis = np.asarray(axis)
        beside = axis[[2, 0, 1]]
        places = np.asarray(point) + [JOINT_ARM * (along * axis + aside * beside) for along, aside in JOINT_PLACES[kind]]
        one, other = self.add_nodes(places), self.add_nodes(places)
        self.joints.append((kind, np.column_stack([one, other]).reshape(-1)))
        return one, other

    def spring(self, law, point, axes, offset=0.0):
        """Springs at `point` along each of the axes between two nodes, which are returned."""
        ends = self.add_nodes(np.array([point, point], dtype=float))
        self.springs += [Spring(law, tuple(ends), axis, offset) for axis in axes]
        return ends[:1], ends[1:]

    def hang(self, kind, point, names, n=3, within=90.0, axis=(0.0, 0.0, 1.0), law=None, axes=()):
        """Joint (of a kind) and springs (of a law), if they are named, between two bodies of the nodes of two parts nearest to
        `point`."""
        links = [self.joint(kind, point, axis)] if kind else []
        if law:
            links.append(self.spring(law, point, axes))
        n = max(n, round(n / self.scale ** 2))
        for name, nodes in zip(names, zip(*links)):
            self.rigid_body(np.concatenate([self.found(name, point, n, within), *nodes]))

    def both_hang(self, kind, point, names, *arguments, **named):
        """The same on both sides; a name ending in `*` gets the side's letter."""
        for letter, sign in (("L", 1.0), ("R", -1.0)):
            self.hang(kind, (point[0], sign * point[1], point[2]), [name.replace("*", letter) for name in names], *arguments, **named)

    def links(self):
        """Groups of nodes that keep together: rigid bodies, joints, springs."""
        return self.bolts + [nodes for _, nodes in self.joints] + [np.array(spring.ends) for spring in self.springs]

    def rigid_body(self, nodes):
        nodes = np.unique(nodes)
        if self.taken[nodes].any():
            raise ValueError("a node in two rigid bodies or welds")
        self.taken[nodes] = True
        self.bolts.append(nodes)

    def add_mass(self, names, mass):
        """Spreads `mass` [kg] evenly over all nodes of the named parts (trim, fluids, people)."""
        nodes = np.concatenate([self.parts[name].nodes for name in names])
        self.masses.append((nodes, mass / len(nodes)))
