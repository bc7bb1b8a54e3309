"""The same decks on Crumple and on an installed OpenRadioss, in turns, in double precision; called by scripts/duel.

Times are wall times of Crumple's program and of OpenRadioss' engine; its starter, which reads and cuts the deck, stands
beside it, while Crumple's set-up is in its time. The codes step differently, so the cost of an element and cycle stands
there, too, and so do energies and displacements, without which a time means nothing: those of both codes at the time of the
last line of OpenRadioss' listing. CPU time is that of all processes
of a run, with OpenRadioss' starter and with ranks that wait."""
import json
import os
import pathlib
import shlex
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import openradioss  # noqa: E402
from command_line import Late, Parser, count, counted, folder, names_and_keys, refuse_keys, start  # noqa: E402
from hourglass import first_fields  # noqa: E402
from runs import (Progress, busy, cpu_of, elements_of, in_turns, make_deck, program, run_deck, spread,  # noqa: E402
                  why_not, without_contact)
from tables import table  # noqa: E402

np = Late("numpy")

# case: (kind of deck, elements, whether its contacts are taken out, about how many cycles, end [ms] if not the deck's)
CASES = {"tube": ("tube", 3000, False, 80000, None), "tube-without-contact": ("tube", 3000, True, 40000, None),
         "plate": ("plate", 2500, False, 2000, None), "taylor": ("taylor", 3750, False, 10000, None),
         "car": ("car", 25000, False, 6000, 5.0)}
CODES = ("Crumple", "OpenRadioss")
NS_PER_ELEMENT_CYCLE = 250   # of both, for the estimate before the first run
FIXED = ("i", "o", "r", "precision", "ncycle", "endtime")    # keys that would give the codes different work


def arguments():
    parser = Parser("duel", __doc__.split(";")[0] + ".")
    parser.add_argument("rest", nargs="*", metavar="CASE | key=value",
                        help=f"of {', '.join(CASES)} (default: all), and keys for Crumple")
    parser.add_argument("--openradioss", type=folder, metavar="DIR",
                        help="folder with exec/starter_... (default: $OPENRADIOSS_PATH)")
    parser.add_argument("--elements", type=count, metavar="N",
                        help="about how many elements (default: each deck's own)")
    parser.add_repeats()
    parser.add_launcher()
    parser.add_output("duel")
    parser.add_argument("--cores", type=count, default=os.cpu_count(), metavar="N",
                        help="number of cores of the runs on all cores (default: %(default)s)")
    options = parser.parse_intermixed_args()
    options.cases, options.keys = names_and_keys(parser, options.rest, CASES, "case")
    refuse_keys(parser, options.keys, FIXED, ", so that both codes do the same work")
    given = options.openradioss or os.environ.get("OPENRADIOSS_PATH")
    options.openradioss = pathlib.Path(given).resolve() if given else None
    return options


def deck_of(case, options):
    kind, elements, bare, _, end = CASES[case]
    deck = make_deck(kind, options.elements or elements, options.o / "decks")
    return until(end, deck) if end else without_contact(deck, options.o / "decks") if bare else deck


def until(end, deck):
    """Writes the deck with another end time [ms] beside it; its path."""
    target = deck.with_name(f"{deck.stem}-{end:g}ms.k")
    target.write_text(first_fields(deck.read_text(encoding="utf-8"), "CONTROL_TERMINATION", [end]), encoding="utf-8")
    return target


def run_crumple(deck, cores, options):
    from crumple import Results
    target = options.o / "crumple"
    command = shlex.split(options.launcher.format(ranks=cores)) + [program(), f"i={deck}", f"o={target}",
                                                                   "precision=double",
                                                                   "progress=off", *options.keys]
    begin = time.monotonic()
    (summary, problem), cpu = cpu_of(lambda: run_deck(command, target))
    seconds = time.monotonic() - begin
    if problem:
        raise ValueError(f"Crumple: {problem}")
    results = Results(target)
    return {"seconds": seconds, "cpu_seconds": cpu, "set_up_seconds": 0.0, "cycles": summary["cycles"],
            "end_time": summary["end_time"], "energy_error": 100 * abs(summary["energy"]["ratio"] - 1),
            "elements": elements_of(summary), "histories": histories(results)}


def histories(results):
    """What is compared, over time: lists of times and values."""
    time = results.glstat("time")
    found = {kind: (list(time), list(results.glstat(f"{kind} energy"))) for kind in ("internal", "kinetic")}
    nodes = results.nodes()
    if nodes:
        moved = np.max([np.linalg.norm(node.displacement, axis=1) for node in nodes], axis=0)
        found["displacement"] = list(nodes[0].time), list(moved)
    return found


