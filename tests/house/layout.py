#!/usr/bin/env python3
"""Checks the layout of sources that .clang-format leaves to the writer: no line over 120 columns, no two
statements joined by a comma. layout.py SOURCE_DIR; prints each breach and exits non-zero if there is one."""
import re
import sys
from pathlib import Path

FOLDERS = ("src", "decomp", "kernels", "tests")
WIDTH = 120
ASSIGNMENT = r"[\w.\[\]>-]+(?:\([^()]*\))? [-+*/|&]?= [^;={}]*"
CALL = r"[\w.:>-]+\((?:[^();]|\([^();]*\))*\)"
# `a = b, c = d;` and `f(a), g(b);`, but neither declarations nor heads of loops, which have a type or a keyword in front
JOINED = re.compile(rf"^\s*(?:else )?(?:{ASSIGNMENT}, (?:{ASSIGNMENT}|{CALL})|{CALL}, (?:{ASSIGNMENT}|{CALL}));(?:\s*//.*)?$")


def breaches_of(path):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if len(line) > WIDTH:
            yield f"{path}:{number}: {len(line)} columns, expected at most {WIDTH}"
        if JOINED.match(line):
            yield f"{path}:{number}: statements joined by a comma"


def main():
    root = Path(sys.argv[1])
    files = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*")) if path.suffix in (".cpp", ".hpp")]
    breaches = [breach for path in files for breach in breaches_of(path)]
    print(*breaches, sep="\n")
    print(f"{len(files)} files, {len(breaches)} breaches")
    return 1 if breaches or not files else 0


if __name__ == "__main__":
    sys.exit(main())
