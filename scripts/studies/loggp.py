"""LogGP model of a planned step, on all ranks at once. Used by plan_scaling.py, simulate_cluster.py and cluster.py.

The model is LogGP (Alexandrov, Ionescu, Schauser, Scheiman 1995): a message of k bytes takes o at the sender, arrives
L + k G later and takes o at the receiver; within a node with the node's own parameters, and the ranks of a node share
its link. A step of rank r: elements; nodal sums and copies of contact leave in common messages; these arrive; contact;
sums over bodies leave; nodes; these arrive; ties; agreement on the time step and accounts.
Collectives synchronise all ranks and take log2 P rounds of messages (recursive doubling; Thakur, Rabenseifner, Gropp
2005), first within nodes; with offload, the part between nodes is up and down a tree of switches, a latency for each level and no time of cores.
With collectives=nonblocking and persistent, and shared on one node, the agreement begins where the step before ends and
is waited for before contact; a broadcast of control, which mode separate has, at the end. With shared, flags in memory replace the messages
within nodes, and on several nodes the leaders agree before contact."""
import dataclasses
import math

from plans import (AGREEMENT, BAGS, BODIES, ELEMENTS, LEFT_OUT, PLATFORMS, STEP_SUMS, WALLS, Plan,  # noqa: F401
                   Platform, Rates, measured_step, np, platform_names, read_plans, work)

STARTED_EARLY = ("nonblocking", "persistent")  # modes whose collectives run behind work
BLOCKING = ("separate", "fused")               # those that are called when their values are known
SETTLE, COUNTED = 1, 2  # steps: until each is as long as the one before, and of which the mean is taken
PARTS = ["elements", "contact", "nodes", "imbalance", "waiting", "messages", "collectives"]  # of a step


@dataclasses.dataclass
class Ways:
    """How a plan is carried out on a machine."""
    offload: bool = False        # collectives between nodes in the switches
    overlap: bool = False        # nodal sums in flight while interior elements are computed; needs plan-N.csv
    progress: bool = True        # collectives that begin early run behind work; else they begin where they are waited for
    latency_us: float = 0.0      # as the option of the program


