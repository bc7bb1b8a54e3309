"""Crashes of the benchmark proxies to their end: energies, penetrations, cost, pictures; called by scripts/crash-study."""
import csv
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(pathlib.Path(__file__).parent), str(ROOT / "scripts" / "plots")]

from command_line import Parser, count, counted, names_and_keys, start  # noqa: E402
from crumple.decks import generate  # noqa: E402
from runs import Progress, elements_of, guess_seconds, is_current, run_on_ranks, work_ns  # noqa: E402
from tables import table  # noqa: E402

VEHICLES = {"3cars": 3, "car2car": 2}
# What a crash must keep to; the reasons are in docs/crashes.md.
LEAST_RATIO, GREATEST_RATIO = 0.95, 1.05  # total energy over initial and external
LEAST_SLIDING = -0.02                     # sliding energy over internal
MOST_DEEP = 0.1                           # contact nodes deeper than half of the contact's distance [percent]
VIEW = {"neon": "iso", "taurus": "iso", "odb": "iso-left", "3cars": "iso-left", "car2car": "iso"}   # of every proxy
CYCLES = 150000                           # of a whole crash, for the estimate before the first run


def arguments():
    parser = Parser("crash-study", __doc__.split(";")[0] + ".")
    parser.add_argument("rest", nargs="*", metavar="PROXY | key=value",
                        help=f"of {', '.join(VIEW)} (default: all), and keys for the program")
    parser.add_argument("--per-vehicle", type=count, default=50000, metavar="N",
                        help="elements per vehicle (default: %(default)s)")
    parser.add_argument("--full-size", action="store_true", help="as many elements as the original has")
    parser.add_ranks()
    parser.add_argument("--no-pictures", action="store_true", help="draw nothing")
    parser.add_output("crash-study")
    options = parser.parse_intermixed_args()
    options.kinds, options.keys = names_and_keys(parser, options.rest, VIEW, "proxy")
    return options


def make_deck(kind, options, folder):
    deck = folder / f"{kind}.k"
    if not is_current(deck):
        size = {} if options.full_size else {"elements": options.per_vehicle * VEHICLES.get(kind, 1)}
        generate(kind, deck, **size)
    return deck


def crash(kind, deck, options):
    run_on_ranks(kind, options.launcher, options.np, deck, options.o / kind, *options.keys)


def crash_all(options):
    """Runs the proxies that have no results from an earlier call."""
    missing = [kind for kind in options.kinds if not (options.o / kind / "summary.json").exists()]
    decks = {kind: make_deck(kind, options, options.o / kind) for kind in missing}
    if not missing:
        return
    progress = Progress([guess_seconds(deck, options.keys, options.np, CYCLES) for deck in decks.values()])
    for kind, deck in decks.items():
        progress.run(f"{kind} on {counted(options.np, 'rank')}", lambda: crash(kind, deck, options))


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
    # of the work, so that ranks that wait for each other count once
    phases = {name: seconds for name, seconds in wall.items() if name not in ("total", "step_loop", "halo", "collectives")}
    steps = sum(phases.get(name, 0) for name in ("shells", "solids", "contact", "contact search", "spot welds", "integration",
                                                 "positions", "rigid bodies", "rigid walls", "loads", "constraints",
                                                 "time step"))
    contact = phases.get("contact", 0) + phases.get("contact search", 0)
    memory = summary["decomposition"]["peak_memory"]
    ratio = series["total energy / initial energy"]
    friction = sum(contact["energy"]["friction"] for contact in summary["contacts"])
    return {
        "proxy": kind,
        "elements": elements_of(summary),
        "time": f"{summary['end_time']:.4g}",
        "cycles": summary["cycles"],
        "dt": f"{1000 * summary['dt']['first']:.2f}, {1000 * summary['dt']['min']:.2f}",
        "energy ratio": f"{min(ratio):.5f} to {max(ratio):.5f}",
        "hourglass / internal": percent(energy["hourglass"], energy["internal"]),
        "sliding / internal, minimum": percent(energy["sliding"], energy["internal"]) + ", "
                                     + percent(min(series["sliding interface energy"]), max(series["internal energy"])),
        "friction / sliding": percent(friction, energy["sliding"]),
        "too deep, worst": f"{summary['penetration']['worst']} of {summary['penetration']['nodes']} "
                           f"({summary['penetration']['worst_percent']:.3f} %)",
        "deleted": summary["failed"]["shells"] + summary["failed"]["solids"],
        "ns per element-cycle": f"{summary['ns_per_element_cycle']:.0f}",
        "of it CPU outside MPI": f"{work_ns(summary):.0f}" if "mpi" in summary else "-",
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
    text = "\n".join(table(rows)) + "\n"
    (folder / "table.md").write_text(text, encoding="utf-8")
    print(text)


def main(options):
    from crumple.results import read_glstat
    crash_all(options)
    rows = []
    for kind in options.kinds:
        summary = json.loads((options.o / kind / "summary.json").read_text(encoding="utf-8"))
        rows.append(row(kind, summary, read_glstat(options.o / kind / "glstat")))
        if not options.no_pictures and (options.o / kind / "states.vtkhdf").exists():
            draw(kind, options.o / kind)
    write_table(rows, options.o)
    return 1 if any(r["misses"] != "none" for r in rows) else 0


if __name__ == "__main__":
    start(arguments, main)
