"""The benchmark of implicit analysis: fixed decks, repeated in turns, each answer verified to the bit; called by
scripts/benchmark implicit.

The figure of merit is unknowns found per second (equations_per_s of summary.json): of each repeat the geometric mean over
the cases, of these the median. Times of assembly, analysis, factorisation and substitution are means over the ranks. The
answers stand in implicit_answers.json beside this file."""
import argparse
import datetime
import hashlib
import json
import pathlib
import shlex
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import machine  # noqa: E402
from command_line import Parser, count, counted, start, words_and_keys  # noqa: E402
from crumple.decks import generate  # noqa: E402
from runs import Progress, busy, in_turns, is_current, program, run_deck, spread  # noqa: E402
from tables import table  # noqa: E402

# name of a case, kind of deck, elements asked for, further options of the generator, seconds on one core
SIZES = {
    "small": [("car modes", "car", 3000, {"implicit": "modes"}, 12), ("engine block", "engine-block", 3000, {}, 4),
              ("body bending", "body-bending", 3000, {}, 2)],
    "medium": [("car modes", "car", 25000, {"implicit": "modes"}, 70), ("engine block", "engine-block", 30000, {}, 60),
               ("body bending", "body-bending", 25000, {}, 10)]}
PHASES = {"assembly": "stiffness", "factorisation": "factorisation", "substitution": "substitution", "output": "output"}
FIXED = ("i", "r", "o", "ncycle", "endtime", "case", "substitute", "jobid", "maxtime", "precision", "progress")
QUIET = 0.10  # greatest spread of a result that may be compared
ANSWERS = pathlib.Path(__file__).with_name("implicit_answers.json")


def arguments():
    parser = Parser("benchmark", __doc__.split(";")[0] + ".")
    parser.add_argument("rest", nargs="*", metavar="SIZE | key=value",
                        help=f"implicit, then of {', '.join(SIZES)} (default: small), and keys for the program that do not "
                        "change the answer, e.g. threads=2 ordering=metis")
    parser.add_argument("-np", type=count, metavar="RANKS", help="number of ranks (default: one for each core)")
    parser.add_repeats(5, "runs of each case")
    parser.add_launcher()
    parser.add_output("implicit-benchmark")
    parser.add_argument("--write-answers", action="store_true",
                        help="for those who have changed the physics: the hashes on which 1 and RANKS ranks agree become "
                        "the answers")
    parser.add_cores()
    parser.add_argument("--answers", type=pathlib.Path, default=ANSWERS, help=argparse.SUPPRESS)
    options = parser.parse_intermixed_args()
    words, options.keys = words_and_keys(options.rest)
    sizes = [word for word in words if word != "implicit"] or ["small"]
    if len(sizes) != 1 or sizes[0] not in SIZES:
        parser.error(f"'{' '.join(sizes)}': expected one of {', '.join(SIZES)}")
    for key in options.keys:
        if key.split("=")[0].lower() in FIXED:
            parser.error(f"'{key}': the rules fix this key")
    options.size, options.np = sizes[0], options.np or options.cores
    return options


def deck_of(case, folder):
    """Path of the deck of a case and the hash of its bytes."""
    name, kind, elements, more, _ = case
    deck = folder / f"{name.replace(' ', '_')}_{elements}.k"
    if not is_current(deck):
        generate(kind, deck, elements=elements, **more)
    with deck.open("rb") as file:
        return deck, hashlib.file_digest(file, "sha256").hexdigest()


def run_case(case, deck, ranks, options):
    folder = options.o / "run"
    command = shlex.split(options.launcher.format(ranks=ranks))
    command += [program(), f"i={deck}", f"o={folder}", "precision=double", "progress=off", *options.keys]
    summary, problem = run_deck(command, folder)
    if problem:
        raise ValueError(f"no result: {case[0]}: {problem}")
    return summary


def key_of(case):
    return f"{case[0]} {case[2]}"


def verify(case, digest, summary, answers):
    """Raises ValueError unless deck and answer are those of the rules."""
    answer = answers.get(key_of(case))
    if answer is None:
        raise ValueError(f"no result: {key_of(case)} has no answer in {ANSWERS.name}; --write-answers makes one")
    if digest != answer["deck_sha256"]:
        raise ValueError(f"no result: the generator has written another deck for {case[0]} (sha256 {digest[:16]}..., "
                         f"expected {answer['deck_sha256'][:16]}...)")
    if summary["state_hash"] != answer["state_hash"]:
        raise ValueError(f"no result: {case[0]} gave the state hash {summary['state_hash']}, expected "
                         f"{answer['state_hash']}: not the answer of this deck")


def phases_of(summary):
    """{phase: wall seconds, mean of the ranks}; the analysis is part of the first factorisation."""
    solver = summary["solver"]
    found = {name: summary["wall_s"].get(phase, 0.0) for name, phase in PHASES.items()}
    found["factorisation"] = max(found["factorisation"] - solver["analysis_s"], 0.0)
    return {"assembly": found["assembly"], "analysis": solver["analysis_s"], "factorisation": found["factorisation"],
            "substitution": found["substitution"], "output": found["output"],
            "rest": max(summary["wall_s"]["step_loop"] - sum(found.values()) - solver["analysis_s"], 0.0)}


