"""What studies share: the deck they use if none is given, one run, the order of repeats, how far they are, what their
repeats tell. Used by the studies of this folder."""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


def make_car(generator, folder):
    """Writes the proxy car into the folder; returns its path."""
    deck = folder / "car.k"
    subprocess.run([sys.executable, generator, "car", "-o", deck], check=True)
    return deck


def run_deck(command, folder, environment=None):
    """Runs the program with results in the folder: its summary, and why there is none."""
    run = subprocess.run(command, env=os.environ | (environment or {}), capture_output=True, text=True,
                         stdin=subprocess.DEVNULL)
    if run.returncode == 0:
        return json.loads((folder / "summary.json").read_text(encoding="utf-8")), ""
    errors = [line for line in (run.stderr + run.stdout).splitlines() if line.startswith("Error")]
    return None, errors[0] if errors else f"exit status {run.returncode}: {(run.stderr or run.stdout)[-300:]}"


def in_turns(cases, repeats):
    """(repeat, case): all cases once, then again, each round starting with another case, so that what else the machine
    does meets all of them alike."""
    for repeat in range(repeats):
        start = repeat % max(len(cases), 1)
        for case in cases[start:] + cases[:start]:
            yield repeat, case


def spread(values):
    """(most - least) / median: what repeats of one kind differ by."""
    return (max(values) - min(values)) / statistics.median(values)


def tell_apart(first, second):
    """Whether repeats of two kinds say which is less: three of each at least, and no overlap."""
    return min(len(first), len(second)) >= 3 and (max(first) < min(second) or max(second) < min(first))


def duration(seconds):
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


class Progress:
    """Says before the first run how many there are and how long they should take, and with each which it is and how long
    the rest should take. Costs are guesses of each run's seconds, which the runs that have ended correct."""

    def __init__(self, costs, extra=0.0, to=sys.stderr):
        self.costs, self.done, self.spent, self.to = list(costs), 0, 0.0, to
        print(f"{len(self.costs)} runs, about {duration(sum(self.costs) + extra)}", file=to, flush=True)

    def run(self, name, work):
        """Calls work() as the next run; returns what it returns."""
        rate = self.spent / sum(self.costs[:self.done]) if self.done else 1.0
        left = duration(rate * sum(self.costs[self.done:]))
        print(f"run {self.done + 1} of {len(self.costs)}: {name}, about {left} left", file=self.to, flush=True)
        start = time.monotonic()
        result = work()
        self.spent += time.monotonic() - start
        self.done += 1
        return result
