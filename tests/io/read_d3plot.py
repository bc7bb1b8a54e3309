#!/usr/bin/env python3
"""Runs a small deck on one and on three ranks and reads its d3plot family with VTK's reader for LS-DYNA, and with
lasso-python if that is installed; compares with states.vtkhdf, and with the summary.

read_d3plot.py CRUMPLE MPIEXEC; exit status 77 (skipped) without the Python packages.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import h5py
    import numpy as np
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkIOLSDyna import vtkLSDynaReader
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(77)
try:
    from lasso.dyna import D3plot
except ImportError:
    D3plot = None

ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1"}
ALONG = np.array([2.0, 1.0, 2.0]) / 3  # in which the strip is pulled
ACROSS = np.array([-2.0, 2.0, 1.0]) / 3


def deck(layers=""):
    """A block falls on a brittle plate, beside a strip pulled in a direction of its own, a beam and a spring. Parts are
    not in the order of their ids, ids neither begin at 1 nor are without gaps."""
    text = ["*KEYWORD", "*TITLE", "block on a brittle plate", "*CONTROL_TERMINATION", "6e-5",
            "*DATABASE_BINARY_D3PLOT", "1.5e-5", "*DATABASE_GLSTAT", "3e-5", "*DATABASE_MATSUM", "1.5e-5",
            "*DATABASE_EXTENT_BINARY", f",,{layers}"]
    text += ["*MAT_024", "1,7.8e-9,210000.,0.3,300.,1000.,0.05", "*MAT_ELASTIC", "2,7.8e-9,210000.,0.3"]
    text += ["*MAT_SPRING_ELASTIC", "3,100.", "*SECTION_SHELL", "1,2,,3", "1.", "*SECTION_SOLID", "2,1",
             "*SECTION_BEAM", "3,2", "10.,10.,10.,20.", "*SECTION_DISCRETE", "4,0"]
    for title, part, section, material in [("strip", 40, 1, 2), ("block", 7, 2, 2), ("plate", 12, 1, 1),
                                           ("beam", 3, 3, 2), ("spring", 55, 4, 3)]:
        text += ["*PART", title, f"{part},{section},{material}"]
    nodes, shells, solids = [], [], []
    for j in range(9):
        for i in range(9):
            nodes.append((1001 + 2 * (9 * j + i), np.array([10.0 * i, 10.0 * j, 0.0])))
    for j in range(8):
        for i in range(8):
            a = 1001 + 2 * (9 * j + i)
            shells.append((501 + 3 * (8 * j + i), 12, a, a + 2, a + 20, a + 18))
    for k in range(3):
        for j in range(3):
            for i in range(3):
                nodes.append((3001 + 9 * k + 3 * j + i, np.array([33.0 + 6 * i, 31.0 + 6 * j, 0.6 + 6 * k])))
    for k in range(2):
        for j in range(2):
            for i in range(2):
                a = 3001 + 9 * k + 3 * j + i
                solids.append((9001 + 4 * k + 2 * j + i, 7, a, a + 1, a + 4, a + 3, a + 9, a + 10, a + 13, a + 12))
    strip = []
    for i in range(4):
        for j in range(2):
            strip.append(4001 + 2 * i + j)
            nodes.append((strip[-1], np.array([200.0, 0, 0]) + 5.0 * i * ALONG + 5.0 * j * ACROSS))
        if i:
            a = 4001 + 2 * i
            shells.append((100 + i, 40, a - 2, a, a + 1, a - 1))
    nodes += [(5001, np.array([0.0, 0, 50])), (5002, np.array([10.0, 0, 50])), (5003, np.array([0.0, 10, 50])),
              (5004, np.array([0.0, 0, 90])), (5005, np.array([12.0, 0, 90]))]
    text += ["*NODE"] + [f"{n},{x[0]:.12g},{x[1]:.12g},{x[2]:.12g}" for n, x in sorted(nodes, key=lambda node: node[0])]
    text += ["*ELEMENT_SHELL"] + [",".join(map(str, shell)) for shell in shells]
    text += ["*ELEMENT_SOLID"] + [",".join(map(str, solid)) for solid in solids]
    text += ["*ELEMENT_BEAM", "71,3,5001,5002,5003", "*ELEMENT_DISCRETE", "81,55,5004,5005",
             "*ELEMENT_MASS", "1,5004,1e-6", "2,5005,1e-6"]
    text += ["*SET_NODE_LIST", "1"] + [str(n) for n, x in nodes if n < 3000 and (x[0] in (0, 80) or x[1] in (0, 80))]
    text += ["*BOUNDARY_SPC_SET", "1,0,1,1,1,1,1,1", "*SET_NODE_LIST_GENERATE", "2", "3001,3027",
             "*INITIAL_VELOCITY", "2", "0,0,-2e5", "*INITIAL_VELOCITY_NODE", "5002,3e3", "5005,1e3"]
    for node in strip:
        v = 1e3 * ((node - 4001) // 2) * ALONG
        text.append(f"{node},{v[0]:.12g},{v[1]:.12g},{v[2]:.12g}")
    return "\n".join(text + ["*CONTACT_AUTOMATIC_SINGLE_SURFACE", "0", "", "", "*END", ""])


def run(crumple, mpiexec, ranks, folder, deck="deck.k"):
    command = [mpiexec, "-np", str(ranks), crumple, f"i={folder.parent}/{deck}", f"o={folder}", "progress=off",
               "fields=displacement,stress,energy_density"]
    done = subprocess.run(command, env={**os.environ, **ENVIRONMENT}, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads((folder / "summary.json").read_text())


class States:
    """states.vtkhdf, by the ids of the deck."""

    def __init__(self, path):
        file = h5py.File(path)["VTKHDF"]
        n_nodes, n_cells = int(file["NumberOfPoints"][0]), int(file["NumberOfCells"][0])
        self.times = file["Steps/Values"][...]
        shape = (len(self.times), -1)
        self.nodes = file["PointData/node_id"][:n_nodes]
        self.points = file["Points"][...].reshape(len(self.times), n_nodes, 3)
        self.velocity = file["PointData/velocity"][...].reshape(len(self.times), n_nodes, 3)
        self.displacement = file["PointData/displacement"][...].reshape(len(self.times), n_nodes, 3)
        self.stress = file["CellData/stress"][...].reshape(len(self.times), n_cells, 6)
        self.part, self.element = file["CellData/part"][:n_cells], file["CellData/element_id"][:n_cells]
        self.cells = {name: file["CellData/" + name][...].reshape(shape)
                      for name in ("vtkGhostType", "thickness", "plastic_strain", "von_mises", "axial_force",
                                   "energy_density")}

    def live(self, part, state):
        """Ids of the elements of a part that are not deleted, and where they are; by id."""
        at = np.flatnonzero((self.part == part) & (self.cells["vtkGhostType"][state] == 0))
        at = at[np.argsort(self.element[at])]
        return self.element[at], at


def von_mises(s):
    """Of xx, yy, zz, xy, yz, zx, or zx, yz in the other order."""
    normal = (s[:, 0] - s[:, 1]) ** 2 + (s[:, 1] - s[:, 2]) ** 2 + (s[:, 2] - s[:, 0]) ** 2
    return np.sqrt(0.5 * normal + 3 * np.sum(s[:, 3:] ** 2, axis=1))


def grids_of(block):
    for i in range(block.GetNumberOfBlocks()):
        item = block.GetBlock(i)
        if item is None:
            continue
        if item.IsA("vtkMultiBlockDataSet"):
            yield from grids_of(item)
        else:
            yield block.GetMetaData(i).Get(block.NAME()).strip(), item


def read_with_vtk(folder, states):
    reader = vtkLSDynaReader()
    reader.SetDatabaseDirectory(str(folder))
    reader.UpdateInformation()
    assert reader.GetNumberOfTimeSteps() == len(states.times)
    assert np.allclose([reader.GetTimeValue(t) for t in range(len(states.times))], states.times, rtol=1e-6)
    deleted = 0
    for state in range(len(states.times)):
        reader.SetTimeStep(state)
        for i in range(reader.GetNumberOfPointArrays()):
            reader.SetPointArrayStatus(reader.GetPointArrayName(i), 1)
        for kind in range(7):
            for i in range(reader.GetNumberOfCellArrays(kind)):
                reader.SetCellArrayStatus(kind, reader.GetCellArrayName(kind, i), 1)
        reader.SetDeformedMesh(1)
        reader.Update()
        grids = dict(grids_of(reader.GetOutput()))
        parts = {"strip": 40, "block": 7, "plate": 12, "beam": 3, "spring": 55}
        assert set(grids) == set(parts), set(grids)
        for title, part in parts.items():
            deleted += check_part(grids[title], part, state, states)
    assert deleted > 0, "no element of the brittle plate has gone"


def check_part(grid, part, state, states):
    """A part as the reader shows it; returns how many elements of it are deleted."""
    cell = {grid.GetCellData().GetArrayName(i): vtk_to_numpy(grid.GetCellData().GetArray(i))
            for i in range(grid.GetCellData().GetNumberOfArrays())}
    ids, at = states.live(part, state)
    order = np.argsort(cell["UserIds"])
    assert np.array_equal(cell["UserIds"][order].astype(int), ids), (part, state, cell["UserIds"], ids)
    node_at = {point.tobytes(): i for i, point in enumerate(states.points[state])}  # VTK mixes up the ids of nodes
    place = [node_at[point.tobytes()] for point in vtk_to_numpy(grid.GetPoints().GetData())]
    speed = np.abs(states.velocity[state]).max()  # v(n) here, v(n-1/2) there
    assert np.abs(vtk_to_numpy(grid.GetPointData().GetArray("Velocity")) - states.velocity[state][place]).max() < \
        0.2 * speed
    of = {name: values[state][at] for name, values in states.cells.items()}
    if part in (12, 40):
        assert np.array_equal(cell["Thickness"][order], of["thickness"])
        layers = [cell[name][order] for name in ("Stress", "StressInnerSurf", "StressOuterSurf")]
        strains = [cell[name][order] for name in ("EffPlastStrn", "EffPlastStrnInnerSurf", "EffPlastStrnOuterSurf")]
        assert np.array_equal(np.max(strains, axis=0), of["plastic_strain"])
        assert np.allclose(np.max([von_mises(s) for s in layers], axis=0), of["von_mises"], rtol=1e-4, atol=1e-2)
        assert np.allclose(np.mean(layers, axis=0), states.stress[state][at], rtol=1e-4, atol=1e-2)
    if part == 7:
        assert np.array_equal(cell["Stress"][order], states.stress[state][at])
        assert np.allclose(von_mises(cell["Stress"][order]), of["von_mises"], rtol=1e-4, atol=1e-2)
    if part in (3, 55):
        assert np.allclose(cell["AxialForce"], of["axial_force"], rtol=1e-5, atol=1e-6)
    return int(np.sum(states.part == part)) - len(ids)


def tensor(s):
    """VTK shows xx, yy, zz, xy, yz, zx."""
    return np.array([[s[0], s[3], s[5]], [s[3], s[1], s[4]], [s[5], s[4], s[2]]])


def check_axes(folder):
    """The strip is pulled ALONG, so that is a principal direction, and nothing acts across the sheet."""
    reader = vtkLSDynaReader()
    reader.SetDatabaseDirectory(str(folder))
    reader.UpdateInformation()
    reader.SetTimeStep(2)
    reader.Update()
    grid = dict(grids_of(reader.GetOutput()))["strip"]
    normal = np.cross(ALONG, ACROSS)
    for s in vtk_to_numpy(grid.GetCellData().GetArray("Stress")):
        sigma = tensor(s)
        pull = ALONG @ sigma @ ALONG
        assert pull > 10, pull
        assert np.linalg.norm(sigma @ normal) < 1e-3 * pull, sigma
        assert abs(ACROSS @ sigma @ ALONG) < 0.02 * pull, sigma


def read_with_lasso(folder, states, summary):
    plot = D3plot(str(folder / "d3plot"))
    a = plot.arrays
    assert np.array_equal(a["node_displacement"], states.points)
    assert np.array_equal(a["node_ids"], states.nodes)
    assert list(a["part_ids"]) == [3, 7, 12, 40, 55]
    assert [title.decode().strip() for title in a["part_titles"]] == ["beam", "block", "plate", "strip", "spring"]
    assert np.isclose(a["global_kinetic_energy"][-1], summary["energy"]["kinetic"], rtol=1e-6)
    shells = np.isin(states.part, (12, 40))
    assert np.array_equal(a["element_shell_ids"], states.element[shells])
    assert np.array_equal(a["element_shell_is_alive"], states.cells["vtkGhostType"][:, shells] == 0)
    assert np.array_equal(a["element_shell_internal_energy"], states.cells["energy_density"][:, shells])
    part_of_shell = a["part_ids"][a["element_shell_part_indexes"]]
    assert np.array_equal(part_of_shell, states.part[shells])


def check_fields(folder, states):
    """Displacements, and energies: density times initial volume, over a part, is what matsum says."""
    assert np.allclose(states.displacement, states.points - states.points[0], atol=1e-4)
    text = (folder / "matsum").read_text()
    for part, volume in {7: 6.0 ** 3, 12: 100.0, 40: 25.0}.items():
        internal = [float(x) for x in re.findall(rf"mat.#=\s*{part}\s.*?inten=\s*(\S+)", text)]
        assert len(internal) == len(states.times)
        for state in range(len(states.times)):
            live = states.live(part, state)[1]
            if len(live) < np.sum(states.part == part):
                break  # matsum has the energies of deleted elements, too
            found = volume * states.cells["energy_density"][state][live].sum(dtype=float)
            assert np.isclose(found, internal[state], rtol=1e-4, atol=1e-9), (part, state, found, internal[state])


def shells_of(folder, member):
    """[shell][word] of a state, found by the control block."""
    words = np.fromfile(folder / "d3plot", dtype="<i4", count=64)
    n_nodes, n_global = int(words[16]), int(words[18])
    before = 1 + n_global + 6 * n_nodes + int(words[23]) * int(words[27]) + int(words[28]) * int(words[30])
    n_shells, n_words = int(words[31]), int(words[33])
    values = np.fromfile(folder / member, dtype="<f4")[before:before + n_shells * n_words]
    return int(words[36]), values.reshape(n_shells, n_words)


def check_layers(three, others, member):
    """MAXINT = 5, 2 and 1 show the layers of a shell with three as the default does."""
    maxint, shells = shells_of(three, member)
    assert maxint == -10003 and shells.shape[1] == 25
    middle, inner, outer, end = shells[:, :7], shells[:, 7:14], shells[:, 14:21], shells[:, 21:]
    assert np.abs(inner - outer).max() > 1
    none = np.zeros_like(middle)
    for layers, expected in {5: [inner, middle, outer, none, none], 2: [inner, outer], 1: [middle]}.items():
        maxint, found = shells_of(others[layers], member)
        assert maxint == -(10000 + layers) and np.array_equal(found, np.hstack([*expected, end])), layers


def main():
    scratch = Path(tempfile.mkdtemp(prefix="crumple-d3plot-"))
    (scratch / "deck.k").write_text(deck())
    one, three = scratch / "one", scratch / "three"
    summary = run(sys.argv[1], sys.argv[2], 1, one)
    run(sys.argv[1], sys.argv[2], 3, three)
    members = sorted(path.name for path in one.glob("d3plot*"))
    states = States(one / "states.vtkhdf")
    assert members == ["d3plot"] + [f"d3plot{k:02}" for k in range(1, len(states.times) + 1)], members
    for member in members:
        assert (one / member).read_bytes() == (three / member).read_bytes(), f"{member} differs on three ranks"
    read_with_vtk(one, states)
    check_axes(one)
    check_fields(one, states)
    others = {}
    for layers in (5, 2, 1):
        (scratch / f"layers{layers}.k").write_text(deck(layers))
        others[layers] = scratch / f"layers{layers}"
        run(sys.argv[1], sys.argv[2], 1, others[layers], f"layers{layers}.k")
    check_layers(one, others, "d3plot03")
    if D3plot:
        read_with_lasso(one, states, summary)
    print(f"{len(states.times)} states read by VTK{' and lasso-python' if D3plot else ''}")


if __name__ == "__main__":
    main()
