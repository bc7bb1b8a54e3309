"""How the proxies' sheets are joined and their shells formulated: the one place to change it. Called by scene.py.

Spot welds are rigid links between two nodes without failure (CONSTRAINED_SPOTWELD), or beams with nodes of their own, tied
to the sheets by CONTACT_SPOTWELD, that yield and fail (MAT_100).
"""
import numpy as np

SHELL_FORMULATION = 2          # Belytschko-Tsay; the C0 triangle goes with it
LAYERS = 3                     # integration points through a sheet
WELD_PART = 900                # of all weld beams: part, section and material
WELD_DIAMETER = 6.0            # [mm]
WELD_STEP = 5e-4               # [ms] reached by mass, if DT2MS asks for no longer one
WELD_YIELD, WELD_HARDENING = 0.4, 1.0          # [GPa]
WELD_TENSION, WELD_SHEAR = 8.0, 12.0           # strength [kN], of a nugget of this size in sheets of 1 to 2 mm


def write_sections(deck, part_id, thickness):
    """One section for each part, as such decks have it."""
    if thickness:
        deck.section_shell(part_id, thickness, LAYERS, SHELL_FORMULATION)
    else:
        deck.section_solid(part_id)


def write_weld_links(deck, pairs):
    """pairs (n, 2): node ids of the two sheets."""
    deck.spotwelds(pairs)


def write_weld_part(deck, steel):
    """steel: density, Young's modulus, Poisson's ratio."""
    deck.section_weld_beam(WELD_PART, WELD_DIAMETER)
    deck.mat_spotweld(WELD_PART, steel, WELD_YIELD, WELD_HARDENING, WELD_STEP, WELD_TENSION, WELD_SHEAR)
    deck.part(WELD_PART, "spot welds", WELD_PART, WELD_PART)


def write_weld_beams(deck, ends, first_node, first_element):
    """ends (n, 2, 3): places of the two sheets' nodes at each weld. Returns how many welds."""
    n = len(ends)
    lengths = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    assert lengths.min() > 0.1, f"a weld of {lengths.min()} mm"
    nodes = first_node + np.arange(2 * n).reshape(n, 2)
    deck.nodes(nodes.ravel(), ends.reshape(2 * n, 3))
    deck.beams(first_element + np.arange(n), np.full(n, WELD_PART), nodes)
    return n
