"""Time per step of planned runs on a machine, by replay of their messages in SimGrid's SMPI and by the LogGP model;
called by scripts/simulate-cluster.

The traces and the machine are made by smpi_replay.py, the model is in loggp.py."""
import argparse
import csv
import itertools
import json
import os
import pathlib
import re
import subprocess
import time

import smpi_replay
from command_line import Parser, count, counted, folder, numbers, start
from loggp import STARTED_EARLY, step
from plans import (LEFT_OUT, PLATFORMS, Platform, Rates, measured_step, np, over_ranks, platform_names,
                   read_plans, work)
from runs import ROOT, Progress
from smpi_replay import Settings

COLUMNS = ["platform", "ranks", "threads", "collectives", "allreduce", "offload", "us_replay", "us_model", "ratio",
           "simulated_in_s"]
REPLAY_CALLS = 6e4  # messages and calls that a replay does in a second, for guesses of its duration
HERE = "one-node"


def cores_here():
    return len(os.sched_getaffinity(0))


def calls_of(plan, settings):
    """Messages and calls of a replay, about."""
    rounds = 2 if settings.offload else np.ceil(np.log2(max(plan.ranks, 2)))
    messages = sum(len(edges) for edges in plan.exchanges.values())
    return (settings.steps + 2) * (plan.ranks * (8 + rounds * len(plan.collectives)) + 2 * messages)


def variants(options):
    """Settings to replay: with offload no algorithm matters."""
    for offload, allreduce in itertools.product(options.offload, options.allreduce):
        if not offload or allreduce == options.allreduce[0]:
            yield Settings(offload, options.overlap, options.progress == "hardware", options.latency, options.steps,
                           allreduce, options.transport, options.noise[:2], options.noise[2])


def study(plans, names, options, rates):
    """Rows of the table: platforms, ranks, variants."""
    cases = [(Platform(name, plan.threads), plan, settings) for name in names for settings in variants(options)
             for plan in plans.values()]
    replayed = [case for case in cases if case[1].ranks <= options.most_ranks]
    progress = Progress([calls_of(plan, settings) / REPLAY_CALLS for _, plan, settings in replayed])
    rows = []
    for platform, plan, settings in cases:
        model, seconds, start = step(plan, platform, rates, settings)[0], None, time.monotonic()
        if plan.ranks <= options.most_ranks:
            keep = options.keep and (options.keep / f"{platform.key}-{plan.ranks}-"
                                     f"{'offload' if settings.offload else settings.allreduce}")
            seconds = progress.run(f"{platform.key}, {counted(plan.ranks, 'rank')}", lambda: smpi_replay.replay(
                plan, platform, rates, settings, keep))
        rows.append({"platform": platform.key, "ranks": plan.ranks, "threads": plan.threads, "collectives": plan.mode,
                     "allreduce": "" if settings.offload else settings.allreduce,
                     "offload": "on" if settings.offload else "off",
                     "us_replay": "" if seconds is None else 1e6 * seconds, "us_model": 1e6 * model,
                     "ratio": "" if seconds is None else seconds / model,
                     "simulated_in_s": "" if seconds is None else time.monotonic() - start})
    return rows


def show(rows, options):
    def cell(value, width, digits):
        return f"{value:>{width}.{digits}f}" if isinstance(value, float) else f"{'-':>{width}}"

    print(f"\n{'platform':<17}{'ranks':>7} {'collectives':<12}{'allreduce':<14}{'offload':<8}{'replay [us]':>12}"
          f"{'model [us]':>12}{'replay/model':>14}")
    for r in rows:
        print(f"{r['platform']:<17}{r['ranks']:7} {r['collectives']:<12}{r['allreduce'] or '-':<14}{r['offload']:<8}"
              f"{cell(r['us_replay'], 12, 1)}{cell(r['us_model'], 12, 1)}{cell(r['ratio'], 14, 3)}")
    mean, probability, seed = options.noise
    if mean * probability > 0:
        print(f"noise: {mean:g} us on average, in a step of a rank with probability {probability:g}, seed {seed}; "
              "none in the model")
    if options.latency > 0:
        print(f"latency_us={options.latency:g}")
    if options.overlap:
        print("nodal sums behind interior elements (estimated from shared nodes)")
    if any(r["collectives"] in STARTED_EARLY for r in rows):
        print("collectives that begin early run behind work" if options.progress == "hardware" else
              "collectives that begin early make no progress until they are waited for")
    if options.transport not in ("p2p", "persistent", "neighbor"):
        print(f"transport={options.transport}, not in the model")


