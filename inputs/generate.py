#!/usr/bin/env python3
"""Writes one of the proxy decks: generate.py {tube,taylor,car} [--elements N] -o FILE. See README.md beside it."""
import argparse
import importlib
import time

DEFAULT_ELEMENTS = {"tube": 3000, "taylor": 3750, "car": 25000}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=sorted(DEFAULT_ELEMENTS))
    parser.add_argument("--elements", type=int, metavar="N", help="about how many elements (default depends on KIND)")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the deck to write")
    arguments = parser.parse_args()
    start = time.perf_counter()
    generator = importlib.import_module("crumple_decks." + arguments.kind)
    with open(arguments.output, "w", encoding="ascii", newline="\n", buffering=1 << 22) as stream:
        statistics = generator.write_deck(stream, arguments.elements or DEFAULT_ELEMENTS[arguments.kind])
    for name, value in statistics.items():
        print(f"{name:24s} {value:.6g}" if isinstance(value, float) else f"{name:24s} {value}")
    print(f"{'seconds':24s} {time.perf_counter() - start:.1f}")


if __name__ == "__main__":
    main()
