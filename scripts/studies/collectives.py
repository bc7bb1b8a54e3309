"""Compares modes of communication and settings of the MPI library on one deck. Started by scripts/collectives-study.
Runs go in turns (all cases once, then again, each round starting with another case), so that what else the machine does
meets all of them alike. Every run must end with the same state hash. Writes runs.csv, table.md and pictures."""
import csv
import itertools
import shlex
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from command_line import Late, Parser, amounts, count, counted, deck_and_keys, some_of, start  # noqa: E402
from mpi_settings import settings_of_this_library  # noqa: E402
from runs import (Progress, busy, by_case, ends, guess_seconds, in_turns, make_car, program, ratio, run_deck,  # noqa: E402
                  spread)

plt = Late("matplotlib.pyplot")

MODES = ["separate", "fused", "nonblocking", "persistent", "shared"]
STYLES = [("#0072b2", "o", "-"), ("#d55e00", "s", "--"), ("#009e73", "^", "-."), ("#cc79a7", "D", ":"), ("#e69f00", "v", "-"),
          ("#56b4e9", "P", "--"), ("#999999", "X", "-.")]
REDUCTIONS = ("Allreduce", "Iallreduce", "Start Allreduce")
BROADCASTS = ("Bcast", "Ibcast", "Start Bcast")
AXES = ["collectives", "transport", "setting", "latency_us", "noise"]
COLUMNS = AXES + ["repeat", "us_per_step", "us_mpi", "mpi_share", "us_work_slowest_rank", "us_work_path", "reductions",
                  "broadcasts", "messages", "message_bytes", "collective_bytes", "latency_paid_us", "state_hash"]


def noises(text):
    """Words such as 0, 50:1000 or 50:1000:7."""
    for word in text.split(","):
        amounts(word.replace(":", ","))
    return text.split(",")


def parse_arguments():
    parser = Parser("collectives-study", __doc__.split(". ")[0] + ".")
    parser.add_argument("rest", nargs="*", metavar="DECK.k | key=value",
                        help="LS-DYNA keyword deck (default: a car of 25,000 elements), and keys for all runs, e.g. "
                        "ncycle=500 (default: 300)")
    parser.add_argument("-np", "--ranks", type=count, default=2, metavar="RANKS",
                        help="number of ranks (default: %(default)s)")
    parser.add_argument("--modes", default=",".join(MODES), metavar="LIST",
                        help="values of collectives= (default: all)")
    parser.add_argument("--transports", default="p2p", metavar="LIST", help="values of transport= (default: p2p)")
    parser.add_argument("--settings", default="default", metavar="LIST",
                        help="settings of the MPI library, or all; --list shows them (default: default)")
    parser.add_argument("--latency", type=amounts, default=["0"], metavar="LIST",
                        help="values of latency_us=, e.g. 0,20,50")
    parser.add_argument("--noise", type=noises, default=["0"], metavar="LIST",
                        help="values of noise=, with : between their numbers, e.g. 0,50:1000,100:1000")
    parser.add_repeats()
    parser.add_launcher()
    parser.add_argument("--list", action="store_true", help="list the settings of this MPI library and exit")
    parser.add_output("collectives")
    parser.add_cores()
    arguments = parser.parse_intermixed_args()
    arguments.deck, arguments.keys = deck_and_keys(parser, arguments.rest)
    if not any(key.lower().startswith(("ncycle=", "endtime=")) for key in arguments.keys):
        arguments.keys.append("ncycle=300")
    arguments.modes = some_of(parser, "--modes", arguments.modes, MODES)
    return arguments


def choose_settings(arguments, settings):
    known = {setting.name: setting for setting in settings}
    names = [s.name for s in settings] if arguments.settings == "all" else arguments.settings.split(",")
    for name in names:
        if name not in known:
            sys.exit(f"error: no setting {name}; there are: {', '.join(known)}")
    return [known[name] for name in names]


def run_once(arguments, case, environment, folder):
    """Row of results of one run, or why there is none."""
    command = shlex.split(arguments.launcher.format(ranks=arguments.ranks))
    if arguments.library == "Open MPI" and any(Path(word).name == "mpirun" for word in command):
        # its mpirun takes OMPI_MCA_ variables to other hosts, and no others
        command += [word for name in environment if not name.startswith("OMPI_MCA_") for word in ("-x", name)]
    command += [program(), f"i={arguments.deck}", f"o={folder}", "progress=off",
                f"collectives={case['collectives']}", f"transport={case['transport']}"]
    if float(case["latency_us"]) > 0:
        command.append(f"latency_us={case['latency_us']}")
    if case["noise"] != "0":
        command.append("noise=" + case["noise"].replace(":", ","))
    summary, problem = run_deck(command + arguments.keys, folder, environment)
    return row_of(summary) if summary else None, problem


