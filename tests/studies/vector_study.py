#!/usr/bin/env python3
"""scripts/vector-study on a small crush tube: what it writes, and that it refuses runs which differ in a bit.

vector_study.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without numpy and matplotlib.
"""
import csv
import os
import pathlib
import subprocess
import sys
import tempfile
import xml.dom.minidom

import small

small.need("matplotlib", "numpy")


def study(source, program, deck, folder):
    environment = os.environ | {"CRUMPLE_PROGRAM": str(program)}
    command = [sys.executable, source / "scripts/studies/vector_study.py", deck, "--repeats", "1", "--ncycle", "5",
               "-o", folder,
               "--launcher", "env"]  # one rank needs no launcher
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def check_results(folder, text):
    with open(folder / "vector-study.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    runs = {(row["contact"], row["precision"], row["isa"]) for row in rows}
    isas = {isa for _, _, isa in runs}
    assert "sse2" in isas and len(runs) == 4 * len(isas), runs
    for run in runs:
        phases = {row["phase"]: float(row["median_ns"]) for row in rows if (row["contact"], row["precision"], row["isa"]) == run}
        whole = phases.pop("whole run")
        assert phases["shells"] > 0 and sum(phases.values()) >= 0.999 * whole, (run, whole, phases)  # numbers have 3 digits
        assert (phases["contact search"] > 0) == (run[0] == "with contact"), (run, phases)
    for contact in ("with contact", "without contact"):
        for precision in ("single", "double"):
            assert len({r["state_hash"] for r in rows if (r["contact"], r["precision"]) == (contact, precision)}) == 1
    assert len({row["state_hash"] for row in rows}) > 1, "precision must change the answer"
    assert text.count("state_hash") == 4 and "whole run" in text, text
    table = (folder / "table.md").read_text(encoding="utf-8")
    assert "| with contact, single |" in table and "| shells |" in table and "fewer than 3 repeats" in table, table
    assert (folder / "vector-study.png").read_bytes().startswith(b"\x89PNG")
    xml.dom.minidom.parse(str(folder / "vector-study.svg"))


def main():
    source, program = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        deck = small.tube(source, folder / "tube.k")
        done = study(source, program, deck, folder / "good")
        assert done.returncode == 0, done.stdout + done.stderr
        check_results(folder / "good", done.stdout)

        if "avx2" not in done.stdout:
            return
        liar = small.liar(folder, program, "isa=avx2")
        refused = study(source, liar, deck, folder / "bad")
        assert refused.returncode != 0 and "one deck must give one answer" in refused.stderr, refused.stderr


main()
