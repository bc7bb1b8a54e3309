"""Compares simulated with measured steps under added latency: the errors of replay and model; called by
scripts/validate-simulation.

One deck runs on a few ranks of this machine in several modes of collectives, with latency_us= from none to more than the
work of a step; plans of the same deck are replayed and modelled with the same latencies. A machine with few cores shows
by how much a step with latency is longer than one without: how many latencies a step of each mode waits for, and how much
of them work hides. Whole steps are compared where each rank has a core; where ranks share cores, only the mean work of a
rank is. A step is the difference of a longer and a shorter run, in which what only the first steps do cancels. Runs of a
machine without SimGrid (--only-measure) can be compared on another (--measured)."""
import csv
import itertools
import json
import pathlib
import statistics
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import smpi_replay  # noqa: E402
from collectives import MODES  # noqa: E402
from command_line import ROOT, Parser, amounts, counted, deck_and_keys, folder, numbers, some_of, start  # noqa: E402
from loggp import Ways, step  # noqa: E402
from plans import LEFT_OUT, Platform, Rates, measured_step, platform_names, read_plans, work  # noqa: E402
from runs import Progress, busy, ends, environment, guess_seconds, in_turns, make_car, program, run_on_ranks, spread  # noqa: E402
from tables import replace_part, table  # noqa: E402

CHECKED = ["ranks", "collectives", "latency_us", "us_measured", "spread", "us_replay", "us_model", "us_more_measured",
           "us_more_replay", "us_more_model"]


def arguments():
    parser = Parser("validate-simulation", __doc__.split(";")[0] + ".")
    parser.add_argument("rest", nargs="*", metavar="DECK.k | key=value",
                        help="LS-DYNA keyword deck (default: a car of 25,000 elements), and keys for all runs, e.g. "
                        "transport=persistent")
    parser.add_argument("--cycles", type=numbers, default=[50, 250], metavar="FEW,MORE",
                        help="cycles of the shorter and the longer run (default: 50,250)")
    parser.add_argument("--ranks", type=numbers, default=[1, 2], metavar="LIST",
                        help="numbers of ranks; of more than there are cores, the work alone is compared (default: 1,2)")
    parser.add_argument("--modes", default="separate,fused,nonblocking,shared", metavar="LIST",
                        help="values of collectives= (default: %(default)s)")
    parser.add_argument("--latency", type=amounts, default=["0", "200", "400", "800", "1600"], metavar="LIST",
                        help="values of latency_us=, 0 among them (default: 0,200,400,800,1600)")
    parser.add_repeats(5)
    parser.add_argument("--here", default="one-node", metavar="NAME",
                        help=f"machine: {', '.join(platform_names())}, or a file of scripts/simulate-cluster --calibrate "
                        "(default: %(default)s)")
    parser.add_launcher("scripts/multi-host --hosts {ranks} --ranks 1")
    parser.add_argument("--one-rank-a-node", action="store_true",
                        help="the launcher gives each rank a node of its own, as the example above does")
    parser.add_argument("--only-measure", action="store_true",
                        help="run, and keep in DIR what was measured; for machines without SimGrid")
    parser.add_argument("--measured", type=folder, metavar="DIR",
                        help="no runs: compare those of this folder of --only-measure, of the same deck and keys")
    parser.add_argument("--own-costs", action="store_true",
                        help="costs of phases from the run on as many ranks, not from that on the fewest: what is compared "
                        "then is all but the work")
    parser.add_argument("--write", action="store_true", help="write tables and picture into docs/simulation.md")
    parser.add_output("validation")
    parser.add_cores()
    options = parser.parse_intermixed_args()
    options.deck, options.keys = deck_and_keys(parser, options.rest)
    options.modes = some_of(parser, "--modes", options.modes, MODES)
    options.latency = sorted(map(float, options.latency))
    if options.latency[0] != 0:
        parser.error("--latency: expected 0 among them")
    if len(options.cycles) != 2:
        parser.error("--cycles: expected two numbers")
    if any(key.lower().startswith("ncycle=") for key in options.keys):
        parser.error("ncycle=: expected in --cycles")
    return options


