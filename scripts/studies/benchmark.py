"""The benchmark: fixed decks, fixed cycles, repeated in turns, each answer verified to the bit; called by scripts/benchmark.

The figure of merit is element-cycles per second of all ranks together in the steps: of each repeat the geometric mean
over the cases, of these the median. A wrong state hash, or a deck that is not the rules', is no result. The rules stand in
docs/benchmark.md; the answers in benchmark_answers.json beside this file."""
import argparse
import datetime
import json
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import benchmark_page  # noqa: E402
import machine  # noqa: E402
from benchmark_rules import QUIET, merit_of, parser_of, read, verify_deck, with_hash  # noqa: E402
from command_line import counted, file, start  # noqa: E402
from runs import (NS_PER_ELEMENT_CYCLE, ROOT, S_PER_ELEMENT, Progress, busy, elements_of, in_turns,  # noqa: E402
                  make_deck, program, ratio, run_on_ranks, spread, why_not, work_ns)
from schema import problems  # noqa: E402
from tables import table  # noqa: E402

RULES = 1
# kind of deck, elements asked for, cycles
SIZES = {
    "small": [("tube", 3000, 4000), ("taylor", 3750, 1000), ("car", 25000, 400)],
    "medium": [("tube", 50000, 1000), ("taylor", 50000, 1000), ("car", 250000, 300)],
    "large": [("tube", 200000, 500), ("taylor", 200000, 500), ("car", 1000000, 200)],
    "huge": [("tube", 1000000, 300), ("taylor", 1000000, 300), ("car", 4000000, 100)],
}
ANSWERS = pathlib.Path(__file__).with_name("benchmark_answers.json")
SHIPPED = ROOT / "docs" / "results"
PAGE = ROOT / "docs" / "results.md"


def arguments():
    parser = parser_of(__doc__, SIZES, "", "and precision=, e.g. threads=2 collectives=shared", "benchmark", ANSWERS)
    parser.add_argument("--compare", nargs=2, type=file, metavar=("A.json", "B.json"),
                        help="say whether two results differ by more than their noise, and how much")
    parser.add_argument("--side-by-side", nargs="+", type=file, metavar="FILE.json",
                        help="one table of several results, and how much faster each is than the first of its size and precision")
    parser.add_argument("--table", action="store_true", help="write the table of docs/results.md from docs/results/*.json")
    parser.add_argument("--check", nargs="+", type=file, metavar="FILE.json", help="check results against their schema")
    parser.add_argument("--shipped", type=pathlib.Path, default=SHIPPED, help=argparse.SUPPRESS)
    parser.add_argument("--page", type=pathlib.Path, default=PAGE, help=argparse.SUPPRESS)
    return read(parser, SIZES)


def deck_of(case, options):
    """Path of the deck of a case and the hash of its bytes."""
    return with_hash(make_deck(*case[:2], options.o / "decks"))


def run_case(case, deck, ranks, options, keys):
    summary = run_on_ranks(f"no result: {case[0]}", options.launcher, ranks, deck, options.o / "run", f"ncycle={case[2]}", *keys)
    if summary["cycles"] != case[2]:
        raise ValueError(f"no result: {case[0]}: ended after {summary['cycles']} of {case[2]} cycles: {summary['reason']}")
    return summary


def seconds_of(case, ranks):
    return case[1] * (case[2] * NS_PER_ELEMENT_CYCLE * 1e-9 / ranks + S_PER_ELEMENT)


def known(cases, answers):
    """{case: its answer}; raises ValueError where one has none."""
    for kind, elements, _ in cases:
        if f"{kind} {elements}" not in answers:
            raise ValueError(f"no result: {kind} with {elements} elements has no answer in {ANSWERS.name}; "
                             "--write-answers makes one")
    return {case: answers[f"{case[0]} {case[1]}"] for case in cases}


