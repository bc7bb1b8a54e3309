"""Runs of the program. Needs no packages."""
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve()
PROGRAMS = HERE.parents[3] / "build/crumple", HERE.parents[4] / "bin/crumple"  # of the source tree, of an installation
ENDED = (0, 3, 4, 5)  # the program's exit status of runs that end without an error, docs/running.md
UNSTABLE = 2          # of runs that end early, with results
PROGRESS = re.compile(r"cycle +\d+  t ")


class RunError(RuntimeError):
    """The program's own message of why there are no results."""


def program():
    """The program: $CRUMPLE_PROGRAM, that which belongs to this package, or the one on the PATH."""
    own = next(filter(pathlib.Path.exists, PROGRAMS), None)
    return os.environ.get("CRUMPLE_PROGRAM") or str(own or shutil.which("crumple") or PROGRAMS[0])


def is_unanswered_finalize(said):
    """Whether Open MPI's mpirun says that a rank ended without MPI_Finalize, after the program has ended normally.
    There a rank waits two seconds for mpirun's answer (PMIx_Finalize before OpenPMIx's pull request 3650), which a
    machine that stands still for as long does not give."""
    return "N o r m a l" in said and "exiting improperly" in said


def execute(command, environment=None, on_line=None):
    """Exit status and output of the command; each line is also given to on_line as it comes."""
    def start():
        with subprocess.Popen(command, env=os.environ | (environment or {}), text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace") as process:
            said = []
            try:
                for line in process.stdout:
                    said.append(line)
                    if on_line:
                        on_line(line)
            except BaseException:
                process.terminate()
                raise
        return process.returncode, "".join(said)
    status, said = start()
    if status and is_unanswered_finalize(said):
        status, said = start()  # once: a fault of the program would come again
    return status, said


def reason_of(status, said):
    """The program's error in one line."""
    errors = [line.removeprefix("Error: ") for line in said.splitlines() if line.startswith("Error")]
    return errors[0] if errors else f"exit status {status}: {' '.join(said[-300:].split())}"


def run_deck(command, folder, environment=None):
    """Runs the program with results in the folder: its summary, and why there is none."""
    status, said = execute(command, environment)
    if status in ENDED:
        return json.loads((folder / "summary.json").read_text(encoding="utf-8")), ""
    return None, reason_of(status, said)


def mpi_environment(ranks):
    """What Open MPI asks for as root, and of more ranks than cores. What the environment has already stays."""
    wanted = {}
    if os.geteuid() == 0:
        wanted |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    if ranks > len(os.sched_getaffinity(0)):
        wanted |= {"OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1",
                   "OMPI_MCA_hwloc_base_binding_policy": "none"}
    return wanted | {name: value for name, value in os.environ.items() if name in wanted}


def words_of(options):
    return [f"{name}={value}" for name, value in options.items()]


def show_progress(line):
    """Progress lines replace each other, warnings and errors stay."""
    if PROGRESS.match(line):
        print("\r" + line.rstrip(), end="", flush=True)
    elif line.startswith("warning:"):
        print("\r" + line.rstrip(), flush=True)


def run(deck=None, o=None, ranks=1, progress=True, launcher="mpirun -np {ranks}", **options):
    """Runs a deck and returns its Results.

    deck: path, None with r= (a dump); o: folder of the results (default: out/NAME of the deck); options: those of the
    program, such as ncycle=500, precision="double", p="pfile". progress: a line every 10 s. Raises RunError with the
    program's message where it ends with an error; a run that has become unstable has results whose summary says so.
    """
    from crumple.results import Results
    folder = pathlib.Path(o or f"out/{pathlib.Path(deck or options['r']).stem}")
    start = shlex.split(launcher.format(ranks=ranks)) if ranks > 1 else []
    command = [*start, program(), *([f"i={deck}"] if deck else []), f"o={folder}",
               f"progress={'on' if progress else 'off'}", *words_of(options)]
    status, said = execute(command, mpi_environment(ranks), show_progress if progress else None)
    if progress:
        print()
    if status not in (*ENDED, UNSTABLE):
        raise RunError(reason_of(status, said))
    return Results(folder)


def check(deck, **options):
    """What `crumple check` says of a deck: its contents, and everything in it that is not supported."""
    status, said = execute([program(), "check", f"i={deck}", *words_of(options)])
    if status > 1:
        raise RunError(reason_of(status, said))
    return said


def plan(deck, ranks, o, **options):
    """Plans of a deck (docs/plan.md): {ranks: (plan-N.json as a dictionary, plan-N.csv as a DataFrame)}."""
    import pandas
    words = [f"ranks={','.join(map(str, ranks))}", f"o={o}", *words_of(options)]
    status, said = execute([program(), "plan", f"i={deck}", *words])
    if status:
        raise RunError(reason_of(status, said))
    paths = {n: pathlib.Path(o) / f"plan-{n}" for n in ranks}
    return {n: (json.loads(path.with_suffix(".json").read_text(encoding="utf-8")),
                pandas.read_csv(path.with_suffix(".csv"))) for n, path in paths.items()}
