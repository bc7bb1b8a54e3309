#!/usr/bin/env python3
"""What the studies of scripts/ share: how far they are, what their repeats allow to say, and how they read options.

shared.py SOURCE_DIR PROGRAM
"""
import argparse
import io
import pathlib
import subprocess
import sys


def check_progress(runs):
    said = io.StringIO()
    progress = runs.Progress([10, 10, 100], to=said)
    assert progress.run("first", lambda: 7) == 7
    progress.skip()
    progress.run("last", lambda: None)
    lines = said.getvalue().splitlines()
    assert lines[0] == "3 runs, about 2 min", lines
    assert lines[1].startswith("run 1 of 3: first, about ") and lines[2].startswith("run 2 of 2: last, about "), lines


def check_conclusions(runs):
    apart, alike = ([2.0, 2.1, 1.9], [1.0, 1.1, 0.9]), ([2.0, 2.1, 1.0], [1.0, 1.1, 0.9])
    assert runs.ratio(*apart) == "2.00" and runs.why_not(*apart) == ""
    assert runs.ratio(*alike) == "within the noise, no conclusion"
    assert runs.ratio(*apart, was_busy=True) == "the machine was busy, no conclusion"
    assert runs.ratio(apart[0][:2], apart[1]) == "fewer than 3 repeats, no conclusion"
    below, above = runs.ends([1.0, 2.0, 4.0])
    assert (below, above) == (1.0, 2.0)
    summary = {"elements": {"shells": 8, "solids": 1, "beams": 1}, "cycles": 100, "ranks": 2,
               "mpi": {"work_s": {"mean": 1e-3}}}
    assert abs(runs.work_ns(summary) - 2000) < 1e-9
    _, seconds = runs.cpu_of(lambda: subprocess.run([sys.executable, "-c", "sum(range(3000000))"], check=True))
    assert 0.005 < seconds < 10, seconds


def check_types(command_line):
    def refused(read, *texts):
        for text in texts:
            try:
                assert False, (text, read(text))
            except argparse.ArgumentTypeError as problem:
                assert "expected" in str(problem) or "there is no such" in str(problem), problem
    assert command_line.numbers("4,1,4") == [1, 4] and command_line.decimals(2)("1,-2.5") == [1.0, -2.5]
    refused(command_line.count, "0", "-1", "1.5", "nan", "")
    refused(command_line.numbers, "1,,2", "1,x")
    refused(command_line.positive, "0", "-1", "inf", "nan", "x")
    refused(command_line.decimals(3), "1,2", "1,2,nan")
    refused(command_line.launcher, "mpirun {np}", "mpirun {", "mpirun {}")
    refused(command_line.file, "/no/such/file", "/")
    refused(command_line.folder, "/no/such/folder", __file__)


def main():
    sys.path.insert(0, str(pathlib.Path(sys.argv[1]) / "scripts" / "studies"))
    import command_line
    import runs
    check_progress(runs)
    check_conclusions(runs)
    check_types(command_line)
    print("progress, conclusions and options are as they should be")


if __name__ == "__main__":
    main()
