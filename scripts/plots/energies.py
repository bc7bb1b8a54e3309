"""Energies over time and their ratio, from glstat. Started by scripts/plot-energies."""
import re
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "studies"))

from command_line import Late, Parser, folder, start  # noqa: E402
from units import Units, units  # noqa: E402

plt = Late("matplotlib.pyplot")

STATISTIC = re.compile(r"^ (\S.{29}\.)(.{14})")  # dotted to column 32, value in 33-46
# label in glstat, name in the plot, colour, line style (never colour alone)
CURVES = [
    ("total energy", "total", "black", "-"),
    ("kinetic energy", "kinetic", "#0072b2", "-"),
    ("internal energy", "internal", "#d55e00", "-"),
    ("sliding interface energy", "contact", "#009e73", "--"),
    ("hourglass energy", "hourglass", "#cc79a7", "-."),
    ("stonewall energy", "rigid walls", "#56b4e9", ":"),
    ("external work", "external work", "#999999", "--"),
    ("system damping energy", "damping", "#e69f00", ":"),
]


def read_glstat(path):
    """Lists of values by label; several walls are added up."""
    series = {}
    n_states = 0
    for line in path.read_text(encoding="ascii", errors="replace").splitlines():
        match = STATISTIC.match(line)
        if not match:
            continue
        label = match[1].rstrip(". ")
        n_states += label == "time"
        values = series.setdefault(label, [])
        if len(values) < n_states:
            values.append(float(match[2]))
        else:
            values[-1] += float(match[2])
    return series


def shown(series, label):
    """Whether a curve is there and not zero throughout."""
    return len(series.get(label, [])) == len(series["time"]) and any(series[label])


def plot(series, title, path, names):
    figure, (energy, ratio) = plt.subplots(2, 1, figsize=(9, 6.5), sharex=True, height_ratios=[3, 1], layout="constrained")
    for label, name, colour, style in CURVES:
        if shown(series, label):
            energy.plot(series["time"], series[label], style, color=colour, label=name, linewidth=1.8)
    energy.set_ylabel(names.axis("energy"))
    energy.set_title(title, loc="left")
    energy.legend(frameon=False, ncols=2)
    ratio.plot(series["time"], series["total energy / initial energy"], color="black", linewidth=1.5)
    low, high = min(series["total energy / initial energy"]), max(series["total energy / initial energy"])
    ratio.set_ylim(min(0.96, low - 0.01), max(1.04, high + 0.01))
    ratio.axhspan(0.97, 1.03, color="#0072b2", alpha=0.12, linewidth=0)
    ratio.set_ylabel("total / initial energy")
    ratio.set_xlabel(names.axis("time"))
    for axes in (energy, ratio):
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(alpha=0.25)
    figure.savefig(path, dpi=150)


def parse_arguments():
    parser = Parser("plot-energies", __doc__.split(" Started")[0])
    parser.add_argument("folder", type=folder, metavar="DIR", help="results of a run")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE",
                        help="picture to write, .png or .svg (default: DIR/energies.png)")
    parser.add_argument("--units", type=units, metavar="LIST", default=Units({}),
                        help="names of the deck's units in the order length,time,mass,force,stress,energy, e.g. "
                             "mm,ms,kg,kN,GPa,J (decks do not name them)")
    arguments = parser.parse_args()
    if not (arguments.folder / "glstat").exists():
        parser.error(f"{arguments.folder / 'glstat'} does not exist; does the deck have *DATABASE_GLSTAT?")
    return arguments


def main(arguments):
    glstat = arguments.folder / "glstat"
    series = read_glstat(glstat)
    if len(series.get("time", [])) < 2:
        raise ValueError(f"{glstat} holds fewer than two states")
    output = arguments.output or arguments.folder / "energies.png"
    title = glstat.read_text(encoding="ascii", errors="replace").splitlines()[0].strip()
    plot(series, title, output, arguments.units)
    ratios = series["total energy / initial energy"]
    print(f"{output}: ratio {min(ratios):.4f} to {max(ratios):.4f}")


if __name__ == "__main__":
    start(parse_arguments, main)
