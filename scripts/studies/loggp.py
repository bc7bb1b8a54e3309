"""LogGP model of a planned step, and what else simulations of plans share: machines, plans, costs. Used by
plan_scaling.py and simulate_cluster.py.

The model is LogGP (Alexandrov, Ionescu, Schauser, Scheiman 1995): a message of k bytes takes o at the sender, arrives
L + k G later and takes o at the receiver; within a node with the node's own parameters, and the ranks of a node share
its link. A step of rank r: copies of contact leave; elements; nodal sums leave, arrive; copies arrive; contact; sums
over bodies leave; nodes; these arrive; ties; agreement on the next step. Collectives synchronise all ranks and take log2 P rounds of
messages (recursive doubling; Thakur, Rabenseifner, Gropp 2005), first within nodes; with offload, the part between
nodes is up and down a tree of switches, a latency for each level and no time of cores. Messages are not hidden behind
elements, as the plan does not distinguish interior from boundary elements: real steps hide a part of them."""
import csv
import json
import math
import pathlib

try:
    import numpy as np
except ImportError:
    np = None  # enough for --help

PLATFORMS = pathlib.Path(__file__).parent / "platforms"
ELEMENTS = ["shells", "solids", "beams", "springs"]
LEFT_OUT = ["contact search", "output", "write databases", "write states"]  # phases that are no part of a planned step
SECONDS_PER_NODE = 14e-9   # of a step without elements and contact, unless a run says it: the car on one core
STEP_SUMS = ("rigid bodies", "airbags", "moving walls")  # collectives in the middle of a step; the others end it


