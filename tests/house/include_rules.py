#!/usr/bin/env python3
"""Checks who includes whom: layers and the rooms of physics only downward, no two files of a layer each other, MPI, HDF5
and METIS only where they belong, kernels nothing but themselves. include_rules.py SOURCE_DIR; prints each breach and
exits non-zero if there is one."""
import re
import sys
from pathlib import Path

# What each layer may include; a layer always may include itself.
BELOW = {
    "base": ["kernels"],  # whose elementary functions it shares
    "model": ["base", "kernels"],
    "deck": ["model", "base", "kernels"],
    "comm": ["model", "base"],
    "decomp": ["model", "base"],
    "solver": ["comm", "model", "base"],
    "physics": ["solver", "comm", "decomp", "model", "base", "kernels"],
    "io": ["physics", "solver", "comm", "decomp", "model", "base"],
    "app": ["io", "deck", "physics", "solver", "comm", "decomp", "model", "base", "kernels"],
}
# The rooms of physics, and the list of features between them: each may include those before it.
ROOMS = ["state", "elements", "contact", "conditions", "joints", "walls", "bodies", "features.hpp", "features.cpp",
         "implicit", "results"]
# Headers of libraries that only some folders (or files) may see.
LIBRARY_HOMES = {
    r"mpi(-ext)?\.h": ("src/comm/", "src/app/", "src/io/", "src/solver/"),
    r"hdf5(_hl)?\.h": ("src/io/",),
    r"metis\.h": ("decomp/methods/", "src/solver/"),
}
KERNELS_MAY = re.compile(r"Kokkos_SIMD\w*\.hpp|Kokkos_Macros\.hpp|\w*intrin\.h|arm_(neon|sve)\.h")
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
                yield f"{where}kernels include only themselves and Kokkos SIMD, not {name}"
        elif target and target != layer and target not in BELOW[layer]:
            yield f"{where}{layer} may not include {target} ({name})"
        room, other = room_of(str(path)), room_of("src/" + name)
        if room and other and ROOMS.index(other) > ROOMS.index(room):
            yield f"{where}the room {room} may not include {other} ({name})"


def room_of(path):
    """The room of physics that a file belongs to; None outside of physics."""
    parts = path.split("/")
    return parts[2] if parts[:2] == ["src", "physics"] else None


def unit_of(path):
    """A source and its header are one unit."""
    return path.with_suffix("")


def circles(files, root):
    """Pairs of units of src that include each other, directly or through others."""
    uses = {}
    for path in files:
        if path.parts[0] != "src":
            continue
        names = [m[2] for m in map(INCLUDE.match, (root / path).read_text(encoding="utf-8").splitlines()) if m]
        uses.setdefault(unit_of(path), set()).update(
            unit_of(Path("src") / name) for name in names if (root / "src" / name).exists())
    reached = {}
    for start in uses:
        seen, todo = set(), list(uses[start] - {start})
        while todo:
            unit = todo.pop()
            if unit not in seen:
                seen.add(unit)
                todo.extend(uses.get(unit, ()))
        reached[start] = seen
    for unit in sorted(reached):
        for other in sorted(reached[unit]):
            if unit < other and unit in reached.get(other, ()):
                yield f"{unit} and {other} include each other"


def main():
    root = Path(sys.argv[1])
    files = [path.relative_to(root) for folder in ("src", "decomp", "kernels") for path in sorted((root / folder).rglob("*"))
             if path.suffix in (".hpp", ".cpp", ".h")]
    breaches = [breach for path in files for breach in breaches_of(path, root)] + list(circles(files, root))
    print(*breaches, sep="\n")
    print(f"{len(files)} files, {len(breaches)} breaches")
    return 1 if breaches or not files else 0


if __name__ == "__main__":
    sys.exit(main())
