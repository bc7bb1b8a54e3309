"""What a car of inputs/generate.py lacks to the eye, drawn by render.py --color body and computed by nobody: elements that
are painted as lamps and grille; rims, the dark lines between panels, and the black triangle ahead of the front windows, which
hang on nodes and move with them."""
import dataclasses
import itertools

from command_line import Late

np, pyvista, colors = Late("numpy"), Late("pyvista"), Late("matplotlib.colors")

LAMP, TAIL, DARK, RIM = "#eef2f6", "#b5202c", "#23272c", "#c3c9cf"
REACH = 40.0                 # across the widest line between two panels [mm]
# part of the name, colour, range across of half the width, range of the height, range of the length from its front
PATCHES = [("bumper cover front", LAMP, (0.58, 0.98), (0.62, 0.93), (0.0, 1.0)),
           ("bumper cover front", DARK, (0.0, 0.46), (0.60, 0.84), (0.0, 0.3)),
           ("bumper cover front", DARK, (0.0, 0.62), (0.12, 0.40), (0.0, 0.3)),
           ("quarter panel", TAIL, (0.0, 1.0), (0.60, 0.92), (0.93, 1.0))]
# panels between which one would look into the car
LINES = [("bumper cover front", "fender"), ("rear door outer", "quarter panel"), ("front door outer", "rear door outer"),
         ("fender", "front door outer")]


@dataclasses.dataclass
class Detail:
    """Faces between nodes, all with as many corners."""
    colour: str
    faces: object

    def mesh(self, points):
        faces = np.column_stack([np.full(len(self.faces), self.faces.shape[1]), self.faces])
        return pyvista.PolyData(points, faces=faces.ravel()).clean(point_merging=False)