def link_bytes(edges, n_ranks, platform):
    """Bytes that leave each node and come into it, of messages between nodes."""
    source, target, size = (edges // (platform.ranks_per_node, platform.ranks_per_node, 1)).T
    between = source != target
    out, into = (np.zeros(n_ranks // platform.ranks_per_node + 1) for _ in range(2))
    np.add.at(out, source[between], size[between])
    np.add.at(into, target[between], size[between])
    return out, into


def messages(edges, n_ranks, platform, links):
    """(sends, receives by rank [s] of core time, delay of each message [s]); the ranks of a node share its link, in each
    direction, with all that is under way."""
    sends, receives, delay = np.zeros(n_ranks), np.zeros(n_ranks), np.zeros(len(edges))
    if len(edges) == 0:
        return sends, receives, delay
    source, target, size = edges.T
    inside = source // platform.ranks_per_node == target // platform.ranks_per_node
    overhead = np.where(inside, platform.node["o"], platform.network["o"])
    np.add.at(sends, source, overhead)
    np.add.at(receives, target, overhead)
    out, into = links
    link = np.maximum(out[source // platform.ranks_per_node], into[target // platform.ranks_per_node])
    delay = np.where(inside, platform.node["L"] + size * platform.node["G"],
                     platform.network["L"] + link * platform.network["G"])
    return sends, receives, delay


def collective(size, n_ranks, platform, offload, shared=False):
    """Of one call, when all ranks have come [s]."""
    def rounds(n, p):
        return math.ceil(math.log2(n)) * (p["L"] + 2 * p["o"] + size * p["G"]) if n > 1 else 0.0

    inside, nodes = min(n_ranks, platform.ranks_per_node), math.ceil(n_ranks / platform.ranks_per_node)
    within = by_flags(size, inside, nodes, platform.node) if shared else rounds(inside, platform.node)
    between = rounds(nodes, platform.network)
    if offload and nodes > 1:
        levels = max(1, math.ceil(math.log(nodes) / math.log(platform.radix) - 1e-9))
        between = 2 * levels * platform.level + size * platform.network["G"]
    return within + between


def by_flags(size, inside, nodes, node):
    """collectives=shared within a node: each rank raises a flag; on a single node everyone reads all values, on several
    the leader does, and a second flag says that its node may read the result."""
    if inside == 1:
        return 0.0
    return node["L"] + inside * size * node["G"] + (node["L"] + size * node["G"] if nodes > 1 else 0.0)


def is_by_memory(plan, platform):
    """Whether collectives are flags in the memory of a single node."""
    return plan.mode == "shared" and plan.ranks <= platform.ranks_per_node


def runs_behind_work(plan, platform, progress):
    """Whether agreement and control do: flags in memory need nobody who makes progress."""
    return is_by_memory(plan, platform) or plan.mode in STARTED_EARLY and progress


class Steps:
    """The ranks' times from one step to the next."""

    def __init__(self, plan, platform, rates, ways):
        self.plan, self.platform, self.ways = plan, platform, ways
        self.early = runs_behind_work(plan, platform, ways.progress)
        self.latency = 1e-6 * ways.latency_us if plan.ranks > 1 else 0.0
        self.held = 0.0 if is_by_memory(plan, platform) else self.latency  # of a call
        n = plan.ranks
        self.elements, self.contact, self.nodes = work(plan, platform, rates)
        self.boundary = self.elements * ((1 - plan.interior()) if ways.overlap else 1.0)
        none = (np.zeros((0, 3), dtype=np.int64), np.zeros(n), np.zeros(n), np.zeros(0))
        links = {name: link_bytes(edges, n, platform) for name, edges in plan.exchanges.items()}
        self.exchanges = {name: (edges, *messages(edges, n, platform, links[name]))
                          for name, edges in plan.exchanges.items()}
        self.none = none
        self.core = sum((sends + receives for _, sends, receives, _ in self.exchanges.values()), np.zeros(n))
        self.time, self.in_collectives = np.zeros(n), 0.0

    def leave(self, name):
        """Sends; what arrive() needs."""
        posted = self.time
        self.time = self.time + self.exchanges.get(name, self.none)[1]
        return name, posted, self.time

    def arrive(self, sent):
        """When each rank has all messages of an exchange, none sooner than the added latency after its receive."""
        name, posted, left = sent
        edges, _, receives, delay = self.exchanges.get(name, self.none)
        ready = self.time.copy()
        if len(edges):
            np.maximum.at(ready, edges[:, 1], left[edges[:, 0]] + delay)
            to = np.unique(edges[:, 1])
            ready[to] = np.maximum(ready[to], posted[to] + self.latency)
        self.time = ready + receives

    def arrive_all(self, sent):
        """The same of sums that go on in later rounds."""
        self.arrive(sent)
        for name in self.plan.later_rounds(sent[0]):
            self.arrive(self.leave(name))

    def calls(self, names):
        return [(kind, size) for name, kind, size in self.plan.collectives if self.plan.ranks > 1 and names(name)]

    def ready(self, kind, size, come):
        """When the result of a call is there, on all ranks: of a broadcast it waits for root alone."""
        cost = collective(size, self.plan.ranks, self.platform, self.ways.offload, self.plan.mode == "shared")
        return (come[0] if kind == "broadcast" else come.max()) + cost, cost

    def call(self, names):
        """Blocking calls, each later by the added latency."""
        for kind, size in self.calls(names):
            there, cost = self.ready(kind, size, self.time + self.held)
            self.time = np.maximum(self.time + self.held, there)
            self.in_collectives += cost + self.held

    def begin(self, names):
        """Calls that run behind work: (when they are there, when they began)."""
        if not self.early:
            return None
        there = [self.ready(kind, size, self.time)[0] for kind, size in self.calls(names)]
        return (max(there, default=0.0), self.time.copy()) if there else None

    def finish(self, begun, names):
        if not self.early:
            return self.call(names)
        if begun is None:
            return None
        there, since = begun
        ready = np.maximum(np.maximum(self.time, there), since + self.held)
        self.in_collectives += (ready - self.time).mean()
        self.time = ready
        return None

    def step(self):
        def agreement(name):
            return name in AGREEMENT

        def mid(name):
            return name in STEP_SUMS

        def last(name):
            return name not in (*AGREEMENT, *STEP_SUMS)

        agreed, told = self.begin(agreement), self.begin(last)
        self.arrive(self.leave("nodal volumes"))
        bags = self.leave(BAGS)
        self.time = self.time + self.boundary
        self.arrive_all(bags)
        sums = self.leave("nodal sums")
        self.time = self.time + self.elements - self.boundary
        if self.plan.mode not in BLOCKING:
            self.finish(agreed, agreement)
        self.arrive(sums)
        self.time = self.time + self.contact
        bodies = self.leave(BODIES)
        self.call(mid)
        self.time = self.time + self.nodes
        self.arrive_all(bodies)
        self.arrive_all(self.leave(WALLS))
        self.arrive(self.leave("ties"))
        if self.plan.mode in BLOCKING:
            self.call(agreement)
        self.finish(told, last)


def step(plan, platform, rates, ways=None):
    """Seconds of a step, and its parts: mean work of the ranks by phase; what the most loaded rank of each phase has
    beyond it; time of messages and collectives; and the rest, which is waiting for messages in flight."""
    steps = Steps(plan, platform, rates, ways or Ways())
    for number in range(SETTLE + COUNTED):
        if number == SETTLE:
            begin, steps.in_collectives = steps.time.max(), 0.0
        steps.step()
    total = (steps.time.max() - begin) / COUNTED
    forces, nodes = steps.elements + steps.contact, steps.nodes
    parts = {"elements": steps.elements.mean(), "contact": steps.contact.mean(), "nodes": nodes.mean(),
             "messages": steps.core.mean(), "collectives": steps.in_collectives / COUNTED}
    left = max(0.0, total - sum(parts.values()))
    unequal = forces.max() - forces.mean() + nodes.max() - nodes.mean()
    parts["imbalance"] = min(unequal, left)
    parts["waiting"] = total - sum(parts.values())
    return total, {name: parts[name] for name in PARTS}
