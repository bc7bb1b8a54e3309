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


@dataclasses.dataclass
class Difference:
    """The largest difference of two curves of a name; B is taken at A's times by linear interpolation."""
    group: object
    first: object          # the curves
    second: object
    share: float           # of the largest value of the whole group in A: what is small beside the rest comes last
    size: float
    time: float


def largest_difference(first, second):
    """(greatest |A - B|, when) of two curves where both have times."""
    common = (first.time >= second.time[0]) & (first.time <= second.time[-1])
    if not common.any():
        return 0.0, 0.0
    difference = np.abs(first.values[common] - np.interp(first.time[common], second.time, second.values))
    worst = int(np.argmax(difference))
    return float(difference[worst]), float(first.time[common][worst])


def differences(a, b):
    """Those of all histories that both runs have, the largest share first."""
    found = []
    for group in GROUPS:
        of_a, of_b = (curves_of(run, group)[0] for run in (a, b))
        second = {curve.name: curve for curve in of_b}
        most = max((np.abs(curve.values).max() for curve in of_a + of_b), default=0) or 1.0
        for curve in of_a:
            if curve.name in second:
                size, time = largest_difference(curve, second[curve.name])
                found.append(Difference(group, curve, second[curve.name], size / most, size, time))
    return sorted(found, key=lambda difference: -difference.share)


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
    found = [(d.group.name, d.first.name, d.share, d.size, d.time) for d in differences(a, b)]
    columns = ["group", "curve", "share of the group's largest value", "difference", "at time"]
    histories = pandas.DataFrame(found, columns=columns)
    same = a.summary["state_hash"] == b.summary["state_hash"] != ""
    return Comparison(same, summary, histories)
