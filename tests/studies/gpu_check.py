#!/usr/bin/env python3
"""scripts/gpu-check on a few kernel sources, and on two of its own: what only the host has is an error, and what is
nowhere is told. Skipped without clang 16 or newer.

gpu_check.py SOURCE_DIR PROGRAM
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCES = "shell_004|material_001|step_kernels"
BROKEN = """namespace crumple::kernels {
double nowhere(double);
inline double calls_host(double x) { return std::exp(x); }
inline double calls_nowhere(double x) { return nowhere(x); }
}
"""


def compiler():
    names = [os.environ.get("CRUMPLE_CLANG", ""), *(f"clang++-{version}" for version in range(21, 15, -1)), "clang++"]
    return next((name for name in names if name and shutil.which(name)), None)


def check_shipped(source, build, folder):
    run = subprocess.run([source / "scripts/gpu-check", "--only", f"^({SOURCES})", "-o", folder],
                         env=os.environ | {"CRUMPLE_BUILD": str(build)}, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    for arch in ("gfx90a", "sm_80"):
        assert f"{arch}: 3 of 3 kernel sources compile" in run.stdout, run.stdout
    rows = (folder / "gpu_check.csv").read_text().splitlines()
    assert len(rows) == 7 and all(re.search(r",yes,[1-9]\d*,$", row) for row in rows[1:]), rows


def check_broken(source, build, folder):
    sys.path.insert(0, str(source / "scripts/studies"))
    import gpu_check
    (folder / "broken.hpp").write_text(BROKEN)
    prefix = re.search(r"^Kokkos_DIR:\w+=(.*)/lib[^/]*/cmake/Kokkos$", (build / "CMakeCache.txt").read_text(), re.M)[1]
    options = argparse.Namespace(compiler=compiler(), kokkos=f"{prefix}/include")
    for arch in ("gfx90a", "sm_80"):
        host, nowhere = (gpu_check.compile_source(options, gpu_check.Source(folder / "broken.hpp", [name]), arch)
                         for name in ("calls_host", "calls_nowhere"))
        assert "__host__ function 'exp'" in host.error, host.error
        assert not nowhere.error and nowhere.asks == {"_ZN7crumple7kernels7nowhereEd"}, (nowhere.error, nowhere.asks)


def main():
    if not compiler():
        print("skipped: no clang++ 16 or newer")
        return 77
    source, build = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve().parent
    with tempfile.TemporaryDirectory() as folder:
        check_shipped(source, build, pathlib.Path(folder))
        check_broken(source, build, pathlib.Path(folder))
    print("3 sources compile for each kind of GPU; calls of the host are errors, calls of nothing are told")
    return 0


if __name__ == "__main__":
    sys.exit(main())
