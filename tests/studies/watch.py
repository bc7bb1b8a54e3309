#!/usr/bin/env python3
"""Follows a crush tube by scripts/studies/watch.py while it runs and after its end, on the terminal and by a page, and
looks at what is shown.

watch.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without numpy.
"""
import csv
import json
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

import small

small.need("numpy", "h5py", "matplotlib")


def page_of(path):
    text = path.read_text(encoding="utf-8")
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)[1])


def follow_pages(run, path):
    """The pages that were seen while the run went on; it is held until there is one, whatever else the machine does."""
    seen = []
    for _ in range(1000):
        if path.exists() or run.poll() is not None:
            break
        time.sleep(0.1)
    run.send_signal(signal.SIGCONT)
    while run.poll() is None:
        if path.exists():
            seen.append(page_of(path))
        time.sleep(0.1)
    return seen


def last_work(path):
    """Of rank 0, the only one, in the last sample."""
    with path.open(newline="", encoding="ascii") as stream:
        rows = [row for row in csv.DictReader(stream) if row["compute_s"]]
    return sum(float(row["compute_s"]) for row in rows if row["cycle"] == rows[-1]["cycle"])


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
        run.send_signal(signal.SIGSTOP)
        by_page = subprocess.Popen([*watch, folder / "out", "--page", "--every", "0.5"], stderr=subprocess.PIPE, text=True)
        on_terminal = subprocess.Popen([*watch, folder / "out", "--every", "0.2"], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True)
        pages = follow_pages(run, folder / "out/live.html")
        assert run.wait() == 0, (folder / "log").read_text()
        during, errors = on_terminal.communicate(timeout=300)
        assert on_terminal.returncode == 0 and during.rstrip(), errors
        assert "\x1b" not in during, "colours in a pipe"
        after = subprocess.run([*watch, folder / "out", "--once"], capture_output=True, text=True, check=True).stdout
        assert during.endswith(after), (during[-3000:], after)  # it ends with the run
        assert "normal termination" in after and "100 %" in after, after
        total = float(re.search(r"^total energy +(\S+)", after, re.M)[1])
        ratio = float(re.search(r"^total / initial energy +(\S+)", after, re.M)[1])
        assert total > 0 and abs(ratio - 1) < 0.1, after
        assert re.search(r"load at cycle \d+: slowest rank 0.0 % above the mean\n    0 █+ ", after), after
        assert by_page.wait(60) == 0, by_page.stderr.read()
        last = page_of(folder / "out/live.html")
        assert pages and pages[0]["refresh"] == 0.5 and last["refresh"] == 0, [page["refresh"] for page in pages]
        blocks = {block["kind"]: block for section in last["sections"] for block in section["blocks"]}
        assert {"tiles", "mesh", "chart", "bars"} <= set(blocks), set(blocks)
        assert "normal termination" in dict(blocks["tiles"]["items"])["run"]
        assert abs(blocks["bars"]["parts"][0]["values"][0] - last_work(folder / "out/load_samples.csv")) < 1e-9
    print("a run is followed to its end")


main()
