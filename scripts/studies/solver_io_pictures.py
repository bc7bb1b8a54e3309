"""Pictures of scripts/solver-io-study: phases of the runs, what the machine did over time, requests. Used by solver_io.py."""
import statistics

from command_line import Late, counted

np = Late("numpy")
plt = Late("matplotlib.pyplot")
COLOURS = {"analysis": "#56b4e9", "factorisation": "#0072b2", "substitution": "#d55e00", "refinement": "#e6a700",
           "Lanczos": "#009e73", "stiffness": "#cc3d8f", "rest": "#bbbbbb"}
WAYS = {way: COLOURS[way] for way in ("factorisation", "substitution")}
STATES = {"user": "#0072b2", "system": "#e6a700", "waiting for disks": "#d55e00"}


def tidy(axes, **labels):
    axes.set(**labels)
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_axisbelow(True)


def label_of(s, options):
    return (f"{counted(s['ranks'], 'rank')}, {s['mode']}" + (", 2 folders" if s["folders"] > 1 else "") +
            (f", {s['block']} at once" if s["block"] < max(options.blocks) else ""))


def draw_all(options, summaries, seen, phases):
    for deck in options.decks:
        group = [s for s in summaries if s["deck"] == deck]
        draw_phases(options, deck, group, phases)
        draw_time(options, deck, {key[1:]: doings for key, doings in seen.items() if key[0] == deck})
        if filed := [s for s in group if s["mode"] != "in-core"]:
            draw_sizes(options, deck, filed)
            draw_bandwidth(options, deck, filed)


def legend_below(figure, axes, columns=7):
    handles, names = axes.get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=columns, frameon=False)


def draw_phases(options, deck, group, phases):
    """A bar for each case, of the times by phase."""
    figure, axes = plt.subplots(figsize=(10, 1.6 + 0.36 * len(group)), layout="constrained")
    ends = np.zeros(len(group))
    for phase in phases:
        values = np.array([max(s[f"{phase}_s"], 0.0) for s in group])
        axes.barh(range(len(group)), values, left=ends, color=COLOURS[phase], label=phase)
        ends += values
    for i, s in enumerate(group):
        axes.plot([min(s["all"]["wall_s"]), max(s["all"]["wall_s"])], [i, i], color="black", marker="|", markersize=8,
                  linewidth=1.2, label="repeats, least to most" if i == 0 else None)
    axes.set_yticks(range(len(group)), [label_of(s, options) for s in group])
    axes.invert_yaxis()
    tidy(axes, xlabel="seconds", title=f"{deck}: times by phase")
    axes.grid(axis="x", alpha=0.3)
    legend_below(figure, axes, 4)
    figure.savefig(options.o / f"solver-phases-{deck}.png", dpi=110)
    plt.close(figure)


def draw_time(options, deck, seen):
    """Of the largest number of ranks: shares of the processors' time above, the disk below, with the solver's calls."""
    ranks = max(options.ranks)
    cases = {}
    for key, doings in seen.items():   # the first of each mode: one folder, the most right-hand sides at once
        if key[0] == ranks:
            cases.setdefault(key[1], doings)
    figure, panels = plt.subplots(2, len(cases), figsize=(4.2 * len(cases), 5.4), layout="constrained", squeeze=False,
                                  sharey="row", height_ratios=[3, 2])
    for column, (mode, (calls, _, sampler)) in zip(panels.T, cases.items()):
        draw_run(column, mode, calls, sampler)
    panels[0][0].set_ylabel("% of the processors' time")
    panels[1][0].set(ylabel="MB/s of the disk", ylim=(0, None))
    figure.suptitle(f"{deck}, {counted(ranks, 'rank')}")
    handles = [h for axes in panels[:, -1] for h in axes.get_legend_handles_labels()[0]]
    figure.legend(handles, [h.get_label() for h in handles], loc="outside lower center", ncols=4, frameon=False)
    figure.savefig(options.o / f"solver-time-{deck}.png", dpi=110)
    plt.close(figure)


