#!/usr/bin/env python3
"""Runs a small deck on one and on three ranks and reads its d3plot family with VTK's reader for LS-DYNA, and with
those of lasso-python and dynars that are installed; compares with states.vtkhdf, and with the summary.

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
try:
    import dynars
except ImportError:
    dynars = None

ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1"}
ALONG = np.array([2.0, 1.0, 2.0]) / 3  # in which the strip is pulled
ACROSS = np.array([-2.0, 2.0, 1.0]) / 3


def deck(layers="", extent=None, plate=("*MAT_024", "1,7.8e-9,210000.,0.3,300.,1000.,0.05")):
    """A block falls on a brittle plate, beside a strip pulled in a direction of its own, a beam and a spring. Parts are
    not in the order of their ids, ids neither begin at 1 nor are without gaps."""
    text = ["*KEYWORD", "*TITLE", "block on a brittle plate", "*CONTROL_TERMINATION", "6e-5",
            "*DATABASE_BINARY_D3PLOT", "1.5e-5", "*DATABASE_GLSTAT", "3e-5", "*DATABASE_MATSUM", "1.5e-5",
            "*DATABASE_EXTENT_BINARY", extent or f",,{layers}"]
    text += [*plate, "*MAT_ELASTIC", "2,7.8e-9,210000.,0.3"]
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
    order = np.argsort(states.nodes)
    assert np.array_equal(a["node_ids"], states.nodes[order])  # readers search ids by bisection
    assert np.array_equal(a["node_displacement"], states.points[:, order])
    for kind in ("solid", "shell"):
        assert np.all(np.diff(a[f"element_{kind}_ids"]) > 0), kind
    corners = a["node_ids"][a["element_solid_node_indexes"]]
    assert np.array_equal(corners[a["element_solid_ids"] == 9001][0], [3001, 3002, 3005, 3004, 3010, 3011, 3014, 3013])
    assert list(a["part_ids"]) == [3, 7, 12, 40, 55]
    assert [title.decode().strip() for title in a["part_titles"]] == ["beam", "block", "plate", "strip", "spring"]
    assert np.isclose(a["global_kinetic_energy"][-1], summary["energy"]["kinetic"], rtol=1e-6)
    shells = np.isin(states.part, (12, 40))
    assert np.array_equal(a["element_shell_ids"], states.element[shells])
    assert np.array_equal(a["element_shell_is_alive"], states.cells["vtkGhostType"][:, shells] == 0)
    assert np.array_equal(a["element_shell_internal_energy"], states.cells["energy_density"][:, shells])
    part_of_shell = a["part_ids"][a["element_shell_part_indexes"]]
    assert np.array_equal(part_of_shell, states.part[shells])


def read_with_dynars(folder, states):
    plot = dynars.D3plot(str(folder / "d3plot"))
    order = np.argsort(states.nodes)
    assert np.array_equal(plot.node_ids(), states.nodes[order])
    assert np.array_equal(plot.node_coordinates_all(), states.points[:, order])
    for kind, parts in (("shell", (12, 40)), ("solid", (7,))):
        ids = np.sort(states.element[np.isin(states.part, parts)])
        assert np.array_equal(getattr(plot, f"{kind}_ids")(), ids), kind


def ascending_ids(folder):
    """Of nodes, solids and shells, by the control block; lasso-python and dynars need not be there."""
    words = np.fromfile(folder / "d3plot", dtype="<i4")
    n_nodes, n_solids, n_beams, n_shells = (int(words[k]) for k in (16, 23, 28, 31))
    at = 64 + 3 * n_nodes + 9 * n_solids + 6 * n_beams + 5 * n_shells + 16
    for count in (n_nodes, n_solids, n_beams, n_shells):
        ids, at = words[at:at + count], at + count
        if count != n_beams:  # springs follow the beams
            assert np.all(np.diff(ids) > 0), ids


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


def elements_of(folder, member):
    """MAXINT, and [solid][word], [shell][word] of a state, found by the control block."""
    words = np.fromfile(folder / "d3plot", dtype="<i4", count=64)
    n_nodes, n_global = int(words[16]), int(words[18])
    values, at = np.fromfile(folder / member, dtype="<f4"), 1 + n_global + 6 * n_nodes
    found = []
    for n_elements, n_words in ((words[23], words[27]), (words[28], words[30]), (words[31], words[33])):
        found.append(values[at:at + n_elements * n_words].reshape(n_elements, n_words))
        at += n_elements * n_words
    return int(words[36]), found[0], found[2]


def shells_of(folder, member):
    maxint, _, shells = elements_of(folder, member)
    return maxint, shells


# With kinematic hardening, which has history variables.
PLATE_003 = ("*MAT_003", "1,7.8e-9,210000.,0.3,300.,1000.,0.", "0.,0.,0.05")


def check_strains(crumple, mpiexec, scratch):
    """STRFLG = 1, NEIPH = 2, NEIPS = 3: nothing else changes, also not on three ranks; the strain of the strip and of
    the block is that of their edges and volumes."""
    folders = {}
    for name, ranks, extent in (("bare", 1, ""), ("strained", 1, "2,3,3,1"), ("strained3", 3, "2,3,3,1")):
        (scratch / f"{name}.k").write_text(deck(extent=extent or None, plate=PLATE_003))
        folders[name] = scratch / f"out-{name}"
        summary = run(crumple, mpiexec, ranks, folders[name], f"{name}.k")
        assert summary["state_hash"] == json.loads((folders["bare"] / "summary.json").read_text())["state_hash"], name
        assert not any("EXTENT_BINARY" in warning for warning in summary["warnings"])
    bare, strained = folders["bare"], folders["strained"]
    for path in strained.glob("d3plot*"):
        assert path.read_bytes() == (folders["strained3"] / path.name).read_bytes(), path.name
    states, member, state = States(strained / "states.vtkhdf"), "d3plot04", 3
    _, bare_solids, bare_shells = elements_of(bare, member)
    _, solids, shells = elements_of(strained, member)
    assert solids.shape == (8, 7 + 2 + 6) and shells.shape[1] == 3 * (7 + 3) + 3 + 12 + 1
    assert np.array_equal(solids[:, :7], bare_solids) and np.all(solids[:, 7:9] == 0)
    layers = shells[:, :30].reshape(-1, 3, 10)
    assert np.array_equal(layers[:, :, :7].reshape(-1, 21), bare_shells[:, :21])
    assert np.array_equal(shells[:, [30, 31, 32, 45]], bare_shells[:, 21:])
    assert np.abs(layers[3:, :, 7:]).max() > 1, "no back stress"  # of the plate, whose ids follow those of the strip
    assert np.all(layers[:3, :, 7:] == 0)
    check_strip(strained, states)
    start, point = ({node: points[i] for i, node in enumerate(states.nodes)} for points in
                    (states.points[0], states.points[state]))
    strain = solids[:, 9:15]
    logs = []
    for k in range(2):
        for j in range(2):
            for i in range(2):
                a = 3001 + 9 * k + 3 * j + i
                nodes = [a, a + 1, a + 4, a + 3, a + 9, a + 10, a + 13, a + 12]
                logs.append(np.log(volume([point[n] for n in nodes]) / volume([start[n] for n in nodes])))
    assert np.abs(logs).max() > 1e-4
    traces = strain[:, :3].sum(axis=1)
    # coordinates of 40 in single precision: 1e-6 in an edge of 6 and thrice that in its volume
    assert np.allclose(traces, logs, rtol=2e-3, atol=3e-6), (traces, logs)
    read_with_vtk(strained, states)
    if D3plot:
        arrays = D3plot(str(strained / "d3plot")).arrays
        assert np.array_equal(arrays["element_shell_strain"][state].reshape(-1, 12), shells[:, 33:45])
        assert np.array_equal(arrays["element_solid_strain"][state].reshape(-1, 6), strain)
        assert np.array_equal(arrays["element_shell_history_vars"][state], layers[:, :, 7:])
        assert np.array_equal(arrays["element_shell_internal_energy"][state], shells[:, 45])


def check_strip(folder, states):
    """The strain of each shell of the strip in each state is the logarithm of the stretch of its edge."""
    place = {node: i for i, node in enumerate(states.nodes)}
    most = 0
    for state, points in enumerate(states.points):
        shells = elements_of(folder, f"d3plot{state + 1:02}")[2]
        for i, words in enumerate(shells[:3, 33:45], start=1):
            ends = [place[4001 + 2 * i], place[4001 + 2 * i - 2]]
            lengths = [np.linalg.norm(np.subtract(*x[ends].astype(float))) for x in (states.points[0], points)]
            stretch = np.log(lengths[1] / lengths[0])
            most = max(most, abs(stretch))
            for inner_or_outer in words.reshape(2, 6):
                # coordinates of 200 in single precision: 1e-5 in an edge of 5
                assert np.isclose(ALONG @ tensor(inner_or_outer) @ ALONG, stretch, rtol=2e-3, atol=1e-5), (state, i)
    assert most > 1e-4, most  # ten times that


def volume(x):
    """Of a hex with these corners, by Gauss points, which are exact for its shape functions."""
    corner = np.array([[-1, -1, -1], [1, -1, -1], [1, 1, -1], [-1, 1, -1],
                       [-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]])
    sum_ = 0
    for point in corner / np.sqrt(3):
        factor = 1 + corner * point
        gradient = corner * np.stack([factor[:, 1] * factor[:, 2], factor[:, 2] * factor[:, 0],
                                      factor[:, 0] * factor[:, 1]], axis=1) / 8
        sum_ += np.linalg.det(gradient.T @ np.asarray(x, float))
    return sum_


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
    ascending_ids(one)
    check_fields(one, states)
    others = {}
    for layers in (5, 2, 1):
        (scratch / f"layers{layers}.k").write_text(deck(layers))
        others[layers] = scratch / f"layers{layers}"
        run(sys.argv[1], sys.argv[2], 1, others[layers], f"layers{layers}.k")
    check_layers(one, others, "d3plot03")
    check_strains(sys.argv[1], sys.argv[2], scratch)
    if D3plot:
        read_with_lasso(one, states, summary)
    if dynars:
        read_with_dynars(one, states)
    names = ["VTK"] + ["lasso-python"] * bool(D3plot) + ["dynars"] * bool(dynars)
    print(f"{len(states.times)} states read by {', '.join(names)}")


if __name__ == "__main__":
    main()
