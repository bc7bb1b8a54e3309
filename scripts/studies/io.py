"""Compares the storage modes on one deck; called by scripts/io-study.

All runs take the same steps and write the same states, and one dump at the end; they differ only in how they write, and all
must end with the same state hash. The cases run alternately, and each round starts with a different one. Times are means
over the ranks, which finish writing together: a rank that does not work waits. Differences within the spread of the repeats
allow no conclusion."""
import csv
import itertools
import json
import pathlib
import re
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from command_line import Parser, count, counted, deck_and_keys, numbers, ranks_of, refuse_keys, some_of, start  # noqa: E402
from machine import describe, output_of  # noqa: E402
from runs import (NS_PER_ELEMENT_CYCLE, Progress, busy, environment, in_turns, make_deck, program,  # noqa: E402
                  run_on_ranks, spread, why_not)
from tables import replace_part, table  # noqa: E402

MODES = ["independent", "collective", "aggregated", "file-per-rank", "async"]
COLOURS = dict(zip(MODES, ["#0072b2", "#d55e00", "#009e73", "#cc3d8f", "#e6a700"]))
MARKS = dict(zip(MODES, ["o", "s", "^", "D", "v"]))
AXES = ["elements", "ranks", "mode", "writers", "sync"]
PHASES = ["gather", "write", "sync", "close", "wait", "join"]  # of the run; "behind" is the thread's
PHASE_COLOURS = dict(zip(PHASES, ["#56b4e9", "#0072b2", "#d55e00", "#7f3b08", "#999999", "#e6a700"]))
COLUMNS = [*AXES, "repeat", "kind", "wall_s", "cpu_s", "io_s", "mb", "mb_per_s", "requests", "posix_requests",
           "posix_per_s",
           "posix_over_data", *(f"{phase}_s" for phase in PHASES), "behind_s", "hidden_s", "least_mb", "mean_mb", "greatest_mb",
           "sizes", "state_hash"]
PAGE_MARKS = ("<!-- table of scripts/io-study -->\n", "<!-- end of the table -->\n")
SETUP_US_PER_ELEMENT = 40   # for the estimate before the first run


def arguments():
    parser = Parser("io-study", __doc__.split(";")[0] + ".")
    parser.add_argument("rest", nargs="*", metavar="DECK.k | key=value",
                        help="LS-DYNA keyword deck (default: cars of --elements), and keys for all runs, e.g. io_chunk=65536")
    parser.add_argument("--modes", default=",".join(MODES), metavar="LIST", help="values of io= (default: all)")
    parser.add_numbers_of_ranks()
    parser.add_argument("--writers", type=numbers, default=[1], metavar="LIST",
                        help="ranks that write in mode aggregated (default: 1)")
    parser.add_argument("--elements", type=numbers, default=[25000], metavar="LIST",
                        help="sizes of the cars (default: 25000)")
    parser.add_argument("--sync", default="on,off", metavar="LIST",
                        help="on: until data is on the disk; off: until the system has it in its cache (default: both)")
    parser.add_argument("--states", type=count, default=10, metavar="N", help="states in a run (default: %(default)s)")
    parser.add_argument("--cycles", type=count, default=100, metavar="N", help="cycles of a run (default: %(default)s)")
    parser.add_repeats()
    parser.add_launcher()
    parser.add_output("io")
    parser.add_page("the table of the largest number of ranks is")
    parser.add_cores()
    options = parser.parse_intermixed_args()
    options.deck, options.keys = deck_and_keys(parser, options.rest)
    refuse_keys(parser, options.keys, ("io", "io_ranks", "io_sync", "ncycle", "endtime", "states", "dump", "o", "i"),
                "; see --modes, --writers, --sync, --cycles, --states")
    options.modes = some_of(parser, "--modes", options.modes, MODES)
    options.sync = some_of(parser, "--sync", options.sync, ["on", "off"])
    options.ranks = ranks_of(options)
    return options


def with_states(deck, interval, folder):
    """The deck with another interval between states, in the folder. Raises ValueError where it has none."""
    text, n = re.subn(r"(?im)^(\*DATABASE_BINARY_D3PLOT[^\n]*\n(?:\$[^\n]*\n)*)[^\n]*$", rf"\g<1>{interval:10.4e}",
                      deck.read_text(errors="replace"), count=1)
    if not n:
        raise ValueError(f"{deck}: expected *DATABASE_BINARY_D3PLOT, whose interval this study sets")
    target = folder / f"{deck.stem}-states.k"
    target.write_text(text)
    return target


