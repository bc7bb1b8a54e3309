"""Names of a deck's units, for axes and tables. Used by report.py and scripts/plots/energies.py."""
import argparse
import dataclasses

NAMES = ("length", "time", "mass", "force", "stress", "energy")


@dataclasses.dataclass
class Units:
    """Names of the deck's units by quantity; a deck has none of its own."""
    names: dict

    @staticmethod
    def of(text):
        names = [word.strip() for word in text.split(",")] if text else []
        if names and len(names) != len(NAMES):
            raise ValueError(f"--units {text}: expected {len(NAMES)} names in the order {','.join(NAMES)}, found {len(names)}")
        return Units(dict(zip(NAMES, names)))

    def axis(self, quantity):
        """A quantity with its unit, for an axis."""
        if quantity == "ratio":
            return "ratio"
        kind = {"time step": "time"}.get(quantity, quantity)
        return f"{quantity} [{self.names.get(kind, 'units of the deck')}]"

    def heading(self, words, kind):
        """The heading of a column, with the unit of that kind where it is known."""
        return f"{words} [{self.names[kind]}]" if kind in self.names else words

    def said(self):
        if self.names:
            return "Units of the deck, as given: " + ", ".join(f"{kind} {name}" for kind, name in self.names.items()) + "."
        return "LS-DYNA decks name no units: lengths, times, forces and energies are in the consistent units of the deck. " \
               "Run times are in seconds."


def units(text):
    """Units of an option --units."""
    try:
        return Units.of(text)
    except ValueError as problem:
        raise argparse.ArgumentTypeError(str(problem).removeprefix(f"--units {text}: ")) from None
