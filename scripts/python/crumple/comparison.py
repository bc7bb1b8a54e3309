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


def load(summary):
    """{quantity: value} of work and communication; times of work are CPU times outside MPI, which other programs and
    waiting hardly change."""
    items = {}
    if "mpi" in summary:
        m = summary["mpi"]
        items = {"work of a rank [s]: mean": m["work_s"]["mean"], "work of a rank [s]: greatest": m["work_s"]["greatest"],
                 "critical path, slowest rank of each stage [s]": m["work_path_s"],
                 "share of the steps in MPI": m["share"], "messages": m["pairs"]["messages"]}
    of_ranks = {name: rank for name, rank in summary["decomposition"].items() if isinstance(rank, dict) and "imbalance" in rank}
    return items | {f"{name.replace('_', ' ')} of a rank: {which}": rank[key] for name, rank in of_ranks.items()
                    for which, key in (("mean", "mean"), ("greatest", "max"))}


def beside(first, second):
    """(quantity, of A, of B, B / A - 1) of two dictionaries; the last is None of texts, and where A is 0."""
    for what in dict.fromkeys([*first, *second]):
        x, y = first.get(what, 0), second.get(what, 0)
        yield what, x, y, y / x - 1 if not isinstance(x, str) and x else None


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
    load: object           # DataFrame, as the summary: work, critical path, messages and what each rank has

    def _repr_html_(self):
        words = "the same bits" if self.same else "different bits"
        return f"<p>{words}</p>{self.summary.to_html()}{self.histories.head(20).to_html()}{self.load.to_html()}"


def compare(a, b):
    """What differs between two runs (Results)."""
    import pandas
    summary, of_ranks = (pandas.DataFrame.from_dict(
        {what: of for what, *of in beside(items(a.summary), items(b.summary))}, orient="index", columns=["A", "B", "change"])
        for items in (outcome, load))
    found = [(d.group.name, d.first.name, d.share, d.size, d.time) for d in differences(a, b)]
    columns = ["group", "curve", "share of the group's largest value", "difference", "at time"]
    histories = pandas.DataFrame(found, columns=columns)
    same = a.summary["state_hash"] == b.summary["state_hash"] != ""
    return Comparison(same, summary, histories, of_ranks)
