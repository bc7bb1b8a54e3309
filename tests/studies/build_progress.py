#!/usr/bin/env python3
"""A build that writes to a file tells how far it is, stops telling at its end, and a failed one shows its log. The build
folder of another checkout is not built on.

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


def drop(scripts, build):
    return subprocess.run(["bash", "-c", f"set -euo pipefail; source {scripts}/common.sh; drop_build_of_others"],
                          env={"PATH": "/usr/bin:/bin", "HOME": "/", "CRUMPLE_BUILD": build}, capture_output=True, text=True)


def check_copies(scripts, folder):
    cache = folder / "build/CMakeCache.txt"
    assert drop(scripts, cache.parent).returncode == 0  # there is none
    for owner, stays in ((scripts.parent, True), ("/another/checkout", False)):
        cache.parent.mkdir(exist_ok=True)
        cache.write_text(f"CMAKE_HOME_DIRECTORY:INTERNAL={owner}\n")
        done = drop(scripts, cache.parent)
        assert done.returncode == 0 and cache.exists() == stays, done
        assert ("is of /another/checkout: building afresh" in done.stdout) != stays, done
    cache.parent.mkdir(exist_ok=True)
    cache.write_text(f"CMAKE_HOME_DIRECTORY:INTERNAL={folder}\n")  # a checkout that is there keeps its own
    done = drop(scripts, cache.parent)
    assert done.returncode == 2 and cache.exists() and f"is of {folder}, expected" in done.stderr, done


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
        check_copies(scripts, folder)
    print("progress is shown, and copies build their own")


main()
