#!/usr/bin/env python3
"""The commands of scripts/ and inputs/generate.py: --help shows options and examples, a wrong option and a missing file
are one line and exit status 2, and none of this builds, installs or runs anything.

commands.py SOURCE_DIR PROGRAM; commands.py SOURCE_DIR --page writes docs/commands.md, which lists the commands.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

TOOLS = ["cmake", "ninja", "apt-get", "dpkg-query", "mpirun", "ctest", "ip", "unshare"]
TAKES_OPTIONS_OF_OTHERS = {"arm-build", "build", "test"}    # of cmake and ctest
TAKES_DECK = ["collectives-study", "io-study", "scaling-study", "tune-decomposition", "validate-simulation", "vector-study",
              "plot-decomposition"]
TAKES_FOLDER = ["plan-scaling", "plot-energies", "plot-mpi-profile", "plot-roofline", "render", "report",
                "simulate-cluster"]
WRONG = [("benchmark", "tiny"), ("benchmark", "ncycle=3"), ("build", "fast"), ("cluster-studies", "weather"),
         ("cluster-studies", "--elements", "bus=9"), ("cluster-studies", "--platform", "moon"), ("validate-simulation", "--latency", "1"),
         ("collectives-study", "--modes", "fast"),
         ("collision-study", "--collisions", "0"),
         ("cars-study", "-np", "0"), ("crash-study", "focus"), ("crash-study", "--per-vehicle", "nan"), ("duel", "bus"),
         ("docs-site", "--fast"), ("doctor", "isa=sse2"), ("fuzz", "deck", "soon"), ("gallery", "crush-boxes"), ("gpu-check", "--arch", "gpu"), ("hourglass-study", "bus"), ("implicit-hashes", "--elements", "few"),
         ("io-study", "--writers", "0"), ("io-study", "io=async"), ("solver-io-study", "--modes", "fast"),
         ("solver-io-study", "--elements", "1,2,3"), ("multi-host", "--hosts", "many", "true"),
         ("multi-host", "no-such-program"),
         ("multiply", "--seconds", "soon"),
         ("render", ".", "--size", "big"), ("render", ".", "--look", "nan,0,0"), ("run", "-np", "-3"),
         ("run", "a.k", "b.k"), ("run", "report=yes"), ("sanitize", "memory"), ("scaling-study", "--ranks", "1,x"),
         ("scaling-study", "--launcher", "mpirun {np}"), ("setup", "--all"), ("test", "contact"),
         ("vector-study", "isa=sse2"), ("vector-study", "--repeat", "2"), ("verification-page", "--run")]


class Commands:
    def __init__(self, scripts, folder):
        self.scripts, self.calls, tools = scripts, folder / "calls", folder / "tools"
        tools.mkdir()
        for name in TOOLS:
            (tools / name).write_text(f'#!/bin/sh\necho "{name} $*" >> {self.calls}\nexit 1\n')
            (tools / name).chmod(0o755)
        self.environment = os.environ | {"PATH": f"{tools}:{os.environ['PATH']}",
                                         "CRUMPLE_BUILD": str(folder / "build"),
                                         "CRUMPLE_CACHE": str(folder / "cache")}
        self.folder = folder

    def run(self, name, *arguments):
        begin = time.monotonic()
        done = subprocess.run([self.scripts / name, *arguments], env=self.environment, cwd=self.folder,
                              capture_output=True,
                              text=True, stdin=subprocess.DEVNULL)
        called = self.calls.read_text() if self.calls.exists() else ""
        assert not called, f"{name} {' '.join(arguments)} has called: {called}"
        left = sorted(path.name for path in self.folder.iterdir())
        assert left == ["tools"], f"{name} {' '.join(arguments)} has left {left}"
        return done, time.monotonic() - begin

    def check_help(self, name):
        done, seconds = self.run(name, "--help")
        assert done.returncode == 0 and not done.stderr, (name, done)
        assert f"scripts/{name}" in done.stdout.replace("e.g. ",
                                                        "").partition("\n")[2], f"no example of {name}: {done.stdout}"
        assert ("examples:" in done.stdout) or ("e.g." in done.stdout), f"no example of {name}: {done.stdout}"
        return seconds

    def check_refusal(self, name, *arguments):
        done, _ = self.run(name, *arguments)
        assert done.returncode == 2 and not done.stdout, (name, arguments, done)
        assert done.stderr.startswith(f"scripts/{name}: ") and done.stderr.count("\n") == 1, (name, arguments,
                                                                                              done.stderr)


def check_generator(source, folder):
    """Its help needs no packages; what is wrong is one line, and no deck is begun."""
    def run(*arguments, packages=True):
        python = [sys.executable] if packages else [sys.executable, "-S"]
        done = subprocess.run([*python, source / "inputs/generate.py", *arguments], capture_output=True, text=True,
                              cwd=folder)
        return done.returncode, done.stdout, done.stderr
    status, text, errors = run("--help", packages=False)
    assert status == 0 and "examples:" in text and "neon" in text and not errors, (status, text, errors)
    for arguments, expected, words in ((("tube", "--elements", "0", "-o", "a.k"), 2, "expected 1 to"),
                                       (("tube", "--elements", "nan", "-o", "a.k"), 2, "invalid int value"),
                                       (("bus", "-o", "a.k"), 2, "invalid choice: 'bus'"), (("tube",), 2, "--output")):
        status, _, errors = run(*arguments, packages=False)
        assert status == expected and words in errors and errors.count("\n") == 1, (arguments, status, errors)
    status, _, errors = run("tube", "-o", "a.k", packages=False)
    assert status == 1 and errors.startswith("error: this Python has no numpy") and errors.count("\n") == 1, errors
    status, _, errors = run("tube", "-o", "no/such/folder/a.k")
    assert status == 1 and errors.startswith("error: ") and errors.count("\n") == 1, errors


PAGE = """# Commands