def plan_modes(options):
    """{mode: {ranks: Plan}} of the deck."""
    plans = {}
    for mode in options.modes:
        folder = options.o / f"plan-{mode}"
        call = [program(), "plan", f"i={options.deck}", f"o={folder}", f"collectives={mode}",
                f"ranks={','.join(map(str, options.ranks))}", *options.keys]
        subprocess.run(call, check=True, capture_output=True, stdin=subprocess.DEVNULL)
        plans[mode] = read_plans(folder)
    return plans


def cases_of(options):
    """(ranks, mode, latency): one rank sends nothing, and ranks that share cores only show their work."""
    for ranks in options.ranks:
        shared = ranks > options.cores
        for mode, latency in itertools.product(options.modes[:1] if ranks == 1 or shared else options.modes,
                                               [0.0] if ranks == 1 or shared else options.latency):
            yield ranks, mode, latency


def work_of(summary):
    """Mean CPU seconds of a rank and step outside MPI, without searches and outputs."""
    phases = summary["decomposition"]["phases"]
    return sum(p["mean"] for name, p in phases.items() if name not in ["all", *LEFT_OUT]) / summary["cycles"]


def folder_of(case, cycles, within):
    ranks, mode, latency = case
    return within / "run" / f"{ranks}-{mode}-{latency:g}-{cycles}"


def run_once(case, cycles, options):
    ranks, mode, latency = case
    transport = [] if any(key.startswith("transport=") for key in options.keys) else ["transport=p2p"]  # as simulated
    keys = [f"collectives={mode}", f"ncycle={cycles}", *transport, *options.keys]
    return run_on_ranks(f"{counted(ranks, 'rank')}, collectives={mode}, latency_us={latency:g}", options.launcher, ranks,
                        options.deck, folder_of(case, cycles, options.o), *keys,
                        *([f"latency_us={latency:g}"] if latency else []),
                        environment=environment(ranks, 1, options.cores))


def seconds_of(few, more):
    """Of a step, without searches and outputs, by two runs that differ in their number of cycles alone."""
    return (measured_step(more) * more["cycles"] - measured_step(few) * few["cycles"]) / (more["cycles"] - few["cycles"])


def run_all(options):
    """{case: [(seconds of a step, of work)]}, and whether the machine was busy before."""
    was_busy = busy(options.cores)
    order = list(in_turns(list(cases_of(options)), options.repeats))
    progress = Progress([guess_seconds(options.deck, [f"ncycle={sum(options.cycles)}"], case[0]) for _, case in order])
    measured = {}
    for _, case in order:
        name = f"{counted(case[0], 'rank')}, {case[1]}, latency {case[2]:g} us"
        few, more = progress.run(name, lambda: [run_once(case, n, options) for n in options.cycles])
        measured.setdefault(case, []).append((seconds_of(few, more), work_of(more)))
        keep(measured, was_busy, options)
    return measured, was_busy


def keep(measured, was_busy, options):
    """What a comparison needs, beside the runs themselves."""
    known = {"measured": [[*case, runs] for case, runs in measured.items()], "busy": was_busy, "cores": options.cores,
             "cycles": options.cycles, "repeats": options.repeats}
    (options.o / "measured.json").write_text(json.dumps(known, indent=1), encoding="utf-8")


def read_measured(options):
    """The same of an earlier study, and whether the machine was busy; options become those of that study."""
    path = options.measured / "measured.json"
    if not path.exists():
        raise ValueError(f"{path} not found, expected a folder of --only-measure")
    known = json.loads(path.read_text(encoding="utf-8"))
    measured = {tuple(case): runs for *case, runs in known["measured"]}
    options.cores, options.cycles, options.repeats = known["cores"], known["cycles"], known["repeats"]
    options.ranks, options.modes = (list(dict.fromkeys(case[i] for case in measured)) for i in (0, 1))
    return measured, known["busy"]


def rates_of(measured, plans, options):
    """{ranks: Rates}, with the median work of the repeats; the run that is kept is the last."""
    rates = {}
    for ranks in {case[0] for case in measured}:
        source = min((case for case in measured if case[0] == ranks or not options.own_costs),
                     key=lambda case: (case[0], case[2]))
        scale = Rates.of_run(folder_of(source, options.cycles[1], options.measured or options.o),
                             plans[source[1]][source[0]]).scale
        work_of_repeats = [work for _, work in measured[source]]
        drift = statistics.median(work_of_repeats) / work_of_repeats[-1]
        rates[ranks] = Rates({phase: drift * value for phase, value in scale.items()})
    return rates


