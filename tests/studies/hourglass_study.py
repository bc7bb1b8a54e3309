#!/usr/bin/env python3
"""scripts/hourglass-study on the first steps of a Taylor bar: a row for each control, with numbers that differ where the
controls do.

hourglass_study.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without numpy.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

from small import need

need("numpy")


def main():
    source, program = map(pathlib.Path, sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run([sys.executable, source / "scripts/studies/hourglass.py", "taylor", "-np", "1", "-o", folder,
                              "ncycle=200"], env=os.environ | {"CRUMPLE_PROGRAM": str(program)}, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    rows = [line.strip("| ").split(" | ") for line in run.stdout.splitlines() if line.startswith("| ")][1:]
    by_case = {(row[0], row[1], row[2]): row for row in rows}
    assert len(by_case) == 8, run.stdout
    shares = {case: float(row[4].split()[0]) for case, row in by_case.items()}
    assert shares["1", "0.1", "2"] == 0, run.stdout                 # eight points need no control
    assert 0 < shares["4", "0.05", "1"] < 20, run.stdout
    assert shares["4", "0.05", "1"] != shares["6", "1", "1"], run.stdout
    assert all(float(row[5]) > 0 for row in rows), run.stdout       # the history nodes have moved
    assert all(abs(float(row[6]) - 1) < 0.01 for row in rows), run.stdout
    print("the table has a row for each control")


if __name__ == "__main__":
    main()
