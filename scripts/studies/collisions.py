"""Energy of random collisions of two small elastic bodies; called by scripts/collision-study.

Without friction and contact damping two elastic bodies that have met and parted have the energy that they had before, as
motion, strain and work of the bulk viscosity. What is missing is what contact has taken; the balance of all energies,
which counts that work, shows the errors of the step besides."""
import concurrent.futures
import json
import math
import os
import pathlib
import shutil
import sys

sys.path[:0] = [str(pathlib.Path(__file__).parent)]

from command_line import Late, Parser, count, start  # noqa: E402
from crumple.decks import INPUTS, deck as write_deck  # noqa: E402
from crumple.running import execute, mpi_environment, program, reason_of  # noqa: E402
from tables import table  # noqa: E402

sys.path.append(str(INPUTS))
np, mesh = Late("numpy"), Late("crumple_decks.mesh")

DENSITY, YOUNG, POISSON = 7.85e-6, 210.0, 0.3      # steel [kg/mm3, GPa]
SPEEDS = 1.0, 700.0                                # [m/s], equally likely in their logarithm
BANDS = (1, 10, 50, 200, 700)                      # [m/s] of the table
KINDS = ("hexes", "tets", "shells", "beams")
GAP = 0.2                                          # [mm] along the approach at the start, beside half thicknesses
STATES = 200                                       # records of energies
WORST = 10                                         # collisions listed
SUCCESS, UNSTABLE = (0, 3, 4, 5), 2                # exit status


def arguments():
    parser = Parser("collision-study", __doc__.split(";")[0] + ".")
    parser.add_argument("--collisions", type=count, default=1000, metavar="N", help="how many (default: %(default)s)")
    parser.add_argument("--first", type=count, default=1, metavar="SEED",
                        help="seed of the first; the next ones follow (default: %(default)s)")
    parser.add_argument("--jobs", type=count, default=os.cpu_count(), metavar="N",
                        help="collisions at a time (default: %(default)s)")
    parser.add_output("collision-study")
    parser.add_keys()
    return parser.parse_intermixed_args()


def rotation(random):
    """A rotation matrix, all equally likely."""
    q, r = np.linalg.qr(random.normal(size=(3, 3)))
    q *= np.sign(np.diag(r))
    return q if np.linalg.det(q) > 0 else -q


def body(kind, random):
    """Nodes (n, 3) about the origin, elements of node indices, ELFORM and thickness or diameter [mm]."""
    counts, edges = random.integers(2, 5, 3), random.uniform(3, 8, 3)
    if kind in ("hexes", "tets"):
        xyz, elements = mesh.box_hexes(*(np.arange(n + 1) * edge for n, edge in zip(counts, edges)))
        form, thickness = (int(random.choice([1, 2])), 0.0) if kind == "hexes" else (10, 0.0)
        elements = mesh.tetrahedra(elements) if kind == "tets" else elements
    elif kind == "shells":
        n, m = counts[:2] + 1
        u, v = np.meshgrid(np.arange(n + 1) * edges[0], np.arange(m + 1) * edges[1], indexing="ij")
        xyz = np.stack([u, v, 0 * u], -1).reshape(-1, 3)
        number = np.arange(len(xyz)).reshape(n + 1, m + 1)
        elements = np.stack([number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]], -1).reshape(-1, 4)
        form, thickness = int(random.choice([2, 16])), float(random.uniform(0.5, 2))
    else:
        n = counts[0] + 2
        xyz = np.stack([np.arange(n + 1) * edges[0], np.zeros(n + 1), np.zeros(n + 1)], -1)
        elements, form, thickness = np.stack([np.arange(n), np.arange(1, n + 1)], -1), 1, float(random.uniform(1, 3))
    return (xyz - xyz.mean(axis=0)) @ rotation(random).T, elements, form, thickness


def collision(seed):
    """What happens in the collision of this seed."""
    random = np.random.default_rng(seed)
    kinds = random.choice(KINDS, 2)
    while all(kind == "beams" for kind in kinds):    # beams do not touch each other
        kinds = random.choice(KINDS, 2)
    one, other = (body(kind, random) for kind in kinds)
    speed = math.exp(random.uniform(*np.log(SPEEDS)))
    approach = rotation(random)                      # its first column points from the first body to the second
    along, aside = approach[:, 0], approach[:, 1]
    offset = 0.4 * random.uniform() * min(np.ptp(xyz @ aside) for xyz, *_ in (one, other))
    distance = np.max(one[0] @ along) - np.min(other[0] @ along) + GAP + 0.5 * (one[3] + other[3])
    other = (other[0] + distance * along + offset * aside, *other[1:])
    length = sum(np.ptp(xyz @ along) for xyz, *_ in (one, other))
    wave = math.sqrt(YOUNG / DENSITY)
    return {"seed": seed, "kinds": tuple(map(str, kinds)), "bodies": (one, other), "speed": speed, "along": along,
            "soft": int(random.integers(0, 3)), "end": (GAP + length) / speed + 10 * length / wave}


