"""Time per step of planned runs on a machine, simulated; called by scripts/plan-scaling.

The model is LogGP (Alexandrov, Ionescu, Schauser, Scheiman 1995): a message of k bytes takes o at the sender, arrives
L + k G later and takes o at the receiver; within a node with the node's own parameters, and the ranks of a node share
its link. A step of rank r: copies of contact leave; elements; nodal sums leave, arrive; copies arrive; contact; sum
over bodies; nodes; ties; agreement on the next step. Collectives synchronise all ranks and take log2 P rounds of
messages (recursive doubling; Thakur, Rabenseifner, Gropp 2005), first within nodes; with offload, the part between
nodes is up and down a tree of switches, a latency for each level and no time of cores. Messages are not hidden behind
elements, as the plan does not tell interior from boundary elements: real steps hide a part of them."""
import argparse
import csv
import json
import math
import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
PLATFORMS = HERE / "platforms"
ELEMENTS = ["shells", "solids", "beams", "springs"]
LEFT_OUT = ["contact search", "output", "write databases", "write states"]  # phases that are no part of a planned step
SECONDS_PER_NODE = 14e-9   # of a step without elements and contact, unless a run says it: the car on one core
STEP_SUMS = ("rigid bodies", "airbags", "moving walls")  # collectives in the middle of a step; the others end it
SHARES = ["elements", "contact", "nodes", "waiting", "messages", "collectives"]  # of a step
COLUMNS = ["platform", "ranks", "offload", "us_per_step", "efficiency", "limits", *(f"us_{k}" for k in SHARES)]
SIMULATED = "simulated with LogGP from the plan of crumple; not measured"


class Platform:
    """Parameters in seconds and bytes."""

    def __init__(self, name):
        path = pathlib.Path(name) if name.endswith(".json") else PLATFORMS / f"{name}.json"
        if not path.exists():
            raise ValueError(f"platform {name}: expected a file, or one of {', '.join(platform_names())}")
        text = json.loads(path.read_text())
        self.key, self.name = path.stem, text["name"]
        self.cores, self.core_time = int(text["cores_per_node"]["value"]), text["core_time"]["value"]
        self.network, self.node = (
            {"L": 1e-6 * text[k]["L_us"]["value"], "o": 1e-6 * text[k]["o_us"]["value"],
             "G": 1e-9 * text[k]["G_ns_per_byte"]["value"]} for k in ("network", "node"))
        self.level, self.radix = 1e-6 * text["offload"]["level_us"]["value"], text["offload"]["radix"]["value"]


def platform_names():
    return sorted(path.stem for path in PLATFORMS.glob("*.json"))


class Plan:
    """What plan-N.json says, as arrays over the ranks."""

    def __init__(self, path):
        text = json.loads(path.read_text())
        self.ranks, ranks = text["ranks"], text["per_rank"]
        self.costs = {p: np.array([r["compute_s"][p] for r in ranks]) for p in ELEMENTS + ["contact"]}
        self.nodes = np.array([r["nodes"] for r in ranks], dtype=float)
        self.collectives = [(c["name"], c["kind"], c["bytes"]) for c in text["collectives"]]
        self.exchanges = {}
        for name in ranks[0]["exchanges"]:
            edges = [(r, to, size) for r, rank in enumerate(ranks) for to, size in rank["exchanges"][name]]
            self.exchanges[name] = np.array(edges, dtype=np.int64).reshape(-1, 3)


class Rates:
    """Seconds of this machine for a second of the plan's costs, by phase, and for a node."""

    def __init__(self, scale=None, per_node=SECONDS_PER_NODE):
        self.scale, self.per_node = scale or {}, per_node

    @staticmethod
    def of_run(folder, plan):
        """From the work that a run (of the ranks of `plan`) reports: CPU time outside MPI by phase."""
        summary = json.loads((folder / "summary.json").read_text())
        phases, cycles = summary["decomposition"]["phases"], summary["cycles"]
        work = {name: p["mean"] / cycles for name, p in phases.items() if name != "all"}
        costs = [*ELEMENTS, "contact"]
        scale = {name: work.get(name, 0.0) / plan.costs[name].mean() for name in costs if plan.costs[name].any()}
        rest = sum(t for name, t in work.items() if name not in costs + LEFT_OUT)
        return Rates(scale, rest / plan.nodes.mean())


