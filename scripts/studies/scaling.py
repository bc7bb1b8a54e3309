"""How a run scales over ranks and threads, strong and weak; called by scripts/scaling-study.

Runs go in turns, each round beginning with another layout. What is compared is the core time of an element and cycle (wall
time of the steps x ranks x threads): it stays the same where scaling is perfect, strong or weak. All layouts of one deck must
end with the same state hash. What lies within the spread of the repeats is no conclusion."""
import csv
import itertools
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from command_line import Parser, count, counted, deck_and_keys, numbers, ranks_of, start  # noqa: E402
from runs import (Progress, busy, elements_of, environment, guess_seconds, in_turns, make_deck,  # noqa: E402
                  read_work, run_on_ranks, spread, why_not, work_ns)
from tables import table  # noqa: E402

COLUMNS = ["ranks", "threads", "repeat", "elements", "cycles", "us_per_step", "core_ns", "work_ns", "us_path",
           "mpi_share", "us_mpi",
           "imbalance", "state_hash"]
COLOURS, MARKS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"], ["o", "s", "^", "D"]


def arguments():
    parser = Parser("scaling-study", __doc__.split(";")[0] + ".")
    parser.add_argument("rest", nargs="*", metavar="DECK.k | key=value",
                        help="LS-DYNA keyword deck (default: of --kind), and keys for "
                        "all runs, e.g. ncycle=500 (default: 300)")
    parser.add_numbers_of_ranks()
    parser.add_argument("--threads", type=numbers, default=[1], metavar="LIST",
                        help="numbers of threads of a rank (default: 1)")
    parser.add_argument("--weak", action="store_true",
                        help="weak scaling: decks with --per-core elements for each core")
    parser.add_argument("--kind", default="car", help="kind of deck of inputs/generate.py (default: %(default)s)")
    parser.add_argument("--per-core", type=count, default=25000, metavar="N",
                        help="elements for each core with --weak (default: %(default)s)")
    parser.add_repeats()
    parser.add_argument("--more-than-cores", action="store_true",
                        help="run layouts with more threads than cores, too, whose critical "
                        "paths mean something although their wall times do not")
    parser.add_launcher("srun -n {ranks} -c {threads}")
    parser.add_output("scaling")
    parser.add_cores()
    options = parser.parse_intermixed_args()
    options.deck, options.keys = deck_and_keys(parser, options.rest)
    if options.deck and options.weak:
        parser.error("--weak makes its own decks, so none can be given")
    if not any(key.lower().startswith(("ncycle=", "endtime=")) for key in options.keys):
        options.keys.append("ncycle=300")
    options.ranks = ranks_of(options)
    return options


def layout_name(layout):
    return f"{counted(layout[0], 'rank')} x {counted(layout[1], 'thread')}"


def layouts_of(options):
    """(ranks, threads) by rising number of cores; those that need more cores than there are are left out."""
    every = sorted(itertools.product(options.ranks, options.threads), key=lambda layout: (layout[0] * layout[1], layout))
    fit = [layout for layout in every if options.more_than_cores or layout[0] * layout[1] <= options.cores]
    for ranks, threads in every:
        if (ranks, threads) not in fit:
            print(f"left out: {layout_name((ranks, threads))} on {counted(options.cores, 'core')}; --more-than-cores runs it",
                  file=sys.stderr)
    if len(fit) < 2:
        raise ValueError(f"a study of scaling needs two layouts, found {len(fit)}")
    return fit


def deck_of(layout, options):
    if options.weak:
        return make_deck(options.kind, options.per_core * layout[0] * layout[1], options.o / "decks")
    return options.deck or make_deck(options.kind, 25000, options.o / "decks")


def run_once(layout, deck, options):
    ranks, threads = layout
    summary = run_on_ranks(layout_name(layout), options.launcher, ranks, deck, options.o / "run", f"threads={threads}",
                           *options.keys, threads=threads, environment=environment(ranks, threads, options.cores))
    return row_of(summary) | {"stages": stages_of(summary, options.o / "run")}


def stages_of(summary, folder):
    """{stage: (work of the slowest rank, of the mean rank)} [us] in a step."""
    work, stage_of = read_work(folder, summary["ranks"], summary["cycles"])
    of_stage = {}
    for phase, of_rank in work.items():
        before = of_stage.get(stage_of[phase], [0.0] * len(of_rank))
        of_stage[stage_of[phase]] = [1e6 * seconds + us for seconds, us in zip(of_rank, before)]
    return {stage: (max(of_rank), statistics.mean(of_rank)) for stage, of_rank in of_stage.items()}


