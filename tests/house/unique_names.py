#!/usr/bin/env python3
"""Checks that what is in a namespace without a name has a name that stands in one file of its layer, as several sources
are compiled as one: a function of another file may fit a call better and be taken without a word. unique_names.py
SOURCE_DIR; prints each name that stands in several files and exits non-zero if there is one."""
import re
import sys
from collections import defaultdict
from pathlib import Path

LAYERS = ("src/base", "src/model", "src/deck", "src/comm", "src/solver", "src/physics", "src/io", "src/app", "decomp")
FUNCTION = re.compile(r"(?:\[\[\w+\]\] )?(?:template <.*?> )?(?:[a-z]+ )*[A-Za-z_][\w:<>,*& ]*?[ *&](\w+)\(")
TYPE = re.compile(r"(?:struct|class|enum class|union) (\w+)")
VALUE = re.compile(r"(?:constexpr|const) [\w:<>, *]+? (\w+)(?:\[\w*\])? ?[={]")


def names_of(path):
    """The names in namespaces without a name. Second ones of the same type are no danger: `using` is left out."""
    inside = False
    for line in path.read_text(encoding="utf-8").splitlines():
        if line in ("namespace {", "}  // namespace"):
            inside = line == "namespace {"
        elif inside and not line.startswith("using"):
            for pattern in (TYPE, VALUE, FUNCTION):
                if found := pattern.match(line):
                    yield found[1]
                    break


def main():
    root, n_names, twice = Path(sys.argv[1]), 0, []
    for layer in LAYERS:
        files = defaultdict(set)
        for path in sorted((root / layer).rglob("*.cpp")):
            for name in names_of(path):
                files[name].add(str(path.relative_to(root)))
        n_names += len(files)
        twice += [f"{name}: {', '.join(sorted(found))}" for name, found in files.items() if len(found) > 1]
    print(*twice, sep="\n")
    print(f"{n_names} names, {len(twice)} in several files of a layer")
    return 1 if twice or n_names == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
