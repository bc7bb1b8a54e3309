"""Pictures of results. Needs matplotlib; the deformed mesh needs h5py and pyvista, and no display."""
import io
import pathlib

import numpy as np

from crumple.histories import BY_NAME, ENERGIES, curves_of, shown


MOST_NAMED = 10     # curves of a plot


class Picture:
    """A picture that a notebook shows by itself; save() writes it as PNG. `figure` is matplotlib's, if it is a plot."""

    def __init__(self, write, figure=None):
        buffer = io.BytesIO()
        write(buffer)
        self.png, self.figure = buffer.getvalue(), figure

    @staticmethod
    def of(figure):
        return Picture(lambda stream: figure.savefig(stream, format="png", dpi=100), figure)

    def _repr_png_(self):
        return self.png

    def save(self, path):
        pathlib.Path(path).write_bytes(self.png)


def plain(axes):
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(alpha=0.25)


def energies(series, title, time="time", unit="energy"):
    """Figure of the energies and their ratio over time; `series` of read_glstat, names of the axes."""
    from matplotlib.figure import Figure
    figure = Figure(figsize=(9, 6.5), layout="constrained")
    energy, ratio = figure.subplots(2, 1, sharex=True, height_ratios=[3, 1])
    for label, name, colour, style in ENERGIES:
        if shown(series, label):
            energy.plot(series["time"], series[label], style, color=colour, label=name, linewidth=1.8)
    energy.set_ylabel(unit)
    energy.set_title(title, loc="left")
    energy.legend(frameon=False, ncols=2)
    ratio.plot(series["time"], series["total energy / initial energy"], color="black", linewidth=1.5)
    low, high = min(series["total energy / initial energy"]), max(series["total energy / initial energy"])
    ratio.set_ylim(min(0.96, low - 0.01), max(1.04, high + 0.01))
    ratio.axhspan(0.97, 1.03, color="#0072b2", alpha=0.12, linewidth=0)
    ratio.set_ylabel("total / initial energy")
    ratio.set_xlabel(time)
    plain(energy)
    plain(ratio)
    return figure


def history(results, name):
    """Figure of the curves of a group of histories; of many the highest are named, the others grey."""
    from matplotlib.figure import Figure
    curves, missing = curves_of(results, BY_NAME[name])
    if missing:
        raise ValueError(missing)
    figure = Figure(figsize=(9, 4.5), layout="constrained")
    axes = figure.subplots()
    curves.sort(key=lambda curve: -np.abs(curve.values).max())
    for curve in curves[MOST_NAMED:]:
        axes.plot(curve.time, curve.values, color="#c8ccd2", linewidth=0.8)
    for curve in curves[:MOST_NAMED]:
        axes.plot(curve.time, curve.values, label=curve.name)
    axes.set(xlabel="time", ylabel=BY_NAME[name].quantity)
    axes.set_title(name, loc="left")
    axes.legend(frameon=False)
    plain(axes)
    return figure


def mesh(results, field, time, view, size):
    """Picture of the deformed mesh at the state nearest to the time, with the rigid walls of the deck if it is still there;
    view: the direction that the camera looks from."""
    import pyvista
    from matplotlib.colors import LinearSegmentedColormap
    from PIL import Image
    from vtkmodules.vtkCommonCore import vtkLogger

    from crumple import scene, walls
    vtkLogger.SetStderrVerbosity(vtkLogger.VERBOSITY_ERROR)  # without a display VTK warns and goes on
    states = results.states
    grid = states.grid(len(states) - 1 if time is None else states.nearest(time))
    if field not in (*grid.cell_data, *grid.point_data):
        raise ValueError(
            f"no field {field}: expected one of {', '.join([*grid.cell_data, *grid.point_data, *BY_NAME])}")
    plotter = pyvista.Plotter(off_screen=True, window_size=size)
    plotter.set_background("white")
    plotter.enable_anti_aliasing("ssaa")
    values = np.asarray(grid.cell_data[field] if field in grid.cell_data else grid.point_data[field])
    low, high = min(0.0, values.min()), np.percentile(values, 99)          # a few elements may saturate
    bar = {"title": field.replace("_", " ") + "\n", "color": "black", "width": 0.4, "position_x": 0.57, "position_y": 0.02,
           "title_font_size": 18, "label_font_size": 16, "n_labels": 3, "fmt": "%.3g"}
    plotter.add_mesh(grid, scalars=field, cmap=LinearSegmentedColormap.from_list(*scene.HEAT),
                     clim=(low, high if high > low else low + 1.0), show_edges=grid.n_cells < 20000, edge_opacity=0.25,
                     ambient=0.34, diffuse=0.76, scalar_bar_args=bar)
    planes = walls.walls_of(results.deck) if results.deck else ()
    of_walls = scene.add_walls(plotter, planes, walls.box_of(grid.points), view)
    scene.aim(plotter, (view, (0, 0, 1)), np.concatenate([grid.points, of_walls]), corner=(0.46, 0.16))
    pixels = plotter.screenshot(return_img=True)
    plotter.close()
    return Picture(lambda stream: Image.fromarray(pixels).save(stream, "png"))


def show(results, what="plastic_strain", time=None, view=(-1, -1.4, 0.8), size=(1000, 650)):
    """A picture of a run, which a notebook shows: the deformed mesh coloured by a field (plastic_strain, von_mises,
    thickness, part, rank, speed) at a time (default: the last state), or histories ("energies", "time step",
    "rigid walls: size of the force", ...: the names in crumple.histories)."""
    if what == "energies":
        return Picture.of(energies(results.energies, results.summary["deck"]["title"]))
    return Picture.of(history(results, what)) if what in BY_NAME else mesh(results, what, time, view, size)
