#!/usr/bin/env python3
"""Checks that every MPI function the program calls is one that the MPI profile wraps, or one that does not communicate.
mpi_wrapped.py LIBRARY...: the static libraries of the layers; exit status 77 (skipped) without nm."""
import re
import shutil
import subprocess
import sys

# Functions of this rank alone, and the frame of the run.
LOCAL = re.compile(
    r"MPI_(Init|Init_thread|Initialized|Finalize|Finalized|Abort|Wtime|Wtick|Get_\w+|Error_\w+|Query_thread|"
    r"Comm_(rank|size|group|compare|get_\w+|set_\w+|create_keyval|free_keyval|test_inter)|Group_\w+|Type_\w+|Op_\w+|"
    r"Info_\w+|Status_\w+|Address|Aint_\w+|Cart_(coords|rank|get)|Topo_test|Dist_graph_neighbors(_count)?|"
    r"Win_(shared_query|get_\w+|set_\w+)|File_(get_\w+|set_atomicity)|Alloc_mem|Free_mem|Request_get_status)$"
)
SYMBOL = re.compile(r"\s([A-Za-z]) (P?MPIX?_\w+)$")


def main():
    if not shutil.which("nm"):
        print("skipped: no nm")
        return 77
    called, wrapped = {}, set()
    for library in sys.argv[1:]:
        for line in subprocess.run(["nm", "-A", library], check=True, capture_output=True, text=True).stdout.splitlines():
            match = SYMBOL.search(line)
            if not match:
                continue
            kind, name = match.groups()
            if kind == "T":
                wrapped.add(name)
            elif kind == "U" and not name.startswith("PMPI"):
                called.setdefault(name, line.split(":")[-2])
    faults = {name: where for name, where in called.items() if name not in wrapped and not LOCAL.match(name)}
    for name, where in sorted(faults.items()):
        print(f"{name}, called in {where}, has no wrapper in src/comm/mpi_profile")
    print(f"{len(called)} functions called, {len(wrapped)} wrapped, {len(faults)} faults")
    return 1 if faults or not called or not wrapped else 0


if __name__ == "__main__":
    sys.exit(main())
