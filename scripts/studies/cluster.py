"""Simulates large models on clusters of 64 to 16,384 ranks, from plans; called by scripts/cluster-studies.

  calibration  costs of the phases, measured in smaller decks on one core of this machine, and checked on one and two
  offload   collectives in the network on and off, in the modes separate and fused
  scaling   time per step from 16 to 16,384 ranks, where it ends and which phase ends it
  threads   ranks x threads on the same cores
  methods   decomposition methods
  modes     values of collectives=, with and without offload
  algorithms  of Allreduce, and noise of the system
  profile   compute and MPI, by function and by message size
  plans     what plans cost: memory and time, measured

Up to --most-ranks ranks each step is replayed in SimGrid; the LogGP model is evaluated for all numbers of ranks."""
import argparse
import copy
import csv
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import cluster_pictures as pictures  # noqa: E402
import smpi_replay  # noqa: E402
from cluster_costs import REPEATS, error, greatest_error  # noqa: E402
from cluster_plans import ELEMENTS, REAL_SIZE, Plans  # noqa: E402
from cluster_tables import (best, gain, limits, share_by_function, share_by_size, small_share, useful_end)  # noqa: E402
from command_line import ROOT, Parser, count, names_and_keys, numbers, some_of, start  # noqa: E402
from loggp import PARTS, STARTED_EARLY, Ways, step  # noqa: E402
from plans import Platform, Rates, platform_names  # noqa: E402
from runs import Progress  # noqa: E402
from tables import replace_part, table  # noqa: E402

STUDIES = ["calibration", "offload", "scaling", "threads", "methods", "modes", "algorithms", "profile", "plans"]
CLUSTERS = ["nehalem-ddr", "skylake-omnipath", "ndr", "ethernet"]
MODES = [("fused", True), ("nonblocking", True), ("nonblocking", False), ("shared", True)]  # and whether they progress
ALGORITHMS = ["mvapich2_rs", "rdb", "rab", "lr", "redbcast"]
NOISES = [(0.0, 0.0), (10.0, 0.1), (100.0, 0.01)]  # mean delay of a rank in a step [us], probability
METHODS = ["rcb", "rib", "hsfc", "metis", "greedy"]
COLUMNS = ["study", "deck", "elements", "platform", "label", "collectives", "ranks", "threads", "offload", "us_model",
           "us_replay", *(f"us_{part}" for part in PARTS)]
PAGE = ROOT / "docs/cluster-studies.md"
NOTE = "simulated, not measured"
# What is known of the papers' machines and figures: in docs/cluster-studies.md.
MOST_RANKS = 16384  # of the papers
PAPER = {"offload": "papers: 5 % at 8 nodes, 15 % at 192 cores",
         "calls": {"Allreduce": "24 to 28", "Bcast": "2.5", "Recv": "43 to 56", "Wait": "85"}, "mpi": "12 to 18 %"}


def sizes(text):
    """{kind: elements} of KIND=N words with commas between."""
    found = {}
    for word in text.split(","):
        kind, _, number = word.partition("=")
        if kind not in ELEMENTS:
            raise argparse.ArgumentTypeError(f"'{word}': expected KIND=N with KIND of {', '.join(ELEMENTS)}")
        found[kind] = count(number)
    return found


def arguments():
    parser = Parser("cluster-studies", __doc__.split(";")[0] + ".")
    parser.add_argument("rest", nargs="*", metavar="STUDY | key=value",
                        help=f"of {', '.join(STUDIES)} (default: all), and keys for the plans, e.g. precision=double")
    parser.add_argument("--platform", default=",".join(CLUSTERS), metavar="NAMES",
                        help=f"machines, of {', '.join(platform_names())} (default: %(default)s)")
    parser.add_argument("--elements", type=sizes, default={}, metavar="KIND=N,...",
                        help="sizes of the decks (default: " + ",".join(f"{k}={n}" for k, n in ELEMENTS.items()) + ")")
    parser.add_argument("--ranks", type=numbers, default=[16, 64, 256, 1024, 4096, 16384], metavar="LIST",
                        help="of the study of scaling (default: 16,64,256,1024,4096,16384)")
    parser.add_argument("--cores", type=count, default=1024, metavar="N",
                        help="of the studies of threads and methods (default: %(default)s)")
    parser.add_argument("--methods", default=",".join(METHODS), metavar="LIST",
                        help="decomposition methods (default: %(default)s)")
    parser.add_argument("--plan-ranks", type=numbers, default=[16, 192, 1024, 4096, 16384], metavar="LIST",
                        help="of the study of plans (default: 16,192,1024,4096,16384)")
    parser.add_argument("--most-ranks", type=count, default=1024, metavar="N",
                        help="plans of more ranks have the model alone (default: %(default)s)")
    parser.add_argument("--steps", type=count, default=1, metavar="N",
                        help="steps to replay after a first one (default: %(default)s)")
    parser.add_argument("--write", action="store_true", help="write tables and pictures into docs/cluster-studies.md")
    parser.add_argument("--page", type=pathlib.Path, default=PAGE, help=argparse.SUPPRESS)
    parser.add_output("cluster-studies")
    options = parser.parse_intermixed_args()
    options.studies, options.keys = names_and_keys(parser, options.rest, STUDIES, "study")
    options.platform = some_of(parser, "--platform", options.platform, platform_names())
    options.methods = some_of(parser, "--methods", options.methods, METHODS + ["metis-recursive"])
    options.elements = ELEMENTS | options.elements
    return options


