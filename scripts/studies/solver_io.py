"""What the factors of implicit analysis cost in memory and in files, and on the instruction sets of the solver's library;
called by scripts/solver-io-study.

All runs of a deck must end with the same state hash. Cases run alternately, and each round starts with a different one.
Requests to the files of factors are those that factor_io.c has seen; it also empties the page cache of these files or
reads past it. Times by phase: analysis, factorisation and substitution of the library; refinement of solutions; stiffness;
Lanczos iteration without its solutions; the rest."""
import csv
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import solver_io_pictures as pictures  # noqa: E402
from command_line import (Parser, counted, folder, names_and_keys, numbers, positive, ranks_of, refuse_keys,  # noqa: E402
                          some_of, start)
from crumple.decks import generate  # noqa: E402
from machine import describe, output_of  # noqa: E402
from runs import (ROOT, Progress, busy, by_case, environment, in_turns, program, run_on_ranks, spread,  # noqa: E402
                  tell_apart)
from solver_calls import Sampler, read_calls, read_requests, within  # noqa: E402
from tables import replace_part, table  # noqa: E402

DECKS = {"engine-block": (8000, {}), "car": (20000, {"implicit": True}), "body-buckling": (25000, {})}
US_PER_ELEMENT = {"engine-block": 1000, "car": 1000, "body-buckling": 2000}   # for the estimate before the first run
MODES = ["in-core", "buffered", "forgotten", "direct"]
AXES = ["deck", "ranks", "mode", "folders", "block", "blas", "isa"]
PHASES = ["analysis", "factorisation", "substitution", "refinement", "Lanczos", "stiffness", "rest"]
COUNTS = ["calls", "columns", "cpu_s", "requests", "mb", "request_s", "device_mb"]
WAYS = {"factorisation": 1, "substitution": 0}   # the kind of requests in it: writes, reads
COLUMNS = [*AXES, "repeat", "wall_s", "cpu_s", *(f"{phase}_s" for phase in PHASES),
           *(f"{way}_{count}" for way in WAYS for count in COUNTS), "sync_s", "user_s", "system_s", "iowait_s", "memory_mb",
           "factors_mb", "equations", "sizes", "state_hash"]
PAGE_MARKS = ("<!-- table of scripts/solver-io-study {deck} -->\n", "<!-- end of its table of {deck} -->\n")
SETS_MARKS = ("<!-- table of scripts/solver-io-study --instruction-sets -->\n", "<!-- end of its table of sets -->\n")
PAPER = 1.17   # AVX-512 over AVX2 of an implicit analysis with 2.5 million degrees of freedom, as reported; not confirmed here


def arguments():
    parser = Parser("solver-io-study", __doc__.split(";")[0] + ".")
    parser.add_argument("rest", nargs="*", metavar="DECK | key=value",
                        help=f"of {', '.join(DECKS)} (default: the first two), and keys for all runs, e.g. ordering=metis")
    parser.add_argument("--elements", type=sizes, metavar="LIST", help="sizes of the decks, in their order")
    parser.add_argument("--shapes", type=int, default=20, metavar="N", help="modes of the car (default: %(default)s)")
    parser.add_numbers_of_ranks()
    parser.add_argument("--modes", metavar="LIST", help=f"of {', '.join(MODES)} (default: all)")
    parser.add_argument("--folders", type=lambda text: [folder(word) for word in text.split(",")], metavar="DIR[,DIR2]",
                        help="for files of factors, one and, if given, both (default: one in DIR of -o)")
    parser.add_argument("--blocks", type=numbers, default=[32], metavar="LIST",
                        help="right-hand sides for which factors are read once; the smaller ones, as two folders, are compared "
                        "in the last of the modes on the most ranks (default: 32)")
    parser.add_argument("--instruction-sets", action="store_true", help="times by instruction sets, in memory, on one rank")
    parser.add_argument("--blas", default="Haswell,SkylakeX", metavar="LIST",
                        help="OPENBLAS_CORETYPE of the solver's library (default: %(default)s)")
    parser.add_argument("--isa", default="avx2,avx512", metavar="LIST", help="of our kernels (default: %(default)s)")
    parser.add_repeats()
    parser.add_argument("--minutes", type=positive, metavar="N",
                        help="begin no run after so long, once every case has run (default: no limit)")
    parser.add_launcher()
    parser.add_output("solver-io")
    parser.add_page("the tables are")
    parser.add_cores()
    options = parser.parse_intermixed_args()
    options.decks, options.keys = names_and_keys(parser, options.rest, DECKS, "deck", list(DECKS)[:2])
    refuse_keys(parser, options.keys, ("scratch", "rhs_block", "precision", "o", "i", "isa"),
                "; see --folders, --blocks, --isa")
    if options.elements and len(options.elements) != len(options.decks):
        parser.error(f"--elements: expected {counted(len(options.decks), 'number')}, one for each deck")
    options.elements = options.elements or [DECKS[deck][0] for deck in options.decks]
    options.modes = some_of(parser, "--modes", options.modes, MODES) if options.modes else MODES
    options.ranks = ranks_of(options)
    return options


