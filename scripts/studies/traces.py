"""The trace of each rank of a planned step, as SimGrid's SMPI replays it. Used by smpi_replay.py; docs/simulation.md explains
what is replayed.

Times are in microseconds: a second of SimGrid, which prints six digits, is one here. A host computes one operation in
this unit. Overheads that depend on the receiver, which SMPI's do not, stand in the traces. SMPI replays no Iallreduce and
no windows, so more processes and messages that cost nothing play what runs beside the ranks: the switch that carries out
offloaded collectives, and an agent of each rank that carries out those behind its work, by recursive doubling."""
import dataclasses
import math

from loggp import BLOCKING, Ways, collective, is_by_memory, runs_behind_work
from plans import AGREEMENT, BAGS, BODIES, STEP_SUMS, WALLS, np, work

TAGS = {"nodal sums": 1, "ties": 2, BODIES: 3, "nodal volumes": 4}
NOTE_TAG, ROUND_TAG = 5, 6  # of notes, and of rounds of collectives that are written as messages
MIDDLE_TAG = 7      # of notes of calls between two that have begun before them
WINDOW_TAG = 8      # of notes that a window is open
FIRST_TAG = 10      # of sums that are not in every plan, and of the later rounds of all
NOTE = 1            # bytes of a message that costs nothing but its link: a flag, or a word to the switch and back
DOUBLE = 0          # SMPI's number of the type: collectives count in it, messages in bytes
US = 1e6            # of a second


@dataclasses.dataclass
class Settings(Ways):
    """What is replayed of a plan."""
    steps: int = 5
    allreduce: str = "mvapich2_rs"  # SMPI's name, of blocking calls
    transport: str = "p2p"       # of the exchanges: p2p and its like, shared or rma
    noise: tuple = (0.0, 0.0)    # mean delay of a rank [us], probability in a step
    seed: int = 1


def excess(platform):
    """(overhead of every message, what it is more within a node, and between nodes) [us]."""
    least = min(platform.node["o"], platform.network["o"])
    return US * least, US * (platform.node["o"] - least), US * (platform.network["o"] - least)


def number(us):
    return f"{us:.9g}"


def doubling(ranks, size):
    """{rank: [(sends to, receives from, bytes) of each round]} of recursive doubling; None: nobody. Where the number is
    no power of two, the ranks beyond the greatest one in it give their values to a partner first and hear the result
    last (Thakur, Rabenseifner, Gropp 2005)."""
    rounds = {rank: [] for rank in ranks}
    core = 2 ** int(math.log2(len(ranks)))
    pairs = [(ranks[i], ranks[core + i]) for i in range(len(ranks) - core)]
    for inner, outer in pairs:
        rounds[outer].append((inner, None, size))
        rounds[inner].append((None, outer, size))
    for bit in range(core.bit_length() - 1):
        for i in range(core):
            other = ranks[i ^ (1 << bit)]
            rounds[ranks[i]].append((other, other, size))
    for inner, outer in pairs:
        rounds[inner].append((outer, None, size))
        rounds[outer].append((None, inner, size))
    return rounds


def tree(ranks, size):
    """The same of a broadcast from the first by a binomial tree."""
    rounds, reach = {rank: [] for rank in ranks}, 1
    while reach < len(ranks):
        for i in range(min(reach, len(ranks) - reach)):
            rounds[ranks[i]].append((ranks[i + reach], None, size))
            rounds[ranks[i + reach]].append((None, ranks[i], size))
        reach *= 2
    return rounds


def lines_of(rounds):
    for to, source, size in rounds:
        if to is not None:
            yield f"isend {to} {ROUND_TAG} {size}"
        if source is not None:
            yield f"recv {source} {ROUND_TAG} {size}"


