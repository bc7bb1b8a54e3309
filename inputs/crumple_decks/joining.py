"""How the proxies' sheets are joined and their shells formulated: the one place to change it. Called by scene.py.

Spot welds are rigid links between two nodes (CONSTRAINED_SPOTWELD) without failure; tying by contact and weld beams with
their own nodes would replace `write_welds` here.
"""
SHELL_FORMULATION = 2          # Belytschko-Tsay; the C0 triangle goes with it
LAYERS = 3                     # integration points through a sheet


def write_sections(deck, part_id, thickness):
    """One section for each part, as such decks have it."""
    if thickness:
        deck.section_shell(part_id, thickness, LAYERS, SHELL_FORMULATION)
    else:
        deck.section_solid(part_id)


def write_welds(deck, pairs):
    """pairs (n, 2): node ids of the two sheets."""
    deck.spotwelds(pairs)
