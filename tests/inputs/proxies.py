#!/usr/bin/env python3
"""The decks of inputs/generate.py's benchmark proxies, read back as text: counts, shares, references, repeatability.

proxies.py SOURCE_DIR KIND...; exit status 77 (skipped) without numpy. That the solver reads them: tests/property.
"""
import contextlib
import io
import pathlib
import sys
import tempfile
import types
from collections import Counter

try:
    import numpy as np
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(77)

ELEMENTS = {"neon": 20_000, "taurus": 21_000, "3cars": 60_000, "car2car": 42_000, "odb": 24_000}
VEHICLES = {"3cars": 3, "car2car": 2}
INTERFACES_OF_VEHICLE = 16
SPEEDS = {"neon": [-14.08], "taurus": [-15.65], "3cars": [-20.0], "car2car": [-15.65, 15.65], "odb": [-17.78]}
END_TIMES = {"neon": 150.0, "taurus": 150.0, "3cars": 150.0, "car2car": 120.0, "odb": 80.0}


def written(proxies, kind, **choice):
    """(deck, statistics, what the generator printed)"""
    stream, printed = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(printed):
        statistics = proxies.write_deck(stream, ELEMENTS[kind], kind=kind, **choice)
    return stream.getvalue(), statistics, printed.getvalue()


def blocks(deck):
    """[(keyword, its cards)] without comments."""
    found = []
    for line in deck.splitlines():
        if line.startswith("*"):
            found.append((line[1:].strip(), []))
        elif not line.startswith("$"):
            found[-1][1].append(line)
    return found


def table(keywords, name, width, columns):
    """The first integer columns of all blocks of a keyword, stacked."""
    rows = [[int(line[width * k:width * (k + 1)]) for k in range(columns)]
            for keyword, cards in keywords if keyword == name for line in cards]
    return np.array(rows)


def bodies_of(keywords):
    """{key: nodes} of the nodal rigid bodies and of the extra nodes of rigid parts."""
    sets = {int(cards[0][:10]): [int(i) for line in cards[1:] for i in line.split()] for keyword, cards in keywords
            if keyword == "SET_NODE_LIST"}
    column = {"CONSTRAINED_NODAL_RIGID_BODY": slice(20, 30), "CONSTRAINED_EXTRA_NODES_SET": slice(10, 20)}
    return {(keyword, cards[0]): sets[int(cards[0][column[keyword]])] for keyword, cards in keywords if keyword in column}


def check_hinges(keywords, vehicles):
    """Doors, hood, tailgate, struts, arms and the engine hang on joints and springs: each between two rigid bodies, its pairs of
    nodes at one place."""
    body_of = {node: body for body, members in bodies_of(keywords).items() for node in members}
    places = {int(line[:8]): line[8:56] for keyword, cards in keywords if keyword == "NODE" for line in cards}
    joints = {}
    for keyword, cards in keywords:
        if keyword.startswith("CONSTRAINED_JOINT_"):
            nodes = [int(i) for i in cards[0].split()[:6] if int(i)]
            joints.setdefault(keyword.removeprefix("CONSTRAINED_JOINT_"), []).append(nodes)
    springs = table(keywords, "ELEMENT_DISCRETE", 8, 5)
    for nodes in [n for kind in joints.values() for n in kind] + springs[:, 2:4].tolist():
        one, other = nodes[::2], nodes[1::2]
        assert [places[n] for n in one] == [places[n] for n in other], "a joint that is open"
        assert len({body_of[n] for n in one}) == len({body_of[n] for n in other}) == 1, "a joint of more than two bodies"
        assert body_of[one[0]] != body_of[other[0]], "a joint of a body with itself"
    # of each vehicle: eight hinges of doors, two of hood, two of tailgate, two lower and two trailing arms; four latches of
    # doors, two others, two balls of knuckles, two rear bushes; two struts
    assert {kind: len(found) for kind, found in joints.items()} == {
        "REVOLUTE": 16 * vehicles, "SPHERICAL": 10 * vehicles, "TRANSLATIONAL": 2 * vehicles}
    assert len(springs) == 2 * 12 * vehicles, "four of the suspension, eight of the engine, each with its damper"


