#!/usr/bin/env python3
"""Compiles every kernel source, with packs of one lane and in both precisions, as device code for AMD and NVIDIA GPUs, and
prints how many compile, and the first error of each that does not. clang compiles for AMD's, nvcc for NVIDIA's. For the
last of NVIDIA's it compiles kernels as a device would start them, too, and prints their registers, stack, spills and
shared memory. Nothing is linked or run. scripts/gpu-check finds the compilers and starts it."""
import argparse
import csv
import pathlib
import re
import shutil
import subprocess
import tempfile

from command_line import ROOT, Parser, pattern, start
from runs import Progress
from tables import table

FLAGS = ["-std=c++20", "-DCRUMPLE_ISA=scalar", "-DCRUMPLE_ISA_scalar=1"]
CLANG_FLAGS = ["-O1", "-ffp-contract=off", "-fno-math-errno", "--cuda-device-only", "-nogpulib", "-nogpuinc", "-S"]
# -ftz concerns floats alone. 20011, 20013, 20014: calls of what only the host has, which nvcc takes as warnings.
NVCC_FLAGS = ["-O3", "-fmad=false", "-ftz=true", "-prec-div=true", "-prec-sqrt=true", "--expt-relaxed-constexpr",
              "--diag-error=20011,20013,20014,20094", "--resource-usage", "-cubin"]
REALS = ["float", "double"]
PRECISIONS = {"float": "single", "double": "double"}


def parse():
    p = Parser("gpu-check", __doc__)
    p.add_argument("--arch", type=architectures, default="gfx90a,sm_80,sm_90", metavar="LIST",
                   help="gfx... of AMD, sm_... of NVIDIA (default: %(default)s)")
    p.add_argument("--only", type=pattern, default="", metavar="REGEX", help="of the sources and kernels, those whose names match")
    p.add_output("gpu-check")
    p.add_argument("--clang", default="clang++", metavar="FILE", help="clang++ 16 or newer (default: %(default)s)")
    p.add_argument("--nvcc", default="nvcc", metavar="FILE", help="of CUDA 13 (default: %(default)s)")
    p.add_argument("--kokkos", default="/usr/include", metavar="DIR", help="where Kokkos_SIMD.hpp is")
    return p.parse_args()


def architectures(text):
    names = text.split(",")
    for name in names:
        if not re.fullmatch(r"gfx[0-9a-f]+|sm_[0-9]+a?", name):
            raise argparse.ArgumentTypeError(f"'{text}': expected names such as gfx90a or sm_80 with commas")
    return names


class Source:
    """A kernel source, and the functions whose addresses the device takes: it gets code of them and all they call."""

    def __init__(self, path, functions, code=None):
        self.path, self.functions, self.code = path, functions, code
        self.name = pathlib.Path(path).stem

    def text(self):
        lines = ['#include "scripts/gpu/give_function.hpp"', f'#include "{self.path}"',
                 *([f'#include "{self.code}"'] if self.code else []), "using namespace crumple::kernels;"]
        for function in self.functions:
            lines.append(f"template __global__ void give_function<&{function}>(decltype(&{function})*);")
        return "\n".join(lines) + "\n"


class Entry:
    """A kernel as a device would start it, of one precision: a formulation with a law, or a loop of the step."""

    def __init__(self, name, precision, includes, instance):
        self.kernel, self.precision, self.instance, self.includes = name, precision, instance, includes
        self.name = self.path = f"{name} {precision}"

    def text(self):
        return "\n".join([*(f'#include "{path}"' for path in self.includes), "using namespace crumple::kernels;",
                          f"template __global__ void {self.instance};"]) + "\n"


def struct_of(path):
    """shells/shell_002_belytschko_tsay.hpp: Shell002."""
    kind, number = path.name.split("_")[:2]
    return kind.capitalize() + number


def relative(path):
    return str(path.relative_to(ROOT))


def formulations():
    kernels = ROOT / "kernels"
    return sorted([*kernels.glob("shells/shell_[0-9]*.hpp"), *kernels.glob("solids/solid_[0-9]*.hpp")])


def laws(kind):
    """Of shells or solids."""
    other = {"shell": "solids_only = true", "solid": "shells_only = true"}[kind]
    return [path for path in sorted((ROOT / "kernels/materials").glob("material_[0-9]*.hpp"))
            if other not in path.read_text(encoding="utf-8")]


def formulation_source(path):
    return Source(relative(path), [f"ElementCode<{real}, {struct_of(path)}>::{function}" for real in REALS
                                   for function in ("forces", "volumes")], "kernels/element_code.hpp")


def law_source(path):
    law, functions = struct_of(path), []
    for real in REALS:
        if path in laws("shell"):
            functions += [f"update_layers<Pack<{real}>, {law}>", f"update_laminate<Pack<{real}>, {law}>"]
        if path in laws("solid"):
            functions.append(f"update_stress<Pack<{real}>, {law}>")
    return Source(relative(path), functions, "kernels/law_code.hpp")


