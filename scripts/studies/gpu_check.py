#!/usr/bin/env python3
"""Compiles every kernel source, with packs of one lane and in both precisions, as device code for AMD and NVIDIA GPUs, and
prints how many compile, the first error of each that does not, and which external functions the device code calls.
Nothing is linked or run. scripts/gpu-check finds the compiler and starts it."""
import argparse
import csv
import pathlib
import re
import subprocess
import tempfile

from command_line import ROOT, Parser, start
from runs import Progress
from tables import table

FLAGS = ["-std=c++20", "-O1", "-ffp-contract=off", "-fno-math-errno", "-DCRUMPLE_ISA=scalar", "-DCRUMPLE_ISA_scalar=1",
         "--cuda-device-only", "-nogpulib", "-S"]
REALS = ["float", "double"]


def parse():
    p = Parser("gpu-check", __doc__)
    p.add_argument("--arch", type=architectures, default="gfx90a,sm_80", metavar="LIST",
                   help="gfx... of AMD, sm_... of NVIDIA (default: %(default)s)")
    p.add_argument("--only", default="", metavar="REGEX", help="of the sources, those whose names match")
    p.add_output("gpu-check")
    p.add_argument("--compiler", default="clang++", metavar="FILE", help="clang++ 16 or newer (default: %(default)s)")
    p.add_argument("--kokkos", default="/usr/include", metavar="DIR", help="where Kokkos_SIMD.hpp is")
    options = p.parse_args()
    try:
        re.compile(options.only)
    except re.error as problem:
        p.error(f"argument --only: '{options.only}': {problem}")
    return options


def architectures(text):
    names = text.split(",")
    for name in names:
        if not re.fullmatch(r"gfx[0-9a-f]+|sm_[0-9]+a?", name):
            raise argparse.ArgumentTypeError(f"'{text}': expected names such as gfx90a or sm_80 with commas")
    return names


def target(arch):
    """Of clang; Debian's clang has both, and needs no SDK for them."""
    if arch.startswith("gfx"):
        return ["-x", "hip", f"--offload-arch={arch}", "-nogpuinc"]
    return ["-x", "cuda", f"--cuda-gpu-arch={arch}", "-nocudainc", "-nocudalib"]


class Source:
    """A kernel source, and the functions whose addresses the device takes: it gets code of them and all they call."""

    def __init__(self, path, functions, code=None):
        self.path, self.functions, self.code = path, functions, code
        self.name = pathlib.Path(path).stem

    def text(self):
        lines = ["#pragma clang force_cuda_host_device begin", f'#include "{self.path}"',
                 *([f'#include "{self.code}"'] if self.code else []), "#pragma clang force_cuda_host_device end",
                 "using namespace crumple::kernels;"]
        for function in self.functions:
            lines.append(f"template __global__ void give_function<&{function}>(decltype(&{function})*);")
        return "\n".join(lines) + "\n"


def formulation(path):
    initial, rest = path.name[0].upper(), path.name[1:].split("_")
    struct = f"{initial}{rest[0]}{rest[1]}"
    return Source(str(path.relative_to(ROOT)), [f"ElementCode<{real}, {struct}>::{function}" for real in REALS
                                                for function in ("forces", "volumes")], "kernels/element_code.hpp")


def law(path):
    struct, text, functions = f"Material{path.name.split('_')[1]}", path.read_text(encoding="utf-8"), []
    for real in REALS:
        if "solids_only = true" not in text:
            functions += [f"LawStorage::make<LayerLaws<Pack<{real}>, {struct}>>",
                          f"update_layers<Pack<{real}>, {struct}>", f"update_laminate<Pack<{real}>, {struct}>"]
        if "shells_only = true" not in text:
            functions += [f"LawStorage::make<{struct}<Pack<{real}>>>", f"update_stress<Pack<{real}>, {struct}>"]
    return Source(str(path.relative_to(ROOT)), functions, "kernels/law_code.hpp")


