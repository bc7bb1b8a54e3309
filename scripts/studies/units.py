"""Names of a deck's units, for axes and tables. Used by report.py and scripts/plots/energies.py."""
import argparse
import dataclasses

NAMES = ("length", "time", "mass", "force", "stress", "energy")
# by the names of *CONTROL_UNITS and those that people write, in SI
SI = {"length": {"m": 1, "mm": 1e-3, "cm": 1e-2, "in": 0.0254, "ft": 0.3048},
      "time": {"s": 1, "sec": 1, "ms": 1e-3, "msec": 1e-3, "us": 1e-6, "micro_s": 1e-6},
      "mass": {"kg": 1, "g": 1e-3, "mg": 1e-6, "t": 1e3, "mtrc_ton": 1e3, "lb": 0.45359237, "slug": 14.5939029,
               "slinch": 175.126835}}
SHORT = {"sec": "s", "msec": "ms", "micro_s": "us", "mtrc_ton": "t"}
# products of SI units that have a name
NAMED = {"force": {1: "N", 1e3: "kN", 1e-3: "mN", 1e6: "MN"},
         "stress": {1: "Pa", 1e3: "kPa", 1e6: "MPa", 1e9: "GPa", 1e11: "Mbar"},
         "energy": {1: "J", 1e-3: "mJ", 1e3: "kJ", 1e-6: "uJ"}}
G = 9.80665  # [m/s^2]


def named(kind, size, otherwise):
    """The name of a unit that is so many of SI's."""
    return next((name for scale, name in NAMED[kind].items() if abs(size / scale - 1) < 1e-9), otherwise)


@dataclasses.dataclass
class Units:
    """Names of the deck's units by quantity; few decks have any."""
    names: dict
    source: str = "as given"

    @staticmethod
    def of(text):
        names = [word.strip() for word in text.split(",")] if text else []
        if names and len(names) != len(NAMES):
            raise ValueError(
                f"--units {text}: expected {len(NAMES)} names in the order {','.join(NAMES)}, found {len(names)}")
        return Units(dict(zip(NAMES, names)))

    @staticmethod
    def of_deck(path):
        """Those that *CONTROL_UNITS names in the file itself; none without it."""
        text = path.read_text(encoding="ascii", errors="replace")
        lines = [line for line in text.splitlines() if not line.startswith("$")]
        keyword = next((i for i, line in enumerate(lines[:-1]) if line.strip().upper() == "*CONTROL_UNITS"), None)
        if keyword is None:
            return Units({})
        card = lines[keyword + 1]
        fields = card.split(",") if "," in card else [card[i:i + 10] for i in (0, 10, 20)]
        found = [field.strip().lower() or default for field, default in zip([*fields, "", "", ""], ("m", "sec", "kg"))]
        length, time, mass = (SI[kind].get(name) for kind, name in zip(NAMES, found))
        names = dict(zip(NAMES, (SHORT.get(name, name) for name in found)))
        if length and time and mass:
            force = mass * length / time**2
            m, l, t = names["mass"], names["length"], names["time"]
            names |= {"force": named("force", force, f"{m} {l}/{t}^2"),
                      "stress": named("stress", force / length**2, f"{m}/({l} {t}^2)"),
                      "energy": named("energy", force * length, f"{m} {l}^2/{t}^2")}
        return Units(names, "by *CONTROL_UNITS")

    def si(self, kind):
        """How many SI units the deck's unit of length, time or mass is; None where it is not known."""
        return SI[kind].get(self.names.get(kind, "").lower())

    def gravities(self):
        """How many g the deck's unit of acceleration is; None where it is not known."""
        length, time = self.si("length"), self.si("time")
        return length / time**2 / G if length and time else None

    def axis(self, quantity):
        """A quantity with its unit, for an axis."""
        if quantity == "acceleration" and self.gravities():
            return "acceleration [g]"
        kind = {"time step": "time", "displacement": "length"}.get(quantity, quantity)
        return self.heading(quantity, kind)

    def heading(self, words, kind):
        """The heading of a column, with the unit of that kind where it is known."""
        return f"{words} [{self.names[kind]}]" if kind in self.names else words

    def said(self):
        if self.names:
            each = ", ".join(f"{kind} {name}" for kind, name in self.names.items())
            return f"Units of the deck, {self.source}: {each}."
        return "The deck names no units (*CONTROL_UNITS, or --units here): lengths, times, forces and energies are in " \
               "its consistent units, and signals are not filtered. Run times are in seconds."


def units(text):
    """Units of an option --units."""
    try:
        return Units.of(text)
    except ValueError as problem:
        raise argparse.ArgumentTypeError(str(problem).removeprefix(f"--units {text}: ")) from None
