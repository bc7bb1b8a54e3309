"""Picture of a search for the words of a pfile. Used by tune_decomposition.py, whose results it draws."""
import re

from colours import CURVES
from command_line import Late

np, plt = Late("numpy"), Late("matplotlib.pyplot")

SHOWN, PALE = 8, "#a9cfe6"     # phases with a colour of their own; colour of what does not matter


def grouped(result, phases):
    """The work of each of the phases, then of all others together: {name: [rank]}."""
    none = np.zeros(len(result.rank_work))
    others = sum((np.array(of_rank) for phase, of_rank in result.work.items() if phase not in phases), none)
    return {phase: np.array(result.work.get(phase, none)) for phase in phases} | {"all others": others}


def without_path(words):
    """Without the path of the measured costs."""
    return re.sub(r'timing_file ".*?"', "timing_file", words)


def shortened(words):
    """For a label."""
    words = without_path(words)
    return words if len(words) < 42 else words[:38] + " ..."


def draw_ranking(axes, results, best):
    """Critical path of each candidate, the best on top."""
    ranking = sorted((r for r in results if not r.error), key=lambda r: -r.path)
    bars = [(0, 1e6 * (max(r.paths) - r.path)) for r in ranking]  # the length is the least of the repeats, or less
    axes.barh(range(len(ranking)), [1e6 * r.path for r in ranking], xerr=list(zip(*bars)), capsize=2,
              color=[CURVES[2] if r is best else CURVES[1] if not r.words else PALE for r in ranking])
    axes.barh(range(len(ranking)), [1e6 * r.rank_work.mean() for r in ranking], color="black", alpha=0.25)
    axes.set_yticks(range(len(ranking)), [shortened(r.words or "default") for r in ranking], fontsize=8)
    axes.set_ylim(-0.6, len(ranking) - 0.4)
    axes.set_xlim(0, 2e6 * results[0].path)  # beyond it is of no interest
    axes.set_xlabel("critical path [us per cycle]; darker: mean work of a rank")


def draw_ranks(axes, result, phases, top):
    """Work of each rank by phase."""
    base = np.zeros(len(result.rank_work))
    for (phase, of_rank), colour in zip(grouped(result, phases).items(), [*CURVES[:len(phases)], PALE]):
        axes.bar(range(len(base)), 1e6 * of_rank, bottom=base, color=colour, label=phase)
        base += 1e6 * of_rank
    axes.axhline(base.mean(), color="black", linewidth=1.2, linestyle="--")
    axes.set_ylim(0, top)
    axes.set_title(f"{shortened(result.words or 'default')}\ncritical path {1e6 * result.path:.0f} us, "
                   f"imbalance {100 * result.imbalance:.1f} %", fontsize=10)
    axes.set_xlabel("rank")
    axes.xaxis.get_major_locator().set_params(integer=True)


def draw(path, searches):
    """For each search {title: (results, the default first; the best)} the work of the ranks, by default and with the best
    words, and below it all candidates."""
    candidates = max(len(results) for results, _ in searches.values())
    heights = [3.8, 1.2 + 0.17 * candidates]
    figure = plt.figure(figsize=(9.5, sum(heights) * len(searches)), layout="constrained")
    for part, (title, (results, best)) in zip(np.atleast_1d(figure.subfigures(len(searches), 1)), searches.items()):
        default = results[0]
        part.suptitle(title, fontsize=11)
        axes = part.subplot_mosaic([["default", "best"], ["ranking", "ranking"]], height_ratios=heights)
        phases = sorted(default.work, key=lambda p: -max(default.work[p]))[:SHOWN]
        top = 1.05e6 * max(default.rank_work.max(), best.rank_work.max())
        for name, result in (("default", default), ("best", best)):
            draw_ranks(axes[name], result, phases, top)
        axes["default"].set_ylabel("work [us per cycle]; dashed: mean")
        axes["best"].legend(fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5), reverse=True, frameon=False)
        draw_ranking(axes["ranking"], results, best)
        for each in axes.values():
            each.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=130)