def simulate(case, plans, platform, rates):
    """(replay, model) [s] of a case."""
    ranks, mode, latency = case
    plan, overlap = plans[mode][ranks], ranks > 1
    ways = {"overlap": overlap, "latency_us": latency}
    return (smpi_replay.replay(plan, platform, rates, smpi_replay.Settings(**ways)),
            step(plan, platform, rates, Ways(**ways))[0])


def check(measured, simulated):
    """A row for each case [us]: medians of the repeats beside both simulations, and what each is more than without latency."""
    rows = []
    for case, runs in measured.items():
        ranks, mode, latency = case
        still = (ranks, mode, 0.0)
        median, least = (statistics.median(seconds for seconds, _ in measured[c]) for c in (case, still))
        found = [median, *simulated[case]]
        more = [a - b for a, b in zip(found, [least, *simulated[still]])]
        rows.append(dict(zip(CHECKED, [ranks, mode, latency, 1e6 * median, spread([s for s, _ in runs]),
                                       *(1e6 * s for s in found[1:]), *(1e6 * s for s in more)])))
    return rows


def errors(rows, column):
    """Simulated / measured - 1 of the rows, of the increase by latency alone, weighted alike."""
    return [row[f"us_more_{column}"] / row["us_more_measured"] - 1 for row in rows if row["latency_us"] > 0]


def increase_rows(rows):
    return [{"ranks": r["ranks"], "collectives": r["collectives"], "latency [us]": f"{r['latency_us']:g}",
             "measured [us]": f"{r['us_more_measured']:.0f}", "in latencies": f"{r['us_more_measured'] / r['latency_us']:.2f}",
             "spread of the step": f"{100 * r['spread']:.0f} %", "replay [us]": f"{r['us_more_replay']:.0f}",
             "error": f"{100 * (r['us_more_replay'] / r['us_more_measured'] - 1):+.0f} %",
             "model [us]": f"{r['us_more_model']:.0f}",
             "error ": f"{100 * (r['us_more_model'] / r['us_more_measured'] - 1):+.0f} %"}
            for r in rows if r["latency_us"] > 0]


def whole_rows(rows, cores):
    return [{"ranks": r["ranks"], "collectives": r["collectives"], "measured [us]": f"{r['us_measured']:.0f}",
             "spread": f"{100 * r['spread']:.0f} %", "replay [us]": f"{r['us_replay']:.0f}",
             "error": f"{100 * (r['us_replay'] / r['us_measured'] - 1):+.0f} %", "model [us]": f"{r['us_model']:.0f}",
             "error ": f"{100 * (r['us_model'] / r['us_measured'] - 1):+.0f} %"}
            for r in rows if r["latency_us"] == 0 and r["ranks"] <= cores]


def work_rows(measured, plans, platform, rates):
    """Mean work of a rank, which holds with more ranks than cores, too."""
    rows = []
    for (ranks, mode, latency), runs in measured.items():
        if latency == 0 and mode == next(iter(plans)):
            seconds = [seconds for _, seconds in runs]
            median, planned = statistics.median(seconds), sum(
                part.mean() for part in work(plans[mode][ranks], platform, rates[ranks]))
            rows.append({"ranks": ranks, "measured [us]": f"{1e6 * median:.0f}", "spread": f"{100 * spread(seconds):.0f} %",
                         "plan [us]": f"{1e6 * planned:.0f}", "error": f"{100 * (planned / median - 1):+.1f} %"})
    return rows


def summary_of(rows):
    """The error in one line for each simulation."""
    for column in ("replay", "model"):
        every = errors(rows, column)
        if every:
            yield (f"{column}: increase of the step by latency, {len(every)} cases: median error "
                   f"{100 * statistics.median(map(abs, every)):.0f} %, greatest {100 * max(map(abs, every)):.0f} %")


