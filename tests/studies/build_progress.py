#!/usr/bin/env python3
"""A build that writes to a file tells how far it is, stops telling at its end, and a failed one shows its log.

build_progress.py SOURCE_DIR PROGRAM
"""
import pathlib
import subprocess
import sys
import tempfile
import time

BUILD = """set -euo pipefail
source {scripts}/common.sh
quietly_in_steps {log} bash -c 'echo "[3/12] Building"; sleep 1.5; echo "[6/12] Building"; sleep 1.5; {end}'
echo built
"""


def build(scripts, folder, end):
    begin = time.monotonic()
    done = subprocess.run(["bash", "-c", BUILD.format(scripts=scripts, log=folder / "build.log", end=end)],
                          env={"PATH": "/usr/bin:/bin", "HOME": str(folder), "CRUMPLE_PROGRESS_SECONDS": "1"},
                          capture_output=True, text=True)
    return done, time.monotonic() - begin


def main():
    scripts = pathlib.Path(sys.argv[1]).resolve() / "scripts"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        done, seconds = build(scripts, folder, "true")
        lines = done.stdout.splitlines()
        assert done.returncode == 0 and not done.stderr, done
        assert lines[0] == "   3 of 12, less than 1 min left" and lines[-1] == "built", lines
        assert any(line.startswith("   6 of 12, ") for line in lines), lines
        assert seconds < 20, f"{seconds:.1f} s: the output stays open behind the build"
        done, _ = build(scripts, folder, "echo no such file; exit 3")
        assert done.returncode == 1 and "built" not in done.stdout, done
        assert "no such file" in done.stderr and "this command failed" in done.stderr, done
    print("progress is shown")


main()