def step_functions():
    step = (ROOT / "kernels/step/step_kernels.cpp").read_text(encoding="utf-8")
    names = re.search(r"StepKernels step_kernels\{([^}]*)\}", step)[1].split(",")
    return [name.strip() for name in names if "<" not in name]  # those are lists of others


def loop_headers():
    return sorted((ROOT / "src/physics").glob("*/*_loops.hpp"))


def bodies_of(path):
    """The bodies that a header of loops lists (kernels/loops.hpp)."""
    names = re.search(r"kernels::Loops<([^>]*)>", path.read_text(encoding="utf-8"))[1].split(",")
    return [name.strip() for name in names]


def loop_source(path):
    return Source(str(path.relative_to(ROOT / "src")), [f"crumple::{name}::operator()" for name in bodies_of(path)])


def loop_entries():
    result = []
    for path in loop_headers():
        text = path.read_text(encoding="utf-8")
        for name in bodies_of(path):
            body = f"crumple::{name}"
            struct = re.search(rf"\nstruct {name} {{.*?\n}};", text, re.S)[0]
            kernel = (f"run_sums<{body}::Sums, {body}>({body}, std::size_t, double*)" if "using Sums" in struct else
                      f"run_least<{body}>({body}, std::size_t, double, unsigned long long*)" if "double most" in struct else
                      f"run_all<{body}>({body}, std::size_t)")
            includes = [str(path.relative_to(ROOT / "src")), "kernels/device/launch.hpp"]
            result.append(Entry(name, "double", includes, f"crumple::kernels::{kernel}"))
    return result


def sources():
    """All kernel sources by kind; table.cpp is left out, which only lists the others for the host."""
    additions = [f"{name}<Pack<{real}>>" for real in REALS
                 for name in ("update_layers_and_additions", "update_stress_and_additions")]
    every_law = sorted({*laws("shell"), *laws("solid")})
    return {"formulations": [formulation_source(path) for path in formulations()],
            "laws": [law_source(path) for path in every_law],
            "loops": [loop_source(path) for path in loop_headers()],
            "other": [Source("kernels/law_additions.cpp", additions),
                      Source("kernels/step/step_kernels.cpp", step_functions())]}


def lane_entry(name, real, path, law, form):
    element, (material, law_form) = struct_of(path), form
    body = f"LaneForces<{real}, {element}, BoundConstants<{real}, {element}, {material}, LawForm::{law_form}>>"
    includes = [relative(path), relative(law), "kernels/device/bound_laws.hpp", "kernels/device/lane_forces.hpp",
                "kernels/device/launch.hpp"]
    return Entry(name, PRECISIONS[real], includes, f"crumple::kernels::run_all<{body}>({body}, std::size_t)")


def entries():
    """Every formulation with elastic and common metal laws, the most common of shells and of solids with every law, and
    the loops over nodes and contact pairs."""
    result = []
    for path in formulations():
        kind, number = path.name.split("_")[:2]
        for law in laws(kind):
            law_number = law.name.split("_")[1]
            if law_number not in ("001", "024") and (kind, number) not in (("shell", "002"), ("solid", "001")):
                continue
            forms = {f"{kind}_{number} material_{law_number}": (struct_of(law), "general")}
            if "using Plain = " in law.read_text(encoding="utf-8"):
                forms[f"{kind}_{number} material_{law_number} plain"] = f"Plain<{struct_of(law)}>::Of", "plain"
            result += [lane_entry(name, real, path, law, form) for name, form in forms.items() for real in REALS]
    steps = {"kick": "KickRows, double, KickCounts*, int", "drift": "double*, const double*, double, int",
             "pair_distances": "ContactRows, const ContactPair*, int, double*",
             "closest_points": "ContactRows, const ContactPair*, int, ClosestColumns"}
    return result + [Entry(name, "double", ["scripts/gpu/step_entries.hpp"], f"gpu::{name}({arguments})")
                     for name, arguments in steps.items()] + loop_entries()


class Result:
    """What the compiler makes of a source: its first error, or the functions that it has, those that it asks for, and
    of nvcc what its kernels need."""

    def __init__(self, source, arch, error):
        self.source, self.arch, self.error = source, arch, error
        self.has, self.asks, self.needs = set(), set(), {}

    def read_assembly(self, text):
        """Of clang for AMD."""
        self.has = set(re.findall(r"\.type\s+(\w+),@function", text))
        self.asks = set(re.findall(r"(\w+)@(?:rel32|gotpcrel32)@lo", text)) - self.has

    def read_usage(self, text):
        """Of nvcc. Spills are those of all functions: a kernel and what it calls."""
        functions = re.findall(r"Function properties for (\w+)\s+\d+ bytes stack frame, (\d+) bytes spill stores, "
                               r"(\d+) bytes spill loads", text)
        self.has = {name for name, _, _ in functions}
        spilled = {name: int(stores) + int(loads) for name, stores, loads in functions}
        used = re.search(r"Used (\d+) registers.*", text)
        if used:
            stack = re.search(r"(\d+) bytes cumulative stack size", used[0])
            shared = re.search(r"(\d+) bytes smem", used[0])
            self.needs = {"registers": int(used[1]), "stack [B]": int(stack[1]) if stack else 0,
                          "spilled [B]": sum(spilled.values()), "shared [B]": int(shared[1]) if shared else 0}


