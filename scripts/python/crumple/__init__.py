"""Crumple from Python: write decks, run the program, read its results into numpy and pandas (docs/python.md).

    import crumple
    crumple.generate("car", "car.k")
    a = crumple.run("car.k", "out/a", ranks=2, ncycle=500)
    a.frame("glstat")["kinetic energy"]
    crumple.show(a, "plastic_strain")

Nothing is imported before it is used: running the program needs no packages, reading results needs numpy.
"""
import importlib
import pathlib

_MODULES = {"deck": "decks", "generate": "decks", "run": "running", "check": "running", "plan": "running",
            "RunError": "running", "Results": "results", "States": "states", "read_lsda": "lsda",
            "compare": "comparison", "show": "pictures"}
__all__ = sorted(_MODULES)


def _version():
    """That of the installation, or of the source tree."""
    here = pathlib.Path(__file__).resolve().parent
    path = next(path for path in (here / "VERSION", here.parents[2] / "VERSION") if path.is_file())
    return path.read_text(encoding="ascii").strip()


def __getattr__(name):
    if name == "__version__":
        return _version()
    if name not in _MODULES:
        raise AttributeError(f"module 'crumple' has no attribute '{name}'; there are {', '.join(__all__)}")
    return getattr(importlib.import_module(f"crumple.{_MODULES[name]}"), name)


def __dir__():
    return __all__
