"""What a run has recorded over time, as groups of curves. Needs numpy.

A group is a line in GROUPS: its name, the keyword that asks for it, its file, its quantity, and a function that reads
its curves from the results."""
import dataclasses

import numpy as np

DASHES = {"-": "", "--": "8 4", "-.": "8 3 2 3", ":": "2 3"}
# label in glstat, name in a plot, colour, line style (never colour alone)
ENERGIES = [
    ("total energy", "total", "black", "-"),
    ("kinetic energy", "kinetic", "#0072b2", "-"),
    ("internal energy", "internal", "#d55e00", "-"),
    ("sliding interface energy", "contact", "#009e73", "--"),
    ("hourglass energy", "hourglass", "#cc79a7", "-."),
    ("stonewall energy", "rigid walls", "#56b4e9", ":"),
    ("external work", "external work", "#999999", "--"),
    ("system damping energy", "damping", "#e69f00", ":"),
]


def shown(series, label):
    """Whether a curve is there and not zero throughout."""
    return label in series and len(series[label]) == len(series["time"]) and any(series[label])


@dataclasses.dataclass
class Curve:
    name: str
    time: np.ndarray
    values: np.ndarray
    colour: str = ""
    dash: str = ""
    words: list = None     # what is said of each point, if there is something to say
    vectors: np.ndarray = None   # (n, 3) whose sizes the values are, if they are


@dataclasses.dataclass
class Group:
    name: str
    keyword: str           # that asks for it in a deck
    file: str
    quantity: str          # of the axis; its unit is added
    read: object           # Results -> [Curve]


def energy_curves(results):
    series = results.energies
    return [Curve(name, results.glstat("time"), results.glstat(label), colour, DASHES[style])
            for label, name, colour, style in ENERGIES if shown(series, label)]


def ratio_curves(results):
    return [Curve("total / (initial + external work)", results.glstat("time"),
                  results.glstat("total energy / initial energy"), "black")]


def step_curves(results):
    time, limits = results.glstat("time"), results.limits()
    words = limits if len(limits) == len(time) else None
    return [Curve("time step", time, results.glstat("time step"), "#0072b2", words=words)]


def part_name(number, titles):
    return f"{number} {titles.get(number, '')}".strip()


def part_curves(results):
    titles = results.part_titles()
    return [Curve(part_name(number, titles), time, values[:, 0]) for number, (time, values) in results.parts().items()]


def sizes(what, histories):
    return [Curve(f"{what} {number}", time, np.linalg.norm(vectors, axis=1), vectors=vectors)
            for number, (time, vectors) in histories.items()]


def sliding_curves(results):
    return [Curve(f"contact {number}: {name}", time, values, dash=dash)
            for number, (time, rows) in results.sliding().items()
            for name, values, dash in (("both sides", rows[:, 0] + rows[:, 1], ""), ("friction", rows[:, 2], "8 4"))]


def node_curves(results):
    return [Curve(f"node {node.id}", node.time, np.linalg.norm(node.displacement, axis=1)) for node in results.nodes()]


def acceleration_curves(results):
    """Means between outputs, by the change of the velocity: accelerations of single steps, as nodout has them, may
    oscillate faster than it records."""
    for node in results.nodes():
        if len(node.time) > 1 and (np.diff(node.time) > 0).all():
            mean = np.diff(node.velocity, axis=0) / np.diff(node.time)[:, None]
            middle = 0.5 * (node.time[1:] + node.time[:-1])
            yield from (Curve(f"node {node.id} {axis}", middle, mean[:, i]) for i, axis in enumerate("xyz"))


GROUPS = [
    Group("energies", "GLSTAT", "glstat", "energy", energy_curves),
    Group("energy ratio", "GLSTAT", "glstat", "ratio", ratio_curves),
    Group("time step", "GLSTAT", "glstat", "time step", step_curves),
    Group("internal energy of parts", "MATSUM", "matsum", "energy", part_curves),
    Group("rigid walls: size of the force", "RWFORC", "rwforc", "force",
          lambda results: sizes("wall", results.walls())),
    Group("contacts: size of the force on side A", "RCFORC", "rcforc", "force",
          lambda results: sizes("contact", results.contacts())),
    Group("contacts: energy", "SLEOUT", "sleout", "energy", sliding_curves),
    Group("sections: size of the force", "SECFORC", "secforc", "force",
          lambda results: sizes("section", results.sections())),
    Group("nodes: size of the displacement", "NODOUT", "nodout", "displacement", node_curves),
    Group("nodes: acceleration", "NODOUT", "nodout", "acceleration", lambda results: list(acceleration_curves(results))),
]
BY_NAME = {group.name: group for group in GROUPS}


def curves_of(results, group):
    """Curves of the group, or the reason why there are none."""
    if not results.has(group.file):
        return [], f"{group.name}: not recorded; add *DATABASE_{group.keyword} to the deck."
    try:
        found = group.read(results)
    except (KeyError, IndexError, ValueError) as problem:
        raise ValueError(f"{results.path(group.file)}: not as Crumple writes it: {problem}") from None
    if not found or not all(len(curve.time) for curve in found):
        return [], (f"{group.name}: {group.file} holds none; the deck has nothing for it to record, or the run has no "
                    "output time.")
    return found, ""
