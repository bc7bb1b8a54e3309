"""Pictures, strips of frames and animations of the deformed mesh, off-screen. Started by scripts/render."""
import argparse
from pathlib import Path

import numpy as np
import pyvista
from colours import class_colours
from matplotlib.colors import LinearSegmentedColormap
from PIL import Image
from states import States, part_names, parts_of
from vtkmodules.vtkCommonCore import vtkLogger

# view: direction the camera looks from, and what is up
VIEWS = {
    "iso": ((-1.0, -1.4, 0.8), (0, 0, 1)),
    "iso-left": ((-1.0, 1.4, 0.8), (0, 0, 1)),
    "iso-rear": ((1.0, -1.4, 0.8), (0, 0, 1)),
    "iso-below": ((-1.0, -1.4, -0.9), (0, 0, 1)),
    "front": ((-1, 0, 0), (0, 0, 1)),
    "rear": ((1, 0, 0), (0, 0, 1)),
    "side": ((0, -1, 0), (0, 0, 1)),
    "top": ((0, 0, 1), (0, 1, 0)),
    "below": ((0, 0, -1), (0, 1, 0)),
}
CLASSES = ("part", "rank")       # fields that name, not measure
BEAMS = {"line_width": 4, "render_lines_as_tubes": True}
BAR = {"vertical": False, "position_x": 0.64, "position_y": 0.02, "width": 0.3, "height": 0.11, "n_labels": 3, "fmt": "%.3g",
       "color": "black"}
# What has no strain yet is light, so that its shape shows; the hottest is dark.
HEAT = LinearSegmentedColormap.from_list("heat", ["#c4cad2", "#8fbfdc", "#41b6a6", "#f2e34c", "#f28e2b", "#d62728", "#67001f"])


def values(grid, field):
    return np.asarray(grid.cell_data[field] if field in grid.cell_data else grid.point_data[field])


