"""Masses, stiffness and crash pulse of the proxy cars beside published values: the tables of docs/cars.md; called by
scripts/cars-study."""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(pathlib.Path(__file__).parent), str(ROOT / "inputs"), str(ROOT / "scripts/plots")]

from command_line import Late, Parser, start  # noqa: E402
from crumple.decks import generate  # noqa: E402
from runs import Progress, guess_seconds, run_on_ranks  # noqa: E402
from tables import replace_part, table  # noqa: E402

np, Image, ImageDraw = Late("numpy"), Late("PIL.Image"), Late("PIL.ImageDraw")
filters, results, states, pictures = Late("crumple.filters"), Late("crumple.results"), Late("states"), Late("render")
deck_text = Late("crumple.deck_text")
body_in_white, car_style, proxies, quality, vehicle = (Late(f"crumple_decks.{name}") for name in (
    "body_in_white", "car_style", "proxies", "quality", "vehicle"))

G = 9.81e-3                          # [mm/ms2]
PAGE, IMAGES = ROOT / "docs" / "cars.md", ROOT / "docs" / "images"
BEGIN, END = "<!-- from here on written by scripts/cars-study --write -->\n", "<!-- up to here -->\n"
RUNS = {"car": "endtime=80", "body-torsion": "", "body-bending": ""}          # kind: key for the program
WALLS = {"compact sedan": "COMPACT", "mid-size sedan": "MIDSIZE", "van": "VAN"}     # into the wall, as the car: name: style
WALL_SPEED, WALL_END, WALL_STEP, WALL_ELEMENTS = 15.65, 110.0, 1e-3, 25_000         # [mm/ms] 35 mph, [ms], [ms], about
CYCLES = 80000                       # of a crash, for the estimate before the first run
STYLES = {"hatchback (`car`)": "HATCHBACK", "compact sedan": "COMPACT", "mid-size sedan": "MIDSIZE", "van": "VAN"}
CLASS = 60                           # of SAE J211, for accelerations of the passenger cell
# Scenes of one picture in rows: (kind, elements, pixels across); all have one scale and one camera.
SCENES = [[("neon", 50_000, 813), ("taurus", 50_000, 813), ("odb", 54_000, 814)],
          [("3cars", 150_000, 1430), ("car2car", 100_000, 1010)]]
ROW_HEIGHTS, SCENE_SCALE, LETTERS = (380, 620), 0.105, 40                      # [pixels], [pixels/mm], [pixels]
PICTURES = ["--as", "strip", "--times", "0,20,40,60", "--columns", "2", "--span", "5200", "--size", "900x506"]


def arguments():
    parser = Parser("cars-study", __doc__.split(";")[0] + ".")
    parser.add_keys()
    parser.add_ranks()
    parser.add_argument("--no-run", action="store_true", help="use the results of an earlier call")
    parser.add_argument("--write", action="store_true", help="write docs/cars.md and its pictures")
    parser.add_output("cars")
    return parser.parse_intermixed_args()


def run(kind, key, deck, options):
    run_on_ranks(kind, options.launcher, options.np, deck, deck.parent, *key.split(), *options.keys)


def write_against_wall(name, deck):
    """The deck of a sedan or the van that hits a rigid wall at the speed of the New Car Assessment Program."""
    deck.parent.mkdir(parents=True, exist_ok=True)
    scene = proxies.against_wall(f"Crumple proxy: {name}, rigid wall, 35 mph", name, getattr(car_style, WALLS[name]),
                                 WALL_ELEMENTS, WALL_SPEED, WALL_END, WALL_STEP)
    with deck.open("w", encoding="ascii") as stream:
        scene.write(stream)


