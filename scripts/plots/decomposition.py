"""Pictures of decompositions from decomposition.vtkhdf, off-screen. Started by scripts/plot-decomposition."""
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "studies"))

from colours import class_colours  # noqa: E402
from command_line import Late, Parser, count, file, start  # noqa: E402
from render import VIEWS  # noqa: E402
from runs import program  # noqa: E402

np, plt, pyvista, vtk = Late("numpy"), Late("matplotlib.pyplot"), Late("pyvista"), Late("vtkmodules.vtkCommonCore")


def show(deck, ranks, pfile, folder):
    """Decomposes `deck` as `pfile` (a path, or None for the default) says; returns the mesh file."""
    folder.mkdir()
    text = Path(pfile).read_text() if pfile else ""
    (folder / "pfile").write_text(f"{text}\ndecomposition {{ numproc {ranks} show }}\n")
    command = [program(), f"i={deck}", f"p={folder / 'pfile'}", f"o={folder}"]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        raise ValueError((run.stderr or run.stdout).strip().removeprefix("Error: "))
    return folder / "decomposition.vtkhdf"


def words_of(pfile):
    """The pfile in one line, for a title."""
    lines = [line.split("#")[0] for line in Path(pfile).read_text().splitlines()]
    words = " ".join(" ".join(lines).split()) or "default: rcb"
    return words if len(words) <= 70 else Path(pfile).name


def exploded(grid, ranks, factor):
    """One mesh for each rank, moved away from the centre of all by `factor` times its distance."""
    centre = np.asarray(grid.center)
    for rank in ranks:
        piece = grid.extract_cells(grid.cell_data["rank"] == rank)
        yield rank, piece.translate(factor * (np.asarray(piece.center) - centre), inplace=False)