def row_of(summary):
    work, mpi, cycles = work_ns(summary), summary["mpi"], summary["cycles"]
    cores, elements = summary["ranks"] * summary["threads"], elements_of(summary)
    return {"ranks": summary["ranks"], "threads": summary["threads"], "elements": elements, "cycles": cycles,
            "us_per_step": 1e6 * mpi["steps_s"] / cycles, "core_ns": 1e9 * mpi["steps_s"] * cores / (cycles * elements),
            "work_ns": work,
            "us_path": 1e6 * mpi["work_path_s"] / cycles, "mpi_share": mpi["share"],
            "us_mpi": 1e6 * mpi["mpi_s"]["mean"] / cycles,
            "imbalance": mpi["work_s"]["greatest"] / mpi["work_s"]["mean"] - 1, "state_hash": summary["state_hash"]}


def run_all(layouts, options):
    """Rows of all runs, and whether the machine was busy before them; raises ValueError if two layouts of one deck differ
    in a bit."""
    decks = {layout: deck_of(layout, options) for layout in layouts}
    order = list(in_turns(layouts, options.repeats))
    was_busy = busy(options.cores)
    progress = Progress([guess_seconds(decks[layout], options.keys, layout[0] * layout[1]) for _, layout in order])
    rows, hashes = [], {}
    for repeat, layout in order:
        row = progress.run(f"{layout_name(layout)}", lambda: run_once(layout, decks[layout], options))
        expected = hashes.setdefault(decks[layout], row["state_hash"])
        if row["state_hash"] != expected:
            raise ValueError(f"{layout_name(layout)} gave {row['state_hash']}, another layout {expected}: "
                             "one deck must give one answer")
        rows.append({**row, "repeat": repeat})
    return rows, was_busy


def summarise(rows, layouts):
    """By layout: medians, all core times, and the efficiency with the ends of its range, beside the first layout."""
    summaries = []
    for layout in layouts:
        group = [row for row in rows if (row["ranks"], row["threads"]) == layout]
        summary = {key: statistics.median(row[key] for row in group) for key in COLUMNS[3:-1]}
        stages = group[0].get("stages", {})
        summary["stages"] = {stage: [statistics.median(row["stages"][stage][i] for row in group) for i in (0, 1)]
                             for stage in stages}
        summaries.append(summary | {"ranks": layout[0], "threads": layout[1], "cores": layout[0] * layout[1],
                                    "all": [row["core_ns"] for row in group]})
    base = summaries[0]
    for s in summaries:
        s["efficiency"] = base["core_ns"] / s["core_ns"]
        s["least"], s["most"] = (1, 1) if s is base else (min(base["all"]) / max(s["all"]), max(base["all"]) / min(s["all"]))
        # what the balance of the work alone would allow, if messages cost nothing
        path = [x["us_path"] * x["ranks"] * x["threads"] / x["elements"] for x in (base, s)]
        s["path_efficiency"] = path[0] / path[1]
    return summaries


def verdicts(summaries, cores, was_busy=False):
    """A sentence for each layout beside the one before."""
    for before, s in itertools.pairwise(summaries):
        names = [f"{x['ranks']} x {x['threads']}" for x in (s, before)]
        gain = before["core_ns"] * s["cores"] / (s["core_ns"] * before["cores"])
        rates = [[x["cores"] / ns for ns in x["all"]] for x in (s, before)]
        why = "more threads than cores" if max(before["cores"], s["cores"]) > cores else why_not(*rates, was_busy)
        if why:
            yield f"{names[0]} beside {names[1]}: {why}, no conclusion"
            continue
        least, most = min(rates[0]) / max(rates[1]), max(rates[0]) / min(rates[1])
        yield f"{names[0]} beside {names[1]}: {gain:.2f} ({least:.2f} to {most:.2f}) times as many element-cycles per second"