def draw_run(column, mode, calls, sampler):
    times, shares, read, written = sampler.shares()
    start = sampler.times[0]
    column[0].stackplot(times - start, *(100 * share for share in shares.values()), colors=STATES.values(), labels=shares,
                        alpha=0.85)
    for name in ("analysis", "factorisation", "substitution"):
        spans = [(call["begin"] - start, max(call["seconds"], 0.02)) for call in calls if call["call"] == name]
        column[0].broken_barh(spans, (102, 5), color=COLOURS[name], label=name)
    column[1].plot(times - start, read, color="#d55e00", label="read")
    column[1].plot(times - start, written, color="#009e73", label="written")
    tidy(column[0], title=mode, ylim=(0, 108))
    tidy(column[1], xlabel="seconds since the start")
    for axes in column:
        axes.grid(alpha=0.3)
        axes.set_xlim(0, sampler.times[-1] - start)


def draw_sizes(options, deck, group):
    """Sizes of the requests with factors in one folder, in one mode."""
    figure, axes = plt.subplots(figsize=(10, 4.4), layout="constrained")
    chosen = [s for s in group if s["mode"] == group[0]["mode"] and s["folders"] == 1 and s["block"] == max(options.blocks)]
    every = sorted({int(key.split()[1]) for s in chosen for key in s["sizes"]})
    width = 0.8 / (2 * len(chosen))
    for i, s in enumerate(chosen):
        for j, (way, colour) in enumerate(WAYS.items()):
            counts = [s["sizes"].get(f"{way} {k}", 0) for k in every]
            at = np.arange(len(every)) + (2 * i + j - len(chosen) + 0.5) * width
            axes.bar(at, counts, width * 0.92, color=colour, alpha=1 - 0.5 * i / len(chosen),
                     label=f"{'writes' if j == 0 else 'reads'}, {counted(s['ranks'], 'rank')}")
    axes.set_xticks(range(len(every)), [size_name(2**k) for k in every])
    axes.set_yscale("log")
    tidy(axes, title=f"{deck}: sizes of requests", xlabel="from here to twice as much", ylabel="requests of a run")
    legend_below(figure, axes)
    figure.savefig(options.o / f"solver-sizes-{deck}.png", dpi=110)
    plt.close(figure)


def draw_bandwidth(options, deck, group):
    """Of all cases, within requests."""
    figure, axes = plt.subplots(figsize=(10, 1.8 + 0.42 * len(group)), layout="constrained")
    for j, (way, colour) in enumerate(WAYS.items()):
        values = [[m / max(r + (y if j == 0 else 0.0), 1e-9) for m, r, y in zip(
            s["all"][f"{way}_mb"], s["all"][f"{way}_request_s"], s["all"]["sync_s"])] for s in group]
        middle = [statistics.median(v) for v in values]
        bars = [[m - min(v) for m, v in zip(middle, values)], [max(v) - m for m, v in zip(middle, values)]]
        axes.barh(np.arange(len(group)) + (j - 0.5) * 0.4, middle, 0.37, xerr=bars, capsize=3, color=colour,
                  label="writes, with what brings them to the disk" if j == 0 else "reads")
    axes.set_yticks(range(len(group)), [label_of(s, options) for s in group])
    axes.invert_yaxis()
    axes.grid(axis="x", alpha=0.3)
    tidy(axes, title=f"{deck}: bandwidth within requests, of all ranks", xlabel="MB/s")
    legend_below(figure, axes)
    figure.savefig(options.o / f"solver-bandwidth-{deck}.png", dpi=110)
    plt.close(figure)


def size_name(size):
    return next(f"{size // unit} {name}" for unit, name in ((2**20, "MiB"), (2**10, "KiB"), (1, "B")) if size >= unit)
