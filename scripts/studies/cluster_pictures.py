"""Pictures of the studies of simulated clusters; used by cluster.py."""
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).parents[1] / "plots"))

from colours import CURVES  # noqa: E402
from command_line import Late  # noqa: E402
from loggp import PARTS  # noqa: E402

matplotlib, plt = Late("matplotlib"), Late("matplotlib.pyplot")

SHADES = dict(zip(PARTS, ["#0072b2", "#56b4e9", "#999999", "#e69f00", "#f0e442", "#009e73", "#d55e00"]))
NOTE = "simulated, not measured"


def save(figure, folder, name, title):
    figure.suptitle(f"{title} ({NOTE})", fontsize=11)
    for kind in ("png", "svg"):
        figure.savefig(folder / f"{name}.{kind}", dpi=130)
    plt.close(figure)


def plain(axes):
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", alpha=0.25)


def of(rows, **wanted):
    return [r for r in rows if all(r[key] == value for key, value in wanted.items())]


def scaling(rows, platforms, folder):
    rows = of(rows, study="scaling")
    kinds = sorted({r["deck"] for r in rows})
    figure, every = plt.subplots(1, len(kinds), figsize=(5.6 * len(kinds), 4.4), layout="constrained", squeeze=False)
    for time, kind in zip(every[0], kinds):
        for colour, name in zip(CURVES, platforms):
            line = of(rows, deck=kind, platform=name)
            time.loglog([r["ranks"] for r in line], [r["us_model"] for r in line], "-", color=colour, label=name)
            done = [r for r in line if r["us_replay"] != ""]
            time.loglog([r["ranks"] for r in done], [r["us_replay"] for r in done], "o", color=colour, markersize=5)
        line = of(rows, deck=kind, platform=platforms[0])
        ranks = [r["ranks"] for r in line]
        if len(line) > 1:
            ideal = [line[0]["us_model"] * ranks[0] / n for n in ranks]
            time.loglog(ranks, ideal, ":", color="#999999", linewidth=1, label=f"perfect, {platforms[0]}")
        elements = line[0]["elements"]
        time.set(ylabel="time per step [us]", title=f"{kind}, {elements / 1e6:.2f} million elements")
        time.set_xticks(ranks, [f"{n:,}" for n in ranks])
        time.yaxis.set_major_locator(matplotlib.ticker.LogLocator(subs=(1, 2, 5)))
        time.minorticks_off()
        time.yaxis.set_major_formatter("{x:,g}")
        time.legend(fontsize=8, frameon=False, title="lines: model, points: replay", title_fontsize=8)
        time.set_xlabel("ranks")
        plain(time)
    save(figure, folder, "scaling", "strong scaling, collectives=fused")
    scaling_parts(rows, kinds, platforms, folder)


def scaling_parts(rows, kinds, platforms, folder):
    figure, every = plt.subplots(len(kinds), len(platforms), figsize=(3.2 * len(platforms), 3 * len(kinds)),
                                 layout="constrained", squeeze=False, sharey=True)
    for panels, kind in zip(every, kinds):
        for axes, name in zip(panels, platforms):
            line = of(rows, deck=kind, platform=name)
            bottom = [0.0] * len(line)
            for part in PARTS:
                heights = [100 * max(0.0, r[f"us_{part}"]) / r["us_model"] for r in line]
                axes.bar(range(len(line)), heights, 0.85, bottom, color=SHADES[part], label=part)
                bottom = [a + b for a, b in zip(bottom, heights)]
            axes.set_xticks(range(len(line)), [f"{r['ranks']:,}" for r in line], rotation=45, ha="right", fontsize=8)
            axes.set_title(f"{kind}, {name}", fontsize=10)
            axes.set_ylim(0, 100)
            plain(axes)
        panels[0].set_ylabel("share of the step [%]")
    handles, labels = every[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, fontsize=8, frameon=False, loc="outside lower center", ncols=min(7, 2 * len(platforms)))
    save(figure, folder, "scaling-parts", "parts of a step by ranks")


def stacked(rows, platforms, folder, study, title):
    """Bars of the parts of a step, by label, a panel for each machine."""
    rows = of(rows, study=study)
    figure, every = plt.subplots(1, len(platforms), figsize=(3.4 * len(platforms), 4.4), layout="constrained", squeeze=False)
    for axes, name in zip(every[0], platforms):
        line = of(rows, platform=name)
        bottom = [0.0] * len(line)
        for part in PARTS:
            heights = [max(0.0, r[f"us_{part}"]) for r in line]
            axes.bar(range(len(line)), heights, 0.75, bottom, color=SHADES[part], label=part)
            bottom = [a + b for a, b in zip(bottom, heights)]
        done = [(i, r["us_replay"]) for i, r in enumerate(line) if r["us_replay"] != ""]
        axes.plot([i for i, _ in done], [t for _, t in done], "kD", markersize=4, label="replay")
        axes.set_xticks(range(len(line)), [r["label"] for r in line], rotation=45, ha="right", fontsize=8)
        axes.set_title(name, fontsize=10)
        plain(axes)
    every[0][0].set_ylabel("time per step [us]")
    handles, labels = every[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, fontsize=8, frameon=False, loc="outside lower center", ncols=min(8, 2 * len(platforms)))
    save(figure, folder, study, title)


def threads(rows, platforms, folder):
    stacked(rows, platforms, folder, "threads", "car2car: ranks x threads on the same cores")


def methods(rows, platforms, folder):
    stacked(rows, platforms, folder, "methods", "car2car: decomposition methods")
