"""What makes runs on this machine slow or impossible, and what to do about it; called by scripts/doctor.

A check is a function that returns a Finding, a line of CHECKS. Files of the system are looked up below options.root, so
that a test can bring its own."""
import argparse
import dataclasses
import os
import pathlib
import re
import shlex
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from command_line import Parser, count, counted, key, start  # noqa: E402
from crumple.running import execute, program  # noqa: E402
from machine import output_of  # noqa: E402

GOOD, LOOK, BAD = "ok", "look", "bad"      # nothing to do; costs time; runs do not work
SETS = {"avx512": "avx512bw", "avx2": "avx2", "sse2": "sse2"}   # the widest first, and the flag of the processor
# of the results: kinds that many ranks share over a network, and kinds in memory
NETWORK, MEMORY = ("nfs", "lustre", "gpfs", "beegfs", "ceph", "cifs", "smb", "fuse", "9p", "afs"), ("tmpfs", "ramfs")
SLOW_SYNC, LITTLE_SPACE, LITTLE_SHM = 0.05, 5e9, 2**28            # [s], [bytes], [bytes]
HANGS = 60                                                         # [s]
DECK = """*KEYWORD
*NODE
{nodes}
*ELEMENT_SOLID
{solids}
*PART

1,1,1
*SECTION_SOLID
1,1
*MAT_ELASTIC
1,7.85e-6,210.,0.3
*CONTROL_TERMINATION
1.
*END
"""


@dataclasses.dataclass
class Finding:
    state: str
    said: str
    remedy: str = ""


def text_of(options, path):
    try:
        return (options.root / path).read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def built(options):
    said = output_of(program(), "info")
    if not said:
        return Finding(BAD, f"{program()} does not run", "scripts/build --target crumple")
    build = re.search(r"^ *build +(.*)$", said, re.M)[1]
    if not build.startswith("Release"):
        return Finding(LOOK, f"{said.splitlines()[0]}, {build}", "scripts/build builds Release, which is faster")
    return Finding(GOOD, f"{said.splitlines()[0]}, {build}")


def instruction_sets(options):
    flags = re.search(r"^flags\s*:(.*)$", text_of(options, "proc/cpuinfo"), re.M)
    there = re.search(r"instruction sets +(.*) on this machine", output_of(program(), "info"))
    if not flags or not there:
        return Finding(GOOD, f"built and usable here: {there[1] if there else 'unknown'}")
    widest = next((name for name, flag in SETS.items() if flag in flags[1].split()), "scalar")
    if widest not in there[1]:
        return Finding(LOOK, f"{widest} is not built, only {there[1]}",
                       "scripts/build --isa auto builds the widest of this machine")
    return Finding(GOOD, f"{there[1]}; isa=auto takes {widest}")


def quota(options):
    """Processors that the cgroup grants, None without a limit."""
    limit, _, period = text_of(options, "sys/fs/cgroup/cpu.max").partition(" ")
    if not limit.isdigit():
        limit, period = (text_of(options, f"sys/fs/cgroup/cpu/cpu.cfs_{what}_us") for what in ("quota", "period"))
    return int(limit) / int(period) if limit.isdigit() and period.isdigit() and int(limit) else None


def cores(options):
    """Ranks x threads beside the cores that there are."""
    wanted, allowed, granted = options.np * options.threads, len(os.sched_getaffinity(0)), quota(options)
    said = f"{counted(options.np, 'rank')} x {counted(options.threads, 'thread')} on {counted(allowed, 'processor')}"
    if granted and granted < min(wanted, allowed):
        return Finding(LOOK, f"{said}, of whose time the cgroup grants {granted:g}",
                       "fewer ranks, or a larger limit of the container")
    if wanted > allowed:
        return Finding(LOOK, said, "fewer ranks or threads: those that share a processor wait for it in every step")
    if text_of(options, "sys/devices/system/cpu/smt/active") == "1" and 2 * wanted > allowed:
        return Finding(LOOK, f"{said}, two of which are one core",
                       "a rank a core is usually fastest: compare with half as many")
    return Finding(GOOD, said)


