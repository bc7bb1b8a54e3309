#!/usr/bin/env python3
"""The pages verification.md and verification-details.md from the result files that the tests leave in
BUILD/tests/results (support/expect.hpp): each problem once, and every quantity of every test.

verification_page.py BUILD               prints the first
verification_page.py BUILD --write DOCS  writes both into the folder DOCS
verification_page.py BUILD --check DOCS  exits non-zero if they are not what DOCS holds
"""
import argparse
import difflib
import json
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

TOPICS = {1: "Elements", 2: "Materials", 3: "Waves", 4: "Vibration", 5: "Contact", 6: "Joining", 7: "Rigid bodies",
          8: "Walls", 9: "Structures", 10: "Outputs", 12: "Loads and energies", 13: "Implicit analysis"}

SOURCES = {  # kinds of references, the best first
    "closed form": "a formula, evaluated in the test",
    "conservation law": "a quantity that no motion may change",
    "equivalence": "two descriptions of one problem, which must agree",
    "experiment": "measured, read in the source named",
    "published code": "another program's value, read in the source named",
    "independent code": "a value of another program, written from the theory for this purpose; not exact",
    "unverified": "a value or formula quoted from memory and not looked up: no agreement is claimed"}

NOT_COVERED = [  # what a crash code is usually verified by: (topic, problem, why there is no test)
    (1, "warped patch under stretch", "no test yet"),
    (1, "strip one element wide whose hourglass energy outgrows the internal energy", "no test yet"),
    (3, "speed of a shear wave", "no test yet; 3.5 to 3.8 have the impedance of both waves"),
    (4, "cantilever strip of shells", "no test yet"),
    (4, "NAFEMS 21T, damped thick plate", "no test yet"),
    (5, "sphere pressed on a plane at rest (Hertz), pressure and radius of the contact", "no test yet; only impacts"),
    (5, "ball dropped from 100 mm", "no test yet"),
    (6, "wave through tied meshes that do not match", "no test yet; matching meshes are covered"),
    (7, "block dropped on its corner", "no test yet"),
    (9, "cantilever under a large deflection", "no test yet"),
    (9, "impulsively loaded beam and cylindrical panel (Balmer and Witmer)", "no test yet; the place of the charge and "
     "the deflection of the panel have not been found in a source"),
    (9, "perfectly plastic Taylor bar; Taylor bars of experiments with Johnson-Cook copper", "no test yet"),
    (9, "buckling of a cylinder under axial load", "takes 40 s to 3 min; recorded in "
     "[Experiments](experiments.md#buckling-of-a-thin-cylinder)"),
    (9, "crush of extruded tubes in experiments", "measured forces have not been found in a readable source"),
]

ROUNDING = 1e-9  # errors below it may differ between mathematical libraries and are not shown

HEAD = """# Verification

Problems with known answers, and what the program reaches. Each is listed once, with the number of tests (element
formulations, material laws, variants) and quantities, and the largest deviation from the reference; quantities whose
reference is 0, such as forces that must vanish, have gates in place of deviations.
[Every quantity with its gate and source](verification-details.md) is on a page of its own. `scripts/verification-page`
runs the tests and writes both pages; the test `verification.page` compares them with what the tests reach.

"""

DETAILS_HEAD = """# Verification in detail

Every quantity of the tests that the page [Verification](verification.md) lists, with the gates that it must pass. Units
are mm, ms, g (N, MPa, mJ) unless a quantity says otherwise. Energies "over the initial one" count the
work of external forces as initial. Numbers have four digits, deviations two; values below 1e-9 are shown as "rounding".
Where a test runs in several variants, the value nearest to its gate is given. [References](references.md) has the titles
of the papers.

The independent codes are small numpy programs in `scripts/references`, written from the theory without sharing a line with
Crumple: `taylor_axisymmetric.py` (Taylor bar) and `belytschko_tsay.py` (plate of shells). Each prints its values on any
mesh beside those that the tests use and those that Crumple reaches; the tests `references.*` compare them with closed
forms and with this page.
"""


def source_of(path):
    """Path inside the tests. What comes before it depends on the checkout and on what ccache makes of it."""
    return path.rpartition("tests/")[2]


def results_of(folder):
    """One dictionary for each test that says what it verifies."""
    tests = []
    for path in sorted((folder / "tests" / "results").rglob("*.xml")):
        for case in ElementTree.parse(path).getroot().iter("testcase"):
            properties = {p.get("name"): json.loads(p.get("value")) for p in case.iter("property")}
            if "verifies" not in properties:
                continue
            problem = properties.pop("verifies")
            kind = problem["source"].split(":")[0]
            if kind not in SOURCES:
                sys.exit(f"{path}: the source '{problem['source']}' begins with none of {', '.join(SOURCES)}")
            variant = case.get("type_param") or case.get("value_param") or ""
            name = f"{case.get('classname')}.{case.get('name')}"
            tests.append({**problem, "kind": kind, "quantities": properties, "name": name, "variant": variant,
                          "number": tuple(int(n) for n in problem["section"].split(".")),
                          "place": (source_of(case.get("file", "")), int(case.get("line", 0))),
                          "failed": case.find("failure") is not None})
    return sorted(tests, key=lambda test: (test["number"], test["place"], test["name"]))


