"""What the references of this folder share: fields on a structured mesh of quadrilaterals, a vectorised root, and the
table that sets what a reference prints beside what docs/verification-details.md says the tests take and reach."""
import argparse
import sys
import time
from pathlib import Path

import numpy as np

PAGE = Path(__file__).resolve().parents[2] / "docs" / "verification-details.md"


def corners(field):
    """Values at the four corners of each element, counter-clockwise: (..., n+1, m+1) nodes -> (..., 4, n, m)."""
    return np.stack([field[..., :-1, :-1], field[..., 1:, :-1], field[..., 1:, 1:], field[..., :-1, 1:]], axis=-3)


def assembled(values):
    """Sums at the nodes of what elements give to their corners: (..., 4, n, m) -> (..., n+1, m+1)."""
    *leading, _, n, m = values.shape
    sums = np.zeros((*leading, n + 1, m + 1))
    sums[..., :-1, :-1] += values[..., 0, :, :]
    sums[..., 1:, :-1] += values[..., 1, :, :]
    sums[..., 1:, 1:] += values[..., 2, :, :]
    sums[..., :-1, 1:] += values[..., 3, :, :]
    return sums


def gradient_operator(x, y):
    """B_x and B_y, the derivatives of the area by the corners' coordinates, and the area: at the one point, df/dx is
    sum(B_x f) / area (Flanagan & Belytschko 1981)."""
    b_x = 0.5 * (np.roll(y, -1, axis=0) - np.roll(y, 1, axis=0))
    b_y = 0.5 * (np.roll(x, 1, axis=0) - np.roll(x, -1, axis=0))
    return b_x, b_y, (b_x * x).sum(axis=0)


def hourglass_shape(x, y, b_x, b_y, area):
    """The pattern +1 -1 +1 -1 less its linear part, so that it is orthogonal to rigid motion and uniform strain."""
    h = np.array([1.0, -1.0, 1.0, -1.0])[:, None, None]
    return h - ((h * x).sum(axis=0) * b_x + (h * y).sum(axis=0) * b_y) / area


def falling_root(function, low, high, tolerance):
    """Where the falling function of an array is within the tolerance of zero, which lies in low..high (regula falsi of
    the Illinois kind, which is exact at once for straight lines)."""
    f_low, f_high = function(low), function(high)
    side = np.zeros(np.shape(low))
    for _ in range(200):
        x = low + (high - low) * f_low / np.maximum(f_low - f_high, np.finfo(float).tiny)
        f = function(x)
        if np.all(np.abs(f) <= tolerance):
            return x
        above = f > 0
        f_high = np.where(above & (side > 0), 0.5 * f_high, f_high)
        f_low = np.where(~above & (side < 0), 0.5 * f_low, f_low)
        low, f_low = np.where(above, x, low), np.where(above, f, f_low)
        high, f_high = np.where(above, high, x), np.where(above, f_high, f)
        side = np.where(above, 1, -1)
    raise ArithmeticError("no root to the tolerance after 200 iterations")


def page_rows(test):
    """{quantity: (what the program reaches, what the test cites)} of a test, from docs/verification-details.md, as text."""
    rows, inside = {}, False
    if not PAGE.exists():
        sys.exit(f"error: {PAGE} does not exist: run this from a source tree of Crumple")
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if len(cells) < 4:
            inside = False
            continue
        problem, quantity, reached, reference = cells[:4]
        inside = f"`{test}`" in line if problem else inside
        if inside:
            rows[quantity] = reached, reference
    if not rows:
        sys.exit(f"error: {PAGE} has no test {test}; scripts/verification-page writes it")
    return rows


def mesh(text):
    """(n, m) from '10x50'."""
    try:
        n, m = (int(number) for number in text.split("x"))
    except ValueError:
        n = 0
    if n < 1 or m < 1:
        raise argparse.ArgumentTypeError(f"expected two numbers of elements as in 10x50, found '{text}'")
    return n, m


def main(description, cases, compute):
    """Command line of a reference. `cases` by name: objects with `title`, `test` (which cites the case, or None) and
    `mesh` (n, m), the one that the test means. `compute(case, n, m)` gives the results by quantity."""
    parser = argparse.ArgumentParser(description=description, allow_abbrev=False,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--case", choices=list(cases), action="append", help="one of several (default: all)")
    parser.add_argument("--mesh", type=mesh, nargs="+", metavar="NxM", help="elements, one or several meshes")
    options = parser.parse_args()
    for name in options.case or cases:
        case = cases[name]
        print(f"{name}: {case.title}")
        cited = page_rows(case.test) if case.test else {}
        for n, m in options.mesh or [case.mesh]:
            start = time.perf_counter()
            try:
                results = compute(case, n, m)
            except ArithmeticError as failure:
                sys.exit(f"error: {name} on {n} x {m} elements: {failure}")
            print(f"\n{f'{n} x {m} elements':42s}{'this code':>12s}{'tests cite':>12s}{'Crumple':>12s}")
            for quantity, value in results.items():
                reached, reference = cited.get(quantity, ("", ""))
                print(f"{quantity:42s}{value:12.4g}{reference:>12s}{reached:>12s}")
            print(f"{'seconds':42s}{time.perf_counter() - start:12.1f}", flush=True)
        print()
