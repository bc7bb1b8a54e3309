#!/usr/bin/env python3
"""Checks that ARM64 gives the same bits: runs decks with the program of this machine and, in the emulator qemu, with that
for ARM64, compares the hashes of their states, and prints a table. scripts/arm-check builds what it needs and starts it."""
import argparse
import csv
import itertools
import os
import pathlib
import re
import shutil

from command_line import Parser, folder, numbers, pattern, start
from runs import ROOT, Progress, make_car, run_deck
from tables import table

PRECISIONS = ["single", "double"]
# instruction set: options of qemu for a processor that has it
PROCESSORS = {"neon": [], "sve256": ["-cpu", "max,sve-default-vector-length=32"],
              "sve512": ["-cpu", "max,sve-default-vector-length=64"]}


def instruction_sets(text):
    names = text.split(",")
    if not set(names) <= set(PROCESSORS):
        raise argparse.ArgumentTypeError(f"'{text}': expected some of {','.join(PROCESSORS)}")
    return names


def parse():
    p = Parser("arm-check", __doc__)
    p.add_keys()
    p.add_argument("--decks", type=folder, metavar="DIR",
                   help="folder of the decks that are run to their end (default: those "
                   "of the property tests)")
    p.add_argument("--only", type=pattern, default="", metavar="REGEX", help="of these decks and the car, those whose names match")
    p.add_argument("--ranks", type=numbers, default=[1, 2], metavar="LIST",
                   help="numbers of ranks on ARM64 (default: 1,2)")
    p.add_argument("--isa", type=instruction_sets, default=["neon"], metavar="LIST",
                   help=f"instruction sets on ARM64, of {','.join(PROCESSORS)} (default: neon)")
    p.add_argument("--cycles", type=int, default=100, metavar="N",
                   help="cycles of the car; 0: no car (default: %(default)s)")
    p.add_output("arm-check")
    p.add_argument("--program", default=str(ROOT / "build" / "crumple"), metavar="FILE", help="of this machine")
    p.add_argument("--arm64", default=str(ROOT / "build-arm64" / "crumple"), metavar="FILE",
                   help="the program for ARM64")
    p.add_argument("--sysroot", type=pathlib.Path, metavar="DIR", help="folder of the libraries for ARM64")
    return p.parse_intermixed_args()


def cases_of(o):
    """(name, deck, options) of each deck that is asked for."""
    cases = [(deck.stem, deck, []) for deck in sorted(o.decks.glob("*.k"))]
    if o.cycles:
        cases.append((f"car, {o.cycles} cycles", make_car(o.o / "decks"), [f"ncycle={o.cycles}"]))
    return [case for case in cases if re.search(o.only, case[0])]


def state_of(o, program, ranks, deck, options):
    """(hash, cycles) of a run; (what went wrong, none) where it has no hash."""
    folder = o.o / "run"
    shutil.rmtree(folder, ignore_errors=True)
    summary, error = run_deck(["mpirun", "-np", str(ranks), *program, f"i={deck}", f"o={folder}", "progress=off", *options],
                              folder)
    return (summary["state_hash"], summary["cycles"]) if summary else (error, None)


def compare(o, name, deck, options, progress):
    """The rows of a deck."""
    for precision in PRECISIONS:
        own = [*options, *o.keys, f"precision={precision}"]
        here, cycles = progress.run(f"{name}, {precision}", lambda: state_of(o, [o.program], 1, deck, own))
        for isa, ranks in itertools.product(o.isa, o.ranks):
            emulated = ["qemu-aarch64", *PROCESSORS[isa], "-L", str(o.sysroot), o.arm64, f"isa={isa}"]
            there, _ = progress.run(f"{name}, {precision}, {isa}, {ranks} on ARM64",
                                    lambda: state_of(o, emulated, ranks, deck, own))
            yield {"deck": name, "cycles": cycles, "precision": precision, "isa": isa, "ranks": ranks,
                   "this machine": here, "ARM64": there, "equal": "yes" if cycles and there == here else "NO"}


def main(o):
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    o.o.mkdir(parents=True, exist_ok=True)
    cases = cases_of(o)
    if not cases:
        raise ValueError("no decks to run")
    n_ranks = len(o.ranks) * len(o.isa)
    costs = [seconds for _, _, options in cases for _ in PRECISIONS
             for seconds in [1] + n_ranks * [60 if options else 4]]
    progress = Progress(costs)
    rows = [row for case in cases for row in compare(o, *case, progress)]
    differ = sum(row["equal"] != "yes" for row in rows)
    text = "\n".join(table(rows)) + f"\n\n{len(cases)} decks, {len(rows)} comparisons, {differ} differ.\n"
    print(text)
    (o.o / "arm_check.md").write_text(text, encoding="utf-8")
    with open(o.o / "arm_check.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    return 1 if differ else 0


if __name__ == "__main__":
    start(parse, main)
