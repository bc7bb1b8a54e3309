"""Every table and picture of speed on the pages: which script makes it, which sources it measures, how old it is;
called by scripts/figures.

A figure is a part of a page between two marks, or a section of a page. It is as old as the commits since it was
measured that touch what it measures: since the oldest commit that it cites or, where it cites none, since the newest
change of one of its lines. A test fails where that is more than OLDEST (tests/studies/figures.py).
"""
import dataclasses
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(pathlib.Path(__file__).parent))

from command_line import Parser, counted, start  # noqa: E402
import machine  # noqa: E402
from runs import busy, duration, generate, is_current, make_car, program  # noqa: E402
from tables import replace_part, table  # noqa: E402

OLDEST = 60
CITED = re.compile(r"\b[Cc]ommit ([0-9a-f]{7,12})\b")
OWN_END = "<!-- up to here: {} -->\n"
STEP = ("src", "kernels", "decomp")
PLANS = ("decomp", "src/comm", "src/app/plan.cpp", "src/io/phase_work.cpp")
REDUCTIONS = ("src/comm",)


@dataclasses.dataclass(frozen=True)
class Figure:
    name: str
    page: str
    begins: tuple       # the marks, or headings of sections, of its parts of the page
    command: str        # of scripts/, with {o} for its folder
    measures: tuple     # paths whose changes may change what it shows
    minutes: int        # about, on two cores
    quick: str = ""     # the command that tries it in seconds; no page is written
    table: str = ""     # file in its folder that goes between the marks; empty: the script writes the page
    pictures: tuple = ()  # (file of docs/images, file in its folder); those that the script itself writes: ""
    needs: str = ""     # what the machines that run the tests lack: then its age is told, but is no failure


def marks(script, *parts):
    return tuple(f"<!-- from here on written by scripts/{script}{' --write' * bool(parts)}{': ' * bool(part)}{part} -->"
                 for part in parts or ("",))


def own(name):
    return (f"<!-- from here on written by scripts/figures: {name} -->",)


