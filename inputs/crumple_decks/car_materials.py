"""Materials of the proxy car: sheet steels by their flow curves, plastics, glass, rubber, castings.

Flow curves follow sigma = s0 + q (1 - exp(-b e)) + h e, with stresses in GPa: typical of each grade, no measured sheet.
"""
import numpy as np

STEEL_DENSITY, STEEL_YOUNG, STEEL_POISSON = 7.85e-6, 210.0, 0.3     # [kg/mm3], [GPa]

# name: (s0, q, b, h, Cowper-Symonds C [1/ms] and P; 0 = no strain-rate effect; plastic strain at failure: where elements
# of 10 to 20 mm, which smear a neck, tear)
STEELS = {
    "mild steel DC04": (0.165, 0.160, 14.0, 0.18, 0.08, 4.0, 1.2),
    "bake-hardening steel BH220": (0.225, 0.150, 14.0, 0.20, 0.30, 4.0, 1.0),
    "high-strength low-alloy HSLA340": (0.355, 0.120, 12.0, 0.20, 1.5, 4.0, 0.9),
    "high-strength low-alloy HSLA420": (0.440, 0.120, 12.0, 0.20, 3.0, 4.0, 0.8),
    "dual-phase steel DP600": (0.390, 0.260, 20.0, 0.25, 8.0, 4.0, 0.7),
    "dual-phase steel DP780": (0.500, 0.310, 22.0, 0.25, 0.0, 0.0, 0.6),
    "press-hardened steel 1500": (1.050, 0.430, 80.0, 0.20, 0.0, 0.0, 0.4),
}
MILD, BAKE, HSLA340, HSLA420, DP600, DP780, PRESS = STEELS
PLASTIC, GLASS, RUBBER, RADIATOR, GEARBOX, ENGINE = (
    "polypropylene", "laminated glass", "tyre rubber", "radiator core", "gearbox casting", "engine block")
ELASTIC = {       # density [kg/mm3], Young's modulus [GPa], Poisson's ratio
    GLASS: (2.5e-6, 70.0, 0.22),
    RUBBER: (4.1e-7, 0.05, 0.40),       # tyre, air and rim smeared over one block
    RADIATOR: (2.0e-6, 0.20, 0.10),
    GEARBOX: (2.9e-6, 70.0, 0.33),
}
PLASTICS = {PLASTIC: (1.0e-6, 1.6, 0.40)}          # as ELASTIC, with a flow curve
CURVES = {        # (plastic strain, yield stress [GPa]) of what is no steel
    PLASTIC: [(0.0, 0.022), (0.03, 0.028), (0.2, 0.031), (1.0, 0.040)],
}
RIGID = {ENGINE: (3.0e-6, 110.0, 0.25)}

# What only the detailed vehicles and the barrier have, but for the seats' foam.
FOAM, BATTERY, RIM, ALUMINIUM, HONEYCOMB, HONEYCOMB_BUMPER, FILM = (
    "seat foam", "battery", "wheel rim", "aluminium sheet", "honeycomb main block", "honeycomb bumper", "contact film")
ELASTIC |= {FOAM: (6.0e-8, 0.02, 0.10), BATTERY: (2.2e-6, 1.0, 0.30)}
# Honeycomb crushes at constant force (0.342 MPa, bumper 1.711 MPa, as remembered from ECE R94) over 3/4 of its depth and
# then locks. As crushable foam it does so in every direction, where the real one is soft across its cells.
FOAMS = {HONEYCOMB: (2.86e-8, 0.1, 0.0), HONEYCOMB_BUMPER: (8.26e-8, 0.3, 0.0)}     # as ELASTIC, with a crush curve
# Hourglass control goes with E, 200 to 300 times the crush stress: 0.03 took a quarter of the foam's energy.
FOAM_HOURGLASS = (4, 0.003)
CURVES |= {name: [(0.0, crush), (0.75, crush), (0.85, 5 * crush), (0.95, 60 * crush)]  # over volumetric strain
           for name, crush in ((HONEYCOMB, 0.342e-3), (HONEYCOMB_BUMPER, 1.711e-3))}
NULL = {FILM: (1.0e-6, 1.6, 0.40)}                                  # as ELASTIC, but E and PR are for contact alone
PLASTICS |= {ALUMINIUM: (2.7e-6, 70.0, 0.33)}
CURVES |= {ALUMINIUM: [(0.0, 0.110), (0.02, 0.150), (0.1, 0.190), (0.3, 0.220), (1.0, 0.260)]}
RIGID |= {RIM: (7.0e-7, 70.0, 0.33)}                                # wheel, hub and brake smeared over one ring
ORDER = list(STEELS) + [PLASTIC, GLASS, RUBBER, RADIATOR, GEARBOX, FOAM, ENGINE]    # the hatchback's; ids count from 1


def flow_curve(s0, q, b, h):
    """(plastic strain, yield stress [GPa]) points, denser at small strains."""
    strain = np.array([0.0, 0.002, 0.005, 0.01, 0.02, 0.035, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0])
    return list(zip(strain, s0 + q * (1 - np.exp(-b * strain)) + h * strain))


def properties(name):
    """(density, Young's modulus, Poisson's ratio) of a material."""
    if name in STEELS:
        return STEEL_DENSITY, STEEL_YOUNG, STEEL_POISSON
    for family in (PLASTICS, RIGID, ELASTIC, FOAMS, NULL):
        if name in family:
            return family[name]
    raise KeyError(name)


def write_material(deck, number, name, curve):
    """The card of one material. curve: id of its flow curve, for those that have one."""
    if name in STEELS:
        _, _, _, _, c, p, fail = STEELS[name]
        deck.mat_piecewise_linear_plasticity(number, *properties(name), curve, c=c, p=p, fail=fail)
    elif name in NULL:
        deck.mat_null(number, *properties(name))
    elif name in FOAMS:
        deck.mat_crushable_foam(number, *properties(name), curve, CURVES[name][0][1])
    elif name in CURVES:
        deck.mat_piecewise_linear_plasticity(number, *properties(name), curve)
    elif name in RIGID:
        deck.mat_rigid(number, *properties(name))
    else:
        deck.mat_elastic(number, *properties(name))


def flow_points(name):
    """(plastic or, of foams, volumetric strain, yield stress) of a material, None if it has no curve."""
    return flow_curve(*STEELS[name][:4]) if name in STEELS else CURVES.get(name)


def write_materials(deck):
    """One card per material of the hatchback, and their curves."""
    for number, name in enumerate(ORDER, start=1):
        deck.line(f"$ material {number}: {name}")
        write_material(deck, number, name, number)
        if flow_points(name):
            deck.curve(number, flow_points(name))
