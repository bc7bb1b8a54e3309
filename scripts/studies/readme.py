"""The table of results in README.md, filled from the summaries of runs; called by scripts/readme-results.

The table stands between two marks. Its first column is the start of the shipped car's crash, its second the whole crash,
which takes minutes. A test repeats the first, a long one the second (tests/studies/readme.py).
"""
import json
import os
import pathlib
import platform
import re
import sys
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(pathlib.Path(__file__).parent))

import machine  # noqa: E402
from command_line import Parser, counted, folder, start  # noqa: E402
from runs import Progress, busy, guess_seconds, make_car, run_on_ranks, work_ns  # noqa: E402

PAGE = ROOT / "README.md"
BEGIN, END = "<!-- from here on written by scripts/readme-results -->\n", "<!-- up to here -->\n"
START_CYCLES, WHOLE_CYCLES = 500, 80000   # the second for the estimate before the first run
ENERGIES = {"kinetic": "kinetic energy", "internal": "internal energy", "hourglass": "hourglass energy",
            "sliding": "sliding energy", "rigid_wall": "rigid-wall energy"}


def arguments():
    parser = Parser("readme-results", __doc__.split(";")[0] + ".")
    parser.add_keys()
    parser.add_ranks()
    parser.add_repeats(3, "runs of the first cycles, for the spread")
    parser.add_argument("--whole", type=folder, metavar="DIR",
                        help="folder of a run of the whole crash, which is then not repeated")
    parser.add_argument("--test-report", type=pathlib.Path, metavar="FILE", default=ROOT / "build" / "test-report.xml",
                        help="report of scripts/test, for the duration of the tests (default: %(default)s)")
    parser.add_argument("--sources", metavar="HASH", help="hash of the program's sources (default: of this source tree)")
    parser.add_output("readme")
    return parser.parse_intermixed_args()


def run(deck, folder, options, *keys):
    return run_on_ranks(folder.name, options.launcher, options.np, deck, folder, *keys, *options.keys)


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


def time_of_tests(report):
    """A sentence on what scripts/test has taken; empty without its report."""
    if not report.exists():
        return ""
    suite = ElementTree.parse(report).getroot()
    return (f" `scripts/test`: {suite.get('tests')} tests in {float(suite.get('time')) / 60:.0f} min on "
            f"{os.cpu_count()} cores, build not included.")


def table(starts, whole, program_sources, tests):
    columns = [answers(starts[0]), answers(whole)]
    rows = {name: [column[name] for column in columns] for name in columns[0]}
    rows["wall time [s]"] = [spread([s["wall_s"]["total"] for s in starts], "{:.1f}"), f"{whole['wall_s']['total']:.0f}"]
    rows["ns per element and cycle"] = [spread([s["ns_per_element_cycle"] for s in starts], "{:.0f}"),
                                        f"{whole['ns_per_element_cycle']:.0f}"]
    rows["CPU ns of it outside MPI"] = [spread([work_ns(s) for s in starts], "{:.0f}"), f"{work_ns(whole):.0f}"]
    lines = [f"| shipped car, {whole['precision']} precision | first {starts[0]['cycles']} cycles | whole crash |",
             "|---|---|---|"]
    lines += [f"| {name} | {' | '.join(values)} |" for name, values in rows.items()]
    runs = f"{len(starts)} runs of the first cycles, minimum to maximum" if len(starts) > 1 else "one run of the first cycles"
    where = f"{counted(whole['ranks'], 'rank')} on {counted(os.cpu_count(), 'core')} ({processor()})"
    lines += ["", f"Sources [{program_sources}](docs/experiments.md), {where}, "
                  f"{whole['isa']}; {runs}, one of the whole crash. Other programs may have run at the same time, which "
                  f"affects wall times more than CPU times.{tests}"]
    return "\n".join(lines) + "\n"


def parts_of(page):
    """What stands before the table, the table, and what stands behind it."""
    before, _, rest = page.partition(BEGIN)
    inside, mark, after = rest.partition(END)
    if not mark:
        raise ValueError(f"{PAGE.name}: expected the marks {BEGIN.strip()} and {END.strip()}")
    return before, inside, after


def column(page, number):
    """The rows of the page's table: {name: value}, of column 0, the first cycles, or 1, the whole crash."""
    rows = re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \|$", parts_of(page)[1], re.M)
    return {name: values[number] for name, *values in rows[1:]}


def main(options):
    whole = json.loads((options.whole / "summary.json").read_text(encoding="utf-8")) if options.whole else None
    options.o.mkdir(parents=True, exist_ok=True)
    deck = make_car(options.o)
    first = f"ncycle={START_CYCLES}"
    busy(os.cpu_count())
    progress = Progress([guess_seconds(deck, [first], options.np)] * options.repeats +
                        ([] if options.whole else [guess_seconds(deck, [], options.np, WHOLE_CYCLES)]))
    starts = [progress.run(first,
                           lambda: run(deck, options.o / "start", options, first)) for _ in range(options.repeats)]
    if len({s["state_hash"] for s in starts}) != 1:
        raise ValueError("repeated runs have different state hashes")
    whole = whole or progress.run("the whole crash", lambda: run(deck, options.o / "whole", options))
    before, _, after = parts_of(PAGE.read_text(encoding="utf-8"))
    text = table(starts, whole, options.sources or machine.sources(), time_of_tests(options.test_report))
    PAGE.write_text(before + BEGIN + "\n" + text + "\n" + END + after, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    start(arguments, main)
