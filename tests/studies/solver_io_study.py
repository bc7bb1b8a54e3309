#!/usr/bin/env python3
"""scripts/solver-io-study on small decks: what it counts and writes, and what it refuses.

solver_io_study.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without numpy, matplotlib, a C compiler or a solver.
"""
import csv
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import small

small.need("matplotlib", "numpy")


def study(source, program, folder, *options):
    command = [sys.executable, source / "scripts/studies/solver_io.py", "engine-block", "--elements", "2000", "--repeats", "1",
               "-o", folder, *options]
    return subprocess.run(command, env=small.environment(program), capture_output=True, text=True)


def check_results(folder):
    with open(folder / "runs.csv", newline="") as file:
        rows = {(int(row["ranks"]), row["mode"], int(row["folders"])): row for row in csv.DictReader(file)}
    files = ("buffered", "forgotten", "direct")
    expected = {(ranks, mode, int(mode != "in-core")) for ranks in (1, 2) for mode in ("in-core", *files)} | {(2, "direct", 2)}
    assert set(rows) == expected, set(rows) ^ expected
    assert len({row["state_hash"] for row in rows.values()}) == 1
    for (ranks, mode, _), row in rows.items():
        written, read = float(row["factorisation_mb"]), float(row["substitution_mb"])
        assert float(row["wall_s"]) > float(row["factorisation_s"]) > 0, row
        if mode == "in-core":
            assert written == read == 0, row
            continue
        factors = int(row["factorisation_calls"]) * float(row["factors_mb"])
        assert 0.7 * factors < written < 1.3 * factors, row
        # forward and backward, but for what stays in memory in between
        assert 0.7 * read < 2 * int(row["substitution_calls"]) * float(row["factors_mb"]) < 1.5 * read, row
        sizes = json.loads(row["sizes"])
        for way in ("factorisation", "substitution"):
            counted = sum(n for key, n in sizes.items() if key.startswith(way))
            assert counted == int(row[f"{way}_requests"]) > 0, row
        assert (float(row["sync_s"]) > 0) == (mode != "buffered"), row
    table = (folder / "table.md").read_text()
    assert "| direct, 2 folders |" in table and "**Requests to the files of factors**" in table, table
    for picture in ("phases", "sizes", "bandwidth", "time"):
        assert (folder / f"solver-{picture}-engine-block.png").read_bytes().startswith(b"\x89PNG")


def main():
    source, program = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    if not shutil.which("cc") or "no implicit analysis" in subprocess.run([program, "info"], capture_output=True, text=True).stdout:
        print("skipped: no C compiler, or no solver")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for place in ("one", "two"):
            (folder / place).mkdir()
        done = study(source, program, folder / "good", "--ranks", "1,2", "--folders", f"{folder / 'one'},{folder / 'two'}")
        assert done.returncode == 0, done.stdout + done.stderr
        check_results(folder / "good")

        done = study(source, program, folder / "sets", "--instruction-sets", "--blas", "Haswell,Nehalem", "--isa", "sse2")
        assert done.returncode == 0, done.stdout + done.stderr
        assert "| Nehalem | sse2 |" in (folder / "sets/table.md").read_text()

        for options, reason in ((["--modes", "fast"], "expected some of in-core"), (["scratch=/tmp"], "this study sets it"),
                                (["--elements", "1,2"], "expected 1 number, one for each deck")):
            refused = study(source, program, folder / "refused", *options)
            assert refused.returncode != 0 and reason in refused.stderr, refused.stderr
        liar = small.liar(folder, program, "scratch=*")
        refused = study(source, liar, folder / "bad", "--ranks", "1", "--modes", "in-core,buffered")
        assert refused.returncode != 0 and "one deck must give one answer" in refused.stderr, refused.stderr


main()
