#!/usr/bin/env python3
"""Draws a short run of a crush tube by scripts/plots/render.py: paint, labels inside the picture, one scale, films.

render.py SOURCE_FOLDER CRUMPLE; exit status 77 (skipped) without the Python packages.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
    import pyvista  # noqa: F401
    from PIL import Image
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(77)

SIZE = (400, 226)
EDGE = 3                  # pixels along the sides that hold no label


def draw(source, folder, *options):
    """Runs render.py; returns the pictures that it names."""
    made = subprocess.run([sys.executable, source / "scripts/plots/render.py", folder, "--size", "x".join(map(str, SIZE)), *options],
                          capture_output=True, text=True, check=True)
    return [Path(line) for line in made.stdout.split()]


def check_paint(source):
    """Words of names give paint: the first that fits; cars differ, glass does not."""
    sys.path[:0] = [str(source / "scripts/plots"), str(source / "scripts/studies")]
    from colours import STEEL, VEHICLES, paint_of
    assert paint_of("van: hood outer", 0) == VEHICLES[0] != paint_of("compact: hood outer", 1) == VEHICLES[1]
    assert paint_of("van: front door glass l", 0) == paint_of("compact: windscreen", 1) not in VEHICLES
    assert paint_of("rear window sill", 2) == VEHICLES[2], "a sheet, no glass"
    assert paint_of("front rail l", 0) == STEEL


def check_labels(path, frames=1):
    """Time and scale are drawn, and no letter touches the sides. Of a strip: in its first frame."""
    pixels = np.asarray(Image.open(path).convert("L")).astype(int)
    assert pixels.shape[1] == frames * SIZE[0] and (pixels.shape[0] == SIZE[1] or frames > 1)
    band, pixels = pixels[SIZE[1]:], pixels[:SIZE[1], :SIZE[0]]     # the scale of a strip stands below its frames
    sides = np.concatenate([pixels[:EDGE].ravel(), pixels[-EDGE:].ravel(), pixels[:, :EDGE].ravel(), pixels[:, -EDGE:].ravel()])
    assert sides.min() > 200, "something dark at the sides of the picture"
    assert pixels[:30, :110].min() < 100, "no time in the upper left"
    assert (band if frames > 1 else pixels[-30:])[:, -150:].min() < 100, "no scale in the lower right"


def letter_height(path):
    """Pixels of the first letter of the time."""
    dark = np.asarray(Image.open(path).convert("L"))[:50, :60] < 128
    return np.ptp(np.flatnonzero(dark.any(axis=1))) + 1


def width(path):
    """Pixels of the picture's middle row that are not white: the width of the tube."""
    return int((np.asarray(Image.open(path).convert("L"))[SIZE[1] // 2] < 250).sum())


def main():
    source, crumple = Path(sys.argv[1]).resolve(), sys.argv[2]
    check_paint(source)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        deck = folder / "tube.k"
        subprocess.run([sys.executable, source / "inputs/generate.py", "tube", "--elements", "600", "-o", deck], check=True,
                       stdout=subprocess.DEVNULL)
        subprocess.run([crumple, f"i={deck}", f"o={folder}", "progress=off", "endtime=2"], check=True, stdout=subprocess.DEVNULL)
        painted, = draw(source, folder, "--color", "body", "--deck", deck)
        check_labels(painted)
        strip, = draw(source, folder, "--as", "strip", "--times", "0", "--columns", "6")
        check_labels(strip, 6)
        assert letter_height(strip) > 1.5 * letter_height(painted), "letters of a wide picture do not grow"
        near, = draw(source, folder, "--span", "400", "--views", "side", "-o", folder / "near")
        far, = draw(source, folder, "--span", "800", "--views", "side", "-o", folder / "far")
        assert 1.8 < width(near) / width(far) < 2.2, "the span does not set the scale"
        films = draw(source, folder, "--as", "gif", "--times", "3x", "--color", "von_mises")
        assert {film.suffix for film in films} in ({".gif"}, {".gif", ".mp4"})
        assert all(film.stat().st_size > 1000 for film in films)
    print("ok")


if __name__ == "__main__":
    main()
