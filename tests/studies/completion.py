#!/usr/bin/env python3
"""The completion for bash that the program prints completes commands, options and their values; the manual page has all
options and is read by man, where there is one.

completion.py SOURCE_DIR PROGRAM
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SCRIPT = """set -u
source <({program} completion)
compopt() {{ :; }}  # there is no command line here
COMP_WORDS=({words}) COMP_CWORD={last}
_crumple
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
CASES = [(["ch"], ["check"]), (["endt"], ["endtime="]), (["states", "="], ["both", "d3plot", "vtkhdf"]),
         (["precision", "=", "d"], ["double"]), (["mat", "=", "la"], ["law.k"]), (["law"], ["law.k"]),
         (["o", "=", "la"], []), (["endtime", "=", "3"], [])]


def main():
    program = pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "law.k").touch()
        for words, expected in CASES:
            all_words = ["crumple", *words]
            script = SCRIPT.format(program=program, words=" ".join(f"'{w}'" for w in all_words), last=len(all_words) - 1)
            done = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True)
            assert done.returncode == 0 and done.stdout.split() == expected, (words, done)
    page = subprocess.run([program, "man"], capture_output=True, text=True, check=True).stdout
    script = subprocess.run([program, "completion"], capture_output=True, text=True, check=True).stdout
    names = [word for word in re.search(r"-W '([^']* i= [^']*)'", script)[1].split() if word.endswith("=")]
    assert len(names) > 40, names
    missing = [name for name in names if name not in page]
    assert not missing, missing
    if shutil.which("groff"):
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-P-cbou"], input=page, capture_output=True, text=True)
        assert done.returncode == 0 and not done.stderr and "SYNOPSIS" in done.stdout, done.stderr
    print("completion and manual page")


main()
