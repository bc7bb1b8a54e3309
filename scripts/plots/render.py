"""Pictures, strips of frames and animations of the deformed mesh, off-screen. Started by scripts/render."""
import functools
import importlib.util
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "studies"))

from colours import class_colours, paints  # noqa: E402
from command_line import Late, Parser, count, decimals, file, positive, start  # noqa: E402

np, pyvista, matplotlib, colors = Late("numpy"), Late("pyvista"), Late("matplotlib"), Late("matplotlib.colors")
scene, planes = Late("crumple.scene"), Late("crumple.walls")
deck_text, results = Late("crumple.deck_text"), Late("crumple.results")
car_details = Late("car_details")
Image, ImageDraw, ImageFont = Late("PIL.Image"), Late("PIL.ImageDraw"), Late("PIL.ImageFont")
vtk, imageio_ffmpeg = Late("vtkmodules.vtkCommonCore"), Late("imageio_ffmpeg")

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
PAINTED = "body"                 # parts in the colours of a car, with their plastic strain over it
# label and unit of a quantity; forces over areas and times as in the decks of inputs/: mm, ms, kN
LABELS = {"plastic_strain": "effective plastic strain", "von_mises": "von Mises stress [GPa]", "thickness": "thickness [mm]",
          "speed": "speed [m/s]", PAINTED: "effective plastic strain"}
GLOW = ("glow", ["#ffe94a", "#ffb000", "#f4511e", "#c2185b", "#4a0033"])
PAGE_WIDTH = 900.0               # [pixels] of the page on which a picture is read: letters of wider ones grow
FAINT, CLEAR = 0.01, 0.05        # plastic strain: below the first a part keeps its paint, from the second on it shows none


def values(grid, field):
    return np.asarray(grid.cell_data[field] if field in grid.cell_data else grid.point_data[field])


@functools.cache
def map_of(field):
    return colors.LinearSegmentedColormap.from_list(*(GLOW if field == PAINTED else scene.HEAT))


def font_of(size):
    return ImageFont.truetype(str(Path(matplotlib.get_data_path()) / "fonts/ttf/DejaVuSans.ttf"), size)


def details_of(grid, options):
    """[cell] colour of those that are painted by themselves, others nan."""
    return options.paint[grid.cell_data.get("vtkOriginalCellIds", slice(None))]


def painted(grid, options, top):
    """A colour for each cell: its own paint or that of its part, under its plastic strain."""
    paint, details = paints(grid.cell_data["part"].astype(int), options.names), details_of(grid, options)
    paint = np.where(np.isnan(details), paint, details)
    strain = np.asarray(grid.cell_data["plastic_strain"], dtype=float)
    shown = np.clip((strain - FAINT) / (CLEAR - FAINT), 0, 1)[:, None]
    return (1 - shown) * paint + shown * map_of(PAINTED)(np.clip(strain / top, 0, 1))[:, :3]


def colouring(grid, options, limits):
    """Arguments of add_mesh for the field: classes and paint as colours of their own, quantities by a map."""
    field = options.color
    if field == PAINTED or field in CLASSES:
        colour = painted(grid, options, limits[1]) if field == PAINTED else class_colours(grid.cell_data[field].astype(int))
        grid.cell_data["colour"] = colour
        return {"scalars": "colour", "rgb": True}
    return {"scalars": field, "cmap": map_of(field), "clim": limits, "show_scalar_bar": False}


def meaning_of_time(states_file):
    """Of states: of modes, whose run wrote eigout, it is the frequency or the factor of the buckling loads."""
    path = states_file.with_name(states_file.name.replace("states.vtkhdf", "eigout"))
    if not path.is_file():
        return "time"
    return "load" if "\n results of buckling analysis" in path.read_text(errors="replace") else "frequency"


def caption_of(time, mode, meaning):
    """`mode`: its number, where the states are modes. The unit of time is ms, as in the decks of inputs/."""
    if meaning == "time":
        return (f"{time:.1f}".removesuffix(".0") if time >= 1 else f"{time:.2g}") + " ms"
    return f"mode {mode}: " + (f"{1000 * time:.3g} Hz" if meaning == "frequency" else f"{time:.3g} times the loads")


def enlarged(options, width):
    return max(1.0, options.abreast * width / PAGE_WIDTH)


