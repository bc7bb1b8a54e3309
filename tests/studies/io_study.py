#!/usr/bin/env python3
"""scripts/io-study on a small crush tube: what it writes, and what it refuses.

io_study.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without numpy and matplotlib.
"""
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

import small

small.need("matplotlib", "numpy")


def study(source, program, folder, *options):
    environment = small.environment(program)
    command = [sys.executable, source / "scripts/studies/io.py", *options, "--cycles", "20", "--states", "4",
               "--repeats", "1", "--ranks", "1,3", "-o", folder]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def check_results(folder):
    with open(folder / "runs.csv", newline="") as file:
        rows = {tuple(row[k] for k in ("ranks", "mode", "writers", "sync", "kind")): row for row in csv.DictReader(file)}
    modes = [("independent", "0"), ("aggregated", "1"), ("async", "0")]
    expected = {(ranks, *mode, sync, kind) for ranks in ("1", "3") for mode in modes + [("aggregated", "2")]
                for sync in ("on", "off") for kind in ("states", "dumps") if (ranks, mode[1]) != ("1", "2")}
    assert set(rows) == expected, set(rows) ^ expected
    assert len({row["state_hash"] for row in rows.values()}) == 1
    sizes = {kind: {row["mb"] for key, row in rows.items() if key[4] == kind} for kind in ("states", "dumps")}
    assert all(len(found) == 1 for found in sizes.values()), sizes
    for key, row in rows.items():
        assert float(row["io_s"]) > 0 and float(row["posix_over_data"]) >= 1, (key, row)
        assert sum(json.loads(row["sizes"]).values()) == int(row["requests"]), key
        alone = key[1] == "async" or key[1:3] == ("aggregated", "1")
        assert float(row["greatest_mb"]) > 0.99 * float(row["mb"]) * (1 if alone or key[0] == "1" else 0.33), (key, row)
        assert (float(row["behind_s"]) > 0) == (key[1] == "async" and key[4] == "states"), (key, row)
    table = (folder / "table.md").read_text()
    assert "| aggregated, 2 | off |" in table and "**Dumps**" in table, table
    for picture in ("bandwidth", "sizes", "ranks", "shares"):
        assert (folder / f"{picture}.png").read_bytes().startswith(b"\x89PNG")


def main():
    source, program = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        deck = small.tube(source, folder / "tube.k", 600)
        done = study(source, program, folder / "good", deck, "--modes", "independent,aggregated,async", "--writers", "1,2")
        assert done.returncode == 0, done.stdout + done.stderr
        assert "run 1 of 15" in done.stderr, done.stderr
        check_results(folder / "good")

        for options, reason in ((["--modes", "fast"], "expected some of independent"), (["io=async"], "this study sets it")):
            refused = study(source, program, folder / "refused", deck, *options)
            assert refused.returncode != 0 and reason in refused.stderr, refused.stderr
        silent = folder / "silent.k"
        silent.write_text(deck.read_text().replace("*DATABASE_BINARY_D3PLOT", "*DATABASE_BINARY_D3PART"))
        refused = study(source, program, folder / "refused", silent, "substitute=on", "--modes", "async")
        assert refused.returncode != 0 and "expected *DATABASE_BINARY_D3PLOT" in refused.stderr, refused.stderr
        liar = small.liar(folder, program, "io=async")
        refused = study(source, liar, folder / "bad", deck, "--modes", "independent,async", "--sync", "off")
        assert refused.returncode != 0 and "one deck must give one answer" in refused.stderr, refused.stderr


main()
