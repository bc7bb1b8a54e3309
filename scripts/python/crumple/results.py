"""The results of a run as arrays and, by frame(), as pandas tables. Needs numpy; tables need pandas, states h5py."""
import csv
import dataclasses
import functools
import json
import pathlib
import re

import numpy as np

from crumple.lsda import read_lsda

NUMBER = r"[+-]?\d\.\d+E[+-]\d+"
STATISTIC = re.compile(r"^ (\S.{29}\.)(.{14})")  # of glstat: dotted to column 32, value in 33-46
XYZ = ["x", "y", "z"]
PART = ["internal", "kinetic", "hourglass", *(f"momentum {axis}" for axis in XYZ)]
WELD = ["axial", "shear", "failed", "moment", "torsion", "length", "failure time"]
# histories by number: the method that reads them, what has the numbers, the columns
TABLES = {"matsum": ("parts", "part", PART), "rcforc": ("contacts", "contact", XYZ),
          "rwforc": ("walls", "wall", XYZ), "secforc": ("sections", "section", XYZ),
          "sleout": ("sliding", "contact", ["side A", "side B", "friction"]), "swforc": ("weld_rows", "weld", WELD),
          "jntforc": ("joints", "joint", [f"{what} {axis}" for what in ("force", "moment") for axis in XYZ]),
          "nodout": ("motions", "node",
                     [f"{what} {axis}" for what in ("displacement", "velocity", "place") for axis in XYZ])}
# how a run comes to write a table in CSV
ASKED_BY = {"mpi_profile.csv": "leave profile=on", "load_samples.csv": "run with loadsample=N",
            "solver.csv": "*CONTROL_IMPLICIT_GENERAL asks for implicit analysis"}


@dataclasses.dataclass
class NodeHistory:
    """A node of nodout over time: arrays (n,) and (n, 3)."""
    id: int
    time: np.ndarray
    displacement: np.ndarray
    velocity: np.ndarray
    acceleration: np.ndarray
    place: np.ndarray


def by_number(table):
    """{number: (times, the columns behind)} of a table whose columns begin with number and time."""
    return {int(n): (table[table[:, 0] == n, 1], table[table[:, 0] == n, 2:]) for n in np.unique(table[:, :1])}


def by_number_at(times, table):
    """The same of a table that begins with numbers, each of which comes once at each of the times, the last ones."""
    each = {int(n): table[table[:, 0] == n, 1:] for n in np.unique(table[:, :1])}
    return {number: (times[-len(rows):], rows) for number, rows in each.items()}


def read_glstat(path):
    """Lists of values by label; several walls are added up."""
    series = {}
    n_states = 0
    for line in path.read_text(encoding="ascii", errors="replace").splitlines():
        match = STATISTIC.match(line)
        if not match:
            continue
        label = match[1].rstrip(". ")
        n_states += label == "time"
        if not n_states:  # the title
            continue
        values = series.setdefault(label, [])
        if len(values) < n_states:
            values.append(float(match[2]))
        else:
            values[-1] += float(match[2])
    return series


