#!/usr/bin/env python3
"""Counts two decks and a head by scripts/studies/census.py: keywords, values, what is refused, and which decks run.

census.py SOURCE_DIR PROGRAM
"""
import os
import pathlib
import subprocess
import sys
import tempfile

MESH = "*NODE\n1,0,0,0\n2,1,0,0\n3,1,1,0\n4,0,1,0\n*ELEMENT_SHELL\n1,1,1,2,3,4\n*PART\np\n1,1,1\n"
SOUND = "*KEYWORD\n*CONTROL_TERMINATION\n1.\n*MAT_ELASTIC_TITLE\nsteel\n1,7.8e-9,210000.,.3\n*SECTION_SHELL\n1,16\n1.\n" + MESH
WRONG = SOUND.replace("1,16\n", "1,13\n") + "*HOURGLASS\n3,-9\n*ALE_SMOOTHING\n1\n"
HEAD = "*KEYWORD\n*SECTION_SHELL_TITLE\nthin\n         7         2\n       1.0\n*CONTACT_AUTOMATIC_SINGLE_SURFACE\n5,,2\n"


def main():
    source, program = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for deck, text in {"sound": SOUND, "wrong": WRONG, "head": HEAD}.items():
            (folder / f"{deck}.k").write_text(text + "*END\n")
        done = subprocess.run([sys.executable, source / "scripts/studies/census.py", "sound.k", "wrong.k", "--heads", "head.k",
                               "-o", "census.md"], cwd=folder, capture_output=True, text=True,
                              env=os.environ | {"CRUMPLE_PROGRAM": str(program)})
        assert done.returncode == 0 and done.stdout == (folder / "census.md").read_text(encoding="utf-8"), done
        lines = done.stdout.splitlines()
        assert lines[0].startswith("2 whole decks, of which 1 run as they are; 1 head, of which 1 have nothing that is refused."), lines
        for line in ("| `*SECTION_SHELL` | 3 | 3 | in part |", "| `*MAT_ELASTIC` | 2 | 2 | yes |",
                     "| `*ALE_SMOOTHING` | 1 | 1 | no |", "| `*SECTION_SHELL` | ELFORM 2 | 1 |",
                     "| `*SECTION_SHELL` | ELFORM 13 | 1 |", "| `*SECTION_SHELL` | ELFORM 13 | 1 |",
                     "| `*HOURGLASS` | IHQ -9 | 1 |"):
            assert line in lines, (line, done.stdout)
    print("two decks and a head are counted")


main()
