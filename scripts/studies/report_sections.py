"""The sections of a report on one run. Used by report.py.

A section is a function of the run in SECTIONS; what a run has not recorded becomes a note that says how to record it."""
import collections

import numpy as np

from report_histories import chart_of, colours, force_over_displacement
from report_mesh import mesh
from report_page import note, section, table

def number(value, digits=4):
    return f"{value:.{digits}g}"


def percent(value, digits=1):
    return f"{100 * value:.{digits}f} %"


def seconds(value):
    return f"{value:.3g} s" if value < 120 else f"{value / 60:.1f} min" if value < 7200 else f"{value / 3600:.1f} h"


def overview(run, units, options):
    s = run.summary
    counts = ", ".join(f"{count:,} {kind}" for kind, count in s["elements"].items() if count)
    hosts = f" on {s['hosts']} hosts" if s.get("hosts", 1) > 1 else ""
    items = [
        ("termination", f"{s['termination']}: {s['reason']}"), ("state hash", s["state_hash"]),
        ("time reached", f"{number(s['end_time'], 6)} {units.names.get('time', '')}".strip()), ("cycles", f"{s['cycles']:,}"),
        ("model", f"{counts}; {s['nodes']:,} nodes, {s['parts']:,} parts"),
        ("ranks x threads",
         f"{s['ranks']} x {s['threads']}{hosts}, {s['isa']}, {s['precision']} precision"),
        ("communication", f"{s.get('collectives', '?')} collectives, {s.get('transport', '?')} transport, "
                          f"{s['decomposition']['method']} decomposition"),
        ("run time", seconds(s["wall_s"]["total"])),
        ("cost", f"{number(s['ns_per_element_cycle'])} ns per element and cycle, per core"),
        ("energy ratio", number(s["energy"]["ratio"], 8)),
    ]
    if s.get("added_mass"):
        items.append(("mass added by scaling", number(s["added_mass"])))
    deleted = ", ".join(f"{count:,} {kind.replace('_', ' ')}" for kind, count in s["failed"].items() if count)
    if deleted:
        items.append(("deleted or broken", deleted))
    warnings = [[warning] for warning in s["warnings"]]
    ends = {"normal": None, "error": "The run ended with an error", "unstable": "The run became unstable"}
    end = ends.get(s["termination"], "The run ended before its time")
    failed = note(f"{end}: {s['reason']}") | {"loud": True} if end else None
    return section("Summary", failed, {"kind": "tiles", "items": items}, note(units.said()),
                   table(["warnings of the run"], warnings) if warnings else None)


def deformed(run, units, options):
    if options.no_mesh:
        return section("Deformed shape", note("left out by --no-mesh"))
    if not run.has("states.vtkhdf"):
        return section("Deformed shape", note("deformed shape: not recorded; add *DATABASE_BINARY_D3PLOT to the deck."))
    return section("Deformed shape", mesh(run, units, options.states, options.nodes))


def energy(run, units, options):
    s = run.summary["energy"]
    rows = [[kind.replace("_", " "), number(value, 6)] for kind, value in s.items() if kind != "ratio"]
    return section("Energies", chart_of(run, "energies", units), chart_of(run, "energy ratio", units),
                   table(["energy at the end", units.names.get("energy", "")], rows),
                   chart_of(run, "internal energy of parts", units))


def time_step(run, units, options):
    dt = run.summary["dt"]
    blocks = [chart_of(run, "time step", units),
              table([units.heading("time step", "time"), "first", "least", "last"],
                    [["", *(number(dt[k], 5) for k in ("first", "min", "last"))]])]
    if run.has("glstat"):
        titles, limits = run.part_titles(), run.limits()
        most = collections.Counter(limits).most_common(8)
        blocks.append(table(["limiting element", "part", "share of the states of glstat"],
                            [[words, title_of(words, titles), percent(count / len(limits))] for words, count in most]))
    return section("Time step", *blocks)


def title_of(words, titles):
    last = words.split()[-1]
    return titles.get(int(last), "") if last.isdigit() else ""


def deep_row(item):
    deepest = item["deepest"]
    share = f"{percent(deepest['share'])} of its distance" if "share" in deepest else ""
    return [f"{item['nodes']:,}", f"{item['worst']['deep']:,}", number(deepest["depth"]), share, deepest["node"],
            number(deepest["time"])]


def deep_headings(units):
    return ["nodes", "too deep, at worst", units.heading("greatest depth", "length"), "", "node",
            units.heading("at time", "time")]


def walls(run, units, options):
    rows = [[wall["id"], *deep_row(wall)] for wall in run.summary.get("walls", [])]
    if not rows:
        return section("Rigid walls", note("The model has no rigid wall."))
    return section("Rigid walls", chart_of(run, "rigid walls: size of the force", units),
                   table(["wall", *deep_headings(units)], rows))


