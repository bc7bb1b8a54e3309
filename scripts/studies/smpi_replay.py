"""Replay of a planned step in SMPI, the MPI of SimGrid (Degomme et al. 2017): the machine as a platform file, and the call of
smpirun. Used by simulate_cluster.py, validate.py and cluster.py; the traces are made by traces.py, and docs/simulation.md
explains the mapping."""
import dataclasses
import math
import pathlib
import re
import shutil
import subprocess
import tempfile

from traces import NOTE, TAGS, US, Settings, Traces, excess, number  # noqa: F401

SELECTORS = ("default", "ompi", "mpich", "mvapich2", "impi")  # that choose for broadcasts, too
UNLIMITED = 10**9   # bytes up to which a message leaves before its receiver asks for it


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
    others = ["switch"] if traces.by_switch else hosts
    (folder / "hosts.txt").write_text("\n".join([*hosts, *others][:traces.count()]) + "\n")
    return command(folder, traces.count(), traces.platform, traces.settings)


def need_smpirun():
    """Raises ValueError where SimGrid is missing; returns its version."""
    if shutil.which("smpirun") is None:
        raise ValueError("smpirun not found: SimGrid is needed, on Debian libsimgrid-dev (scripts/setup --simgrid)")
    said = subprocess.run(["smpirun", "-version"], capture_output=True, text=True).stdout
    found = re.search(r"\d+\.\d+(\.\d+)?", said)
    return found[0] if found else "unknown"


def simulated(plan, platform, rates, settings, keep):
    """Seconds that all steps take together. Raises ValueError where SimGrid refuses."""
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
    return float(time[1]) / US


def replay(plan, platform, rates, settings, keep=None):
    """Seconds of a step: what the steps of the settings add to one before them, because ranks begin the first and end the
    last together. Raises ValueError where SimGrid refuses. `keep`: a folder for traces and platform."""
    one, more = (dataclasses.replace(settings, steps=n) for n in (1, 1 + settings.steps))
    first = simulated(plan, platform, rates, one, None)
    return (simulated(plan, platform, rates, more, keep) - first) / settings.steps