def origin(names, version, errors):
    """What the numbers are, in one line for each machine."""
    for name in names:
        p = Platform(name)
        print(f"simulated, not measured: SimGrid {version}, {p.name}; {p.assumed} of {p.parameters} parameters assumed")
    print("deviation: " + (f"replay / run - 1 = {', '.join(f'{100 * e:+.1f} %' for e in errors)} on this machine (above); "
                           "on others unknown" if errors else "unknown, no run was compared (--measured)"))


def parse_measured(text):
    """[(folder, latency_us)] of DIR[:US],..."""
    runs = []
    for name in filter(None, text.split(",")):
        path, _, latency = name.partition(":")
        try:
            runs.append((folder(path), float(latency or 0)))
        except ValueError:
            raise argparse.ArgumentTypeError(f"{name}: expected RUN_DIR or RUN_DIR:LATENCY_US") from None
    return runs


def validate(runs, plans, options, rates):
    """Runs of this machine beside their replay; returns the errors. Where ranks share cores, time says nothing of the
    messages, and the work is compared alone."""
    here = Platform(options.here)
    print(f"\nruns of this machine without searches and outputs, beside their replay on {here.key}; costs of phases "
          "from the first")
    print(f"{'ranks':>6} {'latency_us':>11} {'compared':<10}{'measured [us]':>14}{'replay [us]':>13}{'error':>9}"
          f"{'model [us]':>12}{'error':>9}")
    errors = []
    for run, latency in runs:
        summary = json.loads((run / "summary.json").read_text())
        injected = summary.get("mpi", {}).get("latency_s", 0) > 0
        if injected != (latency > 0 and summary["ranks"] > 1):
            raise ValueError(f"{run}: latency_us={latency:g} is not that of the run; write DIR:US")
        plan = plans[summary["ranks"]]
        if plan.ranks <= cores_here():
            settings = Settings(False, options.overlap, options.progress == "hardware", latency, options.steps,
                                options.allreduce[0], options.transport)
            what, measured = "time", measured_step(summary)
            found, model = smpi_replay.replay(plan, here, rates, settings), step(plan, here, rates, settings)[0]
        else:
            phases = summary["decomposition"]["phases"]
            what = "mean work"
            all_work = sum(p["mean"] for name, p in phases.items() if name not in ["all", *LEFT_OUT])
            measured = all_work / summary["cycles"]
            found = model = sum(part.mean() for part in work(plan, here, rates))
        error = found / measured - 1
        if what == "time":
            errors.append(error)
        print(f"{plan.ranks:6} {latency:11g} {what:<10}{1e6 * measured:14.1f}{1e6 * found:13.1f}{100 * error:8.1f}%"
              f"{1e6 * model:12.1f}{100 * (model / measured - 1):8.1f}%")
        if plan.ranks == 1 and error < -0.2:  # one rank waits for nobody
            print(f"warning: {run}: {-100 * error:.0f} % of the time is no work: other programs had the core, and "
                  "times of this machine say nothing")
    return errors


def bench_rows(text):
    """{(mode, what): [(bytes, us of a call, us with work of that length)]} of crumple_bench_mpi."""
    rows = {}
    line = re.compile(r"^(\w+) +(sum|broadcast|ring) +(\d+) +[\d.]+ +([\d.]+) +[\d.]+ +([\d.]+) ", re.M)
    for mode, what, size, mean, with_work in line.findall(text):
        rows.setdefault((mode, what), []).append((int(size), float(mean), float(with_work)))
    return rows


