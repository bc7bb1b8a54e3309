"""Searches for the words of the pfile that balance a deck best. Started by scripts/tune-decomposition.

Each candidate is run for the first cycles. What counts is the critical path of a step: for each stage, between two
points where ranks wait for each other, the greatest CPU time outside MPI of all ranks, summed over the stages. It
contains no waiting, neither for other ranks nor for a core, so it is meaningful with more ranks than cores, too. The
search goes in rounds; each starts from the best pfile of the one before: methods, with costs of the table or as
measured in a run on few ranks; scale factors; these again with costs of contact and the parts in most contact as a
region; then interfaces and the ends of the model as regions. With --words there is no search: the given words and the
default run in turns, and the path is summed over windows of cycles, so that a load that moves from rank to rank counts.
"""
import csv
import hashlib
import json
import os
import shlex
import statistics
import sys
from dataclasses import dataclass, field
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "plots")]

from command_line import ROOT, Late, Parser, count, counted, deck_and_keys, file, numbers, start  # noqa: E402
import machine  # noqa: E402
from runs import (NOT_OF_THE_STEP, Progress, elements_of, guess_seconds, in_turns, program, ratio,  # noqa: E402
                  read_work, run_deck, why_not)
from tables import replace_part, table  # noqa: E402

np, tuning = Late("numpy"), Late("tuning")

MOST_CANDIDATES = 48           # of all rounds
CONFIRMED, CONFIRMING = 4, 3   # candidates that run again at the end, with the default; how often each
METHODS = ["rib", "hsfc", "metis", "metis_recursive", "greedy"]
MEASURED_FROM = 10             # cycles before that are left out of the costs of parts
PAGE = ROOT / "docs" / "experiments.md"
BEGIN = "<!-- from here on written by scripts/tune-decomposition --write: {} -->\n"
END = "<!-- up to here: {} -->\n"
HOT = (2, 4)                   # parts whose faces cost that many times the mean are tried as a region


@dataclass
class Result:
    words: str
    work: dict = field(default_factory=dict)   # phase -> [rank] seconds a cycle, the least of the repeats
    stages: dict = field(default_factory=dict)  # phase -> stage
    paths: list = field(default_factory=list)  # critical path of each repeat [seconds a cycle]
    walls: list = field(default_factory=list)  # wall time of each repeat [seconds a cycle]
    wall: float = 0.0                          # seconds a cycle, the least of the repeats
    elements: int = 0
    state_hash: str = ""
    error: str = ""

    @property
    def path(self):
        return critical_path(self.work, self.stages)

    @property
    def rank_work(self):
        return np.sum([of_rank for of_rank in self.work.values()], axis=0)

    @property
    def imbalance(self):
        return self.rank_work.max() / self.rank_work.mean() - 1


def critical_path(work, stages):
    """Of the work of phases [rank]: of each stage that of the slowest rank."""
    of_stage = {}
    for phase, of_rank in work.items():
        of_stage[stages[phase]] = np.add(of_stage.get(stages[phase], 0.0), of_rank)
    return float(sum(of_rank.max() for of_rank in of_stage.values()))