def sources():
    """All kernel sources by kind; table.cpp is left out, which only lists the others for the host."""
    kernels = ROOT / "kernels"
    step = (kernels / "step/step_kernels.cpp").read_text(encoding="utf-8")
    names = re.search(r"StepKernels step_kernels\{([^}]*)\}", step)[1].replace("\n", "").split(",")
    additions = [f"{name}<Pack<{real}>>" for real in REALS
                 for name in ("update_layers_and_additions", "update_stress_and_additions")]
    return {"formulations": [formulation(path) for path in sorted([*kernels.glob("shells/shell_[0-9]*.hpp"),
                                                                   *kernels.glob("solids/solid_[0-9]*.hpp")])],
            "laws": [law(path) for path in sorted(kernels.glob("materials/material_[0-9]*.hpp"))],
            "other": [Source("kernels/law_additions.cpp", additions),
                      Source("kernels/step/step_kernels.cpp", [name.strip() for name in names])]}


class Result:
    """What the compiler makes of a source: its first error, or the functions that it has and those that it asks for."""

    def __init__(self, source, arch, error, assembly):
        self.source, self.arch, self.error = source, arch, error
        text = re.sub(r"\([^()]*\)\s*(?=\w)", "", assembly)  # of PTX: what a function returns stands before its name
        self.has = set(re.findall(r"\.type\s+(\w+),@function|\.(?:func|entry)\s+(\w+)", text))
        self.has = {name for pair in self.has for name in pair if name}
        asks = re.findall(r"(\w+)@(?:rel32|gotpcrel32)@lo|\.extern \.func\s+(\w+)", text)
        self.asks = {name for pair in asks for name in pair if name}
        self.has -= set(re.findall(r"\.extern \.func\s+(\w+)", text))
        self.asks -= self.has


def compile_source(o, source, arch):
    with tempfile.TemporaryDirectory() as folder:
        device, out = pathlib.Path(folder) / "device.cu", pathlib.Path(folder) / "device.s"
        device.write_text(source.text(), encoding="utf-8")
        done = subprocess.run([o.compiler, *target(arch), *FLAGS, f"-I{ROOT}", f"-I{ROOT / 'kernels/simd/kokkos'}",
                               "-isystem", o.kokkos, "-include", ROOT / "scripts/gpu/device_code.hpp", device, "-o", out],
                              capture_output=True, text=True)
        if done.returncode:
            lines = [line for line in done.stderr.splitlines() if "error" in line] or done.stderr.splitlines()[-1:]
            return Result(source, arch, lines[0].replace(f"{ROOT}/", "") if lines else "no message", "")
        return Result(source, arch, "", out.read_text(encoding="utf-8"))


def report(arch, kinds, results):
    """The row of the table of one kind of GPU."""
    row = {"GPU": arch}
    for kind, members in kinds.items():
        of_kind = [results[arch, source.name] for source in members]
        row[kind] = f"{sum(not result.error for result in of_kind)} of {len(of_kind)}"
    here = [result for (a, _), result in results.items() if a == arch]
    row["all"] = f"{sum(not result.error for result in here)} of {len(here)}"
    own = set().union(*(result.has for result in here))
    # Of sources that were left out or failed, too: their functions have mangled names.
    asked = {name for result in here for name in result.asks - own if not name.startswith("_ZN7crumple")}
    row["asks others for"] = ", ".join(sorted(asked)) or "nothing"
    return row


def main(o):
    kinds = {kind: [source for source in members if re.search(o.only, source.name)]
             for kind, members in sources().items()}
    cases = [(source, arch) for arch in o.arch for members in kinds.values() for source in members]
    if not cases:
        raise ValueError(f"no kernel source matches '{o.only}'")
    o.o.mkdir(parents=True, exist_ok=True)
    progress = Progress([2] * len(cases))
    done = [progress.run(f"{source.name} for {arch}", lambda: compile_source(o, source, arch)) for source, arch in cases]
    results = {(result.arch, result.source.name): result for result in done}
    failed = [result for result in done if result.error]
    rows = [report(arch, kinds, results) for arch in o.arch]
    version = subprocess.run([o.compiler, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
    text = "\n".join([f"{version}, flags {' '.join(FLAGS)}", "", *table(rows), "",
                      *(f"{result.arch} {result.source.path}: {result.error}" for result in failed),
                      *(f"{row['GPU']}: {row['all']} kernel sources compile" for row in rows)]) + "\n"
    print(text, end="")
    (o.o / "gpu_check.md").write_text(text, encoding="utf-8")
    with open(o.o / "gpu_check.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["GPU", "source", "compiles", "functions", "first error"])
        writer.writerows([result.arch, result.source.path, "no" if result.error else "yes", len(result.has), result.error]
                         for result in done)
    return 1 if failed else 0


if __name__ == "__main__":
    start(parse, main)
