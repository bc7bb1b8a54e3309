"""The table of results in README.md, filled from the summaries of runs; called by scripts/readme-results.

The table stands between two marks. Its first column is the start of the shipped car's crash, which a test repeats
(tests/studies/readme.py); its second is the whole crash, which takes minutes.
"""
import argparse
import json
import os
import pathlib
import platform
import re
import shlex
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("CRUMPLE_PROGRAM", str(ROOT / "build" / "crumple"))
sys.path.insert(0, str(pathlib.Path(__file__).parent))

from runs import make_car, run_deck  # noqa: E402

PAGE = ROOT / "README.md"
BEGIN, END = "<!-- from here on written by scripts/readme-results -->\n", "<!-- up to here -->\n"
START_CYCLES = 500
ENERGIES = {"kinetic": "kinetic energy", "internal": "internal energy", "hourglass": "hourglass energy",
            "sliding": "sliding energy", "rigid_wall": "rigid-wall energy"}


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/readme-results", description=__doc__.split(";")[0])
    parser.add_argument("-np", type=int, default=2, help="ranks (%(default)s)")
    parser.add_argument("--launcher", default="mpirun -np {ranks}", help="e.g. 'srun -n {ranks}' (default: %(default)s)")
    parser.add_argument("--repeats", type=int, default=3, help="runs of the first cycles, for the spread (%(default)s)")
    parser.add_argument("--whole", type=pathlib.Path, metavar="FOLDER", help="take the whole crash from this run")
    parser.add_argument("--test-report", type=pathlib.Path, metavar="FILE", default=ROOT / "build" / "test-report.xml",
                        help="what scripts/test has left, for the time of the tests (%(default)s)")
    parser.add_argument("--commit", help="of the program (default: that of the source tree)")
    parser.add_argument("-o", type=pathlib.Path, default=ROOT / "out" / "readme", help="folder of the results")
    return parser.parse_args()


def run(deck, folder, options, *keys):
    command = shlex.split(options.launcher.format(ranks=options.np))
    summary, problem = run_deck(command + [PROGRAM, f"i={deck}", f"o={folder}", "progress=off", *keys], folder)
    if problem:
        sys.exit(f"error: {folder.name}: {problem}")
    return summary


def answers(summary):
    """What a run has computed, by the names of the table: the same on every machine, at any number of ranks."""
    energy = summary["energy"]
    rows = {"cycles": f"{summary['cycles']:,}", "problem time [ms]": f"{summary['end_time']:.6g}"}
    rows |= {f"{name} [J]": f"{energy[key]:.6g}" for key, name in ENERGIES.items()}
    rows["total over initial energy"] = f"{energy['ratio']:.6f}"
    rows["`state_hash`"] = f"`{summary['state_hash']}`"
    return rows


def spread(values, form):
    low, high = form.format(min(values)), form.format(max(values))
    return low if low == high else f"{low} to {high}"


def processor():
    try:
        return re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())[1].strip()
    except (OSError, TypeError):
        return platform.processor() or platform.machine()


def commit():
    done = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


def time_of_tests(report):
    """A sentence on what scripts/test has taken; empty without its report."""
    if not report.exists():
        return ""
    suite = ElementTree.parse(report).getroot()
    return (f" `scripts/test`: {suite.get('tests')} tests in {float(suite.get('time')) / 60:.0f} min on "
            f"{os.cpu_count()} cores, build not included.")


def table(starts, whole, program_commit, tests):
    columns = [answers(starts[0]), answers(whole)]
    rows = {name: [column[name] for column in columns] for name in columns[0]}
    rows["wall time [s]"] = [spread([s["wall_s"]["total"] for s in starts], "{:.1f}"), f"{whole['wall_s']['total']:.0f}"]
    rows["ns per element and cycle"] = [spread([s["ns_per_element_cycle"] for s in starts], "{:.0f}"),
                                        f"{whole['ns_per_element_cycle']:.0f}"]
    lines = [f"| shipped car, {whole['precision']} precision | first {starts[0]['cycles']} cycles | whole crash |",
             "|---|---|---|"]
    lines += [f"| {name} | {' | '.join(values)} |" for name, values in rows.items()]
    runs = f"{len(starts)} runs of the first cycles, least to most" if len(starts) > 1 else "one run of the first cycles"
    lines += ["", f"Commit {program_commit}, {whole['ranks']} ranks on {os.cpu_count()} cores ({processor()}), "
                  f"{whole['isa']}; {runs}, one of the whole crash. Other programs may have run at the same time, which "
                  f"affects the last two rows only.{tests}"]
    return "\n".join(lines) + "\n"


def parts_of(page):
    """What stands before the table, the table, and what stands behind it."""
    before, _, rest = page.partition(BEGIN)
    inside, mark, after = rest.partition(END)
    if not mark:
        sys.exit(f"error: {PAGE.name}: expected the marks {BEGIN.strip()} and {END.strip()}")
    return before, inside, after


def first_column(page):
    """The rows of the page's table: {name: value in the first column}."""
    rows = re.findall(r"^\| (.+?) \| (.+?) \| .+? \|$", parts_of(page)[1], re.M)
    return dict(rows[1:])


def main():
    options = arguments()
    options.o.mkdir(parents=True, exist_ok=True)
    deck = make_car(options.o)
    starts = [run(deck, options.o / "start", options, f"ncycle={START_CYCLES}") for _ in range(max(1, options.repeats))]
    if len({s["state_hash"] for s in starts}) != 1:
        sys.exit("error: repeated runs have different state hashes")
    whole = (json.loads((options.whole / "summary.json").read_text(encoding="utf-8")) if options.whole
             else run(deck, options.o / "whole", options))
    before, _, after = parts_of(PAGE.read_text(encoding="utf-8"))
    text = table(starts, whole, options.commit or commit(), time_of_tests(options.test_report))
    PAGE.write_text(before + BEGIN + "\n" + text + "\n" + END + after, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
