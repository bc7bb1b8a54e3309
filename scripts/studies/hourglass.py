"""The hourglass controls of a deck in turn: energies and motion; called by scripts/hourglass-study."""
import pathlib
import re
import shlex
import sys

sys.path[:0] = [str(pathlib.Path(__file__).parent)]

from command_line import Parser, names_and_keys, start  # noqa: E402
from crumple.decks import generate  # noqa: E402
from runs import Progress, guess_seconds, program, run_deck, work_ns  # noqa: E402

CYCLES = 30000  # of a run, for the estimate before the first one

# (IHQ, QM, ELFORM of shells, ELFORM of solids)
SHELLS = [(1, 0.1, 2, 1), (2, 0.1, 2, 1), (3, 0.1, 2, 1), (4, 0.01, 2, 1), (4, 0.05, 2, 1), (5, 0.05, 2, 1), (8, 0.1, 16, 1)]
SOLIDS = [(1, 0.1, 2, 1), (2, 0.1, 2, 1), (3, 0.1, 2, 1), (4, 0.05, 2, 1), (5, 0.05, 2, 1), (6, 0.1, 2, 1), (6, 1, 2, 1),
          (1, 0.1, 2, 2)]
# IHQ 8 is for shells of ELFORM 16 alone; the car has solids, too.
CASES = {"tube": SHELLS, "car": SHELLS[:-1] + [(4, 0.01, 16, 1)], "taylor": SOLIDS}


def arguments():
    parser = Parser("hourglass-study", __doc__.split(";")[0] + ".")
    parser.add_argument("rest", nargs="*", metavar="DECK | key=value",
                        help=f"of {', '.join(CASES)} (default: tube taylor), and keys for the program")
    parser.add_ranks()
    parser.add_output("hourglass-study")
    options = parser.parse_intermixed_args()
    options.kinds, options.keys = names_and_keys(parser, options.rest, CASES, "deck", ["tube", "taylor"])
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


def farthest(nodout):
    """The greatest displacement of a history node at the end [length]."""
    last = nodout.split("nodal point")[-1]
    rows = re.findall(r"^ *\d+((?: *[+-]?\d\.\d+E[+-]\d+){3})", last, re.M)
    distances = [sum(float(x) ** 2 for x in re.findall(r"[+-]?\d\.\d+E[+-]\d+", row)) ** 0.5 for row in rows]
    return max(distances, default=0.0)


def run(deck, case, folder, options):
    """The summary of a run with this control, and why there is none."""
    changed = folder / "deck.k"
    changed.write_text(with_control(deck.read_text(encoding="utf-8"), case), encoding="utf-8")
    results = folder / "results"
    command = shlex.split(options.launcher.format(ranks=options.np))
    return run_deck(command + [program(), f"i={changed}", f"o={results}", "progress=off", *options.keys], results)


def row(kind, case, summary, folder):
    energy = summary["energy"]
    distance = farthest((folder / "results" / "nodout").read_text(encoding="utf-8"))
    work = f"{work_ns(summary):.0f}" if "mpi" in summary else "-"
    return [case[0], case[1], case[3] if kind == "taylor" else case[2], f"{energy['internal']:.4g}",
            f"{100 * energy['hourglass'] / energy['internal']:.2f} %", f"{distance:.4g}", f"{energy['ratio']:.4f}",
            work]


def main(options):
    decks = {kind: options.o / kind / "plain.k" for kind in options.kinds}
    for kind, deck in decks.items():
        generate(kind, deck)
    progress = Progress([guess_seconds(deck, options.keys, options.np, CYCLES) for kind, deck in decks.items()
                         for _ in CASES[kind]])
    failed = False
    for kind, deck in decks.items():
        print(f"\n{kind}\n\n| IHQ | QM | ELFORM | internal energy | hourglass over internal | displacement of a history node | "
              "energy ratio | CPU ns outside MPI per element-cycle |\n|---|---|---|---|---|---|---|---|", flush=True)
        for case in CASES[kind]:
            name = f"{kind}, IHQ {case[0]}, QM {case[1]}"
            summary, problem = progress.run(name, lambda: run(deck, case, deck.parent, options))
            cells = row(kind, case, summary, deck.parent) if summary else [*case[:2], problem]
            print("| " + " | ".join(map(str, cells)) + " |", flush=True)
            failed = failed or summary is None
    return 1 if failed else 0


if __name__ == "__main__":
    start(arguments, main)
