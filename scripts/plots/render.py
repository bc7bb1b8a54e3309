"""Pictures of the deformed mesh from states.vtkhdf, off-screen. Started by scripts/render."""
import argparse
import colorsys
from pathlib import Path

import numpy as np
import pyvista
from vtkmodules.vtkCommonCore import vtkLogger
from vtkmodules.vtkCommonExecutionModel import vtkStreamingDemandDrivenPipeline
from vtkmodules.vtkIOHDF import vtkHDFReader

HIDDEN = 0x20  # bit of vtkGhostType
# view: direction the camera looks from, and what is up
VIEWS = {
    "iso": ((-1.0, -1.4, 0.8), (0, 0, 1)),
    "front": ((-1, 0, 0), (0, 0, 1)),
    "rear": ((1, 0, 0), (0, 0, 1)),
    "side": ((0, -1, 0), (0, 0, 1)),
    "top": ((0, 0, 1), (0, 1, 0)),
    "below": ((0, 0, -1), (0, 1, 0)),
}
BAR = {"vertical": False, "position_x": 0.3, "position_y": 0.03, "width": 0.4, "height": 0.1, "title_font_size": 22,
       "label_font_size": 18, "n_labels": 5, "fmt": "%.3g"}


class States:
    """The states of a run, one grid at a time."""

    def __init__(self, path):
        self.reader = vtkHDFReader()
        self.reader.SetFileName(str(path))
        self.reader.UpdateInformation()
        self.times = list(self.reader.GetOutputInformation(0).Get(vtkStreamingDemandDrivenPipeline.TIME_STEPS()) or [])

    def grid(self, time):
        """The mesh at the time, without deleted cells."""
        self.reader.UpdateTimeStep(time)
        grid = pyvista.wrap(self.reader.GetOutput()).copy()
        keep = (np.asarray(grid.cell_data.pop("vtkGhostType")) & HIDDEN) == 0
        return grid if keep.all() else grid.extract_cells(keep)


def chosen_times(times, text):
    """The states nearest to the times asked for."""
    if text == "all":
        return times
    if text == "last":
        return times[-1:]
    wanted = [float(t) for t in text.split(",")]
    return sorted({min(times, key=lambda t: abs(t - w)) for w in wanted})


def colouring(grid, field, limits):
    """Arguments of add_mesh for a field: classes get distinct colours, quantities a map that is even to the eye."""
    if field in ("part", "rank"):
        classes, index = np.unique(grid.cell_data[field], return_inverse=True)
        palette = spread_colours(len(classes))
        grid.cell_data["colour"] = palette[index]
        return {"scalars": "colour", "rgb": True}
    return {"scalars": field, "cmap": "turbo" if field != "thickness" else "viridis", "clim": limits,
            "scalar_bar_args": {**BAR, "title": field.replace("_", " ")}}


def spread_colours(n):
    """n colours by the golden angle round the hue circle, in three brightnesses."""
    return np.array([colorsys.hsv_to_rgb((i * 0.618034) % 1, 0.55 + 0.15 * (i % 2), 0.95 - 0.15 * (i % 3)) for i in range(max(n, 1))])


def limits_of(states, field, times):
    """One range for all pictures; the top percent of the cells may saturate."""
    if field in ("part", "rank"):
        return None
    top = max(float(np.percentile(np.asarray(states.grid(time).cell_data[field]), 99)) for time in times)
    return (0.0, top if top > 0 else 1.0)


def add_wall(plotter, box, wall_x):
    """A plane where the rigid wall stands, for the eye only."""
    size = 1.15 * max(box[3] - box[2], box[5] - box[4])
    centre = (wall_x, 0.5 * (box[2] + box[3]), 0.5 * (box[4] + box[5]))
    plotter.add_mesh(pyvista.Plane(centre, (1, 0, 0), size, size), color="#c8ccd0", opacity=0.5)


