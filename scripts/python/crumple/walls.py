"""The planar rigid walls of a deck, and the blocks that pictures and reports show for them. Needs numpy."""
import dataclasses

import numpy as np

from crumple.deck_text import blocks_of, fields

MARGIN = 0.06                    # by which a wall is larger than the model
DEPTH = 0.02                     # thickness of the block, over its larger side
PLANES = {"*RIGIDWALL_PLANAR": 0, "*RIGIDWALL_PLANAR_ID": 1}    # cards before those of the wall
# corners of the faces of a block, the first of which is the wall's; and of its edges
FACES = [(0, 1, 2, 3), (4, 7, 6, 5), *((i, (i + 1) % 4, 4 + (i + 1) % 4, 4 + i) for i in range(4))]
EDGES = [edge for i in range(4) for edge in ((i, (i + 1) % 4), (4 + i, 4 + (i + 1) % 4), (i, 4 + i))]


@dataclasses.dataclass
class Wall:
    """A plane of *RIGIDWALL_PLANAR; the model is on the side of its normal."""
    point: np.ndarray
    normal: np.ndarray


def walls_of(deck):
    """The infinite planes that stand still."""
    walls = []
    for keyword, cards in blocks_of(deck, PLANES):
        each = PLANES[keyword] + 2
        for card in cards[each - 1::each]:
            tail, head = np.array((fields(card, 10) + [0.0] * 6)[:6]).reshape(2, 3)
            if (length := np.linalg.norm(head - tail)) > 0:
                walls.append(Wall(tail, (head - tail) / length))
    return walls


def block_behind(wall, box):
    """Corners (8, 3) of a block behind the wall, as large as the shadow of the box on it: four of the wall's face, four
    behind them."""
    corners = corners_of(box)
    shadow = corners - np.outer((corners - wall.point) @ wall.normal, wall.normal)
    first = np.cross(wall.normal, np.eye(3)[np.argmin(np.abs(wall.normal))])
    first /= np.linalg.norm(first)
    second = np.cross(wall.normal, first)
    low = np.array([(shadow @ axis).min() for axis in (first, second)])
    high = np.array([(shadow @ axis).max() for axis in (first, second)])
    grown = MARGIN * (high - low).max()
    low, high = low - grown, high + grown
    plane = [a * first + b * second for a, b in ((low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1]))]
    face = np.array(plane) + wall.normal * (wall.point @ wall.normal)
    return np.concatenate([face, face - DEPTH * (high - low).max() * wall.normal])


def corners_of(box):
    return np.array([[box[i], box[2 + j], box[4 + k]] for i in (0, 1) for j in (0, 1) for k in (0, 1)])


def box_of(points):
    return np.stack([points.min(axis=0), points.max(axis=0)], axis=1).ravel()
