"""Speed-up of whole runs by wider instruction sets; called by scripts/vector-study.

Runs go in turns, so that a slow spell of the machine falls on all instruction sets, and medians over the repeats are
compared. The table has the shape of those of LS-DYNA's users: time relative to SSE2.
"""
import csv
import itertools
import pathlib
import statistics
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from command_line import Late, Parser, count, counted, deck_and_keys, refuse_keys, start  # noqa: E402
from runs import (Progress, busy, elements_of, ends, guess_seconds, in_turns, make_car, program, ratio,  # noqa: E402
                  run_on_ranks, spread, without_contact, work_ns)

from tables import table as lines_of_table  # noqa: E402

plt = Late("matplotlib.pyplot")
ISAS = ["sse2", "avx2", "avx512"]
PHASES = ["shells", "solids", "contact", "contact search", "spot welds", "rigid bodies", "rigid walls", "integration",
          "positions"]
CPU = "CPU, no MPI"  # a row of the tables
PAPER = (1.15, 1.32)  # AVX-512 over SSE2 in whole runs of LS-DYNA, as reported; not confirmed here


def arguments():
    parser = Parser("vector-study", __doc__.split(";")[0] + ".")
    parser.add_argument("rest", nargs="*", metavar="DECK.k | key=value",
                        help="LS-DYNA keyword deck (default: the proxy car), and keys for all runs, e.g. threads=2")
    parser.add_repeats()
    parser.add_argument("--ncycle", type=count, default=500, metavar="N", help="cycles of a run (default: %(default)s)")
    parser.add_argument("-np", type=count, default=1, metavar="RANKS", help="ranks (default: %(default)s)")
    parser.add_launcher()
    parser.add_output("vector-study")
    parser.add_cores()
    options = parser.parse_intermixed_args()
    options.deck, options.keys = deck_and_keys(parser, options.rest)
    refuse_keys(parser, options.keys, ("i", "o", "isa", "precision", "ncycle"), "; see --ncycle and -o")
    return options


def run(deck, isa, precision, options):
    keys = [f"isa={isa}", f"precision={precision}", f"ncycle={options.ncycle}", *options.keys]
    return run_on_ranks(" ".join(keys), options.launcher, options.np, deck, options.o / "run", *keys)


def costs(summary):
    """Wall time by phase, and of the whole step loop, per element and cycle [ns]."""
    per = 1e9 / (summary["cycles"] * elements_of(summary))
    wall = summary["wall_s"]
    named = {phase: wall.get(phase, 0.0) * per for phase in PHASES}
    whole = wall["step_loop"] * per
    return {**named, "other": max(0.0, whole - sum(named.values())), "whole run": whole, CPU: work_ns(summary)}


def available():
    text = subprocess.run([program(), "info"], capture_output=True, text=True, check=True).stdout
    line = next(line for line in text.splitlines() if "instruction sets" in line).split(" on this machine")[0]
    return [isa for isa in ISAS if isa in line.replace(",", " ").split()]


def measure(decks, isas, options):
    """{(contact, precision, isa): {phase: [ns, ...]}} and {(contact, precision): hash}; ends the program if two runs
    differ in a bit."""
    times, hashes = {}, {}
    cases = list(itertools.product(decks, ("single", "double"), isas))
    order = list(in_turns(cases, options.repeats))
    progress = Progress([guess_seconds(decks[contact], [f"ncycle={options.ncycle}"], options.np)
                         for _, (contact, _, _) in order])
    for _, (contact, precision, isa) in order:
        summary = progress.run(f"{contact}, {precision}, {isa}", lambda: run(decks[contact], isa, precision, options))
        expected = hashes.setdefault((contact, precision), summary["state_hash"])
        if summary["state_hash"] != expected:
            raise ValueError(f"{contact}, {precision}: {isa} gives {summary['state_hash']}, another instruction set "
                             f"gave {expected}: one deck must give one answer")
        for phase, ns in costs(summary).items():
            times.setdefault((contact, precision, isa), {}).setdefault(phase, []).append(ns)
    return times, hashes


def table(medians, contact, precision, isas, rows):
    print(f"\n{contact}, {precision} precision: ns per element and cycle, and time of sse2 over it")
    print(f"{'':16s}" + "".join(f"{isa:>10s}" for isa in isas) + "".join(f"{'sse2/' + isa:>13s}" for isa in isas[1:]))
    for row in rows:
        ns = [medians[contact, precision, isa][row] for isa in isas]
        ratios = "".join(f"{ns[0] / t:13.2f}" if t > 0.05 else f"{'-':>13s}" for t in ns[1:])
        print(f"{row:16s}" + "".join(f"{t:10.2f}" for t in ns) + ratios)


def write_table(path, times, cases, isas, rows, was_busy, options):
    """The whole runs of all cases; and the phases of the first in single precision, on the widest instruction set."""
    widest = isas[-1]

    def gain(case, isa, row):
        return ratio(times[(*case, isas[0])][row], times[(*case, isa)][row], was_busy and row != CPU)

    def range_of(values):
        return f"{statistics.median(values):.1f} ({min(values):.1f} to {max(values):.1f})"
    whole = [{"car": ", ".join(case), **{f"{isas[0]} over {isa}": gain(case, isa, "whole run") for isa in isas[1:]},
              **{f"{isas[0]} over {isa}, CPU time outside MPI": gain(case, isa, CPU) for isa in isas[1:]},
              f"ns, {widest}": range_of(times[(*case, widest)]["whole run"])} for case in cases]
    first = times[(*cases[0], widest)]
    phases = [{"phase": row, "ns": range_of(first[row]), f"{isas[0]} over {widest}": gain(cases[0], widest, row)}
              for row in rows if statistics.median(first[row]) > 0.05]
    lines = [f"Medians (least to most) of {counted(options.repeats, 'run')} of {counted(options.ncycle, 'cycle')} in turns, "
             f"{counted(options.np, 'rank')}, ns per element and cycle.", "", *lines_of_table(whole), "",
             f"By phase, {', '.join(cases[0])}, {widest}:", "", *lines_of_table(phases)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_csv(path, times, medians, hashes, isas):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["contact", "precision", "isa", "phase", "median_ns", "least_ns", "most_ns", "over_sse2", "state_hash"])
        for (contact, precision, isa), phases in times.items():
            for phase, values in phases.items():
                median = medians[contact, precision, isa][phase]
                base = medians[contact, precision, isas[0]][phase]
                writer.writerow([contact, precision, isa, phase, f"{median:.3f}", f"{min(values):.3f}", f"{max(values):.3f}",
                                 f"{base / median:.3f}" if median > 0 else "", hashes[contact, precision]])