def contacts(run, units, options):
    rows = [[c["id"], *deep_row(c), number(c["energy"]["sliding"]), number(c["energy"]["friction"])]
            for c in run.summary.get("contacts", [])]
    if not rows:
        return section("Contacts", note("The model has no penalty contact."))
    searches = run.summary["contact_search"]
    return section("Contacts", chart_of(run, "contacts: size of the force on side A", units),
                   chart_of(run, "contacts: energy", units),
                   table(["contact", *deep_headings(units), units.heading("sliding energy", "energy"), "of it friction"], rows),
                   note(f"{searches['searches']} searches, one in {searches['cycles_between']:.0f} cycles."))


def sections_of_parts(run, units, options):
    return section("Section forces", chart_of(run, "sections: size of the force", units))


def nodes(run, units, options):
    return section("Nodes", chart_of(run, "nodes: size of the displacement", units),
                   chart_of(run, "nodes: acceleration", units), force_over_displacement(run, units))


def records(run, kind):
    """Lines of mpi_profile.csv of a kind; empty where the run has kept no profile."""
    return [row for row in run.rows("mpi_profile.csv") if row["record"] == kind] if run.has("mpi_profile.csv") else []


def stacked(name, unit, by_rank, n_ranks, most=9):
    """Bars of the ranks, of {part: values by rank}: the largest parts, and the rest as one."""
    order = sorted(by_rank, key=lambda part: -sum(by_rank[part]))
    kept = [(part, by_rank[part]) for part in order[:most]]
    if order[most:]:
        kept.append(("other", np.sum([by_rank[part] for part in order[most:]], axis=0)))
    colour = [*colours.CURVES[:most], "#bbbbbb"]
    return {"kind": "bars", "name": name, "unit": unit, "names": [f"rank {r}" for r in range(n_ranks)],
            "parts": [{"name": part, "colour": colour[i if part != "other" else most],
                       "values": [float(f"{v:.4g}") for v in values]}
                      for i, (part, values) in enumerate(kept)]}


NO_PROFILE = "not recorded: the run had profile=off; leave it on."


def load(run, units, options):
    rows = records(run, "phase")
    if not rows:
        return section("Load by rank and phase", note(NO_PROFILE))
    n_ranks = run.summary["ranks"]
    work, wait = {}, np.zeros(n_ranks)
    for row in rows:
        work.setdefault(row["phase"], np.zeros(n_ranks))[int(row["rank"])] += float(row["work_seconds"])
        wait[int(row["rank"])] += float(row["mpi_seconds"])
    phases = run.summary["decomposition"]["phases"]
    balance = [[phase, number(p["mean"]), number(p["max"]), percent(p["imbalance"]),
                percent(p["predicted"]) if "predicted" in p else "-"]
               for phase, p in sorted(phases.items(), key=lambda item: -item[1]["mean"]) if p["mean"] > 0]
    total = sum(work.values())
    return section("Load by rank and phase", stacked("work of the ranks (CPU time outside MPI)", "s", work, n_ranks),
                   stacked("work, and time inside MPI", "s", {"work": total, "in MPI": wait}, n_ranks),
                   table(["phase", "work, mean of the ranks [s]", "greatest [s]", "imbalance (greatest / mean - 1)",
                          "predicted by the weights"],
                         balance))


def mpi(run, units, options):
    if "mpi" not in run.summary:
        return section("MPI profile", note(NO_PROFILE))
    m, n_ranks = run.summary["mpi"], run.summary["ranks"]
    names = ["share of the steps in MPI", "time of the steps", "work of a rank, mean", "slowest rank of each stage",
             "messages", "nodes"]
    values = [percent(m["share"]), seconds(m["steps_s"]), seconds(m["work_s"]["mean"]), seconds(m["work_path_s"]),
              f"{m['pairs']['messages']:,}, {m['pairs']['bytes'] / 1e6:.1f} MB", m["nodes"]]

    def rows(kind):
        return [[name, f"{f['calls']:,}", f"{f['calls_per_rank_cycle']:.3f}", f"{f['bytes'] / max(f['calls'], 1):.0f}",
                 number(f["seconds"]), percent(f["seconds"] / m["steps_s"], 2)]
                for name, f in sorted(m[kind].items(), key=lambda item: -item[1]["seconds"])]

    head = ["calls", "per rank and cycle", "mean size [bytes]", "seconds of a rank", "of the steps"]
    seconds_of, matrix = {}, np.zeros((n_ranks, n_ranks))
    for row in records(run, "call"):
        seconds_of.setdefault(row["function"], np.zeros(n_ranks))[int(row["rank"])] += float(row["seconds"])
    for row in records(run, "pair"):
        matrix[int(row["rank"]), int(row["to"])] += float(row["bytes"])
    return section("MPI profile", {"kind": "tiles", "items": list(zip(names, map(str, values)))},
                   stacked("time in MPI by function", "s", seconds_of, n_ranks) if seconds_of else None,
                   table(["function", *head], rows("functions")), table(["message size", *head], rows("sizes")),
                   {"kind": "matrix", "name": "bytes from rank to rank", "row": "from rank", "column": "to rank", "unit": "bytes",
                    "values": matrix.tolist()} if matrix.any() else note("No messages went from rank to rank."))


