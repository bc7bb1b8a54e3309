#!/usr/bin/env python3
"""Checks the links of the documentation: files and headings that relative links name, pages that sources name, that the
book (mkdocs.yml) and the front page have each page once, and that those who cite the program name its version. doc_links.py SOURCE_DIR; prints each breach and exits non-zero if there is one.
"""
import re
import sys
from pathlib import Path

FOLDERS = ("src", "kernels", "decomp", "inputs", "tests", "scripts")
SOURCES = (".cpp", ".hpp", ".py", ".txt", ".cmake", "")
FENCE = re.compile(r"^ *(```|~~~).*?^ *\1 *$", re.M | re.S)
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]+)\)")
HEADING = re.compile(r"^#{1,6} +(.*?) *#*$", re.M)
PAGE_IN_SOURCE = re.compile(r"docs/[\w./-]*\w\.(?:md|png|gif)")
PAGE_IN_BOOK = re.compile(r"([\w-]+\.md) *$", re.M)


def prose(path):
    return FENCE.sub("", path.read_text(encoding="utf-8"))


def anchors_of(path):
    """As GitHub and the site make them of headings; a second heading of the same text gets -1, and so on."""
    found = set()
    for heading in HEADING.findall(prose(path)):
        text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
        slug = base = re.sub(r"[^\w\- ]", "", text).strip().replace(" ", "-")
        number = 0
        while slug in found:
            number += 1
            slug = f"{base}-{number}"
        found.add(slug)
    return found


def breaches_of_page(path, root):
    text = re.sub(r"`[^`\n]*`", lambda code: "`" + "x" * (len(code[0]) - 2) + "`", prose(path))
    for target in LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        aim = (path.parent / name).resolve() if name else path
        if not aim.is_relative_to(root) or not aim.exists():
            yield f"{path.relative_to(root)}: link to {target}: there is no such file"
        elif anchor and aim.suffix == ".md" and anchor not in anchors_of(aim):
            yield f"{path.relative_to(root)}: link to {target}: there is no such heading"


def breaches_of_source(path, root):
    for name in set(PAGE_IN_SOURCE.findall(path.read_text(encoding="utf-8", errors="replace"))):
        if not (root / name).exists() and "gallery-" not in name:
            yield f"{path.relative_to(root)}: names {name}, which does not exist"


def breaches_of_book(root):
    listed = PAGE_IN_BOOK.findall((root / "mkdocs.yml").read_text(encoding="utf-8"))
    pages = {path.name for path in (root / "docs").glob("*.md")}
    yield from (f"mkdocs.yml: {name} is listed twice" for name in sorted(set(listed)) if listed.count(name) > 1)
    yield from (f"mkdocs.yml: {name} is not listed" for name in sorted(pages - set(listed)))


def breaches_of_front(root):
    text = (root / "docs/index.md").read_text(encoding="utf-8")
    for path in sorted((root / "docs").glob("*.md")):
        if path.name != "index.md" and text.count(f"]({path.name})") != 1:
            yield f"docs/index.md: links {text.count(f']({path.name})')} times to {path.name}, expected once"


def breaches_of_version(root):
    version = (root / "VERSION").read_text(encoding="ascii").strip()
    for name, words in (("CITATION.cff", f"version: {version}\n"), ("docs/citing.md", f"version = {{{version}}}"),
                        ("CHANGELOG.md", f"\n## [{version}]"), ("README.md", f"## What is new in {version}\n")):
        if words not in (root / name).read_text(encoding="utf-8"):
            yield f"{name}: expected {words.strip()!r}, by the file VERSION"


def main():
    root = Path(sys.argv[1]).resolve()
    pages = [*sorted(root.glob("*.md")), *sorted((root / "docs").glob("*.md")), root / "inputs/README.md"]
    sources = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*"))
               if path.is_file() and path.suffix in SOURCES]
    breaches = [breach for page in pages for breach in breaches_of_page(page, root)]
    breaches += [breach for path in sources for breach in breaches_of_source(path, root)]
    breaches += [*breaches_of_book(root), *breaches_of_front(root), *breaches_of_version(root)]
    print(*breaches, sep="\n")
    print(f"{len(pages)} pages, {len(sources)} sources, {len(breaches)} breaches")
    return 1 if breaches or len(pages) < 3 or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
