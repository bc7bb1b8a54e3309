#!/usr/bin/env python3
"""Writes one of the proxy decks. See README.md beside it."""
import argparse
import contextlib
import importlib
import os
import sys
import time

from crumple_decks import examples

MOST_ELEMENTS = 100_000_000

# kind: (module that writes the deck, how many elements; None: the module knows)
KINDS = {"tube": ("tube", 3000), "tubes": ("tubes", 10000), "taylor": ("taylor", 3750), "car": ("car", 25000),
         "plate": ("plate", 2500), "engine-block": ("engine_block", 20_000)}
KINDS |= dict.fromkeys(("neon", "taurus", "3cars", "car2car", "odb"), ("proxies", None))
KINDS |= dict.fromkeys(("body-torsion", "body-bending", "body-buckling"), ("body_in_white", None))
KINDS |= {kind: (f"examples.{module}", None) for kind, module in examples.names().items()}


class Parser(argparse.ArgumentParser):
    def error(self, message):
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


@contextlib.contextmanager
def whole_file(path):
    """A text file that stands at `path` only once it is complete; what is no plain file is written at once."""
    plain = not os.path.exists(path) or os.path.isfile(path)
    draft = path + ".part" if plain else path
    try:
        with open(draft, "w", encoding="ascii", newline="\n", buffering=1 << 22) as stream:
            yield stream
    except BaseException:
        if plain and os.path.exists(draft):
            os.remove(draft)
        raise
    if plain:
        os.replace(draft, path)


def parse():
    parser = Parser(prog="inputs/generate.py", description=__doc__, allow_abbrev=False,
                    formatter_class=argparse.RawDescriptionHelpFormatter,
                    epilog="examples:\n  inputs/generate.py car -o car.k\n"
                           "  inputs/generate.py neon --elements 50000 --welds beam -o neon.k")
    parser.add_argument("kind", choices=sorted(KINDS), metavar="KIND", help=f"one of {', '.join(sorted(KINDS))}")
    parser.add_argument("--elements", type=int, metavar="N", help="about how many elements (default: depends on KIND)")
    parser.add_argument("--welds", choices=["link", "beam"], default="link",
                        help="of the benchmark proxies: rigid links, or beams that yield and fail (default: link)")
    parser.add_argument("--implicit", choices=["modes", "preload"], nargs="?", const="modes",
                        help="of the car: its modes, as nothing holds it (default), or the crash after a static preload by "
                             "its weight")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the deck to write")
    arguments = parser.parse_args()
    if arguments.elements is not None and not 1 <= arguments.elements <= MOST_ELEMENTS:
        parser.error(f"--elements {arguments.elements}: expected 1 to {MOST_ELEMENTS}")
    if arguments.welds == "beam" and KINDS[arguments.kind][0] != "proxies":
        parser.error(f"--welds beam: {arguments.kind} has links only")
    if arguments.implicit and arguments.kind != "car":
        parser.error("--implicit: only of car; body-buckling and engine-block are implicit analyses")
    return arguments


def size_of(kind, generator):
    """How many elements the deck of a kind has unless told otherwise."""
    return KINDS[kind][1] or (generator.KINDS[kind][1] if KINDS[kind][0] == "proxies" else generator.ELEMENTS)


def main():
    arguments = parse()
    start = time.perf_counter()
    module = KINDS[arguments.kind][0]
    try:
        generator = importlib.import_module("crumple_decks." + module)
    except ModuleNotFoundError as missing:
        sys.exit(f"error: this Python has no {missing.name}; that of scripts/setup has it: .venv/bin/python "
                 "inputs/generate.py ...")
    choice = {"kind": arguments.kind} if module in ("proxies", "body_in_white") else {}
    if arguments.implicit:
        choice["analysis"] = arguments.implicit
    if module == "proxies":
        choice["weld_beams"] = arguments.welds == "beam"
    elements = arguments.elements or size_of(arguments.kind, generator)
    try:
        with whole_file(arguments.output) as stream:
            statistics = generator.write_deck(stream, elements, **choice)
    except OSError as problem:
        sys.exit(f"error: {arguments.output}: {problem.strerror}")
    except ValueError as problem:
        sys.exit(f"error: {problem}")
    for name, value in statistics.items():
        print(f"{name:24s} {value:.6g}" if isinstance(value, float) else f"{name:24s} {value}")
    print(f"{'seconds':24s} {time.perf_counter() - start:.1f}")


if __name__ == "__main__":
    main()