CLUSTER_PARTS = ("origin", "calibration", "offload", "scaling", "threads", "methods", "modes", "algorithms", "profile")
FIGURES = [
    Figure("readme", "README.md", marks("readme-results"), "readme-results -np 2 -o {o}", STEP, 3),
    Figure("vectors", "docs/experiments.md", own("vectors"), "vector-study --repeats 7 -o {o}",
           ("kernels", "src/physics"), 4,
           quick="vector-study --repeats 1 --ncycle 5 -o {o}", table="table.md",
           pictures=(("vector-study.png", "vector-study.png"),), needs="no other programs"),
    Figure("kernels", "docs/experiments.md", marks("kernel-study"), "kernel-study -o {o}",
           ("kernels/shells", "kernels/solids", "kernels/simd",
            "kernels/materials/material_024_piecewise_linear_plasticity.hpp"), 3,
           quick="kernel-study --repeats 1 --print -o {o}"),
    Figure("collectives", "docs/experiments.md", ("## Communication modes",),
           "collectives-study -np 2 --transports p2p,persistent,neighbor,shared,rma --repeats 5 -o {o}", REDUCTIONS, 3,
           table="table.md"),
    Figure("latency", "docs/experiments.md", ("## Latency",),
           "collectives-study -np 2 --latency 0,50,100,200,400,800,1600 -o {o}", REDUCTIONS, 5, table="table.md",
           pictures=(("latency-of-modes.png", "latency.png"),)),
    Figure("noise", "docs/experiments.md", ("## Noise",),
           "collectives-study -np 2 --noise 0,100:1000,1000:10000,10000:100000 -o {o}", REDUCTIONS, 2,
           table="table.md"),
    Figure("tubes", "docs/experiments.md", marks("tune-decomposition", "tubes"),
           "tune-decomposition {tubes} --cycles 600 --repeats 1 --write tubes -o {o}", ("decomp",), 60,
           pictures=(("tuning-tubes.png", "tuning.png"), ("decomposition-tubes.png", ""))),
    Figure("tubes-words", "docs/experiments.md", marks("tune-decomposition", "tubes-words"),
           "tune-decomposition {tubes} --cycles 600 --window 600 --repeats 7 --words 'method rib sx 20 contactcost 4' "
           "--words 'method metis contactcost 4' --write tubes-words -o {o}", ("decomp",), 15),
    Figure("rebalancing", "docs/experiments.md", marks("tune-decomposition", "rebalancing"),
           "tune-decomposition {tubes} --cycles 12000 --window 200 --words 'rebalance 200' --write rebalancing -o {o}",
           ("decomp", "src/app/rebalance.cpp", "src/app/rebalance_rule.cpp"), 40),
    Figure("clusters", "docs/cluster-studies.md", marks("cluster-studies", *CLUSTER_PARTS),
           "cluster-studies --write -o {o}",
           PLANS, 240, pictures=tuple((f"cluster-{name}.png", "") for name in
                                      ("scaling", "scaling-parts", "threads", "methods"))),
    Figure("plans", "docs/plan.md", marks("cluster-studies", "plans"),
           "cluster-studies plans --write -o {o}", PLANS, 30),
    Figure("replays", "docs/simulation.md", marks("validate-simulation", ""), "validate-simulation --write -o {o}",
           ("src/comm", "src/app/plan.cpp", "scripts/studies/smpi_replay.py"), 5),
    Figure("storage", "docs/storage.md", ("<!-- table of scripts/io-study -->",),
           "io-study --ranks 1,2 --writers 1,2 --elements 100000 --repeats 7 --page docs/storage.md -o {o}",
           ("src/io/storage", "src/io/states.cpp", "src/io/dump_file.cpp"), 20,
           pictures=(("storage-sizes.png", "sizes.png"), ("storage-shares.png", "shares.png"))),
    Figure("factors", "docs/storage.md", ("<!-- table of scripts/solver-io-study engine-block -->",),
           "solver-io-study engine-block --elements 4000 --folders {o}/one,{o}/two --minutes 5 --page docs/storage.md "
           "-o {o}", ("src/solver",), 6,
           pictures=tuple((f"solver-{name}-engine-block.png",) * 2 for name in ("phases", "time", "sizes"))),
    Figure("factors-of-modes", "docs/storage.md", ("<!-- table of scripts/solver-io-study car -->",),
           "solver-io-study car --shapes 6 --ranks 2 --folders {o}/one,{o}/two --minutes 7 --page docs/storage.md "
           "-o {o}", ("src/solver",), 8, pictures=(("solver-sizes-car.png",) * 2,)),
    Figure("factor-kernels", "docs/storage.md", ("<!-- table of scripts/solver-io-study --instruction-sets -->",),
           "solver-io-study engine-block --instruction-sets --elements 12000 --minutes 6 --page docs/storage.md -o {o}",
           ("src/solver",), 6),
    Figure("sixteen-cores", "docs/scaling.md", ("## The car on 16 cores",),
           "scaling-study {car} --ranks 1,2,4,8,16 --threads 1,2,4,8,16 ncycle=2000 -o {o}", STEP, 20,
           quick="scaling-study {car} --ranks 1 --repeats 1 ncycle=5 -o {o}", table="table.md", needs="16 cores"),
]


def git(*words):
    return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=True).stdout


def has_history():
    try:
        return git("rev-parse", "--is-shallow-repository").strip() == "false"
    except (OSError, subprocess.CalledProcessError):
        return False


def part_of(page, begin):
    """(first, last) line, from 1, of the part of the page that a mark or a heading begins. Raises ValueError."""
    lines = page.read_text(encoding="utf-8").splitlines()
    if begin not in lines:
        raise ValueError(f"{page.name}: lacks the line {begin}")
    first = lines.index(begin) + 1
    ends = (lambda line: line.startswith("## ")) if begin.startswith("#") else (lambda line: line.startswith("<!-- "))
    last = next((at for at in range(first, len(lines)) if ends(lines[at])), len(lines))
    return first + 1, last


def commits_of(page, begin):
    """The commits at which a part of a page was measured, as the head of this file says."""
    first, last = part_of(page, begin)
    cited = CITED.findall("\n".join(page.read_text(encoding="utf-8").splitlines()[first - 1:last]))
    if cited:
        return cited, max
    blame = git("blame", "-s", "-l", f"-L{first},{last}", "--", str(page.relative_to(ROOT)))
    return {line.split()[0].lstrip("^") for line in blame.splitlines()}, min


def age(figure):
    """The most commits since one of its parts was measured that touch what it measures."""
    def since(commit):
        if not commit.strip("0"):
            return 0  # not committed yet
        return int(git("rev-list", "--count", f"{commit}..HEAD", "--", *figure.measures))
    ages = []
    for begin in figure.begins:
        commits, worst = commits_of(ROOT / figure.page, begin)
        ages.append(worst(map(since, commits)))
    return max(ages)