def compare_at_one_time(codes):
    """Gives Crumple's runs the values of their histories at the time of OpenRadioss' values."""
    time = codes["OpenRadioss"][-1]["compared_at"]
    for run in codes["Crumple"]:
        kept = run.pop("histories", {})
        run["compared_at"] = time
        run |= {what: float(np.interp(time, *kept[what])) if what in kept else None
                for what in ("internal", "kinetic", "displacement")}


def run_once(code, case, cores, decks, installation, options):
    if code == "Crumple":
        return run_crumple(decks[case], cores, options)
    result, cpu = cpu_of(lambda: openradioss.run(installation, decks[case], options.o / "openradioss", cores,
                                                 options.launcher))
    return result | {"cpu_seconds": cpu}


def run_all(installation, options):
    """{(case, cores): {code: [result of each repeat]}}, and whether the machine was busy before the first run."""
    decks = {case: deck_of(case, options) for case in options.cases}
    runs = [(case, cores, code) for case in options.cases for cores in sorted({1, options.cores}) for code in CODES]
    order = list(in_turns(runs, options.repeats))
    was_busy = busy(options.cores)
    progress = Progress([(options.elements or CASES[case][1]) * CASES[case][3] * NS_PER_ELEMENT_CYCLE * 1e-9 / cores
                         for _, (case, cores, _) in order])
    found = {}
    for _, (case, cores, code) in order:
        result = progress.run(f"{case} on {counted(cores, 'core')}, {code}",
                              lambda: run_once(code, case, cores, decks, installation, options))
        found.setdefault((case, cores), {}).setdefault(code, []).append(result)
    for codes in found.values():
        compare_at_one_time(codes)
    return found, was_busy


def text_of(value, digits=4):
    return "not recorded" if value is None else f"{value:.{digits}g}"


def rows_of(found, was_busy=False):
    """A row for each case, number of cores and code; and a sentence for each pair."""
    rows, said = [], []
    for (case, cores), codes in found.items():
        elements = codes["Crumple"][0]["elements"]
        seconds = {code: [run["seconds"] for run in codes[code]] for code in CODES}
        for code in CODES:
            median, last = statistics.median(seconds[code]), codes[code][-1]
            set_up = statistics.median(run["set_up_seconds"] for run in codes[code])
            rows.append({"case": case, "cores": cores, "code": code, "seconds": f"{median:.3f}",
                         "spread": f"{100 * spread(seconds[code]):.1f} %",
                         "CPU [s]": f"{statistics.median(run['cpu_seconds'] for run in codes[code]):.3f}",
                         "starter [s]": f"{set_up:.3f}" if code != "Crumple" else "in it", "cycles": f"{last['cycles']:,}",
                         "core ns per element-cycle": f"{1e9 * median * cores / (elements * last['cycles']):.1f}",
                         "end time": text_of(last["end_time"]), "compared at": text_of(last["compared_at"]),
                         "internal energy": text_of(last["internal"]),
                         "kinetic": text_of(last["kinetic"]),
                         "energy error": f"{last['energy_error']:.2g} %", "displacement": text_of(last["displacement"])})
        said.append(verdict(case, cores, codes, seconds, was_busy))
    return rows, said


def verdict(case, cores, codes, seconds, was_busy):
    first, second = (codes[code][-1] for code in CODES)
    differ = abs(second["internal"] / first["internal"] - 1) if first["internal"] else 0.0
    energy = f"internal energies differ by {100 * differ:.1f} %"
    where = f"{case} on {counted(cores, 'core')}"
    if why := why_not(*seconds.values(), was_busy):
        return f"{where}: {why}, no conclusion; {energy}"
    ratio = statistics.median(seconds["OpenRadioss"]) / statistics.median(seconds["Crumple"])
    per_cycle = ratio * first["cycles"] / second["cycles"]
    return f"{where}: to the same end {faster(ratio)}, per element and cycle {faster(per_cycle)}; {energy}"


def faster(ratio):
    code = "Crumple" if ratio > 1 else "OpenRadioss"
    return f"{code} is {max(ratio, 1 / ratio):.2f} times as fast"


def main(options):
    if not options.openradioss:
        print("skipped: no OpenRadioss; give --openradioss DIR or OPENRADIOSS_PATH, a folder with exec/starter_... and "
              "exec/engine_...")
        return
    options.o.mkdir(parents=True, exist_ok=True)
    options.o = options.o.resolve()
    installation = openradioss.Installation.find(options.openradioss)
    found, was_busy = run_all(installation, options)
    rows, said = rows_of(found, was_busy)
    kept = [{"case": case, "cores": cores, **codes} for (case, cores), codes in found.items()]
    (options.o / "duel.json").write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
    lines = ["# Crumple and OpenRadioss on the same decks, double precision", "", *table(rows), "",
             *(f"- {line}" for line in said), ""]
    (options.o / "duel.md").write_text("\n".join(lines), encoding="utf-8")
    print("\n".join(lines) + f"\nwrote duel.json and duel.md in {options.o}")


if __name__ == "__main__":
    start(arguments, main)
