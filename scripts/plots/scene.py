"""What a picture needs from a deck beside the states: its planar rigid walls and its belts; and sheets with their
thickness. Used by render.py."""
import dataclasses

from command_line import Late

np, pyvista = Late("numpy"), Late("pyvista")

MARGIN = 0.06                    # by which a wall is larger than the model


@dataclasses.dataclass
class Wall:
    """A plane of *RIGIDWALL_PLANAR; the model is on the side of its normal."""
    point: object
    normal: object


def blocks_of(deck):
    """(keyword, cards) of a deck in fixed columns, without comments."""
    keyword, cards = "", []
    for line in open(deck, encoding="ascii", errors="replace"):
        if line.startswith("$"):
            continue
        if line.startswith("*"):
            yield keyword, cards
            keyword, cards = line.strip().upper(), []
        else:
            cards.append(line.rstrip("\n"))
    yield keyword, cards


def fields(card, width, kind):
    return [kind(card[i:i + width].strip() or 0) for i in range(0, len(card), width)]


def walls_of(deck):
    """The infinite planes that stand still."""
    walls = []
    for keyword, cards in blocks_of(deck):
        if keyword != "*RIGIDWALL_PLANAR" or len(cards) < 2:
            continue
        tail, head = np.array((fields(cards[1], 10, float) + [0.0] * 6)[:6]).reshape(2, 3)
        walls.append(Wall(tail, (head - tail) / np.linalg.norm(head - tail)))
    return walls


def belts_of(deck):
    """Ids of the two nodes of each element of a belt."""
    cards = [card for keyword, cards in blocks_of(deck) if keyword == "*ELEMENT_SEATBELT" for card in cards]
    return np.array([fields(card, 8, int)[2:4] for card in cards]).reshape(-1, 2)


def belt_lines(belts, states, time):
    """The belts as lines at a time; None without any."""
    if not len(belts):
        return None
    state = states.nearest(time)
    ids = states.nodes("node_id", 0)
    order = np.argsort(ids)
    ends = states.points(state)[order[np.searchsorted(ids, belts, sorter=order)]]
    lines = np.column_stack([np.full(len(belts), 2), np.arange(2 * len(belts)).reshape(-1, 2)])
    return pyvista.PolyData(ends.reshape(-1, 3), lines=lines.ravel())


def wall_mesh(wall, box):
    """A square of the wall, as large as the shadow of the box on it."""
    corners = np.array([[box[i], box[2 + j], box[4 + k]] for i in (0, 1) for j in (0, 1) for k in (0, 1)])
    shadow = corners - np.outer((corners - wall.point) @ wall.normal, wall.normal)
    first = np.cross(wall.normal, np.eye(3)[np.argmin(np.abs(wall.normal))])
    first /= np.linalg.norm(first)
    second = np.cross(wall.normal, first)
    low = np.array([(shadow @ axis).min() for axis in (first, second)])
    high = np.array([(shadow @ axis).max() for axis in (first, second)])
    grown = MARGIN * (high - low).max()
    low, high = low - grown, high + grown
    height = wall.normal * (wall.point @ wall.normal)
    points = [height + a * first + b * second for a, b in ((low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1]))]
    return pyvista.PolyData(np.array(points), faces=[4, 0, 1, 2, 3])


def thickened(sheets):
    """The surface of sheets with the thickness of their shells, and the lines along its rims. Parts are thickened one by
    one, so that sheets that meet keep their own normals."""
    part = np.asarray(sheets.cell_data["part"])
    made = [thickened_part(sheets.extract_cells(part == number).extract_surface(algorithm="dataset_surface"))
            for number in np.unique(part)]
    return tuple(pyvista.merge([pair[i] for pair in made], merge_points=False) for i in (0, 1))


def thickened_part(sheets):
    """The same of one part: both sides, and the rims between them. Normals of nodes are means of their faces."""
    even = sheets.compute_normals(cell_normals=False, split_vertices=False, consistent_normals=True)
    half = 0.5 * even.cell_data_to_point_data()["thickness"][:, None] * even.point_data["Normals"]
    n, faces, cells = even.n_points, [], []
    for size, index, starts in faces_by_size(even):
        faces.append(np.column_stack([np.full(len(index), size), even.faces[starts[:, None] + 1 + np.arange(size)]]))
        cells.append(index)
    cells = np.concatenate(cells)
    rims, of = rims_of(faces, cells)
    below = [np.column_stack([face[:, 0], face[:, :0:-1] + n]) for face in faces]
    rim = np.column_stack([np.full(len(rims), 4), rims[:, ::-1], rims + n])
    points = np.concatenate([even.points + half, even.points - half])
    made = pyvista.PolyData(points, faces=np.concatenate([part.ravel() for part in (*faces, *below, rim)]))
    for name in even.cell_data:
        made.cell_data[name] = np.asarray(even.cell_data[name])[np.concatenate([cells, cells, of])]
    ends = np.concatenate([rims, rims + n])
    lines = pyvista.PolyData(points, lines=np.column_stack([np.full(len(ends), 2), ends]).ravel()) if len(ends) else \
        pyvista.PolyData()
    return made, lines


def faces_by_size(surface):
    """(corners, indices of such faces, where they begin in `faces`), for triangles and quadrilaterals."""
    from vtkmodules.util.numpy_support import vtk_to_numpy
    sizes = np.diff(vtk_to_numpy(surface.GetPolys().GetOffsetsArray()))
    starts = np.concatenate([[0], np.cumsum(sizes + 1)[:-1]])
    return [(size, index, starts[index]) for size in (3, 4) if len(index := np.flatnonzero(sizes == size))]


def rims_of(faces, cells):
    """Edges that one face alone has, and the cells of these."""
    edges, of = [], []
    first = 0
    for face in faces:
        corners = face[:, 1:]
        edges.append(np.stack([corners, np.roll(corners, -1, axis=1)], axis=2).reshape(-1, 2))
        of.append(np.repeat(cells[first:first + len(face)], corners.shape[1]))
        first += len(face)
    edges, of = np.concatenate(edges), np.concatenate(of)
    _, place, count = np.unique(np.sort(edges, axis=1), axis=0, return_index=True, return_counts=True)
    alone = place[count == 1]
    return edges[alone], of[alone]
