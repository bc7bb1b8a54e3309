#!/usr/bin/env python3
"""Every commit that a page cites is in the history of this tree.

commits.py SOURCE_DIR; exit status 77 (skipped) where there is no git, no history, or only part of it.
"""
import pathlib
import re
import subprocess
import sys

HASH = re.compile(r"(?<![\w./-])(?:[0-9a-f]{7,12}|[0-9a-f]{40})(?![\w-])")
NEAR = 60   # characters from the word "commit" to a hash, as in "commits ca482ab (tube, Taylor bar) and 1a21f6d"


def cited(text):
    """The hashes in a text that the word "commit" introduces; a number of digits only, directly behind it."""
    text = re.sub(r"\s+", " ", text)
    for match in HASH.finditer(text):
        before = text[max(0, match.start() - NEAR):match.start()].lower()
        if (before.rstrip(" `").endswith(("commit", "commits")) if match[0].isdigit() else "commit" in before):
            yield match[0]


def main():
    source = pathlib.Path(sys.argv[1])

    def git(*words):
        return subprocess.run(["git", "-C", source, *words], capture_output=True, text=True)
    try:
        shallow = git("rev-parse", "--is-shallow-repository")
    except FileNotFoundError:
        shallow = None
    if shallow is None or shallow.stdout.strip() != "false":
        print("skipped: no git, or not the whole history")
        sys.exit(77)
    pages = [source / "README.md", source / "CHANGELOG.md", *sorted((source / "docs").rglob("*.md"))]
    found = [(page.relative_to(source), name) for page in pages for name in cited(page.read_text(encoding="utf-8"))]
    assert len(found) > 10, found
    unknown = [f"{page}: commit {name} is not in the history" for page, name in found
               if git("merge-base", "--is-ancestor", name, "HEAD").returncode]
    assert not unknown, "\n".join(unknown)
    print(f"{len(found)} commits cited, all in the history")


main()
