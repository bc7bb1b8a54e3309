#!/usr/bin/env python3
"""Checks that nothing but crumple::Error, or a kind of it, is thrown, and that no function of the standard library is called on what a
user has written that throws something else (std::stod and its like). throws.py SOURCE_DIR; prints each breach and exits
non-zero if there is one."""
import re
import sys
from pathlib import Path

FOLDERS = ("src", "decomp", "kernels")
THROWN = re.compile(r"\bthrow\b(?!\s*(?:(?:crumple::)?Error\(|SingularMatrix\(|;))")
STANDARD = re.compile(r"\bstd::(?:sto[a-z]+|(?:runtime|logic|range|domain)_error)\b")
FREE = {"src/comm/planned_ranks.cpp": "Abandoned",  # ends a planned rank that others have left: no failure
        "src/app/implicit_analysis.cpp": "EndOfRun",  # where the run is asked to end: no failure
        "src/base/error.hpp": "runtime_error",      # the base of Error
        "kernels/device.hpp": "bad_alloc"}          # as any allocator does


def breaches_of(root, path):
    name = str(path.relative_to(root))
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        code = line.split("//")[0]
        if (THROWN.search(code) or STANDARD.search(code)) and not (name in FREE and FREE[name] in code):
            yield f"{name}:{number}: {line.strip()}"


def main():
    root = Path(sys.argv[1])
    files = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*")) if path.suffix in (".cpp", ".hpp")]
    breaches = [breach for path in files for breach in breaches_of(root, path)]
    print(*breaches, sep="\n")
    print(f"{len(files)} files, {len(breaches)} breaches")
    return 1 if breaches or not files else 0


if __name__ == "__main__":
    sys.exit(main())
