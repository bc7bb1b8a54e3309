"""The benchmark of implicit analysis: fixed decks, repeated in turns, each answer verified to the bit; called by
scripts/benchmark implicit.

The figure of merit is unknowns found per second (equations_per_s of summary.json): of each repeat the geometric mean over
the cases, of these the median. Times of phases are means over the ranks. The rules stand in docs/benchmark.md; the answers
in implicit_answers.json beside this file."""
import datetime
import json
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import machine  # noqa: E402
from benchmark_rules import FIXED, merit_of, parser_of, read, verify_deck, with_hash  # noqa: E402
from command_line import counted, start  # noqa: E402
from crumple.decks import generate  # noqa: E402
from runs import Progress, busy, in_turns, is_current, program, run_on_ranks, spread  # noqa: E402
from tables import table  # noqa: E402

# name of a case, kind of deck, elements asked for, further options of the generator, seconds on one core
SIZES = {
    "small": [("engine block", "engine-block", 3000, {}, 4), ("body buckling", "body-buckling", 10000, {}, 17)],
    "medium": [("engine block", "engine-block", 30000, {}, 60), ("body buckling", "body-buckling", 25000, {}, 60),
               ("car modes", "car", 25000, {"implicit": "modes"}, 120)]}
# of summary.json; the analysis is part of the first factorisation
PHASES = {"assembly": "stiffness", "factorisation": "factorisation", "substitution": "substitution",
          "refinement": "refinement", "orthogonalisation": "orthogonalisation", "output": "output"}
ANSWERS = pathlib.Path(__file__).with_name("implicit_answers.json")


def arguments():
    parser = parser_of(__doc__, SIZES, "implicit, then ", "e.g. threads=2 ordering=metis", "implicit-benchmark", ANSWERS)
    return read(parser, SIZES, (*FIXED, "precision"), ["implicit"])


def deck_of(case, folder):
    """Path of the deck of a case and the hash of its bytes."""
    name, kind, elements, more, _ = case
    deck = folder / f"{name.replace(' ', '_')}_{elements}.k"
    if not is_current(deck):
        generate(kind, deck, elements=elements, **more)
    return with_hash(deck)


def run_case(case, deck, ranks, options):
    return run_on_ranks(f"no result: {case[0]}", options.launcher, ranks, deck, options.o / "run", "precision=double",
                        *options.keys)


def key_of(case):
    return f"{case[0]} {case[2]}"


def answer_of(case, answers):
    if key_of(case) not in answers:
        raise ValueError(f"no result: {key_of(case)} has no answer in {ANSWERS.name}; --write-answers makes one")
    return answers[key_of(case)]


def verify(case, summary, answer):
    """Raises ValueError unless the run has ended with the bits of the answer."""
    if summary["state_hash"] != answer["state_hash"]:
        raise ValueError(f"no result: {case[0]} gave the state hash {summary['state_hash']}, expected "
                         f"{answer['state_hash']}: not the answer of this deck")


def phases_of(summary):
    """{phase: wall seconds, mean of the ranks}."""
    solver = summary["solver"]
    found = {name: summary["wall_s"].get(phase, 0.0) for name, phase in PHASES.items()}
    found["factorisation"] = max(found["factorisation"] - solver["analysis_s"], 0.0)
    rest = summary["wall_s"]["step_loop"] - sum(found.values()) - solver["analysis_s"]
    return {"assembly": found.pop("assembly"), "analysis": solver["analysis_s"], **found, "rest": max(rest, 0.0)}


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
    answers = {case[0]: answer_of(case, answers) for case in cases}
    decks = {case[0]: deck_of(case, options.o / "decks") for case in cases}
    for name, (_, digest) in decks.items():
        verify_deck(name, digest, answers[name])
    order = list(in_turns(cases, options.repeats))
    was_busy = busy(options.cores)
    progress = Progress([case[4] / min(options.np, options.cores) for _, case in order])
    summaries = {case[0]: [] for case in cases}
    for repeat, case in order:
        deck = decks[case[0]][0]
        summary = progress.run(f"{case[0]}, {repeat + 1} of {options.repeats}",
                               lambda: run_case(case, deck, options.np, options))
        verify(case, summary, answers[case[0]])
        summaries[case[0]].append(summary)
    found = [case_result(case, summaries[case[0]], decks[case[0]][1]) for case in cases]
    rates = rates_of(found)
    first = summaries[cases[0][0]][0]
    spreads = [spread(case["seconds"]) for case in found]
    return {"benchmark": "crumple implicit", "size": options.size, "date": datetime.date.today().isoformat(),
            "run": {key: first[key] for key in ("ranks", "threads", "isa")} | {"options": options.keys},
            "machine": machine.describe(program()), "cases": found,
            "figure_of_merit": merit_of(rates, spreads, options.repeats, was_busy)}


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
