"""The MPI profile of a run, from mpi_profile.csv. Started by scripts/plot-mpi-profile."""
import csv
import sys
from collections import Counter
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "studies"))

from colours import CURVES  # noqa: E402
from command_line import Late, Parser, counted, folder, start  # noqa: E402

np, plt, colors = Late("numpy"), Late("matplotlib.pyplot"), Late("matplotlib.colors")

SIZES = ["0 - 64 B", "64 B - 256 B", "256 B - 1 KiB", "1 KiB - 4 KiB", "4 KiB - 16 KiB", "16 KiB - 64 KiB",
         "64 KiB - 256 KiB", "256 KiB - 1 MiB", "1 MiB - 4 MiB", "4 MiB - 16 MiB", "> 16 MiB"]
COLOURS = [*CURVES[:6], "#999999"]
BLUE, ORANGE = COLOURS[:2]


def read(path):
    """Rows of the table, by record."""
    records = {}
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            records.setdefault(row["record"], []).append(row)
    return records


def plot_shares(axes, records):
    """A bar for each rank: application, then the MPI functions that take longest."""
    wall = np.array([float(row["seconds"]) for row in records["rank"]])
    mpi = np.array([float(row["mpi_seconds"]) for row in records["rank"]])
    time = Counter()
    by_rank = {}
    for row in records.get("call", []):
        time[row["function"]] += float(row["seconds"])
        by_rank.setdefault(row["function"], np.zeros(len(wall)))[int(row["rank"])] += float(row["seconds"])
    functions = [name for name, _ in time.most_common(len(COLOURS) - 2)]
    parts = [("application", wall - mpi, "#dddddd")]
    parts += [(name, by_rank[name], colour) for name, colour in zip(functions, COLOURS)]
    parts.append(("other MPI", mpi - sum((by_rank[name] for name in functions), np.zeros(len(wall))), COLOURS[-1]))
    ranks, left = np.arange(len(wall)), np.zeros(len(wall))
    for name, seconds, colour in parts:
        share = 100 * seconds / wall
        axes.barh(ranks, share, left=left, color=colour, label=f"{name} {share.mean():.1f} %", height=0.8,
                  edgecolor="white", linewidth=0.5 if len(wall) <= 32 else 0)
        left += share
    axes.set(xlabel="share of the time of the steps [%]", ylabel="rank", xlim=(0, 100), ylim=(len(wall) - 0.5, -0.5),
             title="application and MPI")
    axes.yaxis.get_major_locator().set_params(integer=True, min_n_ticks=1)
    axes.legend(frameon=False, fontsize=9, loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2)


def plot_sizes(axes, records):
    """Calls and time by message size, each as a share of the sum over sizes."""
    calls, seconds = Counter(), Counter()
    for row in records.get("call", []):
        if row["size"] in SIZES:
            calls[row["size"]] += int(row["calls"])
            seconds[row["size"]] += float(row["seconds"])
    last = max((SIZES.index(size) for size in calls), default=0)
    names, at = SIZES[: last + 1], np.arange(last + 1)
    for values, shift, colour, label in ((calls, -0.2, BLUE, "calls"), (seconds, 0.2, ORANGE, "time")):
        total = sum(values.values()) or 1
        axes.bar(at + shift, [100 * values[name] / total for name in names], 0.4, color=colour, label=label)
    axes.set_xticks(at, [name.replace(" - ", "\nto ") for name in names], fontsize=9)
    axes.set(ylabel="share of all calls, of their time [%]", xlabel="size of a message or collective",
             title="message sizes (without calls that only wait)")
    axes.legend(frameon=False)


def plot_pairs(axes, records):
    """Bytes from rank to rank."""
    n = len(records["rank"])
    matrix = np.zeros((n, n))
    for row in records.get("pair", []):
        if row["rank"] != row["to"]:
            matrix[int(row["rank"]), int(row["to"])] += int(row["bytes"])
    axes.set(xlabel="to rank", ylabel="from rank", title="bytes between ranks")
    if not matrix.any():
        axes.set(xticks=[], yticks=[])
        axes.text(0.5, 0.5, "no messages", ha="center", va="center", transform=axes.transAxes)
        return
    least, greatest = matrix[matrix > 0].min(), matrix.max()
    norm = colors.LogNorm(least, greatest) if greatest > 3 * least else None
    image = axes.imshow(np.ma.masked_equal(matrix, 0), norm=norm, cmap="viridis", interpolation="nearest")
    axes.figure.colorbar(image, ax=axes, label="bytes", shrink=0.8)
    for axis in (axes.xaxis, axes.yaxis):
        axis.get_major_locator().set_params(integer=True, min_n_ticks=1)


def parse_arguments():
    parser = Parser("plot-mpi-profile", __doc__.split(" Started")[0])
    parser.add_argument("folder", type=folder, metavar="DIR", help="results of a run")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE",
                        help="picture to write, .png or .svg (default: DIR/mpi_profile.png)")
    arguments = parser.parse_args()
    arguments.table = arguments.folder / "mpi_profile.csv"
    if not arguments.table.exists():
        parser.error(f"{arguments.table} does not exist; was the run made with profile=off?")
    return arguments


def main(arguments):
    records = read(arguments.table)
    if not records.get("rank"):
        raise ValueError(f"{arguments.table} holds no ranks")
    output = arguments.output or arguments.folder / "mpi_profile.png"
    figure = plt.figure(figsize=(10, 9), layout="constrained")
    places = figure.subplot_mosaic([["shares", "pairs"], ["sizes", "sizes"]], height_ratios=[1.35, 1])
    plot_shares(places["shares"], records)
    plot_sizes(places["sizes"], records)
    plot_pairs(places["pairs"], records)
    for axes in (places["shares"], places["sizes"]):
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(output, dpi=130)
    wall = sum(float(row["seconds"]) for row in records["rank"])
    mpi = sum(float(row["mpi_seconds"]) for row in records["rank"])
    print(f"{output}: {counted(len(records['rank']), 'rank')}, MPI {100 * mpi / wall:.1f} % of the time")


if __name__ == "__main__":
    start(parse_arguments, main)
