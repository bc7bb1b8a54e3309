#!/usr/bin/env python3
"""The site of scripts/docs-site: it builds without a warning, tables show no backslashes, its search finds keywords.

docs_site.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without mkdocs. The search itself is tried where there is a
Chromium.
"""
import functools
import http.server
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

import browser

# what is searched for, and the section that should come first
SEARCHES = {"MAT_024": "keywords-mat.html#mat_024-mat_piecewise", "*MAT_024": "keywords-mat.html#mat_024-mat_piecewise",
            "CONTROL_TIMESTEP": "keywords-control.html#control_timestep",
            "timestep": "keywords-control.html#control_timestep",
            "CONTACT_AUTOMATIC_SINGLE_SURFACE": "keywords-contact.html#contact_airbag_single_surface",
            "DATABASE_BINARY_D3PLOT": "keywords-database.html#database_binary_d3plot"}
FIRST_RESULTS = """[...document.querySelectorAll(".md-search-result__list a")].slice(0, 2)
    .map((a) => a.href.split("/").pop().replace(/[?][^#]*/, ""))"""   # the page, and its best section
SEARCH = """(() => {
    const query = document.querySelector("[data-md-component=search-query]");
    if (query) { query.focus(); query.value = %s; query.dispatchEvent(new Event("keyup")); }
})()"""


def words(text, separator):
    """As the search of the site splits text."""
    return {word.lower() for word in re.split(separator, text) if word}


def check_index(site):
    index = json.loads((site / "search/search_index.json").read_text(encoding="utf-8"))
    separator = index["config"]["separator"]
    for wanted, section in SEARCHES.items():
        found = [entry["location"] for entry in index["docs"]
                 if words(wanted, separator) <= words(entry["title"], separator)]
        assert any(place.startswith(section) for place in found), (wanted, found)
    assert words("*MAT_024, *MAT_PIECEWISE", separator) == {"mat", "024", "piecewise"}


def check_colours(site):
    text = (site / "tutorial.html").read_text(encoding="utf-8")
    assert '<span class="k">*KEYWORD' in text and '<span class="c">$ pid, secid' in text, "decks have no colours"


def check_tables(site):
    for page in site.glob("*.html"):
        cells = re.findall(r"<td.*?</td>", page.read_text(encoding="utf-8"), re.S)
        assert not any("\\|" in cell for cell in cells), page


def check_search(site):
    """The first results of the searches, as a reader sees them."""
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.Browser()
    try:
        page.call("Page.navigate", url=f"http://127.0.0.1:{server.server_port}/index.html")
        for wanted, section in SEARCHES.items():
            until, found = time.monotonic() + 20, []
            while not any(place.startswith(section) for place in found):
                assert time.monotonic() < until, (wanted, found, page.messages)
                page.evaluate(SEARCH % json.dumps(wanted))
                time.sleep(0.2)
                found = page.evaluate(FIRST_RESULTS)
        if "CRUMPLE_KEEP_PICTURES" in os.environ:
            page.picture(pathlib.Path(os.environ["CRUMPLE_KEEP_PICTURES"]) / "search.png")
    finally:
        page.close()
        server.shutdown()


def main():
    if not all(importlib.util.find_spec(name) for name in ("mkdocs", "material", "latex2mathml")):
        print("skipped: no mkdocs, which scripts/setup --pictures installs")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(folder) / "site"
        built = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", site], text=True,
                               cwd=sys.argv[1], capture_output=True, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"})
        assert built.returncode == 0, built.stderr
        check_index(site)
        check_tables(site)
        check_colours(site)
        if browser.found():
            check_search(site)
    print("the site builds, and its search finds keywords")


if __name__ == "__main__":
    main()
