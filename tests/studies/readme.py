#!/usr/bin/env python3
"""The shipped car ends with the cycle count, energies and state hash that README.md prints: its first cycles, or with
MPIEXEC the whole crash on two ranks, which takes minutes.

readme.py SOURCE_DIR PROGRAM [MPIEXEC]; exit status 77 (skipped) without numpy.
"""
import pathlib
import sys
import tempfile

from small import need

need("numpy")


def main():
    source, program, launcher = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    sys.path.insert(0, str(source / "scripts/studies"))
    import readme
    from runs import make_car, run_deck
    whole = bool(launcher)
    printed = readme.column((source / "README.md").read_text(encoding="utf-8"), int(whole))
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        deck = make_car(folder)
        keys = [f"i={deck}", f"o={folder}", "progress=off", *([] if whole else [f"ncycle={readme.START_CYCLES}"])]
        summary, problem = run_deck([*launcher, *(["-np", "2"] if whole else []), program, *keys], folder)
        assert not problem, problem
    reached = readme.answers(summary)
    wrong = [f"{name}: README.md has {printed.get(name, 'nothing')}, the program reaches {value}"
             for name, value in reached.items() if printed.get(name) != value]
    assert not wrong, "\n".join(wrong + ["scripts/readme-results writes the table"])
    print(f"{len(reached)} rows of the table agree")


if __name__ == "__main__":
    main()