class Traces:
    """Of all ranks of a plan. Bytes and calls are the plan's."""

    def __init__(self, plan, platform, rates, settings):
        self.plan, self.platform, self.settings = plan, platform, settings
        elements, contact, nodes = (US * seconds for seconds in work(plan, platform, rates))
        first = elements * (1 - plan.interior() if settings.overlap else 1)  # before the nodal sums leave
        self.phases = {"boundary": first, "interior": elements - first, "contact": contact, "nodes": nodes}
        self.early = runs_behind_work(plan, platform, settings.progress)
        one_node = plan.ranks <= platform.ranks_per_node
        self.offload = settings.offload and not one_node
        # On a single node, flags of all ranks are as a switch that takes as long as they do.
        self.flags = plan.mode == "shared" and not self.offload
        self.by_switch = self.offload or (self.flags and one_node)
        self.held = 0.0 if is_by_memory(plan, platform) else settings.latency_us
        self.leaders = list(range(0, plan.ranks, platform.ranks_per_node))
        self.rounds = {}
        self.sends, self.receives = {}, {}
        more = [other for name in (BODIES, WALLS, BAGS) for other in (name, *plan.later_rounds(name)) if other not in TAGS]
        self.tags = TAGS | {name: FIRST_TAG + i for i, name in enumerate(more)}
        for name in plan.exchanges:
            if name not in self.tags:
                raise ValueError(f"{plan.path}: exchange {name}, expected one of {', '.join(self.tags)}")
            self.sends[name], self.receives[name] = ([[] for _ in range(plan.ranks)] for _ in range(2))
            for source, target, size in plan.exchanges[name].tolist():
                self.sends[name][source].append((target, size))
                self.receives[name][target].append((source, size))
        random = np.random.default_rng(settings.seed)
        mean, probability = settings.noise
        happens, how_much = np.moveaxis(random.random((settings.steps, 2, plan.ranks)), 1, 0)  # step by step
        self.noise = np.where(happens < probability, 2 * mean * how_much, 0.0)

    def is_blocking(self):
        """Whether the agreement is a call at the end of a step, not one that is waited for before contact."""
        return self.plan.mode in BLOCKING

    def count(self):
        """Processes of the replay: the switch is one more, or each rank has an agent."""
        return self.plan.ranks + (1 if self.by_switch else self.plan.ranks if self.early else 0)

    def is_inside(self, rank, other):
        return rank // self.platform.ranks_per_node == other // self.platform.ranks_per_node

    def extra(self, rank, other):
        """Of a message's overhead at one end [us]."""
        _, inside, between = excess(self.platform)
        return inside if self.is_inside(rank, other) else between

    def reads(self, rank, other):
        """Whether a message between them is a flag, after which the receiver reads the sender's memory."""
        return self.settings.transport == "shared" and self.is_inside(rank, other)

    def leave(self, rank, name):
        """Messages of an exchange: receives are posted, sends leave. One end's extra overhead is in the latency. Of
        transport=rma, a rank first tells its writers that its window is open, and waits until its targets say so."""
        if name not in self.sends:
            return []
        lines, sends, receives = [], self.sends[name][rank], self.receives[name][rank]
        if self.settings.transport == "rma":
            lines += [f"isend {source} {WINDOW_TAG} {NOTE}" for source, _ in receives]
            lines += [f"recv {target} {WINDOW_TAG} {NOTE}" for target, _ in sends]
        lines += [f"irecv {source} {self.tags[name]} {NOTE if self.reads(rank, source) else size}"
                  for source, size in receives]
        for target, size in sends:
            flag = self.reads(rank, target)
            lines.append(f"isend {target} {self.tags[name]} {NOTE if flag else size}")
            if not flag and (more := self.extra(rank, target)) > 0:
                lines.append(f"sleep {number(more)}")
        return lines

    def arrive(self, rank, names, hidden):
        """Waits for messages that `hidden` microseconds of work have hidden. Returns the lines and how much of an added
        latency is waited for."""
        partners = [(source, size) for name in names if name in self.receives
                    for source, size in self.receives[name][rank]]
        if not partners and not any(self.sends[name][rank] for name in names if name in self.sends):
            return [], 0.0
        sent = [source for source, _ in partners if not self.reads(rank, source)]
        held = max(0.0, self.settings.latency_us - hidden) if sent else 0.0
        more = [self.extra(rank, source) for source in sent]
        rest = sum(more) - max(more, default=0)
        rest += sum(US * size * self.platform.node["G"] for source, size in partners if self.reads(rank, source))
        return [*([f"sleep {number(held)}"] if held > 0 else []), "waitall",
                *([f"sleep {number(rest)}"] if rest > 0 else [])], held

    def arrive_all(self, rank, name, hidden):
        """The same of sums that go on in later rounds."""
        lines, held = self.arrive(rank, (name,), hidden)
        for other in self.plan.later_rounds(name):
            more, more_held = self.arrive(rank, (other,), 0.0)
            lines, held = [*lines, *self.leave(rank, other), *more], held + more_held
        return lines, held

    def seconds(self, size):
        """Of a call that the switch carries out."""
        return collective(size, self.plan.ranks, self.platform, self.settings.offload, self.plan.mode == "shared")

    def between(self, kind, size, ranks):
        """Rounds of a collective as messages between these processes."""
        key = (kind == "broadcast", size, ranks[0], len(ranks))
        if key not in self.rounds:
            self.rounds[key] = (tree if kind == "broadcast" else doubling)(ranks, size)
        return self.rounds[key]

    def by_leaders(self, rank, kind, size):
        """collectives=shared on several nodes: flags to the leader, but of a broadcast, messages between leaders, flags to
        its node."""
        collects = kind != "broadcast"
        per_node = self.platform.ranks_per_node
        leader = rank // per_node * per_node
        if rank != leader:
            copy = US * size * self.platform.node["G"]
            return [*([f"isend {leader} {NOTE_TAG} {NOTE}"] if collects else []), f"recv {leader} {NOTE_TAG} {NOTE}",
                    f"sleep {number(copy)}"]
        others = range(leader + 1, min(leader + per_node, self.plan.ranks))
        copy = US * (len(others) + 1) * size * self.platform.node["G"]
        return [*(f"recv {r} {NOTE_TAG} {NOTE}" for r in others if collects), f"sleep {number(copy)}",
                *lines_of(self.between(kind, size, self.leaders)[rank]),
                *(f"isend {r} {NOTE_TAG} {NOTE}" for r in others)]

    def collective(self, rank, kind, size, tag):
        """A blocking call on a rank. Agents take no part in SMPI's calls, so beside them it is written as messages."""
        lines = [f"sleep {number(self.held)}"] if self.held > 0 else []
        if self.by_switch:
            return [*lines, f"isend {self.plan.ranks} {tag} {NOTE}", f"recv {self.plan.ranks} {tag} {NOTE}"]
        if self.early:
            return [*lines, *lines_of(self.between(kind, size, range(self.plan.ranks))[rank])]
        if self.flags:
            return lines + self.by_leaders(rank, kind, size)
        return [*lines, f"bcast {size // 8} 0 {DOUBLE}" if kind == "broadcast" else
                f"allreduce {size // 8} 0 {DOUBLE}"]

    def calls(self, part):
        """(kind, bytes) of the calls of a part of the step."""
        def part_of(name):
            return "middle" if name in STEP_SUMS else "agreement" if name in AGREEMENT else "last"

        return [(kind, size) for name, kind, size in self.plan.collectives
                if self.plan.ranks > 1 and part_of(name) == part]

    def collectives(self, rank, part):
        tag = MIDDLE_TAG if part == "middle" else NOTE_TAG
        return [line for kind, size in self.calls(part) for line in self.collective(rank, kind, size, tag)]

    def agent(self, rank):
        return self.plan.ranks if self.by_switch else self.plan.ranks + rank

    def begin(self, rank):
        """Calls that run behind work: a word to the agent, or the switch, for each."""
        calls = self.calls("agreement") + self.calls("last") if self.early else []
        return [f"isend {self.agent(rank)} {NOTE_TAG} {NOTE}" for _ in calls]

    def finish(self, rank, part, since):
        """Waits for calls of a part; `since`: microseconds since they began. Returns the lines and how much of an added
        latency is waited for."""
        calls = self.calls(part)
        if not self.early:
            return self.collectives(rank, part), len(calls) * self.held
        held = max(0.0, self.held - since) if calls else 0.0
        return [*([f"sleep {number(held)}"] if held > 0 else []),
                *(f"recv {self.agent(rank)} {NOTE_TAG} {NOTE}" for _ in calls)], held

    def step(self, rank):
        """Lines of one step without the number of the rank."""
        us = {phase: times[rank] for phase, times in self.phases.items()}

        def compute(phase):
            return [f"compute {number(us[phase])}"] if us[phase] > 0 else []

        volumes, paid_first = self.arrive(rank, ("nodal volumes",), 0.0)
        bags, paid_bags = self.arrive_all(rank, BAGS, us["boundary"])
        at_contact = us["boundary"] + paid_bags + us["interior"]
        agreement, paid_agreement = self.finish(rank, "agreement", paid_first + at_contact)
        here = 0.0 if self.is_blocking() else paid_agreement
        sums, paid = self.arrive(rank, ("nodal sums",), us["interior"] + here)
        bodies, paid_bodies = self.arrive_all(rank, BODIES, us["nodes"])
        walls, paid_walls = self.arrive_all(rank, WALLS, 0.0)
        ties, _ = self.arrive(rank, ("ties",), 0.0)
        at_end = paid_first + at_contact + here + paid + us["contact"] + us["nodes"] + paid_bodies + paid_walls
        return [*self.begin(rank), *self.leave(rank, "nodal volumes"), *volumes,
                *self.leave(rank, BAGS), *compute("boundary"), *bags, *self.leave(rank, "nodal sums"),
                *compute("interior"), *([] if self.is_blocking() else agreement), *sums, *compute("contact"),
                *self.leave(rank, BODIES),
                *self.collectives(rank, "middle"), *compute("nodes"), *bodies, *self.leave(rank, WALLS),
                *walls, *self.leave(rank, "ties"), *ties, *(agreement if self.is_blocking() else []),
                *self.finish(rank, "last", at_end)[0]]

    def switch(self):
        """Lines of one step of the switch: a broadcast waits for root alone."""
        ranks, lines = range(self.plan.ranks), []
        parts = (("agreement", "last", "middle") if self.early else
                 ("middle", "agreement", "last") if self.is_blocking() else ("agreement", "middle", "last"))
        for part, kind, size in [(part, *call) for part in parts for call in self.calls(part)]:
            first, tag = [0] if kind == "broadcast" else ranks, MIDDLE_TAG if part == "middle" else NOTE_TAG
            lines += [*(f"recv {r} {tag} {NOTE}" for r in first), f"sleep {number(US * self.seconds(size))}",
                      *(f"isend {r} {tag} {NOTE}" for r in ranks),
                      *(f"recv {r} {tag} {NOTE}" for r in ranks if r not in first)]
        return lines

    def agent_step(self, rank):
        """Lines of one step of a rank's agent."""
        agents, lines = list(range(self.plan.ranks, 2 * self.plan.ranks)), []
        for kind, size in self.calls("agreement") + self.calls("last"):
            lines += [f"recv {rank} {NOTE_TAG} {NOTE}", *lines_of(self.between(kind, size, agents)[self.agent(rank)]),
                      f"isend {rank} {NOTE_TAG} {NOTE}"]
        return lines

    def lines(self, rank):
        """The trace of a process, a call a line."""
        if rank >= self.plan.ranks:
            body = (self.switch() if self.by_switch else self.agent_step(rank - self.plan.ranks)) * self.settings.steps
        else:
            step, body = self.step(rank), []
            for delay in self.noise[:, rank]:
                body += [*([f"compute {number(delay)}"] if delay > 0 else []), *step]
        return [f"{rank} {line}" for line in ("init", *body, "finalize")]

    def write(self, folder):
        """rank-N.txt, and index.txt, which names them."""
        names = []
        for rank in range(self.count()):
            path = folder / f"rank-{rank}.txt"
            path.write_text("\n".join(self.lines(rank)) + "\n")
            names.append(str(path))
        (folder / "index.txt").write_text("\n".join(names) + "\n")
