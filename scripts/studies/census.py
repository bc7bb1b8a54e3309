"""Counts what decks use, and what of it Crumple takes: keywords, values of some fields, reasons of refusals. Started by
scripts/census.

`crumple check` says what is refused and where. Values are read from the decks themselves, from the first card of each
block behind its title.
"""
import collections
import re
import subprocess
from pathlib import Path

from command_line import Parser, counted, file, start
from runs import program
from tables import table

# keyword (as its name begins): name and place of the field on the first card
VALUES = {"SECTION_SHELL": ("ELFORM", 1), "SECTION_SOLID": ("ELFORM", 1), "SECTION_BEAM": ("ELFORM", 1),
          "HOURGLASS": ("IHQ", 1), "CONTROL_HOURGLASS": ("IHQ", 0), "BOUNDARY_PRESCRIBED_MOTION": ("DOF", 1),
          "CONTROL_ACCURACY": ("INN", 1), "CONTROL_SHELL": ("THEORY", 4)}
TITLED = ("_TITLE", "_ID")
FINDING = re.compile(r"^ *(\d+) x  (?:[^*]*?): \*([^\s:;]+)(?: field (\S+?))?(?:[:;] (.*))?$")
# of a deck without its mesh, or following from something else that is missing
FOLLOWS = re.compile(r"is not defined|has no (nodes|elements|end time)|is no rigid part|not found|there is no|have no shells|twice")


def base_name(keyword):
    for ending in TITLED:
        keyword = keyword.replace(ending, "")
    return keyword


def blocks_of(path):
    """(keyword, cards) of a deck, without comments."""
    blocks = []
    for line in path.read_text(encoding="latin-1").splitlines():
        if line.startswith("*"):
            blocks.append((line[1:].split()[0].upper() if line[1:].split() else "", []))
        elif blocks and not line.startswith("$"):
            blocks[-1][1].append(line)
    return [block for block in blocks if block[0] not in ("KEYWORD", "END", "")]


def value_of(keyword, cards):
    """"ELFORM 2" of a block that has one of the fields above; None of others."""
    for start_of_name, (field, place) in VALUES.items():
        if base_name(keyword).startswith(start_of_name):
            rest = cards[1:] if keyword.endswith(TITLED) else cards
            words = (rest[0].split(",") if "," in rest[0] else re.findall(".{1,10}", rest[0])) if rest else []
            word = words[place].strip() if place < len(words) else ""
            number = re.fullmatch(r"-?\d+(\.0*)?", word)
            return f"{field} {int(float(word))}" if number else f"{field} {word or '0'}"
    return None


def check(path):
    """(whether the deck runs, [(keyword, field, reason, times)] of what is refused), from crumple check."""
    said = subprocess.run([program(), "check", f"i={path.name}"], cwd=path.parent, capture_output=True, text=True)
    if said.returncode not in (0, 1) or "Takes " not in said.stdout:
        raise ValueError(f"{path}: {(said.stderr or said.stdout).strip().splitlines()[-1]}")
    refused, listed = [], False
    for line in said.stdout.split("\nTakes ", 1)[1].splitlines():
        if not line.startswith(" "):
            listed = line.startswith(("Keywords that are not", "Errors"))
        elif listed and (found := FINDING.match(line)):
            times, keyword, field, reason = found.groups()
            refused.append((base_name(keyword), field or "", reason or "", int(times)))
    return said.returncode == 0, refused


def reason_of(field, reason):
    found = re.match(r"found ([^,]+),", reason)
    return f"{field} {found[1]}" if field and found else field or "keyword"


def count(decks, heads):
    """Tables of keywords, values and refusals; the numbers of decks that run and of heads without a refusal."""
    keywords, values = collections.defaultdict(list), collections.defaultdict(set)
    refusals, runs = collections.defaultdict(list), {}
    for path in [*decks, *heads]:
        blocks = blocks_of(path)
        for keyword, cards in blocks:
            keywords[base_name(keyword)].append(path)
            if value := value_of(keyword, cards):
                values[(base_name(keyword), value)].add(path)
        whole, refused = check(path)
        refused = [entry for entry in refused if path in decks or not FOLLOWS.search(entry[2])]
        runs[path] = whole if path in decks else not refused
        for keyword, field, reason, _ in refused:
            refusals[(keyword, reason_of(field, reason))].append(path)
    return keywords, values, refusals, runs


def by_decks(counts):
    return sorted(counts.items(), key=lambda entry: (-len(set(entry[1])), entry[0]))


def describe(decks, heads):
    keywords, values, refusals, runs = count(decks, heads)
    refused_in = {keyword for keyword, _ in refusals}
    lines = [f"{counted(len(decks), 'whole deck')}, of which {sum(runs[d] for d in decks)} run as they are; "
             f"{counted(len(heads), 'head')}, of which {sum(runs[h] for h in heads)} have nothing that is refused. "
             f"{len(keywords) - len(refused_in & set(keywords))} of {len(keywords)} different keywords are taken wherever they stand.", "",
             *table([{"keyword": f"`*{name}`", "decks": len(set(paths)), "times": len(paths),
                      "taken": "no" if (name, "keyword") in refusals else "in part" if name in refused_in else "yes"} for name, paths in by_decks(keywords)]), "",
             *table([{"keyword": f"`*{name}`", "value": value, "decks": len(paths)} for (name, value), paths in by_decks(values)])]
    if refusals:
        lines += ["", *table([{"refused": f"`*{name}`", "what": what, "decks": len(set(paths))}
                              for (name, what), paths in by_decks(refusals)])]
    return lines


def parse_arguments():
    parser = Parser("census", __doc__.split(" Started")[0])
    parser.add_argument("decks", type=file, nargs="*", metavar="DECK.k", help="whole decks")
    parser.add_argument("--heads", type=file, nargs="+", default=[], metavar="HEAD.k", help="keywords of decks without the mesh")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE.md", help="writes the tables there, too")
    options = parser.parse_args()
    if not options.decks and not options.heads:
        parser.error("expected decks")
    return options


def main(options):
    text = "\n".join(describe(options.decks, options.heads)) + "\n"
    print(text, end="")
    if options.output:
        options.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    start(parse_arguments, main)