def calibrate(target, bench):
    """A machine file with the messages of this machine, from a ping-pong: the ring of two ranks of crumple_bench_mpi.
    An exchange takes L + 2 o + k G; of it 2 o remain behind work of its length."""
    if not bench.exists():
        raise ValueError(f"{bench} not found: cmake --build build --target crumple_bench_mpi")
    if bench.suffix == ".txt":
        printed = bench.read_text(encoding="utf-8")
    else:
        done = subprocess.run(["mpirun", "-np", "2", str(bench), "bytes=16384"], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL)
        printed = done.stdout if done.returncode == 0 else done.stderr or done.stdout
    rows = bench_rows(printed)
    if ("p2p", "ring") not in rows:
        raise ValueError(f"{bench}: {printed.strip()[-300:]}")
    size, alone, with_work = np.array(rows["p2p", "ring"]).T
    # relative errors count alike: short messages are the many
    (start, per_byte), *_ = np.linalg.lstsq(np.stack([1 / alone, size / alone], axis=1), np.ones(len(size)), rcond=None)
    short = size <= 512
    overhead = float(np.clip(np.median((with_work - alone)[short]) / 2, 0, start / 2))
    text = json.loads((PLATFORMS / f"{HERE}.json").read_text())
    text["name"] = "this machine, two ranks, messages in memory"
    source = f"crumple_bench_mpi, {rows_text(rows)}"
    values = {"L_us": float(start) - 2 * overhead, "o_us": overhead, "G_ns_per_byte": 1e3 * max(0.0, float(per_byte))}
    text["node"] = text["network"] = {k: {"value": round(v, 5), "source": source} for k, v in values.items()}
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(text, indent=1) + "\n")
    print(f"{target}: L = {values['L_us']:.3f} us, o = {overhead:.3f} us, G = {values['G_ns_per_byte']:.3f} ns/byte")
    print(f"{'what':<10}{'bytes':>8}{'measured [us]':>15}{'fitted [us]':>13}{'error':>9}")
    for what, key in (("ring", ("p2p", "ring")), ("sum", ("fused", "sum"))):
        for k, us, _ in rows.get(key, []):
            fitted = float(start) + k * 1e-3 * values["G_ns_per_byte"]
            print(f"{what:<10}{k:8}{us:15.2f}{fitted:13.2f}{100 * (fitted / us - 1):8.1f}%")


def rows_text(rows):
    size, mean, _ = rows["p2p", "ring"][0]
    return f"ring of two ranks: {mean:g} us for {size} bytes"


def draw(rows, folder):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 4.2))
    kinds = sorted({(r["platform"], r["offload"], r["allreduce"]) for r in rows})
    for number, kind in enumerate(kinds):
        chosen = [r for r in rows if (r["platform"], r["offload"], r["allreduce"]) == kind]
        replayed = [r for r in chosen if r["us_replay"] != ""]
        label = f"{kind[0]}, " + ("offload" if kind[1] == "on" else kind[2])
        left.loglog([r["ranks"] for r in chosen], [r["us_model"] for r in chosen], "-", color=f"C{number}",
                    linewidth=0.8)
        left.loglog([r["ranks"] for r in replayed], [r["us_replay"] for r in replayed], "o", color=f"C{number}",
                    markersize=4, label=label)
        right.semilogx([r["ranks"] for r in replayed], [r["ratio"] for r in replayed], "-o", color=f"C{number}",
                       markersize=4, linewidth=0.8)
    left.set_ylabel("time per step [us]: replay (points), model (lines)")
    right.set_ylabel("replay / model [1]")
    right.axhline(1.0, color="grey", linewidth=0.8)
    ranks = sorted({r["ranks"] for r in rows})
    over_ranks(left, right, ranks, "simulated by replay in SimGrid's SMPI and by the LogGP model; not measured")
    figure.savefig(folder / "simulated.png", dpi=110)


def parse_noise(text):
    """MEAN_US,PROBABILITY[,SEED]"""
    parts = text.split(",")
    try:
        mean, probability = float(parts[0]), float(parts[1])
        seed = int(parts[2]) if len(parts) > 2 else 1
    except (ValueError, IndexError):
        mean = -1.0
    if mean < 0 or not 0 <= probability <= 1 or len(parts) > 3:
        raise argparse.ArgumentTypeError(f"{text}: expected MEAN_US,PROBABILITY[,SEED]")
    return mean, probability, seed


