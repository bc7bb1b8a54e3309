"""What tests of studies share: the packages they need, the environment of their runs, a small tube, a program that lies."""
import importlib
import os
import subprocess
import sys

LIAR = """#!/bin/sh
# The program, but with another hash in runs that have the option {option}.
"{program}" "$@" || exit 1
for option in "$@"; do
  case $option in o=*) folder=${{option#o=}} ;; esac
  case $option in {option}) lie=1 ;; esac
done
[ -z "$lie" ] || [ -z "$folder" ] ||
  sed -i 's/"state_hash": "[0-9a-f]*"/"state_hash": "0123456789abcdef"/' "$folder/summary.json"
"""


def need(*packages):
    """Ends the test as skipped if one of them is missing."""
    try:
        for package in packages:
            importlib.import_module(package)
    except ImportError as missing:
        print("skipped:", missing)
        sys.exit(77)


def environment(program):
    """With the program, and what Open MPI asks of root and of more ranks than cores."""
    return os.environ | {"CRUMPLE_PROGRAM": str(program), "OMPI_ALLOW_RUN_AS_ROOT": "1",
                         "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
                         "OMPI_MCA_mpi_yield_when_idle": "1", "OMPI_MCA_hwloc_base_binding_policy": "none"}


def tube(source, deck, elements=1000):
    """Writes the deck of a crush tube."""
    subprocess.run([sys.executable, source / "inputs/generate.py", "tube", "--elements", str(elements), "-o", deck], check=True,
                   capture_output=True)
    return deck


def liar(folder, program, option):
    """A program that lies in runs with the option."""
    path = folder / "crumple"
    path.write_text(LIAR.format(program=program, option=option))
    path.chmod(0o755)
    return path
