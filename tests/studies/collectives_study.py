#!/usr/bin/env python3
"""scripts/collectives-study on a small crush tube and 2 ranks: what it writes, and what it refuses.

collectives_study.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without numpy and matplotlib.
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

import small

small.need("matplotlib", "numpy")


def study(source, program, deck, folder, *options):
    command = [sys.executable, source / "scripts/studies/collectives.py", deck, "--modes", "separate,fused",
               "--repeats", "1",
               "ncycle=20", "-o", folder, *options]
    environment = small.environment(program)
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def check_results(folder):
    with open(folder / "runs.csv", newline="") as file:
        rows = {(row["collectives"], row["latency_us"]): row for row in csv.DictReader(file)}
    assert set(rows) == {(mode, latency) for mode in ("separate", "fused") for latency in ("0", "100")}, set(rows)
    assert len({row["state_hash"] for row in rows.values()}) == 1
    for latency in ("0", "100"):
        assert float(rows["separate", latency]["reductions"]) > float(rows["fused", latency]["reductions"]) > 1
        # by pieces, sums for outputs are reductions; otherwise the ranks send root theirs, at outputs only
        separate, fused = (float(rows[mode, latency]["messages"]) for mode in ("separate", "fused"))
        assert 0 < separate <= fused < separate + 1, (separate, fused)
    for mode in ("separate", "fused"):
        assert float(rows[mode, "0"]["latency_paid_us"]) == 0
        # each blocking reduction and broadcast pays it in full
        calls = float(rows[mode, "100"]["reductions"]) + float(rows[mode, "100"]["broadcasts"])
        assert float(rows[mode, "100"]["latency_paid_us"]) >= 99.9 * calls, rows[mode, "100"]  # printed with few digits
    table = (folder / "table.md").read_text()
    assert all(f"| {mode} | {latency} |" in table for mode, latency in rows), table
    for picture in ("cases.png", "latency.png"):
        assert (folder / picture).read_bytes().startswith(b"\x89PNG")


def main():
    source, program = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        deck = small.tube(source, folder / "tube.k", 600)
        done = study(source, program, deck, folder / "good", "--latency", "0,100")
        assert done.returncode == 0, done.stdout + done.stderr
        check_results(folder / "good")

        unknown = study(source, program, deck, folder / "unknown", "--settings", "faster")
        assert unknown.returncode != 0 and "no setting faster" in unknown.stderr, unknown.stderr
        liar = small.liar(folder, program, "collectives=fused")
        refused = study(source, liar, deck, folder / "bad")
        assert refused.returncode != 0 and "do not agree" in refused.stderr, refused.stdout + refused.stderr


main()
