"""What a run has recorded over time, as charts of a report. Used by report_sections.py and report_compare.py."""
import pathlib
import sys

import numpy as np

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "plots")]

import colours  # noqa: E402
from crumple.histories import BY_NAME, curves_of  # noqa: E402
from report_page import note, pack  # noqa: E402

MOST_POINTS = 1600   # of a curve in the page; a picture has no more columns
MOST_SHOWN = 8       # curves of a chart that are drawn at first, those with the largest peaks


def thin(values, most=MOST_POINTS):
    """Indices of points that draw the same line: the least and the greatest of each of most / 2 stretches, and the ends."""
    if len(values) <= most:
        return np.arange(len(values))
    kept = {0, len(values) - 1}
    for stretch in np.array_split(np.arange(len(values)), most // 2):
        kept |= {int(stretch[np.argmin(values[stretch])]), int(stretch[np.argmax(values[stretch])])}
    return np.array(sorted(kept))


def packed(curve, colour, shown):
    index = thin(curve.values)
    data = {"name": curve.name, "colour": curve.colour or colour, "dash": curve.dash, "shown": shown,
            "x": pack(curve.time[index], "float32"), "y": pack(curve.values[index], "float32")}
    if curve.words:
        each = sorted(set(curve.words))
        place = {words: i for i, words in enumerate(each)}
        data["words"] = {"each": each, "of": pack([place[curve.words[i]] for i in index], "uint16")}
    return data


def chart(name, x, y, curves, most=MOST_SHOWN):
    """A block that draws the curves: those with the largest peaks at first, all of them in the legend."""
    peaks = [float(np.abs(curve.values).max()) for curve in curves]
    first = set(sorted(range(len(curves)), key=lambda i: -peaks[i])[:most])
    palette = colours.CURVES
    return {"kind": "chart", "name": name, "x": x, "y": y,
            "curves": [packed(curve, palette[i % len(palette)], i in first) for i, curve in enumerate(curves)]}


def chart_of(results, name, units):
    """The chart of a group, or a note that says how to record it."""
    group = BY_NAME[name]
    curves, missing = curves_of(results, group)
    if missing:
        return note(missing)
    return chart(name, units.axis("time"), units.axis(group.quantity), curves)