class Results:
    """The results in a folder. Times and forces are in the units of the deck; interfaces, walls, joints and sections by
    their number. Raises ValueError where the folder holds no run, OSError where a file is not there."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        found = sorted(self.folder.glob("*summary.json"))
        if len(found) != 1:
            raise ValueError(
                f"{self.folder}: expected the results of one run with its summary.json, found {len(found)}")
        self.prefix = found[0].name.removesuffix("summary.json")  # of jobid=
        try:
            self.summary = json.loads(found[0].read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{found[0]}: {error}") from None

    def __repr__(self):
        return f"Results of {self.summary['deck']['title']!r} in {self.folder}, ended: {self.summary['termination']}"

    @property
    def deck(self):
        """Path of the deck that the run has read, or None where it is no longer there."""
        path = self.deck_as_named()
        return next((at for at in (pathlib.Path(path), self.folder.parent / path) if path and at.is_file()), None)

    def deck_as_named(self):
        return self.summary["deck"]["path"]

    def path(self, name):
        return self.folder / (self.prefix + name)

    def has(self, name):
        return self.path(name).exists()

    def text(self, name):
        return self.path(name).read_text(encoding="ascii", errors="replace")

    def rows(self, name):
        """Rows of a table in CSV as dictionaries."""
        with self.path(name).open(newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    @functools.cached_property
    def energies(self):
        return read_glstat(self.path("glstat"))

    def table(self, name, pattern):
        """Lines of an ASCII result that fit the pattern, as an array (lines, groups)."""
        found = re.findall(pattern, self.text(name), re.M)
        return np.array(found, dtype=float).reshape(len(found), -1)

    def timed(self, name, head, pattern):
        """The same of a result whose lines follow heads with a time: (number, time, the other groups) of each line."""
        rows = [[found[0], time, *found[1:]]
                for block in re.split(head, self.text(name), flags=re.M)[1:] for time in re.findall(NUMBER, block)[:1]
                for found in re.findall(pattern, block, re.M)]
        return np.array(rows, dtype=float).reshape(-1, re.compile(pattern).groups + 1)

    def glstat(self, label):
        """A line of glstat over time; empty before the first state."""
        return np.array(self.energies[label] if self.energies else [])

    def nodes(self):
        """The nodes of nodout, by rising id."""
        rows = {}
        for block in self.text("nodout").split("n o d a l   p r i n t   o u t")[1:]:
            time = float(re.search(rf"at time +({NUMBER})", block)[1])
            for node, numbers in re.findall(rf"^ *(\d+)((?: *{NUMBER}){{12}}) *$", block, re.M):
                rows.setdefault(int(node), []).append([time, *map(float, re.findall(NUMBER, numbers))])
        table = {node: np.array(lines) for node, lines in sorted(rows.items())}
        return [NodeHistory(node, t[:, 0], t[:, 1:4], t[:, 4:7], t[:, 7:10], t[:, 10:13]) for node, t in table.items()]

    def motions(self):
        """{id: (times, [displacement, velocity, place] (n, 9))} of the nodes of nodout."""
        return {node.id: (node.time, np.hstack([node.displacement, node.velocity, node.place])) for node in
                self.nodes()}

    def contact(self, number):
        """Times, and forces (n, 3) on side A, of a contact in rcforc."""
        return self.contacts()[number]

    def contacts(self):
        """{number: (times, forces (n, 3) on side A)} of rcforc."""
        return by_number(self.table(
            "rcforc", rf"^ *slave +(\d+) time +({NUMBER}) +x +({NUMBER}) +y +({NUMBER}) +z +({NUMBER})"))

    def walls(self):
        """{number: (times, forces (n, 3))} of the rigid walls in rwforc; the normal force is their size."""
        table = self.table("rwforc", rf"^ *({NUMBER}) +(\d+) +{NUMBER} +({NUMBER}) +({NUMBER}) +({NUMBER})")
        return by_number(table[:, [1, 0, 2, 3, 4]])

    def sections(self):
        """{number: (times, forces (n, 3))} of the cross sections in secforc."""
        return by_number(self.table("secforc", rf"^ *(\d+) +({NUMBER}) +({NUMBER}) +({NUMBER}) +({NUMBER})"))

    def joints(self):
        """{number: (times, [force, moment] (n, 6) on the first body)} of the joints in jntforc."""
        return by_number(self.timed("jntforc", r"^ time\.+", r"^ joint number\.+ *(\d+)" + 6 * rf"\n \S+\.+ *({NUMBER})"))

    def joint(self, number):
        """Times, and forces (n, 3) on the first body, of a joint in jntforc."""
        times, rows = self.joints()[number]
        return times, rows[:, :3]

    def section(self, number):
        """Times, and forces (n, 3), of a cross section in secforc."""
        return self.sections()[number]

    def part(self, number):
        """`internal` and `kinetic` energy of a part in matsum over time."""
        table = self.table("matsum", rf"mat.#= *{number} +inten= *({NUMBER}) +kinen= *({NUMBER})")
        return dict(zip(("internal", "kinetic"), table.T))

    def parts(self):
        """{number: (times, [internal, kinetic, hourglass energy, momentum] (n, 6))} of all parts in matsum."""
        times = self.table("matsum", rf"^ *time *= *({NUMBER})")[:, 0]
        table = self.table("matsum", rf"mat.#= *(\d+) +inten= *({NUMBER}) +kinen= *({NUMBER}).*\n x-mom= *({NUMBER}) +"
                                     rf"y-mom= *({NUMBER}) +z-mom= *({NUMBER})\n.*\n +hgeng= *({NUMBER})")
        return by_number_at(times, table[:, [0, 1, 2, 6, 3, 4, 5]])

    def sliding(self):
        """{number: (times, [side A, side B, friction] (n, 3))} of the contacts in sleout."""
        times = self.table("sleout", rf"energy file, time= *({NUMBER})")[:, 0]
        table = self.table("sleout", rf"^ *(\d+) +({NUMBER}) +({NUMBER}) +({NUMBER}) *$")
        return by_number_at(times, table)

    def limits(self):
        """What limited the time step at each time of glstat: "shell 14 of part 1", "load curve"."""
        return [" ".join(words.split()) for words in re.findall(r"is controlled by (.*)", self.text("glstat"))]

    def messages(self):
        """The log of the run (mes0000), empty where it is not there."""
        return self.text("mes0000") if self.has("mes0000") else ""

    def part_titles(self):
        """{number: title} of the parts, as the log lists them."""
        lines = re.search(r"^ +part +material +section +mat +density +title *\n((?: +\d.*\n)+)", self.messages(), re.M)
        found = re.findall(rf"^ *(\d+) +\d+ +\d+ +\S+ +{NUMBER} +(.*?) *$", lines[1] if lines else "", re.M)
        return {int(number): title for number, title in found}

    @property
    def states(self):
        """The deformed mesh over time, states.vtkhdf."""
        from crumple.states import States
        return States(self.path("states.vtkhdf"))

    @functools.cached_property
    def lsda(self):
        """{directory: {variable: values}} of all files binout*, which binout=on asks for."""
        paths = sorted(self.folder.glob(f"{self.prefix}binout*"))
        return {name: of for path in paths for name, of in read_lsda(path).items()}

    def binout(self, branch):
        """{variable: array over time} of a database in double precision: "glstat", "rcforc", "elout/shell", ... What
        does not change, such as ids, is in lsda["/glstat/metadata"]. Raises ValueError where the run has not written
        it."""
        states = [of for name, of in self.lsda.items() if re.fullmatch(rf"/{branch}/d\d+", name)]
        if not states:
            branches = sorted({name.rpartition("/")[0].strip("/") for name in self.lsda})
            raise ValueError(
                f"{self.folder} has no {branch} in binout, only {', '.join(branches) or 'nothing: binout=on'}")
        found = {name: np.array([of[name] for of in states]) for name in states[0]}
        return {name: values[:, 0] if values.shape[1:] == (1,) else values for name, values in found.items()}

    def frame(self, name):
        """A result as a pandas table: glstat over time; jntforc, matsum, nodout, rcforc, rwforc, secforc, sleout and
        swforc by number and time; a CSV such as "rank_load.csv" row by row."""
        import pandas
        if name != "glstat" and name not in TABLES and not name.endswith(".csv"):
            raise ValueError(
                f"{name}: expected glstat, {', '.join(TABLES)} or the name of a CSV file; binout() has others")
        if not self.has(name):
            how = f"add *DATABASE_{name.upper()} to the deck, or see binout()" if "." not in name else ASKED_BY.get(name)
            raise ValueError(f"{self.path(name)}: not recorded" + (f"; {how}" if how else ""))
        if name == "glstat":
            return pandas.DataFrame({label: values for label, values in self.energies.items()
                                     if len(values) == len(self.energies["time"])}).set_index("time")
        if name.endswith(".csv"):
            return pandas.read_csv(self.path(name))
        method, what, columns = TABLES[name]
        tables = {number: pandas.DataFrame(rows[:, :len(columns)], pandas.Index(times, name="time"), columns)
                  for number, (times, rows) in getattr(self, method)().items()}
        return pandas.concat(tables, names=[what]) if tables else pandas.DataFrame(columns=columns)

    def welds(self):
        """{id: {column: array over time}} of the welds in swforc."""
        return {weld: dict(zip(WELD, rows.T)) for weld, (_, rows) in self.weld_rows().items()}

    def weld_rows(self):
        """{id: (times, [axial, shear, failed, ...] (n, 7))} of the welds in swforc."""
        return by_number(self.timed("swforc", r"^ time =", rf"^ *(\d+) +(?:weld beam|spotweld) *({NUMBER}) *({NUMBER}) +([01])"
                                    + 4 * rf" *({NUMBER})"))


class RunningResults(Results):
    """What a run that goes on has written so far; it has no summary yet. Raises ValueError where no run has begun."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        found = sorted(self.folder.glob("*mes0000"))
        if not found:
            raise ValueError(f"{self.folder} holds no run: there is no mes0000")
        self.prefix = found[0].name.removesuffix("mes0000")  # of jobid=

    def deck_as_named(self):
        found = re.search(r"^ Input file: (.*?) *$", self.messages(), re.M)
        return found[1] if found else ""
