#!/usr/bin/env python3
"""scripts/run DECK report=on writes the page of the run at its end, does not hand the word on to the program, and fails
where the page does; without it there is no page. report=live also follows the run by a page. A wrong deck gives the
program's error and no word of mpirun's, which still says what a signal has ended. Build, pages and, but for the wrong
deck, mpirun and the program are stand-ins.

run.py SOURCE_DIR PROGRAM
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
sleep ${{RUN_SECONDS:-0}}
printf '%s' "$RUN_ERRORS" >&2
exit ${{RUN_STATUS:-0}}
"""
# that which follows the run sleeps until it is killed
WATCH = """#!/bin/sh
echo "watch $*" >> {calls}
case "$*" in *--wait) exec sleep 60 ;; esac
"""
LINE = "-" * 74 + "\n"
NOTICES = [f"{LINE}Primary job  terminated normally, but 1 process returned\n"
           f"a non-zero exit code. Per user-direction, the job has been aborted.\n{LINE}",
           f"{LINE}mpirun detected that one or more processes exited with non-zero status, thus causing\n"
           f"the job to be terminated. The first process to do so was:\n\n  Process name: [[1,1],0]\n{LINE}"]
SIGNAL = f"{LINE}mpirun noticed that process rank 1 with PID 0 on node a exited on signal 9 (Killed).\n{LINE}"


def check_wrong_deck(script, deck, program, environment):
    """The program's own error and status, through the true mpirun."""
    deck.write_text("*KEYWORD\n*NO_SUCH_WORD\n*END\n")
    done = subprocess.run([script, "-np", "2", deck, f"o={deck.parent}/wrong"], capture_output=True, text=True,
                          env=environment | {"CRUMPLE_BUILD": str(pathlib.Path(program).parent)})
    assert done.returncode == 1, done
    assert done.stderr == f"Error: {deck}:2: *NO_SUCH_WORD: this keyword is not supported\n", done.stderr


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
                           (scripts / "report", f'#!/bin/sh\necho "report $*" >> {calls}\nexit ${{REPORT_STATUS:-0}}\n'),
                           (scripts / "watch", WATCH.format(calls=calls))):
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
        status, said, _ = run("report=live", "LoadSample=7", RUN_SECONDS="2")
        assert status == 0 and said[-2:] == [f"watch {folder}/out --page --once", f"report {folder}/out"], said
        assert f"watch {folder}/out --page --wait" in said, said
        runs = [line for line in (*said, *run("report=live")[1]) if line.startswith("run")]
        loads = [[word for word in line.split() if "loadsample" in word.lower()] for line in runs]
        assert loads == [["LoadSample=7"], ["loadsample=200"]], loads
        status, said, errors = run("report=maybe")
        assert status == 2 and not said and "report= takes on, off or live" in errors, (status, said, errors)
        status, _, errors = run(RUN_STATUS="1", RUN_ERRORS="Error: a.k:2: wrong\n" + "".join(NOTICES))
        assert status == 1 and errors == "Error: a.k:2: wrong\n", (status, errors)
        status, _, errors = run(RUN_STATUS="137", RUN_ERRORS=NOTICES[0] + SIGNAL + LINE + "cut off")
        assert status == 137 and errors == SIGNAL + LINE + "cut off", (status, errors)
        check_wrong_deck(scripts / "run", folder / "wrong.k", sys.argv[2], os.environ)
    print("a run writes its page, and a wrong deck gives one error")


main()
