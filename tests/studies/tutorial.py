#!/usr/bin/env python3
"""Does what docs/tutorial.md says: its programs, its deck, and the numbers that it gives.

tutorial.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without the Python packages.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import small

small.need("numpy", "pandas", "h5py", "pyvista")


def main():
    source, program = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    page = (source / "docs/tutorial.md").read_text(encoding="utf-8")
    mesh, reading = re.findall(r"```python\n(.*?)```", page, re.S)
    said, = re.findall(r"```text\n(.*?)```", page, re.S)
    sys.path.insert(0, str(source / "scripts/python"))
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        exec(mesh, {})
        pathlib.Path("tube.k").write_text("".join(re.findall(r"```lsdyna\n(.*?)```", page, re.S)))
        checked = subprocess.run([program, "check", "i=tube.k"], capture_output=True, text=True, check=True).stdout
        assert said in checked, checked
        ran = subprocess.run(["mpirun", "-np", "2", program, "i=tube.k", "o=out/tube"], capture_output=True, text=True,
                             env=small.environment(program))
        assert ran.returncode == 0 and "N o r m a l" in ran.stdout, ran.stdout + ran.stderr
        assert ran.stdout.count("warning: ") == 1 and "RWPNAL" in ran.stdout, ran.stdout
        names = {}
        exec(reading, names)
        rows = re.findall(r"^\| .*? \| `(.*?)` \| (.*?) \|$", page, re.M)
        assert len(rows) == 6, rows
        for expression, value in rows:
            found = float(eval(expression, names))
            assert f"{found:.4g}" == f"{float(value):.4g}", (expression, found, value)
        assert pathlib.Path("tube.png").stat().st_size > 10000
        os.chdir(source)
    print("the tutorial's deck runs and has the page's results")


if __name__ == "__main__":
    main()
