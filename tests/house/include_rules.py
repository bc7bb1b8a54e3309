#!/usr/bin/env python3
"""Checks who includes whom: layers only downward, MPI, HDF5 and METIS only where they belong, kernels nothing but
themselves. include_rules.py SOURCE_DIR; prints each breach and exits non-zero if there is one."""
import re
import sys
from pathlib import Path

# What each layer may include; a layer always may include itself.
BELOW = {
    "base": [],
    "model": ["base"],
    "deck": ["model", "base"],
    "comm": ["model", "base"],
    "decomp": ["model", "base"],
    "physics": ["comm", "decomp", "model", "base", "kernels"],
    "io": ["physics", "comm", "decomp", "model", "base"],
    "app": ["io", "deck", "physics", "comm", "decomp", "model", "base", "kernels"],
}
# Headers of libraries that only some folders (or files) may see.
LIBRARY_HOMES = {
    r"mpi(-ext)?\.h": ("src/comm/", "src/app/", "src/io/"),
    r"hdf5(_hl)?\.h": ("src/io/",),
    r"metis\.h": ("decomp/methods/",),
}
KERNELS_MAY = re.compile(r"Kokkos_SIMD\w*\.hpp|Kokkos_Macros\.hpp|sleef\.h|\w*intrin\.h|arm_(neon|sve)\.h")
SIMD_MAY = re.compile(r"Kokkos_\w+\.hpp|desul/.*")  # kernels/simd/ also what Kokkos SIMD itself builds on
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def layer_of(path):
    """The layer a source file belongs to."""
    parts = path.parts
    if parts[0] == "src":
        return parts[1] if len(parts) > 2 else "app"
    return parts[0]


def included_layer(name):
    first = name.split("/")[0]
    return first if first in BELOW or first == "kernels" else None


def breaches_of(path, root):
    text = (root / path).read_text(encoding="utf-8")
    layer = layer_of(path)
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        quoted, name = match[1] == '"', match[2]
        where = f"{path}:{number}: "
        for pattern, homes in LIBRARY_HOMES.items():
            if re.fullmatch(pattern, name) and not str(path).startswith(homes):
                yield f"{where}<{name}> belongs in {', '.join(homes)}"
        target = included_layer(name)
        if layer == "kernels":
            own = quoted and (target == "kernels" or target is None)
            standard = not quoted and re.fullmatch(r"[a-z_0-9]+", name)
            in_simd = str(path).startswith("kernels/simd/") and SIMD_MAY.fullmatch(name)
            if not (own or standard or in_simd or KERNELS_MAY.fullmatch(name)):
                yield f"{where}kernels include only themselves, Kokkos SIMD and SLEEF, not {name}"
        elif target and target != layer and target not in BELOW[layer]:
            yield f"{where}{layer} may not include {target} ({name})"


def main():
    root = Path(sys.argv[1])
    files = [path.relative_to(root) for folder in ("src", "decomp", "kernels") for path in sorted((root / folder).rglob("*"))
             if path.suffix in (".hpp", ".cpp", ".h")]
    breaches = [breach for path in files for breach in breaches_of(path, root)]
    print(*breaches, sep="\n")
    print(f"{len(files)} files, {len(breaches)} breaches")
    return 1 if breaches or not files else 0


if __name__ == "__main__":
    sys.exit(main())
