#!/usr/bin/env python3
"""The first cycles of the shipped car end with the cycle count, energies and state hash that README.md prints.

readme.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without numpy.
"""
import pathlib
import subprocess
import sys
import tempfile

try:
    import numpy  # noqa: F401
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(77)


def main():
    source, program = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    sys.path.insert(0, str(source / "scripts/studies"))
    import readme
    from runs import make_car, run_deck
    printed = readme.first_column((source / "README.md").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        deck = make_car(folder)
        keys = [f"i={deck}", f"o={folder}", "progress=off", f"ncycle={readme.START_CYCLES}"]
        summary, problem = run_deck([str(program), *keys], folder)
        assert not problem, problem
    reached = readme.answers(summary)
    wrong = [f"{name}: README.md has {printed.get(name, 'nothing')}, the program reaches {value}"
             for name, value in reached.items() if printed.get(name) != value]
    assert not wrong, "\n".join(wrong + ["scripts/readme-results writes the table"])
    print(f"{len(reached)} rows of the table agree")


if __name__ == "__main__":
    main()
