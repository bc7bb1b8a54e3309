#!/usr/bin/env python3
"""Every option that takes numbers refuses what is none: not a number, infinite, negative, beyond the range of numbers,
empty, or words, three of them each; and a deck that does not exist leaves no result folder. The options are those of
`crumple help`.

option_values.py PROGRAM
"""
import pathlib
import re
import subprocess
import sys
import tempfile

NUMBER = re.compile(r"^  (\w+)=([A-Z][A-Z,.\[\]]*) ", re.M)     # key=N, key=LOW,HIGH, key=N[,P], key=N,N,...
OTHERS = {"i", "r", "o", "p", "jobid", "scratch"}           # FILE, DIR and NAME
WRONG = ["nan", "inf", "-1", "1e400", "", "garbage"]


def said(program, *arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout + done.stderr


def main():
    program = sys.argv[1]
    numeric = {key: len(re.findall("[A-Z]+", shape.partition("[")[0]))
               for key, shape in NUMBER.findall(said(program, "help")[1]) if key not in OTHERS}
    assert {"endtime", "ncycle", "ratio", "noise", "threads", "io_chunk", "rebalance"} <= set(numeric), numeric
    values = 0
    for at, (key, n_fields) in enumerate(numeric.items()):
        for value in [WRONG[(at + k) % len(WRONG)] for k in (0, 1, 3)]:  # all six take a minute
            values += 1
            given = f"{key}={','.join([value] * n_fields)}"
            status, text = said(program, "i=no-such-deck.k", given)
            assert status == 1 and f"Error: {key}=" in text and "expected" in text, (given, text)
            assert "did you mean" not in text, (given, text)
    for value in WRONG:
        if value != "-1":  # LS-DYNA's ncpu= may be negative
            status, text = said(program, "i=no-such-deck.k", f"ncpu={value}")
            assert status == 1 and "Error: ncpu=" in text, (value, text)
    with tempfile.TemporaryDirectory() as folder:
        status, text = said(program, "i=no-such-deck.k", f"o={folder}/new")
        assert status == 1 and "no-such-deck.k" in text and not (pathlib.Path(folder) / "new").exists(), text
    print(f"{len(numeric)} options refuse {values} values: {', '.join(numeric)}")


if __name__ == "__main__":
    main()