def run_all(options):
    """Writes and runs the decks that have no results yet."""
    cases = [(kind, key, {}) for kind, key in RUNS.items()] + [(name, "", {}) for name in WALLS]
    if options.write:
        cases += [(kind, "ncycle=1", {"elements": elements}) for kind, elements, _ in sum(SCENES, [])]
    cases = [case for case in cases if not (options.o / case[0] / "summary.json").exists()]
    if options.no_run or not cases:
        return
    decks = [options.o / kind / f"{kind}.k" for kind, _, _ in cases]
    for (kind, _, size), deck in zip(cases, decks):
        if kind in WALLS:
            write_against_wall(kind, deck)
        else:
            generate(kind, deck, **size)
    progress = Progress([guess_seconds(deck, [key], options.np, CYCLES) for (_, key, _), deck in zip(cases, decks)])
    for (kind, key, _), deck in zip(cases, decks):
        progress.run(kind, lambda: run(kind, key, deck, options))


def weights(name, style):
    """A row of the table of masses."""
    assembly = vehicle.make(25_000, getattr(car_style, style))[0]
    _, nodal = quality.part_masses(assembly)
    for nodes, each in assembly.masses:
        np.add.at(nodal, nodes, each)
    total = nodal.sum()
    centre = nodal @ assembly.xyz / total
    arm = assembly.xyz - centre
    yaw = float((nodal * (arm[:, 0] ** 2 + arm[:, 1] ** 2)).sum()) * 1e-6
    wheels = [assembly.xyz[assembly.parts[f"wheel {axle} L"].nodes, 0] for axle in ("front", "rear")]
    front, rear = (0.5 * (x.min() + x.max()) for x in wheels)
    ground = assembly.xyz[:, 2].min()
    a, b = 1e-3 * (centre[0] - front), 1e-3 * (rear - centre[0])
    return {"": name, "mass [kg]": f"{total:.0f}", "wheelbase [m]": f"{a + b:.2f}", "on the front axle": f"{100 * b / (a + b):.0f} %",
            "centre of mass above ground [m]": f"{1e-3 * (centre[2] - ground):.2f}", "yaw inertia [kg m²]": f"{yaw:.0f}",
            "yaw inertia / (m a b)": f"{yaw / (total * a * b):.2f}"}


def bench(folder):
    """(torsional stiffness [kN m/degree], bending stiffness [kN/mm]) from the ends of the two runs."""
    places = body_in_white.places(body_in_white.body(body_in_white.ELEMENTS)[0])

    def rise(kind):
        history = {node.id: node for node in results.Results(folder / kind).nodes()}
        return {place: float(np.mean([history[node].displacement[-1, 2] for node in nodes])) for place, nodes in places.items()}

    def twist(heights, place, width):
        return np.degrees((heights[place, 1] - heights[place, -1]) / (2 * width))

    turned, sunk = rise("body-torsion"), rise("body-bending")
    angle = twist(turned, "front", body_in_white.FRONT_RAIL[0][1]) - twist(turned, "rear", body_in_white.REAR_RAIL[0][1])
    moment = body_in_white.FORCE * 2e-3 * body_in_white.TOWER[0][1]
    level = 0.5 * (sunk["front", 1] + sunk["rear", 1])                  # of the supports, half-way between them
    return abs(moment / angle), 2 * body_in_white.FORCE / (level - 0.5 * (sunk["floor", 1] + sunk["floor", -1]))


def residual_crush(folder, name):
    """How much shorter the vehicle is at its end between bumper beam and B-pillars [mm]: mean over the nodes of the beam."""
    run = states.States(folder / name / "states.vtkhdf")
    titles = deck_text.part_names(folder / name / f"{name}.k")

    def place(time, title):
        part = next(number for number, its in titles.items() if its.split(": ")[-1] == title)
        grid = run.grid(time)
        return np.asarray(grid.extract_cells(np.asarray(grid.cell_data["part"]) == part).points)[:, 0].mean()

    lengths = [np.mean([place(time, f"B-pillar inner {side}") for side in "LR"]) - place(time, "bumper beam")
               for time in (run.times[0], run.times[-1])]
    return lengths[0] - lengths[1]