def colouring(grid, field, limits, bar, height):
    """Arguments of add_mesh for a field: classes get distinct colours, quantities a map that is even to the eye."""
    if field in CLASSES:
        grid.cell_data["colour"] = class_colours(grid.cell_data[field].astype(int))
        return {"scalars": "colour", "rgb": True}
    arguments = {"scalars": field, "cmap": "viridis" if field == "thickness" else HEAT, "clim": limits}
    if not bar:
        return arguments | {"show_scalar_bar": False}
    return arguments | {"scalar_bar_args": {**BAR, "title": field.replace("_", " ") + "\n", "title_font_size": max(12, height // 40),
                                            "label_font_size": max(11, height // 50)}}


def limits_of(states, field, times, top):
    """One range for all pictures; the top percent of the cells may saturate."""
    if field in CLASSES:
        return None
    top = top or max(float(np.percentile(values(states.grid(time), field), 99)) for time in times)
    return (0.0, top if top > 0 else 1.0)


def add_wall(plotter, box, wall_x):
    """A plane where the rigid wall stands, for the eye only."""
    size = 1.15 * max(box[3] - box[2], box[5] - box[4])
    centre = (wall_x, 0.5 * (box[2] + box[3]), 0.5 * (box[4] + box[5]))
    plotter.add_mesh(pyvista.Plane(center=centre, direction=(1, 0, 0), i_size=size, j_size=size), color="#c8ccd0", opacity=0.5)


def aim(plotter, view, box, size, zoom):
    """Parallel camera that holds the box whole (at zoom 1), the same in all pictures of a view."""
    direction, up = (np.array(v, float) for v in view)
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
    plotter.camera.parallel_scale = 1.12 / zoom * max(half_height, half_width * size[1] / size[0])
    plotter.reset_camera_clipping_range()


def draw(grid, time, view, box, options, limits, bar=True):
    """One picture as an array of pixels."""
    plotter = pyvista.Plotter(off_screen=True, window_size=options.size)
    plotter.set_background("white")
    plotter.enable_anti_aliasing("ssaa")
    edges = {"show_edges": True, "edge_color": "#303030", "line_width": 0.4} if options.edges else BEAMS
    plotter.add_mesh(grid, **colouring(grid, options.color, limits, bar, options.size[1]), **edges, smooth_shading=False, ambient=0.25,
                     specular=0.1)
    if options.wall is not None:
        add_wall(plotter, box, options.wall)
    plotter.add_text(f"t = {time:.4g}", position="upper_left", font_size=max(8, options.size[0] // 115), color="black")
    aim(plotter, view, box, options.size, options.zoom)
    pixels = plotter.screenshot(return_img=True)
    plotter.close()
    return pixels


def write_pictures(states, times, views, box, options, limits):
    for time in times:
        for name, view in views.items():
            path = options.output / f"{options.color}_{name}_{states.times.index(time):03d}.png"
            Image.fromarray(draw(states.grid(time), time, view, box, options, limits)).save(path)
            yield path


def write_strip(states, times, views, box, options, limits):
    """All frames in one picture: a column for each time, a row for each view; with --columns the frames wrap."""
    frames = [draw(states.grid(time), time, view, box, options, limits, bar=time == times[-1])
              for view in views.values() for time in times]
    columns = options.columns or len(times)
    blank = np.full_like(frames[0], 255)
    frames += [blank] * (-len(frames) % columns)
    rows = [np.concatenate(frames[k:k + columns], axis=1) for k in range(0, len(frames), columns)]
    path = options.output / f"{options.color}_{'_'.join(views)}_strip.png"
    Image.fromarray(np.concatenate(rows)).save(path)
    yield path


def write_animation(states, times, views, box, options, limits):
    """A GIF for each view that shows every time once and rests on the last."""
    for name, view in views.items():
        frames = [Image.fromarray(draw(states.grid(time), time, view, box, options, limits)) for time in times]
        palette = frames[-1].quantize(128)            # one palette for all: colours do not flicker
        frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
        path = options.output / f"{options.color}_{name}.gif"
        each = round(1000 / options.fps)
        frames[0].save(path, save_all=True, append_images=frames[1:], duration=[each] * (len(frames) - 1) + [each + 1500], loop=0)
        yield path


WRITERS = {"pictures": write_pictures, "strip": write_strip, "gif": write_animation}


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR", help="results of a run, or a .vtkhdf file")
    parser.add_argument("--as", dest="kind", choices=WRITERS, default="pictures",
                        help="a picture for each time and view (default), all in one strip, or an animated GIF for each view")
    parser.add_argument("--color", default="plastic_strain", metavar="FIELD",
                        help="plastic_strain (default), von_mises, thickness, speed, part, rank")
    parser.add_argument("--times", metavar="LIST",
                        help="'last' (default), 'all' (default of gif), as 6x (six, spread; default of strip), or as 0,30,60")
    parser.add_argument("--views", metavar="LIST", help="of " + ", ".join(VIEWS) + "; several as iso,side (default: iso)")
    parser.add_argument("--look", metavar="X,Y,Z", help="a view from this direction, besides those of --views if it is given")
    parser.add_argument("--zoom", type=float, default=1.0, metavar="F", help="1 (default) shows the model whole")
    parser.add_argument("--focus", metavar="X0,X1,Y0,Y1,Z0,Z1", help="show this box instead of the whole model")
    parser.add_argument("--hide", metavar="PARTS", help="as 3,1001-1010,door: ids, ranges, parts of names (need --deck)")
    parser.add_argument("--deck", type=Path, metavar="FILE", help="where parts have their names")
    parser.add_argument("--size", default=None, metavar="WxH", help="of a frame; default 1600x900, strip and gif 800x450")
    parser.add_argument("--columns", type=int, metavar="N", help="of a strip")
    parser.add_argument("--fps", type=float, default=8.0, metavar="N", help="of a GIF")
    parser.add_argument("--max", type=float, help="upper end of the colours (default: 99th percentile)")
    parser.add_argument("--wall", type=float, metavar="X", help="draw a wall at this x")
    parser.add_argument("--edges", action="store_true", help="draw the edges of the elements")
    parser.add_argument("-o", "--output", type=Path, metavar="DIR", help="default DIR/pictures")
    options = parser.parse_args()
    options.size = [int(n) for n in (options.size or ("1600x900" if options.kind == "pictures" else "800x450")).split("x")]
    options.times = options.times or {"pictures": "last", "strip": "6x", "gif": "all"}[options.kind]
    return parser, options


def chosen_views(parser, options):
    """{name: (direction, up)}"""
    names = options.views.split(",") if options.views else [] if options.look else ["iso"]
    unknown = [view for view in names if view not in VIEWS]
    if unknown:
        parser.error(f"unknown view {unknown[0]}")
    views = {name: VIEWS[name] for name in names}
    if options.look:
        views["look"] = (tuple(float(v) for v in options.look.split(",")), (0, 0, 1))
    return views


def box_of(states, times, options):
    if options.focus:
        return [float(v) for v in options.focus.split(",")]
    boxes = np.array([states.grid(time).bounds for time in {times[0], times[-1]}])
    return [boxes[:, i].min() if i % 2 == 0 else boxes[:, i].max() for i in range(6)]


def main():
    parser, options = parse()
    vtkLogger.SetStderrVerbosity(vtkLogger.VERBOSITY_ERROR)  # without a display VTK warns and goes on
    path = options.folder if options.folder.suffix == ".vtkhdf" else options.folder / "states.vtkhdf"
    if not path.exists():
        parser.error(f"{path} does not exist; does the deck have *DATABASE_BINARY_D3PLOT?")
    views = chosen_views(parser, options)
    states = States(path)
    if not states.times:
        parser.error(f"{path} holds no state")
    if options.hide:
        try:
            states.hidden_parts = parts_of(options.hide, part_names(options.deck) if options.deck else {})
        except ValueError as error:
            parser.error(str(error))
    times = states.nearest(options.times)
    first = states.grid(times[0])
    if not first.n_cells:
        parser.error("every part is hidden")
    fields = list(first.cell_data) + ["speed"]
    if options.color not in fields:
        parser.error(f"no field {options.color}; there are {', '.join(fields)}")
    limits = limits_of(states, options.color, times, options.max)
    options.output = options.output or path.parent / "pictures"
    options.output.mkdir(parents=True, exist_ok=True)
    for written in WRITERS[options.kind](states, times, views, box_of(states, times, options), options, limits):
        print(written)


if __name__ == "__main__":
    main()
