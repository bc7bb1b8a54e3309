"""The step allocates next to no memory: it is counted from outside, over steps without output, of the proxy car.

usage: allocations.py CRUMPLE SOURCE_DIR COUNTER_LIBRARY
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FROM, TO = 200, 500            # cycles
MOST = 15                      # allocations of a step, mean: what touches, and a search now and then


def deck_without_databases(source, folder):
    deck = folder / "car.k"
    subprocess.run([sys.executable, source / "inputs/generate.py", "car", "-o", deck],
                   check=True, stdout=subprocess.DEVNULL)
    text = re.sub(r"(?m)^\*DATABASE[^*]*", "", deck.read_text())
    assert "*DATABASE" not in text and "*CONTACT" in text and "*RIGIDWALL" in text
    deck.write_text(text)
    return deck


def allocations(program, counter, deck, folder, cycles):
    result = folder / "count"
    result.unlink(missing_ok=True)
    env = dict(os.environ, LD_PRELOAD=str(counter), CRUMPLE_ALLOCATIONS=str(result), CRUMPLE_ALLOCATIONS_OF="crumple")
    subprocess.run([program, f"i={deck}", f"o={folder / 'out'}", f"ncycle={cycles}", "threads=1"], env=env, check=True,
                   stdout=subprocess.DEVNULL)
    return int(result.read_text())


def main():
    program, source, counter = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        deck = deck_without_databases(source, folder)
        at_first, at_end = (allocations(program, counter, deck, folder, n) for n in (FROM, TO))
    each = (at_end - at_first) / (TO - FROM)
    print(f"{at_first} allocations up to cycle {FROM}, {at_end} up to {TO}: {each:.2f} in each step")
    assert at_first > 1000, "nothing was counted"
    assert each < MOST, f"more than {MOST} allocations in each step"


main()
