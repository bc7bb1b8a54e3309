"""The page of a report: sections of blocks, each a dictionary that page.js draws by its `kind`. Used by report.py.

Kinds: tiles {items: [[name, value]]}, note {text}, table {head, rows}, chart {x, y, curves}, cross {x, y, over, of: names of
charts}, bars {unit, names, parts}, nested {unit, parts: [{name, value, parts}]}, matrix {values, row, column, unit}, mesh
(report_mesh.py)."""
import base64
import html
import json
import pathlib
import re
import zlib

import numpy as np

FOLDER = pathlib.Path(__file__).parent
SCRIPTS = ("data.js", "charts.js", "bars.js", "mesh.js", "walls.js", "view.js", "pick.js", "page.js")


def pack(values, kind):
    """An array as text: little-endian numbers of the kind ("float32", "uint16", ...), deflated, in base64."""
    raw = np.ascontiguousarray(values, dtype=np.dtype(kind).newbyteorder("<")).tobytes()
    return {"kind": kind, "data": base64.b64encode(zlib.compress(raw, 9)).decode("ascii")}


def section(name, *blocks):
    return {"name": name, "blocks": [block for block in blocks if block]}


def note(text):
    return {"kind": "note", "text": text}


def table(head, rows):
    return {"kind": "table", "head": head, "rows": [[str(cell) for cell in row] for row in rows]}


def write_page(path, title, sections, refresh=0):
    """Writes the page; `</` in its data is escaped, so that no text of a deck can end the script. With `refresh` it loads
    itself again after so many seconds."""
    data = json.dumps({"title": title, "sections": sections, "refresh": refresh}, allow_nan=False).replace("</", "<\\/")
    text = (FOLDER / "page.html").read_text(encoding="utf-8")
    scripts = "\n".join((FOLDER / name).read_text(encoding="utf-8") for name in SCRIPTS)
    parts = {"@title@": html.escape(title), "@style@": (FOLDER / "page.css").read_text(encoding="utf-8"), "@data@": data,
             "@scripts@": scripts}
    part = path.with_name(path.name + ".part")
    part.write_text(re.sub("|".join(parts), lambda place: parts[place[0]], text), encoding="utf-8")
    part.replace(path)
