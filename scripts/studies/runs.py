"""What studies share: the deck they use if none is given, one run, the order of repeats, how far they are, what their
repeats allow to conclude. Used by the studies of this folder."""
import csv
import os
import pathlib
import resource
import shlex
import statistics
import sys
import time

from command_line import counted
from crumple.decks import generate
from crumple.running import program, run_deck  # noqa: F401

ROOT = pathlib.Path(__file__).resolve().parents[2]
# for estimates before the first run
NS_PER_ELEMENT_CYCLE, S_PER_ELEMENT, BYTES_PER_ELEMENT = 130, 7e-5, 150
NOT_OF_THE_STEP = {"output", "write states", "write databases", "write dump", "outside phases"}


def is_current(deck):
    """Whether the deck is there and as the present generator writes it."""
    sources = [ROOT / "inputs/generate.py", *(ROOT / "inputs").rglob("*.py")]
    return deck.exists() and deck.stat().st_mtime > max(source.stat().st_mtime for source in sources)


def make_deck(kind, elements, folder):
    """Writes a deck of inputs/generate.py into the folder, where there is no current one; returns its path."""
    deck = folder / f"{kind}_{elements}.k"
    if not is_current(deck):
        generate(kind, deck, elements=elements)
    return deck


def make_car(folder):
    """The proxy car of the size that studies take if no deck is given."""
    return make_deck("car", 25000, folder)


def without_contact(deck, folder):
    """Writes the deck without its *CONTACT_ keywords into the folder; its path, None if it has none. Raises ValueError where
    it includes other files."""
    text = deck.read_text(errors="replace")
    if any(line.upper().startswith("*INCLUDE") for line in text.splitlines()):
        raise ValueError(f"{deck} includes other files, whose contacts this study cannot remove; merge them first")
    kept, taken = [], 0
    keep = True
    for line in text.splitlines(keepends=True):
        if line.startswith("*"):
            keep = not line.upper().startswith("*CONTACT_")
            taken += not keep
        if keep:
            kept.append(line)
    if not taken:
        return None
    target = folder / f"{deck.stem}-no-contact.k"
    target.write_text("".join(kept))
    return target


def elements_of(summary):
    """Elements by which costs are counted."""
    return sum(summary["elements"][kind] for kind in ("shells", "solids", "beams"))


def work_ns(summary):
    """CPU time of the main threads outside MPI [ns] for an element and cycle of the steps. Neither other programs nor
    waiting lengthens it. Raises ValueError where the run has no profile."""
    if "mpi" not in summary:
        raise ValueError("profile=off records no CPU times; leave it out")
    return 1e9 * summary["mpi"]["work_s"]["mean"] * summary["ranks"] / (summary["cycles"] * elements_of(summary))


def read_work(folder, ranks, cycles):
    """{phase: [CPU seconds of each rank outside MPI in a cycle]} of a run, and the stage of each phase."""
    work, stages = {}, {}
    with open(folder / "mpi_profile.csv", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["record"] == "phase" and row["phase"] not in NOT_OF_THE_STEP:
                work.setdefault(row["phase"], [0.0] * ranks)[int(row["rank"])] = float(row["work_seconds"]) / cycles
                stages[row["phase"]] = row["stage"]
    return work, stages


def guess_seconds(deck, keys, ranks=1, cycles=1000):
    """About how long a run takes: from the size of the deck, the cycles that ncycle= gives, and the cores."""
    elements = deck.stat().st_size / BYTES_PER_ELEMENT
    for key in keys:
        name, _, value = key.lower().partition("=")
        cycles = int(value) if name == "ncycle" and value.isdigit() else cycles
    cores = min(ranks, os.cpu_count() or 1)
    return 1 + elements * (cycles * NS_PER_ELEMENT_CYCLE * 1e-9 / cores + S_PER_ELEMENT)


def environment(ranks, threads, cores):
    """What Open MPI needs for several threads of a rank, and for more of them than cores."""
    if threads == 1 and ranks <= cores:
        return {}
    free = {"OMPI_MCA_hwloc_base_binding_policy": "none"}
    return free | ({"OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1"} if ranks > cores else {})


def run_on_ranks(name, launcher, ranks, deck, folder, *keys, threads=1, environment=None):
    """Runs a deck by a launcher of command_line.py: the summary. Raises ValueError, with the name, where there is none."""
    command = [*shlex.split(launcher.format(ranks=ranks, threads=threads)), program(), f"i={deck}", f"o={folder}",
               "progress=off", *keys]
    summary, problem = run_deck(command, folder, environment)
    if problem:
        raise ValueError(f"{name}: {problem}")
    return summary


def cpu_of(work):
    """What work() returns, and the CPU time [s] of the processes that it has started on this machine and waited for."""
    def used():
        spent = resource.getrusage(resource.RUSAGE_CHILDREN)
        return spent.ru_utime + spent.ru_stime
    before = used()
    return work(), used() - before


def in_turns(cases, repeats):
    """(repeat, case): all cases once, then again, each round starting with another case, so that what else the machine
    does meets all of them alike."""
    for repeat in range(repeats):
        start = repeat % max(len(cases), 1)
        for case in cases[start:] + cases[:start]:
            yield repeat, case


def by_case(rows, axes):
    """{values of the axes: the rows that have them}."""
    cases = {}
    for row in rows:
        cases.setdefault(tuple(row[axis] for axis in axes), []).append(row)
    return cases


def spread(values):
    """(most - least) / median: what repeats of one kind differ by."""
    return (max(values) - min(values)) / statistics.median(values)


def ends(values):
    """How far the least and the most of the repeats are from their median, for the bars of a picture."""
    middle = statistics.median(values)
    return middle - min(values), max(values) - middle


def tell_apart(first, second):
    """Whether repeats of two kinds say which is less: three of each at least, and no overlap."""
    return min(len(first), len(second)) >= 3 and (max(first) < min(second) or max(second) < min(first))


def why_not(first, second, was_busy=False):
    """Why repeats of two kinds do not say which is less; empty if they do."""
    if was_busy:
        return "the machine was busy"
    if min(len(first), len(second)) < 3:
        return "fewer than 3 repeats"
    return "" if tell_apart(first, second) else "within the noise"


def ratio(first, second, was_busy=False):
    """first / second by their medians, or why their repeats allow no conclusion."""
    why = why_not(first, second, was_busy)
    return f"{why}, no conclusion" if why else f"{statistics.median(first) / statistics.median(second):.2f}"


def load():
    """Programs that want to run, mean of the last minute."""
    return round(os.getloadavg()[0], 1)


def busy(cores, to=sys.stderr):
    """Whether other programs take a tenth of the cores or more, with a warning: repeats alike do not show what all of them
    suffer, so no conclusion is drawn from the wall times of such a machine."""
    found = load() > 0.1 * cores
    if found:
        print(f"warning: the load was {load()} on {counted(cores, 'core')} before the first run (mean over a minute), so wall "
              "times allow no conclusion", file=to)
    return found


def duration(seconds):
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


class Progress:
    """Says before the first run how many there are and how long they should take, and with each which it is and how long
    the rest should take. Costs are guesses of each run's seconds, which the runs that have ended correct."""

    def __init__(self, costs, at_most=False, to=sys.stderr):
        self.costs, self.done, self.spent, self.to = list(costs), 0, 0.0, to
        most = "at most " if at_most else ""
        print(f"{most}{counted(len(self.costs), 'run')}, about {duration(sum(self.costs))}", file=to, flush=True)

    def skip(self):
        """Leaves the next run out."""
        del self.costs[self.done]

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
