"""Energies over time and their ratio, from glstat. Started by scripts/plot-energies."""
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "studies"))

from command_line import Late, Parser, folder, start  # noqa: E402
from units import Units, units  # noqa: E402

results, pictures = Late("crumple.results"), Late("crumple.pictures")


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
    series = results.read_glstat(glstat)
    if len(series.get("time", [])) < 2:
        raise ValueError(f"{glstat} holds fewer than two states")
    output = arguments.output or arguments.folder / "energies.png"
    title = glstat.read_text(encoding="ascii", errors="replace").splitlines()[0].strip()
    figure = pictures.energies(series, title, arguments.units.axis("time"), arguments.units.axis("energy"))
    figure.savefig(output, dpi=150)
    ratios = series["total energy / initial energy"]
    print(f"{output}: ratio {min(ratios):.4f} to {max(ratios):.4f}")


if __name__ == "__main__":
    start(parse_arguments, main)
