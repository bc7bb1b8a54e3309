"""Arithmetic of the studies of simulated clusters: gains, where scaling ends, shares of functions and sizes. Used by
cluster.py."""
from loggp import PARTS

COMPUTE = ("elements", "contact", "nodes")
SIZES = [(64, "0 - 64"), (256, "65 - 256"), (1024, "257 - 1,024"), (4096, "1,025 - 4,096"), (16384, "4,097 - 16,384"),
         (float("inf"), "more")]
HALF = 0.5  # of the efficiency of the fewest ranks


def gain(off, on, column):
    """By how much the step gets shorter with offload; None where one was not simulated."""
    return None if "" in (off[column], on[column]) else 1 - on[column] / off[column]


def limits(row):
    """The part of a step that takes most of its time, with its share."""
    part = max(PARTS, key=lambda name: row[f"us_{name}"])
    return f"{part} {100 * row[f'us_{part}'] / row['us_model']:.0f} %"


def best(rows):
    """The row with the shortest step."""
    return min(rows, key=lambda row: row["us_model"])


def useful_end(rows):
    """The last row, by rising ranks, before the efficiency relative to the first falls below one half."""
    rows = sorted(rows, key=lambda row: row["ranks"])
    last = rows[0]
    for row in rows[1:]:
        if rows[0]["us_model"] * rows[0]["ranks"] < HALF * row["us_model"] * row["ranks"]:
            break
        last = row
    return last


def share_by_function(row, plan):
    """Parts of the modelled step: computing; in Isend and Irecv, the overheads of messages; in Waitall, waiting for ranks
    that have more to do and for messages in flight; in Allreduce and Bcast, by their calls' bytes and number alike."""
    total = row["us_model"]
    calls = {kind: sum(1 for _, k, _ in plan.collectives if (k == "broadcast") == (kind == "Bcast")) for kind in
             ("Allreduce", "Bcast")}
    every = max(1, sum(calls.values()))
    shares = {"compute": sum(row[f"us_{part}"] for part in COMPUTE) / total,
              "Isend, Irecv": row["us_messages"] / total,
              "waiting (Waitall, Allreduce)": (row["us_waiting"] + row["us_imbalance"]) / total}
    return shares | {kind: row["us_collectives"] * n / every / total for kind, n in calls.items()}


def share_by_size(plan):
    """({size class: shares of the calls and of the bytes}, {function: calls of a rank and step}): each rank sends its
    messages and takes part in each collective."""
    sent = [int(size) for edges in plan.exchanges.values() for size in edges[:, 2]]
    every = sent + [size for _, _, size in plan.collectives] * plan.ranks
    classes = {name: {"calls": 0, "bytes": 0} for _, name in SIZES}
    for size in every:
        name = next(name for limit, name in SIZES if size <= limit)
        classes[name]["calls"] += 1 / len(every)
        classes[name]["bytes"] += size / max(1, sum(every))
    reductions = sum(kind != "broadcast" for _, kind, _ in plan.collectives)
    exchanges = sum(len(edges) > 0 for edges in plan.exchanges.values())
    return classes, {"Allreduce": reductions, "Bcast": len(plan.collectives) - reductions,
                     "Recv": len(sent) / plan.ranks, "Wait": exchanges}


def small_share(classes):
    """Of the calls: those of the first class, up to 64 bytes."""
    return classes[SIZES[0][1]]["calls"]
