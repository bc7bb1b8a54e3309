#!/usr/bin/env python3
"""Runs write_states on several numbers of ranks, reads the files back with h5py, vtk and pyvista, and compares.

read_states.py WRITE_STATES MPIRUN [RANKS...]; exit status 77 (skipped) without the Python packages.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import h5py
    import numpy as np
    import pyvista
    from vtkmodules.vtkFiltersVerdict import vtkCellSizeFilter
    from vtkmodules.vtkIOHDF import vtkHDFReader
    from vtkmodules.vtkCommonExecutionModel import vtkStreamingDemandDrivenPipeline
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(77)

N_NODES, N_SHELLS, N_SOLIDS, TIMES = 13 * 13 * 3, 144, 144, [0.0, 0.5, 1.0]


def all_data(path):
    """Every data set and attribute by name, the field `rank` left out."""
    found = {}

    def visit(name, item):
        for key, value in item.attrs.items():
            found[name + "@" + key] = np.asarray(value)
        if isinstance(item, h5py.Dataset) and name != "VTKHDF/CellData/rank":
            found[name] = item[...]

    with h5py.File(path) as file:
        file.visititems(visit)
    return found


def check_equal(first, other):
    a, b = all_data(first), all_data(other)
    assert a.keys() == b.keys(), a.keys() ^ b.keys()
    for name in a:
        assert a[name].dtype == b[name].dtype and np.array_equal(a[name], b[name]), f"{name} differs in {other}"


def check_grid(grid, step):
    """A grid as pyvista or vtk shows it, against the values write_states made up."""
    assert grid.n_points == N_NODES and grid.n_cells == N_SHELLS + N_SOLIDS
    x0 = np.arange(13, dtype=np.float32)
    assert np.array_equal(grid.points[:13, 0], x0 + np.float32(0.25 * step))
    ids = np.asarray(grid.point_data["node_id"])
    assert np.array_equal(ids, 10 * (np.arange(N_NODES) + 1))
    assert np.array_equal(grid.point_data["velocity"][:, 2], ids.astype(np.float32))
    elements = np.asarray(grid.cell_data["element_id"])
    assert np.array_equal(elements[:N_SHELLS], np.sort(elements[:N_SHELLS])), "shells ascend"
    assert np.array_equal(elements[N_SHELLS:], np.sort(elements[N_SHELLS:])), "solids ascend"
    assert np.array_equal(grid.cell_data["plastic_strain"], elements.astype(np.float32) + step)
    assert np.array_equal(grid.cell_data["von_mises"], 2 * elements.astype(np.float32))
    assert np.array_equal(grid.cell_data["part"], np.repeat([7, 1000042], [N_SHELLS, N_SOLIDS]))
    assert np.array_equal(grid.cell_data["thickness"] > 0, np.arange(grid.n_cells) < N_SHELLS)
    hidden = np.asarray(grid.cell_data["vtkGhostType"]) == 0x20
    assert np.array_equal(hidden, (elements % 10 == 1) & (step > 1.5))
    assert set(np.unique(grid.celltypes)) == {5, 9, 10, 12, 13, 14}


def check_sizes(grid):
    """Volumes are positive and right: nodes are in VTK's order."""
    sizes = vtkCellSizeFilter()
    sizes.SetInputData(grid)
    sizes.Update()
    sized = pyvista.wrap(sizes.GetOutput())
    # signed volume of the unit cell's hex, pyramid, wedge and tetrahedron
    expected = {12: 1.0, 14: 1 / 3, 13: 0.5, 10: 1 / 6}
    for kind, volume in expected.items():
        found = np.asarray(sized.cell_data["Volume"])[grid.celltypes == kind]
        assert np.allclose(found, volume, atol=1e-5), (kind, np.unique(found))


def check_with_vtk(path):
    reader = vtkHDFReader()
    reader.SetFileName(str(path))
    reader.UpdateInformation()
    info = reader.GetOutputInformation(0)
    times = info.Get(vtkStreamingDemandDrivenPipeline.TIME_STEPS())
    assert list(times) == TIMES, times
    for step, time in enumerate(times):
        reader.UpdateTimeStep(time)
        grid = pyvista.wrap(reader.GetOutput())
        check_grid(grid, step)
        if step == 0:
            check_sizes(grid)


def check_with_pyvista(path):
    check_grid(pyvista.read(path), 0)
    reader = pyvista.get_reader(str(path)).reader
    for step in (2, 0, 1):  # any order
        reader.UpdateTimeStep(TIMES[step])
        check_grid(pyvista.wrap(reader.GetOutput()), step)


def main():
    for name in ("ALLOW_RUN_AS_ROOT", "ALLOW_RUN_AS_ROOT_CONFIRM", "MCA_rmaps_base_oversubscribe"):
        os.environ.setdefault("OMPI_" + name, "1")  # for Open MPI as root, with more ranks than cores
    program, mpirun, ranks = sys.argv[1], sys.argv[2], [int(n) for n in sys.argv[3:]] or [1, 2]
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for n in ranks:
            files.append(Path(folder) / f"states_{n}.vtkhdf")
            subprocess.run([mpirun, "-np", str(n), program, str(files[-1])], check=True)
        for file in files:
            check_equal(files[0], file)
            check_with_vtk(file)
            check_with_pyvista(file)
        with h5py.File(files[-1]) as file:
            assert len(np.unique(file["VTKHDF/CellData/rank"])) == ranks[-1]
    print(f"read back with h5py {h5py.__version__}, pyvista {pyvista.__version__}: equal on {ranks} ranks")


if __name__ == "__main__":
    main()
