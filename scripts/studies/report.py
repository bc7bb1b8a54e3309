"""One page of a run, or of two runs and what differs between them; called by scripts/report. The page holds its data and
its programs, and opens without a network."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from command_line import Parser, count, folder, start  # noqa: E402
from units import Units, units  # noqa: E402


def arguments():
    parser = Parser("report", __doc__.replace("; called by scripts/report", ""))
    parser.add_argument("runs", nargs="+", type=folder, metavar="DIR", help="results of a run; two are compared")
    parser.add_argument("-o", "--output", type=pathlib.Path, metavar="FILE.html",
                        help="default: DIR/report.html; of two runs the second's DIR/comparison.html")
    parser.add_argument("--units", type=units, metavar="LIST",
                        help="names of the deck's units in the order length,time,mass,force,stress,energy, e.g. "
                             "mm,ms,kg,kN,GPa,J (default: those of *CONTROL_UNITS in the deck, if it can be read)")
    parser.add_argument("--states", type=count, default=40, metavar="N",
                        help="maximum number of states of the deformed mesh (default: %(default)s)")
    parser.add_argument("--nodes", type=count, default=60000, metavar="N",
                        help="maximum number of nodes of the mesh; a finer mesh is coarsened (default: %(default)s)")
    parser.add_argument("--no-mesh", action="store_true", help="leave the deformed mesh out")
    options = parser.parse_args()
    if len(options.runs) > 2:
        parser.error(f"expected one or two folders, found {len(options.runs)}")
    if options.nodes < 8:
        parser.error("argument --nodes: expected at least 8")
    return options


def main(options):
    from report_compare import comparison
    from report_page import write_page
    from report_sections import report
    from crumple import Results
    try:
        runs = [Results(folder) for folder in options.runs]
        deck = runs[-1].deck
        units = options.units or (Units.of_deck(deck) if deck else Units({}))
        title, sections = (report if len(runs) == 1 else comparison)(*runs, units, options)
        output = options.output or options.runs[-1] / ("report.html" if len(runs) == 1 else "comparison.html")
        write_page(output, title, sections)
    except KeyError as missing:
        raise ValueError(f"summary.json of {' or '.join(map(str, options.runs))} lacks {missing}") from None
    print(f"{output}  ({output.stat().st_size / 1e6:.1f} MB)")


if __name__ == "__main__":
    start(arguments, main)
