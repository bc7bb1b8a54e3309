"""Colours of curves and of classes (parts, ranks). Used by render.py, decomposition.py and the run report."""
import colorsys

import numpy as np

# strong, and told apart by the colour-blind; black for what stands for the whole
CURVES = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7b3294", "#8c510a", "#4d4d4d", "#1b7837"]


def class_colours(number):
    """A colour for each number, by the golden angle round the hue circle, in three brightnesses."""
    each, index = np.unique(number, return_inverse=True)
    palette = [colorsys.hsv_to_rgb((i * 0.618034) % 1, 0.55 + 0.15 * (i % 2), 0.95 - 0.15 * (i % 3)) for i in each.tolist()]
    return np.array(palette)[index.reshape(-1)]
