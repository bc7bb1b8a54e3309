#!/usr/bin/env python3
"""A host with little memory, as /proc/meminfo says it here: factors that do not fit are refused before they are made, with
what they need and what is free, in memory and in files; with enough of it the run ends.

little_memory.py CRUMPLE SOURCE_DIR; exit status 77 (skipped) where nothing may be mounted, and without a solver."""
import pathlib
import subprocess
import sys
import tempfile

SKIPPED = 77
IN_FILES = "*CONTROL_IMPLICIT_SOLVER\n         6\n*END"


def run(program, folder, deck, kilobytes):
    """What a run says on such a host."""
    (folder / "meminfo").write_text(f"MemTotal: 100000000 kB\nMemAvailable: {kilobytes} kB\n")
    command = f"mount --bind {folder / 'meminfo'} /proc/meminfo && exec {program} i={deck} o={folder / 'out'} precision=double"
    done = subprocess.run(["unshare", "-rm", "sh", "-c", command], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout + done.stderr


def main():
    program, source = sys.argv[1], pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        can_mount = subprocess.run(["unshare", "-rm", "mount", "--bind", "/proc/meminfo", "/proc/meminfo"], capture_output=True)
        if can_mount.returncode or "no implicit" in subprocess.run([program, "info"], capture_output=True, text=True).stdout:
            print("skipped: nothing may be mounted here, or there is no solver")
            sys.exit(SKIPPED)
        in_core, in_files = folder / "deck.k", folder / "files.k"
        subprocess.run([sys.executable, source / "inputs/generate.py", "engine-block", "--elements", "1500", "-o", in_core],
                       check=True, capture_output=True)
        in_files.write_text(in_core.read_text().replace("*END", IN_FILES))
        status, said = run(program, folder, in_core, 1000)
        assert status == 1 and "of memory on a host with 1 rank (1.02 MB free): expected LSOLVR = 6" in said, said
        assert "of disk over all ranks, or more hosts" in said, said
        status, said = run(program, folder, in_files, 1000)
        assert status == 1 and "(1.02 MB free): expected more hosts" in said, said
        for deck in (in_core, in_files):
            status, said = run(program, folder, deck, 10000000)
            assert status == 0, said


main()