def check_mesh(keywords, kind, statistics):
    nodes = table(keywords, "NODE", 8, 1)[:, 0]
    shells, solids = table(keywords, "ELEMENT_SHELL", 8, 6), table(keywords, "ELEMENT_SOLID", 8, 10)
    elements = np.concatenate([shells[:, 0], solids[:, 0]])
    parts = [int(cards[1][:10]) for keyword, cards in keywords if keyword == "PART"]
    assert len(np.unique(nodes)) == len(nodes) and len(np.unique(elements)) == len(elements), "ids twice"
    used = np.unique(np.concatenate([shells[:, 2:].ravel(), solids[:, 2:].ravel()]))
    hung = np.setdiff1d(nodes, used)                     # nodes of joints and springs
    assert np.isin(used, nodes).all(), "elements without their nodes"
    assert np.isin(hung, np.concatenate(list(bodies_of(keywords).values()))).all(), "a node of no element and no rigid body"
    assert set(shells[:, 1]) | set(solids[:, 1]) | set(table(keywords, "ELEMENT_DISCRETE", 8, 2)[:, 1]) == set(parts), "parts without elements, or elements without part"
    assert (len(shells), len(solids), len(nodes)) == (statistics["shells"], statistics["solids"], statistics["nodes"])
    # 5 %: what --elements promises
    assert abs(len(elements) / ELEMENTS[kind] - 1) < 0.05, f"{len(elements)} elements instead of {ELEMENTS[kind]}"
    triangles = np.mean(shells[:, 4] == shells[:, 5])
    assert 0.05 < triangles < 0.10, f"{100 * triangles:.1f} % triangles, expected 5 to 10 %"
    share = len(solids) / len(elements)
    low, high = (0.08, 0.16) if kind == "odb" else (0.03, 0.08)      # the barrier is of solids
    assert low < share < high, f"{100 * share:.1f} % solids"
    return nodes


def check_joints(keywords, nodes, statistics):
    """Welds and rigid bodies hold existing nodes, none of them twice."""
    welds = np.array([[int(cards[0][:10]), int(cards[0][10:20])] for keyword, cards in keywords
                      if keyword == "CONSTRAINED_SPOTWELD"])
    bodies = [nodes for (keyword, _), nodes in bodies_of(keywords).items() if keyword == "CONSTRAINED_NODAL_RIGID_BODY"]
    joined = np.concatenate([welds.ravel()] + bodies)
    assert len(np.unique(joined)) == len(joined), "a node in two joints"
    assert np.isin(joined, nodes).all(), "a joint of unknown nodes"
    rigid = sum(keyword == "MAT_RIGID" for keyword, _ in keywords)
    assert (len(welds), len(bodies) + rigid) == (statistics["spot_welds"], statistics["rigid_bodies"])


def check_scene(keywords, kind, statistics):
    vehicles = VEHICLES.get(kind, 1)
    count = Counter(keyword for keyword, _ in keywords)
    interfaces = [cards[0] for keyword, cards in keywords if keyword.startswith("CONTACT_")]
    assert [int(card[:10]) for card in interfaces] == list(range(1, len(interfaces) + 1))
    assert len(interfaces) > vehicles * INTERFACES_OF_VEHICLE, f"{len(interfaces)} interfaces"
    assert count["CONTACT_AUTOMATIC_SINGLE_SURFACE_ID"] == 1
    if kind == "3cars":
        assert interfaces[5].endswith("van: power train"), "interface 6 is the one to isolate"
    assert count["MAT_RIGID"] == 5 * vehicles, "an engine and four rims a vehicle"
    assert count["PART"] == statistics["parts"] == sum(n for keyword, n in count.items() if keyword.startswith("MAT_"))
    assert count["PART"] > 160 * vehicles
    speeds = [float(cards[0][30:40]) for keyword, cards in keywords if keyword == "INITIAL_VELOCITY_GENERATION"]
    assert np.allclose(speeds, SPEEDS[kind], atol=0.01)      # as printed above
    assert float(dict(keywords)["CONTROL_TERMINATION"][0][:10]) == END_TIMES[kind]


def check_feet(keywords, vehicles):
    """Two history nodes a vehicle, on its two sides, beside each other and low, as accelerometers in crash tests are."""
    places = {int(line[:8]): [float(line[k:k + 16]) for k in (8, 24, 40)] for keyword, cards in keywords if keyword == "NODE"
              for line in cards}
    ids = [int(i) for keyword, cards in keywords if keyword == "DATABASE_HISTORY_NODE" for line in cards for i in line.split()]
    assert len(ids) == 2 * vehicles, ids
    for one, other in zip(ids[::2], ids[1::2]):
        a, b = np.array(places[one]), np.array(places[other])
        assert 1200.0 < abs(a[1] - b[1]) < 1800.0 and abs(a[0] - b[0]) < 100.0, (a, b)   # rockers; a face of the coarse mesh
        assert max(a[2], b[2]) < 450.0, (a, b)                                           # below the seats [mm]