def command(o, arch, device, out):
    includes = [f"-I{ROOT}", f"-I{ROOT / 'src'}", f"-I{ROOT / 'kernels/simd/kokkos'}", "-isystem", o.kokkos]
    if arch.startswith("gfx"):  # Debian's clang needs no SDK
        return [o.clang, *FLAGS, *CLANG_FLAGS, "-x", "hip", f"--offload-arch={arch}", *includes, "-include",
                ROOT / "scripts/gpu/device_code.hpp", device, "-o", out]
    return [o.nvcc, *FLAGS, *NVCC_FLAGS, f"-arch={arch}", *includes, device, "-o", out]


def compile_source(o, source, arch):
    with tempfile.TemporaryDirectory() as folder:
        device, out = pathlib.Path(folder) / "device.cu", pathlib.Path(folder) / "device.out"
        device.write_text(source.text(), encoding="utf-8")
        done = subprocess.run(command(o, arch, device, out), capture_output=True, text=True)
        messages = done.stdout + done.stderr  # nvcc prints its errors on either
        if done.returncode:
            lines = [line for line in messages.splitlines() if "error" in line] or messages.splitlines()[-1:]
            return Result(source, arch, lines[0].replace(f"{ROOT}/", "") if lines else "no message")
        result = Result(source, arch, "")
        if arch.startswith("gfx"):
            result.read_assembly(out.read_text(encoding="utf-8"))
        else:
            result.read_usage(messages)
        return result


def report(arch, kinds, results):
    """The row of the table of one kind of GPU."""
    row = {"GPU": arch}
    for kind, members in kinds.items():
        of_kind = [results[arch, source.name] for source in members]
        row[kind] = f"{sum(not result.error for result in of_kind)} of {len(of_kind)}"
    here = [result for (a, _), result in results.items() if a == arch and isinstance(result.source, Source)]
    row["all"] = f"{sum(not result.error for result in here)} of {len(here)}"
    own = set().union(*(result.has for result in here))
    # Of sources that were left out or failed, too: their functions have mangled names.
    asked = {name for result in here for name in result.asks - own if not name.startswith("_ZN7crumple")}
    row["asks others for"] = ", ".join(sorted(asked)) or "nothing"
    return row


def version(compiler):
    lines = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()
    return next((line for line in lines if re.search(r"\d+\.\d+\.\d+", line)), lines[0])


def write_csv(path, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def main(o):
    kinds = {kind: [source for source in members if re.search(o.only, source.name)]
             for kind, members in sources().items()}
    nvidia = [arch for arch in o.arch if arch.startswith("sm_")]
    kernels = [entry for entry in entries() if re.search(o.only, entry.name)] if nvidia else []
    cases = [(source, arch) for arch in o.arch for members in kinds.values() for source in members]
    cases += [(entry, nvidia[-1]) for entry in kernels]
    if not cases:
        raise ValueError(f"no kernel source matches '{o.only}'")
    compilers = {o.nvcc if arch in nvidia else o.clang: NVCC_FLAGS if arch in nvidia else CLANG_FLAGS for arch in o.arch}
    for compiler in compilers:
        if not shutil.which(compiler):
            raise ValueError(f"no {'nvcc' if compiler == o.nvcc else 'clang++ 16 or newer'} here (docs/gpu.md)")
    versions = [f"{version(compiler)}, flags {' '.join(FLAGS + flags)}" for compiler, flags in compilers.items()]
    o.o.mkdir(parents=True, exist_ok=True)
    progress = Progress([3] * len(cases))
    done = [progress.run(f"{source.name} for {arch}", lambda: compile_source(o, source, arch)) for source, arch in cases]
    results = {(result.arch, result.source.name): result for result in done}
    failed = [result for result in done if result.error]
    rows = [report(arch, kinds, results) for arch in o.arch]
    needs = [{"kernel": result.source.kernel, "precision": result.source.precision, **result.needs}
             for result in done if result.needs and isinstance(result.source, Entry)]
    text = "\n".join([*versions, "", *table(rows), "", *([f"Kernels on {nvidia[-1]}", "", *table(needs), ""] if needs else []),
                      *(f"{result.arch} {result.source.path}: {result.error}" for result in failed),
                      *(f"{row['GPU']}: {row['all']} kernel sources compile" for row in rows)]) + "\n"
    print(text, end="")
    (o.o / "gpu_check.md").write_text(text, encoding="utf-8")
    write_csv(o.o / "gpu_check.csv",
              [{"GPU": result.arch, "source": result.source.path, "compiles": "no" if result.error else "yes",
                "functions": len(result.has), "first error": result.error} for result in done])
    if needs:
        write_csv(o.o / "registers.csv", needs)
    return 1 if failed else 0


if __name__ == "__main__":
    start(parse, main)
