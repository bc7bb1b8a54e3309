#!/usr/bin/env python3
"""Writes one of the proxy decks: generate.py KIND [--elements N] [--welds beam] -o FILE. See README.md beside it."""
import argparse
import contextlib
import importlib
import os
import time

from crumple_decks import body_in_white, examples, proxies

# kind: (module that writes the deck, how many elements unless told)
KINDS = {"tube": ("tube", 3000), "tubes": ("tubes", 10000), "taylor": ("taylor", 3750), "car": ("car", 25000),
         "plate": ("plate", 2500)}
KINDS |= {kind: ("proxies", size) for kind, (_, size) in proxies.KINDS.items()}
KINDS |= {kind: ("body_in_white", body_in_white.ELEMENTS) for kind in body_in_white.CASES}
KINDS |= {kind: (f"examples.{module}", examples.load(kind).ELEMENTS) for kind, module in examples.names().items()}


@contextlib.contextmanager
def whole_file(path):
    """A text file that stands at `path` only once it is complete; what is no plain file is written at once."""
    plain = not os.path.exists(path) or os.path.isfile(path)
    draft = path + ".part" if plain else path
    try:
        with open(draft, "w", encoding="ascii", newline="\n", buffering=1 << 22) as stream:
            yield stream
    except BaseException:
        if plain:
            os.remove(draft)
        raise
    if plain:
        os.replace(draft, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=sorted(KINDS))
    parser.add_argument("--elements", type=int, metavar="N", help="about how many elements (default depends on KIND)")
    parser.add_argument("--welds", choices=["link", "beam"], default="link",
                        help="of the benchmark proxies: rigid links, or beams that yield and fail (default link)")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the deck to write")
    arguments = parser.parse_args()
    start = time.perf_counter()
    module, size = KINDS[arguments.kind]
    generator = importlib.import_module("crumple_decks." + module)
    choice = {"kind": arguments.kind} if module in ("proxies", "body_in_white") else {}
    if module == "proxies":
        choice["weld_beams"] = arguments.welds == "beam"
    elif arguments.welds == "beam":
        parser.error(f"--welds beam: {arguments.kind} has links only")
    with whole_file(arguments.output) as stream:
        statistics = generator.write_deck(stream, arguments.elements or size, **choice)
    for name, value in statistics.items():
        print(f"{name:24s} {value:.6g}" if isinstance(value, float) else f"{name:24s} {value}")
    print(f"{'seconds':24s} {time.perf_counter() - start:.1f}")


if __name__ == "__main__":
    main()
