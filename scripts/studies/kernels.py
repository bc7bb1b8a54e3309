"""Speed of all formulations on each instruction set, by crumple_bench; called by scripts/kernel-study.

Each formulation is timed in turns with the others, in single and double precision, on elements in cache.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BENCH = os.environ.get("CRUMPLE_BENCH", str(ROOT / "build" / "crumple_bench"))
sys.path.insert(0, str(pathlib.Path(__file__).parent))

from command_line import Parser, count, key, start  # noqa: E402
import machine  # noqa: E402
from runs import Progress, ratio  # noqa: E402
from tables import replace_part, table  # noqa: E402

PAGE = ROOT / "docs" / "experiments.md"
BEGIN, END = "<!-- from here on written by scripts/kernel-study -->\n", "<!-- up to here: kernel-study -->\n"
NAMES = {"shell_002": "shell, ELFORM 2", "shell_002_car": "shell, ELFORM 2, the car's steel with its rate effect",
         "shell_004": "triangle, ELFORM 4", "shell_010": "shell, ELFORM 10",
         "solid_001_car": "hexahedron, ELFORM 1, the car's steel with its rate effect",
         "shell_016": "shell, ELFORM 16, four points", "solid_001": "hexahedron, ELFORM 1",
         "solid_002": "hexahedron, ELFORM 2, eight points", "solid_010": "tetrahedron, ELFORM 10",
         "solid_013": "tetrahedron, ELFORM 13, without the sums at nodes", "solid_015": "wedge, ELFORM 15, two points"}
REFERENCE = "shell_002"
SECONDS_PER_TIMING = 0.4    # with its preparation
SETS = {"sse2": "SSE2", "avx2": "AVX2", "avx512": "AVX-512", "neon": "NEON"}


def arguments():
    parser = Parser("kernel-study", __doc__.split(";")[0] + ".")
    parser.add_argument("--material", type=count, default=24, metavar="N",
                        help="number of the material law (default: %(default)s)")
    parser.add_argument("--elements", type=count, default=1024, metavar="N",
                        help="elements of the mesh; 1024 fit into the cache (default: %(default)s)")
    parser.add_repeats(5, "timings of each formulation")
    parser.add_argument("--print", action="store_true", help="print the table and leave the page as it is")
    parser.add_argument("keys", nargs="*", type=key, metavar="key=value",
                        help="for crumple_bench, e.g. order=random or yield=none")
    parser.add_output("kernel-study")
    return parser.parse_intermixed_args()


def rows_of(report):
    """{(formulation, instruction set, precision): [ns per element of each repetition]}; names are
    elements/FORMULATION/LAW/SET/PRECISION/SIZE/..."""
    times = {}
    for row in report["benchmarks"]:
        if row.get("run_type") != "iteration":
            continue
        _, form, law, isa, precision = row["name"].split("/")[:5]
        form += "_car" * law.endswith("_car")
        times.setdefault((form, isa, precision), []).append(row["ns/element"])
    return times


def cell(times):
    return f"{statistics.median(times):.3g} ({min(times):.3g} to {max(times):.3g})" if times else ""


def over(own, reference):
    """The ratio of the medians; the repeats of two formulations must tell them apart."""
    return "1.00" if own is reference else ratio(own, reference)


def core_share(report):
    """How much of a core the timings had; empty where the report does not say."""
    shares = [row["cpu_time"] / row["real_time"] for row in report["benchmarks"] if row.get("real_time")]
    if not shares:
        return ""
    return f" The timings had {100 * statistics.median(shares):.0f} % of a core (CPU over wall time, median)."


def lines_of(times):
    sets = [isa for isa in SETS if any(key[1] == isa for key in times)]
    forms = sorted({form for form, _, _ in times})
    for precision in ("double", "single"):
        rows = []
        for form in forms:
            row = {precision: NAMES.get(form, form)}
            row |= {SETS[isa]: cell(times.get((form, isa, precision), [])) for isa in sets}
            own, reference = (times.get((f, sets[-1], precision)) for f in (form, REFERENCE))
            row[f"over ELFORM 2, {SETS[sets[-1]]}"] = over(own, reference) if own and reference else ""
            rows.append(row)
        yield from [*table(rows), ""]


def main(options):
    if not os.access(BENCH, os.X_OK):
        raise ValueError(f"{BENCH}: there is no such program")
    if not options.print and options.keys:
        raise ValueError("the page holds the table of the usual settings: give --print with key=value")
    n = 2 * 3 * len(NAMES) * options.repeats
    options.o.mkdir(parents=True, exist_ok=True)
    out = options.o / "bench.json"
    out.unlink(missing_ok=True)
    law = f"material_{options.material:03d}"
    order = [] if any(word.startswith("order=") for word in options.keys) else ["--order=good"]
    command = [BENCH, f"--benchmark_filter=^elements/(.*/{law}|(shell_002|solid_001)/{law}_car)/",
               f"--elements={options.elements}", *order, f"--benchmark_repetitions={options.repeats}",
               "--benchmark_enable_random_interleaving=true", f"--benchmark_out={out}",
               *(f"--{word}" for word in options.keys)]
    run = Progress([n * SECONDS_PER_TIMING]).run(
        f"{n} timings in turns", lambda: subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                                        stderr=subprocess.PIPE, text=True))
    if run.returncode != 0 or not out.exists():
        raise ValueError(f"{' '.join(command)}: {run.stderr.strip()[-500:]}")
    report = json.loads(out.read_text())
    times = rows_of(report)
    if not times:
        raise ValueError(f"{BENCH} has no elements of material {options.material}")
    text = "\n".join([
        f"ns per element and step, median (least to most) of {options.repeats}, in turns. {options.elements} elements in "
        f"cache, material {options.material:03d}, three layers of shells, 30 % of the points yield. Sources "
        f"{machine.sources()}, {machine.describe(BENCH)['cpu']}.{core_share(report)}", "", *lines_of(times)])
    print(text)
    (options.o / "table.md").write_text(text, encoding="utf-8")
    if not options.print:
        replace_part(PAGE, BEGIN, text, END)


if __name__ == "__main__":
    start(arguments, main)
