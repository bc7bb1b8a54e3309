#!/usr/bin/env python3
"""Finds modes of a small plate on one and on two ranks and reads d3eigv with VTK's reader for LS-DYNA, and with that of
lasso-python if it is installed; compares with eigout and states.vtkhdf.

read_d3eigv.py CRUMPLE MPIEXEC; exit status 77 (skipped) without the Python packages, or a solver in the program.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import h5py
    import numpy as np
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
N_MODES, SIDE = 12, 60.0


def deck():
    """A plate, held at one side, of 6 x 4 shells."""
    text = ["*KEYWORD", "*TITLE", "plate", "*CONTROL_TERMINATION", "1.", "*DATABASE_BINARY_D3PLOT", "1.",
            "*CONTROL_IMPLICIT_GENERAL", "1,1.", "*CONTROL_IMPLICIT_EIGENVALUE", str(N_MODES),
            "*MAT_ELASTIC", "1,7.8e-6,210.,0.3", "*SECTION_SHELL", "1,16,,3", "2.", "*PART", "plate", "1,1,1", "*NODE"]
    text += [f"{1 + 7 * j + i},{SIDE / 6 * i},{10.0 * j},0." for j in range(5) for i in range(7)]
    text += ["*ELEMENT_SHELL"]
    for j in range(4):
        for i in range(6):
            a = 1 + 7 * j + i
            text.append(f"{1 + 6 * j + i},1,{a},{a + 1},{a + 8},{a + 7}")
    text += ["*BOUNDARY_SPC_NODE"] + [f"{1 + 7 * j},0,1,1,1,1,1,1" for j in range(5)]
    return "\n".join(text + ["*END", ""])


def run(crumple, mpiexec, ranks, folder):
    command = [mpiexec, "-np", str(ranks), crumple, f"i={folder.parent}/deck.k", f"o={folder}", "precision=double",
               "progress=off"]
    done = subprocess.run(command, env={**os.environ, **ENVIRONMENT}, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True)
    if "without a direct solver" in done.stdout + done.stderr:
        print("skipped: built without a solver")
        sys.exit(77)
    assert done.returncode == 0, done.stdout + done.stderr


def main():
    scratch = Path(tempfile.mkdtemp(prefix="crumple-d3eigv-"))
    (scratch / "deck.k").write_text(deck())
    one, two = scratch / "one", scratch / "two"
    run(sys.argv[1], sys.argv[2], 1, one)
    run(sys.argv[1], sys.argv[2], 2, two)
    for member in ["d3eigv"] + [f"d3eigv{k:02}" for k in range(1, N_MODES + 1)]:
        assert (one / member).read_bytes() == (two / member).read_bytes(), f"{member} differs on two ranks"
    table = (one / "eigout").read_text().split("PERIOD")[1].split("MODAL")[0]
    cycles = [float(line.split()[3]) for line in table.splitlines() if re.match(r"\s*\d", line)]
    assert len(cycles) == N_MODES and cycles == sorted(cycles) and cycles[0] > 0
    file = h5py.File(one / "states.vtkhdf")["VTKHDF"]
    n_nodes = int(file["NumberOfPoints"][0])
    points = file["Points"][...].reshape(N_MODES, n_nodes, 3)[:, np.argsort(file["PointData/node_id"][:n_nodes])]
    start = np.array([[SIDE / 6 * i, 10.0 * j, 0] for j in range(5) for i in range(7)])
    sizes = np.linalg.norm(points - start, axis=2).max(axis=1)
    assert np.allclose(sizes, 0.05 * SIDE, rtol=1e-5), sizes  # the largest displacement, a twentieth of the model
    reader = vtkLSDynaReader()
    reader.SetFileName(str(one / "d3eigv"))
    reader.UpdateInformation()
    found = [reader.GetTimeValue(k) for k in range(reader.GetNumberOfTimeSteps())]
    assert np.allclose(found, cycles, rtol=2e-6), (found, cycles)  # the digits of eigout
    if D3plot:
        arrays = D3plot(str(one / "d3eigv")).arrays
        assert np.allclose(arrays["timesteps"], cycles, rtol=2e-6)
        assert np.array_equal(arrays["node_displacement"], points.astype(np.float32))
    print(f"{N_MODES} modes read by VTK" + ", lasso-python" * bool(D3plot))


if __name__ == "__main__":
    main()
