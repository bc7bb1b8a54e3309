#!/usr/bin/env python3
"""scripts/benchmark at its small size: that its result keeps the schema and adds up, that a wrong answer, another deck and a
key that the rules fix are no result, that two results within their noise tell nothing; and that docs/results.md has its table.

benchmark.py SOURCE_DIR PROGRAM; exit status 77 (skipped) without numpy.
"""
import copy
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

import small

small.need("matplotlib", "numpy")


def benchmark(source, program, *arguments, expected=0, study="benchmark.py"):
    done = subprocess.run([sys.executable, source / "scripts/studies" / study, *map(str, arguments)], capture_output=True,
                          text=True, env=os.environ | {"CRUMPLE_PROGRAM": str(program)})
    assert done.returncode == expected and "Traceback" not in done.stderr, (arguments, done.stdout, done.stderr)
    return done.stdout + done.stderr


def check_result(result):
    assert [case["name"] for case in result["cases"]] == ["tube", "taylor", "car"]
    rates = []
    for case in result["cases"]:
        work = case["elements"] * case["cycles"]
        assert abs(case["rate"] / (1e-6 * work / statistics.median(case["step_loop_s"])) - 1) < 1e-9
        assert case["job_rate"] <= case["rate"] and len(case["step_loop_s"]) == 2
        # the phases are those of the steps and of what comes before and after them; on a busy machine a process also
        # waits for a core between them
        least, most = (1e9 * seconds / work for seconds in (min(case["step_loop_s"]), max(case["total_s"])))
        assert 0.25 * least < sum(case["phases_ns"].values()) < 1.05 * most, (least, most, case["phases_ns"])
        rates += [1e-6 * work / seconds for seconds in case["step_loop_s"]]
    merit = result["figure_of_merit"]
    assert min(rates) < merit["value"] < max(rates) and merit["least"] <= merit["value"] <= merit["most"]
    assert not merit["quiet"], "two repeats are too few to be published"


def check_quiet(source, summary):
    """A case that varies is told though another makes up for it in the mean."""
    sys.path.insert(0, str(source / "scripts/studies"))
    import benchmark as study

    def quiet(*times, was_busy=False):
        summaries = {("tube", 3000, 4000 + k): [summary | {"wall_s": summary["wall_s"] | {"step_loop": t, "total": t + 1}} for t in case]
                     for k, case in enumerate(times)}
        options = type("Options", (), {"size": "small", "repeats": len(times[0]), "launcher": "env", "keys": []})
        return study.result_of(summaries, {case: "0" * 64 for case in summaries}, was_busy, options)["figure_of_merit"]["quiet"]
    assert quiet([1.0, 1.02, 1.04], [2.0, 2.0, 2.0]) and not quiet([1.0, 1.02], [2.0, 2.0])
    assert not quiet([1.0, 1.4, 1.0], [1.4, 1.0, 1.4]) and not quiet([1.0, 1.02, 1.04], [2.0, 2.0, 2.0], was_busy=True)


def slowed(result, factors):
    other = copy.deepcopy(result)
    for case in other["cases"]:
        case["step_loop_s"] = [case["step_loop_s"][0] * factor for factor in factors]
    return other


