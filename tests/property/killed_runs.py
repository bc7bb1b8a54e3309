#!/usr/bin/env python3
"""Kills runs at random moments, also while they write, and goes on each time from the last whole dump on another number
of ranks, until the end: then hash, databases and states are those of a run that nobody touched. killed_runs.py CRUMPLE
MPIEXEC [KILLS [SEED]]; prints what happened, exits non-zero if anything differs."""
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import h5py
import numpy

TEXTS = ["glstat", "matsum", "nodout", "rcforc", "rwforc", "sleout"]
ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1",
               "OMP_WAIT_POLICY": "passive", "OMP_PROC_BIND": "false"}


def deck():
    """A plate that falls on a wall, bounces and folds onto itself."""
    nx, ny = 16, 6
    text = "*KEYWORD\n*TITLE\nkilled\n*CONTROL_TERMINATION\n6e-4\n*DATABASE_BINARY_D3PLOT\n4e-6\n"
    text += "".join(f"*DATABASE_{name.upper()}\n1e-5\n" for name in TEXTS)
    text += "*DATABASE_HISTORY_NODE\n1,7,30\n*MAT_024\n1,7.8e-9,210000.,0.3,300.,1000.\n*SECTION_SHELL\n1,2\n1.\n"
    text += "*PART\nplate\n1,1,1\n*NODE\n"
    for j in range(ny + 1):
        for i in range(nx + 1):
            text += f"{1 + i + (nx + 1) * j},{10. * i},{10. * j},{0.5 + i}\n"
    text += "*ELEMENT_SHELL\n"
    for j in range(ny):
        for i in range(nx):
            a = 1 + i + (nx + 1) * j
            text += f"{1 + i + nx * j},1,{a},{a + 1},{a + nx + 2},{a + nx + 1}\n"
    text += "*SET_NODE_GENERAL\n1\nALL\n*INITIAL_VELOCITY\n1\n0,0,-2e4\n"
    return text + "*RIGIDWALL_PLANAR\n0\n0,0,0,0,0,1\n*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n\n\n*END\n"


def processes_of(session):
    """Those that run, of a session; mpirun gives each rank a group of its own, but no session."""
    for entry in os.listdir("/proc"):
        try:
            state, _, _, its_session = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()[:4]
        except (OSError, ValueError):
            continue
        if int(its_session) == session and state != "Z":
            yield int(entry)


def kill_all(session):
    """None is left afterwards: mpirun may start one while others are killed."""
    while found := list(processes_of(session)):
        for pid in found:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass


class Runs:
    def __init__(self, crumple, mpiexec):
        self.command = [mpiexec, "-np"]
        self.crumple = crumple

    def start(self, ranks, *options):
        return subprocess.Popen([*self.command, str(ranks), self.crumple, *options, "progress=off"],
                                env={**os.environ, **ENVIRONMENT}, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)

    def finish(self, ranks, *options):
        run = self.start(ranks, *options)
        output = run.communicate(timeout=200)[0]
        if run.returncode != 0:
            sys.exit(f"{options}: {output}")
        return output


def last_dump(folder):
    """The highest number of the whole dumps; None if there is none yet."""
    numbers = [int(name[6:]) for name in os.listdir(folder) if re.fullmatch(r"d3dump\d+", name)]
    return folder / f"d3dump{max(numbers):02d}" if numbers else None


def lines_of(path):
    return [line for line in path.read_text().splitlines() if "time per zone" not in line and "date " not in line]


def data_sets(path):
    """All of a file of states but the ranks, by name."""
    found = {}
    with h5py.File(path) as file:
        file.visititems(lambda name, item: found.update({name: item[()]}) if isinstance(item, h5py.Dataset) else None)
        found["NSteps"] = file["VTKHDF/Steps"].attrs["NSteps"]
    del found["VTKHDF/CellData/rank"]
    return found


def differences(folder, whole):
    for key in ["state_hash", "energy", "cycles", "contacts", "dt"]:
        one, other = (json.loads((f / "summary.json").read_text())[key] for f in (folder, whole))
        if one != other:
            yield f"{key}: {one}, expected {other}"
    for name in TEXTS:
        if lines_of(folder / name) != lines_of(whole / name):
            yield f"{name} differs"
    one, other = (data_sets(f / "states.vtkhdf") for f in (folder, whole))
    if one.keys() != other.keys():
        yield f"states.vtkhdf has {sorted(one)}, expected {sorted(other)}"
    yield from (f"states.vtkhdf: {name} differs" for name in one.keys() & other.keys()
                if not numpy.array_equal(one[name], other[name]))
    families = [sorted(path.name for path in f.glob("d3plot*")) for f in (folder, whole)]
    if families[0] != families[1]:
        yield f"states {families[0]}, expected {families[1]}"
    for name in families[1]:
        if (folder / name).exists() and (folder / name).read_bytes() != (whole / name).read_bytes():
            yield f"{name} differs"


def main():
    runs = Runs(sys.argv[1], sys.argv[2])
    n_kills, seed = (int(sys.argv[3]) if len(sys.argv) > 3 else 6), (sys.argv[4] if len(sys.argv) > 4 else "1")
    chance = random.Random(seed)
    scratch = Path(tempfile.mkdtemp(prefix="crumple-killed-"))
    (scratch / "deck.k").write_text(deck())
    begin = time.monotonic()
    runs.finish(1, f"i={scratch}/deck.k", f"o={scratch}/whole")
    longest = 2 * (time.monotonic() - begin)
    kills = in_dumps = ends = chain = restarts = 0
    warnings, faults = [], []
    while kills < n_kills:
        chain += 1
        folder = scratch / f"run{chain}"
        folder.mkdir()
        one_file = ["independent", "collective", "aggregated", "async"]
        modes = one_file if chain % 4 else ["file-per-rank"]  # states go on in files of the same kind
        while True:
            ranks, dump = chance.choice([1, 2, 3, 4, 5]), last_dump(folder)
            source = f"r={dump}" if dump else f"i={scratch}/deck.k"
            restarts += bool(dump)
            options = [source, f"o={folder}", "dump=10", f"threads={chance.choice([1, 2])}",
                       f"io={chance.choice(modes)}"]
            if kills >= n_kills:
                output = runs.finish(ranks, *options)
                break
            run = runs.start(ranks, *options)
            time.sleep(chance.uniform(0.3, longest))
            if run.poll() is not None:
                output = run.communicate()[0]
                if run.returncode != 0:
                    sys.exit(f"{options}: {output}")
                break
            kill_all(run.pid)
            run.communicate()
            kills += 1
            in_dumps += any(name.endswith(".part") for name in os.listdir(folder))
        ends += 1
        warnings += [line for line in output.splitlines() if "begin at the restart" in line]
        faults += [f"{folder.name}: {fault}" for fault in differences(folder, scratch / "whole")]
    print(f"{kills} runs killed, {in_dumps} of them while they wrote a dump; {restarts} restarts, {ends} came to their end")
    print("\n".join(warnings + faults))
    shutil.rmtree(scratch)
    sys.exit(1 if faults or warnings else 0)


if __name__ == "__main__":
    main()
