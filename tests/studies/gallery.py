#!/usr/bin/env python3
"""The examples of scripts/gallery: the program takes each deck and weighs what the generator weighs, the page shows
each, and a study of two of them to their end judges them as it should.

gallery.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without the Python packages of scripts/setup --pictures.
"""
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile

try:
    import matplotlib  # noqa: F401
    import numpy as np
    import PIL  # noqa: F401
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(77)


def output_of(command, expected=0, environment=None):
    done = subprocess.run(command, env=os.environ | (environment or {}), capture_output=True, text=True)
    assert done.returncode == expected, f"{command}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def check_meshes(source):
    from crumple_decks.mesh import ball, box_hexes, tetrahedra, volumes
    xyz, hexes = ball(10.0, 7, 5)
    assert abs(volumes(xyz[hexes]).sum() / (4 / 3 * np.pi * 1000) - 1) < 0.04 and volumes(xyz[hexes]).min() > 0
    xyz, hexes = box_hexes([0, 1, 3], [0, 2, 3], [0, 1, 5, 6])
    # layers along the elements' axis 1-5 are numbered upward in a swept mesh: z slowest
    order = np.lexsort((xyz[:, 0], xyz[:, 1], xyz[:, 2]))
    place = np.argsort(order)
    tets = tetrahedra(place[hexes])
    parts = volumes(xyz[order][tets])
    assert len(tets) == 6 * len(hexes) and parts.min() > 0 and abs(parts.sum() - 54) < 1e-9
    faces = np.sort(np.concatenate([tets[:, list(f)] for f in ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))]), axis=1)
    shared = np.unique(faces, axis=0, return_counts=True)[1]
    assert shared.max() == 2 and np.sum(shared == 1) == 2 * 2 * (4 + 6 + 6), "tetrahedra do not meet face to face"


def check_deck(examples, name, program, folder):
    """The deck is taken, starts, and has the mass that the generator tells; returns its elements."""
    example, deck, results = examples.load(name), folder / f"{name}.k", folder / name
    text = io.StringIO()
    statistics = example.write_deck(text, example.ELEMENTS)
    deck.write_text(text.getvalue(), encoding="ascii")
    elements = statistics["shells"] + statistics["solids"]
    assert 0.7 * example.ELEMENTS < elements < 1.4 * example.ELEMENTS, (name, statistics)
    said = output_of([program, "check", f"i={deck}"])
    assert "The deck runs." in said, said
    ran = output_of([program, f"i={deck}", f"o={results}", "ncycle=3", "progress=off"])
    warnings = [line for line in ran.splitlines() if line.startswith("warning") and "do not affect the result" not in line]
    assert not warnings, (name, warnings)
    mass = re.search(r"([\d.E+-]+) +mass of", said)
    # spot welds and trusses are not counted there; some ten grams at most
    assert name == "taylor-tets" or abs(float(mass[1]) / statistics["mass_kg"] - 1) < 0.01, (name, mass[1], statistics)
    return results


def kinetic_energy(results, part):
    matsum = (results / "matsum").read_text()
    return float(re.search(rf"mat.#= *{part} .*kinen= *(\S+)", matsum)[1])


def study(source, program, folder, *options, expected=0):
    command = [sys.executable, source / "scripts/studies/gallery.py", "-np", "1", "--no-pictures", "-o", folder]
    return output_of(command + list(options), expected, {"CRUMPLE_PROGRAM": str(program), "OMPI_ALLOW_RUN_AS_ROOT": "1",
                                         "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"})


def main():
    source, program = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    sys.path.insert(0, str(source / "inputs"))
    from crumple_decks import examples, taylor
    check_meshes(source)
    page = (source / "docs/gallery.md").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        results = {name: check_deck(examples, name, program, folder) for name in examples.names()}
        # bars of hexahedra and of tetrahedra between the same nodes weigh the same
        energies = [kinetic_energy(results["taylor-tets"], part) for part in (1, 2, 3)]
        assert all(abs(energies[0] / of_tetrahedra - 1) < 1e-4 for of_tetrahedra in energies[1:]), energies
        mass = np.pi * taylor.RADIUS ** 2 * taylor.LENGTH * taylor.DENSITY
        assert abs(energies[0] / (mass * taylor.SPEED ** 2 / 2) - 1) < 0.04, energies
        for name in examples.names():
            assert f"inputs/generate.py {name} " in page, f"{name} is not in docs/gallery.md"
            assert (source / f"docs/images/gallery-{name}.png").exists(), name

        said = study(source, program, folder, "slider-crank", "t-joint")
        assert said.count("| none |") == 2, said
        said = study(source, program, folder, "t-joint", "endtime=6", expected=1)    # nothing has broken by then
        assert "bolts that have broken: 0 for 4" in said, said
        said = study(source, program, folder, "no-such-example", expected=2)
        assert "'no-such-example' is no example" in said, said
    print(f"{len(results)} decks run, the study judges them")


if __name__ == "__main__":
    main()
