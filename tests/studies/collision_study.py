#!/usr/bin/env python3
"""scripts/collision-study: collisions follow from their seeds alone, bodies start apart and meet, and the table counts what
is over its bounds.

collision_study.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without numpy.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from small import need

need("numpy")


def study(source, program, folder, *words):
    done = subprocess.run([sys.executable, source / "scripts/studies/collisions.py", "-o", folder, *map(str, words)],
                          env=os.environ | {"CRUMPLE_PROGRAM": str(program)}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads((folder / "collisions.json").read_text()), done.stdout


def main():
    source, program = map(pathlib.Path, sys.argv[1:])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        rows, said = study(source, program, folder / "four", "--collisions", 4, "--jobs", 2)
        assert [row["seed"] for row in rows] == [1, 2, 3, 4] and all(row["touched"] for row in rows), rows
        assert all(1 <= row["speed"] <= 700 and row["balance"] < 0.05 for row in rows), rows
        assert "4 collisions, of which 0 have missed" in said and not (folder / "four/3").exists(), said
        again, _ = study(source, program, folder / "one", "--collisions", 1, "--first", 3)
        assert again == [rows[2]], (again, rows)
        assert (folder / "one/3/deck.k").read_text().startswith("*KEYWORD"), "the deck of a single collision stays"
        check_deck(source, folder)
    check_report()
    print("collisions follow from their seeds")


def check_deck(source, folder):
    """Bodies of all kinds start apart along the approach and close."""
    sys.path.insert(0, str(source / "scripts/studies"))
    import collisions
    import numpy as np
    kinds = set()
    for seed in range(1, 40):
        what = collisions.collision(seed)
        (one, *_), (other, *_) = what["bodies"]
        assert np.max(one @ what["along"]) < np.min(other @ what["along"]), seed
        assert what["kinds"] != ("beams", "beams")
        kinds |= set(what["kinds"])
    assert kinds == set(collisions.KINDS), kinds


def check_report():
    import collisions

    def row(seed, taken, balance=0.0, **changes):
        return {"seed": seed, "kinds": ["hexes", "tets"], "speed": 100.0, "soft": 1, "taken": taken, "balance": balance,
                "touched": True, "in contact": False, "unstable": False} | changes
    lines = collisions.report([row(1, 0.02), row(2, -0.03), row(3, 0.001, 0.05), row(4, 0.5, **{"in contact": True}),
                               row(5, 0.0, touched=False)])
    assert lines[0].startswith("5 collisions, of which 1 have missed; 1 are still in contact"), lines
    assert "| all | 3 | 3 % | 4.6 % | 5 % | 5 % | 3 | 1 | 1 |" in lines, lines
    worst = [line for line in lines if line.startswith("| 3 ")]
    assert worst == ["| 3 | hexes and tets | 100 | 1 | 0.1 % | 5 % |"], lines


if __name__ == "__main__":
    main()
