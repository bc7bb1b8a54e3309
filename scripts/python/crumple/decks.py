"""Decks: the proxies of inputs/generate.py, and decks of one's own."""
import contextlib
import pathlib
import subprocess
import sys

from crumple.running import program

# in the source tree, or where this package or the program is installed
PLACES = [*pathlib.Path(__file__).resolve().parents, *(folder / "share/crumple" for folder in
                                                       pathlib.Path(program()).resolve().parents)]
INPUTS = next(filter(pathlib.Path.is_dir, (folder / "inputs" for folder in PLACES)), pathlib.Path("inputs"))


def generate(kind, path, **options):
    """Writes a deck of inputs/generate.py, such as "car" or "tube", in place once it is whole; its path. Options are
    those of the generator, e.g. elements=5000, implicit=True. Raises ValueError where the generator refuses."""
    if not INPUTS.is_dir():
        raise ValueError("the deck generator is not here: it comes with the program, which $CRUMPLE_PROGRAM names")
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    words = []
    for name, value in options.items():
        words += ["--" + name] if value is True else ["--" + name, str(value)]
    made = subprocess.run([sys.executable, INPUTS / "generate.py", kind, *words, "-o", path], capture_output=True,
                          text=True)
    if made.returncode:
        raise ValueError(f"inputs/generate.py {kind}: {(made.stderr or made.stdout).strip().splitlines()[-1]}")
    return path


@contextlib.contextmanager
def deck(path, title, *comments):
    """A deck of one's own: a DeckWriter (inputs/crumple_decks/deck_writer.py) with a method for each of the usual
    keywords, and keyword() and card() for all others. Units: mm, ms, kg, kN, GPa, J.

        with crumple.deck("bar.k", "a bar") as deck:
            deck.control(end_time=1.0)
            deck.keyword("DATABASE_GLSTAT")
            deck.card("dt", [0.01])
    """
    sys.path.insert(0, str(INPUTS))
    try:
        from crumple_decks.deck_writer import DeckWriter
    finally:
        sys.path.remove(str(INPUTS))
    with open(path, "w", encoding="ascii", newline="\n") as stream:
        writer = DeckWriter(stream, title, comments)
        yield writer
        writer.end()
