"""What a machine is, for results that are read on another one: processor, memory, system, MPI, compiler, commit."""
import hashlib
import os
import platform
import re
import subprocess

from runs import ROOT


def output_of(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""


def fields(text):
    """{name: value} of lines "name: value"."""
    return {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in text.splitlines())}


def program_says(program):
    """What `crumple info` says: version, build, instruction sets, libraries."""
    text = output_of(program, "info")
    said = dict(re.findall(r"^  (\S.*?)  +(\S.*)$", text, re.M))
    return {"version": (text.splitlines() or ["unknown"])[0], "compiler": said.get("build", "unknown"),
            "mpi": said.get("MPI", "unknown"), "instruction_sets": said.get("instruction sets", "unknown").split(" on this")[0]}


def commit():
    """The commit of the sources beside this script, "+ changes" if they differ from it."""
    head = output_of("git", "-C", str(ROOT), "rev-parse", "--short=12", "HEAD").strip()
    changed = output_of("git", "-C", str(ROOT), "status", "--porcelain", "--untracked-files=no").strip()
    return (head or "unknown") + (" + changes" if changed else "")


def sources():
    """Twelve digits of a hash of what the program is made of, "+ changes" if these files differ from it. The same in
    every commit that has them, so that it still leads to one after a rebase; docs/experiments.md says how."""
    folders = ("src", "kernels", "decomp")
    listing = output_of("git", "-C", str(ROOT), "ls-tree", "-r", "HEAD", *folders)
    if not listing:
        return "unknown"
    changed = output_of("git", "-C", str(ROOT), "status", "--porcelain", "--", *folders).strip()
    blob = listing.encode()
    return hashlib.sha1(b"blob %d\0" % len(blob) + blob).hexdigest()[:12] + (" + changes" if changed else "")


def memory_gib():
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1)
    except (OSError, ValueError):
        return 0.0


def describe(program):
    """The machine as text and numbers; no name of the host or of its user."""
    cpu = fields(output_of("env", "LC_ALL=C", "lscpu"))

    def count(name):
        found = re.search(r"\d+", cpu.get(name, ""))
        return int(found[0]) if found else 0
    sockets = count("Socket(s)")
    return {"cpu": cpu.get("Model name", platform.processor() or "unknown"), "sockets": sockets,
            "cores": sockets * count("Core(s) per socket"), "threads_per_core": count("Thread(s) per core"),
            "numa_nodes": count("NUMA node(s)"), "virtual": cpu.get("Hypervisor vendor", "no"), "memory_gib": memory_gib(),
            "system": f"{platform.system()} {platform.release()}, {platform.machine()}", "commit": commit(), "sources": sources(),
            **program_says(program)}
