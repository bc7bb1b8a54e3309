#!/usr/bin/env python3
"""scripts/crash-study on the smallest neon and a few cycles: its table, what it counts as a miss, and that an earlier run is kept.

crash_study.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without numpy and matplotlib.
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

import small

small.need("matplotlib", "numpy")


def study(source, program, folder, *options):
    command = [sys.executable, source / "scripts/studies/crash.py", "neon", "--per-vehicle", "20000", "--no-pictures", "-o",
               folder, *options]
    environment = small.environment(program)
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def check_judgement(source):
    sys.path.insert(0, str(source / "scripts/studies"))
    import crash

    def misses(ratio=1.0, sliding=1.0, deep=0.0):
        series = {"total energy / initial energy": [1.0, ratio], "internal energy": [0.0, 100.0],
                  "sliding interface energy": [0.0, sliding]}
        return len(crash.judge({"penetration": {"worst_percent": deep}}, series))

    assert misses() == 0
    assert misses(ratio=1.051) == misses(ratio=0.949) == 1
    assert misses(sliding=-2.1) == 1 and misses(sliding=-1.9) == 0
    assert misses(deep=0.11) == 1
    assert misses(ratio=2, sliding=-9, deep=1) == 3


def main():
    source, program = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    check_judgement(source)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "results"
        done = study(source, program, folder, "ncycle=15")
        assert done.returncode == 0, done.stdout + done.stderr
        with open(folder / "table.csv", newline="") as file:
            (row,) = csv.DictReader(file)
        assert row["proxy"] == "neon" and row["cycles"] == "15" and row["misses"] == "none", row
        assert 18000 < int(row["elements"]) < 22000, row
        assert float(row["memory"].split()[0]) > 0.05, row  # GB; the program alone takes more on two ranks
        assert row["state_hash"] in (folder / "table.md").read_text()

        again = study(source, program, folder, "ncycle=30")
        assert again.returncode == 0 and "== neon" not in again.stdout, again.stdout
        assert row["state_hash"] in again.stdout

        wrong = study(source, program, folder, "focus")
        assert wrong.returncode != 0 and "'focus' is no proxy" in wrong.stderr, wrong.stderr


if __name__ == "__main__":
    main()