def messages(edges, n_ranks, platform):
    """(sends, receives by rank [s] of core time, delay of each message [s]); the ranks of a node share its link."""
    sends, receives, delay = np.zeros(n_ranks), np.zeros(n_ranks), np.zeros(len(edges))
    if len(edges) == 0:
        return sends, receives, delay
    source, target, size = edges.T
    inside = source // platform.cores == target // platform.cores
    overhead = np.where(inside, platform.node["o"], platform.network["o"])
    np.add.at(sends, source, overhead)
    np.add.at(receives, target, overhead)
    link = np.zeros(n_ranks // platform.cores + 1)
    np.add.at(link, source[~inside] // platform.cores, size[~inside])
    delay = np.where(inside, platform.node["L"] + size * platform.node["G"],
                     platform.network["L"] + link[source // platform.cores] * platform.network["G"])
    return sends, receives, delay


def arrive(time, left, edges, receives, delay):
    """When each rank has all messages: those of rank s left at left[s]."""
    ready = time.copy()
    if len(edges):
        np.maximum.at(ready, edges[:, 1], left[edges[:, 0]] + delay)
    return ready + receives


def collective(size, n_ranks, platform, offload):
    """Of one call, when all ranks have come [s]."""
    def rounds(n, p):
        return math.ceil(math.log2(n)) * (p["L"] + 2 * p["o"] + size * p["G"]) if n > 1 else 0.0

    inside, nodes = min(n_ranks, platform.cores), math.ceil(n_ranks / platform.cores)
    between = rounds(nodes, platform.network)
    if offload and nodes > 1:
        levels = max(1, math.ceil(math.log(nodes) / math.log(platform.radix) - 1e-9))
        between = 2 * levels * platform.level + size * platform.network["G"]
    return rounds(inside, platform.node) + between


def step(plan, platform, rates, offload):
    """Seconds of a step, and its parts on the rank that is last before the first synchronisation."""
    n = plan.ranks

    def cost(phase):
        return plan.costs[phase] * rates.scale.get(phase, 1.0) * platform.core_time

    elements, contact = sum(cost(p) for p in ELEMENTS), cost("contact")
    nodes = plan.nodes * rates.per_node * platform.core_time
    parts = {name: messages(edges, n, platform) for name, edges in plan.exchanges.items()}
    no_edges = np.zeros((0, 3), dtype=np.int64)

    def exchange(name):
        return (plan.exchanges.get(name, no_edges), *parts.get(name, (np.zeros(n), np.zeros(n), np.zeros(0))))

    copies, copies_out, copies_in, copies_delay = exchange("contact copies")
    sums, sums_out, sums_in, sums_delay = exchange("nodal sums")
    ties, ties_out, ties_in, ties_delay = exchange("ties")
    left = copies_out.copy()
    time = left + elements + sums_out
    time = arrive(time, time, sums, sums_in, sums_delay)
    time = arrive(time, left, copies, copies_in, copies_delay) + contact
    mid = sum(collective(size, n, platform, offload) for name, _, size in plan.collectives if name in STEP_SUMS)
    if mid > 0:
        time = np.full(n, time.max() + mid)
    time = time + nodes + ties_out
    time = arrive(time, time, ties, ties_in, ties_delay)
    end = sum(collective(size, n, platform, offload) for name, _, size in plan.collectives if name not in STEP_SUMS)
    total = time.max() + end
    core = copies_out + copies_in + sums_out + sums_in + ties_out + ties_in
    means = {"elements": elements.mean(), "contact": contact.mean(), "nodes": nodes.mean(), "messages": core.mean()}
    means["collectives"] = mid + end
    means["waiting"] = total - sum(means.values())  # for slower ranks and for messages under way
    return total, means


def study(plans, platform, rates):
    rows = []
    for offload in (False, True):
        first = None
        for plan in plans:
            seconds, parts = step(plan, platform, rates, offload)
            first = first or (plan.ranks * seconds)
            rows.append({"platform": platform.key, "ranks": plan.ranks, "offload": "on" if offload else "off",
                         "us_per_step": 1e6 * seconds, "efficiency": first / (plan.ranks * seconds),
                         "limits": max(parts, key=parts.get), **{f"us_{k}": 1e6 * t for k, t in parts.items()}})
    return rows


def show(platform, rows):
    print(f"\n{platform.name} ({platform.key}); {SIMULATED}")
    print(f"{'ranks':>8} {'offload':>8} {'step [us]':>11} {'efficiency':>11}  {'limited by':<12}"
          + "".join(f"{k:>12}" for k in SHARES))
    for r in rows:
        print(f"{r['ranks']:8} {r['offload']:>8} {r['us_per_step']:11.1f} {r['efficiency']:11.3f}  {r['limits']:<12}"
              + "".join(f"{r['us_' + k]:12.2f}" for k in SHARES))


def measured_step(summary):
    """Seconds of a step in which nothing is searched or written."""
    wall = summary["wall_s"]
    return (wall["step_loop"] - sum(wall.get(name, 0.0) for name in LEFT_OUT)) / summary["cycles"]


def check(folders, plans, rates):
    """Beside runs on this machine."""
    here = Platform("one-node")
    print("\nbeside measured runs without searches and outputs (platform one-node; costs by phase from the first)")
    print(f"{'ranks':>8} {'measured [us]':>14} {'simulated [us]':>15} {'error':>8}")
    for folder in folders:
        summary = json.loads((folder / "summary.json").read_text())
        plan = plans[summary["ranks"]]
        measured, simulated = 1e6 * measured_step(summary), 1e6 * step(plan, here, rates, False)[0]
        print(f"{plan.ranks:8} {measured:14.1f} {simulated:15.1f} {100 * (simulated / measured - 1):7.1f}%")


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
    for axis in (left.yaxis, left.xaxis, right.xaxis):
        axis.set_minor_formatter("")
    left.yaxis.set_major_formatter("{x:g}")
    for axes in (left, right):
        axes.set_xlabel("ranks")
        axes.set_xticks(ranks, [f"{n:,}" for n in ranks], fontsize=8)
        axes.grid(True, which="both", linewidth=0.3)
    left.legend(fontsize=7)
    figure.suptitle(SIMULATED, fontsize=9)
    figure.tight_layout()
    for kind in ("png", "svg"):
        figure.savefig(folder / f"scaling.{kind}", dpi=130)


def main():
    parser = argparse.ArgumentParser(prog="scripts/plan-scaling", description=__doc__.split(";")[0] + ".")
    parser.add_argument("plan", type=pathlib.Path, metavar="PLAN_DIR", help="folder with plan-N.json of crumple plan")
    parser.add_argument("--platform", default="ndr", metavar="NAMES",
                        help=f"one or more of {', '.join(platform_names())}, or a file, with commas (%(default)s)")
    parser.add_argument("--measured", default="", metavar="RUN_DIRS",
                        help="folders of runs of the same deck on ranks that are planned, with commas: the first gives "
                        "the costs of phases, all are set beside the simulation")
    parser.add_argument("-o", type=pathlib.Path, metavar="DIR", help="folder of the results (PLAN_DIR)")
    options = parser.parse_args()
    every_plan = sorted((Plan(path) for path in options.plan.glob("plan-*.json")), key=lambda plan: plan.ranks)
    plans = {plan.ranks: plan for plan in every_plan}
    if not plans:
        raise ValueError(f"{options.plan}: no plan-N.json, expected the output folder of crumple plan")
    folders = [pathlib.Path(name) for name in options.measured.split(",") if name]
    for folder in folders:
        ranks = json.loads((folder / "summary.json").read_text())["ranks"]
        if ranks not in plans:
            raise ValueError(f"{folder}: a run on {ranks} ranks, expected one of {', '.join(map(str, plans))}")
    rates = Rates()
    if folders:
        rates = Rates.of_run(folders[0], plans[json.loads((folders[0] / "summary.json").read_text())["ranks"]])
        check(folders, plans, rates)
    every = []
    for name in options.platform.split(","):
        platform = Platform(name)
        every.append((platform, study(list(plans.values()), platform, rates)))
        show(*every[-1])
    folder = options.o or options.plan
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "scaling.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        for _, rows in every:
            writer.writerows(rows)
    draw(every, folder)
    print(f"\n{folder}/scaling.csv, scaling.png, scaling.svg")


if __name__ == "__main__":
    try:
        main()
    except (ValueError, OSError, KeyError) as error:
        sys.exit(f"error: {error}")
