#!/usr/bin/env python3
"""The page docs/verification.md from the result files that the tests leave in BUILD/tests/results (support/expect.hpp).

verification_page.py BUILD            prints it
verification_page.py BUILD --write F  writes it
verification_page.py BUILD --check F  exits non-zero if it is not what F holds
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

The verification suite: problems with known answers, what the program reaches, and the gates that its tests must pass.
`scripts/verification-page` runs the tests and writes this page; the test `verification.page` compares the page with what
they reach. Units are mm, ms, g (N, MPa, mJ) unless a quantity says otherwise. Energies "over the initial one" count the
work of external forces as initial. Numbers have four digits, deviations two; values below 1e-9 are shown as "rounding".
Where a test runs in several variants, the value nearest to its gate is given. [References](references.md) has the titles
of the papers.

The independent codes are small numpy programs in `scripts/references`, written from the theory without sharing a line with
Crumple: `taylor_axisymmetric.py` (Taylor bar) and `belytschko_tsay.py` (plate of shells). Each prints its values on any
mesh beside those that the tests use and those that Crumple reaches; the tests `references.*` compare them with closed
forms and with this page.

Kinds of references, the most reliable first:

| kind | what it is |
|---|---|
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


def cells_of(values):
    """Reached, reference, gate, deviation."""
    reached, reference, gate = values["reached"], values["reference"], plain(values["gate"])
    if reached is None:
        return ["not a number", number(reference), gate, ""]
    if reference is None:
        return ["rounding" if 0 < abs(reached) < ROUNDING else number(reached), "", gate, ""]
    error = abs(reached - reference) / (abs(reference) or 1)
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


def page_of(tests):
    lines = [HEAD + "\n".join(row(*kind) for kind in SOURCES.items())]
    strangers = [test["name"] for test in tests if test["number"][0] not in TOPICS]
    if strangers:
        raise SystemExit(f"verification_page.py: no topic for {', '.join(strangers)}, expected one of {TOPICS}")
    for topic, title in TOPICS.items():
        chosen = [test for test in tests if test["number"][0] == topic]
        lines += ["", f"## {topic} {title}", "", *table_of(chosen)]
        missing = [(what, why) for where, what, why in NOT_COVERED if where == topic]
        if missing:
            lines += ["", "Not covered:", "", *(f"- {what}: {why}" for what, why in missing)]
    n_problems = len({test["section"] for test in tests})
    n_quantities = sum(len(test["quantities"]) for test in tests)
    kinds = ", ".join(f"{sum(test['kind'] == kind for test in tests)} {kind}" for kind in SOURCES)
    failed = [test["name"] for test in tests if test["failed"]]
    lines += ["", "## Count", "",
              f"{n_problems} problems, {len(tests)} tests, {n_quantities} quantities. Tests by the kind of their "
              f"reference: {kinds}. Gates not met: {', '.join(failed) or 'none'}. "
              f"Not covered: {len(NOT_COVERED)} problems."]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("--write", type=Path, metavar="F")
    parser.add_argument("--check", type=Path, metavar="F")
    options = parser.parse_args()
    tests = results_of(options.build)
    if not tests:
        sys.exit(f"no results in {options.build}/tests/results: run the tests first (scripts/verification-page does)")
    page = page_of(tests)
    if options.write:
        options.write.write_text(page, encoding="utf-8")
    elif options.check:
        held = options.check.read_text(encoding="utf-8")
        if held != page:
            held, page = held.splitlines(), page.splitlines()
            print(*difflib.unified_diff(held, page, str(options.check), "results", n=0), sep="\n")
            sys.exit(f"{options.check} is not what the tests have reached; scripts/verification-page writes it anew")
    else:
        print(page, end="")


if __name__ == "__main__":
    main()