def write_body(deck, part, kind, a_body, first_node, first_element, velocity):
    xyz, elements, form, thickness = a_body
    deck.part(part, kind, part, 1)
    numbers = np.arange(len(elements)) + first_element
    if kind == "shells":
        deck.section_shell(part, thickness, points=3, formulation=form)
        deck.shells(numbers, np.full(len(numbers), part), elements + first_node)
    elif kind == "beams":
        deck.keyword("SECTION_BEAM")
        deck.card("secid elform shrf qr/irid cst", [part, form, 1.0, 2, 1])
        deck.card("ts1 ts2 tt1 tt2", [thickness, thickness, 0.0, 0.0])
        deck.keyword("ELEMENT_BEAM")                 # the third node gives the direction of the section
        third = first_node + len(xyz)
        deck.table("%8d" * 5, [numbers, np.full(len(numbers), part), *(elements + first_node).T,
                               np.full(len(numbers), third)])
        end = xyz[-1] - xyz[0]
        aside = np.cross(end, np.eye(3)[np.abs(end).argmin()])
        xyz = np.concatenate([xyz, xyz[:1] + aside])
    else:
        deck.section_solid(part, form)
        nodes = elements if elements.shape[1] == 8 else elements[:, [0, 1, 2, 3, 3, 3, 3, 3]]
        deck.solids(numbers, np.full(len(numbers), part), nodes + first_node)
    deck.nodes(np.arange(len(xyz)) + first_node, xyz)
    deck.initial_velocity_part(part, velocity)
    return first_node + len(xyz), first_element + len(elements)


def write(path, what):
    half = 0.5 * what["speed"] * what["along"]
    kinds = " and ".join(what["kinds"])
    with write_deck(path, f"collision {what['seed']}: {kinds}, {what['speed']:.4g} m/s, SOFT = {what['soft']}") as deck:
        deck.control(what["end"])
        deck.keyword("DATABASE_GLSTAT")
        deck.card("dt", [what["end"] / STATES])
        deck.mat_elastic(1, DENSITY, YOUNG, POISSON)
        node = element = 1
        for part, (kind, a_body, sign) in enumerate(zip(what["kinds"], what["bodies"], (1, -1)), 1):
            node, element = write_body(deck, part, kind, a_body, node, element, sign * half)
        deck.contact("AUTOMATIC_SINGLE_SURFACE", (0, 5), (0, 0), 0.0, soft=what["soft"], damping=0.0)


def judge(series):
    """Energies over the initial one: what contact has taken (negative: gained), the worst balance, and whether energy is
    still in contact at the end."""
    sliding, total = np.array(series["sliding interface energy"]), np.array(series["total energy"])
    late = sliding[-max(2, len(sliding) // 20):]
    return {"taken": float(sliding[-1] / total[0]), "balance": float(np.abs(total / total[0] - 1).max()),
            "touched": bool(np.abs(sliding).max() > 0), "in contact": bool(np.ptp(late) > 1e-4 * total[0])}


def run(seed, options):
    """The result of a collision as a row."""
    from crumple.results import read_glstat
    what = collision(seed)
    folder = options.o / f"{seed}"
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / "deck.k", what)
    status, said = execute([program(), f"i={folder / 'deck.k'}", f"o={folder}", "precision=double", "progress=off",
                            *options.keys], mpi_environment(1))
    row = {key: what[key] for key in ("seed", "kinds", "speed", "soft")}
    if status not in (*SUCCESS, UNSTABLE):
        raise ValueError(f"collision {seed}: {reason_of(status, said)}")
    row |= judge(read_glstat(folder / "glstat"))
    return row | {"unstable": status == UNSTABLE}


def error_of(row):
    """The energy that is lost or gained, over the initial one."""
    return max(abs(row["taken"]), row["balance"])


def summary_row(name, rows):
    errors = np.array([error_of(row) for row in rows])
    cells = {"collisions": name, "number": len(rows)}
    for share in (50, 90, 99, 100):
        cells[f"{share} % below" if share < 100 else "largest"] = f"{100 * np.percentile(errors, share):.2g} %"
    return cells | {"over 1 %": int((errors > 0.01).sum()), "gain over 1 %": sum(row["taken"] < -0.01 for row in rows),
                    "balance over 1 %": sum(row["balance"] > 0.01 for row in rows)}


def groups(rows):
    """(name, rows) of all collisions, and by bodies, speed and SOFT."""
    yield "all", rows
    for pair in sorted({tuple(sorted(row["kinds"])) for row in rows}):
        yield " and ".join(pair), [row for row in rows if tuple(sorted(row["kinds"])) == pair]
    for low, high in zip(BANDS, BANDS[1:]):
        yield f"{low} to {high} m/s", [row for row in rows if low <= row["speed"] <= high]
    for soft in range(3):
        yield f"SOFT = {soft}", [row for row in rows if row["soft"] == soft]


def report(rows):
    met = [row for row in rows if row["touched"]]
    lines = [f"{len(rows)} collisions, of which {len(rows) - len(met)} have missed; {sum(row['in contact'] for row in met)} "
             f"are still in contact at the end and not counted, {sum(row['unstable'] for row in met)} are reported as "
             "unstable.", ""]
    parted = [row for row in met if not row["in contact"]]
    lines += table([summary_row(name, some) for name, some in groups(parted) if some]) if parted else []
    worst = sorted(parted, key=error_of, reverse=True)[:WORST]
    lines += ["", *table([{"seed": row["seed"], "bodies": " and ".join(row["kinds"]), "speed [m/s]": f"{row['speed']:.3g}",
                           "SOFT": row["soft"], "taken by contact": f"{100 * row['taken']:.2g} %",
                           "balance": f"{100 * row['balance']:.2g} %"} for row in worst])] if worst else []
    return lines


def main(options):
    options.o.mkdir(parents=True, exist_ok=True)
    seeds = range(options.first, options.first + options.collisions)
    rows = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for row in pool.map(lambda seed: run(seed, options), seeds):
            rows.append(row)
            if options.collisions > 1:
                shutil.rmtree(options.o / f"{row['seed']}")
            if len(rows) % 100 == 0:
                print(f"{len(rows)} of {options.collisions}", file=sys.stderr, flush=True)
    (options.o / "collisions.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    print("\n".join(report(rows)))


if __name__ == "__main__":
    start(arguments, main)
