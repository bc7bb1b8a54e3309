#!/usr/bin/env python3
"""scripts/run DECK report=on writes the page of the run at its end, does not hand the word on to the program, and fails
where the page does; without it there is no page. Build, program and page are stand-ins that note how they are called.

run_report.py SOURCE_DIR PROGRAM
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

MPIRUN = """#!/bin/sh
[ "$1" = --version ] && exit
echo "run $*" >> {calls}
for word; do case $word in o=*) : > "${{word#o=}}/summary.json" ;; esac; done
exit ${{RUN_STATUS:-0}}
"""


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        calls, tools, scripts = folder / "calls", folder / "tools", folder / "tree/scripts"
        tools.mkdir()
        scripts.mkdir(parents=True)
        for script in ("run", "common.sh"):
            shutil.copy(source / "scripts" / script, scripts / script)
        for path, text in ((tools / "mpirun", MPIRUN.format(calls=calls)), (scripts / "build", "#!/bin/sh\n"),
                           (scripts / "report", f'#!/bin/sh\necho "report $*" >> {calls}\nexit ${{REPORT_STATUS:-0}}\n')):
            path.write_text(text)
            path.chmod(0o755)
        (folder / "my.k").write_text("*KEYWORD\n*END\n")
        environment = os.environ | {"PATH": f"{tools}:{os.environ['PATH']}"}

        def run(*words, **more):
            calls.unlink(missing_ok=True)
            done = subprocess.run([scripts / "run", "-np", "2", folder / "my.k", f"o={folder}/out", *words],
                                  env=environment | more, capture_output=True, text=True)
            return done.returncode, calls.read_text().splitlines() if calls.exists() else [], done.stderr
        status, said, _ = run("REPORT=On", "ncycle=5")
        assert status == 0 and len(said) == 2 and said[1] == f"report {folder}/out", said
        assert said[0].endswith(f"o={folder}/out ncycle=5") and "eport=" not in said[0], said
        assert len(run("report=off")[1]) == len(run()[1]) == 1
        assert run("report=on", RUN_STATUS="3")[0] == 3 and len(run("report=on", RUN_STATUS="3")[1]) == 2
        assert run("report=on", REPORT_STATUS="1")[0] == 1
        status, said, errors = run("report=maybe")
        assert status == 2 and not said and "report= takes on or off" in errors, (status, said, errors)
    print("a run writes its page")


main()
