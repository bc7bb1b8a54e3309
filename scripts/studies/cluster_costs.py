"""Costs of the phases of a step for the studies of simulated clusters: measured on one core of this machine in smaller decks
of the same kinds, and checked against other runs of these; used by cluster_plans.py and cluster.py."""
import json
import os
import pathlib
import statistics
import subprocess

import smpi_replay
from machine import describe
from plans import ELEMENTS, LEFT_OUT, Platform, Rates, read_plans, work
from runs import make_deck, program, run_on_ranks, spread

MOST = 60_000            # elements of a deck by which costs are measured
CYCLES, FROM = 240, 40   # of its run, and that from which on it measures
REPEATS = 3
HERE = "one-node"
UNPLANNED = [name for name in LEFT_OUT if name != "contact search"]  # searches are in the costs of faces


class Costs:
    """Of decks of a kind: {"file", "elements", "cpu", "checks"}; measured once and kept in the study's folder."""

    def __init__(self, folder, elements, keys):
        self.folder, self.elements, self.keys = folder / "costs", elements, keys

    def kept(self, kind):
        return self.folder / f"{kind}.json"

    def are_current(self, kind):
        return self.kept(kind).exists() and self.kept(kind).stat().st_mtime > pathlib.Path(program()).stat().st_mtime

    def of(self, kind):
        if not self.are_current(kind):
            found = self.measure(kind)
            self.kept(kind).write_text(json.dumps(found, indent=1))
        return json.loads(self.kept(kind).read_text())

    def run(self, deck, folder, ranks, pfile):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "pfile").write_text(pfile)
        return run_on_ranks(deck, "mpirun -np {ranks}" if ranks > 1 else "", ranks, deck, folder, f"p={folder / 'pfile'}",
                            f"ncycle={CYCLES}", *self.keys)

    def measure(self, kind):
        elements = min(MOST, self.elements[kind])
        deck = make_deck(kind, elements, self.folder / "decks")
        self.run(deck, self.folder / kind, 1, f"decomp {{ timing_start {FROM} timing_end {CYCLES} }}\n")
        file = self.folder / kind / "DECOMP_TIMINGS.OUT"
        every = [n for n in (1, 2) if n <= (os.cpu_count() or 1)]
        pfile, plan = f"decomp {{ timing_file {file} }}\n", self.folder / f"{kind}-plan"
        runs = {n: [self.run(deck, self.folder / f"{kind}-{n}", n, pfile) for _ in range(REPEATS)] for n in every}
        subprocess.run([program(), "plan", f"i={deck}", f"o={plan}", f"p={self.folder / f'{kind}-1' / 'pfile'}",
                        f"ranks={','.join(map(str, every))}", *self.keys], check=True, capture_output=True,
                       stdin=subprocess.DEVNULL)
        return {"file": str(file), "elements": elements, "cpu": describe(program())["cpu"],
                "checks": [check(plan, n, runs[n]) for n in every]}


def check(folder, ranks, runs):
    """Measured and planned seconds of a step on so many ranks: mean work of a rank by part, and the whole step."""
    plan, platform = read_plans(folder)[ranks], Platform(HERE)
    planned = dict(zip(("elements", "contact", "nodes"), (float(part.mean()) for part in work(plan, platform, Rates()))))
    planned["work"] = sum(planned.values())
    planned["step"] = smpi_replay.replay(plan, platform, Rates(), smpi_replay.Settings(overlap=ranks > 1))
    found = [measured(summary) for summary in runs]
    return {"ranks": ranks, "planned": planned, "measured": {part: statistics.median(f[part] for f in found) for part in planned},
            "spread": {part: spread([f[part] for f in found]) for part in planned}}


def measured(summary):
    """Seconds of a step of a run: mean work of a rank by part, that of phases without a prediction with the nodes; wall time."""
    phases = {name: of["mean"] / summary["cycles"] for name, of in summary["decomposition"]["phases"].items()
              if name not in ("all", *UNPLANNED)}
    every, elements = sum(phases.values()), sum(phases.get(name, 0.0) for name in ELEMENTS)
    contact = phases.get("contact", 0.0) + phases.get("contact search", 0.0)
    wall = summary["wall_s"]
    return {"elements": elements, "contact": contact, "nodes": every - elements - contact, "work": every,
            "step": (wall["step_loop"] - sum(wall.get(name, 0.0) for name in UNPLANNED)) / summary["cycles"]}


def error(of, part):
    """Planned / measured - 1."""
    return of["planned"][part] / of["measured"][part] - 1


def greatest_error(costs, part="step"):
    return max(abs(error(of, part)) for of in costs["checks"])
