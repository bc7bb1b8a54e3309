"""Roofline of crumple_bench's element kernels. Started by scripts/plot-roofline.

Williams, Waterman & Patterson (2009). The roofs are measured: triad bandwidth by size of the arrays, and the peak of
multiplications and additions of each instruction set. The file must hold rows `machine/...` and `elements/...`.
"""
import json
import sys
from pathlib import Path
from statistics import median

sys.path.append(str(Path(__file__).parents[1] / "studies"))

from command_line import Late, Parser, file, start  # noqa: E402

plt = Late("matplotlib.pyplot")

COLOURS = {"sse2": "#d55e00", "avx2": "#009e73", "avx512": "#0072b2"}
MARKERS = {"shell_002": "s", "shell_004": "^", "solid_001": "o"}


def read(path, precision):
    """Bandwidth [GB/s] by kB, peak [GF/s] by instruction set, points (isa, element, in cache, flops/byte, GF/s)."""
    bandwidth, peak, measured = {}, {}, {}
    for row in json.loads(path.read_text(encoding="utf-8"))["benchmarks"]:
        if row.get("run_type") != "iteration":
            continue
        name = row["name"].split("/")
        if name[:2] == ["machine", "triad_kB"]:
            bandwidth[int(name[2])] = row["GB/s"]
        elif name[0] == "machine" and name[3] == precision:
            peak[name[2]] = max(peak.get(name[2], 0), row["GF/s"])
        elif name[0] == "elements" and name[4] == precision and name[6] == "good" and name[2] == "material_024":
            intensity = row["flops/element"] / row["bytes/element"]
            measured.setdefault((name[3], name[1], int(name[5])), []).append((intensity, row["GF/s"]))
    least = min((n for _, _, n in measured), default=0)
    points = [
        (isa, element, n == least, values[0][0], median(v for _, v in values))
        for (isa, element, n), values in measured.items()
    ]
    return bandwidth, peak, points


def plot(bandwidth, peak, points, precision, path):
    figure, axes = plt.subplots(figsize=(9, 5.5), layout="constrained")
    left, right = 0.1, 20.0
    top = max(peak.values())
    for i, (kilobytes, rate) in enumerate(sorted(bandwidth.items())):
        corner = top / rate
        axes.plot([left, corner], [left * rate, top], color="#999999", linewidth=1)
        label = f"{kilobytes} kB" if kilobytes < 1024 else f"{kilobytes // 1024} MB"
        x = left * 1.03 * 1.7**i if rate > 0.5 * max(bandwidth.values()) else left * 1.03
        axes.annotate(f"{label}: {rate:.0f} GB/s", (x, x * rate), fontsize=8, color="#555555", rotation=40,
                      rotation_mode="anchor", va="bottom" if i == 0 or x == left * 1.03 else "top")
    for isa, flops in peak.items():
        axes.plot([left, right], [flops, flops], color=COLOURS[isa], linestyle="--", linewidth=1)
        above = isa != "avx2" or flops < 0.9 * peak.get("avx512", flops)
        axes.annotate(f"peak {isa}: {flops:.0f} GF/s", (right, flops), color=COLOURS[isa], fontsize=8, ha="right",
                      va="bottom" if above else "top")
    for isa, element, in_cache, intensity, flops in points:
        axes.plot(intensity, flops, MARKERS.get(element, "D"), color=COLOURS[isa], markersize=9,
                  markerfacecolor=COLOURS[isa] if in_cache else "white")
    for element, marker in MARKERS.items():
        axes.plot([], [], marker, color="black", label=element, linestyle="")
    axes.plot([], [], "D", color="black", label="in cache", linestyle="")
    axes.plot([], [], "D", color="black", markerfacecolor="white", label="in memory", linestyle="")
    axes.set(xscale="log", yscale="log", xlim=(left, right), xlabel="flops per byte", ylabel="GF/s",
             title=f"material 024, {precision} precision, one core")
    axes.title.set_ha("left")
    axes.title.set_x(0)
    axes.legend(frameon=False, loc="lower right", fontsize=8)
    figure.savefig(path, dpi=110)


def arguments():
    parser = Parser("plot-roofline", __doc__.split(" Started")[0])
    parser.add_argument("file", type=file, metavar="FILE.json",
                        help="written by crumple_bench --benchmark_out=FILE.json")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE",
                        help="picture to write, .png or .svg (default: FILE.png)")
    parser.add_argument("--precision", choices=["double", "single"], default="double", help="(default: %(default)s)")
    return parser.parse_args()


def main(options):
    try:
        bandwidth, peak, points = read(options.file, options.precision)
    except (KeyError, TypeError, IndexError, ValueError):
        bandwidth = peak = points = None
    if not (bandwidth and peak and points):
        raise ValueError(f"{options.file}: expected rows machine/... and elements/.../material_024/.../good/... of "
                         "crumple_bench")
    output = options.output or options.file.with_suffix(".png")
    plot(bandwidth, peak, points, options.precision, output)
    print(output)


if __name__ == "__main__":
    start(arguments, main)
