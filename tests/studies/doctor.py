#!/usr/bin/env python3
"""What scripts/doctor finds on machines that it is told of, and that all checks pass through on this one.

doctor.py SOURCE_DIR PROGRAM
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

import small


class Machine:
    """Files of a system in a folder."""

    def __init__(self, folder):
        self.root = folder

    def has(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text + "\n")


def check_machines(doctor, folder):
    machine = Machine(folder)
    processors = len(os.sched_getaffinity(0))
    options = argparse.Namespace(root=folder, np=processors, threads=1, output=folder, launcher="env")

    def found(check, state, *words):
        finding = getattr(doctor, check)(options)
        assert finding.state == state, (check, finding)
        assert all(word in finding.said + finding.remedy for word in words), (check, words, finding)
        assert bool(finding.remedy) == (state != doctor.GOOD), finding

    os.environ.pop("GLIBC_TUNABLES", None)
    machine.has("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never")
    found("huge_pages", doctor.LOOK, "hugetlb=1")
    machine.has("sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never")
    found("huge_pages", doctor.GOOD, "always")
    found("governor", doctor.GOOD)
    machine.has("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave")
    found("governor", doctor.LOOK, "performance")
    machine.has("sys/devices/system/cpu/cpu0/cpufreq/scaling_driver", "intel_pstate")
    found("governor", doctor.GOOD)
    found("cores", doctor.GOOD)
    options.threads = 2
    found("cores", doctor.LOOK, "2 threads")
    options.threads = 1
    machine.has("sys/fs/cgroup/cpu.max", "50000 100000")
    found("cores", doctor.LOOK, "cgroup grants 0.5")
    machine.has("sys/fs/cgroup/cpu.max", "max 100000")
    found("cores", doctor.GOOD)
    machine.has("proc/loadavg", f"{processors}.00 0.1 0.1 1/100 1")
    found("load", doctor.LOOK)
    machine.has("proc/mounts", "a / ext4 rw 0 0\nb / nfs4 rw 0 0".replace("b /", f"b {folder}"))
    found("file_system", doctor.LOOK, "nfs4", "messag=root")
    machine.has("proc/cpuinfo", "flags\t: fpu sse2")
    if "sse2" in doctor.output_of(doctor.program(), "info"):
        found("instruction_sets", doctor.GOOD, "takes sse2")
    options.launcher = "false"
    found("mpi", doctor.BAD, "status 1")
    found("binding", doctor.BAD)
    assert doctor.numbers("0-2,5") == {0, 1, 2, 5}


def main():
    source, program = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    sys.path.insert(0, str(source / "scripts/studies"))
    os.environ["CRUMPLE_PROGRAM"] = str(program)
    import doctor
    with tempfile.TemporaryDirectory() as folder:
        check_machines(doctor, pathlib.Path(folder))
        done = subprocess.run([source / "scripts/doctor", "-np", "2", f"o={folder}"], capture_output=True, text=True,
                              env=small.environment(program))
        assert done.returncode == 0 and "10 checks" in done.stdout and "a run on 2 ranks" in done.stdout, done
        missing = subprocess.run([source / "scripts/doctor", f"o={folder}"], capture_output=True, text=True,
                                 env=small.environment("/no/such/program"))
        assert missing.returncode == 1 and " bad  program" in missing.stdout, missing
    print("the doctor finds what is wrong with a machine")


if __name__ == "__main__":
    main()
