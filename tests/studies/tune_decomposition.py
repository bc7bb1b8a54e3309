#!/usr/bin/env python3
"""scripts/tune-decomposition: words compared in turns on a small crush tube and 2 ranks, the table that it writes into a
page, and the picture of a search.

tune_decomposition.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without numpy and matplotlib.
"""
import contextlib
import io
import os
import pathlib
import sys
import tempfile

import small

small.need("matplotlib", "numpy")


def check_table(module, folder, deck):
    """The words run as often as the default, and the part of the page is replaced by their table."""
    module.PAGE = folder / "page.md"
    module.PAGE.write_text(f"head\n{module.BEGIN.format('tube')}old\n{module.END.format('tube')}foot\n")
    sys.argv = ["tune-decomposition", str(deck), "--ranks", "2", "--cycles", "4", "--repeats", "3", "--window", "2", "--words",
                "method rib", "--write", "tube", "-o", str(folder / "tuned")]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        module.main(module.parse_arguments())
    lines = module.PAGE.read_text().splitlines()
    assert lines[0] == "head" and lines[-1] == "foot" and "old" not in lines, lines
    assert any("4 cycles; 3 runs of each pfile, in turns. Sources " in line for line in lines), lines
    rows = [line for line in lines if line.startswith("| ")]
    assert len(rows) == 3 and rows[1].startswith("| default |") and rows[2].startswith("| `method rib` |"), rows
    assert " of 3, " in rows[2] and "turns with a shorter path" in rows[0], rows
    assert module.of_turns([2.0, 3.0, 1.0], [1.0, 2.0, 4.0]) == "2 of 3, 1.50"


def check_picture(module, folder):
    """Of a search with a candidate that failed."""
    stages = {"shells": "elements", "contact": "nodes"}
    results = [module.Result(words, {"shells": [1e-4, 2e-4 / n], "contact": [5e-5, 2e-5]}, stages, [2.5e-4, 2.6e-4])
               for n, words in enumerate(("", "method rib", 'timing_file "/a/b"'), 1)]
    assert abs(results[0].path - 2.5e-4) < 1e-12, results[0].path
    results.append(module.Result("method none", error="no such method"))
    module.tuning.draw(folder / "tuning.png", {"two ranks": (results, results[2])})
    assert (folder / "tuning.png").read_bytes().startswith(b"\x89PNG")
    assert module.tuning.shortened('sx 2 timing_file "/a/b"') == "sx 2 timing_file"


def check_pfile(module, folder):
    """A pfile is written only for what is better beyond the noise; one of an earlier search goes."""
    def of(words, *paths):
        return module.Result(words, {"shells": [min(paths)]}, {"shells": "elements"}, list(paths))
    path, default = folder / "pfile.1", of("", 2.0, 2.1, 2.2)
    with contextlib.redirect_stdout(io.StringIO()) as said:
        module.write_pfile(path, folder / "tube.k", 100, 1, default, of("method rib", 1.0, 1.1, 1.2))
        assert "decomposition { method rib }" in path.read_text()
        for best in (of("sx 2", 1.9, 2.1, 2.3), default):
            module.write_pfile(path, folder / "tube.k", 100, 1, default, best)
            assert not path.exists(), path.read_text()
    assert "within the noise" in said.getvalue() and "the default is the best" in said.getvalue(), said.getvalue()


def main():
    source, program = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    os.environ.update(CRUMPLE_PROGRAM=str(program), OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                      OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_mpi_yield_when_idle="1")
    sys.path.insert(0, str(source / "scripts/studies"))
    import tune_decomposition as module
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        deck = small.tube(source, folder / "tube.k")
        check_table(module, folder, deck)
        check_picture(module, folder)
        check_pfile(module, folder)
    print("words are compared, and searches are drawn")


if __name__ == "__main__":
    main()