def parse_arguments():
    parser = Parser("simulate-cluster", __doc__.split(";")[0] + ".")
    parser.add_argument("plan", type=folder, metavar="PLAN_DIR", nargs="?",
                        help="folder with plan-N.json of crumple plan, whose collectives= the traces have")
    parser.add_argument("--platform", default="ndr", metavar="NAMES",
                        help=f"one or more of {', '.join(platform_names())}, or files, with commas between "
                        "(default: %(default)s)")
    parser.add_argument("--allreduce", default=Settings.allreduce, metavar="NAMES", type=lambda text: text.split(","),
                        help="algorithms of SMPI, with commas between: mvapich2_rs, rdb, rab, lr, "
                        "redbcast (default: %(default)s)")
    parser.add_argument("--offload", default="off", choices=("off", "on", "both"),
                        help="whether the switches do the collectives between nodes (default: %(default)s)")
    parser.add_argument("--overlap", action="store_true", help="nodal sums travel while interior elements are computed")
    parser.add_argument("--progress", choices=["hardware", "calls"], default="hardware",
                        help="of collectives=nonblocking and persistent: behind work, or only where they are waited "
                        "for, as of a library without progress (default: %(default)s)")
    parser.add_argument("--transport", choices=["p2p", "persistent", "neighbor", "shared", "rma"], default="p2p",
                        help="of the exchanges; persistent and neighbor have the messages of p2p (default: %(default)s)")
    parser.add_argument("--latency", type=float, default=0.0, metavar="US",
                        help="like latency_us= of the program (default: 0)")
    parser.add_argument("--noise", type=parse_noise, default=(0.0, 0.0, 1), metavar="MEAN_US,PROBABILITY[,SEED]",
                        help="delays of a rank in a step, uniform between 0 and twice the mean")
    parser.add_argument("--steps", type=count, default=5, metavar="N",
                        help="steps to replay after a first one (default: %(default)s)")
    parser.add_argument("--threads", type=count, metavar="N", help="threads of a rank, instead of the plan's")
    parser.add_argument("--ranks", type=numbers, metavar="N,...",
                        help="which of the plans to replay (default: all)")
    parser.add_argument("--most-ranks", type=count, default=1024, metavar="N",
                        help="plans of more ranks have the model alone (default: %(default)s)")
    parser.add_argument("--measured", default=[], type=parse_measured, metavar="RUN_DIR[:LATENCY_US],...",
                        help="runs of this machine on planned numbers of ranks: the first gives the costs of phases, "
                        "all are compared with their replay")
    parser.add_argument("--here", default=HERE, metavar="NAME",
                        help="platform of the measured runs (default: %(default)s)")
    parser.add_argument("--calibrate", type=pathlib.Path, metavar="FILE",
                        help="write a platform file with the messages of this machine, by crumple_bench_mpi")
    parser.add_argument("--bench", type=pathlib.Path, default=ROOT / "build/crumple_bench_mpi", metavar="PROGRAM",
                        help="crumple_bench_mpi, or a .txt file with what it printed on two ranks of another machine "
                        "(default: build/crumple_bench_mpi)")
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR",
                        help="keep traces and platform files in this folder")
    parser.add_argument("-o", type=pathlib.Path, metavar="DIR", help="folder of the results (default: PLAN_DIR)")
    options = parser.parse_args()
    if not options.plan and not options.calibrate:
        parser.error("PLAN_DIR or --calibrate FILE is needed")
    options.offload = {"off": [False], "on": [True], "both": [False, True]}[options.offload]
    return options


def main(options):
    if options.calibrate:
        calibrate(options.calibrate, options.bench)
    if not options.plan:
        return
    version = smpi_replay.need_smpirun()
    plans = read_plans(options.plan, options.threads)
    for run, _ in options.measured:
        ranks = json.loads((run / "summary.json").read_text())["ranks"]
        if ranks not in plans:
            raise ValueError(f"{run}: a run on {counted(ranks, 'rank')}, expected one of {', '.join(map(str, plans))}")
    rates, errors = Rates(), []
    if options.measured:
        first = options.measured[0][0]
        rates = Rates.of_run(first, plans[json.loads((first / "summary.json").read_text())["ranks"]])
        errors = validate(options.measured, plans, options, rates)
    chosen = {n: plan for n, plan in plans.items() if not options.ranks or n in options.ranks}
    if not chosen:
        raise ValueError(f"--ranks: the plans have {', '.join(map(str, plans))}")
    names = options.platform.split(",")
    rows = study(chosen, names, options, rates)
    show(rows, options)
    print()
    origin(names, version, errors)
    target = options.o or options.plan
    target.mkdir(parents=True, exist_ok=True)
    with (target / "simulated.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    draw(rows, target)
    print(f"\n{target}/simulated.csv, simulated.png")


if __name__ == "__main__":
    start(parse_arguments, main)
