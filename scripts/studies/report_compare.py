"""What differs between two runs: inputs, ranks, settings, bits, energies, times, load, histories. Used by report.py."""
import difflib
import re

from crumple import comparison as comparison_of
from crumple.histories import DASHES, GROUPS, Curve, curves_of
from report_histories import MOST_SHOWN, chart, colours
from report_mesh import mesh
from report_page import note, section, table
from report_sections import number, percent, title_of_run
from runs import elements_of

MOST_LINES = 60     # of a deck that are shown as changed
NOISE = 0.05        # runs of one kind on one machine differ as much [part of the time]


def rows_of(pairs, names):
    """A table of (what, value of A, value of B), with the lines that differ marked."""
    return table(["", *names], pairs) | {"marks": ["same" if a == b else "differs" for _, a, b in pairs]}


def command_of(run):
    found = re.search(r"^ *Command line options: *(.*)$", run.messages(), re.M)
    return found[1].strip() if found else "not in the log"


def logged(run, name):
    found = re.search(rf"\| *{name} *: *(.*?) *\|", run.messages())
    return found[1] if found else "not in the log"


def same_bits(a, b):
    first, second = a.summary["state_hash"], b.summary["state_hash"]
    words = "the same bits" if first == second else "different bits"
    return note(f"State hash: {first} and {second}: {words}.") | {"loud": first != second}


def same_deck(a, b):
    first, second = (run.summary["deck"]["hash"] for run in (a, b))
    if first == second:
        return note(f"Both runs have the same deck (hash {first}).")
    return note(f"The decks differ (hashes {first} and {second}): what follows also shows their differences.") | {"loud": True}


def inputs(a, b, names):
    def counts(run):
        s = run.summary
        return [("title", title_of_run(run)), ("elements", f"{elements_of(s):,}"), ("nodes", f"{s['nodes']:,}"),
                ("parts", s["parts"]), ("contacts", len(s.get("contacts", []))), ("walls", len(s.get("walls", [])))]
    rows = [[what, x, y] for (what, x), (_, y) in zip(counts(a), counts(b))]
    return section("Inputs", rows_of(rows, names), changed_lines(a.deck, b.deck))


def changed_lines(first, second):
    """The lines of the decks that differ."""
    if not first or not second:
        return note("The decks cannot be read from here any more, so their lines are not compared.")
    old, new = (path.read_text(encoding="ascii", errors="replace").splitlines() for path in (first, second))
    if old == new:
        return note(f"The decks have the same {len(old):,} lines.")
    changed = [line for line in difflib.unified_diff(old, new, lineterm="", n=0) if line[:3] not in ("---", "+++")]
    more = f" The first {MOST_LINES} are shown." if len(changed) > MOST_LINES else ""
    return table([f"lines of the decks that differ: - of A, + of B.{more}"], [[line] for line in changed[:MOST_LINES]])


def settings(a, b, names):
    def items(run):
        s = run.summary
        return [(key, s.get(key, "?")) for key in ("ranks", "threads", "isa", "precision", "collectives", "transport")] + [
            ("decomposition", s["decomposition"]["method"]), ("compiler", logged(run, "Compiler")), ("MPI", logged(run, "MPI")),
            ("version", logged(run, "Version")), ("host", logged(run, "Hostname")), ("options", command_of(run))]
    return section("Ranks and settings", rows_of([[what, x, y] for (what, x), (_, y) in zip(items(a), items(b))], names))


def change(first, second):
    return percent(second / first - 1, 2) if first else "-"


def rows_beside(items, a, b, digits):
    """Rows of what `items` gives of both runs."""
    for what, x, y, _ in comparison_of.beside(items(a.summary), items(b.summary)):
        yield [what, x, y, ""] if isinstance(x, str) else [what, number(x, digits), number(y, digits), change(x, y)]


def marked(head, rows):
    return table(head, rows) | {"marks": ["same" if row[1] == row[2] else "differs" for row in rows]}


def outcome(a, b, names):
    of_a, of_b = (comparison_of.outcome(run.summary) for run in (a, b))
    total = abs(a.summary["energy"]["total"])

    def share(what):
        of_total = what.startswith("energy: ") and what != "energy: ratio" and total > 0
        return percent((of_b[what] - of_a[what]) / total, 3) if of_total else ""
    rows = [[*row, share(row[0])] for row in rows_beside(comparison_of.outcome, a, b, 8)]
    return section("Outcome", marked(["at the end", *names, "change", "of A's total energy"], rows))