def run_once(case, deck, options, *keys):
    ranks = case["ranks"]
    writers = [f"io_ranks={case['writers']}"] if case["mode"] == "aggregated" else []
    return run_on_ranks(name_of(case), options.launcher, ranks, deck, options.o / "run", "states=vtkhdf", f"io={case['mode']}",
                        f"io_sync={case['sync']}", *keys, *options.keys, *writers,
                        environment=environment(ranks, 1, options.cores))


def name_of(case):
    writers = f" by {case['writers']}" if case["mode"] == "aggregated" else ""
    return f"{case['elements'] or 'deck'} elements, {counted(case['ranks'], 'rank')}, {case['mode']}{writers}, sync {case['sync']}"


def rows_of(case, repeat, summary):
    """A row for states, one for dumps."""
    for kind, file in summary["io"]["files"].items():
        seconds = {phase: file["seconds"][phase]["mean"] for phase in PHASES}
        io_s, ranks = sum(seconds.values()), summary["ranks"]
        share = file["bytes_per_rank"]
        yield {**case, "repeat": repeat, "kind": kind, "wall_s": summary["wall_s"]["total"], "io_s": io_s,
               "mb": 1e-6 * file["bytes"], "cpu_s": summary["decomposition"]["phases"]["all"]["mean"],
               "mb_per_s": 1e-6 * file["bytes"] / io_s, "requests": file["requests"],
               "posix_requests": file["posix"]["requests"], "posix_per_s": file["posix"]["requests"] / io_s,
               "posix_over_data": file["posix"]["bytes"] / file["bytes"],
               **{f"{phase}_s": value for phase, value in seconds.items()},
               "behind_s": file["seconds"]["behind"]["mean"] * ranks, "hidden_s": file["hidden_s"],
               "least_mb": 1e-6 * share["least"], "mean_mb": 1e-6 * share["mean"], "greatest_mb": 1e-6 * share["greatest"],
               "sizes": json.dumps(file["sizes"]), "state_hash": summary["state_hash"]}


def cases_of(options):
    sizes = [0] if options.deck else options.elements
    for elements, ranks, mode, writers, sync in itertools.product(sizes, options.ranks, options.modes, options.writers,
                                                                   options.sync):
        if mode != "aggregated" and writers != options.writers[0] or writers > ranks:
            continue
        yield {"elements": elements, "ranks": ranks, "mode": mode, "writers": writers if mode == "aggregated" else 0,
               "sync": sync}


def run_all(options):
    """Rows of all runs; raises ValueError where two runs of one deck differ in a bit."""
    cases = list(cases_of(options))
    order = list(in_turns(cases, options.repeats))
    sizes = sorted({case["elements"] for case in cases})

    def cost(elements, ranks):
        cycles = options.cycles * NS_PER_ELEMENT_CYCLE * 1e-9 / min(ranks, options.cores)
        return 1 + (elements or 100000) * (cycles + SETUP_US_PER_ELEMENT * 1e-6)

    progress = Progress([cost(size, max(options.ranks)) for size in sizes] +
                        [cost(case["elements"], case["ranks"]) for _, case in order])
    decks, ends = {}, {}
    for size in sizes:
        deck = options.deck or make_deck("car", size, options.o / "decks")
        first = {"elements": size, "ranks": max(options.ranks), "mode": "independent", "writers": 0, "sync": "off"}
        summary = progress.run(f"{name_of(first)}, to find its time", lambda: run_once(
            first, deck, options, f"ncycle={options.cycles}"))
        ends[size] = summary["end_time"]
        decks[size] = with_states(deck, ends[size] / (options.states - 1.5), options.o)
    rows, hashes = [], {}
    for repeat, case in order:
        size = case["elements"]
        keys = [f"ncycle={options.cycles}", "dump=1000000000"]
        found = list(rows_of(case, repeat, progress.run(name_of(case), lambda: run_once(case, decks[size], options, *keys))))
        for row in found:
            if row["state_hash"] != hashes.setdefault(size, row["state_hash"]):
                raise ValueError(f"{name_of(case)} gave {row['state_hash']}, another case {hashes[size]}: one deck must give "
                                 "one answer")
        rows += found
    return rows


