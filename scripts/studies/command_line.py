"""What the command lines of the scripts share: errors in one line, values that are checked when they are read, packages
that are imported when they are first used. Used by the programs of this folder and of scripts/plots."""
import argparse
import importlib
import math
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts/python"))  # the package crumple
os.environ.setdefault("MPLBACKEND", "Agg")  # pictures go to files


class Late:
    """A package that is imported at its first use, so that help and checks of options need none."""

    def __init__(self, name):
        self.__dict__["name_of_package"] = name

    def __getattr__(self, attribute):
        value = getattr(importlib.import_module(self.name_of_package), attribute)
        setattr(self, attribute, value)
        return value


class Parser(argparse.ArgumentParser):
    """Of scripts/NAME."""

    def __init__(self, name, description, **settings):
        super().__init__(prog=f"scripts/{name}", description=description, allow_abbrev=False, **settings)

    def add_launcher(self, example="srun -n {ranks}"):
        self.add_argument("--launcher", type=launcher, default="mpirun -np {ranks}", metavar="COMMAND",
                          help=f"how ranks are started, e.g. '{example}' (default: %(default)s)")

    def add_ranks(self):
        self.add_argument("-np", type=count, default=2, metavar="RANKS", help="number of ranks (default: %(default)s)")
        self.add_launcher()

    def add_keys(self):
        self.add_argument("keys", nargs="*", type=key, metavar="key=value", help="for the program, e.g. threads=2")

    def add_repeats(self, default=3, what="runs of each case"):
        self.add_argument("--repeats", type=count, default=default, metavar="N", help=f"{what} (default: %(default)s)")

    def add_output(self, name):
        self.add_argument("-o", type=pathlib.Path, default=ROOT / "out" / name, metavar="DIR",
                          help=f"folder of the results (default: out/{name})")

    def add_numbers_of_ranks(self):
        """With add_cores; ranks_of() gives the list."""
        self.add_argument("--ranks", type=numbers, metavar="LIST",
                          help="numbers of ranks (default: 1, 2, 4, ... up to the cores)")

    def add_page(self, what="the table is"):
        self.add_argument("--page", type=pathlib.Path, metavar="FILE",
                          help=f"page into which {what} written, between its marks")

    def add_cores(self):
        self.add_argument("--cores", type=count, default=os.cpu_count(), help=argparse.SUPPRESS)

    def error(self, message):
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def counted(number, thing):
    """"1 rank", "2 ranks"."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def count(text):
    """A whole number of at least 1."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"'{text}': expected a whole number of at least 1")
    return number


def positive(text):
    """A number greater than 0."""
    value, = decimals(1)(text)
    if value <= 0:
        raise argparse.ArgumentTypeError(f"'{text}': expected a number greater than 0")
    return value


def decimals(n):
    """So many finite numbers with commas between them."""
    def read(text):
        try:
            values = [float(word) for word in text.split(",")]
        except ValueError:
            values = []
        if len(values) != n or not all(map(math.isfinite, values)):
            wanted = f"{n} numbers with commas" if n > 1 else "a number"
            raise argparse.ArgumentTypeError(f"'{text}': expected {wanted}")
        return values
    return read


def amounts(text):
    """Finite numbers of at least 0 with commas between them, as they are written."""
    words = text.split(",")
    for word in words:
        if decimals(1)(word)[0] < 0:
            raise argparse.ArgumentTypeError(f"'{word}': expected a number of at least 0")
    return words


def numbers(text):
    """Whole numbers of at least 1 with commas between them, rising."""
    return sorted({count(word) for word in text.split(",")})


def ranks_of(options):
    return options.ranks or [2**k for k in range(options.cores.bit_length()) if 2**k <= options.cores]


def pattern(text):
    """A regular expression."""
    try:
        re.compile(text)
    except re.error as problem:
        raise argparse.ArgumentTypeError(f"'{text}': {problem}") from None
    return text


def launcher(text):
    """A command with {ranks} or {threads} in it."""
    try:
        text.format(ranks=1, threads=1)
    except (KeyError, IndexError, ValueError):
        raise argparse.ArgumentTypeError(f"'{text}': expected {{ranks}} or {{threads}} in braces only") from None
    return text


def file(text):
    """A file that is there."""
    path = pathlib.Path(text)
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"{text}: there is no such file")
    return path


def folder(text):
    """A folder that is there."""
    path = pathlib.Path(text)
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text}: there is no such folder")
    return path


def key(text):
    """A key=value for the program."""
    if "=" not in text:
        raise argparse.ArgumentTypeError(f"'{text}': expected key=value")
    return text


def refuse_keys(parser, keys, own, why):
    """Ends with an error where one of the keys is among those that the study sets itself."""
    for word in keys:
        if word.lower().split("=")[0] in own:
            parser.error(f"'{word}': this study sets it{why}")


def words_and_keys(words):
    """What is no key=value, and what is."""
    return [word for word in words if "=" not in word], [word for word in words if "=" in word]


def deck_and_keys(parser, words):
    """The deck, None if none is given, and the key=value words for the program."""
    decks, keys = words_and_keys(words)
    if len(decks) > 1:
        parser.error(f"expected one deck at most, found {' and '.join(decks)}")
    try:
        return (file(decks[0]) if decks else None), keys
    except argparse.ArgumentTypeError as problem:
        parser.error(str(problem))


def names_and_keys(parser, words, known, what, default=None):
    """The names given, or else the default (all that are known), and the key=value words for the program."""
    names, keys = words_and_keys(words)
    for name in names:
        if name not in known:
            parser.error(f"'{name}' is no {what}, expected one of {', '.join(known)}")
    return names or list(default or known), keys


def some_of(parser, option, text, known):
    """The words of a list with commas, each of which must be known."""
    words = text.split(",")
    for word in words:
        if word not in known:
            parser.error(f"argument {option}: '{word}': expected some of {', '.join(known)}")
    return words


def start(arguments, main):
    """Ends the program with the status of main(arguments()). With CRUMPLE_CHECK_OPTIONS set, it only reads the options:
    the scripts do so before they build or install anything."""
    options = arguments()
    if os.environ.get("CRUMPLE_CHECK_OPTIONS"):
        sys.exit(0)
    try:
        sys.exit(main(options))
    except KeyboardInterrupt:
        sys.exit(130)
    except subprocess.CalledProcessError as failed:
        said = (failed.stderr or failed.stdout or b"").strip().splitlines()[-1:]
        last = said[0].decode(errors="replace") if said and isinstance(said[0], bytes) else "".join(said)
        sys.exit(f"error: {' '.join(map(str, failed.cmd))} ended with {failed.returncode}: {last}")
    except OSError as problem:
        sys.exit(f"error: {problem.filename}: {problem.strerror}" if problem.filename else f"error: {problem}")
    except ValueError as problem:
        sys.exit(f"error: {problem}")
