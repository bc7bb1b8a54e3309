"""What the benchmarks of explicit and implicit analysis have in common: their options, decks by their bytes, when a result
may be compared. Used by benchmark.py and implicit_benchmark.py."""
import argparse
import hashlib
import pathlib
import statistics

from command_line import Parser, count, words_and_keys
from runs import spread

# keys that are the rules' own, or change what is done
FIXED = ("i", "r", "o", "ncycle", "endtime", "case", "substitute", "jobid", "maxtime", "dump", "dumptime", "progress",
         "latency_us", "noise")
QUIET = 0.10  # greatest spread, of the whole and of each case, of a result that may be published


def parser_of(doc, sizes, words, example, output, answers):
    """The parser of a benchmark with these sizes. `words`: before the size; `answers`: path of the file of hashes."""
    parser = Parser("benchmark", doc.split(";")[0] + ".")
    parser.add_argument("rest", nargs="*", metavar="SIZE | key=value",
                        help=f"{words}of {', '.join(sizes)} (default: small), and keys for the program that do not "
                        f"change the answer, {example}")
    parser.add_argument("-np", type=count, metavar="RANKS", help="number of ranks (default: one for each core)")
    parser.add_repeats(5, "runs of each case")
    parser.add_launcher()
    parser.add_output(output)
    parser.add_argument("--write-answers", action="store_true",
                        help="for those who have changed the physics: the hashes on which 1 and RANKS ranks agree "
                        "become the answers")
    parser.add_cores()
    parser.add_argument("--answers", type=pathlib.Path, default=answers, help=argparse.SUPPRESS)
    return parser


def read(parser, sizes, fixed=FIXED, ignored=()):
    """The options, with the size and the keys; a key of `fixed` is an error."""
    options = parser.parse_intermixed_args()
    words, options.keys = words_and_keys(options.rest)
    words = [word for word in words if word not in ignored] or ["small"]
    if len(words) != 1 or words[0] not in sizes:
        parser.error(f"'{' '.join(words)}': expected one of {', '.join(sizes)}")
    for key in options.keys:
        if key.split("=")[0].lower() in fixed:
            parser.error(f"'{key}': the rules fix this key")
    options.size, options.np = words[0], options.np or options.cores
    return options


def with_hash(deck):
    """The path of a deck and the hash of its bytes."""
    with deck.open("rb") as file:
        return deck, hashlib.file_digest(file, "sha256").hexdigest()


def verify_deck(name, digest, answer):
    """Raises ValueError unless the deck is that of the answer."""
    if digest != answer["deck_sha256"]:
        raise ValueError(f"no result: the generator has written another deck for {name} (sha256 {digest[:16]}..., "
                         f"expected {answer['deck_sha256'][:16]}...); see its NumPy version")


def merit_of(rates, spreads, repeats, was_busy):
    """The figure of merit by the rates of the repeats and the spreads of the cases: a slow spell of one may hide behind a
    fast one of another."""
    worst = max(spread(rates), *spreads)
    return {"value": statistics.median(rates), "least": min(rates), "most": max(rates), "spread": spread(rates),
            "quiet": repeats >= 3 and worst <= QUIET and not was_busy}
