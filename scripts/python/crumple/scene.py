"""What pictures of the deformed mesh have in common: sheets with their thickness, a deck's planar rigid walls and belts,
the camera. Needs pyvista."""
import numpy as np
import pyvista

from crumple import walls as planes
from crumple.deck_text import blocks_of, fields

SHADING = {"smooth_shading": True, "ambient": 0.34, "diffuse": 0.76, "specular": 0.25, "specular_power": 18}
SHARP = 32.0                     # [degrees] edges between faces at more than this angle stay sharp
HEAT = ("heat", ["#cfd5dc", "#fae090", "#f6a64a", "#de4e2d", "#aa1026", "#55001c"])   # grey where there is little


def belts_of(deck):
    """Ids of the two nodes of each element of a belt."""
    cards = [card for _, cards in blocks_of(deck, {"*ELEMENT_SEATBELT"}) for card in cards]
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


def add_walls(plotter, walls, box, direction):
    """Walls and ground, seen from a direction: one can look through those between the camera and the model. Their corners."""
    corners = [np.empty((0, 3))]
    for wall in walls:
        hides = np.dot(wall.normal, direction) < -0.2 * np.linalg.norm(direction)
        faces = [(len(face), *face) for face in planes.FACES]
        mesh = pyvista.PolyData(planes.block_behind(wall, box), faces=np.array(faces).ravel())
        plotter.add_mesh(mesh, color="#e4e1da", opacity=0.2 if hides else 1.0, lighting=False)
        plotter.add_mesh(mesh.extract_all_edges(), color="#a8a49a", line_width=1.5)
        corners.append(mesh.points)
    return np.concatenate(corners)


def aim(plotter, view, points, zoom=1.0, span=None, corner=None):
    """Parallel camera on the middle of the points as they are seen. It holds them all (at zoom 1), or `span` of the model's
    length across the picture, so that pictures of different models have one scale. view: where it looks from, what is up.
    corner: parts of the width and of the height in the lower right that stay free, for the scale of the colours."""
    direction, up = (np.array(v, float) for v in view)
    direction /= np.linalg.norm(direction)
    right = np.cross(up, direction)
    right /= np.linalg.norm(right)
    above = np.cross(direction, right)
    seen = points @ np.array([right, above, direction]).T
    low, high = seen.min(axis=0), seen.max(axis=0)
    half_width, half_height, _ = 0.5 * (high - low)
    flat = plotter.window_size[1] / plotter.window_size[0]
    scale = 0.5 * span * flat if span else 1.06 / zoom * max(half_height, half_width * flat)
    middle = 0.5 * (low + high)
    if corner and not span:
        x, y = (seen[:, :2] - middle[:2]).T / np.array([[scale / flat], [scale]])
        if ((x > 1 - 2 * corner[0]) & (y < 2 * corner[1] - 1)).any():     # then above it
            scale = 1.06 / zoom * max(half_height / (1 - corner[1]), half_width * flat)
            middle[1] -= scale * corner[1]
    centre = middle @ np.array([right, above, direction])
    plotter.camera.focal_point = centre
    plotter.camera.position = centre + 10 * np.linalg.norm(high - low) * direction
    plotter.camera.up = above
    plotter.camera.parallel_projection = True
    plotter.camera.parallel_scale = scale
    plotter.reset_camera_clipping_range()


def add_skin(plotter, skin, look, even=False):
    """Faces, sheets with their thickness, and the outlines of their parts; `even`: colours run smoothly over the faces
    around a node."""
    if "thickness" in skin.cell_data and "part" in skin.cell_data and np.any(skin.cell_data["thickness"]):
        skin, rims = thickened(skin)
    else:
        rims = skin.extract_feature_edges(boundary_edges=True, non_manifold_edges=False, manifold_edges=False, feature_edges=False)
    if even:
        skin = skin.cell_data_to_point_data()
    plotter.add_mesh(skin.compute_normals(cell_normals=False, split_vertices=True, feature_angle=SHARP), **look, **SHADING)
    if rims.n_cells:
        lines = plotter.add_mesh(rims, color="#202428", line_width=max(1.0, plotter.window_size[0] / 900.0)).mapper
        lines.SetResolveCoincidentTopologyToPolygonOffset()   # in front of the faces that they bound
        lines.SetRelativeCoincidentTopologyLineOffsetParameters(-0.5, -2)


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
