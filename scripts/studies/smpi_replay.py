"""Replay of a planned step in SMPI, the MPI of SimGrid (Degomme et al. 2017): a trace for each rank, the machine as a
platform file, and the call of smpirun. Used by simulate_cluster.py; docs/simulation.md explains the mapping.

Times are in microseconds: a second of SimGrid, which prints six digits, is one here. A host computes one operation in
this unit. Overheads that depend on the receiver, which SMPI's do not, stand in the traces; the switches of offload are
one more rank, which all others notify of their arrival by messages that cost nothing."""
import dataclasses
import math
import pathlib
import re
import shutil
import subprocess
import tempfile

from loggp import STEP_SUMS, collective, np, work

TAGS = {"contact copies": 0, "nodal sums": 1, "ties": 2, "rigid bodies": 3, "nodal volumes": 4}
SWITCH_TAG = 5
NOTE = 1            # bytes of a message that costs nothing: to the switch and back
DOUBLE = 0          # SMPI's number of the type: collectives count in it, messages in bytes
UNLIMITED = 10**9   # bytes up to which a message leaves before its receiver asks for it
SELECTORS = ("default", "ompi", "mpich", "mvapich2", "impi")  # that choose for broadcasts, too
US = 1e6            # of a second


@dataclasses.dataclass
class Settings:
    """What is replayed of a plan."""
    steps: int = 5
    allreduce: str = "mvapich2_rs"  # SMPI's name
    offload: bool = False        # collectives between nodes in the switches
    overlap: bool = False        # nodal sums in flight while interior elements are computed
    latency_us: float = 0.0      # as the option of the program
    noise: tuple = (0.0, 0.0)    # mean delay of a rank [us], probability in a step
    seed: int = 1


def excess(platform):
    """(overhead of every message, what it is more within a node, and between nodes) [us]."""
    least = min(platform.node["o"], platform.network["o"])
    return US * least, US * (platform.node["o"] - least), US * (platform.network["o"] - least)


def number(us):
    return f"{us:.9g}"


