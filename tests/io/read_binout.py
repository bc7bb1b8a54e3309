#!/usr/bin/env python3
"""Runs the proxy car with binout=on, once through and once over a restart, and reads the files binout* by the format's
description, by their tables of contents and record by record; and with those of lasso-python, dynars and dynareadout
that are installed: the numbers of the text databases, and the same bits over the restart.

read_binout.py CRUMPLE SOURCE_DIR
"""
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    from lasso.dyna import Binout
except ImportError:
    Binout = None
try:
    import dynars
except ImportError:
    dynars = None
try:
    import dynareadout
except ImportError:
    dynareadout = None

CYCLES = 240
MORE = ["SLEOUT", "SWFORC", "DEFORC", "SPCFORC", "RBDOUT", "ELOUT", "NODFOR", "JNTFORC"]
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts/python"))
from crumple.lsda import DATA, DIRECTORY, read_lsda  # noqa: E402


def walk_lsda(path):
    """{directory: [names of variables]} from the records of directories and data, as dynareadout follows them: it does
    not read the tables of contents."""
    bytes_, at, directory, found = path.read_bytes(), 8, None, {}
    while at < len(bytes_):
        length, command = struct.unpack_from("<qB", bytes_, at)
        if command == DIRECTORY:
            directory = found.setdefault(bytes_[at + 9:at + length].decode(), [])
        elif command == DATA:
            name = bytes_[at + 11:at + 11 + bytes_[at + 10]].decode()
            assert directory is not None, f"{path.name}: {name} precedes all directories"
            directory.append(name)
        at += length
    assert at == len(bytes_)
    return found


def read_all(folder):
    found = {}
    for path in sorted(folder.glob("binout*")):
        tables = read_lsda(path)
        assert walk_lsda(path) == {directory: list(variables) for directory, variables in tables.items()}, path.name
        found.update(tables)
    return found


def make_deck(source, folder):
    deck = folder / "car.k"
    subprocess.run([sys.executable, source / "inputs/generate.py", "car", "-o", deck], check=True,
                   stdout=subprocess.DEVNULL)
    text = deck.read_text()
    more = "".join(f"*DATABASE_{name}\n0.1\n" for name in MORE)
    for kind in ("SHELL", "SOLID", "BEAM"):
        ids = some_ids(text, f"*ELEMENT_{kind}")
        more += f"*DATABASE_HISTORY_{kind}\n" + ",".join(ids) + "\n" if ids else ""
    more += "*SET_NODE_LIST\n987654\n" + ",".join(some_ids(text, "*NODE")) + "\n*DATABASE_NODAL_FORCE_GROUP\n987654\n"
    deck.write_text(text.replace("*END", more + "*END"))
    return deck