def load(options):
    now = float((text_of(options, "proc/loadavg") or "0").split()[0])
    if now > 0.1 * len(os.sched_getaffinity(0)):
        return Finding(LOOK, f"other programs take {now:.1f} processors (mean of a minute)",
                       "times of runs mean little until they end")
    return Finding(GOOD, f"other programs take {now:.1f} processors")


def on_ranks(options, *command):
    """Exit status and output of a command on all ranks."""
    return execute(["timeout", str(HANGS), *shlex.split(options.launcher.format(ranks=options.np)), *command])


def binding(options):
    """The processors of each rank, as mpirun binds them."""
    _, said = on_ranks(options, "grep", "Cpus_allowed_list", "/proc/self/status")
    places = re.findall(r"Cpus_allowed_list:\s*(\S+)", said)
    if len(places) != options.np:
        return Finding(BAD, f"mpirun does not start {counted(options.np, 'rank')}: {' '.join(said.split())[:160]}",
                       "docs/troubleshooting.md#mpi")
    processors = {place: len(numbers(place)) for place in places}
    shared = max(places.count(place) / n for place, n in processors.items())
    if shared > 1 and options.np * options.threads <= len(os.sched_getaffinity(0)):
        return Finding(LOOK, f"{counted(places.count(places[0]), 'rank')} on processors {places[0]}",
                       "mpirun --bind-to core; for several runs side by side, which all bind to the first cores, none")
    if min(processors.values()) < options.threads:
        return Finding(LOOK, f"a rank of {options.threads} threads has {min(processors.values())} processor",
                       f"mpirun --bind-to none, or --map-by slot:PE={options.threads}")
    return Finding(GOOD, "processors of the ranks: " + ", ".join(dict.fromkeys(places)))


def numbers(ranges):
    """{0, 1, 2, 5} of "0-2,5"."""
    found = set()
    for part in ranges.split(","):
        low, _, high = part.partition("-")
        found |= set(range(int(low), int(high or low) + 1))
    return found


def row_of_cubes(number):
    """A deck with a cube for each rank."""
    corners = ((0, 0), (1, 0), (1, 1), (0, 1))
    nodes = [f"{4 * i + k + 1},{i}.,{y},{z}" for i in range(number + 1) for k, (y, z) in enumerate(corners)]
    solids = [",".join(map(str, [i + 1, 1, *(4 * i + k for k in (1, 5, 6, 2, 4, 8, 7, 3))])) for i in range(number)]
    return DECK.format(nodes="\n".join(nodes), solids="\n".join(solids))


def mpi(options):
    """A step on all ranks."""
    with tempfile.TemporaryDirectory() as folder:
        deck = pathlib.Path(folder) / "cubes.k"
        deck.write_text(row_of_cubes(options.np))
        begin = time.monotonic()
        status, said = on_ranks(options, program(), f"i={deck}", f"o={folder}", "ncycle=1")
    library = re.search(r"MPI +(.*)", output_of(program(), "info"))
    ranks = re.search(r"on (\d+) ranks?", said)
    if not ranks or status:
        status = f"{status} after {HANGS} s" if status == 124 else status
        return Finding(BAD, f"a run ended with status {status}: {' '.join(said.split())[:160]}",
                       "docs/troubleshooting.md#mpi")
    built_with = library[1] if library else "the library of MPI"
    if int(ranks[1]) != options.np:
        return Finding(BAD, f"each of {options.np} ranks runs on its own",
                       f"use the mpirun of {built_with}, with which the program was built")
    return Finding(GOOD, f"{built_with}; a run on {counted(options.np, 'rank')} takes {time.monotonic() - begin:.1f} s")


def huge_pages(options):
    setting = text_of(options, "sys/kernel/mm/transparent_hugepage/enabled")
    chosen = re.search(r"\[(\w+)\]", setting)
    asked = "glibc.malloc.hugetlb=1" in os.environ.get("GLIBC_TUNABLES", "")
    if not chosen or chosen[1] == "always" or chosen[1] == "madvise" and asked:
        return Finding(GOOD, f"transparent huge pages: {chosen[1] if chosen else 'not of this kernel'}")
    if chosen[1] == "madvise":
        return Finding(LOOK, "huge pages only for those who ask",
                       "GLIBC_TUNABLES=glibc.malloc.hugetlb=1, as scripts/run sets it")
    return Finding(LOOK, "no huge pages", "echo madvise > /sys/kernel/mm/transparent_hugepage/enabled, as root")