def read_window_path(folder, cycles):
    """Critical path [seconds a cycle] from samples: of each window the greatest work of all ranks in each stage."""
    work = {}
    with open(folder / "load_samples.csv", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["phase"] not in NOT_OF_THE_STEP:
                of_rank = work.setdefault((row["cycle"], row["stage"]), {})
                of_rank[row["rank"]] = of_rank.get(row["rank"], 0.0) + float(row["compute_s"])
    return sum(max(of_rank.values()) for of_rank in work.values()) / cycles


def first_cycle(dump):
    """Of a run that goes on from the dump."""
    if not dump:
        return 0
    with open(dump, "rb") as file:
        head = file.read(4096).decode(errors="replace")
    for line in head.splitlines():
        name, _, value = line.partition(" ")
        if name == "cycle":
            return int(value)
    raise ValueError(f"{dump} is no dump")


class Runner:
    """Runs candidates; keeps what is known in a file, so that no pfile is run twice."""

    def __init__(self, arguments, ranks, progress):
        self.arguments, self.ranks, self.progress = arguments, ranks, progress
        self.folder = arguments.o / f"{ranks}-ranks"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.first = first_cycle(arguments.restart)

    def command(self, ranks, folder, words, *keys):
        folder.mkdir(exist_ok=True)
        (folder / "pfile").write_text(f"decomposition {{ {words} }}\n")
        command = shlex.split(self.arguments.launcher.format(ranks=ranks))
        model = f"r={self.arguments.restart}" if self.arguments.restart else f"i={self.arguments.deck}"
        return [*command, program(), model, f"o={folder}", f"p={folder / 'pfile'}",
                f"ncycle={self.first + self.arguments.cycles}", "progress=off", *keys, *self.arguments.keys]

    def measure(self):
        """The file with costs of parts, from a run on few ranks, where their surfaces do not matter."""
        folder = self.folder / "measured"
        timings = (folder / "DECOMP_TIMINGS.OUT").absolute()
        if not timings.exists():
            first = self.first + MEASURED_FROM
            ranks = min(self.ranks, os.cpu_count())
            words = f"timing_start {first} timing_end {self.first + self.arguments.cycles}"
            command = self.command(ranks, folder, words)
            _, problem = self.progress.run(f"{ranks} ranks, {words}", lambda: run_deck(command, folder))
            if problem:
                raise ValueError(problem)
        return timings

    def __call__(self, words, more_repeats=0):
        deck = self.arguments.restart or self.arguments.deck
        name = f"{deck} {deck.stat().st_mtime_ns} {self.arguments.cycles} {self.arguments.keys} {words}"
        if self.arguments.words:
            name += f" in windows of {self.arguments.window}"
        key = hashlib.sha1(name.encode()).hexdigest()[:12]
        kept = self.folder / f"{key}.json"
        known = json.loads(kept.read_text()) if kept.exists() else {"repeats": 0, "words": words}
        while known["repeats"] < self.arguments.repeats + more_repeats and not known.get("error"):
            self.progress.run(f"{counted(self.ranks, 'rank')}, {words or 'default'}",
                              lambda: self.run_once(words, self.folder / key, known))
            kept.write_text(json.dumps(known))
        known.pop("repeats")
        result = Result(**known)
        reached = result.error or (f"{1e6 * result.path:9.1f} us/cycle, imbalance {100 * result.imbalance:5.1f} %, "
                                   f"wall {1e3 * result.wall:7.1f} ms")
        print(f"{self.ranks:4} ranks  {words or 'default':60} {reached}", flush=True)
        return result

    def run_once(self, words, folder, known):
        keys = ["profile=full"] + ([f"loadsample={self.arguments.window}"] if self.arguments.words else [])
        command = self.command(self.ranks, folder, words, *keys)
        summary, problem = run_deck(command, folder)
        if problem:
            known["error"] = problem
            return
        cycles = summary["cycles"] - self.first
        work, stages = read_work(folder, self.ranks, cycles)
        path = read_window_path(folder, cycles) if self.arguments.words else critical_path(work, stages)
        paths = [*known.get("paths", []), path]
        wall = summary["wall_s"]["step_loop"] / cycles
        walls = [*known.get("walls", []), wall]
        if known["repeats"]:
            work = {phase: list(np.minimum(of_rank, known["work"].get(phase, of_rank))) for phase, of_rank in work.items()}
            wall = min(wall, known["wall"])
        known.update(work=work, stages=stages, paths=paths, wall=wall, walls=walls, state_hash=summary["state_hash"],
                     elements=elements_of(summary), repeats=known["repeats"] + 1)


def interfaces_of(deck):
    """Ids of the contact interfaces: their order in the deck, or the ids of _ID cards."""
    ids, expects_id = [], False
    for line in deck.read_text(errors="replace").splitlines():
        if line.upper().startswith("*CONTACT_") and "INTERIOR" not in line.upper():
            ids.append(len(ids) + 1)
            expects_id = "_ID" in line.upper()
        elif expects_id and not line.startswith("$"):
            ids[-1], expects_id = int(line.replace(",", " ").split()[0]), False
    return ids


def box_of(deck):
    """The box around all nodes of the deck itself (not of files that it includes); None if there are none."""
    low, high, within = np.full(3, np.inf), np.full(3, -np.inf), False
    for line in deck.read_text(errors="replace").splitlines():
        if line.startswith("*"):
            within = line.strip().upper() == "*NODE"
        elif within and not line.startswith("$"):
            values = line.split(",")[1:4] if "," in line else [line[8 + 16 * i : 24 + 16 * i] for i in range(3)]
            point = np.array([float(value or 0) for value in values])
            low, high = np.minimum(low, point), np.maximum(high, point)
    return (low, high) if np.all(low <= high) else None


def ends_of(box):
    """Regions at both ends of the longest axis, which are spread over all ranks before the rest."""
    low, high = box
    axis = int(np.argmax(high - low))
    for share in (0.2, 0.35):
        cut = share * (high - low)[axis]
        for at_start in (True, False):
            a, b = low - 1, high + 1
            if at_start:
                b[axis] = low[axis] + cut
            else:
                a[axis] = high[axis] - cut
            yield "box " + " ".join(f"{v:.6g}" for pair in zip(a, b) for v in pair)


def hot_parts(timings, times):
    """Ids of the parts whose faces cost more than so many times the mean face, as a list of a pfile."""
    of_part, mean = {}, 0.0
    for line in timings.read_text().splitlines()[1:]:
        kind, *values = line.split()
        if kind == "face":
            mean = float(values[0])
        elif len(values) == 3:
            of_part[values[0]] = float(values[2])
    return ",".join(part for part, cost in of_part.items() if cost > times * mean)


def rounds(deck, timings):
    """Lists of functions from the best words so far to other words."""
    measured = f'timing_file "{timings}"'
    yield ([lambda best, m=m: f"method {m}" for m in METHODS] + [lambda best: "method metis constraints 2"]
           + [lambda best: measured, lambda best: f"method metis constraints 2 {measured}"])
    yield [lambda best, a=a, f=f: f"{best} s{a} {f}" for a in "xyz" for f in (1.5, 2, 5, 20)]
    regions = dict.fromkeys(parts for parts in (hot_parts(timings, times) for times in HOT) if parts)
    yield ([lambda best, a=a, f=f: f"{best} s{a} {f}" for a in "xyz" for f in (1.5, 3)]
           + [lambda best, f=f: f"{best} contactcost {f}" for f in (0, 0.5, 2, 4)]
           + [lambda best, p=p: f"{best} region {{ parts {p} }}" for p in regions])
    contacts = interfaces_of(deck)
    of_interfaces = [lambda best, c=c: f"{best} sidist {c}" for c in contacts[:6]]
    of_interfaces += [lambda best, c=c: f"{best} silist {c}" for c in contacts[:6]] if len(contacts) > 1 else []
    box = box_of(deck)
    yield of_interfaces + [lambda best, r=r: f"{best} region {{ {r} }}" for r in (ends_of(box) if box else ())]


def most_runs(arguments):
    """How many runs a search makes at most."""
    if arguments.words:
        return arguments.repeats * (1 + len(arguments.words))
    return 1 + arguments.repeats * (1 + MOST_CANDIDATES) + CONFIRMED * CONFIRMING


def confirm(run, results):
    """Runs the default and the best candidates again, in turns, so that what else the machine did meets all alike. These."""
    ranking = sorted((i for i, r in enumerate(results) if not r.error), key=lambda i: results[i].path)
    finalists = sorted({0, *ranking[:CONFIRMED - 1]})
    for more in range(1, CONFIRMING + 1):
        for i in finalists:
            results[i] = run(results[i].words, more)
    return [results[i] for i in finalists]


def check_answers(results):
    hashes = {r.state_hash for r in results if not r.error}
    if len(hashes) > 1:
        raise ValueError(f"the answer depends on the decomposition: state hashes {sorted(hashes)}")


def compare(run, words, repeats):
    """Runs the default and the words in turns. All results, the default first."""
    results = {}
    for repeat, case in in_turns(["", *dict.fromkeys(words)], repeats):
        results[case] = run(case, repeat + 1 - repeats)
        if results[case].error:
            raise ValueError(results[case].error)
    check_answers(results.values())
    return list(results.values())


def search(run, deck):
    """All results in the order of the search, the default first; the best; those that ran again."""
    results = [run("")]
    if results[0].error:
        raise ValueError(results[0].error)
    for variants in rounds(deck, run.measure()):
        best = min((r for r in results if not r.error), key=lambda r: r.path).words
        done = {r.words for r in results}
        for words in dict.fromkeys(variant(best).strip() for variant in variants):
            if words not in done:
                results.append(run(words))
    finalists = confirm(run, results)
    check_answers(results)
    return results, min((r for r in results if not r.error), key=lambda r: r.path), finalists


def doubt(default, best):
    """Why the best is not known to be better than the default; empty if it is."""
    return "the default is the best" if best is default else why_not(default.paths, best.paths)


def verdict(default, best):
    """How much the best gains over the default, in words."""
    why = "" if best is default else doubt(default, best)
    return f"{default.path / best.path:.3f} times" + (f"; {why}, no conclusion" if why else "")


def cell(seconds):
    return f"{1e6 * statistics.median(seconds):.1f} ({1e6 * min(seconds):.1f} to {1e6 * max(seconds):.1f})"


def of_turns(default, others):
    """In how many turns the others took less, and the median of the ratios: what changes the speed of the machine from
    turn to turn meets both alike."""
    ratios = [one / other for one, other in zip(default, others, strict=True)]
    return f"{sum(gain > 1 for gain in ratios)} of {len(ratios)}, {statistics.median(ratios):.2f}"


def table_of(results, has_cores, in_turns):
    """The paths of all runs of each pfile, the first of which is the default, and what it gains, as lines of a table; wall
    times where each rank has a core; turn by turn where each has run once in each."""
    default, rows = results[0], []
    for result in results:
        row = {"pfile": f"`{tuning.without_path(result.words)}`" if result.words else "default",
               "critical path [us per cycle]: median (least to most)": cell(result.paths),
               "gain": "" if result is default else ratio(default.paths, result.paths)}
        if in_turns:
            row["turns with a shorter path, median gain"] = "" if result is default else of_turns(default.paths, result.paths)
        if has_cores:
            row |= {"wall time": cell(result.walls),
                    "gain of wall time": "" if result is default else ratio(default.walls, result.walls)}
        rows.append(row)
    return table(rows)


def describe(arguments, ranks, default, candidates):
    """What a table shows."""
    of = f"the default and the best of {candidates} candidates" if candidates else "in turns"
    after = f" after cycle {first_cycle(arguments.restart)}" if arguments.restart else ""
    return (f"{counted(default.elements, 'element')}, {counted(ranks, 'rank')} on {counted(os.cpu_count(), 'core')}, "
            f"{counted(arguments.cycles, 'cycle')}{after}; {counted(len(default.paths), 'run')} of each pfile, {of}. Sources "
            f"{machine.sources()}, {machine.describe(program())['cpu']}.")


def write_table(path, found):
    with open(path, "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["ranks", "pfile", "path_us", "slowest_rank_us", "imbalance", "wall_us", "gain", "state_hash", "error"])
        for ranks, (results, *_) in found.items():
            for r in results:
                row = ["", "", "", "", "", r.state_hash, r.error]
                if not r.error:
                    row = [f"{1e6 * r.path:.2f}", f"{1e6 * r.rank_work.max():.2f}", f"{r.imbalance:.4f}", f"{1e6 * r.wall:.1f}",
                           f"{results[0].path / r.path:.4f}", r.state_hash, ""]
                table.writerow([ranks, r.words, *row])


def write_pfile(path, deck, cycles, ranks, default, best):
    """Only where the best is known to be better; one of an earlier search goes."""
    path.unlink(missing_ok=True)
    if why := doubt(default, best):
        print(f"no {path}: {why}")
        return
    path.write_text(f"# Proposed by scripts/tune-decomposition for {deck.name} on {counted(ranks, 'rank')}, from "
                    f"{cycles} cycles:\n"
                    f"# critical path {1e6 * best.path:.1f} us a cycle, {1e6 * default.path:.1f} us by default;\n"
                    f"# {verdict(default, best)}\n"
                    f"decomposition {{ {best.words} }}\n")


def parse_arguments():
    parser = Parser("tune-decomposition",
                    __doc__.split(". Started")[0] + ". " + " ".join(__doc__.split("\n\n")[1].split()))
    parser.add_argument("rest", nargs="+", metavar="DECK.k | key=value",
                        help="a deck, and keys for all runs, e.g. threads=2")
    parser.add_argument("--ranks", type=numbers, default=[16], metavar="LIST",
                        help="numbers of ranks, e.g. 8,16,32 (default: 16)")
    parser.add_argument("--cycles", type=count, default=100, metavar="N",
                        help="cycles of each run (default: %(default)s)")
    parser.add_argument("--restart", type=file, metavar="DUMP",
                        help="runs go on from this dump of the deck, e.g. in mid-crash")
    parser.add_argument("--words", action="append", metavar="WORDS",
                        help="words of a pfile to compare with the default in turns, instead of a search, e.g. 'rebalance 200'; "
                             "can be given several times")
    parser.add_argument("--window", type=count, default=100, metavar="N",
                        help="with --words: cycles over which the work of ranks is summed before they are compared "
                             "(default: %(default)s)")
    parser.add_repeats(2, "runs of each candidate, of which the least times count")
    parser.add_launcher()
    parser.add_argument("--write", metavar="NAME", help="write the table into the part NAME of docs/experiments.md")
    parser.add_argument("-o", "--output", dest="o", type=Path, default=Path("tuned"), metavar="DIR",
                        help="folder of the results (default: tuned)")
    arguments = parser.parse_intermixed_args()
    arguments.deck, arguments.keys = deck_and_keys(parser, arguments.rest)
    if not arguments.deck:
        parser.error("expected a deck")
    return arguments


def main(arguments):
    seconds = [guess_seconds(arguments.deck, [f"ncycle={arguments.cycles}"], ranks) for ranks in arguments.ranks
               for _ in range(most_runs(arguments))]
    progress, found, lines = Progress(seconds, at_most=True), {}, []
    for ranks in arguments.ranks:
        run = Runner(arguments, ranks, progress)
        if arguments.words:
            shown = compare(run, arguments.words, arguments.repeats)
        else:
            results, best, shown = found[ranks] = search(run, arguments.deck)
            write_pfile(arguments.o / f"pfile.{ranks}", arguments.deck, arguments.cycles, ranks, results[0], best)
        lines += [describe(arguments, ranks, shown[0], len(results) if found else 0), "",
                  *table_of(shown, ranks <= os.cpu_count(), bool(arguments.words)), ""]
    text = "\n".join(lines)
    print(f"\n{text}")
    if arguments.write:
        replace_part(PAGE, BEGIN.format(arguments.write), text, END.format(arguments.write))
    if not found:
        return
    write_table(arguments.o / "tuning.csv", found)
    tuning.draw(arguments.o / "tuning.png", {
        f"{arguments.deck.name}, {counted(ranks, 'rank')}: {verdict(results[0], best)}": (results, best)
        for ranks, (results, best, _) in found.items()})
    print(arguments.o / "tuning.png")


if __name__ == "__main__":
    start(parse_arguments, main)
