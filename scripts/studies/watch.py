"""Follows a running job on the terminal, or by a page that loads itself again: time reached and left, time step,
energies, load of the ranks. Started by scripts/watch."""
import csv
import json
import pathlib
import re
import shutil
import sys
import time

from command_line import Late, Parser, counted, folder, positive, start

results, live_page = Late("crumple.results"), Late("live_page")

LEVELS = "▁▂▃▄▅▆▇█"
ENERGIES = ("kinetic energy", "internal energy", "hourglass energy", "sliding interface energy", "stonewall energy",
            "system damping energy", "external work", "total energy")
CLEAR, RED, GREEN, PLAIN = "\x1b[2J\x1b[H", "\x1b[31m", "\x1b[32m", "\x1b[0m"


def text_of(path):
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


def number_after(label, text):
    """The number behind `label   =`; None without one."""
    found = re.search(re.escape(label) + r"\s*=\s*([+-]?[\d.]+(?:E[+-]?\d+)?)", text)
    return float(found[1]) if found else None


def duration(seconds):
    minutes, s = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02} h" if hours else f"{minutes}:{s:02} min"


def bar(share, width):
    filled = round(width * min(max(share, 0), 1))
    return "█" * filled + "░" * (width - filled)


def history(values, width):
    """A line of blocks whose heights are the values."""
    picked = values if len(values) <= width else [values[len(values) * i // width] for i in range(width - 1)] + [values[-1]]
    low, high = min(0, *picked), max(0, *picked)
    return "".join(LEVELS[int(7.999 * (v - low) / (high - low))] if high > low else LEVELS[0] for v in picked)


def left_of(status, path, now):
    """Wall time left, less what has passed since the file was written [s]; None before the first one."""
    left = number_after("estimated clock time to complete", status)
    return None if left is None else max(0, left - (now - path.stat().st_mtime))


def reached(series, status, end, width):
    """Lines on time, step and cycle: from glstat, or from status.out where it is newer."""
    at = max(series.get("time", [0])[-1], number_after("problem time", status) or 0)
    lines = [f"time {at:.4E}" + (f" of {end:.4E}  {bar(at / end, max(10, width - 45))} {100 * at / end:3.0f} %" if end else "")]
    if status:
        limit = re.search(r"controlled by (.*)", status)
        lines.append(f"cycle {number_after('problem cycle', status):.0f}, time step {number_after('time step', status):.4E}"
                     f" of {limit[1] if limit else '?'}")
    elif "time step" in series:
        lines.append(f"time step {series['time step'][-1]:.4E}")
    return lines


def energies(series, width):
    if "total energy" not in series:
        return ["no energies yet (*DATABASE_GLSTAT)"]
    lines = [f"{name:<26}{series[name][-1]:13.4E}  {history(series[name], width - 43)}"
             for name in ENERGIES if any(series.get(name, []))]
    ratio = series.get("total energy / initial energy")
    return lines + ([f"{'total / initial energy':<26}{ratio[-1]:13.4f}"] if ratio else [])


def last_sample(path):
    """(cycle, {rank: work [s]}) of the last sample of load_samples.csv; None without one."""
    if not path.exists():
        return None
    with path.open(newline="", encoding="ascii") as stream:
        rows = list(csv.DictReader(stream))
    complete = [row for row in rows if row.get("compute_s")]
    if not complete:
        return None
    cycle, work = complete[-1]["cycle"], {}
    for row in complete:
        if row["cycle"] == cycle:
            work[int(row["rank"])] = work.get(int(row["rank"]), 0) + float(row["compute_s"])
    return cycle, work


def load(sample, width):
    """Lines on the ranks of a sample."""
    if not sample:
        return []
    cycle, work = sample
    most, mean = max(work.values()), sum(work.values()) / len(work)
    shown = sorted(work, key=work.get, reverse=True)[:16]
    lines = [f"load at cycle {cycle}: slowest rank {100 * (most / mean - 1):.1f} % above the mean"
             + (f"; the 16 slowest of {counted(len(work), 'rank')}" if len(work) > 16 else "")]
    return lines + [f"{rank:5} {bar(work[rank] / most, max(10, width - 22))} {1e3 * work[rank]:9.1f} ms" for rank in sorted(shown)]


def ending(folder):
    """(reason, whether it is normal) of a run that has ended; None while it runs."""
    summaries = list(folder.glob("*summary.json"))
    if not summaries:
        return None
    summary = json.loads(summaries[0].read_text(encoding="utf-8"))
    normal = summary["termination"] == "normal"
    return f"{summary['termination']} termination" + (f": {summary['reason']}" if summary["reason"] else ""), normal


def one(folder, name):
    """A file of the run, which jobid= may have given a prefix."""
    return next(iter(sorted(folder.glob(f"*{name}"))), folder / name)


class State:
    """What a run has written so far. Its end is asked for first: of a run that has ended the files are complete."""

    def __init__(self, folder):
        self.ended = ending(folder)
        glstat, self.status_file = one(folder, "glstat"), one(folder, "status.out")
        self.series = results.read_glstat(glstat) if glstat.exists() else {}
        self.status, log = text_of(self.status_file), text_of(one(folder, "mes0000"))[:20000]
        self.title = text_of(glstat).split("\n", 1)[0].strip() or str(folder)
        self.end = number_after("termination time", log)
        self.sample = last_sample(one(folder, "load_samples.csv"))

    def reached(self, width):
        return reached(self.series, self.status, self.end, width)

    def left_in_words(self):
        left = left_of(self.status, self.status_file, time.time()) if self.status else None
        return f"about {duration(left)} left" if left is not None else "time left is known after a minute"


def screen(folder, width, coloured):
    """All lines, and whether the run has ended."""
    state = State(folder)
    lines, ended = [state.title[:width], *state.reached(width)], state.ended
    if ended:
        colour, plain = ((GREEN if ended[1] else RED), PLAIN) if coloured else ("", "")
        lines.append(colour + ended[0] + plain)
    else:
        lines.append(state.left_in_words())
    samples = load(state.sample, width)
    return [*lines, "", *energies(state.series, width), *([""] if samples else []), *samples], bool(ended)


def write_live(page, every):
    """Writes the page of what the run has written so far; returns whether it has ended."""
    state = State(page.folder)
    lines, ended = state.reached(0), state.ended
    tiles = [("reached", lines[0].replace("░", "").replace("█", "")), ("step", "; ".join(lines[1:]) or "none yet"),
             ("run", ended[0] if ended else state.left_in_words())]
    page.write(state.title, tiles, state.sample, 0 if ended else every)
    return bool(ended)


def wait_for_start(folder, since):
    """Until a run has begun in the folder, and has removed the summary of one before."""
    while not any(path.stat().st_mtime >= since for path in folder.glob("*mes0000")):
        time.sleep(0.5)


def parse_arguments():
    parser = Parser("watch", __doc__.split(" Started")[0])
    parser.add_argument("folder", type=folder, metavar="DIR", help="results of a run (o=DIR)")
    parser.add_argument("--every", type=positive, metavar="SECONDS", help="between looks (default: 2, of a page 10)")
    parser.add_argument("--once", action="store_true", help="print the present state and end")
    parser.add_argument("--page", type=pathlib.Path, nargs="?", const=pathlib.Path(), metavar="FILE.html",
                        help="write a page that loads itself again instead (default: DIR/live.html)")
    parser.add_argument("--wait", action="store_true", help="for a run that begins after now")
    options = parser.parse_args()
    options.every = options.every or (10.0 if options.page else 2.0)
    return options


def follow_by_page(options):
    path = options.page if options.page.name else options.folder / "live.html"
    page = live_page.LivePage(options.folder, path)
    while not write_live(page, options.every) and not options.once:
        time.sleep(options.every)


def main(options):
    if options.wait:
        wait_for_start(options.folder, time.time())
    if options.page:
        follow_by_page(options)
        return
    on_terminal = sys.stdout.isatty()
    if not any(options.folder.glob("*mes0000")):
        raise ValueError(f"{options.folder} holds no run: there is no mes0000")
    while True:
        lines, ended = screen(options.folder, min(110, shutil.get_terminal_size().columns), on_terminal)
        print((CLEAR if on_terminal and not options.once else "") + "\n".join(lines), flush=True)
        if ended or options.once:
            return
        time.sleep(options.every)


if __name__ == "__main__":
    start(parse_arguments, main)
