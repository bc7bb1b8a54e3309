#!/usr/bin/env python3
"""Fills the disk under runs: each writes its results and dumps to a file system of a random size, and ends with one
message that says so. With more room it goes on from the last whole dump, on another number of ranks: hash, databases
and states are those of a run that had room. full_disk.py CRUMPLE MPIEXEC [SIZES [SEED]]; prints what happened, exits
non-zero if anything differs, with 77 where no file system may be mounted."""
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from killed_runs import Runs, deck, differences, last_dump

SKIPPED = 77
INSIDE = "CRUMPLE_FULL_DISK_INSIDE"


def mount(folder, kilobytes, *options):
    return subprocess.run(["mount", "-t", "tmpfs", "-o", ",".join([*options, f"size={kilobytes}k"]), "tmpfs", str(folder)],
                          stderr=subprocess.DEVNULL).returncode == 0


def size_of(folder):
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def run_on_small_disk(runs, chance, disk, deck_file, kilobytes):
    """The run's folder and how it ended: by the full disk, or as if there was room; faults."""
    folder, ranks = disk / "run", chance.choice([1, 2, 3, 4])
    run = runs.start(ranks, f"i={deck_file}", f"o={folder}", "dump=10")
    output = run.communicate(timeout=200)[0]
    if run.returncode == 0:
        return folder, False, []
    errors = [line for line in output.splitlines() if re.match(r"Error( on rank \d+)?: ", line)]
    if len(errors) != 1 or str(disk) not in errors[0]:
        return folder, True, [f"{kilobytes} kB, {ranks} ranks: {len(errors)} errors, expected one that names a file: {output}"]
    return folder, True, []


def main():
    runs = Runs(sys.argv[1], sys.argv[2])
    n_sizes, seed = (int(sys.argv[3]) if len(sys.argv) > 3 else 4), (sys.argv[4] if len(sys.argv) > 4 else "1")
    chance = random.Random(seed)
    scratch = Path(tempfile.mkdtemp(prefix="crumple-full-"))
    disk, deck_file, whole = scratch / "disk", scratch / "deck.k", scratch / "whole"
    disk.mkdir()
    if not mount(disk, 64):
        shutil.rmtree(scratch)
        if INSIDE in os.environ or not shutil.which("unshare"):
            print("no file system may be mounted here")
            sys.exit(SKIPPED)
        os.execvpe("unshare", ["unshare", "-rm", sys.executable, *sys.argv], {**os.environ, INSIDE: "1"})
    faults, full, from_dumps = [], 0, 0
    try:
        deck_file.write_text(deck())
        runs.finish(1, f"i={deck_file}", f"o={whole}", "dump=10")
        largest = size_of(whole) // 1024
        for _ in range(n_sizes):
            kilobytes = chance.randint(16, largest)
            mount(disk, kilobytes, "remount")
            folder, was_full, found = run_on_small_disk(runs, chance, disk, deck_file, kilobytes)
            faults += found
            full += was_full
            mount(disk, 16 * largest, "remount")
            if was_full:
                dump = last_dump(folder) if folder.is_dir() else None
                from_dumps += dump is not None
                if dump is None:
                    shutil.rmtree(folder, ignore_errors=True)
                runs.finish(chance.choice([1, 2, 3, 4]), f"r={dump}" if dump else f"i={deck_file}", f"o={folder}", "dump=10")
            faults += [f"{kilobytes} kB: {fault}" for fault in differences(folder, whole)]
            shutil.rmtree(folder)
    finally:
        subprocess.run(["umount", str(disk)])
        shutil.rmtree(scratch)
    print(f"{full} of {n_sizes} disks of up to {largest} kB were full; {from_dumps} runs went on from a dump")
    print("\n".join(faults))
    sys.exit(1 if faults or full == 0 else 0)


if __name__ == "__main__":
    main()
