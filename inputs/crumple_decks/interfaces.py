"""Contact interfaces of one detailed vehicle: many small ones beside the single surface of all vehicles. Called by scene.py.

A part named as `inner` in an interface is left out of the single surface, so that no pair of faces is pushed apart twice;
it meets only what its interface lists. `*` stands for both sides.
"""

SINGLE, PAIR, NODES = "AUTOMATIC_SINGLE_SURFACE", "AUTOMATIC_SURFACE_TO_SURFACE", "AUTOMATIC_NODES_TO_SURFACE"

FRONT_ARCH = ["fender {s}", "apron front {s}", "apron rear {s}", "rocker outer {s}", "hinge pillar outer {s}", "floor pan {s}",
              "front rail closing plate {s}", "bumper cover front", "front door outer {s}"]
REAR_ARCH = ["quarter panel {s}", "rear wheelhouse {s}", "inner side panel {s}", "rocker outer {s}", "C-pillar outer {s}", "bumper cover rear",
             "rear door outer {s}", "rear rail {s}"]
BAY = ["firewall", "floor pan *", "tunnel", "front rail *", "radiator support", "bumper beam", "bumper beam back plate",
       "engine cradle", "cowl", "hood inner", "shock tower *", "apron front *", "apron rear *", "crash box *",
       "instrument panel beam"]

# (title, kind, inner parts, what surrounds them); {s} is replaced by the side, L and R in turn
INTERFACES = (
    [(f"front wheel {s}", PAIR, [f"wheel front {s}", f"rim front {s}"], [n.format(s=s) for n in FRONT_ARCH]) for s in "LR"]
    + [(f"rear wheel {s}", PAIR, [f"wheel rear {s}", f"rim rear {s}"], [n.format(s=s) for n in REAR_ARCH]) for s in "LR"]
    + [("power train", PAIR, ["engine", "gearbox"], BAY),
       ("radiator", PAIR, ["radiator"], ["engine", "gearbox", "radiator support", "bumper beam back plate", "hood inner",
                                         "engine cradle", "front rail *", "crash box *"]),
       ("battery", PAIR, ["battery"], ["apron front L", "shock tower L", "radiator support", "hood inner", "fender L",
                                       "upper rail L", "upper rail closing plate L", "gearbox"]),
       ("fuel tank", PAIR, ["fuel tank upper", "fuel tank lower"], ["rear floor", "rear rail *", "rear axle", "trailing arm *",
                                                                   "muffler"]),
       ("exhaust", NODES, ["exhaust pipe"], ["tunnel", "rear floor", "engine cradle", "seat cross member front *",
                                            "seat cross member rear *", "floor pan *"]),
       ("spare wheel", PAIR, ["spare wheel"], ["rear floor", "rear panel", "tailgate inner", "rear seat back"]),
       ("instrument panel", PAIR, ["instrument panel"], ["firewall", "cowl", "instrument panel beam", "hinge pillar inner *",
                                                        "front door trim *", "steering column"])]
    + [(f"front seat {s}", PAIR, [f"seat cushion {s}", f"seat back {s}"],
        [n.format(s=s) for n in ("front seat pan {s}", "floor pan {s}", "tunnel", "rocker inner {s}", "B-pillar inner {s}",
                                 "front door trim {s}")]) for s in "LR"]
    + [("rear seat", PAIR, ["rear seat cushion", "rear seat back"], ["rear floor", "rear seat cross member",
                                                                     "inner side panel *", "rear door trim *"])]
    + [(f"front glass {s}", NODES, [f"front door glass {s}"],
        [n.format(s=s) for n in ("front door inner {s}", "front door outer {s}", "B-pillar outer {s}",
                                 "A-pillar and roof rail outer {s}")]) for s in "LR"]
)


def sides(names):
    """`name *` as both sides' names."""
    return [name.replace("*", s) for name in names for s in ("LR" if "*" in name else " ")]


def inner_parts():
    """Names of all parts that the single surface leaves to the small interfaces."""
    return {name for _, _, inner, _ in INTERFACES for name in inner}
