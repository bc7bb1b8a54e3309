#!/usr/bin/env python3
"""CMake reads CMakePresets.json, and each preset is made for a build that exists.

presets.py CMAKE SOURCE_DIR
"""
import json
import pathlib
import subprocess
import sys


def main():
    cmake, source = sys.argv[1:]
    presets = json.loads((pathlib.Path(source) / "CMakePresets.json").read_text(encoding="utf-8"))
    configurations = {preset["name"] for preset in presets["configurePresets"] if not preset.get("hidden")}
    for kind in ("buildPresets", "testPresets"):
        lacking = {preset["name"]: preset["configurePreset"] for preset in presets[kind]
                   if preset["configurePreset"] not in configurations}
        assert not lacking, f"{kind} for configurations that do not exist: {lacking}"
    done = subprocess.run([cmake, "--list-presets=all"], cwd=source, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for name in configurations:
        assert f'"{name}"' in done.stdout, (name, done.stdout)
    print(f"{len(configurations)} presets:", ", ".join(sorted(configurations)))


main()
