"""One page of a run, or of two runs and what differs between them; called by scripts/report. The page holds its data and
its programs, and opens without a network."""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/report", description=__doc__.replace("; called by scripts/report", ""))
    parser.add_argument("runs", nargs="+", type=pathlib.Path, metavar="DIR", help="results of a run; two are compared")
    parser.add_argument("-o", "--output", type=pathlib.Path, metavar="FILE.html",
                        help="default: DIR/report.html; of two runs the second's DIR/comparison.html")
    parser.add_argument("--units", metavar="LIST", default="",
                        help="names of the deck's units in the order length,time,mass,force,stress,energy, e.g. "
                             "mm,ms,kg,kN,GPa,J (decks name none)")
    parser.add_argument("--states", type=int, default=40, metavar="N", help="most states of the deformed mesh (%(default)s)")
    parser.add_argument("--nodes", type=int, default=60000, metavar="N",
                        help="most nodes of it; a finer mesh is coarsened for the eye (%(default)s)")
    parser.add_argument("--no-mesh", action="store_true", help="leave the deformed mesh out")
    options = parser.parse_args()
    if len(options.runs) > 2:
        parser.error(f"expected one or two folders, found {len(options.runs)}")
    if options.states < 1 or options.nodes < 8:
        parser.error("expected at least 1 state and 8 nodes")
    return parser, options


def main():
    parser, options = arguments()
    from report_compare import comparison
    from report_page import write_page
    from report_sections import Units, report
    from results import Results
    try:
        units = Units.of(options.units)
        runs = [Results(folder) for folder in options.runs]
        title, sections = report(runs[0], units, options) if len(runs) == 1 else comparison(*runs, units, options)
        output = options.output or options.runs[-1] / ("report.html" if len(runs) == 1 else "comparison.html")
        write_page(output, title, sections)
    except KeyError as missing:
        parser.exit(1, f"error: summary.json of {' or '.join(map(str, options.runs))} lacks {missing}\n")
    except (OSError, ValueError) as problem:
        parser.exit(1, f"error: {problem}\n")
    print(f"{output}  ({output.stat().st_size / 1e6:.1f} MB)")


if __name__ == "__main__":
    main()
