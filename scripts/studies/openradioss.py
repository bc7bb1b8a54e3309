"""An installed OpenRadioss: its programs, how they are started on an LS-DYNA deck, what their files say. Used by duel.py.

Sources: its INSTALL.md (environment and command lines: `starter -i DECK.k -np N`, which writes NAME_0001.rad, then
`engine -i NAME_0001.rad` under mpirun), and listings of runs. Tried with one build of 2026 (docs/duel.md): what it does
not find it names, and takes nothing for granted."""
import csv
import dataclasses
import math
import os
import pathlib
import re
import shutil
import subprocess
import time

NUMBER = r"[+-]?\d*\.\d*(?:[Ee][+-]?\d+)?"     # of a Fortran listing; neighbours may touch where one is negative
# CYCLE TIME TIME-STEP ELEMENT (kind, id) ERROR, then the energies
ROW = re.compile(rf"^ *(\d+) +({NUMBER}) +({NUMBER}) +(\S+) +(\d+) +(-?[\d.]+)% *(.*)$", re.M)
ENERGIES = ("internal", "kinetic", "rotational", "external work")   # the order of the columns


@dataclasses.dataclass
class Installation:
    folder: pathlib.Path
    starter: pathlib.Path
    engine: pathlib.Path
    by_mpi: bool                   # the engine runs on ranks; otherwise on threads
    to_csv: pathlib.Path | None    # converter of time histories

    @staticmethod
    def find(folder):
        """The double-precision programs in folder/exec. Raises ValueError where they are not there."""
        programs = sorted((folder / "exec").glob("*")) if (folder / "exec").is_dir() else []

        def first(pattern):
            return next((path for path in programs if re.fullmatch(pattern, path.name) and os.access(path, os.X_OK)), None)
        starter = first(r"starter_\w+(?<!_sp)")
        by_mpi = first(r"engine_\w+_[a-z]*mpi")
        engine = by_mpi or first(r"engine_\w+(?<!_sp)(?<!mpi)")
        if not starter or not engine:
            raise ValueError(f"{folder}: expected exec/starter_... and exec/engine_... of double precision")
        return Installation(folder, starter, engine, by_mpi is not None, first(r"th_to_csv_\w+"))

    def environment(self):
        old, lib = os.environ.get("LD_LIBRARY_PATH", ""), self.folder / "extlib"
        return os.environ | {"OPENRADIOSS_PATH": str(self.folder), "RAD_CFG_PATH": str(self.folder / "hm_cfg_files"),
                             "RAD_H3D_PATH": str(lib / "h3d/lib/linux64"), "OMP_STACKSIZE": "400m",
                             "LD_LIBRARY_PATH": f"{lib / 'hm_reader/linux64'}:{lib / 'h3d/lib/linux64'}:{old}"}


def start(command, folder, log, environment):
    """Runs the command with its output in the log; wall time [s]. Raises ValueError where it fails."""
    begin = time.monotonic()
    with (folder / log).open("w", encoding="utf-8") as out:
        done = subprocess.run([str(word) for word in command], cwd=folder, env=environment, stdout=out, stderr=subprocess.STDOUT,
                              stdin=subprocess.DEVNULL)
    if done.returncode:
        raise ValueError(f"OpenRadioss: {pathlib.Path(command[0]).name} ended with {done.returncode}: {why(folder / log)}")
    return time.monotonic() - begin


def why(log):
    """The first line that reports an error, or the last line."""
    lines = [line.strip() for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]
    errors = [line for line in lines if re.search(r"ERROR ID|[*]+ *ERROR|RUN KILLED|TERMINATION WITH ERROR", line)]
    return (errors or lines[-1:] or ["no output"])[0]


def run(installation, deck, folder, cores, launcher):
    """Runs the deck in the folder on so many cores: {seconds, starter_seconds, cycles, ...} of what it says."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copy(deck, folder / deck.name)
    name, ranks = deck.stem, cores if installation.by_mpi else 1
    environment = installation.environment()
    set_up = start([installation.starter, "-i", deck.name, "-np", ranks], folder, "starter.log", environment)
    if not (folder / f"{name}_0001.rad").exists():
        raise ValueError(f"OpenRadioss: the starter has written no {name}_0001.rad: {why(folder / 'starter.log')}")
    prefix = launcher.format(ranks=ranks).split() if installation.by_mpi else []
    threads = [] if installation.by_mpi else ["-nt", cores]
    seconds = start([*prefix, installation.engine, "-i", f"{name}_0001.rad", *threads], folder, "engine.log", environment)
    found = read_listing(folder / f"{name}_0001.out")
    return found | {"seconds": seconds, "set_up_seconds": set_up,
                    "displacement": displacement(installation, folder, name, found["compared_at"])}


def read_listing(path):
    """End of the run by the engine's listing, whose lines are some cycles apart: cycles and time of its last line, the
    energies there, greatest energy error [percent]."""
    if not path.exists():
        raise ValueError(f"OpenRadioss: no listing {path.name}")
    text = path.read_text(encoding="utf-8", errors="replace")
    if "NORMAL TERMINATION" not in text:
        raise ValueError(f"OpenRadioss: {path.name} reports no normal termination: {why(path)}")
    rows = ROW.findall(text)
    if not rows:
        raise ValueError(f"OpenRadioss: {path.name}: expected lines of cycle, time, step, element, error and energies")
    cycle, end, _, _, _, _, rest = rows[-1]
    values = [float(word) for word in re.findall(NUMBER, rest)]
    if len(values) < len(ENERGIES):
        raise ValueError(f"OpenRadioss: {path.name}: expected {len(ENERGIES)} energies in the last line, found {len(values)}")
    energy = dict(zip(ENERGIES, values))
    return {"cycles": int(cycle), "end_time": float(end), "compared_at": float(end), "internal": energy["internal"],
            "kinetic": energy["kinetic"] + energy["rotational"], "energy_error": max(abs(float(row[5])) for row in rows)}


def displacement(installation, folder, name, time):
    """The largest displacement of a history node at a time, from the converted time history; None where there is none."""
    history = folder / f"{name}T01"
    if not installation.to_csv or not history.exists():
        return None
    start([installation.to_csv, history.name], folder, "th_to_csv.log", installation.environment())
    return read_displacement(folder / f"{history.name}.csv", time)


def read_displacement(path, time):
    """The same from a table of times and columns that end with DX, DY, DZ for each node, between the two lines around the
    time; None where there are none."""
    if not path.exists():
        return None
    with path.open(newline="", encoding="utf-8", errors="replace") as file:
        rows = [row for row in csv.reader(file) if row]
    if len(rows) < 2:
        return None
    nodes = {}
    after = next((k for k in range(2, len(rows)) if float(rows[k][0]) >= time), len(rows) - 1)
    before = max(1, after - 1)
    begin, end = (float(rows[k][0]) for k in (before, after))
    share = min(1.0, (time - begin) / (end - begin)) if end > begin else 1.0
    for column, title in enumerate(rows[0] if rows else []):
        found = re.fullmatch(r"(.*\S) +D([XYZ])\b.*", title.strip())
        if found:
            low, high = float(rows[before][column]), float(rows[after][column])
            nodes.setdefault(found[1], {})[found[2]] = low + share * (high - low)
    whole = [math.hypot(*node.values()) for node in nodes.values() if len(node) == 3]
    return max(whole, default=None)