def summarise(rows):
    """By kind and case: the median of each number, all values of time and bandwidth."""
    groups = {}
    for row in rows:
        groups.setdefault((row["kind"], *(row[axis] for axis in AXES)), []).append(row)
    summaries = []
    for key, group in groups.items():
        numbers_of = [c for c in COLUMNS if c not in (*AXES, "repeat", "kind", "sizes", "state_hash")]
        s = dict(zip(["kind", *AXES], key)) | {c: statistics.median(row[c] for row in group) for c in numbers_of}
        s["sizes"] = json.loads(group[0]["sizes"])
        s["all"] = {c: [row[c] for row in group] for c in numbers_of}
        summaries.append(s)
    return summaries


def against(s, summaries):
    """Beside the mode independent, where the repeats tell the two apart."""
    other = next((o for o in summaries if o["mode"] == "independent" and
                  all(o[axis] == s[axis] for axis in ("kind", "elements", "ranks", "sync"))), None)
    if other is None or other is s:
        return "-"
    if why := why_not(s["all"]["io_s"], other["all"]["io_s"]):
        return f"no conclusion: {why}"
    return f"{other['io_s'] / s['io_s']:.2f}"


def share(s, parts, whole):
    """Median over the repeats."""
    return statistics.median(sum(values) / of for *values, of in zip(*(s["all"][c] for c in [*parts, whole])))


def write_table(options, summaries, was_busy):
    lines = table_of(options, summaries, was_busy)
    (options.o / "table.md").write_text("\n".join(lines), encoding="utf-8")
    print("\n".join(lines))
    if options.page:
        most = [s for s in summaries if s["ranks"] == max(options.ranks)]
        replace_part(options.page, PAGE_MARKS[0], "\n".join(["", *table_of(options, most, was_busy)]), PAGE_MARKS[1])


def table_of(options, summaries, was_busy):
    m = describe(program())
    where = output_of("findmnt", "-n", "-o", "FSTYPE", "-T", str(options.o)).strip() or "unknown"
    lines = [f"{m['cpu']}, {counted(m['cores'], 'core')}, {m['memory_gib']} GiB, {m['system']}; file system {where}; {m['mpi']}; "
             f"{m['version']}, sources {m['sources']}. {counted(options.states, 'state')} and a dump in {counted(options.cycles, 'cycle')}, "
             f"{options.repeats} repeats: medians, and in brackets (most - least) / median. `I/O` is the time that the run "
             "spends for these files, `speed-up` that of `independent` divided by it where the repeats differ significantly.", ""]
    if was_busy:
        lines += ["Other programs took part of the machine: no conclusion is drawn from the times.", ""]
    for kind in ("states", "dumps"):
        rows = []
        for s in summaries:
            if s["kind"] != kind:
                continue
            rows.append({
                "elements": s["elements"] or "deck", "ranks": s["ranks"],
                "mode": s["mode"] + (f", {s['writers']}" if s["mode"] == "aggregated" else ""), "sync": s["sync"],
                "MB": f"{s['mb']:.1f}", "I/O ms": f"{1e3 * s['io_s']:.1f} ({spread(s['all']['io_s']):.0%})",
                "MB/s": f"{s['mb_per_s']:.0f}", "share of the run": f"{share(s, ['io_s'], 'wall_s'):.1%}",
                "CPU s of a rank": f"{s['cpu_s']:.2f}",
                "writing": f"{share(s, ['write_s', 'sync_s', 'close_s'], 'io_s'):.0%}",
                "waiting": f"{share(s, ['wait_s', 'gather_s', 'join_s'], 'io_s'):.0%}",
                "requests": f"{s['requests']:.0f}", "of the system": f"{s['posix_requests']:.0f}",
                "bytes of the system / data": f"{s['posix_over_data']:.3f}",
                "hidden ms": f"{1e3 * s['hidden_s']:.1f}" if s["mode"] == "async" else "-",
                "speed-up": "-" if was_busy else against(s, summaries)})
        if rows:
            lines += [f"**{kind.capitalize()}**", "", *table(rows), ""]
    return lines


def tidy(axes, **labels):
    axes.set(**labels)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", alpha=0.3)
    axes.set_axisbelow(True)


