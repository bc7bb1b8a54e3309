#!/usr/bin/env python3
"""Counts what makes a code base hard to change: house_metrics.py SOURCE_DIR [OTHER_DIR] prints, for each, lines and
files by layer, the longest functions, functions with more than five parameters, data members of Simulation, lines over
120 columns, and how many objects a touched header rebuilds (with OTHER_DIR side by side). Functions are found by their
layout, which .clang-format keeps: a signature at the left margin, a closing brace at the left margin."""
import re
import sys
from pathlib import Path

LAYERS = ("src/base", "src/model", "src/deck", "src/comm", "src/physics", "src/io", "src/app", "decomp", "kernels")
SIGNATURE = re.compile(r"^(?:template <.*> )?[A-Za-z_][\w:<>,&*\s\[\]]*[\s&*]([\w:~]+)\(", re.M)
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)


def sources(root, suffixes=(".cpp", ".hpp")):
    for layer in LAYERS:
        yield from (path for path in sorted((root / layer).rglob("*")) if path.suffix in suffixes)


def parameters_of(text, start):
    """How many parameters the list has that opens at `start`."""
    depth, angle, commas, at = 0, 0, 0, start
    while at < len(text):
        c = text[at]
        if c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
            if depth == 0:
                break
        elif c == "<":
            angle += 1
        elif c == ">" and text[at - 1] != "-":
            angle -= 1
        elif c == "," and depth == 1 and angle == 0:
            commas += 1
        at += 1
    return 0 if not text[start + 1:at].strip() else commas + 1


def functions(root):
    """(lines, parameters, name, file) of each function with a body at the left margin."""
    for path in sources(root, (".cpp",)):
        text = path.read_text(encoding="utf-8")
        for match in SIGNATURE.finditer(text):
            body = text.find("\n}\n", match.start())
            opening = re.compile(r"\{$|\{ *return.*\}$|;$", re.M).search(text, match.start())
            if body < 0 or not opening or not opening[0].startswith("{") or opening.start() > body:
                continue
            lines = text.count("\n", match.start(), body) + 1
            yield lines, parameters_of(text, match.end() - 1), match[1], path.relative_to(root)


def members_of_simulation(root):
    text = (root / "src/app/simulation.hpp").read_text(encoding="utf-8")
    return sum(text.count(name) > 0 for name in set(re.findall(r"\b(\w+_)(?:;|,| =|\{)", text)))


def rebuilt_by(root):
    """[header] how many objects of src it is part of."""
    files = {str(p.relative_to(root)): INCLUDE.findall(p.read_text(encoding="utf-8")) for p in sources(root)}
    resolve = lambda name: name if name in files else "src/" + name
    counts = {}
    for name in files:
        if not name.endswith(".cpp") or not name.startswith("src/"):
            continue
        seen, todo = set(), [name]
        while todo:
            for inner in map(resolve, files.get(todo.pop(), ())):
                if inner in files and inner not in seen:
                    seen.add(inner)
                    todo.append(inner)
        for header in seen:
            counts[header] = counts.get(header, 0) + 1
    return counts


def report(root):
    rows = {}
    for layer in LAYERS:
        texts = [p.read_text(encoding="utf-8") for p in sorted((root / layer).rglob("*")) if p.suffix in (".cpp", ".hpp")]
        rows[f"{layer}: files, lines"] = f"{len(texts)}, {sum(t.count(chr(10)) for t in texts)}"
    all_functions = list(functions(root))
    rows["functions"] = str(len(all_functions))
    rows["functions over 50 lines"] = str(sum(f[0] > 50 for f in all_functions))
    rows["longest functions"] = ", ".join(f"{f[2]} {f[0]}" for f in sorted(all_functions, key=lambda f: -f[0])[:3])
    rows["functions with more than 5 parameters"] = str(sum(f[1] > 5 for f in all_functions))
    rows["most parameters"] = ", ".join(f"{f[2]} {f[1]}" for f in sorted(all_functions, key=lambda f: -f[1])[:3])
    rows["data members of Simulation"] = str(members_of_simulation(root))
    lines = [line for p in sources(root) for line in p.read_text(encoding="utf-8").splitlines()]
    rows["lines over 120 columns"] = str(sum(len(line) > 120 for line in lines))
    rebuilt = rebuilt_by(root)
    of = {k: v for k, v in rebuilt.items() if "contact/" in k or "result" in k}
    rows["objects that a header of contact or results rebuilds, at most"] = ", ".join(
        f"{Path(k).name} {v}" for k, v in sorted(of.items(), key=lambda item: -item[1])[:3])
    return rows


def main():
    roots = [Path(argument) for argument in sys.argv[1:]]
    if not roots or sys.argv[1] in ("-h", "--help"):
        print(__doc__)
        return 2
    reports = [report(root) for root in roots]
    for key in reports[0]:
        print(f"{key}: " + "  ->  ".join(r[key] for r in reports))
    return 0


if __name__ == "__main__":
    sys.exit(main())