def governor(options):
    chosen = text_of(options, "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
    if chosen in ("powersave", "conservative", "ondemand") and "intel_pstate" not in text_of(
            options, "sys/devices/system/cpu/cpu0/cpufreq/scaling_driver"):
        return Finding(LOOK, f"frequency governor {chosen}", "cpupower frequency-set -g performance, as root")
    return Finding(GOOD, f"frequency governor: {chosen or 'not shown by this machine'}")


def shared_memory(options):
    """Of MPI and of transport=shared; containers have 64 MB unless told otherwise."""
    try:
        there = os.statvfs(options.root / "dev/shm")
    except OSError:
        return Finding(LOOK, "no /dev/shm", "ranks then exchange messages through files or TCP")
    free = there.f_bavail * there.f_frsize
    if free < LITTLE_SHM:
        return Finding(LOOK, f"{free / 1e6:.0f} MB free in /dev/shm", "docker run --shm-size=2g")
    return Finding(GOOD, f"{free / 1e9:.1f} GB free in /dev/shm")


def file_system(options):
    """Of the results: its kind, its space, and how long it takes until a small file is on disk."""
    folder = options.output.resolve()
    while not folder.exists():
        folder = folder.parent
    mounts = [line.split() for line in text_of(options, "proc/mounts").splitlines()]
    kinds = [(len(mount[1]), mount[2]) for mount in mounts if folder.is_relative_to(mount[1])]
    kind = max(kinds)[1] if kinds else "unknown"
    there = os.statvfs(folder)
    free = there.f_bavail * there.f_frsize
    said = f"{options.output}: {kind}, {free / 1e9:.1f} GB free"
    try:
        with tempfile.NamedTemporaryFile(dir=folder) as file:
            begin = time.monotonic()
            file.write(bytes(1 << 20))
            file.flush()
            os.fsync(file.fileno())
            took = time.monotonic() - begin
    except OSError as problem:
        return Finding(BAD, f"{options.output}: {problem.strerror}", "another folder: o=DIR")
    said += f", 1 MB on disk in {1e3 * took:.0f} ms"
    if free < LITTLE_SPACE:
        return Finding(LOOK, said, "free some space: a run ends with an error when its disk is full")
    if kind.startswith(NETWORK):
        return Finding(LOOK, said, "on many ranks messag=root and io=aggregated or io=async, docs/storage.md")
    if took > SLOW_SYNC:
        return Finding(LOOK, said, "io=async, or io_sync=off if a crash of the machine may cost the last states")
    return Finding(GOOD, said + (" (in memory: gone after a reboot)" if kind in MEMORY else ""))


CHECKS = {"program": built, "instruction sets": instruction_sets, "cores": cores, "load": load, "binding": binding,
          "MPI": mpi, "huge pages": huge_pages, "frequency": governor, "shared memory": shared_memory,
          "results": file_system}


def arguments():
    parser = Parser("doctor", __doc__.split(";")[0] + ".")
    parser.add_ranks()
    parser.add_argument("--threads", type=count, default=1, metavar="N",
                        help="threads of a rank (default: %(default)s)")
    parser.add_argument("keys", nargs="*", type=key, metavar="o=DIR", help="folder of the results (default: out)")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path("/"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    others = [word for word in options.keys if not word.lower().startswith("o=")]
    if others:
        parser.error(f"'{others[0]}': expected o=DIR")
    options.output = pathlib.Path(options.keys[-1].partition("=")[2] if options.keys else "out")
    return options


def main(options):
    findings = {name: check(options) for name, check in CHECKS.items()}
    for name, finding in findings.items():
        print(f"{finding.state:>4}  {name}: {finding.said}")
        if finding.remedy:
            print(f"      -> {finding.remedy}")
    worse = [finding.state for finding in findings.values() if finding.state != GOOD]
    print(f"{counted(len(findings), 'check')}, {worse.count(LOOK)} to look at, {worse.count(BAD)} bad")
    return 1 if BAD in worse else 0


if __name__ == "__main__":
    start(arguments, main)
