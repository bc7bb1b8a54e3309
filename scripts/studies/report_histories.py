"""What a run has recorded over time, as charts of a report. Used by report_sections.py and report_compare.py."""
import dataclasses
import pathlib
import sys

import numpy as np

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "plots")]

import colours  # noqa: E402
from crumple.filters import at_equal_intervals, cfc, classes_for  # noqa: E402
from crumple.histories import BY_NAME, GROUPS, curves_of  # noqa: E402
from report_page import note, pack  # noqa: E402

MOST_POINTS = 1600   # of a curve in the page; a picture has no more columns
MOST_SHOWN = 8       # curves of a chart that are drawn at first, those with the largest peaks
MOST_FILTERED = 24   # curves of a chart that have filtered ones beside them, with so many points each
FILTERED_POINTS = 600
FILTERED = ("force", "acceleration")   # quantities that are filtered by the classes of SAE J211


def thin(values, most=MOST_POINTS):
    """Indices of points that draw the same line: the least and the greatest of each of most / 2 stretches, and the ends."""
    if len(values) <= most:
        return np.arange(len(values))
    kept = {0, len(values) - 1}
    for stretch in np.array_split(np.arange(len(values)), most // 2):
        kept |= {int(stretch[np.argmin(values[stretch])]), int(stretch[np.argmax(values[stretch])])}
    return np.array(sorted(kept))


def points_of(time, values, index):
    return {"x": pack(time[index], "float32"), "y": pack(values[index], "float32")}


def filtered(curve, second):
    """{class: points of the curve filtered by it}, for as many classes as its samples allow; the size of vectors is that
    of their filtered components. `second`: a unit of time [s]."""
    if len(curve.time) < 3 or curve.time[-1] <= curve.time[0]:
        return {}
    time, values = at_equal_intervals(curve.time, curve.values if curve.vectors is None else curve.vectors)
    interval = second * (time[1] - time[0])

    def by(channel_class):
        smooth = cfc(values, interval, channel_class)
        size = smooth if curve.vectors is None else np.linalg.norm(smooth, axis=1)
        return points_of(time, size, thin(size, FILTERED_POINTS))
    return {str(name): by(name) for name in classes_for(interval)}


def packed(curve, colour, shown):
    index = thin(curve.values)
    data = {"name": curve.name, "colour": curve.colour or colour, "dash": curve.dash, "shown": shown,
            **points_of(curve.time, curve.values, index)}
    if curve.words:
        each = sorted(set(curve.words))
        place = {words: i for i, words in enumerate(each)}
        data["words"] = {"each": each, "of": pack([place[curve.words[i]] for i in index], "uint16")}
    return data


def chart(name, x, y, curves, most=MOST_SHOWN, second=None):
    """A block that draws the curves: those with the largest peaks at first, all of them in the legend. With `second`, the
    unit of time [s], also filtered by the classes of SAE J211."""
    peaks = [float(np.abs(curve.values).max()) for curve in curves]
    first = set(sorted(range(len(curves)), key=lambda i: -peaks[i])[:most])
    palette = colours.CURVES
    made = [packed(curve, palette[i % len(palette)], i in first) for i, curve in enumerate(curves)]
    if second:
        for i in sorted(range(len(curves)), key=lambda i: -peaks[i])[:MOST_FILTERED]:
            made[i]["filtered"] = filtered(curves[i], second)
    return {"kind": "chart", "name": name, "x": x, "y": y, "curves": made}


def chart_of(results, name, units):
    """The chart of a group, or a note that says how to record it."""
    group = BY_NAME[name]
    curves, missing = curves_of(results, group)
    if missing:
        return note(missing)
    if group.quantity == "acceleration" and units.gravities():
        curves = [dataclasses.replace(curve, values=units.gravities() * curve.values) for curve in curves]
    second = units.si("time") if group.quantity in FILTERED else None
    return chart(name, units.axis("time"), units.axis(group.quantity), curves, second=second)


def force_over_displacement(results, units):
    """A block that draws a force of one chart over a displacement of another, or a note without them."""
    forces = [group.name for group in GROUPS if group.quantity == "force" and curves_of(results, group)[0]]
    way = "nodes: size of the displacement"
    if not forces or not curves_of(results, BY_NAME[way])[0]:
        return note("force over displacement: needs a force (*DATABASE_RWFORC, RCFORC or SECFORC) and the displacement of a "
                    "node (*DATABASE_NODOUT with *DATABASE_HISTORY_NODE).")
    return {"kind": "cross", "name": "force over displacement", "x": units.axis("displacement"), "y": units.axis("force"),
            "over": [way], "of": forces}