def arguments():
    parser = Parser("figures", "Renews the tables and pictures of speed on the pages.")
    parser.add_argument("names", nargs="*", metavar="FIGURE",
                        help="those of --list (default: all that need no special machine)")
    parser.add_argument("--list", action="store_true", help="list figures, pages, commands and ages, and exit")
    parser.add_argument("--old", action="store_true", help=f"those older than {OLDEST} commits")
    parser.add_argument("--quick", action="store_true",
                        help="try the scripts in seconds, where they have such a form; no page changes")
    parser.add_argument("--again", action="store_true", help="repeat what these sources have done already")
    parser.add_output("figures")
    options = parser.parse_args()
    known = [figure.name for figure in FIGURES]
    for name in options.names:
        if name not in known:
            parser.error(f"'{name}' is no figure, expected one of {', '.join(known)}")
    return options


def chosen(options):
    figures = [f for f in FIGURES if f.name in options.names or (not options.names and not f.needs)]
    if options.old:
        figures = [f for f in figures if age(f) > OLDEST]
    return [f for f in figures if f.quick or not options.quick]


def list_all():
    known = has_history()
    rows = [{"figure": f.name, "page": f.page, "age": age(f) if known else "-", "minutes": f.minutes,
             "needs": f.needs or "-", "command": f"scripts/{f.command.split(' -o ')[0]}"} for f in FIGURES]
    print(*table(rows), sep="\n")
    print(f"age: commits since then to what it measures; more than {OLDEST} is old")


def make_tubes(folder):
    deck = folder / "tubes.k"
    if not is_current(deck):
        generate("tubes", deck)
    return deck


def command_of(figure, folder, quick):
    """Its words, with decks that it needs in its folder."""
    text = figure.quick if quick else figure.command
    decks = {name: make(folder) for name, make in (("car", make_car), ("tubes", make_tubes)) if f"{{{name}}}" in text}
    name, *words = shlex.split(text.format(o=folder, **decks))
    return [str(ROOT / "scripts" / name), *words]


def origin(figure):
    """What a table says of itself: the sources, the machine, the command."""
    facts = machine.describe(program())
    return (f"Sources {facts['sources']}, commit {facts['commit'].split(' ')[0]}, {facts['cpu']}, "
            f"{counted(facts['cores'] or os.cpu_count(), 'core')}, `scripts/{figure.command.split(' -o ')[0]}`.")


def put(figure, folder):
    """Puts what the script has left in its folder on the page."""
    page = ROOT / figure.page
    if figure.table:
        begin, = figure.begins
        if not begin.startswith("<!--"):
            print(f"{figure.name}: the table is {folder / figure.table}; the section \"{begin.lstrip('# ')}\" of "
                  f"{figure.page} is written by hand")
        else:
            text = "\n".join(line for line in (folder / figure.table).read_text(encoding="utf-8").splitlines()
                             if not line.startswith("# ")).strip()
            replace_part(page, begin + "\n", f"\n{origin(figure)}\n\n{text}\n\n", OWN_END.format(figure.name))
    for target, made in figure.pictures:
        if made:
            shutil.copyfile(folder / made, ROOT / "docs" / "images" / target)


def renew(figure, options):
    """Runs its script, unless it was run on these sources; returns what is to be said."""
    folder = (options.o / (figure.name + "-quick" * options.quick)).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    kept, sources = folder / "figure.json", machine.sources()
    command = command_of(figure, folder, options.quick)
    done = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    if not options.again and done.get("sources") == sources and done.get("command") == command:
        return f"{figure.name}: done before, {duration(done['seconds'])}"
    started = time.monotonic()
    with (folder / "log").open("w", encoding="utf-8") as log:
        status = subprocess.run(command, stdout=log, stderr=subprocess.STDOUT, cwd=ROOT).returncode
    if status != 0:
        return f"{figure.name}: FAILED, status {status}; the log is {folder / 'log'}"
    if not options.quick:
        put(figure, folder)
    seconds = time.monotonic() - started
    facts = {"sources": sources, "commit": machine.commit(), "command": command, "seconds": seconds}
    kept.write_text(json.dumps(facts), encoding="utf-8")
    return f"{figure.name}: {duration(seconds)}" + (f", {figure.page}" if not options.quick else "")


def main(options):
    if options.list:
        return list_all()
    figures = chosen(options)
    about = "" if options.quick else f", about {duration(60 * sum(f.minutes for f in figures))}"
    print(counted(len(figures), "figure") + about)
    if not options.quick:
        busy(os.cpu_count())
    failed = False
    for figure in figures:
        said = renew(figure, options)
        failed = failed or "FAILED" in said
        print(said, flush=True)
    return int(failed)


if __name__ == "__main__":
    start(arguments, main)