def load(a, b, names):
    """Work and communication, by which decompositions compare even where wall times do not."""
    return section("Load and communication", marked(["", *names, "change"], list(rows_beside(comparison_of.load, a, b, 5))),
                   note("Work is CPU time outside MPI: unlike wall time it does not depend on what else the machine does, but "
                        "for caches and clocks. Bytes and copies are counted."))


def times(a, b, names):
    """Phases, those that change the total most first."""
    first, second = (run.summary["wall_s"] for run in (a, b))
    phases = sorted({*first, *second}, key=lambda name: (name != "total", -abs(second.get(name, 0) - first.get(name, 0))))
    rows = [[name, number(first.get(name, 0)), number(second.get(name, 0)), change(first.get(name, 0), second.get(name, 0)),
             percent((second.get(name, 0) - first.get(name, 0)) / first["total"])] for name in phases]
    cost = [run.summary["ns_per_element_cycle"] for run in (a, b)]
    rows.insert(0, ["ns per element and cycle on a core", *map(number, cost), change(*cost), ""])
    return section("Run time", table(["seconds, mean of the ranks", *names, "change", "of A's total"], rows),
                   note(f"One run each: a difference below about {percent(NOISE, 0)} may be noise of the machine, and a larger one "
                        "if it was busy; repeat both, alternating, before you conclude."))


def only_in_one(a, b):
    """Names of the curves that one run alone has."""
    for group in GROUPS:
        of_a, of_b = ({curve.name for curve in curves_of(run, group)[0]} for run in (a, b))
        yield from (f"{group.name}, {name}" for name in sorted(of_a ^ of_b))


def histories(a, b, names, units):
    """A table of the largest differences, and a chart of each group that differs."""
    found = comparison_of.differences(a, b)
    text = [[d.group.name, d.first.name, percent(d.share, 4), number(d.size, 5), number(d.time)] for d in found[:40]]
    charts = []
    for group in GROUPS:
        both = [d for d in found if d.group is group]
        if any(d.share > 0 for d in both):
            charts.append(chart(group.name, units.axis("time"), units.axis(group.quantity), list(pairs_of(both)), 2 * MOST_SHOWN))
    said = "No two of these histories differ." if not charts else "Charts of the groups that differ: A whole, B dashed."
    alone = list(only_in_one(a, b))
    only = note("Only in one run: " + "; ".join(alone[:20]) + (" ..." if len(alone) > 20 else "")) if alone else None
    head = ["group", "curve", "largest difference / largest value of the group", "difference", "at time"]
    made = table(head, text) if text else note("No history is recorded in both runs.")
    return section("Histories", made, note(said), only, *charts)


def pairs_of(both):
    """The curves that differ most, of A whole and of B dashed in the same colour."""
    for i, (first, second) in enumerate((d.first, d.second) for d in both[:MOST_SHOWN]):
        colour = colours.CURVES[i % len(colours.CURVES)]
        yield Curve(f"A: {first.name}", first.time, first.values, colour, words=first.words)
        yield Curve(f"B: {second.name}", second.time, second.values, colour, DASHES["--"], second.words)


def shapes(a, b, names, units, options):
    have = [run.has("states.vtkhdf") for run in (a, b)]
    if options.no_mesh or not all(have):
        return section("Deformed shapes", note("left out by --no-mesh" if options.no_mesh else
                                               "not recorded by both; add *DATABASE_BINARY_D3PLOT to the deck."))
    made = [mesh(run, units, options.states, options.nodes) | {"title": name} for run, name in zip((a, b), names)]
    return section("Deformed shapes", *made) | {"side_by_side": True}


def comparison(a, b, units, options):
    """Title and sections of the page."""
    names = [f"A: {a.folder}", f"B: {b.folder}"]
    sections = [section("Verdict", same_deck(a, b), same_bits(a, b), note(units.said())), inputs(a, b, names), settings(a, b, names),
                outcome(a, b, names), times(a, b, names), load(a, b, names), histories(a, b, names, units), shapes(a, b, names, units, options)]
    return f"{title_of_run(a)}: two runs compared", sections
