#!/usr/bin/env python3
"""scripts/figures: its list has all tables and pictures that scripts write, none is old, and a script is tried and kept.

figures.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without numpy and matplotlib. Ages need git and the history.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import small

small.need("matplotlib", "numpy")

MARK = re.compile(r"^<!-- (?:from here on written by|table of) scripts/.*-->$", re.M)
PICTURE = re.compile(r"\]\(images/([\w.-]+)\)")
NO_SPEED = ("scripts/gallery", "scripts/cars-study", "scripts/benchmark --table")  # results, and what others have submitted
PAGES_OF_SPEED = ("experiments.md", "cluster-studies.md", "plan.md", "scaling.md", "simulation.md", "storage.md")


def check_list(source, figures):
    listed = {(figure.page, begin) for figure in figures.FIGURES for begin in figure.begins}
    pages = ["README.md", *(f"docs/{page.name}" for page in (source / "docs").glob("*.md"))]
    found = {(page, mark) for page in pages for mark in MARK.findall((source / page).read_text(encoding="utf-8"))
             if not any(script in mark for script in NO_SPEED)}
    assert found <= listed, f"not in scripts/studies/figures.py: {sorted(found - listed)}"
    assert {one for one in listed if one[1].startswith("<!--")} <= found, sorted(listed - found)
    pictures = {target for figure in figures.FIGURES for target, _ in figure.pictures}
    shown = {name for page in PAGES_OF_SPEED for name in PICTURE.findall((source / "docs" / page).read_text(encoding="utf-8"))}
    assert pictures == shown, f"pictures: {sorted(pictures ^ shown)}"
    for figure in figures.FIGURES:
        for command in filter(None, (figure.command, figure.quick)):
            assert (source / "scripts" / command.split()[0]).exists() and command.endswith(" -o {o}"), command
        for path in figure.measures:
            assert (source / path).exists(), (figure.name, path)


def check_ages(figures):
    if not figures.has_history():
        print("ages are not checked: no git, or not the whole history")
        return
    old = {figure.name: age for figure in figures.FIGURES
           if not figure.needs and (age := figures.age(figure)) > figures.OLDEST}
    assert not old, f"older than {figures.OLDEST} commits to what they measure: {old}; scripts/figures renews them"


def check_parts(figures, folder):
    """What a section says of its commits, and where parts of a page end."""
    page = folder / "page.md"
    page.write_text("# A\n\n## B\n\nof commit 1234567 and\ncommit 89abcde\n\n## C\n<!-- mark -->\nx\n<!-- end -->\n",
                    encoding="utf-8")
    assert figures.part_of(page, "## B") == (4, 7) and figures.part_of(page, "<!-- mark -->") == (10, 10)
    assert figures.commits_of(page, "## B") == (["1234567", "89abcde"], max)


def check_run(source, program, folder):
    """A short run writes its table and picture and no page; the second call finds it done."""
    def call(*words):
        done = subprocess.run([sys.executable, source / "scripts/studies/figures.py", "--quick", "-o", folder, *words],
                              env=os.environ | {"CRUMPLE_PROGRAM": str(program)}, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr
    pages = [page.read_bytes() for page in (source / "docs").glob("*.md")]
    status, said = call("vectors")
    log = folder / "vectors-quick" / "log"
    assert status == 0 and "vectors: " in said, said + (log.read_text(encoding="utf-8") if log.exists() else "")
    kept = json.loads((folder / "vectors-quick" / "figure.json").read_text(encoding="utf-8"))
    assert {"sources", "commit", "command", "seconds"} == set(kept), kept
    assert (folder / "vectors-quick/table.md").exists() and (folder / "vectors-quick/vector-study.png").exists()
    status, said = call("vectors")
    assert status == 0 and "vectors: done before" in said, said
    assert pages == [page.read_bytes() for page in (source / "docs").glob("*.md")]
    status, said = call("nothing")
    assert status == 2 and "is no figure, expected one of" in said, said


def main():
    source, program = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    sys.path.insert(0, str(source / "scripts/studies"))
    import figures
    check_list(source, figures)
    with tempfile.TemporaryDirectory() as name:
        check_parts(figures, pathlib.Path(name))
        check_run(source, program, pathlib.Path(name) / "figures")
    check_ages(figures)
    print(f"{len(figures.FIGURES)} figures are listed, none is old")


main()
