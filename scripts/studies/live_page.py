"""A page of a run that goes on, which loads itself again: time, energies, load of the ranks, the last states. Used by
watch.py."""
from crumple.results import RunningResults
from report_histories import chart_of, colours
from report_mesh import mesh
from report_page import note, section, write_page
from units import Units

MOST_STATES, MOST_NODES = 12, 20000   # of the mesh: the page is made every few seconds


def load_bars(sample):
    """Bars of the work of the ranks in a sample (cycle, {rank: seconds})."""
    if not sample:
        return note("No load yet: loadsample=N asks for it every N cycles.")
    cycle, work = sample
    ranks = sorted(work)
    return {"kind": "bars", "name": f"work of the ranks, sample of cycle {cycle}", "unit": "s",
            "names": [f"rank {rank}" for rank in ranks],
            "parts": [{"name": "work", "colour": colours.CURVES[0], "values": [work[rank] for rank in ranks]}]}


class LivePage:
    """The page of a folder at a path."""

    def __init__(self, folder, path):
        self.folder, self.path = folder, path
        self.shape = note("No state yet: *DATABASE_BINARY_D3PLOT asks for them.")

    def newest_shape(self, run):
        """The mesh of the last states; that of the look before while a state is being written."""
        if not run.has("states.vtkhdf"):
            return self.shape
        try:
            self.shape = mesh(run, Units({}), MOST_STATES, MOST_NODES)
        except (ValueError, KeyError, IndexError, OSError, RuntimeError):
            pass
        return self.shape

    def write(self, title, tiles, sample, refresh):
        """`tiles`: [(name, value)] of where the run is; `refresh`: seconds until the page loads itself again, 0: never."""
        run = RunningResults(self.folder)
        charts = [chart_of(run, name, Units({})) for name in ("energies", "energy ratio", "time step")]
        sections = [section("Now", {"kind": "tiles", "items": tiles}), section("Deformed shape", self.newest_shape(run)),
                    section("Energies", *charts[:2]), section("Time step", charts[2]),
                    section("Load of the ranks", load_bars(sample))]
        write_page(self.path, title, sections, refresh)