def draw(grid, arguments, n_ranks):
    """The mesh as an image."""
    colours = class_colours(np.arange(n_ranks))
    plotter = pyvista.Plotter(off_screen=True, window_size=[1600, 1000])
    plotter.set_background("white")
    for rank, piece in exploded(grid, np.unique(grid.cell_data["rank"]), arguments.explode):
        plotter.add_mesh(piece, color=colours[rank], ambient=0.25, show_edges=False)
    direction, up = VIEWS[arguments.view]
    plotter.camera_position = [np.asarray(grid.center) + 1000 * np.asarray(direction), grid.center, up]
    plotter.enable_parallel_projection()
    plotter.reset_camera()
    image = plotter.screenshot(return_img=True)
    plotter.close()
    used = (image < 250).any(axis=2)
    rows, columns = np.flatnonzero(used.any(axis=1)), np.flatnonzero(used.any(axis=0))
    return image[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def copies_and_neighbours(grid, n_ranks):
    """Nodes on several ranks, counted once for each rank beyond the first; the mean number of neighbours of a rank."""
    rank_of_corner = np.repeat(np.asarray(grid.cell_data["rank"], dtype=np.int64), np.diff(grid.cell_offsets))
    places = np.unique(np.asarray(grid.cell_connectivity, dtype=np.int64) * n_ranks + rank_of_corner)
    node, rank = np.divmod(places, n_ranks)
    copies = len(places) - len(np.unique(node))
    pairs = {(a, b) for distance in range(1, 8) for a, b in zip(rank[:-distance][node[:-distance] == node[distance:]],
                                                                 rank[distance:][node[:-distance] == node[distance:]])}
    return copies, 2 * len(pairs) / n_ranks


def bars(axes, grid, n_ranks):
    """The cost of each rank over the mean: elements in the rank's colour, contact hatched; returns the largest."""
    colours = class_colours(np.arange(n_ranks))
    rank = np.asarray(grid.cell_data["rank"])
    fields = grid.cell_data
    element = np.bincount(rank, fields["cost"] if "cost" in fields else None, n_ranks)
    contact = np.bincount(rank, fields["contact_cost"] if "contact_cost" in fields else np.zeros(len(rank)), n_ranks)
    mean = (element + contact).mean()
    axes.bar(range(n_ranks), element / mean, color=colours)
    if contact.any():
        axes.bar(range(n_ranks), contact / mean, bottom=element / mean, color=colours, hatch="///", edgecolor="white",
                 linewidth=0)
    axes.axhline(1, color="black", linewidth=0.8)
    axes.set_xlabel("rank" + (" (hatched: contact)" if contact.any() else ""))
    axes.set_ylabel("cost / mean")
    axes.set_xticks(range(0, n_ranks, max(1, n_ranks // 16)))
    axes.spines[["top", "right"]].set_visible(False)
    return (element + contact).max() / mean


def parse():
    parser = Parser("plot-decomposition", __doc__.split(" Started")[0])
    parser.add_argument("files", nargs="+", type=file, metavar="FILE",
                        help="a deck and pfiles, or mesh files (*.vtkhdf)")
    parser.add_argument("--ranks", type=count, metavar="N", help="decompose the deck for so many ranks")
    parser.add_argument("--explode", type=float, default=0.0, metavar="X",
                        help="distance between ranks, 0 to 1 (default: 0)")
    parser.add_argument("--view", choices=VIEWS, default="iso", help="(default: %(default)s)")
    parser.add_argument("--columns", type=count, default=2, metavar="N",
                        help="pictures side by side (default: %(default)s)")
    parser.add_argument("-o", "--output", type=Path, default=Path("decomposition.png"), metavar="FILE",
                        help="picture to write, .png or .svg (default: %(default)s)")
    arguments = parser.parse_intermixed_args()
    if not arguments.ranks and not all(name.suffix == ".vtkhdf" for name in arguments.files):
        parser.error("a deck needs --ranks N")
    return arguments


def main(arguments):
    vtk.vtkLogger.SetStderrVerbosity(vtk.vtkLogger.VERBOSITY_ERROR)  # without a display VTK warns and goes on
    with tempfile.TemporaryDirectory() as folder:
        if arguments.ranks:
            deck, pfiles = arguments.files[0], arguments.files[1:] or [None]
            meshes = [show(deck, arguments.ranks, pfile, Path(folder) / str(i)) for i, pfile in enumerate(pfiles)]
            titles = [words_of(pfile) if pfile else "default: rcb" for pfile in pfiles]
        else:
            meshes, titles = arguments.files, arguments.files
        grids = [pyvista.read(mesh) for mesh in meshes]
    counts = [max(arguments.ranks or 0, int(np.max(grid.cell_data["rank"])) + 1) for grid in grids]

    images = [draw(grid, arguments, n_ranks) for grid, n_ranks in zip(grids, counts)]
    columns = min(arguments.columns, len(grids))
    rows = -(-len(grids) // columns)
    width, picture_height, bar_height = 6.2, 6.2 * max(image.shape[0] / image.shape[1] for image in images), 1.0
    figure, axes = plt.subplots(2 * rows, columns, figsize=(width * columns, (picture_height + bar_height + 1) * rows),
                                height_ratios=[picture_height, bar_height] * rows, squeeze=False, layout="constrained")
    loads = []
    for i, (grid, title, n_ranks) in enumerate(zip(grids, titles, counts)):
        picture, load = axes[2 * (i // columns)][i % columns], axes[2 * (i // columns) + 1][i % columns]
        picture.imshow(images[i])
        picture.axis("off")
        picture.set_anchor("S")
        loads.append((load, bars(load, grid, n_ranks)))
        copies, neighbours = copies_and_neighbours(grid, n_ranks)
        quality = f"cost max/mean {loads[-1][1]:.3f}, {copies} copies of nodes, {neighbours:.1f} neighbours a rank"
        picture.set_title(f"{title}\n{quality}", fontsize=10)
    for load, imbalance in loads:
        load.set_ylim(0, 1.05 * max(imbalance for _, imbalance in loads))
    for i in range(len(grids), rows * columns):
        for row in (0, 1):
            axes[2 * (i // columns) + row][i % columns].axis("off")
    figure.savefig(arguments.output, dpi=100)
    print(arguments.output)


if __name__ == "__main__":
    start(parse, main)
