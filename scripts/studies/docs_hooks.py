"""What the site of scripts/docs-site adds to MkDocs: pages that lie outside of docs/, and formulas as MathML, so that
neither JavaScript nor a network is needed to show them. Named in mkdocs.yml.

Formulas are written as GitHub shows them, $...$ within a line and $$ on lines of their own.
"""
import pathlib
import re

from latex2mathml.converter import convert
from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUTSIDE = {"inputs/README.md": "decks-generator.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md",
           "README.md": "index.md"}
LINK = re.compile(r"(?<!!)\[([^\[\]]*)\]\(([^()\s]+)\)")
INLINE = re.compile(r'<span class="arithmatex">\\\((.*?)\\\)</span>', re.S)
DISPLAY = re.compile(r'<div class="arithmatex">\s*\\\[(.*?)\\\]\s*</div>', re.S)


def moved(text, folder):
    """Links of a page in `folder`, as they are in a site that has all pages side by side. What is not in the site is
    named, not linked."""
    def link(match):
        name, _, anchor = match[2].partition("#")
        if re.match(r"[a-z]+:", match[2]) or not name:
            return match[0]
        target = (ROOT / folder / name).resolve().relative_to(ROOT).as_posix()
        page = OUTSIDE.get(target, target.removeprefix("docs/") if target.startswith("docs/") else None)
        if page is None or (ROOT / target).is_dir():
            return f"{match[1]} (`{target}`)"
        return f"[{match[1]}]({page}{'#' + anchor if anchor else ''})"
    text = LINK.sub(link, text)
    return re.sub(r"\]\((?:\.\./)?docs/images/", "](images/", text)


def on_files(files, config):
    for source, page in OUTSIDE.items():
        if page != "index.md":
            text = (ROOT / source).read_text(encoding="utf-8")
            files.append(File.generated(config, page, content=moved(text, pathlib.Path(source).parent)))
    return files


def on_page_markdown(markdown, page, **_):
    return markdown if page.file.src_uri in set(OUTSIDE.values()) - {"index.md"} else moved(markdown, "docs")


def on_page_content(html, **_):
    def formula(display):
        def mathml(match):
            text = re.sub(r"&lt;", "<", re.sub(r"&gt;", ">", match[1].replace("&amp;", "&")))
            return convert(text, display="block" if display else "inline")
        return mathml
    return INLINE.sub(formula(False), DISPLAY.sub(formula(True), html))
