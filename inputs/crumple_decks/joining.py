"""How the cars' parts are joined and their shells formulated: the one place to change it. Called by car.py and scene.py.

Spot welds are rigid links between two nodes without failure (CONSTRAINED_SPOTWELD), or beams with nodes of their own, tied
to the sheets by CONTACT_SPOTWELD, that yield and fail (MAT_100). Doors, wheels and power train hang on joints and springs.
"""
import numpy as np

# Laws of springs: points of (deflection [mm], force [kN]), which goes on with the last slope, and damping [kN ms/mm].
LAWS = {
    "suspension": ([(-110.0, -8.2), (-80.0, -2.2), (0.0, 0.0), (80.0, 2.2), (110.0, 8.2)], 1.5),     # 27.5 N/mm, then stops
    "engine mount": ([(-20.0, -12.0), (-8.0, -2.0), (0.0, 0.0), (8.0, 2.0), (20.0, 12.0)], 0.3),     # rubber, then stops
}
FITTING = 0.5            # [kg] at each end of a spring: the mount's or strut's own metal
HINGE = 0.1              # [kg] at each node of a joint
FIRST_LAW = 800          # parts of springs: spring and damper of each law in turn

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


def stiffness(law):
    """Of a spring near rest [kN/mm]."""
    deflection, force = next(point for point in LAWS[law][0] if point[0] > 0)
    return force / deflection


def write_joints(deck, assembly, node_offset=0):
    for kind, nodes in assembly.joints:
        deck.joint(kind, nodes + 1 + node_offset)


def laws_of(assembly):
    """Laws that the assembly's springs follow: each makes two parts, a spring and a damper."""
    return [law for law in LAWS if any(spring.law == law for spring in assembly.springs)]


def write_spring_parts(deck, assembly, title="", part_offset=0):
    """Parts, sections and materials of springs and dampers; curves have the numbers of the springs."""
    for law in laws_of(assembly):
        spring, damper = spring_parts(law, part_offset)
        points, damping = LAWS[law]
        deck.curve(spring, points)
        deck.mat_spring_nonlinear(spring, spring)
        deck.mat_damper(damper, damping)
        for number, word in ((spring, "spring"), (damper, "damper")):
            deck.section_discrete(number)
            deck.part(number, f"{title}{law} {word}", number, number)


def spring_parts(law, part_offset):
    first = part_offset + FIRST_LAW + 2 * list(LAWS).index(law)
    return first, first + 1


def write_axes(deck):
    """The global axes, 1 to 3, along which springs act."""
    for axis in range(3):
        deck.orientation(axis + 1, np.eye(3)[axis])


def write_springs(deck, assembly, first_element, node_offset=0, part_offset=0):
    """A spring and a damper for each; returns the number of elements."""
    rows = [(part, *spring.ends, spring.axis + 1, offset) for spring in assembly.springs
            for part, offset in zip(spring_parts(spring.law, part_offset), (spring.offset, 0.0))]
    for k, (part, one, other, axis, offset) in enumerate(rows):
        rows[k] = (first_element + k, part, one + 1 + node_offset, other + 1 + node_offset, axis, offset)
    if rows:
        deck.discrete(rows)
    return len(rows)