def case_result(case, summaries, digest):
    first, solver = summaries[0], summaries[0]["solver"]
    phases = {name: statistics.median(phases_of(s)[name] for s in summaries) for name in phases_of(first)}
    return {"name": case[0], "equations": solver["equations"], "factorisations": solver["factorisations"],
            "right_hand_sides": solver["right_hand_sides"], "deck_sha256": digest, "state_hash": first["state_hash"],
            "equations_per_s": [s["solver"]["equations_per_s"] for s in summaries],
            "seconds": [s["wall_s"]["step_loop"] for s in summaries],
            "phases_ms": {name: round(1e3 * seconds, 3) for name, seconds in phases.items()}}


def rates_of(cases):
    """The figure of merit of each repeat [1/s]."""
    return [statistics.geometric_mean(case["equations_per_s"][k] for case in cases)
            for k in range(len(cases[0]["equations_per_s"]))]


def measure(options):
    cases, answers = SIZES[options.size], json.loads(options.answers.read_text(encoding="utf-8"))
    decks = {case[0]: deck_of(case, options.o / "decks") for case in cases}
    order = list(in_turns(cases, options.repeats))
    was_busy = busy(options.cores)
    progress = Progress([case[4] / min(options.np, options.cores) for _, case in order])
    summaries = {case[0]: [] for case in cases}
    for repeat, case in order:
        deck, digest = decks[case[0]]
        summary = progress.run(f"{case[0]}, {repeat + 1} of {options.repeats}",
                               lambda: run_case(case, deck, options.np, options))
        verify(case, digest, summary, answers)
        summaries[case[0]].append(summary)
    found = [case_result(case, summaries[case[0]], decks[case[0]][1]) for case in cases]
    rates = rates_of(found)
    first = summaries[cases[0][0]][0]
    worst = max(spread(rates), *(spread(case["seconds"]) for case in found))
    return {"benchmark": "crumple implicit", "size": options.size, "date": datetime.date.today().isoformat(),
            "run": {key: first[key] for key in ("ranks", "threads", "isa")} | {"options": options.keys},
            "machine": machine.describe(program()), "cases": found,
            "figure_of_merit": {"value": statistics.median(rates), "least": min(rates), "most": max(rates),
                                "spread": spread(rates),
                                "quiet": options.repeats >= 3 and worst <= QUIET and not was_busy}}


def text_of(result):
    merit, run = result["figure_of_merit"], result["run"]
    noise = "" if merit["quiet"] else ": not fit to be compared, on a machine that varies or is busy"
    lines = ["# Crumple benchmark of implicit analysis", "",
             f"{merit['value']:,.0f} unknowns per second ({result['size']}, {counted(run['ranks'], 'rank')} x "
             f"{counted(run['threads'], 'thread')}); from {merit['least']:,.0f} to {merit['most']:,.0f}, spread "
             f"{100 * merit['spread']:.1f} %{noise}.", ""]
    rows = [{"case": c["name"], "equations": f"{c['equations']:,}", "stiffness matrices": c["factorisations"],
             "right-hand sides": c["right_hand_sides"], "seconds": f"{statistics.median(c['seconds']):.2f}",
             "unknowns/s": f"{statistics.median(c['equations_per_s']):,.0f}"} for c in result["cases"]]
    lines += [*table(rows), "", "## Wall time by phase, ms, and per equation, us", ""]
    rows = [{"phase": phase} | {c["name"]: f"{c['phases_ms'][phase]:.1f} ({1e3 * c['phases_ms'][phase] / c['equations']:.2f})"
                                for c in result["cases"]} for phase in result["cases"][0]["phases_ms"]]
    return "\n".join([*lines, *table(rows), ""])


def write_answers(options):
    answers = json.loads(options.answers.read_text(encoding="utf-8")) if options.answers.exists() else {}
    for case in SIZES[options.size]:
        deck, digest = deck_of(case, options.o / "decks")
        hashes = {ranks: run_case(case, deck, ranks, options)["state_hash"] for ranks in (1, max(2, options.np))}
        if len(set(hashes.values())) > 1:
            raise ValueError(f"{case[0]}: {hashes} by ranks")
        answers[key_of(case)] = {"deck_sha256": digest, "state_hash": hashes[1]}
    options.answers.write_text(json.dumps(answers, indent=2) + "\n", encoding="utf-8")
    print(f"wrote {options.answers}")


def main(options):
    options.o.mkdir(parents=True, exist_ok=True)
    options.o = options.o.resolve()
    if options.write_answers:
        write_answers(options)
        return
    result = measure(options)
    (options.o / "result.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    text = text_of(result)
    (options.o / "result.md").write_text(text, encoding="utf-8")
    print(text + f"\nwrote result.json and result.md in {options.o}")


if __name__ == "__main__":
    start(arguments, main)
