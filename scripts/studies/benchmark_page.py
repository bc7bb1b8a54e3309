"""Pages of the benchmark: of one result as text and HTML, and the table of docs/results.md. Used by benchmark.py."""
import statistics

from command_line import counted
from tables import replace_part, table

BEGIN, END = "<!-- from here on written by scripts/benchmark --table -->\n", "<!-- up to here -->\n"
LEAST_PHASE = 0.005     # part of the core time below which a phase is left out of a table


def percent(value):
    return f"{100 * value:.1f} %"


def sentence(result, quiet):
    """The figure of merit in words, and what it may be used for."""
    merit = result["figure_of_merit"]
    text = (f"{merit['value']:.2f} million element-cycles per second ({result['size']}, {result['run']['precision']} precision, "
            f"{counted(result['run']['ranks'], 'rank')} x {counted(result['run']['threads'], 'thread')})")
    said = (f"from {merit['least']:.2f} to {merit['most']:.2f} in {result['run']['repeats']} repeats, "
            f"spread {percent(merit['spread'])}")
    if merit["quiet"]:
        return f"{text}; {said}."
    return (f"{text}; {said}: not fit to be published, which needs 3 repeats or more and a spread of at most {percent(quiet)}, "
            "of each case too, on a machine that does nothing else.")


def case_rows(result):
    return [{"case": c["name"], "elements": f"{c['elements']:,}", "cycles": f"{c['cycles']:,}",
             "10^6 element-cycles/s, steps": f"{c['rate']:.2f}", "whole job": f"{c['job_rate']:.2f}",
             "steps [s], median": f"{statistics.median(c['step_loop_s']):.3f}", "spread": percent(c["spread"]),
             "CPU ns outside MPI per element-cycle":
                 f"{statistics.median(c['work_ns']):.1f}" if "work_ns" in c else "-",
             "state hash": f"{c['state_hash']}, verified"} for c in result["cases"]]


def phase_rows(result):
    """Core time by phase: a row each, a column of ns and one of 10^6 element-cycles/s of all ranks for each case."""
    cases, cores = result["cases"], result["run"]["ranks"] * result["run"]["threads"]
    names = sorted({name for c in cases for name in c["phases_ns"]}, key=lambda n: -max(c["phases_ns"].get(n, 0) for c in cases))
    rows = []
    for name in names:
        values = [c["phases_ns"].get(name, 0.0) for c in cases]
        if all(v < LEAST_PHASE * sum(c["phases_ns"].values()) for v, c in zip(values, cases)):
            continue
        row = {"phase": name}
        for case, ns in zip(cases, values):
            row[f"{case['name']} [ns]"] = f"{ns:.2f}"
            row[f"{case['name']}, 10^6/s"] = f"{1e3 * cores / ns:.1f}" if ns >= 0.005 else "-"
        rows.append(row)
    return rows


def machine_rows(result):
    run = result["run"] | {"options": " ".join(result["run"]["options"]) or "none"}
    items = {"date": result["date"], **result["machine"], **run}
    return [{"": name.replace("_", " "), "value": value} for name, value in items.items()]


PARTS = [("Cases", case_rows), ("Core time of a phase, per element and cycle, and the rate if there were no other", phase_rows),
         ("Machine and run", machine_rows)]


def write(folder, result, rates, quiet):
    """Writes result.md and result.html; returns the text."""
    from report_page import note, section, write_page
    from report_page import table as block
    parts = [(name, rows_of(result)) for name, rows_of in PARTS]
    lines = ["# Crumple benchmark", "", sentence(result, quiet), ""]
    for name, rows in parts:
        lines += [f"## {name}", "", *table(rows), ""]
    text = "\n".join(lines)
    (folder / "result.md").write_text(text, encoding="utf-8")
    merit = {"kind": "bars", "name": "repeats", "unit": "10^6 element-cycles/s",
             "names": [f"repeat {k + 1}" for k in range(len(rates))],
             "parts": [{"name": "all ranks together, geometric mean of the cases", "colour": "#0072b2", "values": rates}]}
    sections = [section("Figure of merit", note(sentence(result, quiet)), merit)]
    sections += [section(name, block(list(rows[0]), [row.values() for row in rows])) for name, rows in parts]
    write_page(folder / "result.html", f"Crumple benchmark, {result['size']}: {result['machine']['cpu']}", sections)
    return text + f"\nwrote result.json, result.md and result.html in {folder}"


def result_row(path, result):
    machine, run, merit = result["machine"], result["run"], result["figure_of_merit"]
    cores = run["ranks"] * run["threads"]
    virtual = f", virtual ({machine['virtual']})" if machine["virtual"] != "no" else ""
    hosts = f"{run['hosts']} hosts of " if run["hosts"] > 1 else ""
    return {"size": result["size"], "precision": run["precision"],
            "10^6 element-cycles/s": f"{merit['value']:.2f} ({merit['least']:.2f} - {merit['most']:.2f})",
            "per core": f"{merit['value'] / cores:.2f}",
            "spread": percent(merit["spread"]) + ("" if merit["quiet"] else ", too noisy"),
            "machine": f"{hosts}{machine['sockets']} x {machine['cpu']}, {counted(machine['cores'], 'core')}{virtual}",
            "ranks x threads": f"{run['ranks']} x {run['threads']}", "isa": run["isa"], "MPI": machine["mpi"],
            "compiler": machine["compiler"], "commit": machine["commit"], "date": result["date"],
            "file": f"[{path.stem}](results/{path.name})"}


def write_results(page, results):
    """Writes the table of the page: by size, the fastest first."""
    order = ("small", "medium", "large", "huge")
    results = sorted(results, key=lambda item: (order.index(item[1]["size"]), -item[1]["figure_of_merit"]["value"]))
    lines = table([result_row(*item) for item in results]) if results else ["No result has been submitted."]
    replace_part(page, BEGIN, "\n".join(["", *lines, ""]) + "\n", END)