def aim(plotter, view, box, size):
    """Parallel camera that holds the box whole, the same in all pictures of a view."""
    direction, up = (np.array(v, float) for v in VIEWS[view])
    direction /= np.linalg.norm(direction)
    right = np.cross(up, direction)
    right /= np.linalg.norm(right)
    above = np.cross(direction, right)
    corners = np.array([[box[i], box[2 + j], box[4 + k]] for i in (0, 1) for j in (0, 1) for k in (0, 1)])
    centre = corners.mean(axis=0)
    half_width, half_height = (np.abs((corners - centre) @ axis).max() for axis in (right, above))
    plotter.camera.focal_point = centre
    plotter.camera.position = centre + 10 * np.linalg.norm(corners[-1] - corners[0]) * direction
    plotter.camera.up = above
    plotter.camera.parallel_projection = True
    plotter.camera.parallel_scale = 1.12 * max(half_height, half_width * size[1] / size[0])
    plotter.reset_camera_clipping_range()


def draw(grid, time, view, box, arguments, limits, path):
    size = tuple(int(n) for n in arguments.size.split("x"))
    plotter = pyvista.Plotter(off_screen=True, window_size=size)
    plotter.set_background("white")
    plotter.enable_anti_aliasing("ssaa")
    edges = {"show_edges": True, "edge_color": "#303030", "line_width": 0.4} if arguments.edges else {}
    plotter.add_mesh(grid, **colouring(grid, arguments.color, limits), **edges, smooth_shading=False, ambient=0.25,
                     specular=0.1)
    if arguments.wall is not None:
        add_wall(plotter, box, arguments.wall)
    plotter.add_text(f"t = {time:.4g}", position="upper_left", font_size=14, color="black")
    aim(plotter, view, box, size)
    plotter.screenshot(path)
    plotter.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR", help="results of a run, or a .vtkhdf file")
    parser.add_argument("--color", default="plastic_strain", metavar="FIELD",
                        help="plastic_strain (default), von_mises, thickness, part, rank")
    parser.add_argument("--times", default="last", help="'last', 'all' or times as 0,30,60 (the nearest states)")
    parser.add_argument("--views", default="iso", help="of " + ", ".join(VIEWS) + "; several as iso,side")
    parser.add_argument("--size", default="1600x900", metavar="WxH")
    parser.add_argument("--max", type=float, help="upper end of the colours (default: 99th percentile)")
    parser.add_argument("--wall", type=float, metavar="X", help="draw a wall at this x")
    parser.add_argument("--edges", action="store_true", help="draw the edges of the elements")
    parser.add_argument("-o", "--output", type=Path, metavar="DIR", help="default DIR/pictures")
    arguments = parser.parse_args()
    vtkLogger.SetStderrVerbosity(vtkLogger.VERBOSITY_ERROR)  # without a display VTK warns and goes on
    path = arguments.folder if arguments.folder.suffix == ".vtkhdf" else arguments.folder / "states.vtkhdf"
    if not path.exists():
        parser.error(f"{path} does not exist; does the deck have *DATABASE_BINARY_D3PLOT?")
    unknown = [view for view in arguments.views.split(",") if view not in VIEWS]
    if unknown:
        parser.error(f"unknown view {unknown[0]}")
    states = States(path)
    if not states.times:
        parser.error(f"{path} holds no state")
    times = chosen_times(states.times, arguments.times)
    if arguments.color not in states.grid(times[0]).cell_data:
        parser.error(f"no field {arguments.color}; there are {', '.join(states.grid(times[0]).cell_data.keys())}")
    limits = limits_of(states, arguments.color, times)
    if limits and arguments.max:
        limits = (0.0, arguments.max)
    boxes = np.array([states.grid(time).bounds for time in {times[0], times[-1]}])
    box = [boxes[:, i].min() if i % 2 == 0 else boxes[:, i].max() for i in range(6)]
    output = arguments.output or path.parent / "pictures"
    output.mkdir(parents=True, exist_ok=True)
    for time in times:
        grid = states.grid(time)
        for view in arguments.views.split(","):
            name = output / f"{arguments.color}_{view}_{states.times.index(time):03d}.png"
            draw(grid, time, view, box, arguments, limits, name)
            print(name)


if __name__ == "__main__":
    main()
