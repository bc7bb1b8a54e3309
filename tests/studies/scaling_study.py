#!/usr/bin/env python3
"""scripts/scaling-study on a small crush tube: what it writes and how it reckons, strong and weak, that it draws no
conclusion from noise, and that it refuses layouts which differ in a bit.

scaling_study.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without numpy and matplotlib.
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

import small

small.need("matplotlib", "numpy")


def study(source, program, *arguments, expected=0):
    command = [sys.executable, source / "scripts/studies/scaling.py", "--cores", "2", *map(str, arguments)]
    environment = small.environment(program)
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == expected and "Traceback" not in done.stderr, (arguments, done.stdout, done.stderr)
    return done.stdout + done.stderr


def rows_of(folder):
    with (folder / "runs.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def check_reckoning(source):
    """Layouts whose times are known: twice the cores in half the time and a tenth more, with and without noise."""
    sys.path.insert(0, str(source / "scripts/studies"))
    import scaling

    def rows(ranks, times):
        return [{"ranks": ranks, "threads": 1, "elements": 1000, "cycles": 10, "us_per_step": t, "core_ns": t * ranks,
                 "work_ns": t,
                 "us_path": t, "mpi_share": 0.1, "us_mpi": 0.1 * t, "imbalance": 0.0} for t in times]
    summaries = scaling.summarise(rows(1, [100, 101, 99]) + rows(2, [55, 56, 54]), [(1, 1), (2, 1)])
    assert abs(summaries[1]["efficiency"] - 100 / 110) < 1e-12 and abs(summaries[1]["least"] - 99 / 112) < 1e-12, summaries
    said = list(scaling.verdicts(summaries, 2))
    assert said == ["2 x 1 beside 1 x 1: 1.82 (1.77 to 1.87) times as many element-cycles per second"], said
    noisy = scaling.summarise(rows(1, [100, 140, 60]) + rows(2, [55, 75, 54]), [(1, 1), (2, 1)])
    assert "within the noise, no conclusion" in list(scaling.verdicts(noisy, 2))[0]
    assert "more threads than cores, no conclusion" in list(scaling.verdicts(summaries, 1))[0]
    assert "the machine was busy, no conclusion" in list(scaling.verdicts(summaries, 2, was_busy=True))[0]


def main():
    source, program = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    check_reckoning(source)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        deck = small.tube(source, folder / "tube.k")
        said = study(source, program, deck, "--ranks", "1,2", "--threads", "1,2", "--repeats", 1, "ncycle=30", "-o",
                     folder / "strong")
        rows = rows_of(folder / "strong")
        assert [(r["ranks"], r["threads"]) for r in rows] == [("1", "1"), ("1", "2"), ("2", "1")], rows
        assert "left out: 2 ranks x 2 threads on 2 cores" in said and said.count(", no conclusion") == 2, said
        assert len({r["state_hash"] for r in rows}) == 1
        for r in rows:
            cost = 1e3 * float(r["us_per_step"]) * int(r["ranks"]) * int(r["threads"]) / int(r["elements"])
            assert abs(float(r["core_ns"]) / cost - 1) < 1e-9 and 0 < float(r["us_path"]) and 0 < float(r["mpi_share"]) < 1, r
        assert "run 3 of 3" in said and (folder / "strong/scaling.png").read_bytes().startswith(b"\x89PNG")

        study(source, program, "--weak", "--kind", "tube", "--per-core", 600, "--ranks", "1,2", "--repeats", 1, "ncycle=10",
              "-o", folder / "weak")
        first, second = (int(r["elements"]) for r in rows_of(folder / "weak"))
        assert 1.6 < second / first < 2.4, (first, second)

        liar = small.liar(folder, program, "threads=2")
        said = study(source, liar, deck, "--ranks", "1", "--threads", "1,2", "--repeats", 1, "ncycle=10", "-o", folder / "bad",
                     expected=1)
        assert "one deck must give one answer" in said, said
        assert "needs two layouts" in study(source, program, deck, "--ranks", "1", "-o", folder / "one", expected=1)
        assert "expected a whole number of at least 1" in study(source, program, deck, "--ranks", "1,x", expected=2)
    print("scaling is reckoned, noise is named, a changed bit is refused")


if __name__ == "__main__":
    main()
