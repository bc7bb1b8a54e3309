"""A plan and a machine with closed forms, for tests of simulations."""
import json


def ring(ranks, size, seconds, folder, mode="fused", more=(), slow=None):
    """A plan of equal ranks in a ring, each with a message to both neighbours and one collective of 8 bytes, and `more`;
    `slow`: what phases of some ranks take beside, {rank: {phase: seconds}}."""
    neighbours = [sorted({(r - 1) % ranks, (r + 1) % ranks} - {r}) for r in range(ranks)]
    work = {"shells": seconds, "solids": 0, "beams": 0, "springs": 0, "contact": 0, "nodes": 0}
    text = {"ranks": ranks, "collectives_mode": mode, "collectives": [*more, {"name": "time step", "kind": "max", "bytes": 8}],
            "per_rank": [{"nodes": 0, "compute_s": {p: s + (slow or {}).get(r, {}).get(p, 0) for p, s in work.items()},
                          "exchanges": {"nodal sums": [[n, size] for n in of_rank]}} for r, of_rank in enumerate(neighbours)]}
    (folder / f"plan-{ranks}.json").write_text(json.dumps(text))


def machine(path, inside, between, cores):
    """A machine whose nodes have so many cores; (L [us], o [us], G [ns/byte]) of messages within and between them."""
    def value(number):
        return {"value": number, "source": "test"}

    def costs(parameters):
        return {name: value(number) for name, number in zip(("L_us", "o_us", "G_ns_per_byte"), parameters)}

    path.write_text(json.dumps(
        {"name": path.stem, "cores_per_node": value(cores), "core_time": value(1.0), "network": costs(between),
         "node": costs(inside), "offload": {"level_us": value(0.7), "radix": value(4)}}))
