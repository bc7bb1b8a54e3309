#!/usr/bin/env python3
"""scripts/report on runs of a bolted joint: that the page shows the numbers of the results, says what is not recorded,
tells two runs apart, refuses what is no run in one line; and, where there is a browser, that it draws without a network.

report.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without numpy and h5py.
"""
import base64
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

try:
    import h5py
    import matplotlib  # noqa: F401
    import numpy as np
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(77)

import browser

PROGRAM_OPTIONS = ["progress=off", "endtime=0.5"]


def report(source, *arguments, expected=0):
    done = subprocess.run([sys.executable, source / "scripts/studies/report.py", *map(str, arguments)], capture_output=True,
                          text=True)
    assert done.returncode == expected and "Traceback" not in done.stderr, (arguments, done.stdout, done.stderr)
    if expected:
        begin = "error: " if expected == 1 else "scripts/report: "
        assert done.stderr.startswith(begin) and done.stderr.count("\n") == 1, done.stderr
    return done.stdout + done.stderr


def data_of(path):
    text = path.read_text(encoding="utf-8")
    alone = text.replace("http://www.w3.org/2000/svg", "")    # a name, not an address
    assert not re.search(r"""(?:src|href)=["'](?!#)|url\((?!#)|@import|https?:""", alone), "needs a network"
    page = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)[1])
    return page, {section["name"]: section["blocks"] for section in page["sections"]}


def unpack(packed):
    return np.frombuffer(zlib.decompress(base64.b64decode(packed["data"])), packed["kind"])


def notes(sections):
    return [block["text"] for blocks in sections.values() for block in blocks if block["kind"] == "note"]


def check_histories(sections, results):
    energies = next(block for block in sections["Energies"] if block.get("name") == "energies")
    curve = next(curve for curve in energies["curves"] if curve["name"] == "internal")
    assert energies["y"] == "energy [J]" and energies["x"] == "time [ms]"
    assert unpack(curve["y"])[-1] == np.float32(results.glstat("internal energy")[-1]) > 0
    step = next(block for block in sections["Time step"] if block["kind"] == "chart")["curves"][0]
    assert re.fullmatch(r"shell \d+ of part \d+", step["words"]["each"][0]), step["words"]
    hashes = dict(sections["Summary"][0]["items"])
    assert hashes["state hash"] == results.summary["state_hash"]


def check_mesh(block, path):
    """Each node lies where the state has it, but for the steps of 16 bits."""
    low, high = np.array(block["low"]), np.array(block["high"])
    steps = unpack(block["points"]).reshape(len(block["times"]), block["n_nodes"], 3)
    places = low + (high - low) * np.cumsum(steps, axis=0, dtype=np.uint16) / 65535
    with h5py.File(path) as file:
        n = int(file["VTKHDF/NumberOfPoints"][0])
        last = np.array(file["VTKHDF/Points"][-n:])
    assert block["n_nodes"] == n, "every node of this deck has a face or a beam"
    assert np.abs(places[-1] - last).max() <= 0.51 * (high - low).max() / 65535
    corners = unpack(block["corners"]).reshape(-1, 3)
    assert corners.max() < n and len(corners) == 2 * 576, len(corners)     # each of 576 shells is two triangles


def check_browser(page, results):
    shown = browser.Browser()
    try:
        shown.open(page)
        # charts are drawn when their size is known, which a busy machine finds late
        shown.evaluate("""new Promise(async (done) => {
            while ([...document.querySelectorAll('.chart')].some((chart) => !chart.querySelector('svg')))
                await new Promise((wait) => setTimeout(wait, 20));
            done(); })""")
        colours = shown.evaluate("""(() => { const gl = document.querySelector('canvas').getContext('webgl2');
            const w = gl.drawingBufferWidth, h = gl.drawingBufferHeight, p = new Uint8Array(4 * w * h);
            gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, p); const seen = new Set(); let white = 0;
            for (let i = 0; i < p.length; i += 4) {
                seen.add(p[i] >> 5 << 10 | p[i + 1] >> 5 << 5 | p[i + 2] >> 5);
                white += p[i] === 255 && p[i + 1] === 255;
            }
            return [seen.size, white / (w * h)]; })()""")
        assert colours[0] > 8 and 0.2 < colours[1] < 0.95, f"the mesh is not drawn: {colours}"
        tip = shown.evaluate("""(() => { const chart = document.querySelector('.chart svg'), box = chart.getBoundingClientRect();
            chart.dispatchEvent(new PointerEvent('pointermove', { clientX: box.right - 19, clientY: box.top + 50 }));
            return chart.parentNode.querySelector('.tip').textContent; })()""")
        internal = float(re.search(r"internal: ([\d.e-]+?)(?=[a-z ]|$)", tip)[1])
        assert abs(internal / results.glstat("internal energy")[-1] - 1) < 1e-4, tip
        clipped = shown.evaluate("""[...document.querySelectorAll('svg text')].filter((text) => {
            const own = text.getBoundingClientRect(), whole = text.closest('svg').getBoundingClientRect();
            return own.left < whole.left - 1 || own.right > whole.right + 1 || own.top < whole.top - 3 || own.bottom > whole.bottom + 3;
        }).map((text) => text.textContent)""")
        assert not clipped, f"clipped: {clipped}"
        wide = shown.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"the page is {wide} pixels wider than the window"
        assert not shown.messages, shown.messages
    finally:
        shown.close()