class Traces:
    """Of all ranks of a plan. Bytes and calls are the plan's."""

    def __init__(self, plan, platform, rates, settings):
        self.plan, self.platform, self.settings = plan, platform, settings
        elements, contact, nodes = (US * seconds for seconds in work(plan, platform, rates))
        first = elements * (1 - plan.interior() if settings.overlap else 1)  # before the nodal sums leave
        self.phases = {"boundary": first, "interior": elements - first, "contact": contact, "nodes": nodes}
        self.sends, self.receives = {}, {}
        for name in plan.exchanges:
            if name not in TAGS:
                raise ValueError(f"{plan.path}: exchange {name}, expected one of {', '.join(TAGS)}")
            self.sends[name], self.receives[name] = ([[] for _ in range(plan.ranks)] for _ in range(2))
            for source, target, size in plan.exchanges[name].tolist():
                self.sends[name][source].append((target, size))
                self.receives[name][target].append((source, size))
        random = np.random.default_rng(settings.seed)
        mean, probability = settings.noise
        shape = (settings.steps, plan.ranks)
        self.noise = np.where(random.random(shape) < probability, 2 * mean * random.random(shape), 0.0)

    def count(self):
        """Ranks of the replay: with offload the switch is one."""
        return self.plan.ranks + self.settings.offload

    def extra(self, rank, other):
        """Of a message's overhead at one end [us]."""
        _, inside, between = excess(self.platform)
        ranks = self.platform.ranks_per_node
        return inside if rank // ranks == other // ranks else between

    def leave(self, rank, name):
        """Messages of an exchange: receives are posted, sends leave. One end's extra overhead is in the latency."""
        if name not in self.sends:
            return []
        lines = [f"irecv {source} {TAGS[name]} {size}" for source, size in self.receives[name][rank]]
        for target, size in self.sends[name][rank]:
            lines.append(f"isend {target} {TAGS[name]} {size}")
            if (more := self.extra(rank, target)) > 0:
                lines.append(f"sleep {number(more)}")
        return lines

    def arrive(self, rank, names, hidden):
        """Waits for messages that `hidden` microseconds of work have hidden."""
        partners = [source for name in names if name in self.receives for source, _ in self.receives[name][rank]]
        if not partners and not any(self.sends[name][rank] for name in names if name in self.sends):
            return []
        held = self.settings.latency_us - hidden if partners else 0
        more = [self.extra(rank, source) for source in partners]
        rest = sum(more) - max(more, default=0)
        return [*([f"sleep {number(held)}"] if held > 0 else []), "waitall",
                *([f"sleep {number(rest)}"] if rest > 0 else [])]

    def collective(self, kind, size):
        """One call on every rank but the switch."""
        held = self.settings.latency_us
        lines = [f"sleep {number(held)}"] if held > 0 else []
        if self.settings.offload:
            switch = self.plan.ranks
            after = US * collective(size, self.plan.ranks, self.platform, True)
            return [*lines, f"isend {switch} {SWITCH_TAG} {NOTE}", f"irecv {switch} {SWITCH_TAG} {NOTE}", "waitall",
                    f"sleep {number(after)}"]
        return [*lines, f"bcast {size // 8} 0 {DOUBLE}" if kind == "broadcast" else
                f"allreduce {size // 8} 0 {DOUBLE}"]

    def collectives(self, in_the_middle):
        if self.plan.ranks == 1:
            return []
        return [line for name, kind, size in self.plan.collectives if (name in STEP_SUMS) == in_the_middle
                for line in self.collective(kind, size)]

    def step(self, rank):
        """Lines of one step without the number of the rank."""
        def compute(phase):
            us = self.phases[phase][rank]
            return [f"compute {number(us)}"] if us > 0 else []

        return [*self.leave(rank, "nodal volumes"), *self.arrive(rank, ("nodal volumes",), 0.0),
                *self.leave(rank, "contact copies"), *compute("boundary"), *self.leave(rank, "nodal sums"),
                *compute("interior"),
                *self.arrive(rank, ("nodal sums", "contact copies"), self.phases["interior"][rank]),
                *compute("contact"), *self.leave(rank, "rigid bodies"), *self.collectives(True), *compute("nodes"),
                *self.arrive(rank, ("rigid bodies",), self.phases["nodes"][rank]), *self.leave(rank, "ties"),
                *self.arrive(rank, ("ties",), 0.0), *self.collectives(False)]

    def switch(self):
        """Lines of one step of the switch."""
        ranks = range(self.plan.ranks)
        call = [*(f"irecv {r} {SWITCH_TAG} {NOTE}" for r in ranks), "waitall",
                *(f"isend {r} {SWITCH_TAG} {NOTE}" for r in ranks), "waitall"]
        return call * (len(self.plan.collectives) if self.plan.ranks > 1 else 0)

    def lines(self, rank):
        """The trace of a rank, a call a line."""
        if rank == self.plan.ranks:
            body = self.switch() * self.settings.steps
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


def platform_file(platform, n_ranks):
    """The machine as SimGrid's XML: nodes whose links, one in each direction, meet in a switch without limits;
    messages within a node have a link that no other message slows down. A message's overhead beyond that of all
    is in the latency."""
    n_nodes = math.ceil(n_ranks / platform.ranks_per_node)
    _, inside, between = excess(platform)

    def link(name, parameters, more, ways, policy):
        latency = (US * parameters["L"] + 2 * more) / ways
        bandwidth = 1 / (US * parameters["G"]) if parameters["G"] > 0 else 1e18
        return (f'<link id="{name}" bandwidth="{number(bandwidth)}Bps" latency="{number(latency)}s" '
                f'sharing_policy="{policy}"/>')

    lines = ['<?xml version="1.0"?>', '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">',
             '<platform version="4.1">', '<zone id="machine" routing="Floyd">']
    cores = min(platform.ranks_per_node, n_ranks)
    lines += [f'<host id="node{n}" speed="1f" core="{cores}"/>' for n in range(n_nodes)]
    lines += ['<host id="switch" speed="1f"/>', '<router id="network"/>']
    for n in range(n_nodes):
        lines += [link(f"inside{n}", platform.node, inside, 1, "FATPIPE"),
                  link(f"up{n}", platform.network, between, 2, "SHARED"),
                  link(f"down{n}", platform.network, between, 2, "SHARED")]
    lines.append('<link id="free" bandwidth="1e18Bps" latency="0s" sharing_policy="FATPIPE"/>')
    free = '<link_ctn id="free"/>' * 3  # longer than two links, so that no message between nodes takes this route
    for n in range(n_nodes):
        lines += [f'<route src="node{n}" dst="node{n}" symmetrical="NO"><link_ctn id="inside{n}"/></route>',
                  f'<route src="node{n}" dst="network" symmetrical="NO"><link_ctn id="up{n}"/></route>',
                  f'<route src="network" dst="node{n}" symmetrical="NO"><link_ctn id="down{n}"/></route>',
                  f'<route src="node{n}" dst="switch">{free}</route>']
    return "\n".join([*lines, "</zone>", "</platform>"]) + "\n"


