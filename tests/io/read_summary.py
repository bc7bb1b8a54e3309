#!/usr/bin/env python3
"""Runs decks to ends of all kinds and checks each summary.json against docs/summary-schema.json, that the page of its
keys names all of them, and what a summary says of its run against what this script knows.

read_summary.py CRUMPLE MPIEXEC SOURCE_DIR
"""
import datetime
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(sys.argv[3])
sys.path.insert(0, str(SOURCE / "scripts" / "studies"))
from schema import problems  # noqa: E402

ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1"}
SCHEMA = json.loads((SOURCE / "docs" / "summary-schema.json").read_text(encoding="utf-8"))

# A row of cubes that its end pulls apart; masses are scaled, a wall and a contact have nothing to do.
DECK = """*KEYWORD
*TITLE
a row of cubes
*CONTROL_TERMINATION
{end}
*CONTROL_TIMESTEP
0.,{scale},0,0,-1.1e-6
*DATABASE_GLSTAT
1e-5
*DATABASE_BINARY_D3PLOT
5e-5
*MAT_ELASTIC
1,7.8e-9,210000.,0.3
*SECTION_SOLID
1,1
*PART
row
1,1,1
*SET_NODE_LIST_GENERATE
1
1,4
*INITIAL_VELOCITY
1
-1000.,0.,0.
*RIGIDWALL_PLANAR
0
0.,0.,-50.,0.,0.,-49.
*CONTACT_AUTOMATIC_SINGLE_SURFACE
0


*INCLUDE
mesh.k
*END
"""


def mesh():
    text = ["*KEYWORD", "*NODE"]
    for i in range(5):
        for k, (y, z) in enumerate(((0, 0), (5, 0), (5, 5), (0, 5))):
            text.append(f"{4 * i + k + 1},{5 * i}.,{y}.,{z}.")
    text.append("*ELEMENT_SOLID")
    for i in range(4):
        a = 4 * i + 1
        text.append(f"{i + 1},1,{a},{a + 4},{a + 5},{a + 1},{a + 3},{a + 7},{a + 6},{a + 2}")
    return "\n".join(text + ["*END", ""])


def run(folder, ranks, *arguments, status=0):
    command = [sys.argv[2], "-np", str(ranks), sys.argv[1], f"o={folder}", "progress=off", *arguments]
    done = subprocess.run(command, env={**os.environ, **ENVIRONMENT}, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True)
    assert done.returncode == status, (done.returncode, done.stdout + done.stderr)
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    broken = list(problems(summary, SCHEMA, "summary"))
    assert not broken, "\n".join(broken)
    assert summary["exit_status"] == status
    return summary


def check_page():
    """docs/summary.md has a row for each key."""
    page = (SOURCE / "docs" / "summary.md").read_text(encoding="utf-8")
    named = {name for row in re.findall(r"^\| (.*?) \|", page, re.M) for name in re.findall(r"`(\w+)`", row)}
    assert set(SCHEMA["properties"]) <= named, set(SCHEMA["properties"]) - named


def main():
    scratch = Path(tempfile.mkdtemp(prefix="crumple-summary-"))
    deck = scratch / "row.k"
    deck.write_text(DECK.format(end="1e-4", scale="0.9"))
    (scratch / "mesh.k").write_text(mesh())
    begin = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
    summary = run(scratch / "two", 2, f"i={deck}", "dump=50")
    assert summary["termination"] == "normal" and summary["reason"] == "termination time reached"
    date = datetime.datetime.strptime(summary["date"], "%Y-%m-%dT%H:%M:%S%z")
    assert begin <= date <= datetime.datetime.now(datetime.timezone.utc)
    assert summary["host"] == os.uname().nodename
    assert summary["deck"]["path"] == str(deck) and summary["deck"]["title"] == "a row of cubes"
    assert f"i={deck}" in summary["options"] and "dump=50" in summary["options"]
    memory = summary["peak_memory"]
    assert 1e6 < memory["max"] < memory["sum"] < 2 * memory["max"] + 1
    assert 0 < summary["cpu_s"] < 1.5 * 2 * summary["wall_s"]["total"]  # the clocks of CPU time tick

    one = run(scratch / "one", 1, f"i={deck}", "threads=2")
    assert one["deck"]["hash"] == summary["deck"]["hash"] and one["state_hash"] == summary["state_hash"]
    assert one["peak_memory"]["sum"] == one["peak_memory"]["max"]
    more = run(scratch / "more", 1, f"r={scratch / 'two' / 'd3dump01'}", "endtime=1.5e-4")
    assert more["deck"]["hash"] == summary["deck"]["hash"] and more["restart"]["cycle"] == 50
    (scratch / "mesh.k").write_text(mesh().replace("20.,0.,0.", "20.5,0.,0."))
    assert run(scratch / "other", 1, f"i={deck}")["deck"]["hash"] != summary["deck"]["hash"]

    deck.write_text(DECK.format(end="1e-2", scale="3."))
    unstable = run(scratch / "unstable", 2, f"i={deck}", status=2)
    assert unstable["termination"] == "unstable" and unstable["state_hash"] == ""
    check_page()
    print("summaries of 5 runs conform to the schema")


main()
