#!/usr/bin/env python3
"""scripts/validate-simulation: increases and errors by hand; and a tube of few elements on two ranks, whose steps wait for
an added latency as replay and model say.

validate_simulation.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without numpy, matplotlib or SimGrid.
"""
import csv
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import small

small.need("matplotlib", "numpy")


def check_arithmetic(validate):
    measured = {(2, "fused", 0.0): [(100e-6, 80e-6), (110e-6, 80e-6), (400e-6, 80e-6)],
                (2, "fused", 50.0): [(290e-6, 80e-6), (310e-6, 80e-6), (320e-6, 80e-6)]}
    simulated = {(2, "fused", 0.0): (90e-6, 95e-6), (2, "fused", 50.0): (280e-6, 255e-6)}
    still, late = validate.check(measured, simulated)
    assert still["us_more_measured"] == 0 and abs(still["us_measured"] - 110) < 1e-9
    assert abs(late["us_more_measured"] - 200) < 1e-9   # of medians: 310 - 110
    assert abs(late["us_more_replay"] - 190) < 1e-9 and abs(late["us_more_model"] - 160) < 1e-9
    found = [validate.errors([still, late], column) for column in ("replay", "model")]
    assert all(abs(error - expected) < 1e-9 for (error,), expected in zip(found, (-0.05, -0.2))), found
    assert "4.00" in str(validate.increase_rows([still, late])) and "-5 %" in str(validate.increase_rows([still, late]))
    few, more = ({"cycles": n, "wall_s": {"step_loop": s, "contact search": search}}
                 for n, s, search in ((10, 2.0, 0.5), (30, 3.5, 1.0)))
    assert abs(validate.seconds_of(few, more) - 0.05) < 1e-12   # (3.5 - 1) - (2 - 0.5) in 20 cycles


def check_study(source, program, folder):
    """The latency is far longer than anything else, so that a busy machine does not matter: a step waits for nodal sums,
    the agreement in mode fused, and for nodal sums alone in nonblocking."""
    deck = small.tube(source, folder / "tube.k")

    def study(name, *options, seed=1):
        done = subprocess.run([sys.executable, source / "scripts/studies/validate.py", deck, "-o", folder / name, *options],
                              capture_output=True, text=True,
                              env=os.environ | {"CRUMPLE_PROGRAM": str(program), "OMPI_ALLOW_RUN_AS_ROOT": "1",
                                                "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                                                "OMPI_MCA_rmaps_base_oversubscribe": "1", "PYTHONHASHSEED": str(seed)})
        assert done.returncode == 0, done.stderr
        return done

    done = study("study", "--cycles", "2,6", "--repeats", "1", "--latency", "0,30000", "--modes", "fused,nonblocking",
                 "--cores", "2")
    assert "Increase by latency" in done.stdout and "median error" in done.stdout, done.stdout
    with (folder / "study/validation.csv").open(newline="") as file:
        late = {r["collectives"]: r for r in csv.DictReader(file) if float(r["latency_us"]) > 0}
    for mode, waits in (("fused", 2), ("nonblocking", 1)):
        for column in ("us_more_replay", "us_more_model"):
            # work of a step, less than 1 ms, hides a part
            assert abs(float(late[mode][column]) / 30000 - waits) < 0.05, (mode, column, late[mode])
    assert (folder / "study/validation.png").read_bytes().startswith(b"\x89PNG")
    study("again", "--measured", folder / "study", seed=2)   # the same runs, compared again
    assert (folder / "again/validation.csv").read_text() == (folder / "study/validation.csv").read_text()
    study("own", "--measured", folder / "study", "--own-costs")


def main():
    source, program = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    sys.path.insert(0, str(source / "scripts/studies"))
    import validate
    check_arithmetic(validate)
    if shutil.which("smpirun") is None:
        print("skipped: no smpirun (scripts/setup --simgrid)")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        check_study(source, program, pathlib.Path(name))
    print("errors are as by hand; a step waits for as many latencies as replay and model say")


if __name__ == "__main__":
    main()