The scripts in `scripts/`, with the time that `--help` takes. `--help` and wrong options never build, install or run
anything. This page is written by `tests/studies/commands.py . --page`; a test checks that it lists every command. The
program itself is described in [Installing and running](running.md).

"""


def head_of(script):
    """What the comment at the head of a script says: the sentences, and the lines on usage, without the examples."""
    lines = re.match(r"#!.*\n((?:#.*\n)+)", script.read_text(encoding="utf-8"))[1].splitlines()
    lines = [line[2:] for line in lines]
    usage = [line.strip() for line in lines if line.startswith("  ") and not line.strip().startswith("e.g.")]
    first = next(i for i, line in enumerate(lines) if line.startswith("  "))
    return " ".join(lines[:first]), usage


def page_of(scripts, seconds):
    """The page; `seconds` of each help."""
    rows = [f"| [{name}](#{name}) | {head_of(scripts / name)[0].replace('|', chr(92) + '|')} | {time:.2f} s |"
            for name, time in sorted(seconds.items())]
    usage = []
    for name in sorted(seconds):
        usage += ["", f"## {name}", "", "```", *head_of(scripts / name)[1], "```"]
    return PAGE + "\n".join(["| command | | `--help` |", "|---|---|---|", *rows, *usage]) + "\n"


def without_times(page):
    return re.sub(r"\| [\d.]+ s \|$", "|", page, flags=re.M)


def main():
    scripts = pathlib.Path(sys.argv[1]).resolve() / "scripts"
    page = scripts.parent / "docs" / "commands.md"
    names = sorted(path.name for path in scripts.iterdir() if path.is_file() and path.suffix == "")
    with tempfile.TemporaryDirectory() as folder:
        commands = Commands(scripts, pathlib.Path(folder))
        seconds = {name: commands.check_help(name) for name in names}
        if sys.argv[2] == "--page":
            page.write_text(page_of(scripts, seconds), encoding="utf-8")
            return
        assert without_times(page.read_text(encoding="utf-8")) == without_times(page_of(scripts, seconds)), \
            f"{page} is not that of these scripts: tests/studies/commands.py . --page writes it"
        slowest = max((time, name) for name, time in seconds.items())
        for name in names:
            if name not in TAKES_OPTIONS_OF_OTHERS:
                commands.check_refusal(name, "--no-such-option")
        for name in TAKES_DECK:
            commands.check_refusal(name, "no-such-deck.k")
        for name in TAKES_FOLDER:
            commands.check_refusal(name, "no-such-folder")
        for wrong in WRONG:
            commands.check_refusal(*wrong)
        check_generator(scripts.parent, folder)
    assert slowest[0] < 10, f"the help of {slowest[1]} takes {slowest[0]:.1f} s"   # seconds, of a busy machine
    print(f"{len(names)} commands; the slowest help is that of {slowest[1]}, {slowest[0]:.2f} s")


if __name__ == "__main__":
    main()
