"""Taylor bar of tetrahedra

Three copper bars, 32.4 mm long with a radius of 3.2 mm, hit a rigid wall at 227 m/s: one of hexahedra (ELFORM 1), two
of tetrahedra on the same nodes. Plastic flow preserves the volume, which constrains the constant-strain tetrahedra
(ELFORM 10, in the middle) so much that they lock: the foot does not spread, the bar bulges above it and leans to the
side favoured by the diagonals. With nodal pressures (ELFORM 13, on the right) the volume is preserved around each node
instead of in each tetrahedron, and the foot spreads like that of the hexahedra.
"""
import numpy as np

from ..deck_writer import DeckWriter
from ..mesh import Blocks, tetrahedra
from .. import taylor
from . import about

ELEMENTS = 20000
PICTURE = "--times 0,0.03,0.08 --look=-0.4,-1.6,0.4 --size 620x560 --edges --max 2"
APART = 20.0                                             # [mm] between the axes
HEX_BAR, TET_BAR, AVERAGED_BAR = 1, 2, 3


def write_deck(stream, n_elements):
    """Writes the deck with about `n_elements` solids in all bars; returns a dictionary of its statistics."""
    n_core, n_ring, n_axial = taylor.choose_divisions(n_elements / 13)
    points, quads = taylor.section_mesh(n_core, n_ring)
    z = taylor.WALL_GAP + taylor.LENGTH * np.arange(n_axial + 1) / n_axial
    xyz = np.concatenate([np.tile(points, (n_axial + 1, 1)), np.repeat(z, len(points))[:, None]], axis=1)
    layers = (np.arange(n_axial) * len(points))[:, None, None]
    hexes = np.concatenate([quads[None] + layers, quads[None] + layers + len(points)], axis=2).reshape(-1, 8)
    mesh = Blocks()
    bars = [mesh.add("solids", HEX_BAR, xyz, hexes),
            mesh.add("solids", TET_BAR, xyz + [APART, 0.0, 0.0], tetrahedra(hexes)),
            mesh.add("solids", AVERAGED_BAR, xyz + [2 * APART, 0.0, 0.0], tetrahedra(hexes))]

    deck = DeckWriter(stream, "Taylor bars of hexahedra and tetrahedra, copper, 227 m/s", [
        f"Bars along z at x = 0 (hexahedra), {APART:g} and {2 * APART:g} (tetrahedra of ELFORM 10 and 13) fly in -z",
        "onto a frictionless wall at z = 0.",
        f"Section: {n_core} + {n_ring} elements on a radius; {n_axial} along the axis.",
    ])
    deck.control(taylor.END_TIME, 0.9, taylor.HOURGLASS_KIND, taylor.HOURGLASS_COEFFICIENT)
    deck.databases(0.0005, 0.004, ("GLSTAT", "MATSUM", "RWFORC", "NODOUT"))
    top = n_axial * len(points) + len(taylor.core_axis(n_core)) // 2
    deck.history_nodes([bar[node] for bar in bars for node in (points[:, 0].argmax(), points[:, 0].argmin(), top)])
    deck.part(HEX_BAR, "bar of hexahedra", 1, 1)
    deck.part(TET_BAR, "bar of tetrahedra", 2, 1)
    deck.part(AVERAGED_BAR, "bar of nodal pressures", 3, 1)
    deck.section_solid(1)
    deck.section_solid(2, 10)
    deck.section_solid(3, 13)
    tangent = taylor.YOUNG * taylor.HARDENING / (taylor.YOUNG + taylor.HARDENING)
    deck.mat_plastic_kinematic(1, taylor.DENSITY, taylor.YOUNG, taylor.POISSON, taylor.YIELD, tangent, 1.0)
    deck.initial_velocity_all((0.0, 0.0, -taylor.SPEED))
    deck.rigid_wall((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 0.0)
    mesh.write(deck)
    deck.end()
    return mesh.statistics({bar: taylor.DENSITY for bar in (HEX_BAR, TET_BAR, AVERAGED_BAR)})


def compare(results):
    bars = np.reshape(results.nodes(), (3, 3))             # of each bar two opposite nodes of its foot, and its top
    length = [taylor.LENGTH + bar[2].displacement[-1, 2] for bar in bars]
    radius = [abs(bar[0].place[-1, 0] - bar[1].place[-1, 0]) / 2 for bar in bars]
    codes = "published results of many codes: length 21.2 to 21.7 mm, foot radius 6.8 to 7.3 mm"
    return [
        about("length of the bar of hexahedra", "mm", length[0], 21.45, 0.97, 1.03, codes),
        about("radius of its foot", "mm", radius[0], 7.05, 0.93, 1.07, codes),
        about("length of the bar of tetrahedra", "mm", length[1], length[0], 0.9, 1.1, "that of hexahedra"),
        about("radius of its foot", "mm", radius[1], radius[0], 0.5, 0.8, "that of hexahedra; locking reduces it"),
        about("length of the bar of tetrahedra with nodal pressures", "mm", length[2], 21.45, 0.97, 1.03, codes),
        about("radius of its foot", "mm", radius[2], 7.05, 0.93, 1.07, codes),
    ]