def write_bar(picture, options, limits, larger, frame):
    """The scale of the colours, in the lower right corner; `frame`: width and height of a frame."""
    width, height = picture.size
    pen, font = ImageDraw.Draw(picture), font_of(round(larger * max(11, frame[1] // 42)))
    length, thick, high = int(min(0.3 * larger, 0.6) * frame[0]), round(larger * max(8, frame[1] // 50)), 1.35 * font.size
    left, top = width - length - 3 * font.size, height - thick - 1.6 * high
    ramp = map_of(options.color)(np.linspace(0, 1, length))[None, :, :3]
    picture.paste(Image.fromarray((255 * ramp).astype(np.uint8).repeat(thick, axis=0)), (left, int(top)))
    pen.rectangle((left - 1, top - 1, left + length, top + thick), outline="black")
    for share in (0.0, 0.5, 1.0):
        pen.text((left + share * length, top + thick + 0.2 * high), f"{limits[0] + share * (limits[1] - limits[0]):.3g}",
                 fill="black", font=font, anchor="ma")
    pen.text((left + 0.5 * length, top - 0.35 * high), LABELS.get(options.color, options.color.replace("_", " ")), fill="black",
             font=font, anchor="ms")


def write_labels(pixels, time, options, limits, bar):
    """The picture with its caption and, if `bar`, the scale of its colours."""
    picture = Image.fromarray(pixels)
    larger = enlarged(options, picture.size[0])
    size = round(larger * max(12, picture.size[1] // 32))
    ImageDraw.Draw(picture).text((0.6 * size, 0.5 * size), options.captions[time], fill="black", font=font_of(size))
    if bar and limits and not options.no_bar:
        write_bar(picture, options, limits, larger, picture.size)
    return np.asarray(picture)


def limits_of(states, field, times, top):
    """One range for all pictures; the top percent of the cells may saturate."""
    if field in CLASSES:
        return None
    measured = "plastic_strain" if field == PAINTED else field
    top = top or max(float(np.percentile(values(states.grid(time), measured), 99)) for time in times)
    return (0.0, top if top > 0 else 1.0)


def draw(grid, time, view, shown, options, limits):
    """One picture as an array of pixels, without words."""
    plotter = pyvista.Plotter(off_screen=True, window_size=options.size)
    plotter.set_background("white")
    plotter.enable_anti_aliasing("ssaa")
    colours = colouring(grid, options, limits)
    mesh = {"show_edges": True, "edge_color": "#303030", "line_width": 0.4} if options.edges else {}
    lines = np.isin(grid.celltypes, [pyvista.CellType.LINE])
    sheets = np.isin(grid.celltypes, [pyvista.CellType.QUAD, pyvista.CellType.TRIANGLE])
    own = ~np.isnan(details_of(grid, options)[:, 0])      # whose colours must not run into others
    for cells, even in ((sheets & ~own, options.color == PAINTED), (sheets & own, False), (~sheets & ~lines, False)):
        if cells.any():
            scene.add_skin(plotter, grid.extract_cells(cells).extract_surface(algorithm="dataset_surface"), colours | mesh, even)
    if lines.any():
        plotter.add_mesh(grid.extract_cells(lines), **colours, line_width=4, render_lines_as_tubes=True)
    if (belts := scene.belt_lines(options.belts, options.states, time)) is not None:
        plotter.add_mesh(belts, color="#3a3f47", line_width=6, render_lines_as_tubes=True)
    car_details.add_details(plotter, options.cars, options.states.nearest(time), scene.SHADING)
    of_walls = scene.add_walls(plotter, options.walls, planes.box_of(shown), view[0])
    larger = enlarged(options, options.size[0])
    corner = (min(0.3 * larger, 0.6) + 0.07 * larger, 0.11 * larger) if limits and not options.no_bar and options.kind != "strip" else None
    scene.aim(plotter, view, shown if options.focus or options.span else np.concatenate([shown, of_walls]), options.zoom, options.span, corner)
    pixels = plotter.screenshot(return_img=True)
    plotter.close()
    return pixels


def write_pictures(states, times, views, shown, options, limits):
    for time in times:
        for name, view in views.items():
            path = options.output / f"{options.color}_{name}_{states.nearest(time):03d}.png"
            pixels = draw(states.grid(time), time, view, shown, options, limits)
            Image.fromarray(write_labels(pixels, time, options, limits, True)).save(path)
            yield path


def cropped(frames):
    """The frames without what is blank in all of them, but for a margin and a line above for the caption."""
    drawn = np.any([(frame < 250).any(axis=2) for frame in frames], axis=0)
    rows, columns = np.flatnonzero(drawn.any(axis=1)), np.flatnonzero(drawn.any(axis=0))
    if not len(rows):
        return frames
    height, width = drawn.shape
    margin, line = max(8, width // 40), round(1.8 * max(12, height // 32))
    top, bottom = max(0, rows[0] - margin - line), min(height, rows[-1] + margin)
    left, right = max(0, columns[0] - margin), min(width, columns[-1] + margin)
    return [frame[top:bottom, left:right] for frame in frames]


def write_strip(states, times, views, shown, options, limits):
    """All frames in one picture: a column for each time, a row for each view; with --columns the frames wrap."""
    columns = options.abreast = options.columns or len(times)
    frames = cropped([draw(states.grid(time), time, view, shown, options, limits) for view in views.values() for time in times])
    frames = [write_labels(frame, time, options, limits, False) for frame, time in zip(frames, times * len(views))]
    blank = np.full_like(frames[0], 255)
    frames += [blank] * (-len(frames) % columns)
    rows = [np.concatenate(frames[k:k + columns], axis=1) for k in range(0, len(frames), columns)]
    height, width = blank.shape[:2]
    if limits and not options.no_bar:                  # below the frames, where it hides nothing
        larger = enlarged(options, width)
        band = round(larger * (3.8 * max(11, height // 42) + max(8, height // 50)))
        rows.append(np.full((band, width * columns, 3), 255, dtype=np.uint8))
    picture = Image.fromarray(np.concatenate(rows))
    if limits and not options.no_bar:
        write_bar(picture, options, limits, larger, (width, height))
    path = options.output / f"{options.color}_{'_'.join(views)}_strip.png"
    picture.save(path)
    yield path


def palette_for(first, last, options, limits):
    """One palette for all frames, so that colours do not flicker, with all colours of the scale."""
    shown = [np.asarray(first), np.asarray(last)]
    if limits:
        ramp = map_of(options.color)(np.linspace(0, 1, first.size[0]))[None, :, :3]
        shown.append((255 * ramp).astype(np.uint8).repeat(first.size[1] // 8, axis=0))
    return Image.fromarray(np.concatenate(shown)).quantize(255)


def write_animation(states, times, views, shown, options, limits):
    """A GIF for each view that shows every time once and rests on the last, and the same as MP4 where imageio-ffmpeg is there."""
    for name, view in views.items():
        frames = [Image.fromarray(write_labels(draw(states.grid(time), time, view, shown, options, limits), time, options, limits,
                                               True)) for time in times]
        path = options.output / f"{options.color}_{name}.gif"
        if importlib.util.find_spec("imageio_ffmpeg"):
            yield write_film(path.with_suffix(".mp4"), frames, options.fps)
        palette = palette_for(frames[0], frames[-1], options, limits)
        frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
        each = round(1000 / options.fps)
        frames[0].save(path, save_all=True, append_images=frames[1:], duration=[each] * (len(frames) - 1) + [each + 1500], loop=0)
        yield path


def write_film(path, frames, fps):
    """MP4 (H.264) that rests on its last frame for a second; sides are cut to even numbers of pixels, as the format asks."""
    size = [side - side % 2 for side in frames[0].size]
    film = imageio_ffmpeg.write_frames(str(path), size, fps=fps, quality=8, macro_block_size=2)
    film.send(None)
    for frame in frames + frames[-1:] * round(fps):
        film.send(np.ascontiguousarray(np.asarray(frame.convert("RGB"))[:size[1], :size[0]]))
    film.close()
    return path


WRITERS = {"pictures": write_pictures, "strip": write_strip, "gif": write_animation}


def parse():
    parser = Parser("render", __doc__.split(" Started")[0])
    parser.add_argument("folder", type=Path, metavar="DIR", help="results of a run, or a .vtkhdf file")
    parser.add_argument("--as", dest="kind", choices=WRITERS, default="pictures",
                        help="a picture for each time and view (default), all in one strip, or an animated GIF for each view")
    parser.add_argument("--color", default="plastic_strain", metavar="FIELD",
                        help="plastic_strain (default), von_mises, thickness, speed, part, rank, or body: a car's paint "
                             "under its plastic strain")
    parser.add_argument("--times", metavar="LIST",
                        help="'last' (default), 'all' (default of gif), as 6x (six, spread; default of strip), or as 0,30,60")
    parser.add_argument("--views", metavar="LIST", help="of " + ", ".join(VIEWS) + "; several as iso,side (default: iso)")
    parser.add_argument("--look", type=decimals(3), metavar="X,Y,Z",
                        help="a view from this direction, besides those of --views if it is given")
    parser.add_argument("--caption", metavar="TEXT", help="text in the corner, instead of the time, or the mode and its frequency or load factor")
    parser.add_argument("--no-bar", action="store_true", help="leave out the scale of colours")
    parser.add_argument("--zoom", type=positive, default=1.0, metavar="F",
                        help="magnification; 1 (default) shows the whole model")
    parser.add_argument("--span", type=positive, metavar="L",
                        help="length across the picture: one scale for several models")
    parser.add_argument("--focus", type=decimals(6), metavar="X0,X1,Y0,Y1,Z0,Z1",
                        help="show this box instead of the whole model")
    parser.add_argument("--hide", metavar="PARTS", help="as 3,1001-1010,door: ids, ranges, parts of names (of the deck)")
    parser.add_argument("--deck", type=file, metavar="FILE",
                        help="deck with the names of the parts, planar rigid walls and belts, which are drawn (default: that of the "
                             "run, if it is still there)")
    parser.add_argument("--size", metavar="WxH", help="size of a frame (default: 1600x900; strip and gif 800x450)")
    parser.add_argument("--columns", type=count, metavar="N", help="columns of a strip")
    parser.add_argument("--fps", type=positive, default=8.0, metavar="N",
                        help="frames per second of a GIF (default: %(default)s)")
    parser.add_argument("--max", type=positive, metavar="X", help="upper end of the colours (default: 99th percentile)")
    parser.add_argument("--no-walls", action="store_true", help="leave out the rigid walls of the deck")
    parser.add_argument("--edges", action="store_true", help="draw the edges of the elements")
    parser.add_argument("-o", "--output", type=Path, metavar="DIR",
                        help="folder of the pictures (default: DIR/pictures)")
    options = parser.parse_args()
    size = options.size or ("1600x900" if options.kind == "pictures" else "800x450")
    options.size = [int(n) if n.isdigit() else 0 for n in size.split("x")]
    if len(options.size) != 2 or min(options.size) < 16:
        parser.error(f"argument --size: '{size}': expected WIDTHxHEIGHT, each 16 or more")
    options.abreast = 1                              # pictures beside each other
    options.times = options.times or {"pictures": "last", "strip": "6x", "gif": "all"}[options.kind]
    options.views = chosen_views(parser, options)
    options.path = options.folder if options.folder.suffix == ".vtkhdf" else options.folder / "states.vtkhdf"
    if not options.path.exists():
        parser.error(f"{options.path} does not exist; does the deck have *DATABASE_BINARY_D3PLOT?")
    return options


def chosen_views(parser, options):
    """{name: (direction, up)}"""
    names = options.views.split(",") if options.views else [] if options.look else ["iso"]
    unknown = [view for view in names if view not in VIEWS]
    if unknown:
        parser.error(f"argument --views: '{unknown[0]}': expected some of {', '.join(VIEWS)}")
    views = {name: VIEWS[name] for name in names}
    if options.look:
        views["look"] = (tuple(options.look), (0, 0, 1))
    return views


def shown_points(states, times, options):
    """What all pictures hold: the nodes at the first and at the last time, or the corners of --focus."""
    if options.focus:
        return planes.corners_of(options.focus)
    return np.concatenate([states.grid(time).points for time in {times[0], times[-1]}])


def deck_of_run(folder):
    """The deck that the run has read, if there is one run and the deck is still there."""
    try:
        return results.Results(folder).deck
    except ValueError:
        return None


def read_deck(options):
    """Names of parts, belts and walls."""
    deck = options.deck or deck_of_run(options.path.parent)
    options.names = deck_text.part_names(deck) if deck else {}
    options.belts = scene.belts_of(deck) if deck else ()
    options.walls = planes.walls_of(deck) if deck and not options.no_walls else ()


def main(options):
    vtk.vtkLogger.SetStderrVerbosity(vtk.vtkLogger.VERBOSITY_ERROR)  # without a display VTK warns and goes on
    from states import States, parts_of
    states = States(options.path)
    if not len(states):
        raise ValueError(f"{options.path} holds no state")
    options.states = states
    read_deck(options)
    if options.hide:
        states.hidden_parts = parts_of(options.hide, options.names)
    times = states.chosen(options.times)
    first = states.grid(times[0])
    if not first.n_cells:
        raise ValueError("every part is hidden")
    fields = list(first.cell_data) + ["speed", PAINTED]
    if options.color not in fields:
        raise ValueError(f"no field {options.color}; there are {', '.join(fields)}")
    if options.color == PAINTED and not options.names:
        raise ValueError("--color body paints by the names of the parts: name the deck by --deck")
    options.cars = car_details.cars_of(states, options.names) if options.color == PAINTED else ()
    options.paint = car_details.paint_of(options.cars, len(states.types))
    limits = limits_of(states, options.color, times, options.max)
    meaning = meaning_of_time(options.path)
    options.captions = {time: options.caption or caption_of(time, number, meaning) for number, time in enumerate(states.times, 1)}
    options.output = options.output or options.path.parent / "pictures"
    options.output.mkdir(parents=True, exist_ok=True)
    for written in WRITERS[options.kind](states, times, options.views, shown_points(states, times, options), options, limits):
        print(written)


if __name__ == "__main__":
    start(parse, main)