def verdicts(times, cases, isas, was_busy):
    """A sentence for each wider instruction set."""
    for case in cases:
        narrow = times[(*case, isas[0])]
        for isa in isas[1:]:
            wide = times[(*case, isa)]
            wall = ratio(narrow["whole run"], wide["whole run"], was_busy)
            yield (f"{', '.join(case)}: {isas[0]} over {isa}: wall time: {wall}; CPU time outside MPI: "
                   f"{ratio(narrow[CPU], wide[CPU])}")


def plot(path, times, medians, cases, isas, rows, title):
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 5), gridspec_kw={"width_ratios": [2, 3]}, layout="constrained")
    colours = {"sse2": "#b0b0b0", "avx2": "#6baed6", "avx512": "#08519c"}
    for i, case in enumerate(cases):
        for k, isa in enumerate(isas):
            gain = medians[(*case, isas[0])]["whole run"] / medians[(*case, isa)]["whole run"]
            below, above = ends([medians[(*case, isas[0])]["whole run"] / t for t in times[(*case, isa)]["whole run"]])
            left.bar(i + 0.27 * (k - 1), gain, 0.25, color=colours[isa], label=isa if i == 0 else None,
                     yerr=[[below], [above]], capsize=3)
            left.text(i + 0.27 * (k - 1), gain + above + 0.02, f"{gain:.2f}", ha="center", fontsize=8)
    left.axhspan(*PAPER, color="#fd8d3c", alpha=0.35, label="LS-DYNA, AVX-512 (reported)")
    names = [f"{contact}\n{precision}" for contact, precision in cases]
    left.set_xticks(range(len(cases)), names, fontsize=8)
    left.set_ylabel("whole run: time of SSE2 over time")
    left.set_ylim(0, left.get_ylim()[1] * 1.25)
    left.legend(fontsize=8, loc="upper left", ncols=2)
    positions, labels, bottom = [], [], []
    for i, case in enumerate(cases):
        for k, isa in enumerate(isas):
            positions.append(i * (len(isas) + 1) + k), labels.append(isa), bottom.append(0.0)
    palette = plt.get_cmap("tab10")
    for r, row in enumerate(rows):
        heights = [medians[(*case, isa)][row] for case in cases for isa in isas]
        right.bar(positions, heights, 0.85, bottom=bottom, color=palette(r % 10), label=row)
        bottom = [b + h for b, h in zip(bottom, heights)]
    bars = zip(*(ends(times[(*case, isa)]["whole run"]) for case in cases for isa in isas))
    right.errorbar(positions, bottom, list(bars), fmt="none", ecolor="black", capsize=3,
                   label="least to most of the repeats")
    right.set_xticks(positions, labels, fontsize=8, rotation=60)
    for i, name in enumerate(names):
        right.text(i * (len(isas) + 1) + (len(isas) - 1) / 2, -0.2, name, ha="center", va="top", fontsize=8,
                   transform=right.get_xaxis_transform())
    right.set_ylabel("ns per element and cycle")
    right.legend(fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5), reverse=True)
    figure.suptitle(title)
    for kind in ("png", "svg"):
        figure.savefig(path.with_suffix("." + kind), dpi=120)


def main(options):
    options.o.mkdir(parents=True, exist_ok=True)
    options.o = options.o.resolve()
    deck = options.deck or make_car(options.o)
    isas = available()
    decks = {"with contact": deck, "without contact": without_contact(deck, options.o)}
    if decks["without contact"] is None:
        decks = {"no contact in the deck": deck}
    was_busy = busy(options.cores)
    times, hashes = measure(decks, isas, options)
    medians = {key: {phase: statistics.median(ns) for phase, ns in phases.items()} for key, phases in times.items()}
    cases = list(itertools.product(decks, ("single", "double")))
    rows = PHASES + ["other"]
    for case in cases:
        table(medians, *case, isas, rows + ["whole run", CPU])
        print(f"state_hash {hashes[case]} on {', '.join(isas)}")
    print("", *verdicts(times, cases, isas, was_busy), sep="\n")
    most = max(spread(ns["whole run"]) for ns in times.values())
    print(f"\nmedians of {counted(options.repeats, 'run')} of {counted(options.ncycle, 'cycle')}; whole runs of one kind differ "
          f"by up to {100 * most:.0f} %")
    write_csv(options.o / "vector-study.csv", times, medians, hashes, isas)
    write_table(options.o / "table.md", times, cases, isas, rows, was_busy, options)
    plot(options.o / "vector-study", times, medians, cases, isas, rows,
         f"{deck.stem}: what wider instruction sets bring")
    print(f"wrote table.md, vector-study.csv, .png and .svg in {options.o}")


if __name__ == "__main__":
    start(arguments, main)