def check_weld_beams(deck, linked, statistics):
    """With --welds beam each link is a beam between nodes of its own at the places of the link's; the rest is the same."""
    def places(keywords):
        lines = [line for keyword, cards in keywords if keyword == "NODE" for line in cards]
        return {int(line[:8]): line[8:56] for line in lines}
    keywords, before = blocks(deck), blocks(linked)
    beams = table(keywords, "ELEMENT_BEAM", 8, 4)
    welds = [[int(cards[0][:10]), int(cards[0][10:20])] for keyword, cards in before if keyword == "CONSTRAINED_SPOTWELD"]
    assert len(beams) == len(welds) == statistics["spot_welds"]
    assert not any(keyword == "CONSTRAINED_SPOTWELD" for keyword, _ in keywords)
    own, at = places(keywords), places(before)
    for (_, _, *ends), weld in zip(beams.tolist(), welds):
        assert [own[node] for node in ends] == [at[node] for node in weld], f"weld {weld} is elsewhere"
        assert not set(ends) & set(at), "an end is a node of a sheet"
    elements = np.concatenate([table(keywords, "ELEMENT_SHELL", 8, 1), table(keywords, "ELEMENT_SOLID", 8, 1),
                               table(keywords, "ELEMENT_MASS", 8, 1), table(keywords, "ELEMENT_DISCRETE", 8, 1), beams[:, :1]])
    assert len(np.unique(elements)) == len(elements), "ids twice"
    assert [cards[1][:20].split() for keyword, cards in keywords if keyword == "CONTACT_SPOTWELD_ID"][0][0] == "900"
    kept = {"NODE", "ELEMENT_SHELL", "ELEMENT_SOLID", "CONSTRAINED_NODAL_RIGID_BODY"}
    for kind in kept:
        mine, theirs = ([cards for keyword, cards in k if keyword == kind] for k in (keywords, before))
        assert mine[:len(theirs)] == theirs, kind


def check_crossings(quality):
    """Two sheets that cut each other are found though no node is near; one above the other is not."""
    flat = np.array([(-50, -50, 0), (50, -50, 0), (50, 50, 0), (-50, 50, 0)], dtype=float)
    upright = np.array([(-30, 3, -50), (30, 3, -50), (30, 3, 50), (-30, 3, 50)], dtype=float)
    for height, expected in ((0.0, {("upright", "flat")}), (60.0, set())):
        sheets = types.SimpleNamespace(
            xyz=np.concatenate([flat, upright + (0, 0, height)]), shells=np.arange(8).reshape(2, 4), shell_part=np.array([1, 2]),
            solids=np.zeros((0, 8), dtype=int), solid_part=np.zeros(0, dtype=int), parts={"flat": 1, "upright": 2})
        assert set(quality.crossings(sheets)) == expected, (height, quality.crossings(sheets))


def check_refusal(generate, quality):
    """A deck with a fault is not written, and an older one at its place stays."""
    sound, arguments = quality.penetrations, sys.argv
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "neon.k"
        path.write_text("older")
        sys.argv = ["generate.py", "neon", "--elements", "20000", "-o", str(path)]
        quality.penetrations = lambda assembly: {("one", "other"): (1.0, 0.2, 0)}
        try:
            generate.main()
            raise AssertionError("a deck with a fault was written")
        except SystemExit as refused:
            assert "PROBLEM compact: too close by 1.00 mm" in str(refused), refused
        assert [file.name for file in path.parent.iterdir()] == ["neon.k"] and path.read_text() == "older"
    quality.penetrations, sys.argv = sound, arguments


def main():
    sys.path.insert(0, sys.argv[1] + "/inputs")
    import generate
    from crumple_decks import proxies, quality
    for kind in sys.argv[2:]:
        deck, statistics, printed = written(proxies, kind)
        assert "PROBLEM" not in printed and statistics["gaps_checked"] == "yes", printed
        keywords = blocks(deck)
        nodes = check_mesh(keywords, kind, statistics)
        check_joints(keywords, nodes, statistics)
        check_hinges(keywords, VEHICLES.get(kind, 1))
        check_scene(keywords, kind, statistics)
        check_feet(keywords, VEHICLES.get(kind, 1))
        if kind == "neon":
            assert written(proxies, kind)[0] == deck, "the same arguments, another deck"
            check_refusal(generate, quality)
            check_crossings(quality)
            check_weld_beams(written(proxies, kind, weld_beams=True)[0], deck, statistics)
        print(kind, "ok:", len(keywords), "keywords,", statistics["parts"], "parts,", statistics["interfaces"], "interfaces")


if __name__ == "__main__":
    main()