def bars(axes, summaries, modes, groups, value):
    """A group of bars for each of `groups` (name, filter), with least and most of the repeats."""
    width = 0.8 / len(modes)
    for i, mode in enumerate(modes):
        for g, (_, belongs) in enumerate(groups):
            s = next((s for s in summaries if label_of(s) == mode and belongs(s)), None)
            if s is None:
                continue
            values = [value(dict(zip(s["all"], row))) for row in zip(*s["all"].values())]
            middle = statistics.median(values)
            axes.bar(g + (i - (len(modes) - 1) / 2) * width, middle, width * 0.92, color=colour_of(mode, modes),
                     label=mode if g == 0 else None,
                     yerr=[[middle - min(values)], [max(values) - middle]], capsize=3, error_kw={"lw": 1.2})
    axes.set_xticks(range(len(groups)), [name for name, _ in groups])


def label_of(s):
    return f"aggregated, {s['writers']}" if s["mode"] == "aggregated" else s["mode"]


def labels_of(summaries):
    """In the order of the modes, aggregated by its writers."""
    return sorted({label_of(s) for s in summaries}, key=lambda label: (MODES.index(label.split(",")[0]), len(label), label))


def colour_of(label, labels):
    """Of the mode; darker for each larger number of writers."""
    alike = [other for other in labels if other.split(",")[0] == label.split(",")[0]]
    factor = 0.62 ** alike.index(label)
    channels = [int(COLOURS[label.split(",")[0]][i:i + 2], 16) * factor / 255 for i in (1, 3, 5)]
    return tuple(channels)


def size_name(size):
    return next(f"{size // unit} {name}" for unit, name in ((2**20, "MiB"), (2**10, "KiB"), (1, "B")) if size >= unit)


