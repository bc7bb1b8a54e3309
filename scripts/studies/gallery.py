"""The examples of docs/gallery.md: decks, runs, pictures, what is measured beside theory; called by scripts/gallery."""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(pathlib.Path(__file__).parent), str(ROOT / "inputs")]

import crash  # noqa: E402
from command_line import Late, Parser, count, names_and_keys, start  # noqa: E402
from crumple.decks import generate  # noqa: E402
from crumple_decks import examples  # noqa: E402
from runs import Progress, elements_of, guess_seconds, run_on_ranks, work_ns  # noqa: E402
from tables import replace_part, table  # noqa: E402

Image = Late("PIL.Image")

CYCLES = 30000              # of an example, for the estimate before the first run
MOST_HOURGLASS = 0.1        # hourglass energy over internal
NO_CONTACT = {"penetration": {"worst": 0, "nodes": 0, "worst_percent": 0.0}}   # of a summary
PAGE, IMAGES = ROOT / "docs" / "gallery.md", ROOT / "docs" / "images"
BEGIN, END = "<!-- from here on written by scripts/gallery --write -->\n", "<!-- up to here -->\n"


def arguments():
    names = examples.names()
    parser = Parser("gallery", __doc__.split(";")[0] + ".")
    parser.add_argument("rest", nargs="*", metavar="EXAMPLE | key=value",
                        help=f"of {', '.join(names)} (default: all), and keys for the program")
    parser.add_ranks()
    parser.add_argument("--elements", type=count, metavar="N",
                        help="about how many elements (default: each example's own)")
    parser.add_argument("--no-run", action="store_true", help="use the results of an earlier call")
    parser.add_argument("--no-pictures", action="store_true", help="draw nothing")
    parser.add_argument("--write", action="store_true", help="write docs/gallery.md and its pictures from all examples")
    parser.add_output("gallery")
    options = parser.parse_intermixed_args()
    options.names, options.keys = names_and_keys(parser, options.rest, names, "example")
    if options.write and options.names != list(names):
        parser.error("--write takes all examples, found names of some")
    return options


def deck_of(name, options):
    deck = options.o / name / f"{name}.k"
    generate(name, deck, **({"elements": options.elements} if options.elements else {}))
    return deck


def run(name, deck, options):
    run_on_ranks(name, options.launcher, options.np, deck, deck.parent, *options.keys)


def draw(example, folder):
    """The picture of an example, in its folder."""
    drawn = subprocess.run([sys.executable, ROOT / "scripts/plots/render.py", folder, "--as", "strip",
                            "--deck", folder / f"{folder.name}.k", *example.PICTURE.split()], check=True, stdout=subprocess.PIPE, text=True).stdout.split()[-1]
    Image.open(drawn).save(folder / "picture.png", optimize=True)


def judge(results, compared):
    """What the run misses, in words; empty if it is sound and what it measures fits."""
    summary = NO_CONTACT | results.summary
    misses = crash.judge(summary, results.energies, "total energy")
    if summary["energy"]["hourglass"] > MOST_HOURGLASS * summary["energy"]["internal"]:
        misses.append(f"hourglass energy {summary['energy']['hourglass']:.3g}")
    return misses + [f"{c.quantity}: {c.reached:.4g} for {c.theory:.4g}" for c in compared if not c.fits()]


def row(name, results, compared):
    summary, energy = NO_CONTACT | results.summary, results.summary["energy"]
    ratio = results.energies["total energy / initial energy"]
    deep = summary["penetration"]
    return {
        "example": f"[{name}](#{anchor(examples.load(name))})",
        "elements": elements_of(summary),
        "time": f"{summary['end_time']:.3g} ms",
        "cycles": summary["cycles"],
        "run time": f"{summary['wall_s']['total']:.1f} s",
        "CPU ns outside MPI per element-cycle": f"{work_ns(summary):.0f}" if "mpi" in summary else "-",
        "energy ratio": f"{min(ratio):.4f} to {max(ratio):.4f}",
        "hourglass / internal": crash.percent(energy["hourglass"], energy["internal"]),
        "sliding / total": crash.percent(energy["sliding"], energy["total"]),
        "too deep": f"{deep['worst']} of {deep['nodes']}",
        "misses": "; ".join(judge(results, compared)) or "none",
    }


def measured(compared):
    return table([{"measured": c.quantity, "reached": f"{c.reached:.4g} {c.unit}".strip(),
                   "theory": f"{c.theory:.4g} {c.unit}".strip(),
                   "reached / theory": f"{c.reached / c.theory:.3f}" if c.theory else "",
                   "fits within": f"{c.least:.4g} to {c.most:.4g}", "source": c.source} for c in compared])


def title(example):
    return example.__doc__.split("\n")[0]


def anchor(example):
    return "".join(c for c in title(example).lower().replace(" ", "-") if c.isalnum() or c == "-")


def section(name, compared):
    """The section of an example on the page."""
    example = examples.load(name)
    return [f"## {title(example)}", "", example.__doc__.split("\n", 2)[2].strip(), "", "```",
            f"inputs/generate.py {name} -o {name}.k", f"scripts/run {name}.k", "```", "",
            f"![{title(example).lower()}](images/gallery-{name}.png)", "", *measured(compared), ""]


def write_page(rows, sections, options):
    ranks = "one rank" if options.np == 1 else f"{options.np} ranks"
    lines = table(rows) + ["", f"Run times: {ranks}, single precision, on a machine that also ran other programs.", ""]
    text = "\n".join(lines + [line for lines in sections for line in lines]) + "\n"
    replace_part(PAGE, BEGIN, "\n" + text, END)
    for name in options.names:
        (IMAGES / f"gallery-{name}.png").write_bytes((options.o / name / "picture.png").read_bytes())


def main(options):
    from crumple import Results
    decks = {} if options.no_run else {name: deck_of(name, options) for name in options.names}
    if decks:
        progress = Progress([guess_seconds(deck, options.keys, options.np, CYCLES) for deck in decks.values()])
    rows, sections = [], []
    for name in options.names:
        example, folder = examples.load(name), options.o / name
        if name in decks:
            progress.run(name, lambda: run(name, decks[name], options))
        results = Results(folder)
        compared = example.compare(results)
        if not options.no_pictures:
            draw(example, folder)
        rows.append(row(name, results, compared))
        sections.append(section(name, compared))
        print(f"\n{title(example)}\n", *measured(compared), sep="\n", flush=True)
    print("", *table(rows), sep="\n")
    if options.write:
        write_page(rows, sections, options)
    return 1 if any(row["misses"] != "none" for row in rows) else 0


if __name__ == "__main__":
    start(arguments, main)
