"""The step allocates no memory, but for searches, and begins few phases of the profile: both are counted from outside,
over steps without output, of the proxy car.

usage: step_overhead.py CRUMPLE SOURCE_DIR COUNTER_LIBRARY
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ENDS = (200, 300, 310, 320, 330, 340, 500)   # cycles after which a run ends
MOST = 5                                      # allocations of a step, mean: those of searches
MOST_PHASES = 30                              # each reads a clock twice


def deck_without_databases(source, folder):
    deck = folder / "car.k"
    subprocess.run([sys.executable, source / "inputs/generate.py", "car", "-o", deck],
                   check=True, stdout=subprocess.DEVNULL)
    text = re.sub(r"(?m)^\*DATABASE[^*]*", "", deck.read_text())
    assert "*DATABASE" not in text and "*CONTACT" in text and "*RIGIDWALL" in text
    deck.write_text(text)
    return deck


def counted(how, program, counter, deck, folder, cycles):
    """Allocations where the counter is an LD_PRELOAD, phases begun where it is one of KOKKOS_TOOLS_LIBS."""
    result = folder / "count"
    result.unlink(missing_ok=True)
    env = dict(os.environ, CRUMPLE_COUNT=str(result), CRUMPLE_COUNT_OF="crumple") | {how: str(counter)}
    subprocess.run([program, f"i={deck}", f"o={folder / 'out'}", f"ncycle={cycles}", "threads=1"], env=env, check=True,
                   stdout=subprocess.DEVNULL)
    return int(result.read_text())


def main():
    program, source, counter = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        deck = deck_without_databases(source, folder)
        counts = [counted("LD_PRELOAD", program, counter, deck, folder, n) for n in ENDS]
        phases = [counted("KOKKOS_TOOLS_LIBS", program, counter, deck, folder, n) for n in (ENDS[0], ENDS[-1])]
    each = (counts[-1] - counts[0]) / (ENDS[-1] - ENDS[0])
    in_ten = [after - before for before, after in zip(counts[1:-2], counts[2:-1])]
    print(f"{counts[0]} allocations up to cycle {ENDS[0]}, then {each:.2f} in each step; in ten steps each from "
          f"{ENDS[1]} on {in_ten}")
    phases_each = (phases[1] - phases[0]) / (ENDS[-1] - ENDS[0])
    print(f"{phases_each:.2f} phases begun in each step")
    assert counts[0] > 1000, "nothing was counted"
    assert each < MOST, f"more than {MOST} allocations in each step"
    # a summary may have a few strings more or less
    assert min(in_ten) < 10, "steps without a search allocate memory"

    assert 5 < phases_each <= MOST_PHASES, f"not 5 to {MOST_PHASES} phases begun in each step"


main()
