"""One answer of implicit analysis: the state hashes of linear statics, Newton's method, modes and buckling of an engine block,
by ranks, with factors in memory and in files, by orderings, sets of the solver's library and of our kernels; called by
scripts/implicit-hashes. A hash that differs from that of one rank is an error."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from command_line import Parser, start  # noqa: E402
from crumple.decks import generate  # noqa: E402
from runs import is_current, run_on_ranks  # noqa: E402
from tables import replace_part, table  # noqa: E402

MARKS = ("<!-- hashes of implicit analysis -->\n", "<!-- end of hashes -->\n")
# cards behind those of the deck, which is one of nonlinear statics
ANALYSES = {"linear statics": "*CONTROL_IMPLICIT_SOLUTION\n1,\n", "nonlinear statics": "",
            "modes": "*CONTROL_IMPLICIT_EIGENVALUE\n12,\n", "buckling": "*CONTROL_IMPLICIT_BUCKLE\n4,\n"}
IN_FILES = "*CONTROL_IMPLICIT_SOLVER\n6,\n"
OTHER_BLAS = "Nehalem"   # without AVX
# name: ranks, in files, keys, variables
WAYS = {"1 rank": (1, False, [], {}), "2 ranks": (2, False, [], {}), "3 ranks": (3, False, [], {}), "5 ranks": (5, False, [], {}),
        "2 ranks, factors in files": (2, True, [], {}),
        "2 threads": (1, False, ["threads=2"], {}),
        "ordering=amd": (1, False, ["ordering=amd"], {}),
        f"OpenBLAS' set {OTHER_BLAS}": (1, False, [], {"OPENBLAS_CORETYPE": OTHER_BLAS}),
        "kernels of one lane": (1, False, ["isa=scalar"], {})}


def arguments():
    parser = Parser("implicit-hashes", __doc__.partition(";")[0] + ".")
    parser.add_argument("--elements", type=int, default=3000, metavar="N", help="of the engine block (default: %(default)s)")
    parser.add_launcher()
    parser.add_page()
    parser.add_output("implicit-hashes")
    return parser.parse_args()


def deck_of(options, analysis, in_files):
    block = options.o / f"engine-block_{options.elements}.k"
    if not is_current(block):
        generate("engine-block", block, elements=options.elements)
    deck = options.o / f"{analysis.replace(' ', '_')}{'_in_files' if in_files else ''}.k"
    text = block.read_text(encoding="utf-8")
    at = text.rindex("*END")
    deck.write_text(text[:at] + ANALYSES[analysis] + (IN_FILES if in_files else "") + text[at:], encoding="utf-8")
    return deck


def hash_of(options, analysis, way):
    ranks, in_files, keys, variables = WAYS[way]
    deck = deck_of(options, analysis, in_files)
    return run_on_ranks(f"{analysis}, {way}", options.launcher, ranks, deck, options.o / "run", "precision=double", *keys,
                        environment=variables)["state_hash"]


def main(options):
    options.o = options.o.resolve()
    options.o.mkdir(parents=True, exist_ok=True)
    rows, others = [], []
    for way in WAYS:
        row = {"run": way}
        for analysis in ANALYSES:
            row[analysis] = hash_of(options, analysis, way)
            if rows and row[analysis] != rows[0][analysis]:
                others.append(f"{analysis}, {way}")
        rows.append(row)
        print(" | ".join(row.values()), flush=True)
    if others:
        raise ValueError(f"another hash than on one rank: {'; '.join(others)}")
    if options.page:
        replace_part(options.page, MARKS[0], "\n".join(table(rows)) + "\n", MARKS[1])


if __name__ == "__main__":
    start(arguments, main)