def table_rows(summaries):
    return [{"ranks x threads": f"{s['ranks']} x {s['threads']}", "elements": f"{s['elements']:,.0f}",
             "us per step": f"{s['us_per_step']:.1f}", "core ns per element-cycle": f"{s['core_ns']:.1f}",
             "spread": f"{100 * spread(s['all']):.1f} %", "of it CPU outside MPI": f"{s['work_ns']:.1f}",
             "efficiency (range)": f"{100 * s['efficiency']:.1f} % ({100 * s['least']:.0f} - {100 * s['most']:.0f})",
             "critical path [us]": f"{s['us_path']:.1f}", "efficiency of the path": f"{100 * s['path_efficiency']:.1f} %",
             "MPI": f"{100 * s['mpi_share']:.1f} %", "imbalance of work": f"{100 * s['imbalance']:.1f} %"} for s in summaries]


def stage_rows(summaries):
    """Stages with at least 1 us somewhere."""
    stages = dict.fromkeys(stage for s in summaries for stage, (most, _) in s["stages"].items() if most >= 1)
    return [{"ranks x threads": f"{s['ranks']} x {s['threads']}",
             **{stage: "{:.0f}, {:.0f}".format(*s["stages"].get(stage, (0, 0))) for stage in stages},
             "sum of the slowest": f"{sum(most for most, _ in s['stages'].values()):.0f}", "step": f"{s['us_per_step']:.0f}"}
            for s in summaries]


def title_of(options):
    name = options.deck.name if options.deck else options.kind
    return f"weak scaling of {name}, {options.per_core:,} elements for each core" if options.weak else f"strong scaling of {name}"


def plot(path, summaries, title):
    """Efficiency and cost over cores, a line for each number of threads; bars from the worst to the best repeat."""
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    figure, (left, right) = plt.subplots(1, 2, figsize=(11.5, 5.2), layout="constrained")
    for i, threads in enumerate(sorted({s["threads"] for s in summaries})):
        line = [s for s in summaries if s["threads"] == threads]
        cores = [s["cores"] for s in line]
        style = {"color": COLOURS[i % 4], "marker": MARKS[i % 4], "linewidth": 1.8, "capsize": 4}
        name = f"{counted(threads, 'thread')} a rank"
        ends = [[100 * (s["efficiency"] - s["least"]) for s in line], [100 * (s["most"] - s["efficiency"]) for s in line]]
        left.errorbar(cores, [100 * s["efficiency"] for s in line], yerr=ends, label=f"measured, {name}", **style)
        left.plot(cores, [100 * s["path_efficiency"] for s in line], ":.", color=COLOURS[i % 4], label=f"critical path, {name}")
        ends = [[s["core_ns"] - min(s["all"]) for s in line], [max(s["all"]) - s["core_ns"] for s in line]]
        right.errorbar(cores, [s["core_ns"] for s in line], yerr=ends, label=f"steps, {name}", **style)
        right.plot(cores, [s["mpi_share"] * s["core_ns"] for s in line], "--.", color=COLOURS[i % 4],
                   label=f"of it in MPI, {name}")
    left.axhline(100, color="#999999", linewidth=0.8)
    left.set(ylabel="efficiency [%]", title="efficiency (first layout: 100 %)")
    right.set(ylabel="core time [ns]", title="core time of an element and cycle")
    places = sorted({s["cores"] for s in summaries})
    for axes in (left, right):
        axes.set_xscale("log", base=2)
        axes.set_xticks(places, [str(n) for n in places])
        axes.minorticks_off()
        axes.set_xlabel("cores (ranks x threads)")
        axes.set_ylim(bottom=0)
        axes.grid(alpha=0.25)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(fontsize=8, frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=2)
    figure.suptitle(title)
    for kind in ("png", "svg"):
        figure.savefig(path / f"scaling.{kind}", dpi=130)


def write(rows, was_busy, layouts, options):
    with (options.o / "runs.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=COLUMNS, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
    summaries = summarise(rows, layouts)
    lines = [f"# {title_of(options)}", "", *table(table_rows(summaries)), "",
             "Work of the slowest and of the mean rank in each stage of a step [us], without outputs:", "",
             *table(stage_rows(summaries)), "", *verdicts(summaries, options.cores, was_busy), ""]
    (options.o / "table.md").write_text("\n".join(lines), encoding="utf-8")
    plot(options.o, summaries, title_of(options))
    print("\n".join(lines) + f"\nwrote runs.csv, table.md, scaling.png and .svg in {options.o}")


def main(options):
    options.o.mkdir(parents=True, exist_ok=True)
    options.o = options.o.resolve()
    layouts = layouts_of(options)
    write(*run_all(layouts, options), layouts, options)


if __name__ == "__main__":
    start(arguments, main)