def sizes(text):
    """Whole numbers in the order given."""
    return [number for word in text.split(",") for number in numbers(word)]


def make_decks(options):
    """{deck: its files with factors in memory and in files}."""
    decks = {}
    for name, elements in zip(options.decks, options.elements):
        whole = options.o / "decks" / f"{name}_{elements}.k"
        generate(name, whole, elements=elements, **DECKS[name][1])
        text = whole.read_text()
        if name == "car":
            head, found, tail = text.partition("*CONTROL_IMPLICIT_EIGENVALUE\n")
            comment, _, rest = tail.partition("\n")
            text = head + found + comment + f"\n{options.shapes:10d}\n" + rest.partition("\n")[2]
            whole.write_text(text)
        in_files = whole.with_name(whole.stem + "-files.k")
        in_files.write_text(text.replace("*END", "*CONTROL_IMPLICIT_SOLVER\n         6\n*END"))
        decks[name] = (whole, in_files)
    return decks


def cases_of(options):
    none = dict.fromkeys(("blas", "isa"), "")
    for deck in options.decks:
        if options.instruction_sets:
            for blas in options.blas.split(","):
                for isa in options.isa.split(","):
                    yield {"deck": deck, "ranks": 1, "mode": "in-core", "folders": 0, "block": 32, "blas": blas, "isa": isa}
            continue
        for ranks in options.ranks:
            for mode in options.modes:
                case = {"deck": deck, "ranks": ranks, "mode": mode, "folders": int(mode != "in-core"),
                        "block": max(options.blocks), **none}
                yield case
                # in one mode on the most ranks; the engine block has one right-hand side
                if mode != "in-core" and mode == options.modes[-1] and ranks == options.ranks[-1]:
                    if len(options.folders) > 1 < ranks:
                        yield case | {"folders": 2}
                    if deck != "engine-block":
                        yield from (case | {"block": block} for block in options.blocks[:-1])


def name_of(case):
    if case["blas"]:
        return f"{case['deck']}, library on {case['blas']}, kernels on {case['isa']}"
    folders = ", 2 folders" if case["folders"] > 1 else ""
    return f"{case['deck']}, {counted(case['ranks'], 'rank')}, {case['mode']}{folders}, {case['block']} at once"


def run_once(case, decks, library, options):
    """The row of a run, and what the machine did meanwhile."""
    in_files = case["mode"] != "in-core"
    out = options.o / "run"
    keys = ["precision=double", f"rhs_block={case['block']}", *options.keys]
    variables = environment(case["ranks"], 1, options.cores)
    if case["isa"]:
        keys.append(f"isa={case['isa']}")
        variables |= {"OPENBLAS_CORETYPE": case["blas"]}
    with tempfile.TemporaryDirectory() as traces:
        if in_files:
            keys.append("scratch=" + ",".join(str(path) for path in options.folders[:case["folders"]]))
            variables |= {"LD_PRELOAD": str(library), "FACTOR_IO": case["mode"],
                          "FACTOR_IO_TRACE": str(pathlib.Path(traces) / "trace")}
        with Sampler(options.folders[0]) as sampler:
            summary = run_on_ranks(name_of(case), options.launcher, case["ranks"], decks[case["deck"]][in_files], out, *keys,
                                   environment=variables)
        requests = read_requests(traces)
    calls = read_calls(out / "solver.csv")
    row = row_of(case, summary, calls, requests, sampler)
    row["equations"] = int(re.search(r"implicit analysis: (\d+) equations", (out / "mes0000").read_text())[1])
    return row, (calls, requests, sampler)


