"""The ASCII results of a run as arrays. Used by gallery.py."""
import dataclasses
import json
import pathlib
import re
import sys

import numpy as np

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "plots")]

from energies import read_glstat  # noqa: E402

NUMBER = r"[+-]?\d\.\d+E[+-]\d+"


@dataclasses.dataclass
class NodeHistory:
    """A node of nodout over time: arrays (n,) and (n, 3)."""
    id: int
    time: np.ndarray
    displacement: np.ndarray
    velocity: np.ndarray
    place: np.ndarray


class Results:
    """The results in a folder. Times and forces are in the units of the deck; interfaces, walls, joints and sections by
    their number."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.summary = json.loads((self.folder / "summary.json").read_text(encoding="utf-8"))
        self.energies = read_glstat(self.folder / "glstat")

    def text(self, name):
        return (self.folder / name).read_text(encoding="ascii", errors="replace")

    def glstat(self, label):
        """A line of glstat over time."""
        return np.array(self.energies[label])

    def nodes(self):
        """The nodes of nodout, by rising id."""
        rows = {}
        for block in self.text("nodout").split("n o d a l   p r i n t   o u t")[1:]:
            time = float(re.search(rf"at time +({NUMBER})", block)[1])
            for node, numbers in re.findall(rf"^ *(\d+)((?: *{NUMBER}){{12}}) *$", block, re.M):
                rows.setdefault(int(node), []).append([time, *map(float, re.findall(NUMBER, numbers))])
        table = {node: np.array(lines) for node, lines in sorted(rows.items())}
        return [NodeHistory(node, t[:, 0], t[:, 1:4], t[:, 4:7], t[:, 10:13]) for node, t in table.items()]

    def contact(self, number):
        """Times, and forces (n, 3) on side A, of a contact in rcforc."""
        lines = re.findall(rf"^ *slave +{number} time +({NUMBER}) +x +({NUMBER}) +y +({NUMBER}) +z +({NUMBER})",
                           self.text("rcforc"), re.M)
        table = np.array(lines, dtype=float)
        return table[:, 0], table[:, 1:]

    def joint(self, number):
        """Times, and forces (n, 3) on the first body, of a joint in jntforc."""
        blocks = self.text("jntforc").split(" time....")[1:]
        times = [float(re.search(NUMBER, block)[0]) for block in blocks]
        forces = [re.findall(NUMBER, re.split(r"joint number", block)[number])[:3] for block in blocks]
        return np.array(times), np.array(forces, dtype=float)

    def section(self, number):
        """Times, and forces (n, 3), of a cross section in secforc."""
        lines = re.findall(rf"^ *{number} +({NUMBER}) +({NUMBER}) +({NUMBER}) +({NUMBER})", self.text("secforc"), re.M)
        table = np.array(lines, dtype=float)
        return table[:, 0], table[:, 1:]

    def part(self, number):
        """`internal` and `kinetic` energy of a part in matsum over time."""
        lines = re.findall(rf"mat.#= *{number} +inten= *({NUMBER}) +kinen= *({NUMBER})", self.text("matsum"))
        return dict(zip(("internal", "kinetic"), np.array(lines, dtype=float).T))

    def welds(self):
        """{id: {column: array over time}} of the welds in swforc."""
        names = ["axial", "shear", "failed", "moment", "torsion", "length", "failure time"]
        rows = {}
        for weld, numbers in re.findall(r"^ *(\d+) +(?:weld beam|spotweld)(.*)$", self.text("swforc"), re.M):
            rows.setdefault(int(weld), []).append([float(n) for n in re.findall(rf"{NUMBER}|\b\d+\b", numbers)])
        return {weld: dict(zip(names, np.array(lines).T)) for weld, lines in rows.items()}