def command(folder, n_ranks, platform, settings):
    """smpirun, with all that SMPI adds of its own switched off."""
    all_messages = number(excess(platform)[0])
    overhead = f"0:0:0;{NOTE + 1}:{all_messages}:0"
    broadcast = settings.allreduce if settings.allreduce in SELECTORS else "binomial_tree"
    switches = {"smpi/host-speed": "1f", "smpi/os": overhead, "smpi/ois": overhead, "smpi/or": overhead,
                "smpi/lat-factor": "0:1", "smpi/bw-factor": "0:1", "network/TCP-gamma": 0, "network/weight-S": 0,
                "network/crosstraffic": 0, "smpi/send-is-detached-thresh": UNLIMITED,
                "smpi/async-small-thresh": UNLIMITED, "smpi/allreduce": settings.allreduce, "smpi/bcast": broadcast}
    return ["smpirun", "-np", str(n_ranks), "-platform", str(folder / "platform.xml"),
            "-hostfile", str(folder / "hosts.txt"), *(f"--cfg={name}:{value}" for name, value in switches.items()),
            "-replay", str(folder / "index.txt")]


def prepare(traces, folder):
    """Writes all that smpirun reads into the folder; returns the command."""
    folder.mkdir(parents=True, exist_ok=True)
    traces.write(folder)
    (folder / "platform.xml").write_text(platform_file(traces.platform, traces.plan.ranks))
    hosts = [f"node{rank // traces.platform.ranks_per_node}" for rank in range(traces.plan.ranks)]
    (folder / "hosts.txt").write_text("\n".join([*hosts, "switch"][:traces.count()]) + "\n")
    return command(folder, traces.count(), traces.platform, traces.settings)


def need_smpirun():
    """Raises ValueError where SimGrid is missing; returns its version."""
    if shutil.which("smpirun") is None:
        raise ValueError("smpirun not found: SimGrid is needed, on Debian libsimgrid-dev (scripts/setup --simgrid)")
    said = subprocess.run(["smpirun", "-version"], capture_output=True, text=True).stdout
    found = re.search(r"\d+\.\d+(\.\d+)?", said)
    return found[0] if found else "unknown"


def replay(plan, platform, rates, settings, keep=None):
    """Seconds of a step. Raises ValueError where SimGrid refuses. `keep`: a folder for traces and platform."""
    with tempfile.TemporaryDirectory(prefix="crumple-replay-") as name:
        folder = pathlib.Path(keep or name)
        call = prepare(Traces(plan, platform, rates, settings), folder)
        done = subprocess.run(call, capture_output=True, text=True, stdin=subprocess.DEVNULL, cwd=folder)
        said = done.stdout + done.stderr
    time = re.search(r"Simulation time ([\d.]+)", said)
    if done.returncode or not time:
        complaints = [line.split("] ")[-1] for line in said.splitlines() if "CRITICAL" in line or "ERROR" in line]
        complaints.append(f"smpirun ended with {done.returncode}, allreduce {settings.allreduce}; docs/simulation.md "
                          "lists the algorithms that replay")
        raise ValueError(f"SimGrid, {plan.ranks} ranks: {complaints[0]}")
    return float(time[1]) / US / settings.steps
