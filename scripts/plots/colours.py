"""Colours of curves, of classes (parts, ranks) and of a car's paint. Used by render.py, decomposition.py and the run report."""
import colorsys

from command_line import Late

np, colors = Late("numpy"), Late("matplotlib.colors")

# strong, and distinguishable for the colour-blind; black for what stands for the whole
CURVES = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7b3294", "#8c510a", "#4d4d4d", "#1b7837"]


# of a few parts: quiet, so that what is measured stands out
QUIET = ["#8d99a6", "#c9a66b", "#5f7f9e", "#a3b08a", "#b0766a", "#6b6f78", "#d3c7b0", "#7c6a8a"]


def class_colours(number):
    """A colour for each number: quiet ones for a few, for many by the golden angle round the hue circle, in three
    brightnesses."""
    each, index = np.unique(number, return_inverse=True)
    if len(each) <= len(QUIET):
        return np.array([colors.to_rgb(colour) for colour in QUIET])[index.reshape(-1)]
    palette = [colorsys.hsv_to_rgb((i * 0.618034) % 1, 0.55 + 0.15 * (i % 2), 0.95 - 0.15 * (i % 3)) for i in each.tolist()]
    return np.array(palette)[index.reshape(-1)]


# (words of a part's name, its paint); the first that fits counts. None: the colour of the vehicle.
PAINTS = [(("window sill",), None), (("glass", "windscreen", "rear window"), "#a9cfe6"), (("wheelhouse",), "#5f6a76"),
          (("rim ",), "#c9ced4"), (("wheel ",), "#26282b"), (("engine", "gearbox", "battery", "exhaust", "muffler"), "#6f6a63"),
          (("radiator", "cradle", "strut", "axle", "arm "), "#454b52"), (("seat",), "#7a6a58"), (("barrier",), "#b7bcc2"),
          (("trim", "instrument panel", "column"), "#4a4238"),
          (("hood", "fender", "door outer", "quarter", "tailgate", "roof", "sail", "bumper cover", "rail outer", "rocker outer",
            "pillar outer"), None)]
VEHICLES = ["#1f66c1", "#128a74", "#7a4fc0"]         # cool, so that strain, in warm colours, stands out
STEEL = "#8d99a6"


def paints(part, names):
    """A colour for each part id, by the words of its name {id: name}; vehicles differ in the thousands of the ids."""
    each, index = np.unique(part, return_inverse=True)
    palette = [colors.to_rgb(paint_of(names.get(int(i), "").lower(), max(int(i) // 1000 - 1, 0))) for i in each]
    return np.array(palette)[index.reshape(-1)]


def paint_of(name, vehicle):
    found = next((paint for words, paint in PAINTS if any(word in name for word in words)), STEEL)
    return found or VEHICLES[vehicle % len(VEHICLES)]
