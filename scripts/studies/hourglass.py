"""The hourglass controls of a deck in turn: energies and motion; called by scripts/hourglass-study."""
import argparse
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("CRUMPLE_PROGRAM", str(ROOT / "build" / "crumple"))
sys.path[:0] = [str(pathlib.Path(__file__).parent)]

from runs import run_deck  # noqa: E402

# (IHQ, QM, ELFORM of shells, ELFORM of solids)
SHELLS = [(1, 0.1, 2, 1), (2, 0.1, 2, 1), (3, 0.1, 2, 1), (4, 0.01, 2, 1), (4, 0.05, 2, 1), (5, 0.05, 2, 1), (8, 0.1, 16, 1)]
SOLIDS = [(1, 0.1, 2, 1), (2, 0.1, 2, 1), (3, 0.1, 2, 1), (4, 0.05, 2, 1), (5, 0.05, 2, 1), (6, 0.1, 2, 1), (6, 1, 2, 1),
          (1, 0.1, 2, 2)]
# IHQ 8 is for shells of ELFORM 16 alone; the car has solids, too.
CASES = {"tube": SHELLS, "car": SHELLS[:-1] + [(4, 0.01, 16, 1)], "taylor": SOLIDS}


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/hourglass-study", description=__doc__.split(";")[0])
    parser.add_argument("rest", nargs="*", metavar="DECK | key=value",
                        help=f"of {', '.join(CASES)} (default: tube taylor), and keys for the program")
    parser.add_argument("-np", type=int, default=2, help="ranks (%(default)s)")
    parser.add_argument("-o", type=pathlib.Path, default=ROOT / "out" / "hourglass-study", help="folder of the results")
    options = parser.parse_intermixed_args()
    options.keys = [word for word in options.rest if "=" in word]
    options.kinds = [word for word in options.rest if "=" not in word] or ["tube", "taylor"]
    for kind in options.kinds:
        if kind not in CASES:
            parser.error(f"unknown deck '{kind}', expected {', '.join(CASES)}")
    return options


def first_fields(deck, keyword, values):
    """The deck with these numbers in the first fields behind `skip` of the first card of each block of the keyword."""
    skip = 0 if keyword.startswith("CONTROL") else 1

    def change(match):
        card = match[2].ljust(80)
        fields = [card[i:i + 10] for i in range(0, 80, 10)]
        fields[skip:skip + len(values)] = [f"{value:>10}" for value in values]
        return match[1] + "".join(fields).rstrip() + "\n"
    return re.sub(rf"(\*{keyword}\n(?:\$[^\n]*\n)*)([^\n]*)\n", change, deck)


def with_control(deck, case):
    ihq, qm, shells, solids = case
    for keyword in ("CONTROL_HOURGLASS", "HOURGLASS"):
        deck = first_fields(deck, keyword, [ihq, qm])
    deck = first_fields(deck, "SECTION_SHELL", [shells])
    # rigid and coarse parts of solids stay with one point, unless the deck is of solids alone
    return first_fields(deck, "SECTION_SOLID", [solids]) if "*SECTION_SHELL" not in deck else deck


def way_of_nodes(nodout):
    """The greatest displacement of a history node at the end [length]."""
    last = nodout.split("nodal point")[-1]
    rows = re.findall(r"^ *\d+((?: *[+-]?\d\.\d+E[+-]\d+){3})", last, re.M)
    ways = [sum(float(x) ** 2 for x in re.findall(r"[+-]?\d\.\d+E[+-]\d+", row)) ** 0.5 for row in rows]
    return max(ways, default=0.0)


def main():
    options = arguments()
    failed = False
    for kind in options.kinds:
        folder = options.o / kind
        folder.mkdir(parents=True, exist_ok=True)
        plain = folder / "plain.k"
        subprocess.run([sys.executable, ROOT / "inputs" / "generate.py", kind, "-o", plain], check=True)
        print(f"\n{kind}\n\n| IHQ | QM | ELFORM | internal energy | hourglass over internal | displacement of a history node | "
              "energy ratio |\n|---|---|---|---|---|---|---|", flush=True)
        for case in CASES[kind]:
            deck = folder / "deck.k"
            deck.write_text(with_control(plain.read_text(encoding="utf-8"), case), encoding="utf-8")
            results = folder / "results"
            summary, problem = run_deck(["mpirun", "-np", str(options.np), PROGRAM, f"i={deck}", f"o={results}", "progress=off"]
                                        + options.keys, results)
            form = case[3] if kind == "taylor" else case[2]
            if summary is None:
                print(f"| {case[0]} | {case[1]} | {form} | {problem} |", flush=True)
                failed = True
                continue
            energy = summary["energy"]
            way = way_of_nodes((results / "nodout").read_text(encoding="utf-8"))
            print(f"| {case[0]} | {case[1]} | {form} | {energy['internal']:.4g} | "
                  f"{100 * energy['hourglass'] / energy['internal']:.2f} % | {way:.4g} | {energy['ratio']:.4f} |", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