def row_of(summary):
    mpi, cycles, ranks = summary["mpi"], summary["cycles"], summary["ranks"]

    def calls(names):
        return sum(mpi["functions"].get(name, {}).get("calls_per_rank_cycle", 0) for name in names)

    collective_bytes = sum(mpi["functions"].get(name, {}).get("bytes", 0) for name in REDUCTIONS + BROADCASTS)
    return {
        "us_per_step": 1e6 * mpi["steps_s"] / cycles,
        "us_mpi": 1e6 * mpi["mpi_s"]["mean"] / cycles,
        "mpi_share": mpi["share"],
        "us_work_slowest_rank": 1e6 * mpi["work_s"]["greatest"] / cycles,
        "us_work_path": 1e6 * mpi["work_path_s"] / cycles,
        "reductions": calls(REDUCTIONS),
        "broadcasts": calls(BROADCASTS),
        "messages": mpi["pairs"]["messages"] / (ranks * cycles),
        "message_bytes": mpi["pairs"]["bytes"] / (ranks * cycles),
        "collective_bytes": collective_bytes / (ranks * cycles),
        "latency_paid_us": 1e6 * mpi["latency_s"] / cycles,
        "state_hash": summary["state_hash"],
    }


def run_all(arguments, settings):
    """Rows of all runs, and what could not run, with the reason."""
    by_name = {setting.name: setting for setting in settings}
    unavailable = {s.name: f"setting {s.name}: {s.missing}" for s in settings if s.missing}
    cases = [dict(zip(AXES, values)) for values in itertools.product(
        arguments.modes, arguments.transports.split(","), [s.name for s in settings if not s.missing],
        arguments.latency, arguments.noise)]
    rows = []
    order = list(in_turns(cases, arguments.repeats))
    progress = Progress([guess_seconds(arguments.deck, arguments.keys, arguments.ranks)] * len(order))
    for repeat, case in order:
        name = " ".join(f"{axis}={case[axis]}" for axis in AXES)
        if name in unavailable:
            progress.skip()
            continue
        row, problem = progress.run(name, lambda: run_once(
            arguments, case, by_name[case["setting"]].environment, arguments.o / "run"))
        if row is None:
            unavailable[name] = problem
            print(f"not run: {name}: {problem}", flush=True)
            continue
        rows.append({**case, "repeat": repeat, **row})
    return rows, unavailable


def summarise(rows):
    """By case: medians of the numbers, and the least and spread of the time."""
    summaries = []
    for key, group in by_case(rows, AXES).items():
        numbers = [column for column in COLUMNS if column not in (*AXES, "repeat", "state_hash")]
        summary = dict(zip(AXES, key)) | {column: statistics.median(row[column] for row in group) for column in numbers}
        times = [row["us_per_step"] for row in group]
        summary |= {"least": min(times), "spread": spread(times), "times": times}
        summaries.append(summary)
    return summaries


def varied(summaries):
    """The axes that differ between cases, which name them."""
    return [axis for axis in AXES if len({summary[axis] for summary in summaries}) > 1] or ["collectives"]


