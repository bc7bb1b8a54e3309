#!/usr/bin/env python3
"""scripts/kernel-study with a benchmark that knows its answers: medians, least and most, and ratios in their places.

kernel_study.py SOURCE_DIR PROGRAM
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

TIMES = {("shell_002", "sse2", "double"): [100, 102, 98], ("shell_002", "avx512", "double"): [50, 40, 60],
         ("shell_002_car", "avx512", "double"): [75, 76, 74], ("solid_013", "avx512", "double"): [25, 24, 26], ("shell_002", "avx512", "single"): [30, 31, 29]}


def main():
    source = pathlib.Path(sys.argv[1])
    rows = [{"name": f"elements/{form.replace('_car', '')}/material_024{'_car' * form.endswith('_car')}/{isa}/{precision}/1024/good/scattered", "run_type": "iteration",
             "ns/element": value} for (form, isa, precision), values in TIMES.items() for value in values]
    rows.append({"name": "elements/shell_002/material_024/sse2/double/1024/good/scattered_mean", "run_type": "aggregate",
                 "ns/element": 1e9})
    with tempfile.TemporaryDirectory() as folder:
        bench = pathlib.Path(folder) / "bench"
        bench.write_text(f"#!/bin/sh\nfor word; do case $word in --benchmark_out=*) out=${{word#*=}};; esac; done\n"
                         f"cat > $out <<'END'\n{json.dumps({'benchmarks': rows})}\nEND\n")
        bench.chmod(0o755)
        run = subprocess.run([sys.executable, source / "scripts/studies/kernels.py", "--print", "--repeats", "3",
                              "-o", pathlib.Path(folder) / "results", "yield=none"],
                             env=os.environ | {"CRUMPLE_BENCH": str(bench)}, capture_output=True, text=True)
        assert run.returncode == 0, run.stdout + run.stderr
        assert (pathlib.Path(folder) / "results/table.md").read_text() in run.stdout
    assert "run 1 of 1: " in run.stderr, run.stderr
    for line in ("| double | SSE2 | AVX-512 | over ELFORM 2, AVX-512 |",
                 "| shell, ELFORM 2 | 100 (98 to 102) | 50 (40 to 60) | 1.00 |",
                 "| shell, ELFORM 2, the car's steel with its rate effect |  | 75 (74 to 76) | 1.50 |",
                 "| tetrahedron, ELFORM 13, without the sums at nodes |  | 25 (24 to 26) | 0.50 |",
                 "| shell, ELFORM 2 |  | 30 (29 to 31) | 1.00 |"):
        assert line in run.stdout.splitlines(), run.stdout
    print("the table says what the benchmark has measured")


if __name__ == "__main__":
    main()
