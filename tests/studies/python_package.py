#!/usr/bin/env python3
"""The package crumple (scripts/python): it writes, checks, plans and runs decks, reads what a run has written, shows
and compares runs, and the notebooks beside it run to their ends.

python_package.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without the Python packages.
"""
import json
import os
import pathlib
import re
import sys
import tempfile

import small

small.need("numpy", "pandas", "h5py", "pyvista", "matplotlib")
import numpy as np  # noqa: E402


def refused(call, *words):
    try:
        call()
    except (RuntimeError, ValueError) as problem:
        assert all(word in str(problem) for word in words), problem
    else:
        raise AssertionError(f"expected an error with {words}")


def bar(crumple, path):
    """A deck of one's own: a bar of four cubes that flies against a wall."""
    with crumple.deck(path, "a bar against a wall") as deck:
        deck.control(end_time=0.05)
        deck.databases(0.001, 0.01, ["GLSTAT", "MATSUM", "RWFORC", "NODOUT"])
        deck.history_nodes([1, 17])
        deck.part(1, "bar", 1, 1)
        deck.section_solid(1)
        deck.keyword("MAT_ELASTIC")
        deck.card("mid ro e pr", [1, 7.8e-6, 210.0, 0.3])
        deck.initial_velocity_all((0.0, 0.0, -10.0))
        deck.rigid_wall((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 0.0)
        x, y, z = (axis.ravel() for axis in np.meshgrid([0.0, 5.0], [0.0, 5.0], 0.1 + 5.0 * np.arange(5)))
        order = np.lexsort((x, y, z))
        deck.nodes(np.arange(1, 21), np.column_stack([x, y, z])[order])
        first = 4 * np.arange(4)[:, None] + 1
        deck.solids(np.arange(1, 5), np.ones(4, int), first + np.array([0, 1, 3, 2, 4, 5, 7, 6]))
    return path


def check_run(crumple, folder):
    deck = bar(crumple, folder / "bar.k")
    assert "The deck runs." in crumple.check(deck)
    run = crumple.run(deck, folder / "one", progress=False, binout="on")
    glstat, binout = run.frame("glstat"), run.binout("glstat")
    assert len(glstat) > 40 and np.allclose(glstat["kinetic energy"], binout["kinetic_energy"], rtol=1e-5)
    assert np.allclose(glstat["kinetic energy"].iloc[0], 0.5 * 7.8e-6 * 500.0 * 100.0)   # of 500 mm3 at 10 mm/ms
    parts, in_binout = run.frame("matsum").loc[1], run.binout("matsum")
    assert np.allclose(parts["internal"], in_binout["internal_energy"], rtol=1e-4, atol=1e-12)
    node = run.frame("nodout").loc[17]
    assert np.allclose(node["place z"] - node["place z"].iloc[0], node["displacement z"], atol=1e-3)
    assert run.frame("rwforc").loc[1]["z"].abs().max() > 0
    assert run.frame("rank_load.csv")["elements"].sum() == 4
    states = run.states
    assert states.points(0).shape == (20, 3) and list(states.cells("element_id")) == [1, 2, 3, 4]
    assert abs(states.nodes("velocity", 0)[:, 2].mean() + 10.0) < 1e-6 and states.nearest(0.05) == len(states) - 1
    crumple.show(run, "von_mises").save(folder / "bar.png")
    assert len(crumple.show(run, "energies").figure.axes) == 2 and crumple.show(run, "time step").png
    two = crumple.run(deck, folder / "two", ranks=2, progress=False)
    alike = crumple.compare(run, two)
    assert alike.same and alike.histories["difference"].max() == 0.0 and len(alike.histories) > 3
    assert list(alike.load.loc["elements of a rank: mean"])[:2] == [4, 2] and alike.load.loc["messages", "B"] > 0
    assert run.frame("matsum").loc[1, "hourglass"].abs().max() < 1e-3 and "momentum z" in run.frame("matsum")
    longer = crumple.run(deck, folder / "longer", endtime=0.06)
    assert not crumple.compare(run, longer).same
    (plan, table), = crumple.plan(deck, [3], folder / "plan").values()
    assert plan["ranks"] == 3 and table["elements"].sum() == 4
    refused(lambda: crumple.run(folder / "none.k", folder / "x", progress=False), "none.k", "cannot be read")
    refused(lambda: crumple.run(deck, folder / "x", progress=False, colour="red"), "colour")
    refused(lambda: run.frame("secforc"), "*DATABASE_SECFORC")
    refused(lambda: run.binout("secforc"), "glstat")
    refused(lambda: crumple.show(run, "colour"), "von_mises")
    refused(lambda: crumple.generate("bus", folder / "bus.k"), "bus")


def run_notebooks(source, folder):
    import nbclient
    import nbformat
    for path in sorted((source / "scripts/python/notebooks").glob("*.ipynb")):
        book = nbformat.read(path, as_version=4)
        assert not any(cell.get("outputs") for cell in book.cells), f"{path}: is kept without outputs"
        place = folder / path.stem
        place.mkdir()
        nbclient.NotebookClient(book, timeout=250, resources={"metadata": {"path": str(place)}}).execute()
        outputs = [out for cell in book.cells for out in cell.get("outputs", [])]
        errors = [json.dumps(out) for out in outputs if out["output_type"] == "error"]
        assert not errors, errors
        yield path.name


def follow_page(source, folder):
    """The programs of docs/python.md."""
    names, home = {}, os.getcwd()
    os.chdir(folder)
    for program in re.findall(r"```python\n(.*?)```", (source / "docs/python.md").read_text(encoding="utf-8"), re.S):
        exec(program.replace("endtime=10", "endtime=1"), names)   # in less time
    os.chdir(home)
    assert not names["comparison"].same and len(names["comparison"].histories) > 10


def main():
    source, program = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    sys.path.insert(0, str(source / "scripts/python"))
    os.environ |= {"CRUMPLE_PROGRAM": str(program), "PYTHONPATH": str(source / "scripts/python")}
    import crumple
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_run(crumple, folder)
        follow_page(source, folder)
        try:
            ran = list(run_notebooks(source, folder))
        except ImportError as missing:
            ran = [f"no notebook: {missing}"]
    print("results are read as they were written;", *ran)


if __name__ == "__main__":
    main()