def row_of(case, summary, calls, requests, sampler):
    wall = summary["wall_s"]
    seconds = {name: sum(call["seconds"] for call in calls if call["call"] == name) for name in PHASES[:3]}
    phases = seconds | {"refinement": wall["substitution"] - seconds["substitution"], "stiffness": wall.get("stiffness", 0.0),
                        "Lanczos": wall.get("Lanczos", 0.0)}
    phases["rest"] = wall["total"] - sum(phases.values())
    row = {**case, "wall_s": wall["total"], "cpu_s": summary["cpu_s"], **{f"{name}_s": phases[name] for name in PHASES}}
    histogram = {}
    for way, kind in WAYS.items():
        its_calls = [call for call in calls if call["call"] == way]
        its = within(requests, its_calls)
        its = its[its["kind"] == kind]
        for size in its["bytes"]:
            key = f"{way} {int(max(size, 1)).bit_length() - 1}"
            histogram[key] = histogram.get(key, 0) + 1
        stored = "storage_written" if kind else "storage_read"
        row |= {f"{way}_{name}": value for name, value in zip(COUNTS, (
            len(its_calls), sum(call["columns"] for call in its_calls), sum(call["cpu_seconds"] for call in its_calls),
            len(its), 1e-6 * float(its["bytes"].sum()), float(its["seconds"].sum()) / case["ranks"],
            1e-6 * sum(call[stored] for call in its_calls) if len(its) else 0.0))}
    row["sync_s"] = float(requests["seconds"][requests["kind"] == 2].sum()) / case["ranks"]
    row |= {f"{state}_s": value for state, value in sampler.cpu_seconds().items() if f"{state}_s" in COLUMNS}
    row |= {"memory_mb": 1e-6 * max(call["memory"] for call in calls), "factors_mb": 1e-6 * max(call["disk"] for call in calls),
            "sizes": json.dumps(histogram), "state_hash": summary["state_hash"]}
    return row


def run_all(options, decks, library):
    """Rows of all runs, and what the machine did in the last run of each case; raises ValueError where bits differ."""
    cases = list(cases_of(options))
    order = list(in_turns(cases, options.repeats))
    elements = dict(zip(options.decks, options.elements))
    progress = Progress([elements[case["deck"]] * US_PER_ELEMENT[case["deck"]] * 1e-6 / min(case["ranks"], options.cores)
                         for _, case in order])
    rows, hashes, seen = [], {}, {}
    begin = time.monotonic()
    for repeat, case in order:
        if options.minutes and repeat > 0 and time.monotonic() - begin > 60 * options.minutes:
            break
        row, doings = progress.run(name_of(case), lambda: run_once(case, decks, library, options))
        if row["state_hash"] != hashes.setdefault(case["deck"], row["state_hash"]):
            raise ValueError(f"{name_of(case)} gave {row['state_hash']}, another case {hashes[case['deck']]}: one deck must "
                             "give one answer")
        rows.append(row | {"repeat": repeat})
        seen[tuple(case.values())] = doings
    return rows, seen


def summarise(rows):
    """By case: the median of each number, and all values."""
    summaries = []
    for key, group in by_case(rows, AXES).items():
        names = [name for name in COLUMNS if name not in (*AXES, "repeat", "sizes", "state_hash")]
        s = dict(zip(AXES, key)) | {name: statistics.median(row[name] for row in group) for name in names}
        s["all"] = {name: [row[name] for row in group] for name in names}
        s["sizes"] = json.loads(group[0]["sizes"])
        summaries.append(s)
    return summaries


def with_spread(values, digits=2):
    return f"{statistics.median(values):.{digits}f} ({spread(values):.0%})" if statistics.median(values) else "-"


def rate(amount, seconds):
    return f"{amount / seconds:.0f}" if amount and seconds > 0 else "-"


def counted_repeats(summaries):
    """"3 repeats", "2 to 3 repeats"."""
    numbers_of = sorted({len(s["all"]["wall_s"]) for s in summaries})
    return " to ".join(map(str, numbers_of[:1] + numbers_of[1:][-1:])) + (" repeat" if numbers_of == [1] else " repeats")


def head_of(options, summaries, was_busy):
    """The machine, and the decks of these cases."""
    m = describe(program())
    where = output_of("findmnt", "-n", "-o", "FSTYPE", "-T", str(options.folders[0])).strip() or "unknown"
    memory = "; the machine and its disk are virtual" if m["virtual"] != "no" else ""
    lines = [f"{m['cpu']}, {counted(m['cores'], 'core')}, {m['memory_gib']} GiB, {m['system']}; file system {where}{memory}; "
             f"{m['mpi']}; {m['version']}, sources {m['sources']}. {counted_repeats(summaries)}: medians, and in brackets "
             "(most - least) / median. " + "; ".join(
                 f"{deck}: {elements} elements, {max(s['equations'] for s in summaries if s['deck'] == deck)} equations, "
                 f"factors of {max(s['factors_mb'] for s in summaries if s['deck'] == deck):.0f} MB"
                 for deck, elements in zip(options.decks, options.elements)
                 if deck in {s["deck"] for s in summaries}) + ".", ""]
    if was_busy:
        lines += ["Other programs took part of the machine, so wall times are left out.", ""]
    return lines


