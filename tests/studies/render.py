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
PAGE = 900                       # [pixels] on which a picture is read


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
    """Time and scale are drawn, and no letter touches the sides. Of a strip, whose frames are without what is blank in all
    of them: in its first frame."""
    pixels = np.asarray(Image.open(path).convert("L")).astype(int)
    if frames == 1:
        assert pixels.shape == SIZE[::-1]
    else:
        assert pixels.shape[1] % frames == 0 and pixels.shape[1] < 0.9 * frames * SIZE[0], pixels.shape
    band, pixels = pixels[pixels.shape[0] - 40:], pixels[:, :pixels.shape[1] // frames]   # the scale stands below the frames
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


def check_walls(source, folder, deck):
    """A rigid wall is drawn, beyond the tube that stands on it; it is in a file that the deck includes, with commas."""
    (folder / "wall.k").write_text("*RIGIDWALL_PLANAR_ID\n3\n\n0.,0.,0.,0.,0.,1.,0.2\n")
    walled = folder / "walled.k"
    walled.write_text(deck.read_text().replace("*END", "*INCLUDE\nwall.k\n*END"))
    drawn = [draw(source, folder, "--views", "iso", "--span", "900", "--no-bar", "--deck", walled, *more, "-o", folder / f"w{len(more)}")[0]
             for more in ((), ("--no-walls",))]
    shown, without = ((np.asarray(Image.open(path).convert("L")) < 250).sum() for path in drawn)
    assert shown > 1.05 * without, (shown, without)


def check_deck(source, folder):
    """Names and walls are read from decks in free format, too, and pictures find the deck that the run has read."""
    sys.path.insert(0, str(source / "scripts/python"))
    from crumple import Results, deck_text, walls
    (folder / "free.k").write_text("*KEYWORD\n*PART\nfront, left\n$ comment\n12,1,1\nrear\n        13         1\n*END\n")
    assert deck_text.part_names(folder / "free.k") == {12: "front, left", 13: "rear"}
    wall, = walls.walls_of(folder / "walled.k")
    assert list(wall.point) == [0, 0, 0] and list(wall.normal) == [0, 0, 1]
    assert Results(folder).deck == folder / "tube.k"


def check_sheets(source):
    """A bent strip of shells becomes a closed body of its volume: area times thickness, exact where it is flat, and to the
    overlap of its corners, t / 2 of 20 t, where it is bent."""
    import pyvista
    from crumple import scene
    for height, error in ((0.0, 1e-6), (1.0, 0.05)):
        points = np.array([[x, y, height * max(0, x - 1)] for y in (0.0, 1.0) for x in (0.0, 1.0, 2.0)])
        sheet = pyvista.PolyData(points, faces=[4, 0, 1, 4, 3, 4, 1, 2, 5, 4])
        sheet.cell_data["part"], sheet.cell_data["thickness"] = [7, 7], [0.1, 0.1]
        thick, rims = scene.thickened(sheet)
        body = thick.triangulate()
        assert body.extract_feature_edges(boundary_edges=True, feature_edges=False, manifold_edges=False).n_cells == 0
        assert abs(abs(body.volume) / (0.1 * sheet.area) - 1) <= error, (body.volume, sheet.area)
        assert rims.n_cells == 2 * 6 and set(thick.cell_data["part"]) == {7}


def main():
    source, crumple = Path(sys.argv[1]).resolve(), sys.argv[2]
    check_paint(source)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        deck = folder / "tube.k"
        subprocess.run([sys.executable, source / "inputs/generate.py", "tube", "--elements", "600", "-o", deck], check=True,
                       stdout=subprocess.DEVNULL)
        subprocess.run([crumple, f"i={deck}", f"o={folder}", "progress=off", "endtime=2"], check=True, stdout=subprocess.DEVNULL)
        painted, = draw(source, folder, "--color", "body")
        check_labels(painted)
        strip, = draw(source, folder, "--as", "strip", "--times", "0", "--columns", "6")
        check_labels(strip, 6)
        # by as much as the page shrinks the picture; heights are whole pixels, of about nine
        grown = max(1.0, Image.open(strip).size[0] / PAGE) / max(1.0, SIZE[0] / PAGE)
        assert abs(letter_height(strip) / letter_height(painted) / grown - 1) < 0.25, "letters of a wide picture do not grow"
        near, = draw(source, folder, "--span", "400", "--views", "side", "-o", folder / "near")
        far, = draw(source, folder, "--span", "800", "--views", "side", "-o", folder / "far")
        assert 1.8 < width(near) / width(far) < 2.2, "the span does not set the scale"
        check_walls(source, folder, deck)
        check_deck(source, folder)
        check_sheets(source)
        films = draw(source, folder, "--as", "gif", "--times", "3x", "--color", "von_mises")
        assert {film.suffix for film in films} in ({".gif"}, {".gif", ".mp4"})
        assert all(film.stat().st_size > 1000 for film in films)
    print("ok")


if __name__ == "__main__":
    main()
