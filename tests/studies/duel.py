#!/usr/bin/env python3
"""scripts/duel with a stand-in for OpenRadioss, which answers with fragments of listings as its documentation and published
runs show them: that they are read, that failures are told, that nothing is concluded from noise. No test of OpenRadioss itself.

duel.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without numpy.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from small import need

need("numpy")

STARTER = """#!/bin/sh
[ "$1" = -i ] && [ "$3" = -np ] && [ -f "$2" ] && [ -n "$RAD_CFG_PATH" ] || exit 9
grep -q '^[*]CONTACT_' "$2" && echo "contacts in the deck" > contacts
[ -n "$BROKEN" ] && {{ echo " ERROR ID :    495"; exit 0; }}
printf '/RUN/%s/1\\n 2.0\\n' "${{2%.k}}" > "${{2%.k}}_0001.rad"
"""

ENGINE = """#!/bin/sh
[ "$1" = -i ] && [ -f "$2" ] || exit 9
cat > "${{2%.rad}}.out" <<'END'
 ROOT: plate_100  RESTART: 0001
   CYCLE    TIME      TIME-STEP  ELEMENT          ERROR  I-ENERGY    K-ENERGY T  K-ENERGY R  EXT-WORK     MAS.ERR     TOTAL MASS  MASS ADDED
       0   0.000      0.2853E-03 SHELL        12   0.0%   0.000      3815.       0.000       0.000       0.000      2.119       0.000
     100  0.2853E-01  0.2853E-03 SHELL        12  -0.3%   812.5      2990.      0.1250E-01  0.000       0.000      2.119       0.000
    7010   1.925      0.2841E-03 NODE      12345  -1.3%   3650.      4.500     0.2500     -0.1250E-02  0.000      2.119       0.000
     {end}
