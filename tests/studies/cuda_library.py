#!/usr/bin/env python3
"""The kernel library of NVIDIA's GPUs, for one formulation and law: nvcc compiles and links it, it exports its table
alone, and the program loads it and says what a machine without a GPU lacks. Skipped without nvcc, whose packages
scripts/gpu-check downloads.

cuda_library.py SOURCE_DIR PROGRAM
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from gpu_check import nvcc  # noqa: E402

DECK = "*KEYWORD\n*CONTROL_TERMINATION\n1\n*END\n"


def output_of(*command, **more):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)
    return done.returncode, done.stdout + done.stderr


def build(source, program, folder, compiler):
    cache = (program.parent / "CMakeCache.txt").read_text(encoding="utf-8")
    kokkos = re.search(r"^Kokkos_DIR:\w+=(.*)$", cache, re.M)[1]
    status, said = output_of("cmake", "-S", source, "-B", folder, "-G", "Ninja", f"-DKokkos_DIR={kokkos}",
                             "-DCRUMPLE_TESTS=OFF", "-DCRUMPLE_INSTRUCTION_SETS=scalar", f"-DCRUMPLE_NVCC={compiler}",
                             "-DCRUMPLE_CUDA_KERNELS=^Shell004_Material001$", "-DCRUMPLE_CUDA_ARCHITECTURES=90",
                             "-DCRUMPLE_CUDA_FLAGS=-Xcicc;-O1;-Xptxas;-O1")  # half of the time; nothing is run
    assert status == 0, said
    status, said = output_of("cmake", "--build", folder, "--target", "crumple_kernels_cuda", "-j", "1")
    assert status == 0, said
    return folder / "kernels/libcrumple_kernels_cuda.so"


def main():
    source, program = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    compiler = nvcc(source)
    if not compiler:
        print("skipped: no nvcc")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        library = build(source, program, folder / "build", compiler)
        _, symbols = output_of("nm", "-D", "--defined-only", library)
        assert [line.split()[-1] for line in symbols.splitlines()] == ["crumple_kernels_cuda"], symbols
        (folder / "deck.k").write_text(DECK)
        status, said = output_of(program, f"i={folder / 'deck.k'}", f"o={folder}", "device=cuda",
                                 env=os.environ | {"LD_LIBRARY_PATH": str(library.parent)})
        has_gpu = pathlib.Path("/dev/nvidia0").exists()
        assert has_gpu or status == 1 and re.search(r"^Error: device=cuda: .*(driver|device)", said, re.M), said
        if not (program.parent / "kernels/libcrumple_kernels_cuda.so").exists():
            status, said = output_of(program, f"i={folder / 'deck.k'}", f"o={folder}", "device=cuda")
            assert status == 1 and "scripts/build --isa cuda" in said, said
    print("the library is linked, exports its table, and is loaded")
    return 0


if __name__ == "__main__":
    sys.exit(main())
