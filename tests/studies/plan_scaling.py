#!/usr/bin/env python3
"""scripts/plan-scaling: the model against closed forms, and on the plan of a small crush tube.

plan_scaling.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without numpy and matplotlib.
"""
import csv
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

import small

small.need("matplotlib", "numpy")

from ring_plan import machine, ring  # noqa: E402


def check_closed_forms(module, folder):
    """All ranks alike, one to a node: seconds + 4 o + L + 2 k G + log2 P (L + 2 o + 8 G); the link carries both
    messages."""
    machine(folder / "p.json", inside=(2.0, 0.5, 1.0), between=(2.0, 0.5, 1.0), cores=1)
    platform = module.Platform(str(folder / "p.json"))
    size, seconds, ranks = 1000, 1e-4, 16
    ring(ranks, size, seconds, folder)
    plan = module.Plan(folder / f"plan-{ranks}.json")
    for offload in (False, True):
        levels = 2 * 0.7e-6 * 2 + 8e-9 if offload else 4 * (2e-6 + 2 * 0.5e-6 + 8e-9)  # 16 = 4 ** 2 = 2 ** 4
        expected = seconds + 4 * 0.5e-6 + 2e-6 + 2 * size * 1e-9 + levels
        found, parts = module.step(plan, platform, module.Rates(), module.Ways(offload))
        assert math.isclose(found, expected, rel_tol=1e-12), (offload, found, expected)  # a few roundings
        assert math.isclose(sum(parts.values()), found, rel_tol=1e-12), parts
    # one slow rank delays its two neighbours and, by the collective, all
    plan.costs["shells"][3] += 5e-5
    assert math.isclose(module.step(plan, platform, module.Rates(), module.Ways(True))[0], expected + 5e-5, rel_tol=1e-12)
    # ranks of one node do not use the link
    platform.ranks_per_node = ranks
    platform.node = {"L": 0.0, "o": 0.0, "G": 0.0}
    assert math.isclose(module.step(plan, platform, module.Rates(), module.Ways(True))[0], seconds + 5e-5, rel_tol=1e-12)


def check_order(source, folder):
    """Phases are in one order whatever the seed of Python's hashes, so that sums over them have the same last digits."""
    ring(4, 1000, 1e-4, folder)
    code = "import pathlib, sys; import plans; print(*plans.Plan(pathlib.Path(sys.argv[1])).costs)"
    said = {subprocess.run([sys.executable, "-c", code, folder / "plan-4.json"], check=True, capture_output=True, text=True,
                           env=os.environ | {"PYTHONPATH": str(source / "scripts/studies"), "PYTHONHASHSEED": str(seed)}).stdout
            for seed in range(1, 5)}
    assert len(said) == 1 and "shells" in said.pop(), said


def main():
    source, program = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    sys.path.insert(0, str(source / "scripts/studies"))
    import loggp as module
    environment = small.environment(program)
    for name in module.platform_names():
        text = json.loads((module.PLATFORMS / f"{name}.json").read_text())
        for group in (text, text["network"], text["node"], text["offload"]):
            for key, number in group.items():
                assert not isinstance(number, dict) or "value" not in number or number["source"], (name, key)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_closed_forms(module, folder)
        check_order(source, folder)
        deck = small.tube(source, folder / "tube.k")
        plans = folder / "plans"
        subprocess.run([program, "plan", f"i={deck}", "ranks=1,2,16", f"o={plans}"], check=True, capture_output=True,
                       env=environment)
        run = folder / "run"
        subprocess.run([program, f"i={deck}", f"o={run}", "ncycle=30"], check=True, capture_output=True,
                       env=environment)
        study = source / "scripts/studies/plan_scaling.py"
        done = subprocess.run([sys.executable, study, plans, "--platform", "nehalem-ddr,ndr", "--measured", run,
                               "-o", folder / "study"], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert "simulated" in done.stdout and "beside measured runs" in done.stdout, done.stdout
        with (folder / "study/scaling.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        assert len(rows) == 2 * 2 * 3 and all(float(r["us_per_step"]) > 0 for r in rows), rows
        assert all(float(r["efficiency"]) == 1 for r in rows if r["ranks"] == "1")
        assert (folder / "study/scaling.png").read_bytes().startswith(b"\x89PNG")
        bad = subprocess.run([sys.executable, study, folder / "run"], capture_output=True, text=True)
        assert bad.returncode == 1 and "no plan-N.json" in bad.stderr, bad.stderr
    print("closed forms to rounding, a plan is simulated, missing plans are named")


if __name__ == "__main__":
    main()
