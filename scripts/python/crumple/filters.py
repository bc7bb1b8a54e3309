"""Filters of crash signals. Needs numpy."""
import numpy as np

CLASSES = (60, 180, 600, 1000)  # of SAE J211-1: channel frequency classes
SAMPLES = 10                    # least samples per second over the class, as SAE J211-1 asks of recordings


def cfc(values, interval, channel_class):
    """Values at equal intervals [s], (n, ...), filtered by a channel frequency class: a Butterworth filter of two
    poles, once forward and once backward, so that nothing is delayed. Its difference equation (SAE J211-1, appendix C):

        y(k) = a0 x(k) + 2 a0 x(k-1) + a0 x(k-2) + b1 y(k-1) + b2 y(k-2)
        wd = 2 pi 2.0775 CFC, wa = tan(wd T / 2), d = 1 + sqrt(2) wa + wa^2
        a0 = wa^2 / d, b1 = 2 (1 - wa^2) / d, b2 = (-1 + sqrt(2) wa - wa^2) / d

    Both passes together weaken a wave of frequency f by 1 + (tan(pi f T) / wa)^4. The standard leaves open how to
    begin: here as if the first value of each pass had lasted for ever. Raises ValueError where samples are too few."""
    if interval * channel_class * SAMPLES > 1 + 1e-9:
        raise ValueError(
            f"CFC {channel_class} needs {SAMPLES * channel_class} samples per second, there are {1 / interval:.4g}")
    wa = np.tan(np.pi * 2.0775 * channel_class * interval)
    d = 1 + np.sqrt(2) * wa + wa * wa
    a0, b1, b2 = wa * wa / d, 2 * (1 - wa * wa) / d, (-1 + np.sqrt(2) * wa - wa * wa) / d

    def once(x):
        y = np.empty_like(x)
        x1 = x2 = y1 = y2 = x[0]
        for k, now in enumerate(x):
            y[k] = a0 * (now + 2 * x1 + x2) + b1 * y1 + b2 * y2
            x1, x2, y1, y2 = now, x1, y[k], y1
        return y

    return once(once(np.asarray(values, float))[::-1])[::-1]


def classes_for(interval):
    """The classes for which there are enough samples at this interval [s]."""
    return [channel_class for channel_class in CLASSES if interval * channel_class * SAMPLES <= 1 + 1e-9]


def at_equal_intervals(time, values):
    """(times, values (n, ...)) at as many times, equally spaced, by linear interpolation: outputs come at steps, which lie
    within a step of the times asked for."""
    even = np.linspace(time[0], time[-1], len(time))
    columns = np.reshape(values, (len(time), -1)).T
    return even, np.column_stack([np.interp(even, time, column) for column in columns]).reshape(np.shape(values))
