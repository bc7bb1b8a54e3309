"""Decks and plans of the studies of simulated clusters, each made once; used by cluster.py."""
import os
import re
import subprocess
import sys

from cluster_costs import Costs
from command_line import counted
from plans import Plan
from runs import is_current, make_deck, program

ELEMENTS = {"taurus": 1_057_000, "car2car": 1_000_000, "odb": 1_000_000}
CARS = {"car": 25_000, "car-large": 200_000}
REAL_SIZE = {"taurus": 1_057_000, "car2car": 2_400_000, "odb": 10_300_000}
PLAN_SECONDS = 1.5e-4   # of an element and a number of ranks, with reading and set-up, for guesses of the duration


class Plans:
    """Of the decks of a study's folder: each is planned for all ranks that a call asks for, unless it was before."""

    def __init__(self, folder, elements, keys):
        self.folder, self.elements, self.keys = folder, elements, keys
        self.costs = Costs(folder, elements, keys)

    def deck(self, kind):
        return make_deck(kind, self.elements[kind], self.folder / "decks")

    def place(self, kind, label):
        return self.folder / "plans" / f"{kind}_{self.elements[kind]}-{label}"

    def missing(self, kind, label, ranks):
        """Numbers of ranks that have no plan of this deck, made by this program."""
        deck = self.folder / "decks" / f"{kind}_{self.elements[kind]}.k"
        if not is_current(deck) or not self.costs.are_current(kind):
            return ranks
        oldest = max(source.stat().st_mtime for source in (deck, self.costs.kept(kind)))

        def is_there(n):
            path = self.place(kind, label) / f"plan-{n}.json"
            return path.exists() and path.stat().st_mtime > oldest

        return [n for n in ranks if not is_there(n)]

    def seconds(self, kind, label, ranks):
        """About how long get() will take."""
        return 1 + self.elements[kind] * PLAN_SECONDS * (len(self.missing(kind, label, ranks)) > 0)

    def measure(self, kind, ranks):
        """(elements, CPU seconds, peak memory in bytes) of the plan of a car on so many ranks, in a process of its own."""
        deck = make_deck("car", CARS[kind], self.folder / "decks")
        log = self.folder / "plans" / "measured.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("wb") as said:
            child = subprocess.Popen([program(), "plan", f"i={deck}", f"o={self.folder / 'plans' / 'measured'}",
                                      f"ranks={ranks}", *self.keys], stdin=subprocess.DEVNULL, stdout=said, stderr=said)
            _, child.returncode, used = os.wait4(child.pid, 0)
        if child.returncode:
            raise ValueError(f"plan of {deck} on {counted(ranks, 'rank')}: {log.read_text()[-200:].strip()}")
        mean = float(re.findall(r"^ +\d+ +([\d.]+) ", log.read_text(), re.M)[-1])
        return round(mean * ranks), used.ru_utime + used.ru_stime, 1024 * used.ru_maxrss

    def get_some(self, kind, label, ranks, keys):
        """Those that the memory of this machine allows, fewest ranks first; the others are named. Raises ValueError where
        there is none."""
        try:
            return self.get(kind, label, ranks, keys)
        except ValueError as problem:
            left = self.missing(kind, label, ranks)
            print(f"not planned: {kind} on {', '.join(map(str, left))} ranks: {problem}", file=sys.stderr)
            if len(left) == len(ranks):
                raise
            return self.get(kind, label, [n for n in ranks if n not in left], keys)

    def get(self, kind, label, ranks, keys=(), pfile="", threads=None):
        """{ranks: Plan}. `label` names what keys and pfile choose. Raises ValueError where the program cannot plan."""
        missing, place = self.missing(kind, label, ranks), self.place(kind, label)
        if missing:
            place.mkdir(parents=True, exist_ok=True)
            (place / "pfile").write_text(f"decomp {{ timing_file {self.costs.of(kind)['file']} }}\n{pfile}")
            call = [program(), "plan", f"i={self.deck(kind)}", f"o={place}", f"ranks={','.join(map(str, missing))}",
                    f"p={place / 'pfile'}", *keys, *self.keys]
            done = subprocess.run(call, capture_output=True, text=True, stdin=subprocess.DEVNULL)
            if done.returncode:
                said = (done.stderr or done.stdout).strip().splitlines()[-1:]
                raise ValueError(f"{' '.join(map(str, call))}: {' '.join(said) or f'status {done.returncode}'}")
        return {n: Plan(place / f"plan-{n}.json", threads) for n in ranks}
