"""The examples of the gallery (docs/gallery.md). Each module of this folder is one and is found by its name; it holds

- its docstring: a title, and what the example shows, as the page prints it;
- ELEMENTS: how many elements it has unless told otherwise;
- PICTURE: options of the strip that scripts/render draws;
- write_deck(stream, n_elements): writes the deck, returns its statistics;
- compare(results): what is measured and what it should be, a list of `Compared`; `results` is a `Results` of
  scripts/studies/results.py.
"""
import dataclasses
import importlib
import pkgutil

STEEL = (7.85e-6, 210.0, 0.3)      # density [kg/mm3], Young's modulus [GPa], Poisson's ratio
HELD = [1] * 6                     # a node that neither moves nor turns


@dataclasses.dataclass
class Compared:
    """A quantity of a run beside what theory says. It fits if `reached` is within `least` and `most`."""
    quantity: str
    unit: str
    reached: float
    theory: float
    least: float
    most: float
    source: str

    def fits(self):
        return self.least <= self.reached <= self.most


def about(quantity, unit, reached, theory, below, above, source):
    """`Compared` that fits if reached / theory is within `below` and `above`."""
    return Compared(quantity, unit, reached, theory, below * theory, above * theory, source)


def names():
    """{name on the command line: name of the module}, sorted."""
    return {module.name.replace("_", "-"): module.name for module in pkgutil.iter_modules(__path__)}


def load(name):
    """The module of an example by its name on the command line."""
    return importlib.import_module(f"{__name__}.{names()[name]}")