def write_table(path, title, summaries, unavailable, was_busy):
    axes = varied(summaries)
    heads = axes + ["us per step, median", "least", "spread %", "first row / this", "MPI %", "work us, slowest rank",
                    "critical path us", "reductions", "broadcasts", "messages", "bytes in messages", "in collectives"]
    lines = [f"# {title}", "", "Calls and bytes are per rank and step. Work is CPU time outside MPI; the critical path is the sum "
             "over stages of the slowest rank's work. A ratio of times is given only where the repeats of both do not "
             "overlap.", "", "| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    for s in summaries:
        values = [str(s[axis]) for axis in axes]
        values += [f"{s['us_per_step']:.1f}", f"{s['least']:.1f}", f"{100 * s['spread']:.0f}",
                   "1" if s is summaries[0] else ratio(summaries[0]["times"], s["times"], was_busy),
                   f"{100 * s['mpi_share']:.1f}",
                   f"{s['us_work_slowest_rank']:.0f}", f"{s['us_work_path']:.0f}", f"{s['reductions']:.2f}",
                   f"{s['broadcasts']:.2f}", f"{s['messages']:.2f}", f"{s['message_bytes']:.0f}", f"{s['collective_bytes']:.0f}"]
        lines.append("| " + " | ".join(values) + " |")
    if unavailable:
        lines += ["", "Not available here:", ""] + [f"- {reason}" for reason in sorted(set(unavailable.values()))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(path.read_text(encoding="utf-8"))


def plot_cases(path, title, summaries, rows):
    """A bar for each case, its MPI part, and the single runs as points."""
    axes_names = varied(summaries)
    names = [" ".join(str(s[axis]) for axis in axes_names) for s in summaries]
    figure, axes = plt.subplots(figsize=(9, 1.5 + 0.35 * len(names)), layout="constrained")
    at = range(len(names))
    axes.barh(at, [s["us_per_step"] for s in summaries], color="#dddddd", label="step, median")
    axes.barh(at, [s["us_mpi"] for s in summaries], color="#0072b2", height=0.4, label="of it in MPI")
    for i, s in enumerate(summaries):
        times = [row["us_per_step"] for row in rows if all(row[axis] == s[axis] for axis in AXES)]
        axes.plot(times, [i] * len(times), "k|", markersize=10, label="single runs" if i == 0 else None)
    axes.set_yticks(at, names)
    axes.invert_yaxis()
    axes.set(xlabel="us per step", title=title)
    figure.legend(frameon=False, loc="outside lower center", ncols=3)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=130)


def plot_latency(path, title, summaries):
    """Time per step, and the latency paid in it, over the latency injected; a curve for each mode."""
    names = [axis for axis in varied(summaries) if axis != "latency_us"]
    curves = {}
    for s in summaries:
        curves.setdefault(" ".join(str(s[axis]) for axis in names), []).append((float(s["latency_us"]), s))
    figure, (time, paid) = plt.subplots(1, 2, figsize=(11, 4.5), layout="constrained")
    for (name, points), (colour, marker, line) in zip(curves.items(), itertools.cycle(STYLES)):
        points.sort(key=lambda point: point[0])
        latencies = [latency for latency, _ in points]
        style = {"color": colour, "marker": marker, "linestyle": line, "label": name or "runs", "markersize": 5}
        bars = zip(*(ends(s["times"]) for _, s in points))
        time.errorbar(latencies, [s["us_per_step"] for _, s in points], list(bars), capsize=3, **style)
        paid.plot(latencies, [s["latency_paid_us"] for _, s in points], **style)
    time.set(ylabel="us per step: median, least and most", title=title)
    paid.set(ylabel="us per step", title="latency that nothing hid")
    for axes in (time, paid):
        axes.set_xlabel("added latency of each collective and message, us")
        axes.set_ylim(bottom=0)
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(alpha=0.25)
    time.legend(frameon=False)
    figure.savefig(path, dpi=130)


def main(arguments):
    arguments.library, settings = settings_of_this_library(shlex.split(arguments.launcher)[0])
    if arguments.list:
        print(f"{arguments.library}:")
        for s in settings:
            print(f"  {s.name:20} {s.meaning}" + (f" (not here: {s.missing})" if s.missing else ""))
        return
    arguments.o.mkdir(parents=True, exist_ok=True)
    arguments.deck = arguments.deck or make_car(arguments.o)
    was_busy = busy(arguments.cores)
    rows, unavailable = run_all(arguments, choose_settings(arguments, settings))
    if not rows:
        sys.exit(f"error: no run succeeded: {list(unavailable.values())[-1]}")
    with (arguments.o / "runs.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    hashes = {row["state_hash"] for row in rows}
    summaries = summarise(rows)
    title = f"{Path(arguments.deck).stem} on {counted(arguments.ranks, 'rank')}"
    write_table(arguments.o / "table.md", title, summaries, unavailable, was_busy)
    plot_cases(arguments.o / "cases.png", title, summaries, rows)
    if len(arguments.latency) > 1:
        plot_latency(arguments.o / "latency.png", title, summaries)
    print(f"{counted(len(rows), 'run')}; runs.csv, table.md and pictures are in {arguments.o}")
    if len(hashes) != 1:
        sys.exit(f"error: the runs do not agree: state hashes {', '.join(sorted(hashes))}")


if __name__ == "__main__":
    start(parse_arguments, main)
