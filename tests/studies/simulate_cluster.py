#!/usr/bin/env python3
"""scripts/simulate-cluster: the traces have the messages, bytes, collectives and work of the plan of a small crush
tube; SimGrid is not needed.

simulate_cluster.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without numpy and matplotlib.
"""
import collections
import csv
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import small

small.need("matplotlib", "numpy")

STEPS = 3


def calls(trace, rank):
    """The lines of a trace as lists of words, without the rank that each begins with."""
    words = [line.split() for line in trace]
    assert all(line[0] == str(rank) for line in words)
    assert words[0][1] == "init" and words[-1][1] == "finalize"
    return [line[1:] for line in words[1:-1]]


def check_plan(loggp, smpi_replay, path, platform):
    """All that the plan counts, in the traces of STEPS steps."""
    text = json.loads(path.read_text())
    rates = loggp.Rates()
    traces = smpi_replay.Traces(loggp.Plan(path), platform, rates, smpi_replay.Settings(steps=STEPS))
    sent, received = collections.Counter(), collections.Counter()
    for rank, planned in enumerate(text["per_rank"]):
        trace = calls(traces.lines(rank), rank)
        for name, tag in smpi_replay.TAGS.items():
            of_rank = [(int(to), int(size)) for kind, to, t, size in (c for c in trace if c[0] == "isend")
                       if int(t) == tag]
            wanted = [tuple(message) for message in planned["exchanges"].get(name, [])] * STEPS
            assert sorted(of_rank) == sorted(wanted), (rank, name)
        for kind, other, tag, size in (c for c in trace if c[0] in ("isend", "irecv")):
            message = (rank, int(other)) if kind == "isend" else (int(other), rank)
            (sent if kind == "isend" else received)[(*message, int(tag), int(size))] += 1
        found = [(c[0], 8 * int(c[1])) for c in trace if c[0] in ("allreduce", "bcast")]
        wanted = [("bcast" if c["kind"] == "broadcast" else "allreduce", c["bytes"]) for c in text["collectives"]]
        assert sorted(found) == sorted(wanted * STEPS), (rank, found)
        waits = sum(c[0] == "waitall" for c in trace)
        assert (waits > 0) == any(c[0] == "irecv" for c in trace), rank
        computed = sum(float(c[1]) for c in trace if c[0] == "compute")
        work = sum(planned["compute_s"].values())
        # nine digits of each number in a trace
        assert math.isclose(computed, 1e6 * STEPS * platform.core_time * work, rel_tol=1e-8), (rank, computed, work)
    assert sent == received and sent
    with path.with_suffix(".csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    for name, tag in smpi_replay.TAGS.items():
        column = name.replace(" ", "_")
        counts = [n for (_, _, t, _), n in sent.items() if t == tag]
        volumes = [n * size for (_, _, t, size), n in sent.items() if t == tag]
        assert sum(counts) == STEPS * sum(float(r[f"{column}_messages"]) for r in rows), name
        assert sum(volumes) == STEPS * sum(float(r[f"{column}_bytes"]) for r in rows), name


def check_offload(loggp, smpi_replay, path, platform):
    """Each rank tells the switch once for each collective, and is told once; no call of a collective is left."""
    plan = loggp.Plan(path)
    traces = smpi_replay.Traces(plan, platform, loggp.Rates(), smpi_replay.Settings(steps=STEPS, offload=True))
    if plan.ranks <= platform.ranks_per_node:
        assert traces.count() == plan.ranks, "a single node has no network to offload to"
        return
    n_calls = STEPS * len(plan.collectives)
    for rank in range(plan.ranks):
        trace = calls(traces.lines(rank), rank)
        assert not any(c[0] in ("allreduce", "bcast") for c in trace)
        for kind in ("isend", "recv"):
            assert sum(c[0] == kind and c[1] == str(plan.ranks) for c in trace) == n_calls
    switch = calls(traces.lines(plan.ranks), plan.ranks)
    assert sum(c[0] == "recv" for c in switch) == sum(c[0] == "isend" for c in switch) == n_calls * plan.ranks


def check_ways(loggp, smpi_replay, path, platform):
    """In every mode and transport all processes receive what is sent to them, and each call is carried out once."""
    plan = loggp.Plan(path)
    for mode in ("fused", "nonblocking", "persistent", "shared"):
        plan.mode = mode
        for ways in ({}, {"offload": True}, {"progress": False}, {"transport": "shared"}, {"transport": "rma"}):
            traces = smpi_replay.Traces(plan, platform, loggp.Rates(), smpi_replay.Settings(steps=STEPS, **ways))
            sent, received = collections.Counter(), collections.Counter()
            for process in range(traces.count()):
                for kind, *words in calls(traces.lines(process), process):
                    if kind == "isend":
                        sent[process, *map(int, words)] += 1
                    elif kind in ("irecv", "recv"):
                        other, tag, size = map(int, words)
                        received[other, process, tag, size] += 1
            assert sent == received and sent, (mode, ways)


def check_rounds(doubling, tree):
    """Who has heard, directly or not, from whom: everyone from all, or from the first."""
    for n in (1, 2, 3, 6, 8, 13):
        for rounds, expected in ((doubling, set(range(n))), (tree, {0})):
            lists = rounds(list(range(n)), 8)
            left = {r: list(enumerate(lists[r])) for r in range(n)}
            knows, told, mail = {r: {r} for r in range(n)}, set(), collections.defaultdict(list)
            while any(left.values()):
                before = sum(map(len, left.values())), len(told)
                for r in filter(left.get, range(n)):
                    number, (to, source, _) = left[r][0]
                    if to is not None and (r, number) not in told:
                        told.add((r, number))
                        mail[r, to].append(set(knows[r]))
                    if source is not None:
                        if not mail[source, r]:
                            continue
                        knows[r] |= mail[source, r].pop(0)
                    del left[r][0]
                assert before != (sum(map(len, left.values())), len(told)), f"{rounds.__name__}, {n}: waits for ever"
            assert not any(mail.values()) and all(expected <= known for known in knows.values()), (n, knows)


def check_platform(loggp, smpi_replay, platform):
    """Nodes, links, and a route within, out of and into each node; the latency of a message is L and its overheads
    beyond those of all."""
    tree = xml.etree.ElementTree.fromstring(smpi_replay.platform_file(platform, 16))
    n_nodes = math.ceil(16 / platform.ranks_per_node)
    hosts = [host.get("id") for host in tree.iter("host")]
    assert hosts == [f"node{n}" for n in range(n_nodes)] + ["switch"], hosts
    assert len(list(tree.iter("route"))) == 4 * n_nodes
    latency = {link.get("id"): float(link.get("latency")[:-1]) for link in tree.iter("link")}
    least, *_ = smpi_replay.excess(platform)
    between = latency["up0"] + latency["down0"]
    for found, parameters in ((latency["inside0"], platform.node), (between, platform.network)):
        assert math.isclose(found + 2 * least, 1e6 * (parameters["L"] + 2 * parameters["o"]), rel_tol=1e-8)


def check_calibration(study, folder):
    """A machine whose messages take 40 + 0.002 k us, of which work does not hide 10: L = 30, 2 o = 10, G = 2 ns."""
    lines = [f"{mode:<12}{what:<10}{k:>8}{t:10.2f}{t:10.2f}{t:10.2f}{t + 10:12.2f}{50:9.0f} %"
             for mode, what in (("fused", "sum"), ("p2p", "ring"), ("rma", "ring"))
             for k, t in ((k, 40 + 0.002 * k + (mode == "rma")) for k in (8, 64, 256, 1024, 4096, 16384))]
    mpirun, bench, target = folder / "mpirun", folder / "crumple_bench_mpi", folder / "here.json"
    mpirun.write_text("#!/bin/sh\ncat <<END\n" + "\n".join(lines) + "\nEND\n")
    mpirun.chmod(0o755)
    bench.write_text("")
    done = subprocess.run([sys.executable, study, "--calibrate", target, "--bench", bench], capture_output=True,
                          text=True, env=os.environ | {"PATH": f"{folder}:{os.environ['PATH']}"})
    assert done.returncode == 0, done.stderr
    text = json.loads(target.read_text())
    for name, expected in (("L_us", 30.0), ("o_us", 5.0), ("G_ns_per_byte", 2.0)):
        found = text["node"][name]
        # times have two digits: 0.01 us of 40, and of the 33 us that the bytes of the longest take
        assert math.isclose(found["value"], expected, rel_tol=2e-3) and "crumple_bench_mpi" in found["source"], found


def main():
    source, program = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    sys.path.insert(0, str(source / "scripts/studies"))
    import loggp
    import smpi_replay
    import traces
    check_rounds(traces.doubling, traces.tree)
    environment = small.environment(program)
    for name in loggp.platform_names():
        check_platform(loggp, smpi_replay, loggp.Platform(name))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        deck = small.tube(source, folder / "tube.k")
        for mode in ("separate", "fused"):
            plans = folder / mode
            subprocess.run([program, "plan", f"i={deck}", "ranks=2,16", f"collectives={mode}", f"o={plans}"],
                           check=True, capture_output=True, env=environment)
            for ranks in (2, 16):
                for machine in ("ndr", "nehalem-ddr"):  # one node, and two
                    platform = loggp.Platform(machine)
                    check_plan(loggp, smpi_replay, plans / f"plan-{ranks}.json", platform)
                    check_offload(loggp, smpi_replay, plans / f"plan-{ranks}.json", platform)
                    check_ways(loggp, smpi_replay, plans / f"plan-{ranks}.json", platform)
        study = source / "scripts/studies/simulate_cluster.py"
        check_calibration(study, folder)
        bare = subprocess.run([sys.executable, study, plans], capture_output=True, text=True, env={"PATH": str(plans)})
        assert bare.returncode == 1 and "libsimgrid-dev" in bare.stderr and "Traceback" not in bare.stderr, bare.stderr
    print("traces have the plan's messages, bytes, collectives and work; calibration finds a machine; a missing "
          "SimGrid is named")


if __name__ == "__main__":
    main()