def main():
    source, program = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        said = benchmark(source, program, "small", "-np", 1, "--launcher", "env", "--repeats", 2, "-o", folder)
        assert "6 runs, about" in said and "run 6 of 6" in said and "spread" in said, said
        result = json.loads((folder / "result.json").read_text())
        check_result(result)
        check_quiet(source, json.loads((folder / "run/summary.json").read_text()))
        assert "verified" in (folder / "result.md").read_text() and "<canvas" not in (folder / "result.html").read_text()
        benchmark(source, program, "--check", folder / "result.json")

        def refused(change):
            broken = copy.deepcopy(result)
            change(broken)
            (folder / "broken.json").write_text(json.dumps(broken))
            return benchmark(source, program, "--check", folder / "broken.json", expected=1)
        assert "lacks sockets" in refused(lambda r: r["machine"].pop("sockets"))
        assert "cases[0].verified" in refused(lambda r: r["cases"][0].update(verified=False))
        assert "figure_of_merit.value: expected more than 0" in refused(lambda r: r["figure_of_merit"].update(value=0))
        assert "has host, which is not known" in refused(lambda r: r["machine"].update(host="secret"))

        for file, factors in (("a", (1.0, 1.1, 0.9)), ("b", (1.3, 1.4, 1.2)), ("c", (1.05, 1.15, 0.95))):
            (folder / f"{file}.json").write_text(json.dumps(slowed(result, factors)))
        told = benchmark(source, program, "--compare", folder / "a.json", folder / "b.json")
        assert told.count("A is faster") == 4, told
        told = benchmark(source, program, "--compare", folder / "a.json", folder / "c.json")
        assert told.count("within the noise, no conclusion") == 4, told

        assert "'ncycle=3': the rules fix this key" in benchmark(source, program, "ncycle=3", expected=2)
        assert "'tiny': expected one of" in benchmark(source, program, "tiny", expected=2)
        few = folder / "answers.json"
        few.write_text("{}")
        said = benchmark(source, program, "--answers", few, "-o", folder, expected=1)
        assert "no result: tube with 3000 elements has no answer" in said and "run 1" not in said, said
        liar = small.liar(folder, program, "*")
        (folder / "result.json").unlink()
        said = benchmark(source, liar, "-np", 1, "--launcher", "env", "--repeats", 1, "-o", folder, expected=1)
        assert "no result: tube gave the state hash 0123456789abcdef" in said and not (folder / "result.json").exists(), said
        with (folder / "decks/tube_3000.k").open("a") as deck:
            deck.write("$\n")
        said = benchmark(source, program, "-np", 1, "--launcher", "env", "--repeats", 1, "-o", folder, expected=1)
        assert "no result: the generator has written another deck for tube" in said, said

        implicit = {"study": "implicit_benchmark.py"}
        said = benchmark(source, program, "implicit", "precision=single", expected=2, **implicit)
        assert "'precision=single': the rules fix this key" in said, said
        assert "'huge': expected one of" in benchmark(source, program, "implicit", "huge", expected=2, **implicit)
        said = benchmark(source, program, "implicit", "--answers", few, "-o", folder, expected=1, **implicit)
        assert "no result: engine block 3000 has no answer" in said and "run 1" not in said, said
        said = benchmark(source, liar, "implicit", "-np", 1, "--launcher", "env", "--repeats", 1, "-o", folder, expected=1, **implicit)
        assert "gave the state hash 0123456789abcdef" in said and not (folder / "result.json").exists(), said

        page = folder / "results.md"
        shutil.copy(source / "docs/results.md", page)
        benchmark(source, program, "--table", "--page", page)
        assert page.read_text() == (source / "docs/results.md").read_text(), "docs/results.md: run scripts/benchmark --table"
        shipped = folder / "shipped"
        shipped.mkdir()
        shutil.copy(folder / "c.json", shipped / "desk-1-small.json")
        benchmark(source, program, "--table", "--page", page, "--shipped", shipped)
        rows = [line for line in page.read_text().splitlines() if line.startswith("| small |")]
        assert len(rows) == 1 and result["machine"]["cpu"] in rows[0] and "(results/desk-1-small.json)" in rows[0], rows
        shutil.copy(folder / "broken.json", shipped / "bad.json")
        assert "bad.json.machine: has host" in benchmark(source, program, "--table", "--page", page, "--shipped", shipped, expected=1)
        assert "lacks the mark" in benchmark(source, program, "--table", "--page", folder / "result.md", expected=1)
    print(f"{result['figure_of_merit']['value']:.2f} million element-cycles/s, verified; what is wrong is refused")


if __name__ == "__main__":
    main()
