#!/usr/bin/env python3
"""Compiles the two files of docs/new-material.md, without code, as the build compiles a kernel and a card.

new_material.py SOURCE_DIR PROGRAM; exit status 77 (skipped) where the build has no kernels of a law here.
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

LAWS = """#include "kernels/law_code.hpp"
#include "{header}"
template struct crumple::kernels::ShellLawCode<float, crumple::kernels::Material041>;
template struct crumple::kernels::SolidLawCode<double, crumple::kernels::Material041>;
"""


def command_for(commands, wanted, source, folder):
    """The build's own command for a file like the wanted one, for another source, which looks into the folder first."""
    command = next((c for c in commands if re.search(wanted, c["file"])), None)
    if not command:
        print(f"skipped: no source {wanted} in the build")
        sys.exit(77)
    words = shlex.split(command["command"])
    compiler = next(i for i, word in enumerate(words) if not word.endswith("ccache"))
    words = words[compiler:words.index("-o")] + words[words.index("-o") + 2:]
    words = [word for word in words if word not in ("-c", command["file"])]
    return [words[0], f"-I{folder}", *words[1:], "-fsyntax-only", source], command["directory"]


def main():
    root, build = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve().parent
    page = (root / "docs/new-material.md").read_text(encoding="utf-8")
    files = dict(re.findall(r"`([\w/.]+\.[ch]pp)`:\n\n```cpp\n(.*?)```", page, re.S))
    header, card = "kernels/materials/material_041_voce.hpp", "src/deck/keywords/voce.cpp"
    assert set(files) == {header, card}, list(files)
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for path, text in (*files.items(), ("laws.cpp", LAWS.format(header=header))):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        for wanted, source in ((r"/Material024\.cpp$", "laws.cpp"), (r"/crumple_deck_\d+\.cpp$", card)):
            command, place = command_for(commands, wanted, folder / source, folder)
            done = subprocess.run(command, cwd=place, capture_output=True, text=True)
            assert done.returncode == 0 and not done.stderr, done.stderr
    print("the law and the card of the page compile")


if __name__ == "__main__":
    main()
