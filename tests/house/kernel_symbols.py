#!/usr/bin/env python3
"""Checks that each kernel library exports its table and nothing else, and runs no code when it is loaded: a shared
template or a static initialiser would let code of one instruction set run on a machine that lacks it.
kernel_symbols.py LIBRARY...; exit status 77 (skipped) without nm and readelf."""
import re
import shutil
import subprocess
import sys
from pathlib import Path


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def check(library):
    isa = re.search(r"crumple_kernels_(\w+?)\.", Path(library).name)[1]
    exported = [line.split()[-1] for line in output_of("nm", "-D", "--defined-only", library).splitlines()]
    faults = []
    if exported != [f"crumple_kernels_{isa}"]:
        faults.append(f"exports {', '.join(exported) or 'nothing'} instead of crumple_kernels_{isa} alone")
    # One entry is the compiler's own frame_dummy; any other is a static initialiser.
    section = re.search(r"\.init_array\s+INIT_ARRAY\s+\S+\s+\S+\s+([0-9a-f]+)", output_of("readelf", "-SW", library))
    if section and int(section[1], 16) > 8:
        faults.append(f"has {int(section[1], 16) // 8 - 1} static initialisers")
    return [f"{library}: {fault}" for fault in faults]


def main():
    if not shutil.which("nm") or not shutil.which("readelf"):
        print("skipped: no nm or readelf")
        return 77
    faults = [fault for library in sys.argv[1:] for fault in check(library)]
    print(*faults, sep="\n")
    print(f"{len(sys.argv) - 1} libraries, {len(faults)} faults")
    return 1 if faults or len(sys.argv) < 2 else 0


if __name__ == "__main__":
    sys.exit(main())
