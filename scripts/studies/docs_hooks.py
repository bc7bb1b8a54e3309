"""What the site of scripts/docs-site adds to MkDocs. Named in mkdocs.yml.

- Pages that lie outside of docs/, and docs/keywords.md as a page for each family of keywords.
- Formulas as MathML, so that neither JavaScript nor a network is needed to show them. They are written as GitHub shows
  them, $...$ within a line and $$ on lines of their own.
- Colours of decks in blocks that begin with ```lsdyna.
- The version, the commit and the address of the repository, where git knows one.
"""
import pathlib
import re
import subprocess

from latex2mathml.converter import convert
from mkdocs.structure.files import File
from pygments.lexer import RegexLexer
from pygments.lexers import LEXERS
from pygments.token import Comment, Keyword, Name, Number, Text

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUTSIDE = {"inputs/README.md": "decks-generator.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md",
           "README.md": "index.md"}
LINK = re.compile(r"(?<!!)\[([^\[\]]*)\]\(([^()\s]+)\)")
INLINE = re.compile(r'<span class="arithmatex">\\\((.*?)\\\)</span>', re.S)
DISPLAY = re.compile(r'<div class="arithmatex">\s*\\\[(.*?)\\\]\s*</div>', re.S)
FAMILY = re.compile(r"^## (.+)\n", re.M)
BAR_IN_TABLE = re.compile(r"<td.*?</td>", re.S)


class DeckLexer(RegexLexer):
    name, aliases = "LS-DYNA deck", ["lsdyna"]
    tokens = {"root": [(r"^\$.*\n", Comment), (r"^\*.*\n", Keyword), (r"&\w+", Name.Variable),
                       (r"(?<!\w)[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.])", Number), (r".|\n", Text)]}


__all__ = ["DeckLexer"]  # which pygments asks the module of a lexer for
LEXERS["DeckLexer"] = (__name__, DeckLexer.name, tuple(DeckLexer.aliases), ("*.k",), ())


def git(*arguments):
    """What git says, nothing outside of a checkout."""
    try:
        return subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""


def on_config(config):
    version = (ROOT / "VERSION").read_text(encoding="ascii").strip()
    commit = git("rev-parse", "--short=12", "HEAD")
    config.site_name = f"Crumple {version}"
    config.copyright = config.site_name + (f", sources {commit}" if commit else "")
    address = git("remote", "get-url", "origin").removesuffix(".git")
    if address.startswith("https://"):
        config.repo_url, config.repo_name = address, "Sources"
    return config


def slug(family):
    return family.lower().replace(" ", "-")


def keyword_pages():
    """{name: text} of docs/keywords.md: its head with a list of the families, and a page for each of them."""
    head, *rest = FAMILY.split((ROOT / "docs/keywords.md").read_text(encoding="utf-8"))
    families = dict(zip(rest[::2], rest[1::2]))
    rows = [f"| [{family}](keywords-{slug(family)}.md) | {len(re.findall('^### ', text, re.M)) or ''} |"
            for family, text in families.items()]
    pages = {"keywords.md": head + "\n".join(["## Families", "", "| family | sections |", "|---|---|", *rows])}
    first = "---\nsearch:\n  boost: 4\n---\n"  # where a search finds the keyword here and in the text of other pages
    return pages | {f"keywords-{slug(family)}.md": f"{first}# {family}\n" + re.sub("^###", "##", text, flags=re.M)
                    for family, text in families.items()}


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
        if page == "keywords.md" and anchor:  # of a family
            page, anchor = f"keywords-{anchor}.md", ""
        return f"[{match[1]}]({page}{'#' + anchor if anchor else ''})"
    text = LINK.sub(link, text)
    return re.sub(r"\]\((?:\.\./)?docs/images/", "](images/", text)


def on_files(files, config):
    for source, page in OUTSIDE.items():
        if page != "index.md":
            text = (ROOT / source).read_text(encoding="utf-8")
            files.append(File.generated(config, page, content=moved(text, pathlib.Path(source).parent)))
    pages = keyword_pages()
    files.remove(files.get_file_from_path("keywords.md"))
    for name, text in pages.items():
        files.append(File.generated(config, name, content=text))
    for group in config.nav:
        for items in group.values():
            for item in items if isinstance(items, list) else []:
                if "Keywords" in item:
                    item["Keywords"] = list(pages)
    return files


def on_page_markdown(markdown, page, **_):
    return markdown if page.file.src_uri in set(OUTSIDE.values()) - {"index.md"} else moved(markdown, "docs")


def on_page_content(html, **_):
    html = BAR_IN_TABLE.sub(lambda cell: cell[0].replace("\\|", "|"), html)  # as GitHub shows them

    def formula(display):
        def mathml(match):
            text = re.sub(r"&lt;", "<", re.sub(r"&gt;", ">", match[1].replace("&amp;", "&")))
            return convert(text, display="block" if display else "inline")
        return mathml
    return INLINE.sub(formula(False), DISPLAY.sub(formula(True), html))