class Platform:
    """Parameters in seconds and bytes; `ranks_per_node` ranks of so many threads have a core for each thread. Raises
    ValueError where there is no such machine."""

    def __init__(self, name, threads=1):
        path = pathlib.Path(name) if name.endswith(".json") else PLATFORMS / f"{name}.json"
        if not path.exists():
            raise ValueError(f"platform {name}: expected a file, or one of {', '.join(platform_names())}")
        text = json.loads(path.read_text())
        self.key, self.name = path.stem, text["name"]
        self.ranks_per_node = max(1, int(text["cores_per_node"]["value"]) // threads)
        self.core_time = text["core_time"]["value"]
        self.network, self.node = (
            {"L": 1e-6 * text[k]["L_us"]["value"], "o": 1e-6 * text[k]["o_us"]["value"],
             "G": 1e-9 * text[k]["G_ns_per_byte"]["value"]} for k in ("network", "node"))
        parameters = [v for group in (text, *(text[k] for k in ("network", "node", "offload"))) for v in group.values()
                      if isinstance(v, dict) and "source" in v]
        self.parameters = len(parameters)
        self.assumed = sum(v["source"].startswith("assumed") for v in parameters)
        self.level, self.radix = 1e-6 * text["offload"]["level_us"]["value"], text["offload"]["radix"]["value"]


def platform_names():
    return sorted(path.stem for path in PLATFORMS.glob("*.json"))


class Plan:
    """What plan-N.json says, as arrays over the ranks; with other threads than those of the plan, if given."""

    def __init__(self, path, threads=None):
        text = json.loads(path.read_text())
        self.path, self.ranks, ranks = path, text["ranks"], text["per_rank"]
        planned = text.get("threads", 1)
        self.threads, self.mode = threads or planned, text.get("collectives_mode", "")
        self.costs = {p: np.array([r["compute_s"][p] for r in ranks]) * planned / self.threads
                      for p in ELEMENTS + ["contact"]}
        self.nodes = np.array([r["nodes"] for r in ranks], dtype=float)
        self.collectives = [(c["name"], c["kind"], c["bytes"]) for c in text["collectives"]]
        self.exchanges = {}
        for name in ranks[0]["exchanges"]:
            edges = [(r, to, size) for r, rank in enumerate(ranks) for to, size in rank["exchanges"][name]]
            self.exchanges[name] = np.array(edges, dtype=np.int64).reshape(-1, 3)

    def interior(self):
        """Share of each rank's elements without a node of other ranks, estimated: as many elements touch the border as
        there are nodes on it, which holds for shells along an edge and solids along a face. Needs plan-N.csv."""
        with self.path.with_suffix(".csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        shared, elements = (np.array([float(row[k]) for row in rows]) for k in ("shared_nodes", "elements"))
        return 1 - np.minimum(1.0, shared / np.maximum(1.0, elements))


def read_plans(folder, threads=None):
    """{ranks: Plan} of a folder, ascending. Raises ValueError where it has none."""
    plans = sorted((Plan(path, threads) for path in folder.glob("plan-*.json")), key=lambda plan: plan.ranks)
    if not plans:
        raise ValueError(f"{folder}: no plan-N.json, expected the output folder of crumple plan")
    return {plan.ranks: plan for plan in plans}


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
    inside = source // platform.ranks_per_node == target // platform.ranks_per_node
    overhead = np.where(inside, platform.node["o"], platform.network["o"])
    np.add.at(sends, source, overhead)
    np.add.at(receives, target, overhead)
    link = np.zeros(n_ranks // platform.ranks_per_node + 1)
    np.add.at(link, source[~inside] // platform.ranks_per_node, size[~inside])
    delay = np.where(inside, platform.node["L"] + size * platform.node["G"],
                     platform.network["L"] + link[source // platform.ranks_per_node] * platform.network["G"])
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

    inside, nodes = min(n_ranks, platform.ranks_per_node), math.ceil(n_ranks / platform.ranks_per_node)
    between = rounds(nodes, platform.network)
    if offload and nodes > 1:
        levels = max(1, math.ceil(math.log(nodes) / math.log(platform.radix) - 1e-9))
        between = 2 * levels * platform.level + size * platform.network["G"]
    return rounds(inside, platform.node) + between


def work(plan, platform, rates):
    """(elements, contact, nodes): seconds of a step, by rank."""
    def cost(phase):
        return plan.costs[phase] * rates.scale.get(phase, 1.0) * platform.core_time

    return sum(cost(p) for p in ELEMENTS), cost("contact"), plan.nodes * rates.per_node * platform.core_time


def step(plan, platform, rates, offload):
    """Seconds of a step, and its parts on the rank that is last before the first synchronisation."""
    n = plan.ranks
    elements, contact, nodes = work(plan, platform, rates)
    parts = {name: messages(edges, n, platform) for name, edges in plan.exchanges.items()}
    no_edges = np.zeros((0, 3), dtype=np.int64)

    def exchange(name):
        return (plan.exchanges.get(name, no_edges), *parts.get(name, (np.zeros(n), np.zeros(n), np.zeros(0))))

    copies, copies_out, copies_in, copies_delay = exchange("contact copies")
    sums, sums_out, sums_in, sums_delay = exchange("nodal sums")
    ties, ties_out, ties_in, ties_delay = exchange("ties")
    bodies, bodies_out, bodies_in, bodies_delay = exchange("rigid bodies")
    volumes, volumes_out, volumes_in, volumes_delay = exchange("nodal volumes")
    left = arrive(volumes_out, volumes_out, volumes, volumes_in, volumes_delay) + copies_out
    time = left + elements + sums_out
    time = arrive(time, time, sums, sums_in, sums_delay)
    time = arrive(time, left, copies, copies_in, copies_delay) + contact + bodies_out
    left = time
    mid = sum(collective(size, n, platform, offload) for name, _, size in plan.collectives if name in STEP_SUMS)
    if mid > 0:
        time = np.full(n, time.max() + mid)
    time = arrive(time + nodes, left, bodies, bodies_in, bodies_delay) + ties_out
    time = arrive(time, time, ties, ties_in, ties_delay)
    end = sum(collective(size, n, platform, offload) for name, _, size in plan.collectives if name not in STEP_SUMS)
    total = time.max() + end
    core = sum((copies_out, copies_in, sums_out, sums_in, bodies_out, bodies_in, ties_out, ties_in, volumes_out,
                volumes_in))
    means = {"elements": elements.mean(), "contact": contact.mean(), "nodes": nodes.mean(), "messages": core.mean()}
    means["collectives"] = mid + end
    means["waiting"] = total - sum(means.values())  # for slower ranks and for messages in flight
    return total, means


def measured_step(summary):
    """Seconds of a step in which nothing is searched or written."""
    wall = summary["wall_s"]
    return (wall["step_loop"] - sum(wall.get(name, 0.0) for name in LEFT_OUT)) / summary["cycles"]