END
echo T01 > "${{2%_0001.rad}}T01"
"""

CONVERTER = """#!/bin/sh
cat > "$1.csv" <<'END'
"time","INTERNAL ENERGY","KINETIC ENERGY","TH-NODE 1 node_61 DX","TH-NODE 1 node_61 DY","TH-NODE 1 node_61 DZ","TH-NODE 2 node_7 DX"
0.0,0.0,3815.0,0.0,0.0,0.0,0.0
1.9,3650.0,4.75,3.0,0.0,-37.0,99.0
1.95,3650.0,4.75,3.0,0.0,-41.0,99.0
2.0,3650.0,4.75,3.0,0.0,-29.0,99.0
END
"""


def duel(source, program, *words, expected=0, **environment):
    done = subprocess.run([sys.executable, source / "scripts/studies/duel.py", *map(str, words)], capture_output=True, text=True,
                          env=os.environ | {"CRUMPLE_PROGRAM": str(program), "OPENRADIOSS_PATH": ""} | environment)
    assert done.returncode == expected and "Traceback" not in done.stderr, (words, done.stdout, done.stderr)
    return done.stdout + done.stderr


def install(folder, end="NORMAL TERMINATION"):
    programs = {"starter_linux64_gf": STARTER, "engine_linux64_gf_ompi": ENGINE, "engine_linux64_gf_ompi_sp": "#!/bin/sh\nexit 7\n",
                "starter_linux64_gf_sp": "#!/bin/sh\nexit 7\n", "th_to_csv_linux64_gf": CONVERTER}
    (folder / "exec").mkdir(parents=True, exist_ok=True)
    for name, text in programs.items():
        (folder / "exec" / name).write_text(text.format(end=end) if "{{" in text else text)
        (folder / "exec" / name).chmod(0o755)
    return folder


def main():
    source, program = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        assert duel(source, program).startswith("skipped: no OpenRadioss; give --openradioss")
        assert "expected exec/starter_" in duel(source, program, "--openradioss", folder, "-o", folder / "out", expected=1)

        stand_in = install(folder / "radioss")
        common = ["--openradioss", stand_in, "--cores", 1, "--launcher", "env", "--elements", 400, "-o", folder / "out"]
        said = duel(source, program, "plate", "--repeats", 1, *common)
        assert "2 runs, about" in said and "run 2 of 2" in said and ", no conclusion; internal energies" in said, said
        result = json.loads((folder / "out/duel.json").read_text())[0]
        ours, theirs = result["Crumple"][0], result["OpenRadioss"][0]
        expected = {"cycles": 7010, "end_time": 1.925, "compared_at": 1.925, "internal": 3650.0, "kinetic": 4.75, "energy_error": 1.3}
        assert {key: theirs[key] for key in expected} == expected, theirs
        assert abs(theirs["displacement"] - (3.0**2 + 39.0**2) ** 0.5) < 1e-12, "the node without three components does not count"
        # m v^2 / 2 of the inner 19 of 20 elements each way turns into plastic work; the fine mesh's middle goes down by 39 mm
        assert ours["compared_at"] == 1.925 and abs(ours["end_time"] - 2) < 0.01, "both at the time of the listing's last line"
        energy = 0.5 * 300**2 * 3 * 7.85e-6 * 60**2 * 0.95**2
        assert abs((ours["internal"] + ours["kinetic"]) / energy - 1) < 1e-3 and abs(ours["displacement"] / 39 - 1) < 0.1, ours
        assert not (folder / "out/openradioss/contacts").exists()

        from_deck = folder / "out/decks/plate_400.k"
        assert from_deck.exists() and "'precision=single'" in duel(source, program, "precision=single", *common, expected=2)
        said = duel(source, program, "plate", "--repeats", 1, *common, expected=1, BROKEN="1")
        assert "the starter has written no plate_400_0001.rad: ERROR ID :    495" in said, said
        install(stand_in, end=" ** RUN KILLED: ENERGY ERROR LIMIT REACHED")
        assert "ENERGY ERROR LIMIT" in duel(source, program, "plate", "--repeats", 1, *common, expected=1)

    check_contacts(source)
    check_car(source)
    check_verdict()
    print("fragments of listings are read; no OpenRadioss was run")


def check_contacts(source):
    """The tube without contact has none, and is else the same."""
    sys.path.insert(0, str(source / "scripts/studies"))
    import duel as study
    with tempfile.TemporaryDirectory() as name:
        options = type("Options", (), {"elements": 600, "o": pathlib.Path(name)})
        whole, bare = (study.deck_of(case, options).read_text() for case in ("tube", "tube-without-contact"))
        assert "*CONTACT_" in whole and "*CONTACT_" not in bare and bare.count("\n") > 0.95 * whole.count("\n")


def check_car(source):
    """The car ends after 5 ms, and is else the shipped one."""
    import duel as study
    with tempfile.TemporaryDirectory() as name:
        deck = study.deck_of("car", type("Options", (), {"elements": 20000, "o": pathlib.Path(name)}))
        whole = deck.with_name("car_20000.k").read_text().splitlines()
        changed = [(old, new) for old, new in zip(whole, deck.read_text().splitlines(), strict=True) if old != new]
        assert len(changed) == 1 and [float(line[:10]) for line in changed[0]] == [60, 5], changed


def check_verdict():
    """Three runs each whose ranges lie apart, and three that overlap."""
    import duel as study

    def runs(seconds, internal):
        return [{"seconds": s, "cpu_seconds": 2 * s, "set_up_seconds": 0.1, "cycles": 1000, "end_time": 2.0,
                 "internal": internal, "kinetic": 1.0,
                 "energy_error": 0.1, "compared_at": 2.0, "displacement": None, "elements": 100} for s in seconds]
    theirs = [run | {"cycles": 500} for run in runs([2.0, 2.2, 1.8], 103.0)]
    rows, said = study.rows_of({("plate", 4): {"Crumple": runs([1.0, 1.1, 0.9], 100.0), "OpenRadioss": theirs}})
    assert said == ["plate on 4 cores: to the same end Crumple is 2.00 times as fast, per element and cycle Crumple is 4.00 "
                    "times as fast; internal energies differ by 3.0 %"], said
    assert rows[1]["core ns per element-cycle"] == "160000.0" and rows[1]["displacement"] == "not recorded", rows
    _, said = study.rows_of({("plate", 4): {"Crumple": runs([1.0, 1.9, 0.9], 100.0), "OpenRadioss": runs([2.0, 2.2, 1.8], 103.0)}})
    assert "within the noise, no conclusion" in said[0], said
    _, said = study.rows_of({("plate", 4): {"Crumple": runs([1.0, 1.1, 0.9], 1.0), "OpenRadioss": runs([2.0, 2.2, 1.8], 1.0)}}, True)
    assert "the machine was busy, no conclusion" in said[0], said


if __name__ == "__main__":
    main()