class Simulations:
    """Rows of results: the model of every case, and its replay up to so many ranks; each replay is kept."""

    def __init__(self, options):
        self.options, self.rows, self.kept = options, [], options.o / "replays.json"
        self.replays = json.loads(self.kept.read_text()) if self.kept.exists() else {}

    def run(self, study, kind, label, plan, name, offload=False, progress=True, replayed=True, **more):
        """`more`: settings that only the replay knows."""
        platform = Platform(name, plan.threads)
        rates = Rates()
        ways = {"offload": offload, "overlap": True, "progress": progress}
        seconds, parts = step(plan, platform, rates, Ways(**ways))
        row = {"study": study, "deck": kind, "elements": self.options.elements[kind], "platform": name, "label": label,
               "collectives": plan.mode, "ranks": plan.ranks, "threads": plan.threads, "offload": "on" if offload else "off",
               "us_model": 1e6 * seconds, "us_replay": "", **{f"us_{part}": 1e6 * t for part, t in parts.items()}}
        if replayed and plan.ranks <= self.options.most_ranks:
            row["us_replay"] = 1e6 * self.replay(plan, platform, rates, ways | more)
        self.rows.append(row)
        return row

    def replay(self, plan, platform, rates, ways):
        made = [str(plan.path), plan.path.stat().st_mtime, plan.mode, platform.key, plan.threads, sorted(ways.items()),
                self.options.steps,
                (ROOT / "scripts/studies/traces.py").stat().st_mtime]
        key = json.dumps(made)
        if key not in self.replays:
            settings = smpi_replay.Settings(**({"steps": self.options.steps} | ways))
            found = smpi_replay.replay(plan, platform, rates, settings)
            if self.kept.exists():  # another call may have added to it
                self.replays |= json.loads(self.kept.read_text())
            self.replays[key] = found
            self.kept.write_text(json.dumps(self.replays))
        return self.replays[key]


def about(kind, options, plans):
    """The deck, its size and that of the model it stands for; how good its costs are."""
    costs = plans.costs.of(kind)
    ranks = " and ".join(str(of["ranks"]) for of in costs["checks"])
    return (f"{kind}: {options.elements[kind]:,} elements, the original has {REAL_SIZE[kind]:,}; costs of {costs['elements']:,} elements "
            f"on {ranks} ranks here are up to {percent(greatest_error(costs, 'work'), 0)} off in work, {percent(greatest_error(costs), 0)} in the step")


def us(value):
    return "-" if value == "" else f"{value:.0f}" if value >= 100 else f"{value:.1f}"


def percent(value, digits=1):
    return "-" if value is None else f"{100 * value:.{digits}f} %"


def offload_ranks(platforms):
    """96 and 192 ranks, and eight nodes where that is not far more."""
    eight = {8 * Platform(name).ranks_per_node for name in platforms}
    return sorted({96, 192} | {n for n in eight if n <= 192})


def study_calibration(options, plans, simulations):
    rows = []
    for kind in ELEMENTS:
        costs = plans.costs.of(kind)
        rows += [{"deck": kind, "elements": f"{costs['elements']:,}", "ranks": of["ranks"],
                  **{f"{part}, error": f"{100 * error(of, part):+.0f} %" for part in ("elements", "contact", "nodes")},
                  "work, measured [us]": us(1e6 * of["measured"]["work"]), "planned [us]": us(1e6 * of["planned"]["work"]),
                  "error": f"{100 * error(of, 'work'):+.0f} %", "step, measured [us]": us(1e6 * of["measured"]["step"]),
                  "spread": percent(of["spread"]["step"], 0), "simulated [us]": us(1e6 * of["planned"]["step"]),
                  "error ": f"{100 * error(of, 'step'):+.0f} %"} for of in costs["checks"]]
    return [*table(rows), "", f"Measured on {plans.costs.of('taurus')['cpu']}, medians of {REPEATS} runs; "
            "error: planned or simulated over measured."], ""


