#!/usr/bin/env python3
"""Decomposes a crush tube with `show`, reads the file with pyvista, and draws it by scripts/plots/decomposition.py.

plot_decomposition.py SOURCE_FOLDER CRUMPLE; exit status 77 (skipped) without the Python packages.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import matplotlib.image
    import numpy as np
    import pyvista
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(77)

RANKS = 6


def run(*command, **environment):
    return subprocess.run(command, capture_output=True, text=True, env=os.environ | environment)


def check_mesh(path):
    """Every rank has elements of about the same cost, with `passes 0`, which leaves copies aside; each element comes once
    and has an area or a volume."""
    grid = pyvista.read(path)
    rank, cost = grid.cell_data["rank"], grid.cell_data["cost"] + grid.cell_data["contact_cost"]
    assert sorted(set(rank)) == list(range(RANKS)), set(rank)
    assert len(np.unique(grid.cell_data["element_id"])) == grid.n_cells > 100
    sizes = grid.compute_cell_sizes().cell_data
    assert np.all(np.abs(sizes["Area"]) + np.abs(sizes["Volume"]) > 0)
    load = np.bincount(rank, cost)
    assert load.max() / load.mean() < 1.1, load  # a hundred elements on a rank: one element is 1 %


def draw(source, crumple, folder, *arguments):
    picture = folder / "picture.png"
    picture.unlink(missing_ok=True)
    script = source / "scripts" / "plots" / "decomposition.py"
    result = run(sys.executable, str(script), *map(str, arguments), "--output", str(picture), CRUMPLE_PROGRAM=str(crumple))
    return result, matplotlib.image.imread(picture) if picture.exists() else None


def main():
    source, crumple = Path(sys.argv[1]), Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        deck = folder / "tube.k"
        made = run(sys.executable, str(source / "inputs" / "generate.py"), "tube", "--elements", "600", "-o", str(deck))
        assert made.returncode == 0, made.stderr
        pfiles = {"rcb": f"decomp {{ numproc {RANKS} passes 0 show }}", "metis": "decomp { method metis }", "broken": "decomp {\n  metod rcb }"}
        for name, text in pfiles.items():
            (folder / name).write_text(text)
        shown = run(str(crumple), f"i={deck}", f"p={folder / 'rcb'}", f"o={folder}")
        assert shown.returncode == 0, shown.stderr
        check_mesh(folder / "decomposition.vtkhdf")

        _, one = draw(source, crumple, folder, folder / "decomposition.vtkhdf", "--explode", "0.4")
        _, two = draw(source, crumple, folder, deck, "--ranks", RANKS, folder / "rcb", folder / "metis")
        assert two.shape[1] > 1.8 * one.shape[1], (one.shape, two.shape)  # side by side
        for half in (two[:, : two.shape[1] // 2], two[:, two.shape[1] // 2 :]):
            colours = np.unique((half[..., :3] * 15).astype(int).reshape(-1, 3), axis=0)
            assert len(colours) > 3 * RANKS, len(colours)  # each rank in light and shade
        failed, none = draw(source, crumple, folder, deck, "--ranks", RANKS, folder / "broken")
        assert failed.returncode != 0 and none is None and "2:3: pfile: 'metod'" in failed.stderr, failed.stderr
    print("ok")


if __name__ == "__main__":
    main()