def draw(rows, measured, path):
    import matplotlib.pyplot as plt
    from collectives import STYLES
    compared = [r for r in rows if r["ranks"] > 1]
    if not compared:
        return
    groups = sorted({r["ranks"] for r in compared})
    figure, every = plt.subplots(1, len(groups), figsize=(6.2 * len(groups), 4.6), layout="constrained", squeeze=False)
    for axes, ranks in zip(every[0], groups):
        for (colour, mark, _), mode in zip(STYLES, dict.fromkeys(r["collectives"] for r in compared)):
            line = [r for r in compared if (r["ranks"], r["collectives"]) == (ranks, mode)]
            at = [1e-3 * r["latency_us"] for r in line]
            bars = [ends([1e3 * s for s, _ in measured[ranks, mode, r["latency_us"]]]) for r in line]
            axes.errorbar(at, [1e-3 * r["us_more_measured"] for r in line], list(zip(*bars)), fmt=mark, color=colour,
                          capsize=3, label=f"{mode}, measured")
            axes.plot(at, [1e-3 * r["us_more_replay"] for r in line], "-", color=colour, linewidth=1.4,
                      label=f"{mode}, replay")
            axes.plot(at, [1e-3 * r["us_more_model"] for r in line], ":", color=colour, linewidth=1.4)
        axes.set(xlabel="added latency [ms]", ylabel="step longer than without latency [ms]", title=counted(ranks, 'rank'))
        axes.grid(alpha=0.25)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(fontsize=8, frameon=False, title="bars: all repeats; dotted: model", title_fontsize=8)
    for kind in ("png", "svg"):
        figure.savefig(path / f"validation.{kind}", dpi=130)


def report(rows, measured, plans, platform, rates, options, was_busy):
    lines = [f"{options.deck.name}, machine {platform.key}, {counted(options.repeats, 'repeat')}, medians; "
             f"a step is the difference of runs of {options.cycles[0]} and {options.cycles[1]} cycles.{' Keys: ' * bool(options.keys)}{' '.join(options.keys)}"
             f"{' Costs of phases from the run on as many ranks.' * options.own_costs}",
             "The machine was busy: whole steps say nothing and are left out; of the increases, only what exceeds the spread "
             "of the steps does." if was_busy else ""]
    for title, part in (("Increase by latency", increase_rows(rows)), ("Whole step", [] if was_busy else whole_rows(rows, options.cores)),
                        ("Mean work of a rank", [] if options.own_costs else work_rows(measured, plans, platform, rates))):
        if part:
            lines += ["", f"{title}:", "", *table(part)]
    return [*lines, "", *(f"- {line}" for line in summary_of(rows)), ""]


def write_page(lines):
    """Puts the tables into the page."""
    page = ROOT / "docs/simulation.md"
    replace_part(page, "<!-- from here on written by scripts/validate-simulation --write -->\n", "\n".join(lines),
                 "<!-- up to here: validate-simulation -->")


def main(options):
    if not options.only_measure:
        smpi_replay.need_smpirun()
    options.o.mkdir(parents=True, exist_ok=True)
    options.o = options.o.resolve()
    options.deck = (options.deck or make_car(options.o)).resolve()
    if options.measured:
        measured, was_busy = read_measured(options)
    else:
        measured, was_busy = run_all(options)
    if options.only_measure:
        print(f"wrote measured.json and run in {options.o}")
        return
    plans = plan_modes(options)
    rates = rates_of(measured, plans, options)
    platform = Platform(options.here)
    if options.one_rank_a_node:
        platform.ranks_per_node = 1
    compared = {case: runs for case, runs in measured.items() if case[0] <= options.cores}
    rows = check(compared, {case: simulate(case, plans, platform, rates[case[0]]) for case in compared})
    with (options.o / "validation.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, CHECKED)
        writer.writeheader()
        writer.writerows(rows)
    lines = report(rows, measured, plans, platform, rates, options, was_busy)
    (options.o / "table.md").write_text("\n".join(lines), encoding="utf-8")
    draw(rows, measured, options.o)
    if options.write:
        write_page(lines)
    print("\n".join(lines) + f"\nwrote validation.csv, table.md, validation.png and .svg in {options.o}")


if __name__ == "__main__":
    start(arguments, main)
