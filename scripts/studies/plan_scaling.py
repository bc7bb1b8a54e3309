"""Time per step of planned runs on a machine, simulated; called by scripts/plan-scaling.

The model is in loggp.py."""
import csv
import json
import pathlib
import statistics

from command_line import Parser, counted, folder, start
from loggp import PARTS, Ways, step
from plans import Platform, Rates, measured_step, np, over_ranks, platform_names, read_plans, work_of_run

COLUMNS = ["platform", "ranks", "offload", "us_per_step", "efficiency", "limits", *(f"us_{k}" for k in PARTS)]
SIMULATED = "simulated with LogGP from the plan of crumple; not measured"


def study(plans, platform, rates):
    rows = []
    for offload in (False, True):
        first = None
        for plan in plans:
            seconds, parts = step(plan, platform, rates, Ways(offload))
            first = first or (plan.ranks * seconds)
            rows.append({"platform": platform.key, "ranks": plan.ranks, "offload": "on" if offload else "off",
                         "us_per_step": 1e6 * seconds, "efficiency": first / (plan.ranks * seconds),
                         "limits": max(parts, key=parts.get), **{f"us_{k}": 1e6 * t for k, t in parts.items()}})
    return rows


def show(platform, rows):
    print(f"\n{platform.name} ({platform.key}); {SIMULATED}")
    print(f"{'ranks':>8} {'offload':>8} {'step [us]':>11} {'efficiency':>11}  {'limited by':<12}"
          + "".join(f"{k:>12}" for k in PARTS))
    for r in rows:
        print(f"{r['ranks']:8} {r['offload']:>8} {r['us_per_step']:11.1f} {r['efficiency']:11.3f}  {r['limits']:<12}"
              + "".join(f"{r['us_' + k]:12.2f}" for k in PARTS))


def check(folders, plans, rates):
    """Beside runs on this machine."""
    here = Platform("one-node")
    print("\nbeside measured runs without searches and outputs (platform one-node; costs by phase from the first)")
    print(f"{'ranks':>8} {'measured [us]':>14} {'simulated [us]':>15} {'error':>8}")
    for run in folders:
        summary = json.loads((run / "summary.json").read_text())
        plan = plans[summary["ranks"]]
        measured, simulated = 1e6 * measured_step(summary), 1e6 * step(plan, here, rates)[0]
        print(f"{plan.ranks:8} {measured:14.1f} {simulated:15.1f} {100 * (simulated / measured - 1):7.1f}%")


def compare_work(folders, plans):
    """What the plan says of each phase beside what runs report: medians of the runs on as many ranks."""
    print("\nwork of a rank and step by phase, without outputs: predicted by the plan, median of runs (least to most)")
    print(f"{'ranks':>8}  {'phase':<14} {'predicted [us]':>15} {'spread':>8} {'measured [us]':>24} {'error':>8}")
    runs = {}
    for run in folders:
        ranks = json.loads((run / "summary.json").read_text())["ranks"]
        runs.setdefault(ranks, []).append(work_of_run(run, plans[ranks], searches=True))
    for ranks, measured in runs.items():
        plan = plans[ranks]
        for name, of in plan.phases.items():
            if plan.costs.get(name, np.zeros(1)).any():
                predicted, found = plan.costs[name].mean(), [1e6 * work.get(name, 0.0) for work in measured]
                middle = statistics.median(found)
                error = f"{100 * (1e6 * predicted / middle - 1):7.1f}%" if middle else "-"
                print(f"{ranks:8}  {name:<14} {1e6 * predicted:15.1f} {100 * of['spread']:7.1f}% "
                      f"{f'{middle:.1f} ({min(found):.1f} to {max(found):.1f})':>24} {error:>8}")
        rest = statistics.median(1e6 * work.get("", 0.0) for work in measured)
        print(f"{ranks:8}  {'not predicted':<14} {'':15} {'':8} {rest:24.1f}")


def draw(every, folder):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 4.2))
    for number, (platform, rows) in enumerate(every):
        for offload, line in (("off", "-o"), ("on", "--^")):
            chosen = [r for r in rows if r["offload"] == offload]
            ranks, label = [r["ranks"] for r in chosen], f"{platform.key}, offload {offload}"
            left.loglog(ranks, [r["us_per_step"] for r in chosen], line, color=f"C{number}", label=label)
            right.semilogx(ranks, [r["efficiency"] for r in chosen], line, color=f"C{number}")
    left.set_ylabel("time per step [us]")
    right.set_ylabel("parallel efficiency [1]")
    right.set_ylim(bottom=0)
    ranks = [r["ranks"] for r in every[0][1] if r["offload"] == "off"]
    over_ranks(left, right, ranks, SIMULATED)
    for kind in ("png", "svg"):
        figure.savefig(folder / f"scaling.{kind}", dpi=130)


def arguments():
    parser = Parser("plan-scaling", __doc__.split(";")[0] + ".")
    parser.add_argument("plan", type=folder, metavar="PLAN_DIR", help="folder with plan-N.json of crumple plan")
    parser.add_argument("--platform", default="ndr", metavar="NAMES",
                        help=f"one or more of {', '.join(platform_names())}, or files, with commas between "
                        "(default: %(default)s)")
    parser.add_argument("--measured", default="", metavar="RUN_DIRS",
                        help="runs of the same deck on planned numbers of ranks, with commas between: the first "
                        "gives the costs of phases, all are compared with the simulation")
    parser.add_argument("-o", type=pathlib.Path, metavar="DIR", help="folder of the results (default: PLAN_DIR)")
    return parser.parse_args()


def main(options):
    plans = read_plans(options.plan)
    threads = next(iter(plans.values())).threads
    folders = [pathlib.Path(name) for name in options.measured.split(",") if name]
    for run in folders:
        ranks = json.loads((run / "summary.json").read_text())["ranks"]
        if ranks not in plans:
            raise ValueError(f"{run}: a run on {counted(ranks, 'rank')}, expected one of {', '.join(map(str, plans))}")
    rates = Rates()
    if folders:
        rates = Rates.of_run(folders[0], plans[json.loads((folders[0] / "summary.json").read_text())["ranks"]])
        compare_work(folders, plans)
        check(folders, plans, rates)
    every = []
    for name in options.platform.split(","):
        platform = Platform(name, threads)
        every.append((platform, study(list(plans.values()), platform, rates)))
        show(*every[-1])
    target = options.o or options.plan
    target.mkdir(parents=True, exist_ok=True)
    with (target / "scaling.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        for _, rows in every:
            writer.writerows(rows)
    draw(every, target)
    print(f"\n{target}/scaling.csv, scaling.png, scaling.svg")


if __name__ == "__main__":
    start(arguments, main)
