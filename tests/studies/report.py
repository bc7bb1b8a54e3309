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
import small

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


def check_filters(sections):
    """Contact forces come with every class that their samples allow."""
    from crumple.filters import classes_for
    chart = next(block for block in sections["Contacts"] if block.get("name") == "contacts: size of the force on side A")
    curve = chart["curves"][0]
    time = unpack(curve["x"])
    classes = classes_for(1e-3 * (time[-1] - time[0]) / (len(time) - 1))
    assert classes and list(curve["filtered"]) == [str(name) for name in classes], (classes, list(curve["filtered"]))
    assert np.abs(unpack(curve["filtered"]["60"]["y"])).max() < np.abs(unpack(curve["y"])).max()


def check_times(sections, summary):
    """The nested bar holds the whole time of the run, and each group the sum of its phases."""
    bar = next(block for block in sections["Run time"] if block["kind"] == "nested")
    assert abs(sum(part["value"] for part in bar["parts"]) / summary["wall_s"]["total"] - 1) < 1e-9
    assert all(abs(sum(p["value"] for p in part["parts"]) / part["value"] - 1) < 1e-9 for part in bar["parts"] if part["parts"])
    assert {"contact", "elements", "start"} <= {part["name"] for part in bar["parts"]}, bar


# charts are drawn when their size is known, which a busy machine finds late
DRAWN = """new Promise(async (done) => {
    while ([...document.querySelectorAll('.chart')].some((chart) => !chart.querySelector('svg')))
        await new Promise((wait) => setTimeout(wait, 20));
    done(); })"""
POINT = "const point = (at, type, x, y) => at.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, pointerId: 1 }));"


def check_picking(shown, results):
    """The pointer finds elements of the mesh with the values of the state, to the steps of 8 bits; a click draws them."""
    found = shown.evaluate("""(() => { %s
        const canvas = document.querySelector('canvas'), box = canvas.getBoundingClientRect(), found = [];
        canvas.setPointerCapture = () => 0;
        for (let i = 1; i < 20; ++i) for (let j = 1; j < 20; ++j) {
            const [x, y] = [box.left + i * box.width / 20, box.top + j * box.height / 20];
            point(canvas, 'pointermove', x, y);
            if (canvas.parentNode.querySelector('.tip').style.display !== 'block') continue;
            found.push([...canvas.parentNode.querySelectorAll('.tip b')].map((word) => word.textContent));
            if (found.length > 1) continue;
            point(canvas, 'pointerdown', x, y);
            point(canvas, 'pointerup', x, y);
        }
        return found; })()""" % POINT)
    assert len(found) > 5, "no element under the pointer"
    states = results.states
    ids, strain = states.cells("element_id", 0), states.cells("plastic_strain", len(states) - 1)
    assert shown.evaluate("VIEWERS[0].block.fields[VIEWERS[0].colouring].name") == "plastic strain"
    for part, name, rank, shown_strain, *_ in found:
        kind, number = name.split()
        true = strain[(ids == int(number)) & ((states.types == 3) == (kind == "beam"))]
        high = shown.evaluate("VIEWERS[0].block.fields[0].high")
        assert min(true[0], high) - 0.01 * high <= float(shown_strain) <= true[0] + 0.01 * high, (name, true, shown_strain)
    probes = shown.evaluate("[...VIEWERS[0].probe.querySelectorAll('h3')].map((head) => head.textContent)")
    assert len(probes) == len(shown.evaluate("VIEWERS[0].block.fields.map((f) => f.name)")) and found[0][1] in probes[0], probes


def check_linked(shown):
    """A stretch chosen in one chart is that of all, with values scaled to it."""
    before, after = shown.evaluate("""(() => { %s
        const svg = document.querySelector('.chart svg[aria-label=energies]'), box = svg.getBoundingClientRect();
        const heights = () => CHARTS.map((chart) => extent(chart, chart.range || wholeRange(chart)));
        const before = heights();
        point(svg, 'pointerdown', box.left + 0.2 * box.width, box.top + 50);
        point(svg, 'pointerup', box.left + 0.4 * box.width, box.top + 50);
        return [before, heights()]; })()""" % POINT)
    ranges = shown.evaluate("CHARTS.map((chart) => chart.range)")
    assert len(ranges) > 3 and ranges[0] and all(r == ranges[0] for r in ranges), ranges
    assert after[0][1] < before[0][1], (before[0], after[0])     # energies grow
    shown.evaluate("document.querySelector('.chart svg[aria-label=energies]').ondblclick()")
    assert shown.evaluate("CHARTS.every((chart) => chart.range === null)")