def pulse(folder, name):
    """The pulse of a passenger cell: mean of both B-pillars' feet. Times [ms], decelerations [g], distances [mm]."""
    feet = [node for node in results.Results(folder / name).nodes()
            if np.abs(node.place[0, 1]) > 550.0 and node.place[0, 0] > 2000.0]
    time = feet[0].time
    velocity = np.mean([node.velocity[:, 0] for node in feet], axis=0)
    if velocity.max() < 0:
        raise ValueError(f"{folder / name}: the car still moves forward at {time[-1]:.0f} ms; a run that was cut short, as by "
                         "maxtime=, gives no pulse: remove its folder and call the study again")
    distance = -np.mean([node.displacement[:, 0] for node in feet], axis=0)
    deceleration = np.gradient(filters.cfc(velocity, 1e-3 * (time[1] - time[0]), CLASS), time) / G
    stop = time[np.argmax(velocity >= 0.0)]
    return {"peak": deceleration.max(), "peak time": time[deceleration.argmax()], "stop": stop, "distance": distance.max(),
            "mean": -velocity[0] / stop / G, "rebound": velocity.max(), "crush": residual_crush(folder, name)}


def column(folder, name):
    """What is measured of a crash into the wall: label -> value."""
    crash = pulse(folder, name)
    energies = results.Results(folder / name).glstat("total energy / initial energy")
    return {"peak deceleration at the feet of the B-pillars, filtered": f"{crash['peak']:.0f} g at {crash['peak time']:.0f} ms",
            "mean deceleration until the car stops": f"{crash['mean']:.0f} g",
            "time until the car stops": f"{crash['stop']:.0f} ms",
            "stopping distance (dynamic crush)": f"{1e-3 * crash['distance']:.2f} m",
            "residual crush at the end, bumper beam to B-pillars": f"{1e-3 * crash['crush']:.2f} m",
            "rebound speed": f"{crash['rebound']:.1f} m/s",
            "total energy over initial energy": f"{energies.min():.3f} to {energies.max():.3f}"}


def tables(folder):
    """The page's tables as lines."""
    torsion, bending = bench(folder)
    columns = {"hatchback (`car`)": column(folder, "car")} | {name: column(folder, name) for name in WALLS}
    labels = list(columns["van"])
    return [*table([weights(name, style) for name, style in STYLES.items()]), "",
            *table([{"body in white with windows": "torsion, front strut towers relative to rear spring seats",
                     "measured": f"{torsion:.1f} kN m/degree"},
                    {"body in white with windows": "bending, 4 kN on the rockers between the axles",
                     "measured": f"{bending:.1f} kN/mm"}]), "",
            *table([{"into the wall at 56 km/h": label} | {name: values[label] for name, values in columns.items()}
                    for label in labels])]


def render(folder, kind, *options):
    """Draws a run in its paint; returns the last picture."""
    made = subprocess.run([sys.executable, ROOT / "scripts/plots/render.py", folder / kind, "--color", "body", "--deck",
                           folder / kind / f"{kind}.k", "--max", "0.4", *options], check=True, capture_output=True, text=True)
    return pathlib.Path(made.stdout.split("\n")[-2])


def draw(folder):
    """The strip of frames of the page, and the scenes before their crash."""
    render(folder, "car", *PICTURES).replace(IMAGES / "cars-strip.png")
    sheet = Image.new("RGB", (sum(width for _, _, width in SCENES[0]), sum(ROW_HEIGHTS)))
    pen, font, top = ImageDraw.Draw(sheet), pictures.font_of(LETTERS), 0
    for row, height in zip(SCENES, ROW_HEIGHTS):
        left = 0
        for kind, _, width in row:
            sheet.paste(Image.open(render(folder, kind, "--times", "0", "--size", f"{width}x{height}", "--span",
                                          str(width / SCENE_SCALE), "--caption", " ", "--no-bar")), (left, top))
            pen.text((left + LETTERS, top + 0.5 * LETTERS), kind, fill="black", font=font)
            left += width
        top += height
    sheet.save(IMAGES / "proxies.png", optimize=True)


def main(options):
    run_all(options)
    lines = tables(options.o)
    print("\n".join(lines))
    if options.write:
        draw(options.o)
        replace_part(PAGE, BEGIN, "\n" + "\n".join(lines) + "\n\n", END)


if __name__ == "__main__":
    start(arguments, main)
