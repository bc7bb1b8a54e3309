"""What studies share: the deck they use if none is given, one run, the order of repeats. Used by collectives.py and
vector_study.py."""
import json
import os
import subprocess
import sys


def make_car(generator, folder):
    """Writes the proxy car into the folder; returns its path."""
    deck = folder / "car.k"
    subprocess.run([sys.executable, generator, "car", "-o", deck], check=True)
    return deck


def run_deck(command, folder, environment=None):
    """Runs the program with results in the folder: its summary, and why there is none."""
    run = subprocess.run(command, env=os.environ | (environment or {}), capture_output=True, text=True,
                         stdin=subprocess.DEVNULL)
    if run.returncode == 0:
        return json.loads((folder / "summary.json").read_text(encoding="utf-8")), ""
    errors = [line for line in (run.stderr + run.stdout).splitlines() if line.startswith("Error")]
    return None, errors[0] if errors else f"exit status {run.returncode}: {(run.stderr or run.stdout)[-300:]}"


def in_turns(cases, repeats):
    """(repeat, case): all cases once, then again, each round starting with another case, so that what else the machine
    does meets all of them alike."""
    for repeat in range(repeats):
        start = repeat % max(len(cases), 1)
        for case in cases[start:] + cases[:start]:
            yield repeat, case
