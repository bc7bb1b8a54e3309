#!/usr/bin/env python3
"""scripts/cluster-studies: gains, the end of scaling and shares by hand; and all studies on plans of equal ranks, with the
page they write.

cluster_studies.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without numpy, matplotlib or SimGrid.
"""
import csv
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import small

small.need("matplotlib", "numpy")

from ring_plan import ring  # noqa: E402

RANKS = (16, 64, 96, 192, 384)
PARTS = ("elements", "contact", "nodes", "imbalance", "waiting", "messages", "collectives")


def row(ranks, step, **parts):
    return {"ranks": ranks, "us_model": step, "us_replay": "", **{f"us_{p}": parts.get(p, 0.0) for p in PARTS}}


def check_arithmetic(tables):
    # efficiency 1, 80/100, 5/11, 1/2: scaling ends before it first falls below one half
    line = [row(16, 160.0, elements=150.0, waiting=10.0), row(32, 100.0, elements=60.0, waiting=40.0),
            row(64, 88.0, elements=38.0, waiting=50.0), row(128, 40.0, elements=20.0, collectives=20.0)]
    assert tables.useful_end(line)["ranks"] == 32 and tables.useful_end(line[:1])["ranks"] == 16
    assert tables.best(line)["ranks"] == 128
    assert tables.limits(line[0]) == "elements 94 %" and tables.limits(line[2]) == "waiting 57 %"
    off, on = {"us_replay": 200.0, "us_model": ""}, {"us_replay": 170.0, "us_model": 1.0}
    assert abs(tables.gain(off, on, "us_replay") - 0.15) < 1e-15 and tables.gain(off, on, "us_model") is None


def check_shares(tables, loggp, folder):
    """16 ranks with two messages of 1,000 bytes each and a collective of 8: a third of the calls is small."""
    ring(16, 1000, 1e-4, folder)
    plan = loggp.Plan(folder / "plan-16.json")
    classes, calls = tables.share_by_size(plan)
    assert abs(tables.small_share(classes) - 1 / 3) < 1e-12 and abs(classes["257 - 1,024"]["calls"] - 2 / 3) < 1e-12
    assert abs(classes["0 - 64"]["bytes"] - 8 / 2008) < 1e-12
    assert calls == {"Allreduce": 1, "Bcast": 0, "Recv": 2, "Wait": 1}, calls
    shares = tables.share_by_function(row(16, 100.0, elements=50.0, messages=5.0, waiting=10.0, collectives=35.0), plan)
    assert abs(sum(shares.values()) - 1) < 1e-12 and abs(shares["Allreduce"] - 0.35) < 1e-12, shares


def prepare(folder):
    """Decks, costs and plans as if they had been made before."""
    for name in ("decks", "costs"):
        (folder / name).mkdir(parents=True)
    parts = ("elements", "contact", "nodes", "work", "step")
    check = {"ranks": 1, "planned": dict.fromkeys(parts, 1.1e-3), "measured": dict.fromkeys(parts, 1e-3), "spread": dict.fromkeys(parts, 0.02)}
    for kind in ("taurus", "car2car", "odb"):
        (folder / "decks" / f"{kind}_1000.k").write_text("*KEYWORD\n")
        (folder / "costs" / f"{kind}.json").write_text(json.dumps({"file": "", "elements": 1000, "cpu": "a processor", "checks": [check]}))
    for label in ("taurus_1000-separate", "taurus_1000-fused", "car2car_1000-fused", "car2car_1000-separate",
                  "odb_1000-fused", "car2car_1000-metis"):
        plans = folder / "plans" / label
        plans.mkdir(parents=True)
        for ranks in (4, 8, 32, *RANKS):
            ring(ranks, 1000, 1e-2 / ranks, plans, label.partition("-")[2])
            lines = ["shared_nodes,elements", *["4,100"] * ranks]
            (plans / f"plan-{ranks}.csv").write_text("\n".join(lines) + "\n")


def check_studies(source, program, folder):
    prepare(folder)
    (folder / "images").mkdir()
    names = ["origin", "calibration", "offload", "scaling", "threads", "methods", "modes", "algorithms", "profile"]
    page = folder / "page.md"
    page.write_text("".join(f"<!-- from here on written by scripts/cluster-studies --write: {name} -->\nold\n"
                            f"<!-- up to here: {name} -->\n" for name in names))
    done = subprocess.run([sys.executable, source / "scripts/studies/cluster.py", *names[1:], "--elements",
                           "taurus=1000,car2car=1000,odb=1000", "--ranks", "16,64,384", "--cores", "64", "--methods",
                           "rcb,metis", "--platform", "nehalem-ddr", "--most-ranks", "192", "--write", "--page", page, "-o",
                           folder], capture_output=True, text=True, env=os.environ | {"CRUMPLE_PROGRAM": str(program)})
    assert done.returncode == 0, done.stderr
    assert "run 8 of 8: profile" in done.stderr and "simulated, not measured" in done.stdout, done.stderr
    text = page.read_text()
    assert "old" not in text and "5 % at 8 nodes, 15 % at 192 cores" in text and "parameters assumed" in text, text
    assert "| odb | 1,000 | 1 | +10 % |" in text and "up to 10 % off in work" in text, text
    for name in ("scaling", "scaling-parts", "threads", "methods"):
        assert (folder / "images" / f"cluster-{name}.png").read_bytes().startswith(b"\x89PNG"), name
    with (folder / "cluster.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert {r["study"] for r in rows} == set(names[2:])
    assert all((r["us_replay"] == "") == (int(r["ranks"]) > 192 or r["study"] == "profile") for r in rows)
    scaling = [r for r in rows if r["study"] == "scaling" and r["deck"] == "odb"]
    times = [float(r["us_model"]) for r in scaling]
    assert times == sorted(times, reverse=True), times    # of 10 ms of work, 26 us on 384 ranks: nothing ends it yet


def main():
    source, program = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    sys.path.insert(0, str(source / "scripts/studies"))
    import cluster_tables
    import loggp
    with tempfile.TemporaryDirectory() as name:
        check_arithmetic(cluster_tables)
        check_shares(cluster_tables, loggp, pathlib.Path(name))
        if shutil.which("smpirun") is None:
            print("skipped: no smpirun (scripts/setup --simgrid)")
            sys.exit(77)
        check_studies(source, program, pathlib.Path(name) / "study")
    print("gains, ends and shares are as by hand; all studies run, and write tables and pictures")


if __name__ == "__main__":
    main()