def verify_state(kind, summary, answer):
    """Raises ValueError unless the run has ended with the bits of the answer."""
    wanted = answer[summary["precision"]]
    if summary["state_hash"] != wanted:
        raise ValueError(f"no result: {kind} gave the state hash {summary['state_hash']}, expected {wanted} "
                         f"in {summary['precision']} precision: not the answer of this deck")


def measure(options, answers):
    """{case: [summary of each repeat]}, {case: sha256 of its deck}, and whether the machine was busy before the first run."""
    cases = SIZES[options.size]
    answer = known(cases, answers)
    decks = {case: deck_of(case, options) for case in cases}
    for case, (_, digest) in decks.items():
        verify_deck(case[0], digest, answer[case])
    order = list(in_turns(cases, options.repeats))
    was_busy = busy(options.cores)
    progress = Progress([seconds_of(case, min(options.np, options.cores)) for _, case in order])
    summaries = {case: [] for case in cases}
    for repeat, case in order:
        deck = decks[case][0]
        summary = progress.run(f"{case[0]}, {repeat + 1} of {options.repeats}",
                               lambda: run_case(case, deck, options.np, options, options.keys))
        verify_state(case[0], summary, answer[case])
        summaries[case].append(summary)
    return summaries, {case: digest for case, (_, digest) in decks.items()}, was_busy


def case_result(case, summaries, digest):
    first, steps = summaries[0], [s["wall_s"]["step_loop"] for s in summaries]
    total = [s["wall_s"]["total"] for s in summaries]
    work = elements_of(first) * case[2]
    cores = first["ranks"] * first["threads"]
    phases = {name: statistics.median(s["wall_s"].get(name, 0) for s in summaries) * 1e9 * cores / work
              for name in first["wall_s"] if name not in ("total", "step_loop")}
    return {"name": case[0], "elements": elements_of(first), "cycles": case[2], "deck_sha256": digest,
            "state_hash": first["state_hash"], "verified": True, "step_loop_s": steps, "total_s": total,
            "rate": 1e-6 * work / statistics.median(steps), "job_rate": 1e-6 * work / statistics.median(total),
            "spread": spread(steps), "work_ns": [work_ns(s) for s in summaries],
            "phases_ns": {name: round(ns, 4) for name, ns in phases.items()}}


def rates_of(result):
    """The figure of merit of each repeat."""
    cases = result["cases"]
    return [statistics.geometric_mean(1e-6 * c["elements"] * c["cycles"] / c["step_loop_s"][k] for c in cases)
            for k in range(len(cases[0]["step_loop_s"]))]


def result_of(summaries, digests, was_busy, options):
    first = next(iter(summaries.values()))[0]
    result = {"benchmark": "crumple", "rules": RULES, "size": options.size, "date": datetime.date.today().isoformat(),
              "run": {key: first[key] for key in ("ranks", "hosts", "threads", "isa", "precision", "collectives", "transport")}
              | {"decomposition": first["decomposition"]["method"], "repeats": options.repeats, "launcher": options.launcher,
                 "options": options.keys},
              "machine": machine.describe(program()),
              "cases": [case_result(case, found, digests[case]) for case, found in summaries.items()]}
    rates = rates_of(result)
    spreads = [case["spread"] for case in result["cases"]]
    return result | {"figure_of_merit": merit_of(rates, spreads, options.repeats, was_busy)}


def load(path):
    """A result that keeps the schema; raises ValueError otherwise."""
    try:
        result = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path}: is no JSON: {error}") from None
    broken = list(problems(result, json.loads((SHIPPED / "schema.json").read_text(encoding="utf-8")), path.name))
    if broken:
        raise ValueError(broken[0] + (f" (and {len(broken) - 1} more)" if broken[1:] else ""))
    if len({len(case["step_loop_s"]) for case in result["cases"]}) != 1:
        raise ValueError(f"{path.name}: the cases have different numbers of repeats")
    return result