def some_ids(text, keyword):
    """Of four cards of a keyword, spread over its block."""
    block = re.search(rf"^{re.escape(keyword)}\n((?:[^*].*\n)+)", text, re.M)
    cards = [line for line in block[1].split("\n") if line and line[0] != "$"] if block else []
    return [card[:8].strip() for card in cards[::max(len(cards) // 4, 1)][:4]]


def run(program, *arguments):
    subprocess.run([program, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)


def close(a, b, digits):
    return abs(a - b) <= 0.51 * 10.0 ** -digits * abs(b) + 1e-300


def compare_with_text(found, folder):
    """Five digits of glstat, matsum, nodout, rwforc; each state of each."""
    times = [float(t) for t in re.findall(r"^ time\.{20,} *(\S+)$", (folder / "glstat").read_text(), re.M)]
    states = sorted(name for name in found if re.fullmatch(r"/glstat/d\d{6}", name))
    assert len(states) == len(times) > 2
    labels = {"kinetic energy": "kinetic_energy", "internal energy": "internal_energy", "total energy": "total_energy",
              "hourglass energy ": "hourglass_energy", "time step": "time_step", "global x velocity": "global_x_velocity"}
    for label, name in labels.items():
        column = re.findall(rf"^ {label}\.{{3,}} *(\S+)$", (folder / "glstat").read_text(), re.M)
        for state, text in zip(states, column, strict=True):
            assert close(found[state][name][0], float(text), 5), (name, state, text)
    for state, time in zip(states, times):
        assert close(found[state]["time"][0], time, 5)
    text = (folder / "matsum").read_text()
    parts = found["/matsum/metadata"]["ids"]
    energies = [float(e) for e in re.findall(r"inten= *(\S+)", text)]
    in_binout = [e for s in sorted(found) if s.startswith("/matsum/d") for e in found[s]["internal_energy"]]
    assert len(parts) > 100 and len(energies) == len(in_binout)
    assert all(close(a, b, 4) for a, b in zip(in_binout, energies)) and max(energies) > 0
    last = sorted(s for s in found if s.startswith("/nodout/d"))[-1]
    rows = (folder / "nodout").read_text().rstrip().split("\n")[-len(found["/nodout/metadata"]["ids"]):]
    for row, node, x in zip(rows, found["/nodout/metadata"]["ids"], found[last]["x_coordinate"], strict=True):
        assert int(row.split()[0]) == node and close(x, float(row.split()[10]), 4)
    walls = [line.split() for line in (folder / "rwforc").read_text().split("\n") if re.match(r" *\d\.\d+E", line)]
    forces = [f for s in sorted(found) if s.startswith("/rwforc/forces/d") for f in found[s]["normal_force"]]
    assert len(walls) == len(forces) and all(close(f, float(w[2]), 6) for f, w in zip(forces, walls))
    for name in set(MORE) - {"ELOUT", "JNTFORC"}:
        assert f"/{name.lower()}/d000001" in found, name
    compare_elements(found, (folder / "elout").read_text())
    totals = [float(t) for t in re.findall(r"xtotal= *(\S+)", (folder / "nodfor").read_text())]
    states = sorted(s for s in found if s.startswith("/nodfor/d"))
    assert len(totals) == len(states) and found["/nodfor/metadata"]["groups"] == (4,)
    for state, total in zip(states, totals):
        assert close(found[state]["x_total"][0], total, 4)
        assert abs(sum(found[state]["x_force"]) - found[state]["x_total"][0]) <= 1e-9 * abs(total) + 1e-12


def compare_elements(found, text):
    """Stresses of shells and solids with one point, in the order of the text."""
    number = r" +(-?\d\.\d+E[-+]\d+)"
    for kind, line in (("shell", r"^ +\d+-  *\d+ (?:elastic|plastic)"), ("solid", r"^ +1 (?:elastic|plastic)")):
        states = sorted(s for s in found if s.startswith(f"/elout/{kind}/d"))
        rows = re.findall(line + number.replace(" +", " *") * 2, text, re.M)
        stresses = [(x, y) for s in states for x, y in zip(found[s]["sig_xx"], found[s]["sig_yy"])]
        assert len(rows) == len(stresses) > 0, (kind, len(rows), len(stresses))
        for row, stress in zip(rows, stresses):
            assert all(close(s, float(r), 4) for s, r in zip(stress, row)), (kind, row, stress)
        assert any(stress != (0, 0) for stress in stresses), kind
        points = found[states[0]].get("nip", found[states[0]]["ids"])
        assert len(points) == len(found[states[0]]["ids"]) == 4


def compare_with_lasso(found, folder):
    binout = Binout(str(folder / "binout*"))
    energy = binout.read("glstat", "internal_energy")
    assert list(energy) == [found[s]["internal_energy"][0] for s in sorted(found) if s.startswith("/glstat/d")]
    assert binout.read("matsum", "internal_energy").shape == (len(energy), len(found["/matsum/metadata"]["ids"]))
    print("lasso-python agrees")


def legend_of(found, database):
    """{id: title}"""
    metadata = found[f"/{database}/metadata"]
    text = b"".join(metadata["legend"]).decode()
    assert len(text) == 80 * len(metadata["legend_ids"])
    return {number: text[80 * i:80 * i + 80].strip() for i, number in enumerate(metadata["legend_ids"])}


def compare_legends(found, folder):
    """Those of the text databases, whose rows are an id and a title."""
    for database, where in (("matsum", "matsum"), ("rwforc", "rwforc/forces"), ("rcforc", "rcforc")):
        text = (folder / database).read_text()
        if "{BEGIN LEGEND}" not in text:
            assert "legend" not in found[f"/{where}/metadata"], where
            continue
        rows = text.split("{BEGIN LEGEND}\n")[1].split("{END LEGEND}")[0].split("\n")[1:-1]
        titles = {number: title for number, title in legend_of(found, where).items() if title}
        assert titles == {int(row[:9]): row[14:].strip() for row in rows}, where
    assert len(legend_of(found, "matsum")) == len(found["/matsum/metadata"]["ids"])


def compare_with_dynars(found, folder):
    binout = dynars.Binout(str(folder / "binout*"))
    energy = binout.read("glstat", "internal_energy")
    assert list(energy) == [found[s]["internal_energy"][0] for s in sorted(found) if s.startswith("/glstat/d")]
    ids = found["/matsum/metadata"]["ids"]
    assert list(binout.ids("matsum")) == list(ids)
    assert binout.legend("matsum") == list(legend_of(found, "matsum").values())
    one = binout.read("matsum", "internal_energy", id=ids[-1])
    assert list(one) == [found[s]["internal_energy"][-1] for s in sorted(found) if s.startswith("/matsum/d")]
    print("dynars agrees")


def compare_with_dynareadout(found, folder):
    binout = dynareadout.Binout(str(folder / "binout*"))
    last = sorted(s for s in found if s.startswith("/matsum/d"))[-1]
    assert list(binout.read(f"{last}/internal_energy")) == list(found[last]["internal_energy"])
    print("dynareadout agrees")


def main():
    program, source = sys.argv[1], Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        deck = make_deck(source, folder)
        through, first, second = folder / "through", folder / "first", folder / "second"
        run(program, f"i={deck}", f"o={through}", f"ncycle={CYCLES}", "binout=on")
        run(program, f"i={deck}", f"o={first}", f"ncycle={CYCLES // 2 + 20}", f"dump={CYCLES // 2}", "binout=on")
        run(program, f"r={first / 'd3dump01'}", f"o={second}", f"ncycle={CYCLES}", "binout=on")
        found, resumed = read_all(through), read_all(second)
        compare_with_text(found, through)
        for directory in found:
            for variable, values in found[directory].items():
                if variable not in ("nzc", "date"):
                    assert resumed[directory][variable] == values, (directory, variable)
        assert resumed.keys() == found.keys()
        print(f"{len(found)} directories, the same over a restart")
        compare_legends(found, through)
        for reader, compare in ((Binout, compare_with_lasso), (dynars, compare_with_dynars),
                                (dynareadout, compare_with_dynareadout)):
            if reader:
                compare(found, through)
        absent = [name for name, reader in (("lasso-python", Binout), ("dynars", dynars), ("dynareadout", dynareadout))
                  if not reader]
        if absent:
            print(f"not installed, so not compared: {', '.join(absent)}")


main()
