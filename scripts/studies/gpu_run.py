#!/usr/bin/env python3
"""Runs decks on a device and on this machine's widest instruction set, in both precisions, compares their state hashes,
times the larger ones in turns, and writes the table of a page. Builds nothing: the program, its kernel library for the
device, and the decks of the property tests (build/tests/test_property) are taken as they are. Decks that a device
cannot run are listed with what it lacks. Takes under four minutes. scripts/gpu-check --run starts it."""
import json
import os
import pathlib
import statistics
import time

from command_line import ROOT, Parser, count, start
from crumple.running import execute, program, reason_of
from runs import in_turns, make_deck
from tables import table

REFUSAL = "cannot run this: "
SMALL = [("plate", 2500, 400), ("taylor", 3750, 400), ("taylor-tets", 4000, 400), ("tube", 3000, 100)]
LARGE = [("plate", 200000, 100), ("taylor", 200000, 100)]  # to be timed
PROPERTY_CYCLES = 60


def parse():
    p = Parser("gpu-check --run", __doc__)
    p.add_argument("--program", default=program(), metavar="FILE", help="(default: %(default)s)")
    p.add_argument("--decks-of", type=pathlib.Path, metavar="FILE", default=ROOT / "build/tests/test_property",
                   help="the property tests, whose decks are run, too (default: build/tests/test_property, if built)")
    p.add_argument("--device", choices=["cuda", "host"], default="cuda",
                   help="host: the threads of this machine as those of a device (default: cuda)")
    p.add_argument("--small", action="store_true", help="without the decks that are timed")
    p.add_argument("--seconds", type=count, default=200, help="no run begins after that time (default: %(default)s)")
    p.add_repeats()
    p.add_output("gpu-run")
    return p.parse_args()


def property_decks(binary, folder):
    """The decks of the property tests, which their binary writes."""
    if not binary.exists():
        return []
    folder.mkdir(parents=True, exist_ok=True)
    status, said = execute([str(binary.resolve()), "--gtest_filter=PropertyDecks.*"],
                           {"CRUMPLE_WRITE_DECKS": str(folder)})
    if status:
        raise ValueError(f"{binary}: {reason_of(status, said)}")
    return sorted(folder.glob("*.k"))


def run(o, deck, cycles, precision, options):
    """The run's summary; a text where the program refuses the deck. Raises ValueError where it fails."""
    folder = o.o / "runs" / f"{deck.stem}-{precision}-{options[0].replace('=', '-')}"
    status, said = execute([o.program, f"i={deck}", f"o={folder}", f"ncycle={cycles}", f"precision={precision}",
                            "progress=off", *options])
    if status not in (0, 2):
        reason = reason_of(status, said)
        if REFUSAL in reason:
            return reason.partition(REFUSAL)[2].partition(";")[0]
        raise ValueError(f"{deck.name}, {' '.join(options)}: {reason}")
    return json.loads((folder / "summary.json").read_text(encoding="utf-8"))


def ns(summary):
    elements = summary["elements"]["shells"] + summary["elements"]["solids"]
    return 1e9 * summary["wall_s"]["step_loop"] / (summary["cycles"] * elements)


def compare(o, deck, cycles, precision, repeats):
    """A row of the table."""
    ways = {o.device: [f"device={o.device}"], "CPU": ["device=none", "threads=auto"]}
    hashes, times = set(), {way: [] for way in ways}
    for _, way in in_turns(list(ways), repeats):
        summary = run(o, deck, cycles, precision, ways[way])
        if isinstance(summary, str):
            return {"deck": deck.stem, "precision": precision, "same hash": f"not run: {summary}", "hash": "",
                    f"{o.device} [ns]": "", "CPU [ns]": ""}
        hashes.add(summary["state_hash"])
        times[way].append(ns(summary))
    row = {"deck": deck.stem, "precision": precision, "same hash": "yes" if len(hashes) == 1 else "NO",
           "hash": " ".join(sorted(hashes))}
    return row | {f"{way} [ns]": f"{statistics.median(of_way):.2f}" if repeats > 1 else ""
                  for way, of_way in times.items()}


def main(o):
    begin = time.monotonic()
    o.o.mkdir(parents=True, exist_ok=True)
    cases = [(make_deck(kind, elements, o.o), cycles, 1) for kind, elements, cycles in SMALL]
    cases += [(deck, PROPERTY_CYCLES, 1) for deck in property_decks(o.decks_of, o.o / "property")]
    if not o.small:
        cases += [(make_deck(kind, elements, o.o), cycles, o.repeats) for kind, elements, cycles in LARGE]
    rows, left = [], 0
    for deck, cycles, repeats in cases:
        for precision in ("single", "double"):
            if time.monotonic() - begin > o.seconds:
                left += 1
            else:
                rows.append(compare(o, deck, cycles, precision, repeats))
                print(" ".join(str(cell) for cell in rows[-1].values()), flush=True)
    ran = [row for row in rows if row["hash"]]
    same = sum(row["same hash"] == "yes" for row in ran)
    last = f"{same} of {len(ran)} runs on device={o.device} have the hash of the CPU; {len(rows) - len(ran)} not run"
    last += f", {left} left out after {o.seconds} s" if left else ""
    (o.o / "gpu_run.md").write_text("\n".join([*table(rows), "", last]) + "\n", encoding="utf-8")
    print(last)
    return 0 if ran and same == len(ran) else 1


if __name__ == "__main__":
    os.environ.setdefault("OMP_PROC_BIND", "false")
    start(parse, main)