def study_offload(options, plans, simulations):
    ranks, lines, rows = offload_ranks(options.platform), [], []
    for mode in ("separate", "fused"):
        for n, plan in plans.get("taurus", mode, ranks, [f"collectives={mode}"]).items():
            for name in options.platform:
                off, on = (simulations.run("offload", "taurus", mode, plan, name, offload) for offload in (False, True))
                nodes = -(-n // Platform(name).ranks_per_node)
                rows.append({"platform": name, "ranks": n, "nodes": nodes, "collectives": mode,
                             "calls": len(plan.collectives), "step, replay [us]": us(off["us_replay"]),
                             "with offload": us(on["us_replay"]), "gain, replay": percent(gain(off, on, "us_replay")),
                             "step, model [us]": us(off["us_model"]), "gain, model": percent(gain(off, on, "us_model"))})
    rows.sort(key=lambda row: (options.platform.index(row["platform"]), row["ranks"], row["collectives"] != "separate"))
    lines += [*table(rows), "", f"({NOTE}; {PAPER['offload']}; {about('taurus', options, plans)}.)"]
    return lines, ""


def study_scaling(options, plans, simulations):
    rows, ends = [], []
    for kind in ("car2car", "odb"):
        for n, plan in plans.get_some(kind, "fused", options.ranks, ["collectives=fused"]).items():
            for name in options.platform:
                simulations.run("scaling", kind, "fused", plan, name)
        for name in options.platform:
            line = [r for r in simulations.rows if (r["study"], r["deck"], r["platform"]) == ("scaling", kind, name)]
            rows += [{"deck": kind, "platform": name, "ranks": f"{r['ranks']:,}",
                      "elements a rank": f"{r['elements'] / r['ranks']:,.0f}", "step, model [us]": us(r["us_model"]),
                      "step, replay [us]": us(r["us_replay"]),
                      "replay / model": "-" if r["us_replay"] == "" else f"{r['us_replay'] / r['us_model']:.2f}",
                      "efficiency": percent(line[0]["us_model"] * line[0]["ranks"] / (r["us_model"] * r["ranks"]), 0),
                      "most time in": limits(r)} for r in line]
            least, end = best(line), useful_end(line)
            ends.append({"deck": kind, "platform": name, "efficiency above one half up to": f"{end['ranks']:,} ranks",
                         "elements a rank there": f"{end['elements'] / end['ranks']:,.0f}",
                         "shortest step": f"{us(least['us_model'])} us on {least['ranks']:,} ranks",
                         "its parts": ", ".join(f"{part} {percent(least[f'us_{part}'] / least['us_model'], 0)}"
                                                for part in sorted(PARTS, key=lambda p: -least[f"us_{p}"])[:3])})
    ratios = [r["us_replay"] / r["us_model"] for r in simulations.rows if r["study"] == "scaling" and r["us_replay"] != ""]
    said = f"({NOTE}; {about('car2car', options, plans)}; {about('odb', options, plans)}.)"
    if ratios:
        said += f" Where both run, replay / model lies between {min(ratios):.2f} and {max(ratios):.2f}."
    for kind in ("car2car", "odb"):
        most = max(r["ranks"] for r in simulations.rows if (r["study"], r["deck"]) == ("scaling", kind))
        if most < MOST_RANKS:
            said += f" More than {most:,} ranks of {kind} were not planned."
    pictures.scaling(simulations.rows, options.platform, options.o)
    return [*table(ends), "", *table(rows), "", said], "scaling"


def study_threads(options, plans, simulations):
    threads = [t for t in (1, 2, 4, 8, 16) if options.cores % t == 0]
    rows = []
    for t in threads:
        n = options.cores // t
        plan = plans.get("car2car", "fused", [n], ["collectives=fused"], threads=t)[n]
        for name in options.platform:
            if t > Platform(name).ranks_per_node:  # more threads than a node has cores
                continue
            r = simulations.run("threads", "car2car", f"{n} x {t}", plan, name)
            rows.append({"platform": name, "ranks x threads": f"{n} x {t}", "step, model [us]": us(r["us_model"]),
                         "step, replay [us]": us(r["us_replay"]),
                         **{part: us(r[f"us_{part}"]) for part in PARTS}})
    rows.sort(key=lambda row: options.platform.index(row["platform"]))
    pictures.threads(simulations.rows, options.platform, options.o)
    return [*table(rows), "", f"({NOTE}; {about('car2car', options, plans)}; the work of a rank is divided by its threads, "
            "as if they cost nothing.)"], "threads"


def study_methods(options, plans, simulations):
    rows = []
    for method in options.methods:
        n = options.cores
        pfile = f"decomp {{ method {method.replace('-', '_')} }}\n"
        try:
            plan = plans.get("car2car", "fused" if method == "rcb" else method, [n], ["collectives=fused"],
                             "" if method == "rcb" else pfile)[n]
        except ValueError as problem:
            print(f"not planned: {method}: {problem}", file=sys.stderr)
            continue
        sent = sum(edges[:, 2].sum() for edges in plan.exchanges.values()) / n
        messages = sum(len(edges) for edges in plan.exchanges.values()) / n
        for name in options.platform:
            r = simulations.run("methods", "car2car", method, plan, name)
            rows.append({"platform": name, "method": method, "messages a rank": f"{messages:.1f}",
                         "kB a rank": f"{sent / 1e3:.0f}", "step, model [us]": us(r["us_model"]),
                         "step, replay [us]": us(r["us_replay"]),
                         **{part: us(r[f"us_{part}"]) for part in ("imbalance", "waiting", "messages")}})
    rows.sort(key=lambda row: options.platform.index(row["platform"]))
    pictures.methods(simulations.rows, options.platform, options.o)
    return [*table(rows), "", f"({NOTE}; {options.cores:,} ranks; {about('car2car', options, plans)}.)"], "methods"


def in_mode(plan, mode):
    """The plan of another mode that makes the same calls as fused."""
    other = copy.copy(plan)
    other.mode = mode
    return other


def study_modes(options, plans, simulations):
    plan, rows = plans.get("taurus", "fused", offload_ranks(options.platform), ["collectives=fused"])[192], []
    for name in options.platform:
        for mode, progress in MODES:
            label = mode if progress else f"{mode}, no progress"
            off, on = (simulations.run("modes", "taurus", label, in_mode(plan, mode), name, offload, progress)
                       for offload in (False, True))
            rows.append({"platform": name, "collectives": label, "step, replay [us]": us(off["us_replay"]),
                         "with offload": us(on["us_replay"]), "step, model [us]": us(off["us_model"]),
                         "with offload ": us(on["us_model"])})
    return [*table(rows), "", f"({NOTE}; {plan.ranks} ranks; {about('taurus', options, plans)}. `persistent` is replayed as `nonblocking`.)"], ""


def study_algorithms(options, plans, simulations):
    ranks, rows, noisy = offload_ranks(options.platform), [], []
    for mode in ("separate", "fused"):
        plan = plans.get("taurus", mode, ranks, [f"collectives={mode}"])[192]
        for name in options.platform:
            found = [simulations.run("algorithms", "taurus", a, plan, name, allreduce=a) for a in ALGORITHMS]
            rows.append({"platform": name, "collectives": mode,
                         **{f"`{a}`": us(r["us_replay"]) for a, r in zip(ALGORITHMS, found)}, "model": us(found[0]["us_model"])})
    rows.sort(key=lambda row: options.platform.index(row["platform"]))
    for name in options.platform:
        found = [simulations.run("algorithms", "taurus", f"noise {mean:g} us, {p:g}", plan, name, noise=(mean, p), steps=5)
                 for mean, p in NOISES]
        still = found[0]["us_replay"]
        noisy.append({"platform": name, **{
            "none" if p == 0 else f"{mean:g} us, probability {p:g}":
            us(r["us_replay"]) if p == 0 or "" in (r["us_replay"], still) else f"{us(r['us_replay'])} (+{us(max(0.0, r['us_replay'] - still))})"
            for (mean, p), r in zip(NOISES, found)}})
    return [*table(rows), "", "Delays of each rank in each step, `fused`, us per step (of it by noise):", "", *table(noisy), "",
            f"({NOTE}; {plan.ranks} ranks, replay; {about('taurus', options, plans)}. {max(p for _, p in NOISES):g} x {NOISES[1][0]:g} us and "
            f"{NOISES[2][1]:g} x {NOISES[2][0]:g} us are 1 us per rank and step.)"], ""


def study_profile(options, plans, simulations):
    n = 16
    plan = plans.get("car2car", "separate", [n], ["collectives=separate"])[n]
    shares, lines = [], []
    for name in options.platform:
        r = simulations.run("profile", "car2car", "separate", plan, name, replayed=False)
        by = share_by_function(r, plan)
        shares.append({"platform": name, "compute": percent(by.pop("compute")), "MPI": percent(1 - sum(
            r[f"us_{p}"] for p in ("elements", "contact", "nodes")) / r["us_model"]),
            **{function: percent(part) for function, part in by.items()}})
    sizes_of, calls = share_by_size(plan)
    lines += [*table(shares), "", *table([{
        "calls of a rank and step": name, "simulated": f"{number:.1f}", "LS-DYNA, 16 ranks": PAPER["calls"].get(name, "-")}
        for name, number in calls.items()]), "",
        *table([{"bytes": name, "messages and collectives": percent(part["calls"]), "bytes of all": percent(part["bytes"])}
                for name, part in sizes_of.items()]), "",
        f"({NOTE}; {n} ranks, collectives=separate; {about('car2car', options, plans)}. {percent(small_share(sizes_of), 0)} of messages and "
        f"collectives have at most 64 bytes. LS-DYNA: MPI {PAPER['mpi']} of the time.)"]
    return lines, ""


def study_plans(options, plans, simulations):
    rows = []
    for n in options.plan_ranks:
        row = {"ranks": f"{n:,}"}
        for kind in ("car", "car-large"):
            elements, seconds, peak = plans.measure(kind, n)
            row |= {f"{elements:,} elements: peak memory": f"{peak / 1e9:.2f} GB", f"CPU time, {elements:,}": f"{seconds:.1f} s"}
        rows.append(row)
    return [*table(rows), "", "Measured with one process; `scripts/cluster-studies plans`."], ""


def costs(options, plans):
    """Seconds, about, of each study."""
    scaling = sum(plans.seconds(kind, "fused", options.ranks) for kind in ("car2car", "odb"))
    first = {"offload": sum(plans.seconds("taurus", mode, offload_ranks(options.platform)) for mode in ("separate", "fused")),
             "scaling": scaling, "threads": plans.seconds("car2car", "fused", [options.cores]),
             "methods": sum(plans.seconds("car2car", m, [options.cores]) for m in options.methods if m != "rcb"),
             "modes": plans.seconds("taurus", "fused", [192]), "algorithms": plans.seconds("taurus", "separate", [192]),
             "profile": plans.seconds("car2car", "separate", [16]), "plans": 60,
             "calibration": sum(0 if plans.costs.are_current(kind) else 25 for kind in ELEMENTS)}
    return [first[name] + 30 for name in options.studies]


def origin(options, version):
    """What the numbers are, for the page and the terminal."""
    yield (f"Simulated, not measured: SimGrid {version} up to {options.most_ranks:,} ranks; the LogGP model for all numbers of ranks; "
           "costs of all phases by [calibration](#calibration).")
    for name in options.platform:
        p = Platform(name)
        yield f"- `{name}`: {p.name}; {p.assumed} of {p.parameters} parameters assumed"


def write_page(options, results, version):
    """Puts what was found between the marks of the page; a study that was not run stays."""
    replace_part(options.page, "<!-- from here on written by scripts/cluster-studies --write: origin -->\n",
                 "\n".join(origin(options, version)) + "\n", "<!-- up to here: origin -->")
    for name, (lines, picture) in results.items():
        for drawn in options.o.glob(f"{picture}*.png") if picture else ():
            (options.page.parent / "images" / f"cluster-{drawn.name}").write_bytes(drawn.read_bytes())
        replace_part(options.page.with_name("plan.md") if name == "plans" else options.page, f"<!-- from here on written by scripts/cluster-studies --write: {name} -->\n",
                     "\n".join(lines) + "\n", f"<!-- up to here: {name} -->")


def main(options):
    version = smpi_replay.need_smpirun()
    options.o.mkdir(parents=True, exist_ok=True)
    options.o = options.o.resolve()
    plans, simulations, results = Plans(options.o, options.elements, options.keys), Simulations(options), {}
    progress = Progress(costs(options, plans))
    for name in options.studies:
        study = globals()[f"study_{name}"]
        results[name] = progress.run(name, lambda: study(options, plans, simulations))
        source = [] if name == "plans" else [*origin(options, version), ""]
        text = [f"# {name}", "", *results[name][0], "", *source]
        (options.o / f"{name}.md").write_text("\n".join(text), encoding="utf-8")
        print("\n".join(text[:-1]) + "\n")
    with (options.o / "cluster.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(simulations.rows)
    if options.write:
        write_page(options, results, version)
    print(f"wrote cluster.csv, {', '.join(f'{n}.md' for n in results)} and pictures in {options.o}")


if __name__ == "__main__":
    start(arguments, main)
