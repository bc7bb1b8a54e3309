#!/usr/bin/env python3
"""Follows a crush tube by scripts/studies/watch.py while it runs and after its end, and looks at what is shown.

watch.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without numpy.
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import small

small.need("numpy")


def main():
    source, program = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    watch = [sys.executable, source / "scripts/studies/watch.py"]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        nothing = subprocess.run([*watch, folder, "--once"], capture_output=True, text=True)
        assert nothing.returncode == 1 and "holds no run" in nothing.stderr, nothing
        deck = small.tube(source, folder / "tube.k", 600)
        with (folder / "log").open("w") as log:
            run = subprocess.Popen([program, f"i={deck}", f"o={folder}/out", "loadsample=50"], stdout=log, stderr=log,
                                   env=small.environment(program))
        while run.poll() is None and not (folder / "out/mes0000").exists():
            time.sleep(0.02)
        during = subprocess.run([*watch, folder / "out", "--every", "0.2"], capture_output=True, text=True, timeout=300)
        assert run.wait() == 0, (folder / "log").read_text()
        assert during.returncode == 0 and during.stdout.rstrip(), during.stderr
        assert "\x1b" not in during.stdout, "colours in a pipe"
        after = subprocess.run([*watch, folder / "out", "--once"], capture_output=True, text=True, check=True).stdout
        assert during.stdout.endswith(after), (during.stdout, after)  # it ends with the run
        assert "normal termination" in after and "100 %" in after, after
        total = float(re.search(r"^total energy +(\S+)", after, re.M)[1])
        ratio = float(re.search(r"^total / initial energy +(\S+)", after, re.M)[1])
        assert total > 0 and abs(ratio - 1) < 0.1, after
        assert re.search(r"load at cycle \d+: slowest rank 0.0 % above the mean\n    0 █+ ", after), after
    print("a run is followed to its end")


main()
