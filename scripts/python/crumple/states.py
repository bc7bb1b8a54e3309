"""The states of a run, from states.vtkhdf. Needs h5py."""
import functools

import h5py
import numpy as np

HIDDEN = 0x20    # of vtkGhostType: deleted


class States:
    """One mesh, and what changes from state to state. Arrays are those of VTK: `types` of cells, their nodes in
    `connectivity` from `offsets` on. Raises ValueError where the file is not as Crumple writes it."""

    def __init__(self, path):
        self.path = path
        try:
            self.root = h5py.File(path, locking=False)["VTKHDF"]  # a run may still be writing it
            self.times = np.array(self.root["Steps/Values"])
        except (OSError, KeyError) as problem:
            raise ValueError(f"{path}: not as Crumple writes it: {problem}") from None
        self.types = np.array(self.root["Types"])
        self.offsets = np.array(self.root["Offsets"])
        self.connectivity = np.array(self.root["Connectivity"])
        self.n_nodes = int(self.root["NumberOfPoints"][0])

    def __len__(self):
        return len(self.times)

    @functools.cached_property
    def fields(self):
        """Names of the fields of elements and of nodes."""
        return list(self.root["CellData"]), list(self.root["PointData"])

    def points(self, state):
        """Places of the nodes (n, 3)."""
        first = int(self.root["Steps/PointOffsets"][state].item())
        return np.array(self.root["Points"][first:first + self.n_nodes])

    def nodes(self, name, state=0):
        """A field of the nodes: node_id, velocity (n, 3), ..."""
        first = int(self.root["Steps/PointDataOffsets"][name][state])
        return np.array(self.root["PointData"][name][first:first + self.n_nodes])

    def cells(self, name, state=0):
        """A field of the elements: element_id, part, rank, plastic_strain, von_mises, thickness, ..."""
        first = int(self.root["Steps/CellDataOffsets"][name][state])
        return np.array(self.root["CellData"][name][first:first + len(self.types)])

    def has(self, name):
        return name in self.root["CellData"]

    def gone(self, state):
        """Which elements are deleted."""
        return (self.cells("vtkGhostType", state) & HIDDEN) != 0

    def nearest(self, time):
        """The state nearest to a time."""
        return int(np.argmin(np.abs(self.times - time)))

    def grid(self, state, hidden_parts=()):
        """A state as a pyvista grid, without deleted elements and hidden parts. Point data: velocity and its size,
        `speed`."""
        import pyvista
        cells = np.insert(self.connectivity, self.offsets[:-1], np.diff(self.offsets))
        grid = pyvista.UnstructuredGrid(cells, self.types, self.points(state))
        of_cells, of_nodes = self.fields
        for name in of_cells:
            if name != "vtkGhostType":
                grid.cell_data[name] = self.cells(name, state)
        for name in of_nodes:
            grid.point_data[name] = self.nodes(name, state)
        grid.point_data["speed"] = np.linalg.norm(grid.point_data["velocity"], axis=1)
        keep = ~self.gone(state) & ~np.isin(grid.cell_data["part"], list(hidden_parts))
        return grid if keep.all() else grid.extract_cells(keep)