def table_of(options, summaries, was_busy):
    """Of one deck; without wall times of a machine that was busy."""
    times, traffic = [], []
    for s in summaries:
        which = {"ranks": s["ranks"],
                 "factors": s["mode"] + (f", {s['folders']} folders" if s["folders"] > 1 else "") +
                 (f", {s['block']} at once" if s["block"] < max(options.blocks) else "")}
        wall = {"run s": with_spread(s["all"]["wall_s"]), **{
            f"{phase} s": with_spread(s["all"][f"{phase}_s"]) if s[f"{phase}_s"] > 5e-3 else "-" for phase in PHASES},
            "waiting for disks s": with_spread(s["all"]["iowait_s"])}
        times.append(which | ({} if was_busy else wall) | {
            "CPU s of factorisations": with_spread(s["all"]["factorisation_cpu_s"]),
            "of substitutions": with_spread(s["all"]["substitution_cpu_s"]), "of the run": with_spread(s["all"]["cpu_s"])})
        if s["mode"] == "in-core":
            continue
        for way in WAYS:
            mb, requests, seconds = s[f"{way}_mb"], s[f"{way}_requests"], s[f"{way}_request_s"]
            if not requests:
                continue
            seconds += s["sync_s"] if way == "factorisation" else 0.0
            wall = {"MB/s in requests": rate(mb, seconds), "MB/s of the phase": rate(mb, s[f"{way}_s"]),
                    "requests/s": rate(requests, seconds), "share of the phase": f"{seconds / s[f'{way}_s']:.0%}"}
            traffic.append(which | {
                "in": f"{s[f'{way}_calls']:.0f} {way}s", "MB": f"{mb:.0f}", "requests": f"{requests:.0f}",
                "mean kB": f"{1e3 * mb / requests:.0f}", "from or to the disk": f"{s[f'{way}_device_mb'] / mb:.0%}",
                **({} if was_busy else wall)})
    lines = head_of(options, summaries, was_busy) + ["**Times**", "", *table(times), ""]
    return lines + (["**Requests to the files of factors**", "", *table(traffic), ""] if traffic else [])


def sets_of(options, summaries, was_busy):
    """CPU times by instruction sets, beside the first ones."""
    rows = []
    for s in summaries:
        first = next(o for o in summaries if o["deck"] == s["deck"])

        def gain(name):
            mine, others = s["all"][name], first["all"][name]
            if s is first:
                return "1"
            value = f"{statistics.median(others) / statistics.median(mine):.2f}"
            return value if tell_apart(mine, others) else f"{value}, within the noise"
        rows.append({"deck": s["deck"], "library": s["blas"], "kernels": s["isa"],
                     **{f"{what}, CPU s": with_spread(s["all"][name]) for what, name in (
                         ("factorisations", "factorisation_cpu_s"), ("substitutions", "substitution_cpu_s"), ("run", "cpu_s"))},
                     "speed-up of factorisations": gain("factorisation_cpu_s"),
                     "of substitutions": gain("substitution_cpu_s"), "of the run": gain("cpu_s"), "reported": f"{PAPER}"})
    return head_of(options, summaries, was_busy) + table(rows) + [""]


def main(options):
    options.o = options.o.resolve()
    options.o.mkdir(parents=True, exist_ok=True)
    if not options.folders:
        options.folders = [options.o / "scratch"]
        options.folders[0].mkdir(exist_ok=True)
    options.folders = [path.resolve() for path in options.folders]
    library = options.o / "factor_io.so"
    compiler = shutil.which("cc") or shutil.which("gcc")
    if not options.instruction_sets and options.modes != ["in-core"]:
        if not compiler:
            raise ValueError("no C compiler for scripts/studies/factor_io.c, which counts the requests")
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", ROOT / "scripts/studies/factor_io.c", "-o", library, "-ldl"],
                       check=True, capture_output=True)
    was_busy = busy(options.cores)
    rows, seen = run_all(options, make_decks(options), library)
    with (options.o / "runs.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    summaries = summarise(rows)
    if options.instruction_sets:
        tables = {SETS_MARKS: sets_of(options, summaries, was_busy)}
    else:
        tables = {tuple(mark.format(deck=deck) for mark in PAGE_MARKS):
                  table_of(options, [s for s in summaries if s["deck"] == deck], was_busy) for deck in options.decks}
        pictures.draw_all(options, summaries, seen, PHASES)
    whole = "\n".join(line for lines in tables.values() for line in lines)
    (options.o / "table.md").write_text(whole, encoding="utf-8")
    print(whole)
    if options.page:
        for (begin, end), lines in tables.items():
            replace_part(options.page, begin, "\n".join(["", *lines]), end)
    print(f"{counted(len(rows), 'run')}; runs.csv, table.md and pictures are in {options.o}")


if __name__ == "__main__":
    start(arguments, main)
