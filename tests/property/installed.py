"""An installed program runs, needs nothing of the folders that it was built in, and another CMake project finds it.

installed.py CMAKE BUILD_DIR SOURCE_DIR
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROJECT = """cmake_minimum_required(VERSION 3.22)
project(user NONE)
find_package(crumple 1.0 REQUIRED)
file(WRITE ${CMAKE_BINARY_DIR}/inputs "${crumple_INPUTS}")
enable_testing()
add_test(NAME help COMMAND crumple::crumple --help)
"""


def run(*words):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout


def check_libraries(prefix, forbidden):
    """What the installed files load is installed with them, or belongs to the machine."""
    files = [prefix / "bin/crumple", *prefix.glob("lib*/**/*.so*")]
    assert len(files) > 1, files
    for file in files:
        found = run("ldd", file)
        missing = re.findall(r"(\S+) => not found", found)
        assert not missing, f"{file.name} does not find {missing}"
        paths = re.findall(r"=> (/\S+)", found)
        for line in re.findall(r"\((?:RUNPATH|RPATH)\).*\[(.*)\]", run("readelf", "-d", file)):
            paths += line.split(":")
        foreign = [path for path in paths for folder in forbidden if Path(path).is_relative_to(folder)]
        assert not foreign, (f"{file.name} needs {', '.join(sorted(set(foreign)))}, which no package has; a build "
                             "folder older than the static Kokkos of scripts/setup has to be removed and built again")


def main():
    cmake, build, source = sys.argv[1:]
    cache = os.environ.get("CRUMPLE_CACHE", Path.home() / ".cache/crumple")
    with tempfile.TemporaryDirectory() as name:
        prefix, user = Path(name) / "prefix", Path(name) / "user"
        run(cmake, "--install", build, "--prefix", prefix)
        check_libraries(prefix, [Path(folder).resolve() for folder in (build, source, cache)])
        user.mkdir()
        (user / "CMakeLists.txt").write_text(PROJECT)
        run(cmake, "-S", user, "-B", user / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
        assert "100% tests passed" in run(Path(cmake).with_name("ctest"), "--test-dir", user / "build")
        generator = Path((user / "build/inputs").read_text()) / "generate.py"
        run(sys.executable, generator, "tube", "-o", user / "tube.k")
        text = run(prefix / "bin/crumple", f"i={user / 'tube.k'}", f"o={user / 'out'}", "ncycle=5")
        assert "N o r m a l" in text, text
        package = next(prefix.glob("share/crumple/python"))
        text = run("env", "-u", "CRUMPLE_PROGRAM", sys.executable, "-c", f"import sys; sys.path.insert(0, '{package}'); "
                   f"import crumple; crumple.generate('tube', '{user}/a.k'); print(crumple.check('{user}/a.k'))")
        assert "The deck runs." in text, text
        manual = list((prefix / "share").glob("doc/crumple/manual/running.md"))
        assert len(manual) == 1
        page = (prefix / "share/man/man1/crumple.1").read_text(encoding="utf-8")
        assert page.startswith(".TH CRUMPLE 1") and "endtime=T" in page, page
        assert "_crumple" in (prefix / "share/bash-completion/completions/crumple").read_text(encoding="utf-8")
        print("runs from", prefix)


main()
