"""Stress over strain from the files of 'crumple drive', a curve for each file and rate. Started by scripts/plot-law."""
import csv
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "studies"))

from command_line import Late, Parser, file, start  # noqa: E402

figures, pictures = Late("matplotlib.figure"), Late("crumple.pictures")

NAMES = {"e": "logarithmic strain", "g": "shear strain", "s": "stress"}


def read(path, x, y):
    """{rate: (xs, ys)}, from the unstrained state on."""
    curves = {}
    with path.open(newline="", encoding="ascii") as stream:
        for row in csv.DictReader(stream):
            if x not in row or y not in row:
                raise ValueError(f"{path}: has no column {y if x in row else x}; there are {', '.join(row)}")
            xs, ys = curves.setdefault(row["rate"], ([0.0], [0.0]))
            xs.append(float(row[x]))
            ys.append(float(row[y]))
    if not curves:
        raise ValueError(f"{path}: holds no step")
    return curves


def name_of(column):
    return f"{NAMES.get(column.split('_')[0], column)} {column.split('_')[-1]}" if column[:2] in ("e_", "g_", "s_") else column


def parse_arguments():
    parser = Parser("plot-law", __doc__.split(" Started")[0])
    parser.add_argument("files", type=file, nargs="+", metavar="FILE.csv", help="of crumple drive")
    parser.add_argument("--x", default="e_xx", metavar="COLUMN", help="default: %(default)s")
    parser.add_argument("--y", default="s_xx", metavar="COLUMN", help="default: %(default)s")
    parser.add_argument("--labels", metavar="A,B,...", help="of the files (default: their folders)")
    parser.add_argument("-o", "--output", type=Path, default=Path("law.png"), metavar="FILE", help="default: %(default)s")
    arguments = parser.parse_args()
    arguments.labels = arguments.labels.split(",") if arguments.labels else [path.parent.name or "." for path in arguments.files]
    if len(arguments.labels) != len(arguments.files):
        parser.error(f"argument --labels: expected {len(arguments.files)} names")
    return arguments


def main(arguments):
    figure = figures.Figure(figsize=(7.5, 5), layout="constrained")
    axes = figure.subplots()
    for path, label in zip(arguments.files, arguments.labels, strict=True):
        curves = read(path, arguments.x, arguments.y)
        for rate, (xs, ys) in curves.items():
            axes.plot(xs, ys, linewidth=1.8, label=label + (f", rate {rate}" if len(curves) > 1 else ""))
    axes.set_xlabel(name_of(arguments.x))
    axes.set_ylabel(name_of(arguments.y))
    axes.legend(frameon=False)
    pictures.plain(axes)
    figure.savefig(arguments.output, dpi=130)
    print(arguments.output)


if __name__ == "__main__":
    start(parse_arguments, main)
