"""What differs between two runs. Needs numpy; tables need pandas."""
import dataclasses

import numpy as np

from crumple.histories import GROUPS, curves_of


def outcome(summary):
    """{quantity: value} of the end of a run."""
    items = {"termination": f"{summary['termination']}: {summary['reason']}", "cycles": summary["cycles"],
             "end time": summary["end_time"], "least time step": summary["dt"]["min"]}
    items |= {f"energy: {kind.replace('_', ' ')}": value for kind, value in summary["energy"].items()}
    return items | {f"deleted: {kind.replace('_', ' ')}": count for kind, count in summary["failed"].items() if count}


def largest_difference(first, second):
    """(greatest |A - B| over the greatest |A|, that difference, when) of two curves where both have times; B is taken
    at A's times by linear interpolation."""
    common = (first.time >= second.time[0]) & (first.time <= second.time[-1])
    if not common.any():
        return 0.0, 0.0, 0.0
    difference = np.abs(first.values[common] - np.interp(first.time[common], second.time, second.values))
    scale = np.abs(first.values).max() or np.abs(second.values).max() or 1.0
    worst = int(np.argmax(difference))
    return float(difference[worst] / scale), float(difference[worst]), float(first.time[common][worst])


def shared_curves(a, b):
    """(group, curve of A, curve of B) of all histories that both runs have."""
    for group in GROUPS:
        second = {curve.name: curve for curve in curves_of(b, group)[0]}
        yield from ((group, curve, second[curve.name]) for curve in curves_of(a, group)[0] if curve.name in second)


@dataclasses.dataclass
class Comparison:
    same: bool             # whether the final states have the same bits
    summary: object        # DataFrame: each quantity of both runs, and B / A - 1
    histories: object      # DataFrame: the largest difference of each curve, the largest first

    def _repr_html_(self):
        words = "the same bits" if self.same else "different bits"
        return f"<p>{words}</p>{self.summary.to_html()}{self.histories.head(20).to_html()}"


def compare(a, b):
    """What differs between two runs (Results)."""
    import pandas
    first, second = outcome(a.summary), outcome(b.summary)
    rows = {}
    for what in dict.fromkeys([*first, *second]):
        x, y = first.get(what, 0), second.get(what, 0)
        rows[what] = (x, y, y / x - 1 if not isinstance(x, str) and x else None)
    summary = pandas.DataFrame.from_dict(rows, orient="index", columns=["A", "B", "change"])
    found = [(group.name, x.name, *largest_difference(x, y)) for group, x, y in shared_curves(a, b)]
    columns = ["group", "curve", "share of the largest value", "difference", "at time"]
    histories = pandas.DataFrame(found, columns=columns)
    same = a.summary["state_hash"] == b.summary["state_hash"] != ""
    return Comparison(same, summary, histories.sort_values(columns[2], ascending=False, ignore_index=True))
