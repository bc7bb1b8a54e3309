#!/usr/bin/env python3
"""The filters of crumple.filters against their closed forms, and the units of a deck.

filters.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without numpy.
"""
import pathlib
import sys
import tempfile

import small

small.need("numpy")

import numpy as np  # noqa: E402

SECONDS, INTERVAL = 2.0, 1e-5


def check_waves(filters):
    """A wave leaves both passes weakened by 1 + (tan(pi f T) / wa)^4, and not delayed. Far from the ends the start of the
    filter has died away (by exp(-wd t / sqrt 2)), so that only rounding is left: about 1e-16 times the gain of the
    recursion, (wd T)^-2, 1e-11 of the class with the lowest corner."""
    time = INTERVAL * np.arange(int(SECONDS / INTERVAL) + 1)
    inner = slice(len(time) // 4, -len(time) // 4)
    for channel_class in filters.CLASSES:
        wa = np.tan(np.pi * 2.0775 * channel_class * INTERVAL)
        for f in (0.2 * channel_class, channel_class / 0.6, 10.0 * channel_class):
            wave = np.sin(2 * np.pi * f * time)
            found = filters.cfc(wave, INTERVAL, channel_class)[inner]
            gain = 1 / (1 + (np.tan(np.pi * f * INTERVAL) / wa) ** 4)
            assert np.abs(found - gain * wave[inner]).max() < 1e-9, (channel_class, f)


def check_corner(filters):
    """What the standard asks: -3 dB at the class over 0.6, whatever the sampling, here at 20 times the class; the
    difference equation bends frequencies by less than (pi f T)^2 / 3, 2 %, which changes the gain by as much."""
    for channel_class in filters.CLASSES:
        interval = 1 / (20 * channel_class)
        wa = np.tan(np.pi * 2.0775 * channel_class * interval)
        gain = 1 / (1 + (np.tan(np.pi * channel_class / 0.6 * interval) / wa) ** 4)
        assert abs(gain * np.sqrt(2) - 1) < 0.02, (channel_class, gain)


def check_bounds(filters):
    constant = np.full((50, 3), [1.0, -2.0, 0.5])
    assert np.allclose(filters.cfc(constant, 1e-4, 1000), constant, rtol=1e-12)   # rounding of 100 steps
    assert filters.classes_for(1e-3) == [60] and filters.classes_for(1e-4) == list(filters.CLASSES)
    try:
        filters.cfc(constant, 1e-3, 180)
    except ValueError as problem:
        assert "needs 1800 samples per second" in str(problem), problem
    else:
        raise AssertionError("too few samples are taken")
    time, values = filters.at_equal_intervals(np.array([0.0, 1.1, 2.0]), np.array([[0.0, 4.0], [1.1, 4.0], [2.0, 4.0]]))
    assert np.allclose(time, [0, 1, 2]) and np.allclose(values, [[0, 4], [1, 4], [2, 4]])


def check_units(units, folder):
    def of(card):
        deck = folder / "units.k"
        deck.write_text(f"*KEYWORD\n*CONTROL_UNITS\n$ a comment\n{card}\n*END\n")
        return units.Units.of_deck(deck)
    kn = of("mm        ms        kg        K")
    assert kn.names == {"length": "mm", "time": "ms", "mass": "kg", "force": "kN", "stress": "GPa", "energy": "J"}, kn
    assert abs(kn.gravities() * 9.80665e-3 - 1) < 1e-12 and kn.axis("acceleration") == "acceleration [g]"
    assert of("mm,sec,mtrc_ton").names["stress"] == "MPa" and of("").names["force"] == "N"
    assert of("furlong   sec       kg").names == {"length": "furlong", "time": "s", "mass": "kg"}
    (folder / "none.k").write_text("*KEYWORD\n*END\n")
    none = units.Units.of_deck(folder / "none.k")
    assert none.names == {} and none.axis("time") == "time" and none.gravities() is None


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    sys.path[:0] = [str(source / "scripts/python"), str(source / "scripts/studies")]
    from crumple import filters
    import units
    check_waves(filters)
    check_corner(filters)
    check_bounds(filters)
    with tempfile.TemporaryDirectory() as name:
        check_units(units, pathlib.Path(name))
    print("filters weaken waves as their equation says")


main()
