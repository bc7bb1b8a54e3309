"""Crashes of the benchmark proxies to their end: energies, penetrations, cost, pictures; called by scripts/crash-study."""
import argparse
import csv
import json
import os
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("CRUMPLE_PROGRAM", str(ROOT / "build" / "crumple"))
sys.path[:0] = [str(pathlib.Path(__file__).parent), str(ROOT / "scripts" / "plots"), str(ROOT / "inputs")]

from crumple_decks import proxies  # noqa: E402
from energies import read_glstat  # noqa: E402
from runs import is_current, run_deck  # noqa: E402

VEHICLES = {"3cars": 3, "car2car": 2}
# What a crash must keep to; the reasons are in docs/crashes.md.
LEAST_RATIO, GREATEST_RATIO = 0.95, 1.05  # total energy over initial and external
LEAST_SLIDING = -0.02                     # sliding energy over internal
MOST_DEEP = 0.1                           # contact nodes deeper than half of the contact's distance [percent]
VIEW = {"neon": "iso", "taurus": "iso", "odb": "iso-left", "3cars": "iso-left", "car2car": "iso"}


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/crash-study", description=__doc__.split(";")[0])
    parser.add_argument("rest", nargs="*", metavar="PROXY | key=value",
                        help=f"of {', '.join(proxies.KINDS)} (default: all), and keys for the program")
    parser.add_argument("--per-vehicle", type=int, default=50000, metavar="N", help="elements per vehicle (%(default)s)")
    parser.add_argument("--full-size", action="store_true", help="as many elements as the original has")
    parser.add_argument("-np", type=int, default=2, help="ranks (%(default)s)")
    parser.add_argument("--launcher", default="mpirun -np {ranks}", help="e.g. 'srun -n {ranks}' (default: %(default)s)")
    parser.add_argument("--no-pictures", action="store_true")
    parser.add_argument("-o", type=pathlib.Path, default=ROOT / "out" / "crash-study", help="folder of the results")
    options = parser.parse_intermixed_args()
    options.keys = [word for word in options.rest if "=" in word]
    options.kinds = [word for word in options.rest if "=" not in word] or list(proxies.KINDS)
    for kind in options.kinds:
        if kind not in proxies.KINDS:
            parser.error(f"'{kind}' is no proxy, expected one of {', '.join(proxies.KINDS)}")
    return options


def make_deck(kind, options, folder):
    deck = folder / f"{kind}.k"
    if not is_current(deck):
        size = [] if options.full_size else ["--elements", str(options.per_vehicle * VEHICLES.get(kind, 1))]
        subprocess.run([sys.executable, ROOT / "inputs/generate.py", kind, *size, "-o", deck], check=True,
                       stdout=subprocess.DEVNULL)
    return deck


def crash(kind, options):
    """The summary of the run, from an earlier call if there is one."""
    folder = options.o / kind
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / "summary.json").exists():
        return json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    deck = make_deck(kind, options, folder)
    print(f"== {kind} on {options.np} ranks", flush=True)
    command = shlex.split(options.launcher.format(ranks=options.np))
    summary, problem = run_deck(command + [PROGRAM, f"i={deck}", f"o={folder}", "progress=off", *options.keys], folder)
    if problem:
        sys.exit(f"error: {kind}: {problem}")
    return summary


def draw(kind, folder):
    subprocess.run([sys.executable, ROOT / "scripts/plots/render.py", folder, "--color", "body", "--deck", folder / f"{kind}.k",
                    "--times", "last", "--views", VIEW[kind], "--max", "0.5"], check=True, stdout=subprocess.DEVNULL)


def judge(summary, series, scale="internal energy"):
    """What the run misses, in words; empty if it is sound. scale: the energy that sliding energy is set against."""
    ratio = series["total energy / initial energy"]
    misses = []
    if not LEAST_RATIO <= min(ratio) <= max(ratio) <= GREATEST_RATIO:
        misses.append(f"energy ratio {min(ratio):.4f} to {max(ratio):.4f}")
    if min(series["sliding interface energy"]) < LEAST_SLIDING * max(series[scale]):
        misses.append(f"sliding energy {min(series['sliding interface energy']):.3g}")
    if summary["penetration"]["worst_percent"] > MOST_DEEP:
        misses.append(f"{summary['penetration']['worst_percent']:.3f} % of contact nodes too deep")
    return misses


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole > 0 else "-"


def row(kind, summary, series):
    energy, wall = summary["energy"], summary["wall_s"]
    elements = sum(summary["elements"].get(key, 0) for key in ("shells", "solids", "beams"))
    # of the work, so that ranks that wait for each other count once
    phases = {name: seconds for name, seconds in wall.items() if name not in ("total", "step_loop", "halo", "collectives")}
    steps = sum(phases.get(name, 0) for name in ("shells", "solids", "contact", "contact search", "spot welds", "integration",
                                                 "rigid bodies", "rigid walls", "loads", "constraints", "time step"))
    contact = phases.get("contact", 0) + phases.get("contact search", 0)
    memory = summary["decomposition"]["peak_memory"]
    ratio = series["total energy / initial energy"]
    friction = sum(contact["energy"]["friction"] for contact in summary["contacts"])
    return {
        "proxy": kind,
        "elements": elements,
        "time": f"{summary['end_time']:.4g}",
        "cycles": summary["cycles"],
        "dt": f"{1000 * summary['dt']['first']:.2f}, {1000 * summary['dt']['min']:.2f}",
        "energy ratio": f"{min(ratio):.5f} to {max(ratio):.5f}",
        "hourglass / internal": percent(energy["hourglass"], energy["internal"]),
        "sliding / internal, least": percent(energy["sliding"], energy["internal"]) + ", "
                                     + percent(min(series["sliding interface energy"]), max(series["internal energy"])),
        "friction / sliding": percent(friction, energy["sliding"]),
        "too deep, worst": f"{summary['penetration']['worst']} of {summary['penetration']['nodes']} "
                           f"({summary['penetration']['worst_percent']:.3f} %)",
        "deleted": summary["failed"]["shells"] + summary["failed"]["solids"],
        "ns per element-cycle": f"{summary['ns_per_element_cycle']:.0f}",
        "contact": percent(contact, steps),
        "memory": f"{memory['mean'] * summary['ranks'] / 1e9:.2f} GB",
        "state_hash": summary["state_hash"],
        "misses": "; ".join(judge(summary, series)) or "none",
    }


def write_table(rows, folder):
    with open(folder / "table.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    lines = ["| " + " | ".join(rows[0]) + " |", "|" + "---|" * len(rows[0])]
    lines += ["| " + " | ".join(str(value) for value in row.values()) + " |" for row in rows]
    text = "\n".join(lines) + "\n"
    (folder / "table.md").write_text(text, encoding="utf-8")
    print(text)


def main():
    options = arguments()
    rows = []
    for kind in options.kinds:
        summary = crash(kind, options)
        rows.append(row(kind, summary, read_glstat(options.o / kind / "glstat")))
        if not options.no_pictures and (options.o / kind / "states.vtkhdf").exists():
            draw(kind, options.o / kind)
    write_table(rows, options.o)
    return 1 if any(r["misses"] != "none" for r in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