class Car:
    """The details of one vehicle: its parts {name: cells}."""

    def __init__(self, states, cells_of):
        self.states, self.cells_of, self.points = states, cells_of, states.points(0)
        ends = [self.points[self.nodes(f"bumper cover {end}")].mean(axis=0) for end in ("front", "rear")]
        back = ends[1] - ends[0]
        back[2] = 0.0
        back /= np.linalg.norm(back)
        self.axes = np.array([back, np.cross((0.0, 0.0, 1.0), back), (0.0, 0.0, 1.0)])   # rearward, across, up
        self.middle = 0.5 * (ends[0] + ends[1])
        self.own = (self.points - self.middle) @ self.axes.T
        self.details = [*self.rims(), *self.lines(), *self.triangles()]

    def named(self, words):
        return [name for name in self.cells_of if words in name]

    def corners(self, cells):
        """(cells, corners) of shells: triangles repeat their last corner."""
        first = self.states.offsets[cells]
        last = self.states.offsets[cells + 1] - 1
        return self.states.connectivity[np.minimum(first[:, None] + np.arange(4), last[:, None])]

    def nodes(self, name):
        cells = self.cells_of[name]
        return np.unique(np.concatenate([self.states.connectivity[self.states.offsets[c]:self.states.offsets[c + 1]] for c in cells]))

    def patches(self):
        """(cells, colour)"""
        for words, colour, across, up, along in PATCHES:
            for name in self.named(words):
                cells = self.cells_of[name]
                centre = self.own[self.corners(cells)].mean(axis=1)
                low, high = (end(self.own[self.nodes(name)], axis=0) for end in (np.min, np.max))
                share = (centre - low) / (high - low)
                beside = np.abs(centre[:, 1]) / np.abs([low[1], high[1]]).max()
                inside = [(lower <= value) & (value <= upper) for value, (lower, upper) in
                          ((beside, across), (share[:, 2], up), (share[:, 0], along))]
                yield cells[np.all(inside, axis=0)], colour

    def rims(self):
        """A disc in the hole of each tyre, a fan round the mean of the innermost nodes of its outer side."""
        for name in self.named("wheel "):
            if "wheelhouse" in name:
                continue
            nodes = self.nodes(name)
            place = self.own[nodes]
            axle = 0.5 * (place.min(axis=0) + place.max(axis=0))
            outer = np.abs(place[:, 1]) > np.abs(place[:, 1]).max() - 1.0
            arm = place[:, [0, 2]] - axle[[0, 2]]
            radius = np.linalg.norm(arm, axis=1)
            ring = outer & (radius < 1.05 * radius[outer].min())
            order = nodes[ring][np.argsort(np.arctan2(*arm[ring].T))]
            yield Detail(RIM, np.column_stack([np.full(len(order), order[0]), order, np.roll(order, -1)])[1:-1])

    def lines(self):
        """Strips between the facing edges of two panels on the same side, dark as the gaps of a car are."""
        for first, second in LINES:
            for one in self.named(first):
                for other in self.named(second):
                    for side in (1, -1):
                        ahead, behind = (self.edge(name, end, side) for name, end in ((one, np.max), (other, np.min)))
                        if len(ahead) > 1 and len(behind) > 1:
                            yield Detail(DARK, strip(self.own, ahead, behind))

    def edge(self, name, end, side):
        """Nodes of a panel at its rear (np.max) or front end, on a side, by height: none of a panel of the other side."""
        nodes = self.nodes(name)
        nodes = nodes[side * self.own[nodes, 1] > 0.8 * np.abs(self.own[nodes, 1]).max()]
        if not len(nodes):
            return nodes
        along = self.own[nodes, 0]
        nodes = nodes[np.abs(along - end(along)) < REACH]
        return nodes[np.argsort(self.own[nodes, 2])]

    def triangles(self):
        """Between the front edge of the front window and the foremost node at the top of the door below it."""
        for glass in self.named("front door glass"):
            side = np.sign(self.own[self.nodes(glass), 1].mean())
            nodes = self.nodes(glass)
            edge = nodes[self.own[nodes, 0] < self.own[nodes, 0].min() + 1.0]
            edge = edge[np.argsort(self.own[edge, 2])]
            for door in self.named("front door outer"):
                panel = self.nodes(door)
                if side * self.own[panel, 1].mean() > 0 and len(edge) > 1:
                    top = panel[self.own[panel, 2] > self.own[panel, 2].max() - 1.0]
                    corner = top[np.argmin(self.own[top, 0])]
                    yield Detail(DARK, np.column_stack([np.full(len(edge) - 1, corner), edge[:-1], edge[1:]]))


def strip(place, one, other):
    """Triangles between two rows of nodes, each of which rises."""
    faces, i, j = [], 0, 0
    while i + 1 < len(one) or j + 1 < len(other):
        up_one = j + 1 == len(other) or (i + 1 < len(one) and place[one[i + 1], 2] <= place[other[j + 1], 2])
        faces.append((one[i], other[j], one[i + 1] if up_one else other[j + 1]))
        i, j = (i + 1, j) if up_one else (i, j + 1)
    return np.array(faces)


def cars_of(states, names):
    """The vehicles of a run, by the names of their parts; others have no details. Ids of vehicles differ in the thousands."""
    part = states.cells("part", 0).astype(int)
    vehicles = {}
    for number, title in names.items():
        cells = np.flatnonzero(part == number)
        if len(cells) and number not in states.hidden_parts:
            vehicles.setdefault(number // 1000, {})[title.split(": ")[-1]] = cells
    return [Car(states, parts) for parts in vehicles.values() if {"bumper cover front", "bumper cover rear"} <= set(parts)]


def paint_of(cars, n_cells):
    """[element] colour of elements that are painted, others nan."""
    paint = np.full((n_cells, 3), np.nan)
    for cells, colour in itertools.chain(*(car.patches() for car in cars)):
        paint[cells] = colors.to_rgb(colour)
    return paint


def add_details(plotter, cars, state, shading):
    for car in cars:
        points = car.states.points(state)
        for detail in car.details:
            plotter.add_mesh(detail.mesh(points), color=detail.colour, **shading)
