"""Plans, machines and costs, which all simulations of plans share. Used by loggp.py, smpi_replay.py and the programs that
call these: plan_scaling.py, simulate_cluster.py, validate.py and cluster.py."""
import csv
import json
import pathlib

try:
    import numpy as np
except ImportError:
    np = None  # enough for --help

PLATFORMS = pathlib.Path(__file__).parent / "platforms"
ELEMENTS = ["shells", "solids", "beams", "springs"]
LEFT_OUT = ["contact search", "output", "write databases", "write states"]  # phases that are no part of a planned step
BODIES, WALLS, BAGS = "rigid bodies", "moving walls", "airbags"  # sums by messages, in rounds of which later have a number
STEP_SUMS = (BODIES, BAGS, WALLS)   # the same of things that all ranks have: collectives between forces and velocities
AGREEMENT = ("time step",)          # after the nodal sums; the others, control and accounts, end a step


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


def over_ranks(left, right, ranks, title):
    """Finishes two panels over numbers of ranks: times by logarithms, and what they are compared by."""
    for axis in (left.yaxis, left.xaxis, right.xaxis):
        axis.set_minor_formatter("")
    left.yaxis.set_major_formatter("{x:g}")
    for axes in (left, right):
        axes.set_xlabel("ranks")
        axes.set_xticks(ranks, [f"{n:,}" for n in ranks], fontsize=8)
        axes.grid(True, which="both", linewidth=0.3)
    left.legend(fontsize=7)
    left.figure.suptitle(title, fontsize=9)
    left.figure.tight_layout()


def platform_names():
    return sorted(path.stem for path in PLATFORMS.glob("*.json"))


class Plan:
    """What plan-N.json says, as arrays over the ranks; with other threads than those of the plan, if given."""

    def __init__(self, path, threads=None):
        text = json.loads(path.read_text())
        self.path, self.ranks, ranks = path, text["ranks"], text["per_rank"]
        planned, self.phases = text.get("threads", 1), text.get("phases", {})
        self.threads, self.mode = threads or planned, text.get("collectives_mode", "")
        work = [r.get("compute_s", {}) for r in ranks]
        self.costs = {p: np.array([of_rank.get(p, 0.0) for of_rank in work]) * planned / self.threads
                      for p in dict.fromkeys([*ELEMENTS, "contact", *(p for of_rank in work for p in of_rank)])}
        self.collectives = [(c["name"], c["kind"], c["bytes"]) for c in text["collectives"]]
        self.exchanges = {}
        for name in ranks[0]["exchanges"]:
            edges = [(r, to, size) for r, rank in enumerate(ranks) for to, size in rank["exchanges"][name]]
            self.exchanges[name] = np.array(edges, dtype=np.int64).reshape(-1, 3)

    def later_rounds(self, name):
        """Names of the exchanges that follow the first of these sums, in their order."""
        return sorted((other for other in self.exchanges if other.startswith(name + " ")),
                      key=lambda other: int(other.split()[-1]))

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
    """Seconds of this machine for a second of the plan's costs, by phase."""

    def __init__(self, scale=None):
        self.scale = scale or {}

    @staticmethod
    def of_run(folder, plan):
        """From the work that a run (of the ranks of `plan`) reports; what no phase of the plan has goes to the nodes."""
        measured = work_of_run(folder, plan)
        measured["nodes"] = measured.get("nodes", 0.0) + measured.pop("", 0.0)
        return Rates({name: measured.get(name, 0.0) / cost.mean() for name, cost in plan.costs.items() if cost.any()})


def work_of_run(folder, plan, searches=False):
    """{phase of the plan: mean seconds of a rank in a step without outputs}, CPU time outside MPI; of the rest under "".
    Searches, which are part of a plan's contact but of few steps, are included on request."""
    summary = json.loads((folder / "summary.json").read_text())
    owner = {name: phase for phase, of in plan.phases.items() for name in of["of"]}
    work = {}
    for name, of_ranks in summary["decomposition"]["phases"].items():
        if name not in ("all", *LEFT_OUT) or searches and name == "contact search":
            key = owner.get(name, "")
            work[key] = work.get(key, 0.0) + of_ranks["mean"] / summary["cycles"]
    return work


def work(plan, platform, rates):
    """(elements, contact, all else, which is of nodes): seconds of a step, by rank."""
    def cost(phase):
        return plan.costs[phase] * rates.scale.get(phase, 1.0) * platform.core_time

    rest = sum(cost(p) for p in plan.costs if p not in (*ELEMENTS, "contact"))
    return sum(cost(p) for p in ELEMENTS), cost("contact"), rest + np.zeros(plan.ranks)


def measured_step(summary):
    """Seconds of a step in which nothing is searched or written."""
    wall = summary["wall_s"]
    return (wall["step_loop"] - sum(wall.get(name, 0.0) for name in LEFT_OUT)) / summary["cycles"]