def compare(first, second):
    """How two results compare, in a line for each case and one for the whole."""
    if (first["size"], first["run"]["precision"]) != (second["size"], second["run"]["precision"]):
        raise ValueError("the results differ in size or precision, so their figures do not compare")

    def line(name, a, b):
        ratio = statistics.median(b) / statistics.median(a)
        why = why_not(a, b)
        verdict = f"{why}, no conclusion" if why else "B is faster" if ratio > 1 else "A is faster"
        return f"{name:16s} B / A = {ratio:.3f}   spread A {100 * spread(a):.1f} %, B {100 * spread(b):.1f} %   {verdict}"
    for a, b in zip(first["cases"], second["cases"]):
        yield line(a["name"], [1 / t for t in a["step_loop_s"]], [1 / t for t in b["step_loop_s"]])
    yield line("figure of merit", rates_of(first), rates_of(second))


def side_by_side(results):
    """A line for each result; `over the first`: of its size and precision, if both are fit to be published and the difference
    is beyond the noise."""
    firsts = {}
    for result in results:
        run, merit, rates = result["run"], result["figure_of_merit"], rates_of(result)
        first, is_quiet = firsts.setdefault((result["size"], run["precision"]), (rates, merit["quiet"]))
        yield {"size": result["size"], "precision": run["precision"], "ranks x threads": f"{run['ranks']} x {run['threads']}",
               "isa": run["isa"], "options": " ".join(run["options"]) or "-", "10^6 element-cycles/s": f"{merit['value']:.2f}",
               "minimum to maximum": f"{merit['least']:.2f} - {merit['most']:.2f}",
               "per core": f"{merit['value'] / (run['ranks'] * run['threads']):.2f}",
               "over the first": "-" if first is rates or not (is_quiet and merit["quiet"]) else ratio(rates, first),
               "fit to be published": "yes" if merit["quiet"] else "no"}


def write_answers(options):
    """Takes the hashes on which 1 and np ranks agree, for the size, in both precisions."""
    answers = json.loads(options.answers.read_text(encoding="utf-8")) if options.answers.exists() else {}
    cases = SIZES[options.size]
    runs = [(case, precision, ranks) for case in cases for precision in ("single", "double")
            for ranks in sorted({1, max(2, options.np)})]
    progress = Progress([seconds_of(case, ranks) for case, _, ranks in runs])
    for case, precision, ranks in runs:
        deck, digest = deck_of(case, options)
        summary = progress.run(f"{case[0]} in {precision} precision on {counted(ranks, 'rank')}",
                               lambda: run_case(case, deck, ranks, options, [f"precision={precision}"]))
        answer = answers.setdefault(f"{case[0]} {case[1]}", {})
        if ranks > 1 and answer[precision] != summary["state_hash"]:
            raise ValueError(f"{case[0]} in {precision} precision: 1 rank gave {answer[precision]}, {ranks} ranks "
                             f"{summary['state_hash']}")
        answer |= {"deck_sha256": digest, "cycles": case[2], precision: summary["state_hash"]}
    options.answers.write_text(json.dumps(answers, indent=2) + "\n", encoding="utf-8")
    print(f"wrote {options.answers}")


def main(options):
    if options.compare:
        print(*compare(*map(load, options.compare)), sep="\n")
    elif options.side_by_side:
        print(*table(list(side_by_side(list(map(load, options.side_by_side))))), sep="\n")
    elif options.check:
        for path in options.check:
            load(path)
            print(f"{path}: keeps the schema")
    elif options.table:
        found = sorted(path for path in options.shipped.glob("*.json") if path.name != "schema.json")
        benchmark_page.write_results(options.page, [(path, load(path)) for path in found])
        print(options.page)
    else:
        options.o.mkdir(parents=True, exist_ok=True)
        options.o = options.o.resolve()
        write_answers(options) if options.write_answers else run(options)


def run(options):
    answers = json.loads(options.answers.read_text(encoding="utf-8"))
    result = result_of(*measure(options, answers), options)
    path = options.o / "result.json"
    path.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    load(path)
    print(benchmark_page.write(options.o, result, rates_of(result), QUIET))


if __name__ == "__main__":
    start(arguments, main)