def plain(text):
    return text.replace("e-0", "e-").replace("e+0", "e").replace("e+", "e")


def number(value, digits=4):
    return "" if value is None else plain(f"{value:.{digits}g}")


def relative_error(values):
    """Of the value reached, None where it or the reference is missing; absolute where the reference is 0."""
    if values["reached"] is None or values["reference"] is None:
        return None
    return abs(values["reached"] - values["reference"]) / (abs(values["reference"]) or 1)


def cells_of(values):
    """Reached, reference, gate, deviation."""
    reached, reference, gate = values["reached"], values["reference"], plain(values["gate"])
    if reached is None:
        return ["not a number", number(reference), gate, ""]
    if reference is None:
        return ["rounding" if 0 < abs(reached) < ROUNDING else number(reached), "", gate, ""]
    error = relative_error(values)
    deviation = number(error, 2) if reference == 0 else number(100 * error, 2) + " %"
    if error < ROUNDING:
        return [number(reference), number(reference), gate, "rounding" if error else "0"]
    return [number(reached), number(reference), gate, deviation]


def row(*cells):
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def table_of(tests):
    yield row("problem", "quantity", "reached", "reference", "gate", "deviation", "source", "test")
    yield "|" + "---|" * 8
    for test in tests:
        source = test["source"] + (f". Gate: {test['gate']}" if test["gate"] else "")
        name = f"`{test['name']}`" + (f" ({test['variant']})" if test["variant"] else "")
        first = [f"{test['section']} {test['title']}", source, name]
        for quantity, values in test["quantities"].items():
            yield row(first[0], quantity, *cells_of(values), first[1], first[2])
            first = ["", "", ""]


def largest_deviation(tests):
    errors = [relative_error(values) for test in tests for values in test["quantities"].values() if values["reference"]]
    if not errors:
        return ""
    if None in errors:
        return "not a number"
    return "rounding" if max(errors) < ROUNDING else number(100 * max(errors), 2) + " %"


def counts(tests):
    """Numbers of tests and of quantities."""
    return str(len(tests)), str(sum(len(test["quantities"]) for test in tests))


def topics_of(tests):
    """(title, tests) of each topic."""
    strangers = [test["name"] for test in tests if test["number"][0] not in TOPICS]
    if strangers:
        raise SystemExit(f"verification_page.py: no topic for {', '.join(strangers)}, expected one of {TOPICS}")
    return [(f"{topic} {title}", [test for test in tests if test["number"][0] == topic])
            for topic, title in TOPICS.items()]


def problem_rows(tests):
    """Each problem once."""
    problems = {}
    for test in tests:
        problems.setdefault((test["section"], test["title"], test["kind"]), []).append(test)
    yield row("problem", "tests", "quantities", "largest deviation", "reference")
    yield "|" + "---|" * 5
    for (section, title, kind), chosen in problems.items():
        yield row(f"{section} {title}", *counts(chosen), largest_deviation(chosen), kind)


def summary_of(tests):
    """The page verification.md."""
    def of_topic(title, chosen):
        failed = sum(test["failed"] for test in chosen)
        return row(title, str(len({test["section"] for test in chosen})), *counts(chosen), str(failed or "none"))
    topics = topics_of(tests)
    lines = [HEAD + row("topic", "problems", "tests", "quantities", "tests failed"), "|" + "---|" * 5]
    for title, chosen in topics:
        lines.append(of_topic(f"[{title}](#{title.lower().replace(' ', '-')})", chosen))
    lines += [of_topic("all", tests), "", "Kinds of references, the most reliable first:", "",
              "| kind | what it is | tests |", "|---|---|---|"]
    lines += [row(kind, what, str(sum(test["kind"] == kind for test in tests))) for kind, what in SOURCES.items()]
    for topic, (title, chosen) in zip(TOPICS, topics):
        lines += ["", f"## {title}", "", *problem_rows(chosen)]
        missing = [(what, why) for where, what, why in NOT_COVERED if where == topic]
        if missing:
            lines += ["", "Not covered:", "", *(f"- {what}: {why}" for what, why in missing)]
    return "\n".join(lines) + "\n"


def details_of(tests):
    """The page verification-details.md."""
    lines = [DETAILS_HEAD.rstrip("\n")]
    for title, chosen in topics_of(tests):
        lines += ["", f"## {title}", "", *table_of(chosen)]
    return "\n".join(lines) + "\n"


PAGES = {"verification.md": summary_of, "verification-details.md": details_of}


def main():
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("--write", type=Path, metavar="DOCS")
    parser.add_argument("--check", type=Path, metavar="DOCS")
    options = parser.parse_args()
    tests = results_of(options.build)
    if not tests:
        sys.exit(f"no results in {options.build}/tests/results: run the tests first (scripts/verification-page does)")
    for name, page_of in PAGES.items():
        page = page_of(tests)
        if options.write:
            (options.write / name).write_text(page, encoding="utf-8")
        elif options.check:
            held = (options.check / name).read_text(encoding="utf-8")
            if held != page:
                print(*difflib.unified_diff(held.splitlines(), page.splitlines(), name, "results", n=0), sep="\n")
                sys.exit(f"{name} is not what the tests have reached; scripts/verification-page writes it anew")
    if not (options.write or options.check):
        print(summary_of(tests), end="")


if __name__ == "__main__":
    main()
