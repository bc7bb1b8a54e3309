#!/usr/bin/env python3
"""scripts/gpu-check on a few kernel sources, and on two of its own: what only the host has is an error, and what is
nowhere is told. Some kernels of a device need the registers that scripts/gpu/registers.csv states. Without clang 16 or
newer AMD's part is left out, without nvcc, whose packages scripts/gpu-check downloads, NVIDIA's; skipped without either.

gpu_check.py SOURCE_DIR PROGRAM
"""
import argparse
import csv
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCES = "material_001_|wall_loops|step_kernels"
KERNELS = "(shell_002 material_001|solid_001 material_024 plain) double|closest_points|StopNodes|SumBodyForces"
REGISTERS, BYTES = 8, 64  # differences that need no new table
BROKEN = {"host": """
inline double of_host(double x) { return x; }
__host__ __device__ inline double caller(double x) { return of_host(x); }
""", "nowhere": """
__host__ __device__ double nowhere(double);
__host__ __device__ inline double caller(double x) { return nowhere(x); }
"""}


def clang():
    names = [os.environ.get("CRUMPLE_CLANG", ""), *(f"clang++-{version}" for version in range(21, 15, -1)), "clang++"]
    return next((name for name in names if name and shutil.which(name)), None)


def nvcc(source):
    """Downloads it where it is not in the cache; None if that fails."""
    done = subprocess.run(["bash", "-c", f"source {source}/scripts/common.sh && get_nvcc && echo $NVCC"],
                          capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


def run(source, build, folder, archs, only):
    done = subprocess.run([source / "scripts/gpu-check", "--arch", ",".join(archs), "--only", f"^({only})", "-o", folder],
                          env=os.environ | {"CRUMPLE_BUILD": str(build)}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def check_shipped(source, build, folder, archs):
    output = run(source, build, folder, archs, SOURCES)
    for arch in archs:
        assert f"{arch}: 3 of 3 kernel sources compile" in output, output
    rows = (folder / "gpu_check.csv").read_text().splitlines()
    assert len(rows) == 1 + 3 * len(archs) and all(re.search(r",yes,[1-9]\d*,$", row) for row in rows[1:]), rows


def check_broken(source, build, folder, archs):
    sys.path.insert(0, str(source / "scripts/studies"))
    import gpu_check
    for name, text in BROKEN.items():
        (folder / f"{name}.hpp").write_text(f"namespace crumple::kernels {{{text}}}\n")
    prefix = re.search(r"^Kokkos_DIR:\w+=(.*)/lib[^/]*/cmake/Kokkos$", (build / "CMakeCache.txt").read_text(), re.M)[1]
    options = argparse.Namespace(clang=clang(), nvcc=nvcc(source), kokkos=f"{prefix}/include")
    for arch in archs:
        host, nowhere = (gpu_check.compile_source(options, gpu_check.Source(folder / f"{name}.hpp", ["caller"]), arch)
                         for name in BROKEN)
        assert "__host__ function" in host.error, host.error
        if arch.startswith("gfx"):
            assert not nowhere.error and nowhere.asks == {"_ZN7crumple7kernels7nowhereEd"}, (nowhere.error, nowhere.asks)
        else:
            assert "nowhere" in nowhere.error, nowhere.error


def read_needs(path):
    with open(path, newline="", encoding="utf-8") as file:
        return {(row["kernel"], row["precision"]): row for row in csv.DictReader(file)}


def check_registers(source, build, folder):
    run(source, build, folder, ["sm_90"], KERNELS)
    stated, found = read_needs(source / "scripts/gpu/registers.csv"), read_needs(folder / "registers.csv")
    assert len(found) == 5, found
    for kernel, row in found.items():
        for need, tolerance in (("registers", REGISTERS), ("spilled [B]", BYTES), ("stack [B]", BYTES)):
            assert abs(int(row[need]) - int(stated[kernel][need])) <= tolerance, (
                f"{' '.join(kernel)}: {need} {row[need]}, not {stated[kernel][need]}. If that is meant: scripts/gpu-check, "
                "then copy out/gpu-check/registers.csv to scripts/gpu and its table to docs/gpu.md")


def main():
    source, build = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve().parent
    archs = ["gfx90a"] * bool(clang()) + ["sm_80"] * bool(nvcc(source))
    if not archs:
        print("skipped: neither clang++ 16 or newer nor nvcc")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        check_shipped(source, build, pathlib.Path(folder), archs)
        check_broken(source, build, pathlib.Path(folder), archs)
        if "sm_80" in archs:
            check_registers(source, build, pathlib.Path(folder))
    print(f"3 sources compile for {' and '.join(archs)}; calls of the host are errors, calls of nothing are told")
    return 0


if __name__ == "__main__":
    sys.exit(main())