def decomposition(run, units, options):
    d = run.summary["decomposition"]
    def shown(name, value):
        return f"{value / 2**20:,.1f}" if name == "peak_memory" else f"{value:,.6g}"
    rows = [[name.replace("_", " ") + (" [MiB]" if name == "peak_memory" else ""),
             *(shown(name, d[name][k]) for k in ("min", "mean", "max")), percent(d[name]["imbalance"])]
            for name in d if isinstance(d[name], dict) and "imbalance" in d[name]]
    again = [[r["cycle"], number(r["time"]), percent(r["imbalance"]), f"{r['moved_elements']:,}", number(r["seconds"])]
             for r in run.summary.get("rebalances", [])]
    return section("Decomposition",
                   note(f"Method {d['method']}, {run.summary['ranks']} rank" + "s" * (run.summary["ranks"] > 1)
                        + ". Colour the deformed shape by rank to see the pieces."),
                   table(["of a rank", "least", "mean", "greatest", "imbalance"], rows),
                   table(["repartitioned in cycle", "time", "imbalance", "elements moved", "seconds"], again) if again else None)


# of the phases in summary.json: a group, and the words in their names; the first that fits counts
GROUPS_OF_PHASES = (("start", ("keyword", "read dump", "decomposition", "distribution", "initialization")),
                    ("contact", ("contact",)), ("elements", ("shells", "solids", "beams", "springs", "time step")),
                    ("output", ("output", "write")), ("waiting and messages", ("halo", "collectives", "outside phases")),
                    ("implicit", ("factorisation", "substitution", "refinement", "stiffness", "projected", "shapes",
                                  "orthogonal")),
                    ("nodes and conditions", ("",)))


def phases_of(wall):
    """The run's time as a tree: groups of phases, and what no phase has."""
    groups = {}
    for name, value in wall.items():
        if name not in ("total", "step_loop") and value > 0:
            group = next(group for group, words in GROUPS_OF_PHASES if any(word in name for word in words))
            groups.setdefault(group, []).append({"name": name, "value": value})
    rest = wall["total"] - sum(phase["value"] for phases in groups.values() for phase in phases)
    tree = [{"name": group, "value": sum(phase["value"] for phase in phases), "parts": by_size(phases)}
            for group, phases in groups.items()]
    return by_size(tree) + ([{"name": "outside of phases", "value": rest, "parts": []}] if rest > 0 else [])


def by_size(items):
    return sorted(items, key=lambda item: -item["value"])


def times(run, units, options):
    wall, start = run.summary["wall_s"], run.summary.get("start_s", {})
    rows = [[name, number(value), percent(value / wall["total"])]
            for name, value in sorted(wall.items(), key=lambda item: -item[1]) if value > 0]
    parts = phases_of(wall)
    tints = [*colours.CURVES[:len(GROUPS_OF_PHASES)], "#8a929c"]
    tree = {"kind": "nested", "name": f"wall time of the run, {seconds(wall['total'])}, mean of the ranks", "unit": "s",
            "parts": [part | {"colour": tints[-1] if part["name"] == "outside of phases" else tints[i]}
                      for i, part in enumerate(parts)]}
    before = note("Before the first step: " + ", ".join(f"{stage} {seconds(value)}" for stage, value in start.items()) + ".")
    return section("Run time", tree, before if start else None,
                   table(["phase, mean of the ranks", "seconds", "of the run"], rows))


SECTIONS = [overview, deformed, energy, time_step, walls, contacts, sections_of_parts, nodes, times, load, mpi, decomposition]


def title_of_run(run):
    """The title of the deck: the first line of an ASCII result or of the log."""
    lines = [line.strip() for line in run.text("glstat").splitlines()[:1]] if run.has("glstat") else []
    return (lines and lines[0]) or run.folder.resolve().name


def report(run, units, options):
    """Title and sections of the page."""
    return title_of_run(run), [make(run, units, options) for make in SECTIONS]
