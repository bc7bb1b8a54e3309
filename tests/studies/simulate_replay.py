#!/usr/bin/env python3
"""scripts/simulate-cluster with SimGrid: 16 ranks replayed, against closed forms.

simulate_replay.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without SimGrid, numpy or matplotlib.
"""
import csv
import math
import pathlib
import shutil
import subprocess
import sys
import tempfile

from small import need

need("matplotlib", "numpy")

from ring_plan import machine, ring  # noqa: E402

RANKS, SECONDS, SIZE = 16, 1e-4, 1000
# SMPI adds 16 bytes to a message, and ranks that have come early leave their overhead behind before the last has come:
# less than 1 us of a step of more than 100 us
TOLERANCE = 0.006
EARLY = 0.01      # the same, of the shorter steps of modes whose collectives cost less


def check_modes(loggp, folder, rates):
    """Behind work a collective costs nothing; through flags it costs those; without progress it costs as much as a
    blocking one, less what it hides. An added latency is hidden by work that is longer, for calls that begin early alone."""
    from smpi_replay import Settings, replay
    found = {}
    for mode in ("fused", "nonblocking", "shared"):
        ring(RANKS, SIZE, SECONDS, folder, mode)
        plan = loggp.Plan(folder / f"plan-{RANKS}.json")
        for cores in (1, 4, 16):
            machine(folder / "machine.json", inside=(0.5, 0.2, 0.2), between=(2.0, 0.6, 1.0), cores=cores)
            platform = loggp.Platform(str(folder / "machine.json"))
            for latency in (0, 50):
                for progress in (True, False):
                    settings = Settings(progress=progress, latency_us=latency)
                    us = replay(plan, platform, rates, settings)
                    found[mode, cores, latency, progress] = us
                    expected = loggp.step(plan, platform, rates, settings)[0]
                    assert math.isclose(us, expected, rel_tol=EARLY), (mode, settings, us, expected)
    # A call in the middle of a step, beside those that have begun, and a broadcast. The model has all wait for the whole of
    # it; in the replay, ranks that hear of it late find their partners' messages of the next calls there.
    walls = {"name": "moving walls", "kind": "sum", "bytes": 24}
    control = {"name": "control", "kind": "broadcast", "bytes": 16}
    for mode in ("fused", "nonblocking", "shared"):
        plans = []
        for more in ([walls], [walls, control]):
            ring(RANKS, SIZE, SECONDS, folder, mode, more)
            plans.append(loggp.Plan(folder / f"plan-{RANKS}.json"))
        for cores in (1, 4, 16):
            machine(folder / "machine.json", inside=(0.5, 0.2, 0.2), between=(2.0, 0.6, 1.0), cores=cores)
            platform = loggp.Platform(str(folder / "machine.json"))
            for offload in (False, True):
                settings = Settings(offload=offload)
                us = [1e6 * replay(plan, platform, rates, settings) for plan in plans]
                expected = [1e6 * loggp.step(plan, platform, rates, settings)[0] for plan in plans]
                assert math.isclose(us[0], expected[0], rel_tol=TOLERANCE), (mode, cores, offload, us, expected)
                assert expected[0] - 1 < us[1] < expected[1] + 1, (mode, cores, offload, us, expected)
    # ranks 5 and 6 of a node, one late after the agreement, the other before: nobody waits for either in a broadcast
    ring(RANKS, SIZE, SECONDS, folder, "shared", [control], {5: {"nodes": SECONDS}, 6: {"shells": SECONDS}})
    plan = loggp.Plan(folder / f"plan-{RANKS}.json")
    machine(folder / "machine.json", inside=(0.5, 0.2, 0.2), between=(2.0, 0.6, 1.0), cores=4)
    uneven = replay(plan, loggp.Platform(str(folder / "machine.json")), rates, Settings())
    assert 2 * SECONDS < uneven < 2.25 * SECONDS, uneven
    ring(RANKS, SIZE, SECONDS, folder)
    quiet = found["nonblocking", 1, 0, True]
    # work, two messages of 1000 bytes through one link at 1 ns a byte, and their L + 4 o
    assert abs(quiet - SECONDS - 2 * SIZE * 1e-9 - 2e-6 - 4 * 0.6e-6) < 1e-6, quiet
    # without progress a call is waited for while nodal sums are under way, after which a blocking one begins
    assert quiet + 5e-6 < found["nonblocking", 1, 0, False] < found["fused", 1, 0, True], found
    assert abs(found["fused", 1, 50, True] - found["nonblocking", 1, 50, True] - 50e-6) < 15e-6, found


def main():
    source = pathlib.Path(sys.argv[1])
    if shutil.which("smpirun") is None:
        print("skipped: no smpirun (scripts/setup --simgrid)")
        sys.exit(77)
    sys.path.insert(0, str(source / "scripts/studies"))
    import loggp
    from smpi_replay import Settings, replay
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        ring(RANKS, SIZE, SECONDS, folder)
        rates, plan = loggp.Rates(), loggp.Plan(folder / f"plan-{RANKS}.json")
        for cores in (1, 4, 16):
            machine(folder / "machine.json", inside=(0.5, 0.2, 0.2), between=(2.0, 0.6, 1.0), cores=cores)
            platform = loggp.Platform(str(folder / "machine.json"))
            for offload in (False, True):
                found = replay(plan, platform, rates, Settings(offload=offload))
                expected = loggp.step(plan, platform, rates, loggp.Ways(offload))[0]
                assert math.isclose(found, expected, rel_tol=TOLERANCE), (cores, offload, found, expected)
        check_modes(loggp, folder, rates)
        # a delay of all calls: one exchange and one collective, none of it behind work
        still = replay(plan, platform, rates, Settings())
        late = replay(plan, platform, rates, Settings(latency_us=50))
        exchange = 2e-6 + 2e-7 * SIZE  # that the delay hides, at most
        assert 2 * 50e-6 - exchange - 1e-6 <= late - still <= 2 * 50e-6 + 1e-9, (still, late)
        # every rank is delayed in every step by 2 u mean: the step waits for the greatest of 16 u
        noisy = [replay(plan, platform, rates, Settings(steps=20, noise=(10.0, 1.0), seed=s)) for s in (1, 1, 2)]
        assert noisy[0] == noisy[1] != noisy[2]
        # mean of the greatest, whose standard deviation is 1.1 us: within four of them, over root 20, in 20 steps; and the
        # others come early, which hides up to 1 us of overheads
        mean = 20e-6 * RANKS / (RANKS + 1)
        assert all(-2e-6 < t - still - mean < 1e-6 for t in noisy), (noisy, still + mean)
        study = source / "scripts/studies/simulate_cluster.py"
        done = subprocess.run([sys.executable, study, folder, "--platform", "nehalem-ddr", "--offload", "both",
                               "--steps", "2", "--keep", folder / "kept"], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert "simulated, not measured" in done.stdout and "deviation: unknown" in done.stdout, done.stdout
        with (folder / "simulated.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        assert [r["offload"] for r in rows] == ["off", "on"], rows
        assert all(abs(float(r["ratio"]) - 1) < TOLERANCE for r in rows), rows
        assert (folder / "simulated.png").read_bytes().startswith(b"\x89PNG")
        assert (folder / "kept/nehalem-ddr-16-offload/platform.xml").exists()
        bad = subprocess.run([sys.executable, study, folder, "--allreduce", "nonsense"], capture_output=True, text=True)
        assert bad.returncode == 1 and "no algorithm 'nonsense'" in bad.stderr, bad.stderr
    print("16 ranks are replayed as closed forms say, with offload, latency and noise")


if __name__ == "__main__":
    main()
