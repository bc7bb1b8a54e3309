"""What the tests of scripts/references share."""
import sys

try:
    import numpy  # noqa: F401
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(77)


def check(what, reached, expected, tolerance):
    """Relative."""
    print(f"{what}: {reached:.6g}, expected {expected:.6g} within {tolerance:g}")
    assert abs(reached - expected) <= tolerance * abs(expected), what
