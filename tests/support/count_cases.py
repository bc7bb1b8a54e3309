#!/usr/bin/env python3
"""The line "N passed, N failed, N skipped" that ends scripts/test: cases of suites, and tests that are scripts.

count_cases.py REPORT RESULTS: the report that ctest writes (--output-junit), and the folder in which each suite leaves
the results of its cases (tests/support/discover_suites.cmake). A suite that ends without results, or that ctest ends,
is one failure.
"""
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path


def outcome_of_case(case):
    if case.find("failure") is not None:
        return "failed"
    return "skipped" if case.find("skipped") is not None or case.get("status") == "notrun" else "passed"


def count(report, results):
    counts = Counter()
    files = {path.stem: path for path in results.rglob("*.xml")}
    if not report.exists():
        return Counter(failed=1)
    for test in ElementTree.parse(report).getroot().iter("testcase"):
        has_failed = test.get("status") == "fail"
        path = files.get(test.get("name").replace("/", "."))
        if path is None:
            is_skipped = test.get("status") in ("notrun", "disabled")
            counts["failed" if has_failed else "skipped" if is_skipped else "passed"] += 1
            continue
        cases = Counter(outcome_of_case(case) for case in ElementTree.parse(path).getroot().iter("testcase"))
        if has_failed and not cases["failed"]:
            cases["failed"] = 1
        counts += cases
    return counts


if __name__ == "__main__":
    totals = count(Path(sys.argv[1]), Path(sys.argv[2]))
    print(f"{totals['passed']} passed, {totals['failed']} failed, {totals['skipped']} skipped")
    sys.exit(totals["failed"] > 0 or not totals)