def check_cut(shown):
    """A cut through the middle hides a part of the mesh; the picture that the button saves has an image. The wall is drawn
    until its box is cleared."""
    count = """(() => { const gl = VIEWERS[0].gl, w = gl.drawingBufferWidth, h = gl.drawingBufferHeight, p = new Uint8Array(4 * w * h);
        gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, p); let n = 0;
        for (let i = 0; i < p.length; i += 4) n += p[i] !== 255 || p[i + 1] !== 255;
        return n; })()"""
    with_wall = shown.evaluate(count)
    shown.evaluate("document.querySelector('input[aria-label=walls]').click()")
    whole = shown.evaluate(count)
    assert 0 < whole < 0.9 * with_wall, (whole, with_wall)
    choose = "(() => { const cut = document.querySelector('select[aria-label=cut]'); cut.value = '%s'; cut.onchange(); })()"
    shown.evaluate(choose % "x")
    assert 0 < shown.evaluate(count) < 0.9 * whole
    shown.evaluate(choose % "none")
    assert shown.evaluate(count) == whole
    assert shown.evaluate("new Promise((done) => VIEWERS[0].canvas.toBlob((blob) => done(blob.size)))") > 1000


def check_interaction(page, results):
    shown = browser.Browser()
    try:
        shown.open(page)
        shown.evaluate(DRAWN)
        check_cut(shown)
        check_picking(shown, results)
        check_linked(shown)
        assert not shown.messages, shown.messages
    finally:
        shown.close()


def check_browser(page, results):
    shown = browser.Browser()
    try:
        shown.open(page)
        shown.evaluate(DRAWN)
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
        check_filters(sections)
        check_times(sections, results.summary)
        check_mesh(sections["Deformed shape"][0], a / "states.vtkhdf")
        report(source, a, "--nodes", "100", "-o", folder / "coarse.html")
        coarse = data_of(folder / "coarse.html")[1]["Deformed shape"][0]
        # 100, and the ends of four beams
        assert coarse["n_nodes"] <= 108 and len(unpack(coarse["corners"])) > 60, coarse["n_nodes"]

        report(source, a, same)
        _, sections = data_of(same / "comparison.html")
        assert "the same deck" in notes(sections)[0] and "the same bits" in notes(sections)[1], notes(sections)
        assert "No two of these histories differ." in notes(sections), notes(sections)
        load = {row[0]: row[1:] for row in sections["Load and communication"][0]["rows"]}
        work = [Results(run).summary["mpi"]["work_path_s"] for run in (a, same)]
        assert load["critical path, slowest rank of each stage [s]"][:2] == [f"{value:.5g}" for value in work], load
        assert load["elements of a rank: mean"][2] == "0.00 %", load
        report(source, a, other)
        _, sections = data_of(other / "comparison.html")
        assert "The decks differ" in notes(sections)[0] and "different bits" in notes(sections)[1], notes(sections)
        lines = [row[0] for block in sections["Inputs"] if block["head"][0] != "" for row in block["rows"]]
        assert any(line.startswith("+") and "200.0" in line for line in lines), lines
        shares = [float(row[2].split()[0]) for row in sections["Histories"][0]["rows"]]
        assert shares[0] > 0.1 and shares == sorted(shares, reverse=True), shares

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
            deck = small.tube(source, folder / "tube.k", 600)
            deck.write_text(deck.read_text().replace("*END", "*RIGIDWALL_PLANAR\n\n0.,0.,-9.,0.,0.,1.\n*END"))   # below it
            tube = run(deck, "tube", "ncycle=1500")
            report(source, tube)
            check_interaction(tube / "report.html", Results(tube))
    print("pages hold what the runs have recorded" + ("" if browser.found() else "; no browser here to draw them"))


if __name__ == "__main__":
    main()