def main():
    source, program = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    sys.path.insert(0, str(source / "scripts/python"))
    from crumple import Results

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        deck = folder / "joint.k"
        subprocess.run([sys.executable, source / "inputs/generate.py", "t-joint", "-o", deck], check=True, capture_output=True)
        text = deck.read_text()
        quiet = re.sub(r"\*DATABASE_SECFORC\n(?:[^*].*\n)*", "", text)
        assert quiet != text
        softer = folder / "softer.k"
        softer.write_text(quiet.replace("     210.0", "     200.0"))
        assert softer.read_text() != quiet, "no Young's modulus of 210 in the deck"
        deck.write_text(quiet)

        def run(deck, output, *options):
            done = subprocess.run([program, f"i={deck}", f"o={folder / output}", *PROGRAM_OPTIONS, *options],
                                  capture_output=True, text=True,
                                  env=os.environ | {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"})
            assert done.returncode == 0, done.stdout + done.stderr
            return folder / output
        a, same, other = run(deck, "a"), run(deck, "same", "collectives=separate", "isa=sse2"), run(softer, "other", "jobid=soft")

        said = report(source, a, "--units", "mm,ms,kg,kN,GPa,J")
        assert "report.html" in said, said
        page, sections = data_of(a / "report.html")
        results = Results(a)
        check_histories(sections, results)
        assert any("add *DATABASE_SECFORC" in note for note in notes(sections)), notes(sections)
        assert not any("*DATABASE_GLSTAT" in note for note in notes(sections)), notes(sections)
        check_mesh(sections["Deformed shape"][0], a / "states.vtkhdf")
        report(source, a, "--nodes", "100", "-o", folder / "coarse.html")
        coarse = data_of(folder / "coarse.html")[1]["Deformed shape"][0]
        # 100, and the ends of four beams
        assert coarse["n_nodes"] <= 108 and len(unpack(coarse["corners"])) > 60, coarse["n_nodes"]

        report(source, a, same)
        _, sections = data_of(same / "comparison.html")
        assert "the same bits" in notes(sections)[0] and "No two of these histories differ." in notes(sections), notes(sections)
        report(source, a, other)
        _, sections = data_of(other / "comparison.html")
        assert "different bits" in notes(sections)[0]
        lines = [row[0] for block in sections["Inputs"] if block["head"][0] != "" for row in block["rows"]]
        assert any(line.startswith("+") and "200.0" in line for line in lines), lines
        worst = sections["Histories"][0]["rows"][0]
        assert float(worst[2].split()[0]) > 0.1, worst

        assert "there is no such folder" in report(source, folder / "nothing", expected=2)
        summary = json.loads((a / "summary.json").read_text())
        (a / "summary.json").write_text(json.dumps(summary | {"termination": "error", "reason": "unstable"}))
        report(source, a)
        assert "The run ended with an error: unstable" in notes(data_of(a / "report.html")[1])
        (a / "summary.json").write_text("{")
        assert "summary.json" in report(source, a, expected=1)
        assert "--units" in report(source, same, "--units", "mm,s", expected=2)
        (same / "states.vtkhdf").write_text("no HDF5")
        assert "states.vtkhdf" in report(source, same, expected=1)
        if browser.found():
            report(source, other, "-o", folder / "other.html")
            check_browser(folder / "other.html", Results(other))
    print("pages hold what the runs have recorded" + ("" if browser.found() else "; no browser here to draw them"))


if __name__ == "__main__":
    main()