def plot_all(options, summaries):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    largest, most = max(s["elements"] for s in summaries), max(s["ranks"] for s in summaries)
    labels = labels_of(summaries)
    where = f"{f'{largest} elements' if largest else options.deck.stem}, {counted(most, 'rank')}"

    def legend(figure, axes):
        figure.get_layout_engine().set(w_pad=0.12, h_pad=0.08)
        handles, names = axes.get_legend_handles_labels()
        figure.legend(handles, names, loc="outside lower center", ncols=min(len(names), 6), frameon=False)

    figure, panels = plt.subplots(2, 2, figsize=(12, 8), layout="constrained")
    groups = [(f"sync {sync}", lambda s, sync=sync: s["sync"] == sync and s["elements"] == largest and s["ranks"] == most)
              for sync in options.sync]
    for row, kind in zip(panels, ("states", "dumps")):
        mine = [s for s in summaries if s["kind"] == kind]
        bars(row[0], mine, labels, groups, lambda r: r["mb_per_s"])
        tidy(row[0], ylabel="MB/s as the run sees it", title=f"{kind}: bandwidth ({where})")
        bars(row[1], mine, labels, groups, lambda r: r["posix_per_s"])
        tidy(row[1], ylabel="requests/s", title=f"{kind}: requests of the system ({where})")
    legend(figure, panels[0][0])
    figure.savefig(options.o / "bandwidth.png", dpi=110)

    figure, panels = plt.subplots(2, 1, figsize=(12, 8), layout="constrained")
    for axes, kind in zip(panels, ("states", "dumps")):
        alike = {}  # modes with the same requests are one row of bars
        for label in labels:
            s = next((s for s in summaries if s["kind"] == kind and label_of(s) == label and s["elements"] == largest
                      and s["ranks"] == most and s["sync"] == options.sync[0]), None)
            if s is not None:
                alike.setdefault(json.dumps(s["sizes"]), (s["sizes"], []))[1].append(label)
        every = sorted({int(size) for sizes, _ in alike.values() for size in sizes})
        width = 0.8 / max(len(alike), 1)
        for i, (sizes, names) in enumerate(alike.values()):
            at = [x + (i - (len(alike) - 1) / 2) * width for x in range(len(every))]
            counts = [sizes.get(str(size), 0) for size in every]
            shown = axes.bar(at, counts, width * 0.92, color=colour_of(names[0], labels), label="; ".join(names))
            axes.bar_label(shown, [str(n) if n else "" for n in counts], fontsize=8)
        axes.set_xticks(range(len(every)), [size_name(size) for size in every])
        axes.margins(y=0.12)
        axes.legend(frameon=False)
        tidy(axes, xlabel="size of a request: from here to twice as much", ylabel="requests of the program",
             title=f"{kind}: sizes of requests ({where})")
    figure.savefig(options.o / "sizes.png", dpi=110)

    figure, panels = plt.subplots(1, 2, figsize=(12, 5), layout="constrained")
    for i, label in enumerate(labels):
        line = sorted((s for s in summaries if s["kind"] == "states" and label_of(s) == label and s["elements"] == largest
                       and s["sync"] == options.sync[0]), key=lambda s: s["ranks"])
        if not line:
            continue
        style = {"color": colour_of(label, labels), "marker": MARKS[line[0]["mode"]], "linestyle": ["-", "--", "-.", ":"][i % 4],
                 "linewidth": 2, "capsize": 4, "label": label}
        at = [s["ranks"] * (1 + 0.012 * (i - len(labels) / 2)) for s in line]   # beside each other
        panels[0].errorbar(at, [s["mean_mb"] for s in line], [[s["mean_mb"] - s["least_mb"] for s in line],
                                                               [s["greatest_mb"] - s["mean_mb"] for s in line]], **style)
        waits = [[1e3 * (w + g + j) for w, g, j in zip(*(s["all"][f"{p}_s"] for p in ("wait", "gather", "join")))]
                 for s in line]
        middle = [statistics.median(w) for w in waits]
        panels[1].errorbar(at, middle, [[m - min(w) for m, w in zip(middle, waits)],
                                        [max(w) - m for m, w in zip(middle, waits)]], **style)
    ticks = sorted({s["ranks"] for s in summaries})
    for axes in panels:
        axes.set_xscale("log", base=2)
        axes.set_xticks(ticks, [str(t) for t in ticks])
        axes.minorticks_off()
    size = where.split(", ")[0]
    tidy(panels[0], xlabel="ranks", ylabel="MB that a rank writes: mean, least to greatest",
         title=f"states: bytes of a rank ({size})")
    tidy(panels[1], xlabel="ranks", ylabel="ms for rows on their way, other ranks, the thread",
         title=f"states: waiting of a rank ({size}, sync {options.sync[0]})")
    for axes in panels:
        axes.set_ylim(bottom=0)
    legend(figure, panels[0])
    figure.savefig(options.o / "ranks.png", dpi=110)

    figure, panels = plt.subplots(1, 2, figsize=(12, 1.8 + 0.42 * len(labels) * len(options.sync)), layout="constrained")
    for axes, kind in zip(panels, ("states", "dumps")):
        mine = [s for s in summaries if s["kind"] == kind and s["elements"] == largest and s["ranks"] == most]
        mine.sort(key=lambda s: (options.sync.index(s["sync"]), labels.index(label_of(s))))
        ends = [0.0] * len(mine)
        for phase in PHASES:
            values = [100 * share(s, [f"{phase}_s"], "wall_s") for s in mine]
            axes.barh(range(len(mine)), values, left=ends, color=PHASE_COLOURS[phase], label=phase)
            ends = [end + value for end, value in zip(ends, values)]
        hidden = [100 * share(s, ["hidden_s"], "wall_s") for s in mine]
        axes.barh(range(len(mine)), hidden, left=ends, color="white", edgecolor="black", hatch="///", label="hidden by async")
        for i, s in enumerate(mine):
            shares = [100 * io / wall for io, wall in zip(s["all"]["io_s"], s["all"]["wall_s"])]
            axes.plot([min(shares), max(shares)], [i, i], color="black", marker="|", markersize=8, linewidth=1.2,
                      label="repeats, least to most" if i == 0 else None)
        axes.set_yticks(range(len(mine)), [f"{label_of(s)}, sync {s['sync']}" for s in mine])
        axes.invert_yaxis()
        tidy(axes, xlabel="% of the run", title=f"{kind}: share of the run ({where})")
        axes.grid(axis="x", alpha=0.3)
        axes.grid(axis="y", visible=False)
    legend(figure, panels[0])
    figure.savefig(options.o / "shares.png", dpi=110)


def main(options):
    options.o.mkdir(parents=True, exist_ok=True)
    was_busy = busy(options.cores)
    rows = run_all(options)
    with (options.o / "runs.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    summaries = summarise(rows)
    write_table(options, summaries, was_busy)
    plot_all(options, summaries)
    print(f"{len(rows)} rows; runs.csv, table.md and pictures are in {options.o}")


if __name__ == "__main__":
    start(arguments, main)
