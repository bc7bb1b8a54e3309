#!/usr/bin/env python3
"""Stops one rank of a run for good: the watchdog of another ends the job with one message, soon. hung_rank.py CRUMPLE
MPIEXEC."""
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from killed_runs import ENVIRONMENT, deck, kill_all, processes_of


def ranks_of(job):
    """Processes of the program, by rank."""
    found = {}
    for pid in processes_of(job.pid):
        try:
            words = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
            name = Path(f"/proc/{pid}/comm").read_text().strip()
        except OSError:
            continue
        rank = [word for word in words if word.startswith(b"OMPI_COMM_WORLD_RANK=")]
        if name == "crumple" and rank:
            found[int(rank[0].split(b"=")[1])] = pid
    return found


def hang(crumple, mpiexec, scratch, stopped):
    folder = scratch / f"stopped{stopped}"
    command = [mpiexec, "-np", "3", crumple, f"i={scratch}/deck.k", f"o={folder}", "endtime=10", "watchdog=2",
               "progress=off"]
    job = subprocess.Popen(command, env={**os.environ, **ENVIRONMENT}, stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
    try:
        while not (folder / "states.vtkhdf").exists():
            assert job.poll() is None, job.stdout.read()
            time.sleep(0.05)
        time.sleep(0.5)
        pid = ranks_of(job)[stopped]
        os.kill(pid, signal.SIGSTOP)
        begin = time.monotonic()
        text = job.communicate(timeout=60)[0]
        waited = time.monotonic() - begin
    finally:
        kill_all(job.pid)
    speaker = 0 if stopped else 1
    assert job.returncode != 0, text
    assert text.count("some rank hangs (watchdog=2)") == 1, text
    assert f"rank {speaker} has seen no step end" in text, text
    return waited


def main():
    scratch = Path(tempfile.mkdtemp(prefix="crumple-hung-"))
    (scratch / "deck.k").write_text(deck())
    for stopped in (2, 0):
        print(f"rank {stopped} stopped: the job ended {hang(sys.argv[1], sys.argv[2], scratch, stopped):.1f} s later")


if __name__ == "__main__":
    main()
